"""Results of a structure's task without a process: they come when the test lets them."""

import time
from collections import deque

from sympy_ssde.solver import beside as beside_module
from sympy_ssde.solver.beside import Beside
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options


class Scripted:
    """As :class:`sympy_ssde.worker.pool.Running`, with results that are known before."""

    def __init__(self, results=(), is_over=False):
        self.results, self.is_over, self.stopped = deque(results), is_over, False

    def take(self, seconds):
        if self.results:
            return self.results.popleft()
        time.sleep(max(seconds, 0))
        return None

    def stop(self):
        self.stopped = True


def make_beside(monkeypatch, problem, results=(), is_over=False, seconds=60.0, options=None):
    """What is beside a search, its running task, and the clock."""
    running = Scripted(results, is_over)

    class Pool:
        @staticmethod
        def begin(task):
            running.task = task
            return running

        @staticmethod
        def start(count):
            pass

    now = time.monotonic()
    clock = Clock(now, now + seconds)
    for pool in ("shared_worker", "background_worker"):
        monkeypatch.setattr(beside_module, pool, lambda: Pool)
    return Beside(problem, options or Options(), clock), running, clock
