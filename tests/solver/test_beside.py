"""Which answer counts does not depend on which process is quicker."""

import time
from threading import Timer

import pytest
from beside_maker import make_beside
from sympy import DiracDelta, Function, exp, sin
from sympy.abc import t

from sympy_ssde import Problem, SearchConfig, Status, UnsupportedError, find_solution
from sympy_ssde.config import Hint
from sympy_ssde.proof.finding import PROVED
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.structure import PATIENT, QUICK, Answer, Passed, Structure
from sympy_ssde.result.solution import Method
from sympy_ssde.solver.attempt import attempt
from sympy_ssde.solver.beside import DUE
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.progress import Progress

u = Function("u")
DECAY = Problem(u(t).diff(t) + u(t), u(t), {u(0): 1})
(ANSWER,) = (r for r in Structure(DECAY, 20).run() if isinstance(r, Answer))


def test_the_first_stage_comes_before_every_turn(monkeypatch):
    beside, _, _ = make_beside(monkeypatch, DECAY, [ANSWER])
    found = beside.solution(0)
    assert found and found.expr == exp(-t) and found.method is Method.SYMPY
    assert found.evaluations == 0 and found.steps == ANSWER.found.lines
    assert [f.status for f in ANSWER.findings] == [PROVED] * 2


def test_an_answer_of_a_later_stage_waits_for_its_turn(monkeypatch):
    beside, _, _ = make_beside(monkeypatch, DECAY, [Passed(0), ANSWER])
    assert [bool(beside.solution(turn)) for turn in (0, DUE[1] - 1, DUE[1])] == [False, False, True]


def test_a_turn_waits_for_the_stages_before_it(monkeypatch):
    beside, running, _ = make_beside(monkeypatch, DECAY)
    start = time.monotonic()
    beside.wait(0, 0.2)  # the first stage is not over
    assert time.monotonic() - start >= 0.2
    running.results.append(Passed(0))
    start = time.monotonic()
    beside.wait(DUE[1] - 1, 5.0)  # the second stage need not be
    assert time.monotonic() - start < 1
    running.results.append(ANSWER)
    beside.wait(DUE[1], 5.0)
    assert beside.solution(DUE[1])


def test_nobody_waits_for_a_process_that_has_ended(monkeypatch):
    beside, _, _ = make_beside(monkeypatch, DECAY, is_over=True)
    start = time.monotonic()
    beside.wait(DUE[-1], 30.0)
    assert time.monotonic() - start < 1 and beside.solution(DUE[-1]) is None


def test_nor_after_the_deadline(monkeypatch):
    beside, _, _ = make_beside(monkeypatch, DECAY, seconds=0.2)
    start = time.monotonic()
    beside.wait(0, 30.0)
    assert time.monotonic() - start < 1


STRUCK = Problem(u(t).diff(t) - DiracDelta(t - 1), u(t), {u(0): 0}, {t: (0, 2)})
(JUMP,) = (r for r in Structure(STRUCK, 20).run() if isinstance(r, Answer))


def tried(beside, clock):
    return attempt(STRUCK, Options(), beside, clock, Progress(False, 1))


def test_where_no_search_can_begin_a_late_answer_is_waited_for(monkeypatch):
    beside, running, clock = make_beside(monkeypatch, STRUCK, [Passed(0)])
    Timer(0.5, running.results.append, [JUMP]).start()
    start = time.monotonic()
    assert tried(beside, clock).status is Status.PROVED
    assert 0.4 < time.monotonic() - start < 10


@pytest.mark.parametrize("is_over", [True, False])
def test_without_that_answer_it_is_said_why_no_search_begins(monkeypatch, is_over):
    """In time, too: the deadline doesn't take the words away."""
    beside, _, clock = make_beside(monkeypatch, STRUCK, is_over=is_over, seconds=6.0)
    with pytest.raises(UnsupportedError, match="the impulse"):
        tried(beside, clock)
    assert clock.left() > -1


def test_reductions_are_told_apart_from_methods(monkeypatch):
    reduced = Answer(Found((exp(-t),), (Line("by a wave"),), reduced=True), ANSWER.findings)
    beside, running, _ = make_beside(monkeypatch, DECAY, [reduced])
    assert beside.solution(0).method is Method.REDUCTION
    beside.stop()
    assert running.stopped


def test_the_hint_asks_for_methods_only(monkeypatch):
    for hint in (Hint.SYMPY, Hint.DEFAULT):
        options = Options(hint=hint)
        _, running, _ = make_beside(monkeypatch, DECAY, options=options)
        assert running.task.methods_only is (hint is Hint.SYMPY)


def test_in_a_warm_process_the_same_answer_comes_each_time():
    problem = {"eq": u(t).diff(t) ** 2 + u(t) ** 2 - 1, "func": u(t), "bcs": {u(0): 1}}
    first = find_solution(**problem, domain={t: (0, 1)}, timeout=30)
    again = find_solution(**problem, domain={t: (0, 1)}, timeout=30)
    assert (first.expr, first.method, first.evaluations) == (
        again.expr,
        again.method,
        again.evaluations,
    )


@pytest.mark.parametrize("seconds", [1.0, 0.001])  # the second ends before the search begins
def test_at_the_end_of_the_time_an_answer_counts_that_was_not_due(monkeypatch, seconds):
    hard = Problem(u(t).diff(t) - sin(exp(u(t))) - exp(sin(t)), u(t), {u(0): 1})
    results = [*(Passed(stage) for stage in range(4)), ANSWER]
    beside, _, clock = make_beside(monkeypatch, hard, results, seconds=seconds)
    options = Options(config=SearchConfig(batch=50, generations=2))
    with Progress(False, 60) as display:
        found = attempt(hard, options, beside, clock, display)
    assert found.expr == exp(-t) and found.method is Method.SYMPY


def test_what_takes_its_time_waits_for_a_search_that_does(monkeypatch):
    beside, running, _ = make_beside(monkeypatch, DECAY, [Passed(0), Passed(1)])
    assert beside.solution(0) is None and running.task.stages == QUICK
    assert beside.solution(100) is None and running.task.stages == PATIENT
