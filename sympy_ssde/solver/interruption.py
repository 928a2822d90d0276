"""Ctrl-C at the terminal: a search ends in order, with the best that it has found."""

import signal
import sys
from types import FrameType
from typing import Any

from sympy_ssde.errors import comes_of


class Interruption:
    """While it is open, the first Ctrl-C during a search asks it to stop, the second one insists.

    Compiled code can't raise ``KeyboardInterrupt`` safely (a signal inside numba's dispatcher
    becomes a ``SystemError``), so that the search stops where it calls back: after a generation.
    Before the first one there is nothing to keep, and Ctrl-C raises at once.
    """

    def __init__(self) -> None:
        self.requested = False
        self._searching = False
        self._before: Any = None

    def __enter__(self) -> "Interruption":
        try:
            self._before = signal.signal(signal.SIGINT, self._handle)
        except ValueError:  # not the main thread: signals are not ours
            self._before = None
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def callback(self, record: object) -> bool:
        """For ``find_solution``: whether to stop."""
        self._searching = True
        return self.requested

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.requested or not self._searching:
            raise KeyboardInterrupt
        self.requested = True
        if sys.stderr.isatty():
            print("\nssde: stopping; Ctrl-C again to stop at once", file=sys.stderr)


def is_interrupt(error: BaseException | None) -> bool:
    """Whether an error is, or was caused by, Ctrl-C."""
    return comes_of(error, KeyboardInterrupt)
