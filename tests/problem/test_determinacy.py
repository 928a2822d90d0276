"""Equations that say the same, and conditions that are missing."""

import warnings

import pytest
from sympy import Function, Rational, sin
from sympy.abc import t, x, y

from sympy_ssde import Problem
from sympy_ssde.errors import ProblemWarning

u, v, w = map(Function, "uvw")
CIRCLE = [u(t).diff(t) - v(t), v(t).diff(t) + u(t)]


def told(equations, functions, conditions):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        Problem(equations, functions, conditions)
    assert all(issubclass(f.category, ProblemWarning) for f in found)
    return [str(f.message) for f in found]


@pytest.mark.parametrize("factor", [2, -1, Rational(1, 3)])
def test_equations_that_say_the_same(factor):
    (words,) = told([CIRCLE[0], factor * CIRCLE[0]], [u(t), v(t)], {u(0): 1, v(0): 0})
    assert "say the same" in words and "too few for u, v" in words
    (words,) = told([*CIRCLE, factor * CIRCLE[0]], [u(t), v(t)], {u(0): 1, v(0): 0})
    assert "say the same" in words and "too few" not in words


def test_conditions_that_are_missing():
    (words,) = told(CIRCLE, [u(t), v(t)], {u(0): 1})
    assert "need 2 conditions together and have 1" in words
    springs = [u(t).diff(t, 2) - v(t), v(t).diff(t, 2) + 2 * u(t).diff(t)]
    (words,) = told(springs, [u(t), v(t)], {u(0): 1, v(0): 1, v(1): 2})
    assert "need 4 conditions together and have 3" in words


@pytest.mark.parametrize(
    ("equations", "functions", "conditions"),
    [
        (CIRCLE, [u(t), v(t)], {u(0): 1, v(0): 0}),
        (CIRCLE, [u(t), v(t)], {u(0): 1, u(1): 0}),
        ([u(t).diff(t) - v(t), v(t) - 2 * u(t)], [u(t), v(t)], {u(0): 1}),  # v is explicit
        ([t * u(t).diff(t) - v(t), v(t).diff(t) + u(t)], [u(t), v(t)], {v(0): 1}),  # singular
        (
            [u(x, y).diff(x) - v(x, y).diff(y), u(x, y).diff(y) + v(x, y).diff(x)],
            [u(x, y), v(x, y)],
            {u(x, 0): sin(x)},
        ),
        ([u(t).diff(t, 2) + u(t)], [u(t)], {u(0): 1}),  # of one unknown nothing is said
    ],
    ids=str,
)
def test_nothing_is_told_where_it_is_not_plain(equations, functions, conditions):
    assert told(equations, functions, conditions) == []
