"""Parts of a system that stand alone come first."""

import pytest
from sympy import Function, Rational, Symbol, exp, sin
from sympy.abc import t, x
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.closed_space import closed_space
from sympy_ssde.reduction.system_order import in_turn

u, v, w = (Function(name) for name in "uvw")
k = Symbol("k", positive=True)


def test_the_smallest_part_comes_first():
    chain = [
        w(t).diff(t) - u(t) * v(t),
        v(t).diff(t) - u(t) * v(t),
        u(t).diff(t) + u(t) ** 2,
    ]
    problem = Problem(chain, [u(t), v(t), w(t)], {u(0): 1, v(0): 1, w(0): 0})
    first, second = in_turn(problem)
    assert [p.functions for p in first.problems] == [(u(t),)] and len(first.rest.equations) == 2
    assert [p.functions for p in second.problems] == [(u(t), v(t))]
    assert proved_by(problem, in_turn) is not None


@pytest.mark.parametrize(
    ("equations", "conditions"),
    [
        ([u(t).diff(t) + k * u(t), v(t).diff(t) - u(t) ** 2], {u(0): 3, v(0): k}),
        ([u(t).diff(t) - u(t) ** 2, v(t).diff(t) - u(t) * v(t)], {u(0): 1 / k, v(0): 2}),
        (
            [u(t).diff(t, 2) + k**2 * u(t), v(t).diff(t) - u(t) ** 2],
            {u(0): 0, u(t).diff(t).subs(t, 0): 1, v(0): 0},
        ),
    ],
)
def test_ordinary_systems(equations, conditions):
    domain = {t: (0, Rational(1, 3))}
    problem = Problem(equations, [u(t), v(t)], conditions, domain, {k: (1, 2)})
    assert proved_by(problem, in_turn) is not None


def test_partial_systems():
    heat = u(x, t).diff(t) - u(x, t).diff(x, 2)
    driven = v(x, t).diff(t) - v(x, t).diff(x, 2) - u(x, t)
    data = {u(x, 0): sin(x), v(x, 0): 0, u(0, t): 0, v(0, t): 0}
    problem = Problem([driven, heat], [u(x, t), v(x, t)], data)
    assert proved_by(problem, in_turn, closed_space) == (exp(-t) * sin(x), t * exp(-t) * sin(x))


def test_what_is_coupled_is_left_alone():
    pair = [u(t).diff(t) - v(t), v(t).diff(t) + u(t)]
    assert not list(in_turn(Problem(pair, [u(t), v(t)], {u(0): 0, v(0): 1})))
    assert not list(in_turn(Problem(u(t).diff(t) - u(t), u(t), {u(0): 1})))
