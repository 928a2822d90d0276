"""Harmonic functions in a half plane."""

import pytest
from sympy import Function, Rational, Symbol, exp, oo
from sympy.abc import x, y

from sympy_ssde import Problem
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.half_plane import half_plane

u = Function("u")
W = u(x, y)
LAPLACE = W.diff(x, 2) + W.diff(y, 2)
b = Symbol("b", positive=True)


def above(data, eq=LAPLACE, **changes):
    given = {"bcs": {u(x, 0): data, u(x, oo): 0}, "domain": {x: (-oo, oo), y: (0, oo)}} | changes
    return Problem(eq, W, **given)


@pytest.mark.parametrize(
    "data",
    [
        1 / (x**2 + 1),
        x / (x**2 + 4),
        (2 * x + 3) / (x**2 - 2 * x + 5),
        1 / (x**2 + 1) ** 2,
        1 / ((x**2 + 1) * (x**2 + 9)),
        b / (x**2 + b**2),
    ],
)
def test_rational_data(data):
    problem = above(data)
    (found,) = half_plane(problem)
    assert verify(problem, found.exprs)
    assert not found.exprs[0].atoms(Symbol) - {x, y, b}


def test_the_edge_may_stand_elsewhere():
    problem = Problem(LAPLACE, W, {u(3, y): 1 / (1 + 4 * y**2)}, {x: (3, oo), y: (-oo, oo)})
    (found,) = half_plane(problem)
    assert verify(problem, found.exprs)
    assert abs(found.exprs[0].subs({x: 50, y: Rational(1, 2)})) < Rational(1, 10)


@pytest.mark.parametrize(
    "problem",
    [
        above(exp(-(x**2))),
        above(x**2 / (1 + x**2)),
        above(1 / (x**4 + x + 1)),
        above(1 / (1 + x**2), LAPLACE + W),
        above(1 / (1 + x**2), LAPLACE + W.diff(y, 2)),
        above(1 / (1 + x**2), domain={x: (0, 1), y: (0, oo)}),
        above(1, bcs={W.diff(y).subs(y, 0): 1 / (1 + x**2)}),
    ],
)
def test_what_is_left_to_others(problem):
    assert list(half_plane(problem)) == []
