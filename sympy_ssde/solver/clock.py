"""When a call of the solver began and when it must end."""

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """When a search began and when it must end, in seconds of ``time.monotonic``."""

    start: float
    end: float

    def passed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.start

    def left(self) -> float:
        """Seconds until the end."""
        return self.end - time.monotonic()

    def later(self, seconds: float) -> "Clock":
        """The clock without so many seconds that don't count.

        >>> Clock(10.0, 20.0).later(3.0)
        Clock(start=13.0, end=23.0)
        """
        return Clock(self.start + seconds, self.end + seconds)
