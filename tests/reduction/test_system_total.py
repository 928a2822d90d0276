"""Equations for all first derivatives."""

import pytest
from sympy import Function, cos, exp, sin
from sympy.abc import x, y
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_total import total_differential

u, v = Function("u")(x, y), Function("v")(x, y)


@pytest.mark.parametrize(
    ("slopes", "value"),
    [((y * u, x * u), 2), ((u**2, 2 * u**2), -1), ((u + y - x * y, x), 0)],
)
def test_one_function(slopes, value):
    given = [u.diff(x) - slopes[0], u.diff(y) - slopes[1]]
    problem = Problem(given, [u], {u.subs({x: 0, y: 0}): value})
    assert proved_by(problem, total_differential) is not None


def test_two_functions():
    known = exp(y) * cos(x), exp(y) * sin(x)
    given = [u.diff(x) + v, u.diff(y) - u, v.diff(x) - u, v.diff(y) - v]
    start = {f.subs({x: 0, y: 0}): k.subs({x: 0, y: 0}) for f, k in zip((u, v), known, strict=True)}
    assert proved_by(Problem(given, [u, v], start), total_differential) == known


def test_a_derivative_that_is_missing():
    start = {u.subs({x: 0, y: 0}): 1, v.subs({x: 0, y: 0}): 1}
    given = [u.diff(x) - u, u.diff(y) - v, v.diff(x) - u]
    assert not list(total_differential(Problem(given, [u, v], start)))
