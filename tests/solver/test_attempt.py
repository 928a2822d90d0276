"""An attempt: searchers take turns, and an interrupt ends it at any time."""

import time

import numpy as np
import pytest
from sympy import Function, exp, sin
from sympy.abc import x, y

from sympy_ssde import Problem, SearchConfig, Status, find_solution
from sympy_ssde.config import Hint
from sympy_ssde.result.solution import Ending, Method, Record
from sympy_ssde.solver import attempt as module
from sympy_ssde.solver import preparation
from sympy_ssde.solver.attempt import Attempt, attempt
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.progress import Progress

u = Function("u")
GROWTH = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
PLANE = Problem(u(x, y).diff(x) + u(x, y).diff(y), u(x, y), {u(x, 0): exp(sin(x))})
SMALL = SearchConfig(batch=60, generations=2, max_rounds=1, shortcuts=False, reductions=False)


class Scripted:
    """A searcher whose steps are written down: evaluations of each."""

    exhausted = Ending.NO_LINES
    steps = ()

    def __init__(self, method, *steps):
        self.method, self.evaluations, self.turns = method, 0, list(steps)

    def advance(self):
        if not self.turns:
            raise StopIteration
        self.evaluations += self.turns.pop(0)
        return Record(0, "any", self.evaluations, 0.0, 0.5, 1.0, "x", method=self.method), None


def made(problem=GROWTH, seconds=100, **options):
    now = time.monotonic()
    options.setdefault("config", SMALL)
    return Attempt(problem, Options(**options), None, Clock(now, now + seconds))


def attempted(**options):
    now = time.monotonic()
    return attempt(GROWTH, Options(**options), None, Clock(now, now + 20), Progress(False, 1))


def searched(prepared):
    with Progress(False, 1) as display:
        return prepared.search(display)


def test_an_attempt_is_whole_once_it_is_made():
    prepared = made()
    assert prepared.physics.problem is GROWTH
    assert prepared.searchers == [prepared.direct] and prepared.evaluations() == 0


@pytest.mark.parametrize(
    ("hint", "recursion", "methods"),
    [
        ("default", True, [Method.RECURSIVE, Method.DIRECT]),
        ("default", False, [Method.DIRECT]),
        ("direct", True, [Method.DIRECT]),
        ("recursive", False, [Method.RECURSIVE]),
    ],
)
def test_the_hint_chooses_the_searchers(hint, recursion, methods):
    config = SearchConfig(batch=60, recursion=recursion)
    prepared = made(PLANE, hint=Hint(hint), config=config)
    assert [s.method for s in prepared.searchers] == methods
    assert (prepared.direct is None) == (methods == [Method.RECURSIVE])


def test_searchers_dont_hold_the_attempt():
    prepared = made(PLANE)
    for searcher in prepared.searchers:
        assert prepared not in vars(searcher).values()


def test_searchers_take_turns_by_their_evaluations():
    prepared = made()
    prepared.searchers = [
        Scripted(Method.RECURSIVE, 10, 10, 10),
        Scripted(Method.DIRECT, 4, 4, 4, 4, 4, 4, 4),
    ]
    found = searched(prepared)
    order = [r.method.value[0] for r in found.history.records]
    assert "".join(order) == "rdddrddrdd"
    assert [r.evaluations for r in found.history.records][:5] == [10, 14, 18, 22, 32]
    assert found.ending is Ending.NO_LINES and found.reason == str(Ending.NO_LINES)


def test_time_is_up_after_a_step():
    found = searched(made(seconds=0))
    assert found.ending is Ending.OUT_OF_TIME and found.reason == "out of time"
    assert len(found.history) <= 1  # the clock may end the first step


@pytest.mark.parametrize("place", ["Physics", "Direct", "Library"])
@pytest.mark.parametrize("hint", [Hint.DEFAULT, Hint.DIRECT])
def test_an_interrupt_while_preparing_gives_a_solution(monkeypatch, place, hint):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    class Interrupting:
        build = staticmethod(interrupt)

        def __init__(self, *_, **__):
            interrupt()

    monkeypatch.setattr(module if place == "Direct" else preparation, place, Interrupting)
    found = find_solution(GROWTH, hint=hint, config=SMALL, timeout=20)
    assert found.status is Status.UNDECIDED and found.expr is None and not found
    assert found.ending is Ending.INTERRUPTED and found.reason == "interrupted"
    assert (found.method, found.evaluations, found.residuals) == ("direct", 0, {})
    assert len(found.history) == 0 and found.options["config"] is SMALL


def test_compiled_code_turns_an_interrupt_into_a_system_error(monkeypatch):
    def interrupt(*_, **__):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise SystemError from error

    monkeypatch.setattr(preparation, "Physics", interrupt)
    found = attempted(config=SMALL, hint=Hint.RECURSIVE)
    assert found.ending is Ending.INTERRUPTED and found.method is Method.RECURSIVE


@pytest.mark.parametrize("error", [SystemError, ZeroDivisionError])
def test_other_errors_come_through(monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(preparation, "Physics", fail)
    with pytest.raises(error):
        attempted(config=SMALL)


def test_the_same_seed_draws_the_same_points():
    first, again, other = (made(PLANE, seed=seed).physics.equation.points for seed in (3, 3, 4))
    assert np.array_equal(first, again) and not np.array_equal(first, other)
