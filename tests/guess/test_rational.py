"""Rational solutions by Taylor series."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Function, Poly, Rational, Subs, Symbol, cancel, exp, pi, sin, symbols

from sympy_ssde import Problem, checkssdsol
from sympy_ssde.guess.rational import pade, rational_functions, taylor

x = symbols("x")
u = Function("u")


def test_partial_fractions_are_taken_where_they_are_shorter():
    seen = u(x).diff(x) - 1 - (u(x) - x) ** 2
    (found,) = rational_functions(Problem(seen, u(x), {u(0): Rational(1, 2)}))
    assert str(found) == "x - 1/(x - 2)"


def slope(at, order=1):
    return Subs(u(x).diff(x, order), x, at)


SOLVED = [
    Problem(u(x).diff(x) + 2 * x * u(x) ** 2, u(x), {u(0): 1}),
    Problem(
        u(x).diff(x, 2) - x * u(x) - 2 * u(x) ** 3 - 2,
        u(x),
        {u(1): Rational(2, 5), slope(1): Rational(-46, 25)},
        {x: (1, 2)},
    ),
    Problem(u(x).diff(x) + u(x) ** 2 - 2 / x**2, u(x), {u(1): 2}, {x: (1, 2)}),
]


@pytest.mark.parametrize("problem", SOLVED, ids=str)
def test_rational_solutions(problem):
    (found,) = rational_functions(problem)
    assert checkssdsol(problem, found)


small = st.integers(-4, 4)


@given(st.lists(small, min_size=1, max_size=4), st.lists(small, min_size=1, max_size=3))
@settings(deadline=None, max_examples=40)
def test_the_quotient_of_a_series_comes_back(above, below):
    top = Poly(above, x).as_expr()
    bottom = 1 + x * Poly(below, x).as_expr()
    assume(Poly(below, x) != 0)
    rest, coefficients = top, []
    for _ in range(14):
        coefficients.append(Rational(rest.subs(x, 0)))
        rest = cancel((rest - coefficients[-1] * bottom) / x)
    found = [pade(coefficients, n, n + 1, x) for n in (1, 2, 3)]
    assert any(f is not None and cancel(f - top / bottom) == 0 for f in found)


@pytest.mark.parametrize(
    "problem",
    [
        Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}),  # exp(x) is no quotient
        Problem(u(x).diff(x) - u(x) ** 2 - x, u(x), {u(0): 1}, {x: (0, Rational(1, 2))}),
        Problem(u(x).diff(x) - exp(u(x)), u(x), {u(0): 1}, {x: (0, Rational(1, 9))}),
        Problem(u(x).diff(x) - sin(x), u(x), {u(0): 1}),
        Problem(u(x).diff(x, 2) + u(x), u(x), {u(0): 1, u(1): 2}),  # two points
        Problem(u(x).diff(x) + u(x) ** 2, u(x), {u(0): pi}),
        Problem(u(x).diff(x) + Symbol("k") * u(x) ** 2, u(x), {u(0): 1}, params=[Symbol("k")]),
        Problem(x * u(x).diff(x) + u(x), u(x), {u(0): 1}),  # singular where it starts
    ],
    ids=str,
)
def test_others_have_none(problem):
    assert list(rational_functions(problem)) == []


def test_coefficients_are_those_of_the_solution():
    point, found = taylor(Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}))
    assert point == 0 and found[:5] == [1, 1, Rational(1, 2), Rational(1, 6), Rational(1, 24)]
