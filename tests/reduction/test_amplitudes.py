"""Equations of amplitudes, in blocks."""

from sympy import Function, S
from sympy.abc import t, x

from sympy_ssde import Problem
from sympy_ssde.reduction.amplitudes import Relation, blocks
from sympy_ssde.reduction.view import view

u, a, b = Function("u"), Function("a"), Function("b")
HEAT = view(Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t), {u(x, 0): x}))


def relation(terms, value=0):
    return Relation(tuple((k, S(c)) for k, c in terms.items()), S(value))


DECAY = [relation({(i, 1, t): 1, (i, 0, t): i + 1}) for i in range(2)]
STARTS = [relation({(0, 0, S.Zero): 1}, 2), relation({(1, 0, S.Zero): 1})]


def test_amplitudes_that_do_not_meet_have_problems_of_their_own():
    first, second = blocks(2, DECAY, STARTS)
    assert (first.members, second.members) == ((0,), (1,))
    assert not first.is_trivial and second.is_trivial
    problem = first.problem(HEAT, {0: a(t), 1: b(t)}, t)
    assert problem == Problem(a(t).diff(t) + a(t), a(t), {a(0): 2}, {t: (0, 1)})


def test_a_common_condition_couples():
    both = relation({(0, 0, S.One): 1, (1, 0, S.One): -1}, 3)
    (block,) = blocks(2, DECAY, [*STARTS[:1], both])
    problem = block.problem(HEAT, {0: a(t), 1: b(t)}, t)
    assert problem.functions == (a(t), b(t)) and len(problem.conditions) == 2


def test_derivatives_at_a_place():
    slope = relation({(0, 1, S.Zero): 1}, 5)
    (block,) = blocks(1, DECAY[:1], [slope])
    problem = block.problem(HEAT, {0: a(t)}, t)
    assert problem == Problem(a(t).diff(t) + a(t), a(t), {a(t).diff(t).subs(t, 0): 5}, {t: (0, 1)})


def test_contradictions_and_missing_equations_have_no_blocks():
    assert blocks(2, DECAY, [relation({}, 1)]) is None
    assert blocks(2, DECAY[:1], STARTS[:1]) is not None
    assert blocks(2, DECAY[:1], [relation({(1, 0, S.Zero): 1}, 1)]) is None
