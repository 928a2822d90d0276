"""Threads for compiled code that holds no lock: parts of one action, and actions ahead of time."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Generic, TypeVar
from weakref import ref

import numpy as np

Result = TypeVar("Result")

#: Actions of one search that may be under way at the same time.
AHEAD = 4


@cache
def pool(workers: int) -> ThreadPoolExecutor:
    """A pool of so many threads, kept for the life of the process."""
    return ThreadPoolExecutor(workers, thread_name_prefix="sympy_ssde")


def shared(workers: int) -> int:
    """The threads that each of the actions under way may use for its own parts."""
    return max(1, workers // AHEAD)


class Task(Generic[Result]):
    """An action that is done once, by whoever claims it first; numbers are handled as here."""

    def __init__(self, action: Callable[[], Result]):
        self._action, self._handling = action, np.geterr()
        self._claim, self._is_over = threading.Lock(), threading.Event()
        self._results: list[Result] = []
        self._error: Exception | None = None

    def claim(self) -> bool:
        """Whether the caller is the first to ask, and has to do it."""
        return self._claim.acquire(blocking=False)

    def do(self) -> None:
        """The action; what it raises is raised where its result is asked for."""
        try:
            with np.errstate(**self._handling):
                self._results.append(self._action())
        except Exception as error:  # of any kind: it is handed on
            self._error = error
        self._is_over.set()

    @property
    def is_over(self) -> bool:
        """Whether it was done."""
        return self._is_over.is_set()

    def result(self) -> Result:
        """Its result, waited for."""
        self._is_over.wait()
        if self._error is not None:
            raise self._error
        return self._results[0]


class Line(Generic[Result]):
    """Actions of one search, whose results are asked for in the order in which they were added.

    With several workers, all but one are threads that do actions before they are asked for.  Who
    asks for one is the last worker: what nobody has begun is done at once, and while somebody else
    is at it, the next ones are.  With one worker nothing is done before it is asked for.

    Examples
    ========

    >>> line = Line(workers=2)
    >>> line.add(lambda: 6 * 7)
    >>> line.next()
    42
    """

    def __init__(self, workers: int):
        self._tasks: deque[Task[Result]] = deque()
        self._crew = _crew(workers - 1) if workers > 1 else None

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def add(self, action: Callable[[], Result]) -> None:
        """Put an action at the end."""
        self._tasks.append(Task(action))
        if self._crew is not None:
            self._crew.call(self)

    def next(self) -> Result:
        """The result of the first action."""
        task = self._tasks[0]
        if self._crew is not None:
            self._crew.put_first(self)
        if task.claim():
            task.do()
        while not task.is_over and (other := self.claimed()) is not None:
            other.do()
        result = task.result()
        self._tasks.popleft()
        return result

    def claimed(self, depth: int | None = None) -> Task[Result] | None:
        """The first action that nobody has begun, which the caller has to do.

        With a depth, only the action that so many others come before.
        """
        tasks = tuple(self._tasks)
        tasks = tasks if depth is None else tasks[depth : depth + 1]
        return next((task for task in tasks if task.claim()), None)


class Crew:
    """Threads that do the actions of lines.

    The first actions of all lines come before their second ones, and so on: what comes late may
    never be asked for.  Of equals, that of the line which was asked last comes first.
    """

    def __init__(self, helpers: int):
        self._threads = ThreadPoolExecutor(helpers, thread_name_prefix="sympy_ssde")
        self._lines: list[ref[Line]] = []  # nobody waits for the actions of one that is gone
        self._lock = threading.Lock()

    def put_first(self, line: Line) -> None:
        """Its actions are wanted now."""
        with self._lock:
            others = [r for r in self._lines if r() is not None and r() is not line]
            self._lines = [ref(line), *others]

    def call(self, line: Line) -> None:
        """There is one action more to do."""
        self.put_first(line)
        self._threads.submit(self._help)

    def _help(self) -> None:
        with self._lock:
            lines = [line for r in self._lines if (line := r()) is not None]
        for depth in range(AHEAD):
            for line in lines:
                task = line.claimed(depth)
                if task is not None:
                    task.do()
                    return


@cache
def _crew(helpers: int) -> Crew:
    """Kept for the life of the process, apart from the pools: parts of actions are not kept
    from their threads by actions that wait for them."""
    return Crew(helpers)
