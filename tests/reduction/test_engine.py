"""The engine: leaves first, deeper step by step, failures that cost nothing."""

import time

import pytest
from sympy import Function, Integer, exp
from sympy.abc import t, x

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.reduction.engine import Engine, Memory, Open
from sympy_ssde.reduction.reduction import Found, Line, Reduction, Rest

u, v, w = map(Function, "uvw")
DECAY = Problem(u(t).diff(t) + u(t), u(t), {u(0): 1})
SLOW = Problem(v(t).diff(t) + v(t), v(t), {v(0): 1})
PLANE = Problem(w(x, t).diff(t) + w(x, t), w(x, t), {w(x, 0): x})
ANSWER = Found((exp(-t),), (Line("by heart"),))


def knows(problem, *answers):
    def leaf(asked):
        if asked == problem:
            yield from answers

    return leaf


def reduces(problem, *reductions):
    def way(asked):
        if asked == problem:
            yield from reductions

    return way


def candidates(problem, leaves=(), ways=(), seconds=20):
    return list(Engine(tuple(leaves), (), tuple(ways), Clock(seconds)).candidates(problem))


def test_a_leaf_solves_at_once():
    assert candidates(DECAY, [knows(DECAY, ANSWER)]) == [ANSWER]


def test_wrong_candidates_are_left_out():
    wrong = Found((2 * exp(-t),))
    assert candidates(DECAY, [knows(DECAY, wrong, ANSWER)]) == [ANSWER]


def test_a_reduction_is_put_together_and_tells_how():
    separate = Reduction((SLOW,), (x * v(t),), Line("separate x"))
    (found,) = candidates(PLANE, [knows(SLOW, ANSWER)], [reduces(PLANE, separate)])
    assert found.exprs == (x * exp(-t),) and found.reduced
    assert [line.words for line in found.lines] == ["separate x", "by heart"]


def test_reductions_inside_of_reductions():
    rename = Reduction((SLOW,), (v(t),), Line("call it v"))
    separate = Reduction((DECAY,), (x * u(t),), Line("separate x"))
    ways = [reduces(PLANE, separate), reduces(DECAY, rename)]
    (found,) = candidates(PLANE, [knows(SLOW, ANSWER)], ways)
    assert [line.words for line in found.lines] == ["separate x", "call it v", "by heart"]


def test_circles_come_to_an_end():
    there = Reduction((SLOW,), (v(t),), Line("to v"))
    back = Reduction((DECAY,), (u(t),), Line("to u"))
    assert candidates(DECAY, [], [reduces(DECAY, there), reduces(SLOW, back)]) == []


def test_other_solutions_of_a_part_are_tried():
    square = Problem(v(t).diff(t) ** 2 - v(t) ** 2, v(t), {v(0): 1})
    separate = Reduction((square,), (x * v(t),), Line("separate x"))
    leaf = knows(square, Found((exp(t),)), Found((exp(-t),)))
    assert [f.exprs for f in candidates(PLANE, [leaf], [reduces(PLANE, separate)])] == [
        (x * exp(-t),)
    ]


@pytest.mark.parametrize("error", [ValueError, RecursionError, AttributeError, KeyError])
def test_a_way_that_fails_does_not_hide_the_others(error):
    def fails(problem):
        yield Found((Integer(7),))
        raise error

    assert candidates(DECAY, [fails, knows(DECAY, ANSWER)]) == [ANSWER]


def test_a_way_that_hangs_is_left_after_a_while():
    def hangs(problem):
        while True:
            pass
        yield

    start = time.monotonic()
    assert candidates(DECAY, [hangs], [hangs], seconds=0.5) == []
    assert time.monotonic() - start < 3


def test_what_was_found_is_remembered():
    asked = []

    def leaf(problem):
        asked.append(problem)
        yield from ()

    both = Reduction((SLOW, DECAY), (v(t) + u(t),), Line("split"))
    candidates(PLANE, [leaf], [reduces(PLANE, both, both)])
    assert sorted(map(str, asked)) == sorted(map(str, {PLANE, SLOW}))  # DECAY waits for SLOW


def test_another_engine_tries_only_what_did_not_come_to_its_end():
    asked = []

    def ends(problem):
        asked.append("ends")
        yield ANSWER

    def hangs(problem):
        asked.append("hangs")
        yield ANSWER
        while True:
            pass

    memory = Memory()
    for longest in (0.05, 0.1):
        engine = Engine((ends, hangs), (), (), Clock(20), longest, memory=memory)
        assert list(engine.candidates(DECAY)) == [ANSWER]
    assert asked == ["ends", "hangs", "hangs"]


def test_open_reductions_wait_for_a_search():
    known = knows(SLOW, ANSWER)
    hard = Problem(u(t).diff(t) + u(t) ** 7, u(t), {u(0): 1})
    both = Reduction((SLOW, hard), (x * v(t) + u(t),), Line("split"))
    nothing = Reduction((hard, hard), (u(t),), Line("twice"))
    engine = Engine((known,), (), (reduces(PLANE, both, nothing),), Clock(20))
    assert list(engine.candidates(PLANE)) == []
    (opened,) = engine.open(PLANE)
    assert isinstance(opened, Open) and opened.problem == hard
    assert opened.whole((t**2,)) == (x * exp(-t) + t**2,)


def test_what_comes_after_the_parts_may_be_left_to_a_search():
    pair = Problem([u(t).diff(t) + v(t), v(t).diff(t) + v(t)], [u(t), v(t)], {u(0): 1, v(0): 1})
    rest = Rest(pair, (u(t),), (u(t).diff(t) + v(t),), (u(0) - 1,))
    split = Reduction((SLOW,), (u(t), v(t)), Line("v first"), rest)
    engine = Engine((knows(SLOW, ANSWER),), (), (reduces(pair, split),), Clock(20))
    (opened,) = engine.open(pair)
    assert opened.problem.functions == (u(t),) and opened.left((exp(-t),)) is None
    assert opened.whole((exp(-t),)) == (exp(-t), exp(-t))
    (before,) = Engine((), (), (reduces(pair, split),), Clock(20)).open(pair)
    assert before.problem == SLOW and before.left((exp(-t),)) == opened.problem
    assert before.whole((exp(-t),), (1 + t,)) == (1 + t, exp(-t))


def test_a_system_may_be_left_of_a_system():
    flow = [w(x, t).diff(t) + u(x, t), u(x, t).diff(t) - w(x, t)]
    plane = Problem(flow, [w(x, t), u(x, t)], {w(x, 0): x, u(x, 0): 0})
    small = [u(t).diff(t) + v(t) ** 7, v(t).diff(t) - u(t) ** 7]
    part = Problem(small, [u(t), v(t)], {u(0): 1, v(0): 0})
    split = Reduction((part,), (x * u(t), x * v(t)), Line("separate"))
    (opened,) = Engine((), (), (reduces(plane, split),), Clock(20)).open(plane)
    assert opened.problem == part and opened.whole((t, t)) == (x * t, x * t)
    alone = Reduction((part,), (x * u(t),), Line("separate"))
    assert list(Engine((), (), (reduces(PLANE, alone),), Clock(20)).open(PLANE)) == []


def test_simple_ways_are_no_deeper():
    pair = Problem([u(t).diff(t) + v(t), v(t).diff(t) + v(t)], [u(t), v(t)], {u(0): 1, v(0): 1})
    rest = Rest(pair, (u(t),), (u(t).diff(t) + v(t),), (u(0) - 1,))
    split = Reduction((SLOW,), (u(t), v(t)), Line("v first"), rest)
    knows_rest = knows(split.left([(exp(-t),)]), ANSWER)
    leaves = (knows(SLOW, ANSWER), knows_rest)
    engine = Engine(leaves, (), (), Clock(20), simple=(reduces(pair, split),))
    assert [f.exprs for f in engine.candidates(pair)] == [(exp(-t), exp(-t))]


def test_only_smaller_problems_are_left_to_a_search():
    same = Problem(u(x, t).diff(t) + u(x, t), u(x, t), {u(x, 0): x})
    rename = Reduction((same,), (u(x, t),), Line("call it u"))
    engine = Engine((), (), (reduces(PLANE, rename),), Clock(20))
    assert list(engine.open(PLANE)) == []


def test_what_counts_as_a_reduction():
    engine = Engine((), (knows(DECAY, ANSWER),), (), Clock(20))
    assert [found.reduced for found in engine.candidates(DECAY)] == [True]


def test_what_was_cut_short_is_tried_again():
    """Even where the clock says that there was time left: clocks differ."""
    calls = []

    def slow(problem):
        calls.append(problem)
        raise TimeUp
        yield

    memory = Memory()
    for _ in range(2):
        list(Engine((), (slow,), (), Clock(5.0), 1.0, memory=memory).candidates(DECAY))
    assert len(calls) == 2
