"""The process that proofs run in."""

import subprocess
import sys
import time

import pytest
from sympy import Function, exp, symbols

from sympy_ssde import Problem
from sympy_ssde.proof.check import PROVED
from sympy_ssde.proof.verify import _task
from sympy_ssde.worker import Worker, shared_worker

x = symbols("x")
u = Function("u")
TASK = _task(Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}), (exp(x),), 5, False)


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


def test_a_killed_process_is_replaced(worker):
    worker.run(TASK)
    worker._process.kill()
    worker._process.wait()
    findings, _ = worker.run(TASK)
    assert len(findings) == 2


def test_a_crash_in_the_worker_is_reported(worker):
    worker.run(TASK)
    worker._process.stdin.write(b"garbage that is no pickle")
    worker._process.stdin.flush()
    findings, why = worker.run(TASK)
    assert findings == [] and "unexpectedly" in why
    assert worker.run(TASK)[0]


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
