"""Warm processes and the tasks that they are given."""

import atexit
import dataclasses
import os
import pickle
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from sympy_ssde.deadline import Flag, time_left
from sympy_ssde.worker.isolation import isolated_command, isolated_environment
from sympy_ssde.worker.serving import (
    LOST,
    READY,
    STOPPED,
    Signal,
    Task,
    main,
    main_in_the_background,
)

LATE = "out of time"
_GIVEN_UP = Signal("given up")

#: Seconds after which a process that was asked to leave its task is ended.
_PATIENCE = 0.5


class _Process:
    """One process, warm or about to be, that does one task at a time."""

    def __init__(self, entry: Callable[[], None]) -> None:
        self.ready = Flag()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.popen = subprocess.Popen(
            isolated_command(entry.__module__, entry.__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            process_group=0,  # no Ctrl-C; a session of its own would not let it stand back
            env=isolated_environment(),
        )
        threading.Thread(target=self._pump, daemon=True).start()

    def _pump(self) -> None:
        source = self.popen.stdout
        assert source is not None
        try:
            while True:
                answer = pickle.load(source)
                if answer == READY:
                    self.ready.set()
                else:
                    self._answers.put(answer)
        except Exception:  # the pipe has ended, or what came through it is broken
            self._answers.put(LOST)
            self.ready.set()  # nobody has to wait any more

    def is_alive(self) -> bool:
        return self.popen.poll() is None

    def send(self, task: Task) -> None:
        assert self.popen.stdin is not None
        self.popen.stdin.write(pickle.dumps(task))  # whole, or not at all
        self.popen.stdin.flush()

    def receive(self, end: float) -> Any:
        return self._answers.get(timeout=max(end - time.monotonic(), 0.001))

    def leave(self) -> None:
        """Ask it to leave its task and stay warm; whoever waits for it won't wait for long."""
        if hasattr(signal, "SIGUSR1"):
            self.popen.send_signal(signal.SIGUSR1)
        given_up = threading.Timer(_PATIENCE, self._answers.put, [_GIVEN_UP])
        given_up.daemon = True
        given_up.start()

    def end(self) -> None:
        """Kill it and close its pipes."""
        self.popen.kill()
        self.popen.wait()
        for pipe in (self.popen.stdin, self.popen.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


class Worker:
    """Warm processes that do tasks, as many as there are tasks at a time.

    One that misses a deadline is ended, and another one is started in its place.

    Parameters
    ==========

    most : processes at a time; more tasks wait, and their time runs
    entry : what the processes run, :func:`~.serving.main` or a function that ends with it
    """

    def __init__(self, most: int | None = None, entry: Callable[[], None] = main) -> None:
        self._entry = entry
        self._places: queue.SimpleQueue[None] = queue.SimpleQueue()
        for _ in range(most or max(2, os.cpu_count() or 1)):
            self._places.put(None)
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._was_ready = False
        self.is_open = True

    def start(self) -> None:
        """Start a process if none is waiting; returns at once."""
        with self._lock:
            self._idle = [p for p in self._idle if p.is_alive() or self._ended(p)]
            if not self._idle and self.is_open:
                self._idle.append(_Process(self._entry))

    @staticmethod
    def _ended(process: _Process) -> bool:
        process.end()
        return False

    def close(self) -> None:
        """End all processes at once, and start no other ones."""
        with self._lock:
            self.is_open = False
        self.stop()

    def stop(self) -> None:
        """End all processes at once; the next task starts others."""
        with self._lock:
            processes, self._idle = [*self._idle, *self._busy], []
            self._busy.clear()
        for process in processes:
            process.end()

    def begin(self, task: Task) -> "Running":
        """Start a task and return at once."""
        return Running(self, task)

    def run(
        self,
        task: Task,
        grace: float = 0.4,
        startup: float = 10.0,
        running: "Running | None" = None,
    ) -> tuple[list[Any], str]:
        """Results found before the deadline, and why some are missing ("" if none are).

        The time of a task runs from the call on, and ends with a deadline that is set around it.
        Only the first process of all, which has SymPy to load, gets ``startup`` seconds on top.
        ``running`` is told of the process and of each result.
        """
        limit = min(task.timeout, time_left())
        grace = max(0.05, min(grace, time_left() - limit + 0.1))
        end = time.monotonic() + limit
        try:
            self._places.get(timeout=max(limit, 0.001))
        except queue.Empty:
            return [], f"{LATE}: other tasks were running"
        try:
            process = self._taken()
            if process is None:
                return [], LOST.error
            if running is not None:
                running.began(process)
            if not process.ready.is_set() and not self._was_ready:
                begin = time.monotonic()
                process.ready.wait(startup)
                end += time.monotonic() - begin
            return self._done(process, task, end, grace, running)
        finally:
            self._places.put(None)

    def _taken(self) -> _Process | None:
        """A process for this task alone, the one that is warm if there is one; none if closed."""
        self.start()
        with self._lock:
            if not self.is_open:
                return None
            self._idle.sort(key=lambda p: p.ready.is_set())
            process = self._idle.pop() if self._idle else _Process(self._entry)
            self._busy.add(process)
        return process

    def _done(
        self,
        process: _Process,
        task: Task,
        end: float,
        grace: float,
        running: "Running | None",
    ) -> tuple[list[Any], str]:
        results: list[Any] = []
        fine = False
        try:
            if not process.ready.wait(max(end - time.monotonic(), 0.001)):
                fine = True  # it is only slow to start
                return results, f"{LATE}: the process was starting"
            self._was_ready = True
            process.send(_within(task, end))
            while True:
                answer = process.receive(end + grace)
                if (
                    isinstance(answer, Signal)
                    and answer == _GIVEN_UP
                    and not (running is not None and running.is_stopped)
                ):
                    continue  # meant for an earlier task, which has ended meanwhile
                if isinstance(answer, Signal):
                    fine = answer not in (LOST, _GIVEN_UP)
                    return results, answer.error
                results.append(answer)
                if running is not None:
                    running.got(answer)
        except queue.Empty:
            return results, LATE
        except RecursionError:  # pickle's
            fine = True
            return results, "the task is nested too deeply"
        except (BrokenPipeError, ValueError):  # it has died, or stop() has closed its pipes
            return results, LOST.error
        finally:  # after Ctrl-C, too: the process may be in the middle of a task
            if running is not None:
                running.ended()
            self._back(process, fine)

    def _back(self, process: _Process, fine: bool) -> None:
        with self._lock:
            known = process in self._busy
            self._busy.discard(process)
            if known and fine:
                self._idle.append(process)
                return
        process.end()
        if known:
            self.start()  # so that the next task finds a warm one


class Running:
    """A task that is under way in a worker's process; its results can be taken one by one.

    When it ``is_over`` there may be results that were not taken yet.
    """

    def __init__(self, worker: Worker, task: Task):
        self._results: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._process: _Process | None = None
        self._lock = threading.Lock()
        self.is_stopped = self.is_over = False
        threading.Thread(target=self._work, args=(worker, task), daemon=True).start()

    def _work(self, worker: Worker, task: Task) -> None:
        try:
            worker.run(task, running=self)
        finally:
            self.is_over = True
            self._results.put(STOPPED)  # for whoever is waiting

    def began(self, process: _Process) -> None:
        """The process that does it is known."""
        with self._lock:
            self._process = process
            if self.is_stopped:
                process.leave()

    def got(self, result: Any) -> None:
        """A result has come."""
        self._results.put(result)

    def ended(self) -> None:
        """The process has done its part."""
        with self._lock:
            self._process = None

    def take(self, seconds: float) -> Any:
        """The next result, or None if there is none in time, or no more at all."""
        try:
            found = self._results.get(timeout=max(seconds, 0.0001))
        except queue.Empty:
            return None
        if isinstance(found, Signal):
            self._results.put(found)
            return None
        return found

    def stop(self) -> None:
        """It is not needed any more."""
        with self._lock:
            self.is_stopped = True
            if self._process is not None:
                self._process.leave()


def _within(task: Task, end: float) -> Task:
    """The task with the time that is left of its own."""
    left = end - time.monotonic()
    if left < 0.9 * task.timeout and dataclasses.is_dataclass(task):
        return dataclasses.replace(task, timeout=max(left, 0.01))
    return task


@cache
def _worker_of(process: int, entry: Callable[[], None]) -> Worker:
    worker = Worker(entry=entry)
    atexit.register(worker.stop)
    return worker


def shared_worker() -> Worker:
    """The worker of this process; a forked child gets its own."""
    return _worker_of(os.getpid(), main)


def background_worker() -> Worker:
    """As :func:`shared_worker`, but all others on this machine come first."""
    return _worker_of(os.getpid(), main_in_the_background)
