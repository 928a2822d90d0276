"""The process that proofs run in."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from sympy import Function, exp, symbols

import sympy_ssde
from sympy_ssde import Problem
from sympy_ssde.deadline import Late, within
from sympy_ssde.proof.finding import PROVED
from sympy_ssde.proof.verify import check_task
from sympy_ssde.worker import isolation, process
from sympy_ssde.worker.isolation import isolated_environment
from sympy_ssde.worker.pool import LATE, Worker, shared_worker
from sympy_ssde.worker.serving import LOST, main_in_the_background

x = symbols("x")
u = Function("u")
TASK = check_task(Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}), (exp(x),), 5, False)


@pytest.fixture(autouse=True)
def tasks_of_this_file(monkeypatch):
    """Processes import nothing but the package and what it needs; tell them of this folder."""
    folders = [*isolation._folders(), str(Path(__file__).parent)]
    monkeypatch.setattr(isolation, "_folders", lambda: folders)


@pytest.fixture
def worker():
    made = Worker()
    yield made
    made.stop()


def test_answers_in_order_and_stays_warm(worker):
    findings, why = worker.run(TASK)
    assert [f.status for f in findings] == [PROVED, PROVED] and why == ""
    start = time.monotonic()
    worker.run(TASK)
    assert time.monotonic() - start < 0.5


def ended(number, seconds):
    """Whether there is no process of this number any more, soon."""
    end = time.monotonic() + seconds
    while Path(f"/proc/{number}").exists() and time.monotonic() < end:
        time.sleep(0.02)
    return not Path(f"/proc/{number}").exists()


def test_a_killed_process_is_replaced(worker):
    worker.run(TASK)
    (idle,) = worker._idle
    os.kill(idle.number, signal.SIGKILL)
    assert idle.wait(5)
    findings, _ = worker.run(TASK)
    assert len(findings) == 2


def test_a_crash_in_the_worker_is_reported(worker):
    worker.run(TASK)
    (idle,) = worker._idle
    idle._popen.stdin.write(b"garbage that is no pickle")
    idle._popen.stdin.flush()
    findings, why = worker.run(TASK)
    assert findings == [] and "unexpectedly" in why
    assert worker.run(TASK, startup=20)[0]


@dataclass(frozen=True)
class Sleep:
    """Sleeps as long as its time allows, and more."""

    timeout: float
    seconds: float

    def run(self):
        yield "began"
        time.sleep(self.seconds)
        yield "ended"


@dataclass(frozen=True)
class Power:
    """A number that no signal can interrupt the computation of."""

    timeout: float

    def run(self):
        yield "began"
        yield (3 ** (10**9)) % 7


@pytest.mark.parametrize("make", [lambda t: Sleep(t, 60), Power])
def test_a_deadline_is_kept_whatever_is_done(worker, make):
    worker.run(TASK)
    start = time.monotonic()
    results, why = worker.run(make(1))
    assert results == ["began"] and why == LATE and time.monotonic() - start < 2


def test_threads_do_not_wait_for_each_other(worker):
    worker.run(TASK)
    with ThreadPoolExecutor(2) as threads:
        threads.submit(worker.run, Sleep(5, 4))
        time.sleep(0.2)
        start = time.monotonic()
        findings, _ = threads.submit(worker.run, replace(TASK, timeout=20)).result()
        assert len(findings) == 2 and time.monotonic() - start < 3.5


def test_the_clock_runs_while_a_task_waits():
    worker = Worker(most=1)
    try:
        worker.run(TASK)
        with ThreadPoolExecutor(2) as threads:
            threads.submit(worker.run, Sleep(5, 3))
            time.sleep(0.2)
            start = time.monotonic()
            results, why = worker.run(Sleep(1, 0))
            assert results == [] and LATE in why and time.monotonic() - start < 1.9
    finally:
        worker.stop()


@dataclass(frozen=True)
class Count:
    """Gives numbers, with pauses."""

    timeout: float
    numbers: int
    pause: float

    def run(self):
        for number in range(self.numbers):
            yield number
            time.sleep(self.pause)


def test_results_come_one_by_one(worker):
    worker.run(TASK)
    running = worker.begin(Count(20, 3, 0.3))
    start = time.monotonic()
    assert running.take(5) == 0 and time.monotonic() - start < 1 and not running.is_over
    assert running.take(0.001) is None
    assert [running.take(5), running.take(5), running.take(5), running.take(5)] == [
        1,
        2,
        None,
        None,
    ]
    assert running.is_over


@dataclass(frozen=True)
class Compute:
    """Computes as long as it is let."""

    timeout: float

    def run(self):
        yield "began"
        while True:
            sum(range(1000))


def test_a_process_leaves_a_task_and_stays_warm(worker):
    worker.run(TASK)
    running = worker.begin(Compute(60))
    assert running.take(5) == "began"
    (busy,) = worker._busy
    running.stop()
    assert running.take(5) is None and running.is_over
    start = time.monotonic()
    assert len(worker.run(TASK)[0]) == 2 and time.monotonic() - start < 0.5
    time.sleep(process._PATIENCE + 0.1)  # what would have ended it comes now
    assert len(worker.run(TASK)[0]) == 2 and busy.is_alive()


@dataclass(frozen=True)
class Deaf:
    """Hears no signals, as code that is compiled."""

    timeout: float

    def run(self):
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        yield "began"
        time.sleep(self.timeout)


def test_one_that_does_not_leave_is_ended(worker):
    worker.run(TASK)
    running = worker.begin(Deaf(60))
    assert running.take(5) == "began"
    (busy,) = worker._busy
    running.stop()
    assert running.take(5) is None and running.is_over
    assert busy.wait(5)
    assert len(worker.run(TASK, startup=20)[0]) == 2


def test_stopping_what_is_over_changes_nothing(worker):
    worker.run(TASK)
    running = worker.begin(Count(5, 1, 0.0))
    assert running.take(5) == 0 and running.take(5) is None
    running.stop()
    start = time.monotonic()
    assert len(worker.run(TASK)[0]) == 2 and time.monotonic() - start < 1


def test_stopping_ends_all_processes(worker):
    with ThreadPoolExecutor(1) as threads:
        job = threads.submit(worker.run, Sleep(60, 60))
        deadline = time.monotonic() + 20
        while not worker._busy and time.monotonic() < deadline:
            time.sleep(0.05)
        (busy,) = worker._busy
        worker.stop()
        assert "unexpectedly" in job.result()[1] and busy.is_over


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends it while it computes")
def test_a_process_whose_parent_is_gone_ends(tmp_path):
    script = (
        "import os, sys, threading, time\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import sympy_ssde.worker.isolation as i, sympy_ssde.worker.pool as w\n"
        "i._folders = lambda: sys.path\n"
        "from test_pool import Power\n"
        "worker = w.Worker()\n"
        "threading.Thread(target=worker.run, args=(Power(0.5),), daemon=True).start()\n"
        "while not worker._busy: time.sleep(0.05)\n"
        "(p,) = worker._busy\n"
        "p.ready.wait(); time.sleep(0.3)\n"
        "print(p.number, flush=True); os._exit(0)\n"
    )
    environment = isolated_environment({"PYTHONPATH": str(Path(sympy_ssde.__file__).parent.parent)})
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=environment
    )
    assert ended(int(done.stdout), 3)


def test_one_worker_a_process():
    assert shared_worker() is shared_worker()


def test_a_script_without_main_guard_works(tmp_path):
    script = tmp_path / "plain.py"
    script.write_text(
        "from sympy import *\nfrom sympy_ssde import checkssdsol\n"
        "x = Symbol('x'); u = Function('u')\n"
        "print(checkssdsol(u(x).diff(x) - u(x), exp(x), u(x), {u(0): 1}).status)\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert run.stdout.strip() == "proved" and run.stderr == ""


@dataclass(frozen=True)
class Niceness:
    timeout: float = 60.0  # whoever stands back waits for all others

    def run(self):
        yield os.nice(0)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows has no niceness")
def test_processes_in_the_background_stand_back(worker):
    behind = Worker(entry=main_in_the_background)
    try:
        (usual,), _ = worker.run(Niceness())
        assert behind.run(Niceness())[0] == [min(usual + 15, 19)]
    finally:
        behind.stop()


def test_after_closing_nothing_is_started(worker):
    worker.run(TASK)
    worker.close()
    worker.start()
    assert worker.run(TASK) == ([], LOST.error) and worker._idle == []


def test_after_stopping_the_next_task_starts_another(worker):
    worker.run(TASK)
    worker.stop()
    assert len(worker.run(TASK, startup=20)[0]) == 2


def test_a_deadline_in_the_middle_leaves_all_places_and_processes(worker):
    """Wherever a task is left, the next ones are done."""
    worker.run(TASK)
    places, random = worker._places.qsize(), Random(1)
    for _ in range(60):
        with suppress(Late):
            within(random.uniform(0.0, 0.03), lambda: worker.run(TASK))
    end = time.monotonic() + 10
    while worker._places.qsize() < places and time.monotonic() < end:
        time.sleep(0.02)
    assert worker._places.qsize() == places
    assert len(worker.run(TASK, startup=20)[0]) == 2


def test_one_that_cannot_be_started_is_lost(worker, monkeypatch, caplog):
    def failing(*words, **options):
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", failing)
    with caplog.at_level("WARNING", "sympy_ssde"):
        assert worker.run(TASK) == ([], LOST.error)
    assert "no more processes" in caplog.text
