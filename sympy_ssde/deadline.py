"""Deadlines of calls: whatever Python code runs, it is left when its time is up.

SymPy may compute for minutes where seconds are meant, in any of its functions.  :func:`within`
watches a call from a second thread, which raises :class:`Late` in the first.  That works in every
thread and on every system, and for all that returns to Python's loop now and then; numbers that
don't are refused when a problem is read (:mod:`sympy_ssde.problem.sizes`), and what runs in worker
processes is ended with them.
"""

import ctypes
import gc
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import __file__ as futures
from contextlib import suppress
from types import FrameType
from typing import Any, TypeVar

from sympy_ssde.errors import OutOfTimeError, comes_of

Result = TypeVar("Result")

_LOOK = 0.05  # seconds between two looks at a flag
_AGAIN = 0.1  # seconds after which it is raised again, if something has swallowed it
_PATIENCE = 0.5  # seconds after which it is raised even where a lock may be closed
_COMPILER = f"{os.sep}numba{os.sep}"

#: Python's own code around locks.
_LOCKING = frozenset(
    [
        *(module.__file__ for module in (logging, queue, subprocess, threading)),
        *(os.path.join(os.path.dirname(futures), name) for name in ("_base.py", "thread.py")),
        "<frozen importlib._bootstrap>",
    ]
)
_WAITING = threading.Condition.wait.__code__  # what it has opened it closes again
_STARTING = threading.Thread.start.__code__


class Late(BaseException):
    """Time is up; not an Exception, so that SymPy can't swallow it."""


class Flag:
    """An event for threads in which :class:`Late` may be raised at any moment.

    :class:`threading.Event`, as all of Python's conditions, semaphores and queues, is Python code
    around a lock: left in the middle, the lock stays closed, and whoever asks next waits forever.

    >>> flag = Flag()
    >>> flag.wait(0.001), flag.set(), flag.wait()
    (False, None, True)
    """

    def __init__(self) -> None:
        self._is_set = False
        self._closed = threading.Lock()
        self._closed.acquire()

    def is_set(self) -> bool:
        """Whether it was set."""
        return self._is_set

    def set(self) -> None:
        """Wake whoever waits."""
        self._is_set = True
        self._open()

    def wait(self, seconds: float = float("inf")) -> bool:
        """Until it is set or the time is over; whether it is set."""
        end = time.monotonic() + seconds
        while not self._is_set and (left := end - time.monotonic()) > 0:
            if self._closed.acquire(timeout=min(left, _LOOK)):
                self._open()  # for the next one who waits
        return self._is_set

    def _open(self) -> None:
        with suppress(RuntimeError):  # it is open
            self._closed.release()


def within(seconds: float, function: Callable[[], Result]) -> Result:
    """What a function returns; raises :class:`Late` in it when time is up.

    A function and not a context manager: only around a call can an error be caught that comes
    while the watch is ended.

    Examples
    ========

    >>> from sympy_ssde.deadline import Late, within
    >>> within(1, lambda: 2 + 2)
    4
    >>> try:
    ...     within(0.05, lambda: [None for _ in iter(int, 1)])
    ... except Late:
    ...     print("late")
    late
    """
    deadline = _Deadline(seconds)
    try:
        try:
            deadline.start()
            return function()
        finally:
            deadline.stop()
    except Late:
        deadline.stop()  # it may have come before the first stop was done
        raise


class _Deadline:
    """A watch on the thread that makes it."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds
        self._watched = threading.get_ident()
        self._lock = threading.Lock()
        self._over = Flag()
        self._hook = _QuietHook(sys.unraisablehook)
        self._was_raised = False

    def start(self) -> None:
        _stack().append(self)
        threading.Thread(target=self._watch, daemon=True).start()

    def stop(self) -> None:
        with self._lock:
            self._over.set()
        if self._was_raised:
            _recall(self._watched)  # one may be on its way
        if self in _stack():
            _stack().remove(self)
        if sys.unraisablehook is self._hook:
            sys.unraisablehook = self._hook.previous

    def _watch(self) -> None:
        wait = self.end - time.monotonic()
        while not self._over.wait(max(wait, 0.0)):
            wait = _AGAIN
            frame = sys._current_frames().get(self._watched)
            is_patient = time.monotonic() < self.end + _PATIENCE
            if is_unsafe(frame) or (is_patient and _is_locking(frame)):
                wait = 0.002
                continue
            with self._lock:
                if not self._over.is_set():
                    self._was_raised = True
                    sys.unraisablehook = self._hook
                    _raise_in(self._watched, Late)


class _QuietHook:
    """Says nothing of :class:`Late` where Python drops it, since it is raised again.

    Between the look at the watched thread and the error in it, the thread may have entered a
    finaliser or a callback of a weak reference.
    """

    def __init__(self, previous: Callable[[Any], Any]):
        self.previous = previous

    def __call__(self, dropped: Any) -> None:
        if not issubclass(dropped.exc_type, Late):
            self.previous(dropped)


def read_in_time(read: Callable[[], Result], seconds: float) -> Result:
    """What ``read`` returns; raises :class:`OutOfTimeError` if that takes too long.

    >>> read_in_time(lambda: 3, 1.0)
    3
    """
    try:
        return within(seconds, read)
    except Late:
        if time_left() <= 0:  # a deadline around this one
            raise
    raise OutOfTimeError(
        f"the problem was not read after {seconds:g} s; SymPy computes with it for too long: give "
        "it more time, or state it in simpler functions"
    )


def time_left() -> float:
    """Seconds until the first deadline of this thread; infinite without one."""
    now = time.monotonic()
    return min((d.end - now for d in _stack()), default=float("inf"))


def is_late(error: BaseException | None) -> bool:
    """Whether an error is, or was caused by, :class:`Late`."""
    return comes_of(error, Late)


def is_unsafe(frame: FrameType | None) -> bool:
    """Whether an error must not be raised there.

    In a finaliser or a callback of the garbage collector Python would drop it; in numba's compiler
    it would leave half a function behind, which fails whenever it is called later.  While a thread
    starts, up to Python 3.11, it goes by the number of the one that starts it and would get the
    error in its place; that one would wait for it without end.
    """
    callbacks = {getattr(function, "__code__", None) for function in gc.callbacks}
    while frame is not None:
        code = frame.f_code
        if code in callbacks or code.co_name == "__del__" or _COMPILER in code.co_filename:
            return True
        if code is _STARTING and frame.f_locals["self"].ident is None:
            return True
        frame = frame.f_back
    return False


def _is_locking(frame: FrameType | None) -> bool:
    """Whether a lock may just be closed there, which an error would leave closed."""
    if frame is None or frame.f_code is _WAITING:
        return False
    return frame.f_code.co_filename in _LOCKING


_LOCAL = threading.local()


def _stack() -> list[_Deadline]:
    if not hasattr(_LOCAL, "stack"):
        _LOCAL.stack = []
    found: list[_Deadline] = _LOCAL.stack
    return found


def _recall(thread: int) -> None:
    """Let an error of this thread that is on its way arrive here, as another one.

    Python could be told that there is none after all, but then it looks for it at every step, and
    under a profiler forever.
    """
    try:
        _raise_in(thread, _Recalled)
        while True:
            pass
    except _Recalled:
        pass


class _Recalled(BaseException):
    """Takes the place of an error that is not wanted any more."""


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Python's own way to raise in another thread, at its next instruction."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
