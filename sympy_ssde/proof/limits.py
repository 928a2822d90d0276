"""Time limits inside the worker process."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from sympy_ssde.deadline import is_unsafe

_AGAIN = 0.25  # seconds after which it is raised again, if something has swallowed it


class TimeUp(BaseException):
    """A method has used up its share; not an Exception, so that SymPy can't swallow it."""


class Clock:
    """A deadline from which methods get shares."""

    _now = staticmethod(time.monotonic)
    _timer, _signal = "ITIMER_REAL", "SIGALRM"

    def __init__(self, seconds: float):
        self.end = self._now() + seconds

    def left(self) -> float:
        """Seconds until the deadline."""
        return self.end - self._now()

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Run a block for at most ``part`` of the time left, then raise :class:`TimeUp`.

        Shares can be nested: the inner one ends with the outer one at the latest.
        Where the system has no interval timer (Windows), the parent process keeps the deadline.
        """
        seconds = self.left() * part
        if seconds <= 0:
            raise TimeUp
        if not hasattr(signal, "setitimer"):
            yield
            return
        timer, number = getattr(signal, self._timer), getattr(signal, self._signal)
        start = self._now()
        previous = signal.signal(number, _raise)
        outer, _ = signal.setitimer(timer, seconds, _AGAIN)
        if 0 < outer < seconds:  # a share inside of another one that ends earlier
            signal.setitimer(timer, outer, _AGAIN)
        try:
            yield
        finally:
            signal.setitimer(timer, 0)
            signal.signal(number, previous)
            if outer:
                left = outer - (self._now() - start)
                signal.setitimer(timer, max(left, 1e-3), _AGAIN)


class Effort(Clock):
    """As a clock, in seconds for which this process computes: other processes don't count.

    What a method finds in its share is then the same on a busy machine.
    """

    _now = staticmethod(time.process_time)
    _timer, _signal = "ITIMER_PROF", "SIGPROF"


def _raise(signum: int, frame: FrameType | None) -> None:
    if not is_unsafe(frame):
        raise TimeUp


@contextmanager
def deferred() -> Iterator[list[int]]:
    """A block that no deadline interrupts: it is noted in the list, and raised after the block.

    For calls of a library that calls us back and can't pass an exception on.
    """
    noted: list[int] = []
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield noted
        return
    numbers = (signal.SIGALRM, signal.SIGPROF)
    previous = [signal.signal(n, lambda number, frame: noted.append(number)) for n in numbers]
    try:
        yield noted
    finally:
        for number, handler in zip(numbers, previous, strict=True):
            signal.signal(number, handler)
    if noted:
        raise TimeUp
