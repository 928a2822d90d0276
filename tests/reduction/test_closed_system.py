"""Separation for systems of partial equations."""

import pytest
from sympy import Function, Symbol, cos, exp, pi, sin
from sympy.abc import t, x, y

from sympy_ssde import Problem
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.closed_system import closed_system
from sympy_ssde.reduction.ordinary import ordinary_solutions

k = Symbol("k", positive=True)
P, Q = Function("p")(x, t), Function("q")(x, t)
FREE = [P.diff(t) + Q.diff(x, 2), Q.diff(t) - P.diff(x, 2)]
ENDS = {P.subs(x, 0): 0, Q.subs(x, 0): 0, P.subs(x, pi): 0, Q.subs(x, pi): 0}


def begin(p, q):
    return {P.subs(t, 0): p, Q.subs(t, 0): q}


def solved(problem):
    for reduction in closed_system(problem):
        parts = [next(ordinary_solutions(p)).exprs for p in reduction.problems]
        found = reduction.combined(parts)
        if verify(problem, found):
            return found
    return None


@pytest.mark.parametrize(
    ("pair", "data"),
    [
        (FREE, ENDS | begin(sin(x) + 2 * sin(3 * x), 0)),
        (FREE, begin(cos(k * x), sin(k * x))),
        ([P.diff(t) - Q.diff(x), Q.diff(t) - P.diff(x)], begin(sin(x), 0)),
        ([P.diff(t) - P.diff(x, 2) + Q, Q.diff(t) - Q.diff(x, 2) - P], begin(cos(x), sin(2 * x))),
        ([P.diff(t) - Q, Q.diff(t) - P.diff(x, 2) - x * t], begin(x**2, 0)),
        (
            [P.diff(t) + Q.diff(x, 2) - x**2 * Q, Q.diff(t) - P.diff(x, 2) + x**2 * P],
            begin(exp(-(x**2) / 2), 0),
        ),
    ],
    ids=str,
)
def test_pairs_are_proved(pair, data):
    assert solved(Problem(pair, [P, Q], data)) is not None


def test_modes_that_do_not_meet_are_problems_of_their_own():
    (found,) = closed_system(Problem(FREE, [P, Q], begin(sin(x) + sin(2 * x), 0)))
    assert [len(p.functions) for p in found.problems] == [2, 2]


@pytest.mark.parametrize(
    ("pair", "data"),
    [
        ([P.diff(t) - Q**2, Q.diff(t) - P], begin(sin(x), 0)),
        (FREE, begin(exp(-(x**4)), 0)),
        (FREE, begin(1 / (1 + x**2), 0)),
    ],
    ids=str,
)
def test_what_does_not_separate_is_left_alone(pair, data):
    assert list(closed_system(Problem(pair, [P, Q], data))) == []


def test_one_unknown_or_one_variable_is_for_others():
    u = Function("u")
    assert not list(closed_system(Problem(u(x, y).diff(x), u(x, y), {u(0, y): y})))
    v = Function("v")
    pair = [u(t).diff(t) - v(t), v(t).diff(t) + u(t)]
    assert not list(closed_system(Problem(pair, [u(t), v(t)], {u(0): 0, v(0): 1})))
