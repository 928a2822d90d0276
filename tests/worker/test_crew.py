"""Who does the work: processes of ours, executors, maps."""

import os
import threading
import time
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from types import SimpleNamespace

import pytest

from sympy_ssde.errors import ConfigError
from sympy_ssde.worker import crew
from sympy_ssde.worker.crew import Failure, Mapped, Processes, Through, cores, crew_of, is_crew


def square(number):
    return number**2


CREWS = {
    "one process": lambda: Processes(1),
    "two processes": lambda: Processes(2),
    "threads": lambda: Through(ThreadPoolExecutor(2)),
    "pool": lambda: Through(ProcessPoolExecutor(2, mp_context=get_context("spawn"))),
    "map": lambda: Mapped(map),
    "pool.map": lambda: Mapped(ThreadPoolExecutor(2).map),
}


@pytest.mark.parametrize("name", CREWS)
def test_every_job_is_done_once(name):
    found = list(CREWS[name]().results(abs, [-3, 4, 0, -5, 6], 30.0))
    assert sorted(found) == [(0, 3), (1, 4), (2, 0), (3, 5), (4, 6)]


def test_nothing_to_do():
    assert list(Processes(2).results(abs, [], 1.0)) == []
    assert list(Through(ThreadPoolExecutor(2)).results(abs, [], 1.0)) == []


@pytest.mark.parametrize("workers", [0, -2, 1.5, True, "two", object(), [1]])
def test_nobody_is_meant(workers):
    assert not is_crew(workers)
    with pytest.raises(ConfigError, match="was expected"):
        crew_of(workers)


def test_those_who_are_meant():
    assert crew_of(3).count == 3
    assert crew_of(-1).count == crew_of(None).count == cores() >= 1
    assert isinstance(crew_of(map), Mapped)
    assert isinstance(crew_of(ThreadPoolExecutor(1)), Through)


@pytest.mark.parametrize("processes", [Processes(1), Processes(2)], ids=["one", "two"])
def test_a_job_whose_process_dies_is_done_again(processes, tmp_path, caplog):
    mark = tmp_path / "mark"
    deadly = f"test -e {mark} || (touch {mark}; kill -9 $PPID)"
    assert dict(processes.results(os.system, ["true", deadly], 60.0)) == {0: 0, 1: 0}
    assert "did not finish" in caplog.text


def test_a_job_that_never_ends_is_given_up(caplog):
    start = time.monotonic()
    ((number, found),) = Processes(1).results(time.sleep, [60], 0.3)
    assert number == 0 and isinstance(found, Failure) and "time" in found.reason
    assert time.monotonic() - start < 30


class Failing(Executor):
    """Loses the first jobs, then is broken."""

    def __init__(self, losses, broken=False):
        self.losses, self.broken = losses, broken

    def submit(self, function, *arguments):
        if self.broken:
            raise BrokenExecutor("gone")
        future = Future()
        if self.losses:
            self.losses -= 1
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            future.set_result(function(*arguments))
        return future


def test_a_job_that_an_executor_loses_is_given_to_it_again(caplog):
    assert sorted(Through(Failing(2)).results(square, [1, 2, 3], 9.0)) == [(0, 1), (1, 4), (2, 9)]
    assert "a worker failed" in caplog.text
    found = dict(Through(Failing(99)).results(square, [1], 9.0))
    assert isinstance(found[0], Failure)


def test_a_broken_executor_is_helped_out(caplog):
    assert sorted(Through(Failing(0, broken=True)).results(square, [1, 2], 9.0)) == [(0, 1), (1, 4)]
    assert "done here" in caplog.text


class Silent(Executor):
    """Never answers; as Dask's, it may say that its client is closed."""

    def __init__(self, status="running"):
        self._client = SimpleNamespace(status=status)

    def submit(self, function, *arguments):
        return Future()


@pytest.mark.parametrize(("status", "seconds"), [("running", 0.1), ("closed", 99.0)])
def test_what_nobody_answers_for_is_done_here(status, seconds, caplog, monkeypatch):
    monkeypatch.setattr(crew, "_PATIENCE", 0.05)
    found = Through(Silent(status)).results(square, list(range(30)), seconds)
    assert sorted(found) == [(n, n**2) for n in range(30)]
    assert "nobody answers any more" in caplog.text


def test_whoever_stops_listening_leaves_no_process_behind():
    before = threading.active_count()
    results = Processes(2).results(time.sleep, [0, 60, 60], 90.0)
    assert next(results) == (0, None)
    results.close()
    end = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.05)
    assert threading.active_count() <= before + 1
