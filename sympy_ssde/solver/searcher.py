"""What the ways of searching have in common: a clock, a prover, and steps to take turns with."""

import logging
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from sympy import Expr, Float

from sympy_ssde.exact.candidate import Candidate, exact_candidate
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.physics.loss import Physics
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.solution import Ending, Method, Record, Step
from sympy_ssde.solver.clock import Clock

logger = logging.getLogger("sympy_ssde")

_LONGEST_PROOF = 10.0
_ROUNDING = 1e-13  # error, relative to that of u = 0, of a candidate that fits
_SHOWN = 12  # digits of its constants


@dataclass(frozen=True)
class Fit:
    """A candidate that fits as well as rounding allows, but is not proved."""

    exprs: tuple[Expr, ...]
    error: float

    def __str__(self) -> str:
        shown = ", ".join(map(str, self.exprs))
        return f"{shown} fits to {self.error:.0e}, but its constants were not recognised"


@dataclass(frozen=True)
class Prover:
    """Makes the constants of candidates exact and proves them, while there is time.

    ``fits`` are those that it could not prove although nothing but rounding is left of their
    residuals.
    """

    physics: Physics
    clock: Clock
    fits: list[Fit] = field(default_factory=list)

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
        self._note(skeleton, constants)
        return None

    def _note(self, skeleton: Skeleton, constants: np.ndarray) -> None:
        """Keep what fits, the best last."""
        values = np.asarray(constants, dtype=float)[: skeleton.constants]
        loss = self.physics.loss(self.physics.mean_squares(Batch.single(skeleton, values)))[0]
        error = float(np.sqrt(loss / self.physics.size)) if self.physics.size else np.inf
        if skeleton.constants and error <= _ROUNDING:
            exprs = skeleton.exprs([Float(v, _SHOWN) for v in values])
            self.fits.append(Fit(exprs, error))
            self.fits.sort(
                key=lambda fit: (-sum(int(e.count_ops()) for e in fit.exprs), -fit.error)
            )

    def remark(self) -> str:
        """What to say of them, empty if there is nothing to say."""
        return f"; {self.fits[-1]}" if self.fits else ""


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
    def steps(self) -> "tuple[Step | Line, ...]":
        """What led to the solution: the recursion's steps, or the lines of a derivation."""

    def advance(self) -> tuple[Record, Candidate | None]:
        """One step: what happened, and a proved solution if there is one.

        The record counts this searcher's own evaluations.  Raises StopIteration when there is
        nothing more to try.
        """

    def stop(self) -> None:
        """Nobody asks for more."""
