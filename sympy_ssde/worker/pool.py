"""Warm processes and the tasks that they are given."""

import atexit
import dataclasses
import os
import queue
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from sympy_ssde.deadline import Flag, time_left
from sympy_ssde.worker.process import GIVEN_UP, Process
from sympy_ssde.worker.serving import (
    LOST,
    STOPPED,
    Signal,
    Task,
    main,
    main_in_the_background,
)

LATE = "out of time"

_GRACE = 0.4  # seconds after its deadline in which a task may end by itself
_STARTUP = 10.0  # seconds that the first process of all gets on top, which has SymPy to load
_ENDING = 5.0  # seconds that the system may need to end a process


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
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._was_ready = False
        self.is_open = True

    def start(self, count: int = 1) -> None:
        """Start processes until so many are waiting; returns at once."""
        with self._lock:
            self._idle = [process for process in self._idle if not process.is_over]
            if self.is_open:
                missing = max(count - len(self._idle), 0)
                self._idle += [Process(self._entry) for _ in range(missing)]

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
        for process in processes:
            process.wait(_ENDING)

    def begin(self, task: Task) -> "Running":
        """Start a task and return at once."""
        return Running(self, task, task.timeout)

    def run(
        self, task: Task, grace: float = _GRACE, startup: float = _STARTUP
    ) -> tuple[list[Any], str]:
        """Results found before the deadline, and why some are missing ("" if none are).

        The time of a task runs from the call on, and ends with a deadline that is set around it.
        Only the first process of all gets ``startup`` seconds on top.
        """
        limit = min(task.timeout, time_left())
        grace = max(0.05, min(grace, time_left() - limit + 0.1))
        running = Running(self, task, limit, grace, startup)
        try:
            return running.whole()
        finally:  # after a deadline or Ctrl-C, too
            running.stop()

    # for tasks, in threads of their own --------------------------------------------------------

    def place(self, end: float) -> bool:
        """Whether there is a place for a process before that time; it has to be given back."""
        try:
            self._places.get(timeout=max(end - time.monotonic(), 0.001))
        except queue.Empty:
            return False
        return True

    def take(self) -> Process | None:
        """A process for a task alone, the one that is warm if there is one; none if closed."""
        self.start()
        while True:
            with self._lock:
                if not self.is_open:
                    return None
                self._idle.sort(key=lambda p: p.ready.is_set())
                is_new = not self._idle
                process = Process(self._entry) if is_new else self._idle.pop()
                self._busy.add(process)
            if is_new or process.is_alive():
                return process
            with self._lock:
                self._busy.discard(process)

    def wait_for(self, process: Process, end: float, startup: float) -> float:
        """Until a process is ready, or time is up; the end with what the first of all may take."""
        if not process.ready.is_set() and not self._was_ready:
            begin = time.monotonic()
            process.ready.wait(startup)
            end += time.monotonic() - begin
        if process.ready.wait(max(end - time.monotonic(), 0.001)):
            self._was_ready = True
        return end

    def give_back(self, process: Process, is_fine: bool) -> None:
        """It is free again, or ended if it isn't fine."""
        with self._lock:
            known = process in self._busy
            self._busy.discard(process)
            if known and is_fine:
                self._idle.append(process)
                return
        process.end()
        if known:
            self.start()  # so that the next task finds a warm one

    def leave_place(self) -> None:
        """Somebody else may have it."""
        self._places.put(None)


class Running:
    """A task that is under way in a worker's process; its results can be taken one by one.

    A thread of its own does all that may not be left in the middle, so that neither a deadline nor
    Ctrl-C of whoever waits for it does any harm.  When it ``is_over`` there may be results that
    were not taken yet.
    """

    def __init__(
        self,
        worker: Worker,
        task: Task,
        limit: float,
        grace: float = _GRACE,
        startup: float = _STARTUP,
    ):
        self._results: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._process: Process | None = None
        self._lock = threading.Lock()
        self._over = Flag()
        self._why = ""
        self.is_stopped = False
        end = time.monotonic() + limit
        work = (worker, task, end, grace, startup)
        threading.Thread(target=self._work, args=work, daemon=True).start()

    @property
    def is_over(self) -> bool:
        """Whether nothing more is computed."""
        return self._over.is_set()

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

    def whole(self) -> tuple[list[Any], str]:
        """All results, waited for, and why some are missing."""
        self._over.wait()
        results = []
        while not isinstance(found := self._results.get(), Signal):
            results.append(found)
        self._results.put(found)
        return results, self._why

    def stop(self) -> None:
        """It is not needed any more."""
        with self._lock:
            self.is_stopped = True
            if self._process is not None:
                self._process.leave()

    # in a thread of its own ----------------------------------------------------------------------

    def _work(self, worker: Worker, task: Task, end: float, grace: float, startup: float) -> None:
        try:
            self._why = self._placed(worker, task, end, grace, startup)
        finally:
            self._results.put(STOPPED)  # for whoever is waiting
            self._over.set()

    def _placed(self, worker: Worker, task: Task, end: float, grace: float, startup: float) -> str:
        """Do it when there is a place for it; why results are missing."""
        if not worker.place(end):
            return f"{LATE}: other tasks were running"
        try:
            process = worker.take()
            if process is None:
                return LOST.error
            is_fine = False
            try:
                with self._lock:
                    self._process = process
                    if self.is_stopped:
                        process.leave()
                end = worker.wait_for(process, end, startup)
                is_fine, why = self._done(process, task, end, grace)
                return why
            finally:
                with self._lock:
                    self._process = None
                worker.give_back(process, is_fine)
        finally:
            worker.leave_place()

    def _done(self, process: Process, task: Task, end: float, grace: float) -> tuple[bool, str]:
        """Whether the process is fine when it was done, and why results are missing."""
        if not process.ready.is_set():
            return True, f"{LATE}: the process was starting"  # it is only slow
        try:
            process.send(_within(task, end))
            while True:
                answer = process.receive(end + grace)
                if answer == GIVEN_UP and not self.is_stopped:
                    continue  # meant for an earlier task, which has ended meanwhile
                if isinstance(answer, Signal):
                    return answer not in (LOST, GIVEN_UP), answer.error
                self._results.put(answer)
        except queue.Empty:
            return False, LATE
        except RecursionError:  # pickle's
            return True, "the task is nested too deeply"
        except (BrokenPipeError, ValueError):  # it has died, or its pipes are closed
            return False, LOST.error


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
