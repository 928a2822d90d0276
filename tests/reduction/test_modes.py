"""Sums of modes."""

from random import Random

import pytest
from sympy import Function, Rational, Symbol, besselj, cos, cosh, cot, exp, log, pi, sin, sinh, sqrt
from sympy.abc import t, x, y

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.reduction.modes import MAX_SIZE, canonical, is_tame, modes, vanishes

L = Symbol("L", positive=True)


@pytest.mark.parametrize(
    "expr, wanted",
    [
        (sin(x) * cos(x), {sin(2 * x): Rational(1, 2)}),
        (sin(x) ** 2 + cos(x) ** 2, {1: 1}),
        (sin(pi * (1 - x)), {sin(pi * x): 1}),
        (cos(pi * x - pi / 2), {sin(pi * x): 1}),
        ((x - t) ** 2, {x**2: 1, x: -2 * t, 1: t**2}),
        (exp(x - t), {exp(x): exp(-t)}),
        (sin(x - t), {sin(x): cos(t), cos(x): -sin(t)}),
        (cosh(x + t), {cosh(x): cosh(t), sinh(x): sinh(t)}),
        (exp(-x) * sinh(x), {1: Rational(1, 2), exp(-2 * x): -Rational(1, 2)}),
        (sin(x) * sin(y), {sin(x) * sin(y): 1}),
        (2 * sin(pi * x / L) / L, {sin(pi * x / L): 2 / L}),
        (besselj(2, x) * t, {besselj(0, x): -t, besselj(1, x) / x: 2 * t}),
        (sin(2 * x) * cot(x), {1: 1, cos(2 * x): 1}),
        (log(x) * t + sqrt(x), {log(x): t, sqrt(x): 1}),
    ],
)
def test_modes_of_data(expr, wanted):
    assert modes(expr, [x, y], [t]) == wanted


@pytest.mark.parametrize(
    "expr", [exp(x * t), 1 / (x + t), sin(x * t), log(x + t), Function("f")(x)]
)
def test_what_does_not_separate_has_no_modes(expr):
    assert modes(expr, [x, y], [t]) is None


def test_powers_of_products_separate():
    assert modes((x * t) ** 3, [x], [t]) == {x**3: t**3}


def test_large_expressions_are_left_alone():
    large = sum(sin(n * x) * t**n for n in range(MAX_SIZE // 5))
    assert modes(large, [x], [t]) is None


@pytest.mark.parametrize("seed", range(5))
def test_products_of_sines_keep_their_value(seed):
    random = Random(seed)
    pool = [sin(2 * x), cos(3 * x), sin(x + 1), sinh(x), cosh(2 * x), exp(-x), sin(y), x]
    product = 1
    for _ in range(4):
        product *= random.choice(pool) ** random.randint(1, 2)
    gap = (product - canonical(product, [x, y])).subs({x: Rational(3, 7), y: Rational(2, 3)})
    assert abs(gap.evalf(30)) < 1e-25


def test_tame_modes():
    assert is_tame(x**2 * exp(x) * sin(pi * x / L), [x])
    assert is_tame(1 / sqrt(x), [x])
    assert not any(is_tame(e, [x]) for e in (exp(-(x**2)), sqrt(1 + x), sin(sqrt(x)), log(x)))


def test_hidden_zeros():
    domain = Domain((Range(t, 0, 1), Range(L, 1, 2)))
    assert vanishes(sin(t) ** 2 + cos(t) ** 2 - 1, domain)
    assert vanishes(sqrt(L**2 + 2 * L + 1) - L - 1, domain)
    assert not vanishes(sin(t) - t, domain)
    assert not vanishes(L, domain)
