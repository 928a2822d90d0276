"""Polynomial equations, solved where the digits are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import Rational, exp, log, pi, sqrt, symbols

from sympy_ssde.exact.elimination import Elimination
from sympy_ssde.exact.unknowns import Unknowns

a, b, c, w = symbols("a b c w", real=True)
k = symbols("k", positive=True)

SYSTEMS = [
    ([a - 2, a * b - 3], {a: 2, b: Rational(3, 2)}),
    (
        [a * c - 1, a * b + Rational(1, 3), b**2 + c**2 - 1],
        {a: sqrt(10) / 3, b: -1 / sqrt(10), c: 3 / sqrt(10)},
    ),
    ([w**2 - 7, (w - 1) * (b - w)], {w: -sqrt(7), b: -sqrt(7)}),
    ([a**2 - 2 * pi * a + pi**2], {a: pi}),
    ([a**4 - 5 * a**2 + 6], {a: -sqrt(3)}),
    ([a + b - 1, a * exp(2) - b], {a: 1 / (1 + exp(2)), b: exp(2) / (1 + exp(2))}),
    ([w * a - w, w**3 + 8], {w: -2, a: 1}),
]


def elimination(system, values, tolerance=10**-25):
    with mp.workdps(40):
        digits = {s: mp.mpmathify((v + 0 * pi).evalf(40)) for s, v in values.items()}
    return Elimination(system, Unknowns(digits, mp.mpf(tolerance)), lambda value: None)


@pytest.mark.parametrize(("system", "values"), SYSTEMS, ids=str)
def test_the_root_next_to_the_digits(system, values):
    with mp.workdps(40):
        found = elimination(system, {s: v + 0 * a for s, v in values.items()}).run()
    assert found.keys() == values.keys()
    assert all(abs((found[s] - v).evalf(50)) < 1e-45 for s, v in values.items())


@given(
    st.lists(st.integers(-4, 4), min_size=9, max_size=9),
    st.lists(st.integers(-9, 9), min_size=3, max_size=3),
)
@settings(deadline=None, max_examples=25)
def test_linear_systems(entries, values):
    from sympy import Matrix

    matrix = Matrix(3, 3, entries)
    if matrix.det() == 0:
        return
    system = list(matrix * (Matrix([a, b, c]) - Matrix(values)))
    exact = dict(zip((a, b, c), (v + 0 * pi for v in values), strict=True))
    assert elimination(system, exact).run() == exact


def test_what_no_equation_determines_is_guessed_or_left_open():
    with mp.workdps(40):
        assert elimination([a * b - 2], {a: 1 + 0 * pi, b: 2 + 0 * pi}).run() == {}
        known = Unknowns({a: mp.mpf(1), b: mp.mpf(2)}, mp.mpf(10) ** -25)
        guessed = Elimination([a * b - 2], known, lambda v: Rational(int(v)))
        assert guessed.run() == {a: 1, b: 2}


def test_a_known_function_gives_the_constant_inside():
    with mp.workdps(40):
        known = Unknowns({c: mp.log(3)}, mp.mpf(10) ** -25)
        made = known.auxiliary(exp(c))
        found = Elimination([made - 3], known, lambda value: None).run()
    assert found[c] == log(3)


def test_parameters_stay_symbols():
    with mp.workdps(40):
        known = Unknowns({w: mp.sqrt(3)}, mp.mpf(10) ** -25, {k: mp.mpf(3)})
        assert Elimination([w**2 - k], known, lambda value: None).run() == {w: sqrt(k)}
