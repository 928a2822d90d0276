"""What the ways of searching have in common: a clock, a prover, and steps to take turns with."""

import logging
import time
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sympy_ssde.exact.candidate import Candidate, exact_candidate
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.physics.loss import Physics
from sympy_ssde.result.solution import Ending, Method, Record, Step

logger = logging.getLogger("sympy_ssde")

_LONGEST_PROOF = 10.0


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


@dataclass(frozen=True)
class Prover:
    """Makes the constants of candidates exact and proves them, while there is time."""

    physics: Physics
    clock: Clock

    def __call__(self, skeleton: Skeleton, constants: np.ndarray) -> Candidate | None:
        """The candidate with exact constants if it is proved."""
        left = self.clock.left()
        if left <= 0:
            return None
        timeout = min(_LONGEST_PROOF, left)
        found = exact_candidate(skeleton, constants, self.physics, timeout=timeout)
        if found is not None and found.verification:
            return found
        logger.debug("not proved: %s", skeleton.text)
        return None


class Searcher(Protocol):
    """A way to solve that is advanced in small steps, so that several can take turns."""

    @property
    def method(self) -> Method:
        """As in :attr:`Solution.method`."""

    @property
    def exhausted(self) -> Ending:
        """Why it ends where it ends by itself."""

    @property
    def evaluations(self) -> int:
        """Skeletons that were fitted."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The recursion's rounds that led to the solution."""

    def advance(self) -> tuple[Record, Candidate | None]:
        """One step: what happened, and a proved solution if there is one.

        The record counts this searcher's own evaluations.  Raises StopIteration when there is
        nothing more to try.
        """
