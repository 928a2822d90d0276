"""Numerical solutions agree with exact ones."""

import numpy as np
import pytest
from sympy import Function, Rational, Symbol, exp, oo, pi, sin, sqrt, symbols

from sympy_ssde import Problem
from sympy_ssde.result.reference import find_reference
from sympy_ssde.result.section import values_at

x, t = symbols("x t")
k = Symbol("k", positive=True)
u, v = Function("u"), Function("v")
U, W = u(x), u(x, t)
START = U.diff(x).subs(x, 0)
HALF = Rational(1, 2)
SQUARE = {u(0, t): 0, u(1, t): t, u(x, 0): 0, u(x, 1): x}

CASES = {
    "first order": (Problem(U.diff(x) - U, U, {u(0): 1}), exp(x), "solve_ivp"),
    "from inside": (
        Problem(U.diff(x) - U, U, {u(HALF): 1}, {x: (0, 1)}), exp(x - HALF), "solve_ivp",
    ),
    "from above": (Problem(U.diff(x) - U, U, {u(1): 1}, {x: (0, 1)}), exp(x - 1), "solve_ivp"),
    "second order": (Problem(U.diff(x, 2) + U, U, {u(0): 0, START: 1}), sin(x), "solve_ivp"),
    "Robin": (Problem(U.diff(x) - U, U, [2 * u(0) - 2]), exp(x), "solve_ivp"),
    "half line": (Problem(U.diff(x) + U, U, {u(0): 1}, {x: (0, oo)}), exp(-x), "solve_ivp"),
    "parameter": (
        Problem(U.diff(x) + k * U, U, {u(0): 1}, params={k: (1, 3)}), exp(-2 * x), "solve_ivp",
    ),
    "two points": (Problem(U.diff(x, 2) + U, U, {u(0): 0, u(1): 1}), sin(x) / sin(1), "solve_bvp"),
    "nonlinear": (
        Problem(U.diff(x, 2) - 6 * U**2, U, {u(1): 1, u(2): Rational(1, 4)}, {x: (1, 2)}),
        x**-2, "solve_bvp",
    ),
    "heat": (
        Problem(
            W.diff(t) - W.diff(x, 2), W, {u(0, t): 0, u(1, t): 0, u(x, 0): sin(pi * x)},
            {x: (0, 1), t: (0, HALF)},
        ),
        exp(-(pi**2) * t) * sin(pi * x), "Chebyshev collocation",
    ),
    "Laplace": (
        Problem(W.diff(t, 2) + W.diff(x, 2), W, SQUARE), x * t, "Chebyshev collocation",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_numbers_are_those_of_the_exact_solution(name):
    problem, exact, method = CASES[name]
    found = find_reference(problem)
    assert found.method == method
    np.testing.assert_allclose(values_at(exact, found.places), found.values, atol=1e-7)


@pytest.mark.parametrize(
    "problem",
    [
        Problem(W.diff(t) + W * W.diff(x), W, {u(x, 0): x}),  # not linear
        Problem(U.diff(x) ** 2 - 1, U, {u(0): 0}),  # two values of the derivative
        Problem([U.diff(x) - v(x), v(x).diff(x) + U], [U, v(x)], {u(0): 1, v(0): 0}),
        Problem(U.diff(x, 2) - 2, U, {u(0): 0}),  # too few conditions
        Problem(U.diff(x, 2) - 2, U, {u(0): 0, u(HALF): 1}, {x: (0, 1)}),
    ],
    ids=str,
)
def test_other_problems_have_none(problem):
    assert find_reference(problem) is None


def test_what_has_no_smooth_solution_has_none():
    conditions = {u(0, t): 0, u(1, t): 0, u(x, 0): sqrt(x * (1 - x)), u(x, 1): 0}
    assert find_reference(Problem(W.diff(t, 2) + W.diff(x, 2), W, conditions)) is None
