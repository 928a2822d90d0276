"""Threads for compiled code that holds no lock: parts of one action, and actions ahead of time."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Generic, Protocol, TypeVar
from weakref import ref

import numpy as np

from sympy_ssde.deadline import Flag

Result = TypeVar("Result")

#: Actions of one search that may be under way at the same time.
AHEAD = 4
#: Results of an iterator that may wait to be asked for.
STORED = 32


@cache
def pool(workers: int) -> ThreadPoolExecutor:
    """A pool of so many threads, kept for the life of the process."""
    return ThreadPoolExecutor(workers, thread_name_prefix="sympy_ssde")


def shared(workers: int) -> int:
    """The threads that each of the actions under way may use for its own parts."""
    return max(1, workers // AHEAD)


class Task(Generic[Result]):
    """An action that is done once, by whoever claims it first.

    Numbers are handled as where it is made, or as ``handling`` says.
    """

    def __init__(self, action: Callable[[], Result], handling: Any = None):
        self._action, self._handling = action, handling or np.geterr()
        self._claim, self._is_over = threading.Lock(), Flag()
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
        except BaseException:  # a deadline or an interrupt of whoever does it; others don't wait
            self._error = RuntimeError("the action was given up")
            raise
        finally:
            self._is_over.set()

    @property
    def is_over(self) -> bool:
        """Whether it was done."""
        return self._is_over.is_set()

    @property
    def is_fine(self) -> bool:
        """Whether it was done, and nothing was raised."""
        return self.is_over and self._error is None

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
        self._is_resting = False
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
        self._is_resting = False
        if self._crew is not None:
            self._crew.call(self)
        if task.claim():
            task.do()
        while not task.is_over and (other := self._first()) is not None:
            other.do()
        result = task.result()
        self._tasks.popleft()
        return result

    def rest(self) -> None:
        """Nothing more is begun until a result is asked for again; what was done is kept."""
        self._is_resting = True

    def _first(self) -> Task[Result] | None:
        """The first action that nobody has begun, which the caller has to do."""
        return next((task for task in tuple(self._tasks) if task.claim()), None)

    def claimed(self, depth: int) -> Task[Result] | None:
        """The action that so many others come before, which the caller has to do."""
        if self._is_resting or depth >= len(tasks := tuple(self._tasks)):
            return None
        return tasks[depth] if tasks[depth].claim() else None


class Stream(Generic[Result]):
    """The results of an iterator, in their order, which may be computed before they are asked for.

    With several workers, threads go on with the iterator, one at a time, while whoever asks is at
    something else.  With one worker nothing is done before it is asked for.

    Examples
    ========

    >>> list(Stream(iter("abc"), workers=2))
    ['a', 'b', 'c']
    """

    def __init__(self, results: Iterator[Result], workers: int):
        self._results, self._handling = results, np.geterr()
        self._made: deque[Task[Result]] = deque()  # all but the last are over
        self._lock = threading.Lock()
        self._is_stopped = False
        self._crew = _crew(workers - 1) if workers > 1 else None
        if self._crew is not None:
            self._crew.call(self)

    def __iter__(self) -> Iterator[Result]:
        return self

    def __next__(self) -> Result:
        if self._crew is None:
            return next(self._results)
        task = self._claim(0)
        if task is not None:
            self._crew.put_first(self)
            task.do()
        task = self._made[0]
        while not task.is_over and self._crew.help():
            pass
        try:
            return task.result()
        finally:
            with self._lock:
                self._made.popleft()
            self._crew.call(self)

    def stop(self) -> None:
        """Nothing more is computed before it is asked for."""
        self._is_stopped = True

    def claimed(self, depth: int) -> Task[Result] | None:
        """The next result, if so many wait before it, which the caller has to compute."""
        return None if self._is_stopped or depth >= STORED else self._claim(depth)

    def _claim(self, depth: int) -> Task[Result] | None:
        with self._lock:
            if len(self._made) != depth or (depth and not self._made[-1].is_fine):
                return None
            self._made.append(Task(lambda: next(self._results), self._handling))
            return self._made[-1]


class Work(Protocol):
    """What a crew can do before it is asked for."""

    def claimed(self, depth: int) -> Task | None:
        """The action that so many others come before, which the caller has to do."""


class Crew:
    """Threads that do the actions of lines and streams.

    The first actions of all come before their second ones, and so on: what comes late may never be
    asked for.  Of equals, that of the one which was asked last comes first.
    """

    def __init__(self, helpers: int):
        self._threads = ThreadPoolExecutor(helpers, thread_name_prefix="sympy_ssde")
        self._helpers, self._active, self._calls = helpers, 0, 0
        self._works: list[ref[Work]] = []  # nobody waits for the actions of one that is gone
        self._lock = threading.Lock()

    def put_first(self, work: Work) -> None:
        """Its actions are wanted now."""
        with self._lock:
            self._put_first(work)

    def _put_first(self, work: Work) -> None:
        others = [r for r in self._works if r() is not None and r() is not work]
        self._works = [ref(work), *others]

    def call(self, work: Work) -> None:
        """There is more to do."""
        with self._lock:
            self._put_first(work)
            self._calls += 1
            if self._active < self._helpers:
                self._active += 1
                self._threads.submit(self._help)

    def help(self) -> bool:
        """Do what comes first, if there is anything."""
        with self._lock:
            works = [work for r in self._works if (work := r()) is not None]
        for depth in range(STORED):
            for work in works:
                task = work.claimed(depth)
                if task is not None:
                    task.do()
                    return True
        return False

    def _help(self) -> None:
        """Until nothing is left, and nobody has called since that was seen."""
        while True:
            calls = self._calls
            if self.help():
                continue
            with self._lock:
                if calls == self._calls:
                    self._active -= 1
                    return


@cache
def _crew(helpers: int) -> Crew:
    """Kept for the life of the process, apart from the pools: parts of actions are not kept
    from their threads by actions that wait for them."""
    return Crew(helpers)
