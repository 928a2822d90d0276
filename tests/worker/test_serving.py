"""The inside of a worker process."""

import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

import pytest

from sympy_ssde.worker.isolation import isolated_command, isolated_environment
from sympy_ssde.worker.serving import (
    MEMORY,
    READY,
    STOPPED,
    Signal,
    limit_memory,
    limit_time,
    serve,
)


@dataclass(frozen=True)
class Numbers:
    """Gives numbers, then fails if it is told to."""

    timeout: float
    numbers: int
    fails: bool = False

    def run(self):
        yield from range(self.numbers)
        if self.fails:
            raise ValueError("no more")


@dataclass(frozen=True)
class Endless:
    """Never ends by itself."""

    timeout: float

    def run(self):
        yield "began"
        while True:
            sum(range(100))


def answers(*tasks):
    sink = io.BytesIO()
    serve(io.BytesIO(b"".join(map(pickle.dumps, tasks))), sink)
    sink.seek(0)
    found = []
    while sink.tell() < len(sink.getvalue()):
        found.append(pickle.load(sink))
    return found


@pytest.fixture(autouse=True)
def no_limits(monkeypatch):
    """The tests' own process goes on afterwards."""
    monkeypatch.setattr("sympy_ssde.worker.serving.limit_time", lambda seconds: None)


def test_tasks_are_answered_one_after_the_other():
    assert answers(Numbers(1, 2), Numbers(1, 1)) == [0, 1, Signal(), 0, Signal()]


def test_errors_are_told():
    assert answers(Numbers(1, 1, fails=True))[-1] == Signal("ValueError: no more")


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="signals of POSIX")
@pytest.mark.parametrize("delay", [0.0, 0.2])
def test_a_task_is_left_on_a_signal_and_the_next_one_is_done(delay):
    before = signal.getsignal(signal.SIGUSR1)
    timer = threading.Timer(delay + 0.05, os.kill, [os.getpid(), signal.SIGUSR1])
    timer.start()
    try:
        assert answers(Endless(60), Numbers(1, 1)) == ["began", STOPPED, 0, Signal()]
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)


LIMITS = """
import resource, sys
from sympy_ssde.worker.serving import MEMORY, limit_memory, limit_time
limit_memory(); limit_time(5)
print(resource.getrlimit(resource.RLIMIT_AS)[0] <= MEMORY,
      resource.getrlimit(resource.RLIMIT_CPU)[0] <= 60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the system")
def test_a_process_limits_itself():
    done = subprocess.run(
        [sys.executable, "-c", LIMITS], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["True", "True"]
    assert MEMORY > 2**30 and callable(limit_memory) and callable(limit_time)


def test_it_says_when_it_is_ready_and_ends_with_its_input():
    command = isolated_command("sympy_ssde.worker.serving", "main")
    start = time.monotonic()
    done = subprocess.run(
        command, input=b"", capture_output=True, env=isolated_environment(), timeout=60
    )
    assert pickle.loads(done.stdout) == READY and time.monotonic() - start < 30
