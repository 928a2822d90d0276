"""Invariant spaces of nonlinear equations."""

import time

import pytest
from sympy import Function, Rational, cos, exp, log, sin, sqrt
from sympy.abc import t, x, y

from sympy_ssde import Problem
from sympy_ssde.reduction.invariant_space import invariant_space

u = Function("u")
U, V = u(x, t), u(x, y, t)
BOX = {x: (0, 1), t: (0, 1)}
POROUS = U.diff(t) - (U * U.diff(x)).diff(x)
JACOBI = U.diff(t) + U.diff(x) ** 2 / 2


@pytest.mark.parametrize(
    "eq, data, wanted",
    [
        (U.diff(t) + U * U.diff(x), 2 * x + 1, (2 * x + 1) / (2 * t + 1)),
        (U.diff(t) + 6 * U * U.diff(x) + U.diff(x, 3), x, x / (6 * t + 1)),
        (JACOBI, x**2 / 2 + x, (x**2 / 2 + x - t / 2) / (1 + t)),
        (JACOBI - U.diff(x, 2), x**2, x**2 / (1 + 2 * t) + log(1 + 2 * t)),
        (U.diff(t) - U.diff(x, 2) - U.diff(x) ** 2 + U**2, exp(x), exp(x + t)),
    ],
)
def test_solutions_in_small_spaces(eq, data, wanted, proved):
    found = proved(Problem(eq, U, {u(x, 0): data}, BOX), invariant_space)
    at = {x: Rational(1, 3), t: Rational(2, 7)}
    assert abs((found - wanted).subs(at).evalf(30)) < 1e-25


def test_a_bump_that_spreads(proved):
    found = proved(Problem(POROUS, U, {u(x, 0): 1 - x**2 / 6}, BOX), invariant_space)
    assert (found - (1 + t) ** Rational(-1, 3) + x**2 / (6 * (1 + t))).simplify() == 0


def test_sines_whose_squares_add_up():
    eq = U.diff(t) - U.diff(x, 2) - U.diff(x) ** 2 - U**2
    (found,) = invariant_space(Problem(eq, U, {u(x, 0): cos(x)}, BOX))
    assert len(found.problems[0].functions) == 2
    assert found.combine[0].has(cos(x)) and not found.combine[0].has(cos(2 * x))


def test_directions_that_are_alike_share_an_amplitude(proved):
    eq = V.diff(t) - V * (V.diff(x, 2) + V.diff(y, 2)) - V.diff(x) ** 2 - V.diff(y) ** 2
    box = {x: (0, 1), y: (0, 1), t: (0, Rational(1, 20))}
    problem = Problem(eq, V, {u(x, y, 0): x**2 + y**2}, box)
    (found,) = invariant_space(problem)
    assert len(found.problems[0].functions) == 1
    assert proved(problem, invariant_space) is not None
    other = Problem(eq, V, {u(x, y, 0): x**2 + 2 * y**2}, box)
    (found,) = invariant_space(other)
    assert len(found.problems[0].functions) == 2


@pytest.mark.parametrize(
    "eq, data",
    [
        (POROUS, x**3),
        (POROUS, sqrt(1 + x)),
        (U.diff(t) - U.diff(x, 2) - exp(U), x),
        (U.diff(t) - U.diff(x, 2) - 1 / U, x),
        (U.diff(t) - U.diff(x, 2), x),
        (U.diff(t) + U * U.diff(x), sin(x)),
    ],
)
def test_what_does_not_fit_is_noticed_soon(eq, data):
    start = time.process_time()
    assert list(invariant_space(Problem(eq, U, {u(x, 0): data}, BOX))) == []
    assert time.process_time() - start < 1
