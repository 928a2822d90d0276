"""One process: its beginning, its answers, its end."""

import os
import signal
import time

import pytest
from sympy import Function, exp, symbols

from sympy_ssde import Problem
from sympy_ssde.proof.finding import PROVED
from sympy_ssde.proof.verify import check_task
from sympy_ssde.worker.process import Process
from sympy_ssde.worker.serving import LOST, main

x = symbols("x")
u = Function("u")
TASK = check_task(Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}), (exp(x),), 5, False)


@pytest.fixture
def process():
    made = Process(main)
    assert made.ready.wait(30)
    yield made
    made.end()
    assert made.wait(10)


def answers(process, count):
    return [process.receive(time.monotonic() + 20) for _ in range(count)]


def test_it_does_tasks(process):
    for _ in range(2):
        process.send(TASK)
        assert [found.status for found in answers(process, 2)] == [PROVED, PROVED]
        assert answers(process, 1)[0].error == ""
    assert process.is_alive() and not process.is_over


def test_its_end_is_seen(process):
    os.kill(process.number, signal.SIGKILL)
    assert process.wait(5) and process.is_over and not process.is_alive()
    assert answers(process, 1) == [LOST] and process.number is None
    with pytest.raises((BrokenPipeError, ValueError)):
        process.send(TASK)
    process.end()  # once more changes nothing
    process.leave()


def test_one_that_is_ended_at_once_is_soon_over():
    for _ in range(10):
        made = Process(main)
        made.end()
        assert made.wait(10) and made.number is None and not made.is_alive()
