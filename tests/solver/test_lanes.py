"""Direct searches that join a long one: the same answer, whoever computes them."""

import logging
import time
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
import pytest
from sympy import Function, Symbol, exp, sin

from sympy_ssde import Problem, SearchConfig, find_solution
from sympy_ssde.search.customs import GeneticConfig
from sympy_ssde.solver import lanes
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.lanes import NEW, Ahead, Piece, lane, work_on
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.preparation import generator, prepared_physics
from sympy_ssde.solver.searcher import Prover

x = Symbol("x")
u = Function("u")
EXACT = exp(-x) * sin(3 * x) + x**2
PROBLEM = Problem(
    u(x).diff(x) + u(x) - (EXACT.diff(x) + EXACT).expand(), u(x), {u(0): 0}, {x: (0, 2)}
)
CONFIG = SearchConfig(
    reductions=False, shortcuts=False, hints=False, lanes=3, lane=600, batch=200, generations=3
)
OPTIONS = Options(config=CONFIG)


@pytest.fixture
def clock():
    now = time.monotonic()
    return Clock(now, now + 100)


@pytest.fixture(scope="module")
def physics():
    return prepared_physics(PROBLEM, OPTIONS, generator(OPTIONS))


def turns(search, count):
    """What decides in some turns."""
    found = []
    for _ in range(count):
        record, _ = search.advance()
        found.append((record.source, record.evaluations, record.best_loss, record.front))
    return found


def test_a_lane_depends_on_seed_and_number_alone(physics, clock):
    prove = Prover(physics, clock)
    first = turns(lane(1, prove, OPTIONS), 6)
    assert turns(lane(1, prove, OPTIONS), 6) == first
    assert turns(lane(2, prove, OPTIONS), 6) != first
    assert turns(lane(1, prove, replace(OPTIONS, seed=1)), 6) != first


@pytest.mark.parametrize("pause", range(7))
def test_a_lane_goes_on_where_it_was_left(pause, physics, clock):
    prove = Prover(physics, clock)
    whole = turns(lane(1, prove, OPTIONS), 9)
    search = lane(1, prove, OPTIONS)
    before = turns(search, pause)
    state = search.left().state
    after = turns(lane(1, prove, OPTIONS, state), 9 - pause)
    assert before + after == whole


def test_pieces_of_work_make_the_lane(physics, clock, monkeypatch):
    whole = turns(lane(2, Prover(physics, clock), OPTIONS), 8)
    monkeypatch.setattr(lanes, "_SLICE", 0.0)
    state, found = None, []
    for _ in range(8):
        done = work_on(Piece(PROBLEM, OPTIONS, 2, state, 60.0))
        state = done.state
        found += [(r.source, r.evaluations, r.best_loss, r.front) for r, _ in done.turns]
    assert found == whole


@pytest.mark.parametrize("taken", range(5))
def test_one_that_was_computed_ahead_goes_on_where_it_was_left(taken, physics, clock):
    whole = turns(lane(1, Prover(physics, clock), OPTIONS), 7)
    with ThreadPoolExecutor(1) as executor:
        first = Ahead(1, Prover(physics, clock), OPTIONS, executor, NEW)
        assert turns(first, taken) == whole[:taken]
        first.stop()
        again = Ahead(1, Prover(physics, clock), OPTIONS, executor, first.left())
        assert again.evaluations == first.evaluations
        assert turns(again, 7 - taken) == whole[taken:]
        again.stop()


def test_a_lane_may_come_to_its_end(physics, clock):
    ends = replace(OPTIONS, config=replace(CONFIG, max_rounds=1))
    done = work_on(Piece(PROBLEM, ends, 1, None, 60.0))
    assert done.is_over and 0 < len(done.turns) <= 1 + GeneticConfig().turns * CONFIG.generations
    with ThreadPoolExecutor(1) as executor:
        ahead = Ahead(1, Prover(physics, clock), ends, executor, NEW)
        assert len(turns(ahead, len(done.turns))) == len(done.turns)
        with pytest.raises(StopIteration):
            ahead.advance()


class Failing(Executor):
    """Loses every other piece of work, and after some breaks down."""

    def __init__(self, lasts):
        self.lasts, self.count = lasts, 0

    def submit(self, function, *arguments):
        self.count += 1
        if self.count > self.lasts:
            raise BrokenExecutor("gone")
        future = Future()
        if self.count % 2:
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            future.set_result(function(*arguments))
        return future


class Silent(Executor):
    """Never answers."""

    def submit(self, function, *arguments):
        return Future()


@pytest.mark.parametrize(
    "executor", [Failing(5), Failing(0), Silent()], ids=["dies", "gone", "mute"]
)
def test_who_fails_is_replaced(executor, physics, clock, monkeypatch, caplog):
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(lanes, "_PATIENCE", 0.5)
    monkeypatch.setattr(lanes, "_SLICE", 0.0)
    whole = turns(lane(1, Prover(physics, clock), OPTIONS), 7)
    ahead = Ahead(1, Prover(physics, clock), OPTIONS, executor, NEW)
    assert turns(ahead, 7) == whole
    assert "computed here from now on" in caplog.text
    ahead.stop()


def same(solution):
    records = [(r.source, r.evaluations, r.best_loss) for r in solution.history.records]
    return (solution.eqs, solution.status, solution.evaluations, records)


@pytest.fixture(scope="module")
def alone():
    config = replace(CONFIG, max_rounds=30)
    found = find_solution(PROBLEM, config=config, workers=1, timeout=100)
    assert found.evaluations > 3 * CONFIG.lane  # all lanes have joined
    return same(found)


MADE = {
    "threads": lambda: ThreadPoolExecutor(2),
    "processes": lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    "failing": lambda: Failing(9),
    "silent": Silent,
}


@pytest.mark.parametrize("workers", [1, 2, 4, -1, map, *MADE])
def test_the_same_answer_whoever_helps(workers, alone, monkeypatch):
    monkeypatch.setattr(lanes, "_PATIENCE", 1.0)
    executor = MADE[workers]() if workers in MADE else workers
    config = replace(CONFIG, max_rounds=30)
    assert same(find_solution(PROBLEM, config=config, workers=executor, timeout=100)) == alone
    if isinstance(executor, Executor):
        executor.shutdown(wait=False, cancel_futures=True)


def test_a_function_like_map_helps(alone):
    given = []

    def mapped(function, jobs):
        given.extend(jobs)
        return map(function, jobs)

    config = replace(CONFIG, max_rounds=30)
    assert same(find_solution(PROBLEM, config=config, workers=mapped, timeout=100)) == alone
    assert given and {piece.number for piece in given} == {1, 2}


def test_workers_that_end_after_the_search_are_not_missed(physics, clock, caplog):
    executor = Silent()
    ahead = Ahead(1, Prover(physics, clock), OPTIONS, executor, NEW)
    ahead._is_stopped.set()
    executor.submit = lambda *_: 1 / 0
    assert ahead._done() is None and not caplog.records


def test_no_lanes_in_short_searches_and_in_the_papers():
    paper = SearchConfig.paper(max_rounds=2, batch=200, generations=3, lane=1)
    without = replace(paper, lane=10**9)
    found = [find_solution(PROBLEM, config=c, timeout=60) for c in (paper, without)]
    assert same(found[0]) == same(found[1])
    assert SearchConfig.paper().lanes == 1 and SearchConfig().lane >= 10**5


def test_all_lanes_are_counted(alone):
    evaluations = [evaluations for _, evaluations, _ in alone[3]]
    assert evaluations == sorted(evaluations) and alone[2] == evaluations[-1]
    assert np.isfinite(alone[3][-1][2])
