"""Time limits inside the worker process."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class TimeUp(BaseException):
    """A method has used up its share; not an Exception, so that SymPy can't swallow it."""


class Clock:
    """A deadline from which methods get shares."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds until the deadline."""
        return self.end - time.monotonic()

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
        start = time.monotonic()
        previous = signal.signal(signal.SIGALRM, _raise)
        outer, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
        if 0 < outer < seconds:  # a share inside of another one that ends earlier
            signal.setitimer(signal.ITIMER_REAL, outer)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
            if outer:
                left = outer - (time.monotonic() - start)
                signal.setitimer(signal.ITIMER_REAL, max(left, 1e-3))


def _raise(signum: int, frame: object) -> None:
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
    previous = signal.signal(signal.SIGALRM, lambda number, frame: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGALRM, previous)
    if noted:
        raise TimeUp
