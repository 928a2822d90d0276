"""Sums of few modes that a system keeps."""

import pytest
from sympy import Function, Rational, cos, exp, simplify, sin
from sympy.abc import t, x
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_order import in_turn
from sympy_ssde.reduction.system_space import MAX_FUNCTIONS, spaces_of_system

h, u = Function("h")(x, t), Function("u")(x, t)
WATER = [h.diff(t) + (h * u).diff(x), u.diff(t) + u * u.diff(x) + h.diff(x)]
BOWL = [WATER[0], WATER[1] + x]


def begin(first, second):
    return {h.subs(t, 0): first, u.subs(t, 0): second}


def test_water_in_a_bowl():
    """Thacker's plane surface, which swings."""
    problem = Problem(BOWL, [h, u], begin(1 - (x - Rational(1, 2)) ** 2 / 2, 0))
    found = proved_by(problem, spaces_of_system, in_turn)
    known = (1 - (x - cos(t) / 2) ** 2 / 2, -sin(t) / 2)
    assert [simplify(a - b) for a, b in zip(found, known, strict=True)] == [0, 0]


@pytest.mark.parametrize("start", [(1, x), (1 + x, 0), (2 - x**2, x)])
def test_polynomials_stay_polynomials(start):
    (found,) = spaces_of_system(Problem(WATER, [h, u], begin(*start)))
    problem = found.problems[0]
    assert len(problem.equations) == len(problem.functions) == len(problem.conditions)
    assert len(problem.functions) <= MAX_FUNCTIONS


def test_linear_systems_too():
    pair = [h.diff(t) - u.diff(x, 2), u.diff(t) + h.diff(x, 2)]
    problem = Problem(pair, [h, u], begin(sin(x), cos(2 * x)))
    assert proved_by(problem, spaces_of_system) is not None


@pytest.mark.parametrize("start", [(exp(-(x**2)), 0), (sin(x), sin(x))])
def test_spaces_that_grow_without_end(start):
    assert not list(spaces_of_system(Problem(WATER, [h, u], begin(*start))))
