"""Equations for constants from what must vanish for all values of the variables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import Rational, atan, cos, cosh, erf, exp, log, pi, sin, sinh, sqrt, symbols, tanh

from sympy_ssde.exact.coefficients import equations, real_equations
from sympy_ssde.exact.unknowns import Unknowns

x, t = symbols("x t", positive=True)
a, b, c, d = symbols("a b c d", real=True)
POINTS = [{x: mp.mpf(p) / 7, t: mp.mpf(q) / 5} for p, q in ((1, 2), (3, 1), (5, 4))]

#: What vanishes at the values, and an equation that is right nowhere else.
VANISHING = [
    (a * exp(b * x) - 3 * exp(-2 * x), {a: 3, b: -2}),
    (a * exp(b * x) * exp(c * x) - exp(x), {a: 1, b: 3, c: -2}),
    (a * sin(b * x + c) - sqrt(3) * sin(2 * x) - cos(2 * x), {a: 2, b: 2, c: pi / 6}),
    (a * sinh(b * x) * exp(-(b**2) * t) - sinh(pi * x) * exp(-(pi**2) * t), {a: 1, b: pi}),
    (log(a + b * x) - log(1 + 2 * x) - c, {a: 3, b: 6, c: log(3)}),
    (a * x**b - sqrt(x) / 2, {a: Rational(1, 2), b: Rational(1, 2)}),
    (sqrt(a + b * x) * c - sqrt(1 + 4 * x), {a: Rational(1, 4), b: 1, c: 2}),
    (1 / (a + b * x) - 1 / (2 + 3 * x), {a: 2, b: 3}),
    (exp(-(x**2) / (a + b * t)) - exp(-(x**2) / (1 + 4 * t)), {a: 1, b: 4}),
    (a * erf(b * x) - 2 * erf(x / 2), {a: 2, b: Rational(1, 2)}),
    (exp(a * sin(b * x)) - exp(3 * sin(2 * x)), {a: 3, b: 2}),
    (tanh(a * x + b) ** 2 - 1 + c / cosh(x + 1) ** 2, {a: 1, b: 1, c: 1}),
    (a * atan(b * x) - atan(3 * x), {a: 1, b: 3}),
    ((x + a) ** b * (x + a) - (x + 2) ** 3, {a: 2, b: 2}),
]


@pytest.mark.parametrize(("residual", "values"), VANISHING, ids=str)
def test_equations_hold_at_the_values_and_nowhere_near(residual, values):
    def size(scale):
        digits = {s: scale * mp.mpmathify((v + 0 * pi).evalf(40)) for s, v in exact.items()}
        return max(abs(known.number(e, digits)) for e in plain)

    with mp.workdps(40):
        exact = {s: v + 0 * a for s, v in values.items()}
        digits = {s: mp.mpmathify(v.evalf(40)) for s, v in exact.items()}
        known = Unknowns(digits, mp.mpf(10) ** -25)
        found = equations(residual, [x, t], known, POINTS)
        plain = [
            e.xreplace({s: f.expr for s, f in known.definitions.items()}).xreplace(
                {s: f(angle) for angle, turn in known.turns.items() for s, f in _pairs(turn)}
            )
            for e in found
        ]
        assert plain and not any(e.has(x, t) for e in plain)
        assert size(1) < mp.mpf(10) ** -25 < mp.mpf(10) ** -4 < size(mp.mpf("1.01"))


def _pairs(turn):
    return (turn.cosine, cos), (turn.sine, sin)


@given(st.lists(st.integers(-5, 5), min_size=4, max_size=4))
@settings(deadline=None, max_examples=25)
def test_coefficients_of_different_functions_are_read_one_by_one(values):
    terms = [x, exp(x), x * exp(x), exp(2 * x)]
    symbols_ = [a, b, c, d]
    residual = sum((s - v) * f for s, v, f in zip(symbols_, values, terms, strict=True))
    digits = {s: mp.mpf(v) for s, v in zip(symbols_, values, strict=True)}
    found = equations(residual, [x], Unknowns(digits, mp.mpf(10) ** -10), POINTS)
    assert set(found) == {s - v for s, v in zip(symbols_, values, strict=True)}


def test_real_and_imaginary_parts():
    assert list(real_equations((a + 1j**2 * 0) * (2 + 0) - 4)) == [2 * a - 4]
