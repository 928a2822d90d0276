"""More equations than unknowns that change."""

import pytest
from sympy import Function, exp, pi, sin
from sympy.abc import t, x, y
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.closed_space import closed_space
from sympy_ssde.reduction.system_idle import one_of_several, unchanging, without_idle
from sympy_ssde.reduction.system_order import in_turn

u, v, p = (Function(name)(x, y, t) for name in "uvp")


def moves(f):
    return f.diff(t) + u * f.diff(x) + v * f.diff(y) - f.diff(x, 2) - f.diff(y, 2)


FLOW = [moves(u) + p.diff(x), moves(v) + p.diff(y), u.diff(x) + v.diff(y)]
BOX = {x: (0, 1), y: (0, 1), t: (0, 1)}


def channel(profile, ends):
    walls = {f.subs(y, end): 0 for f in (u, v) for end in (0, 1)}
    sides = {v.subs(x, end): 0 for end in (0, 1)}
    start = {u.subs(t, 0): profile, v.subs(t, 0): 0}
    given = {p.subs(x, end): value for end, value in enumerate(ends)}
    return Problem(FLOW, [u, v, p], walls | sides | start | given, BOX)


@pytest.mark.parametrize("ends", [(2, 0), (5, 3), (1, 1)])
def test_flow_in_a_channel_that_settles(ends):
    drop = ends[0] - ends[1]
    profile = drop * y * (1 - y) / 2 + sin(pi * y)
    problem = channel(profile, ends)
    (reduced,) = without_idle(problem)
    assert reduced.combine[1] == 0 and len(reduced.problems[0].equations) > 3
    simple = (in_turn, one_of_several, without_idle)
    found = proved_by(problem, closed_space, simple=simple)
    assert found is not None and not found[0].has(x)


def test_data_that_do_not_vanish_stay():
    assert list(without_idle(channel(sin(pi * y), (1, 0)))) != []
    lifted = Problem(FLOW, [u, v, p], {v.subs(y, 0): 1, u.subs(y, 0): 0, p.subs(x, 0): 0}, BOX)
    assert all(r.combine[1] == v for r in without_idle(lifted))


def test_what_follows_must_have_one_unknown():
    a, b = Function("a")(x, y), Function("b")(x, y)
    data = {a.subs(y, 0): 0, b.subs(x, 0): 0}
    still = Problem([a.diff(x), a.diff(y) - b.diff(x, 2)], [a, b], data)
    (found,) = unchanging(still)
    assert found.problems[0].equations[-1].source == "Eq(-Derivative(b(x, y), (x, 3)), 0)"
    both = Problem([a.diff(x), a.diff(y) - b * b.diff(x)], [a, b], data)
    assert len(next(unchanging(both)).problems[0].equations) == 3
    moving = Problem([a.diff(x) - 1, a.diff(y) - b.diff(x, 2)], [a, b], data)
    assert list(unchanging(moving)) == []


def test_one_of_several_equations_is_enough():
    f = Function("f")(x, t)
    twice = [f.diff(t) - f.diff(x, 2), f.diff(t) + f]
    problem = Problem(twice, [f], {f.subs(t, 0): sin(x)})
    assert proved_by(problem, one_of_several) == (exp(-t) * sin(x),)
    wrong = Problem(twice, [f], {f.subs(t, 0): sin(2 * x)})
    assert proved_by(wrong, one_of_several) is None
    assert list(one_of_several(Problem(twice[0], f, {f.subs(t, 0): sin(x)}))) == []
