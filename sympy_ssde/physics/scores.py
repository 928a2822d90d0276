"""Mean squares of whole batches in compiled code."""

from dataclasses import dataclass

import numpy as np

from sympy_ssde.kernel.forms import CompiledPart
from sympy_ssde.kernel.rows import Scoring
from sympy_ssde.kernel.tasks import score_rows
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.tokens import Library


@dataclass(frozen=True)
class CompiledScores:
    """The constraints of a problem in compiled form, and how they are weighed.

    ``slack``: how much the guard's residuals may exceed those of the conditions; ``guarded``: the
    loss up to which the guard is looked at.
    """

    library: Library
    conditions: CompiledPart
    equation: CompiledPart
    guard: CompiledPart | None
    relative: bool
    slack: float
    guarded: float
    weights: tuple[float, float, float]
    workers: int

    def mean_squares(self, batch: Batch) -> np.ndarray:
        """MSE of the equation, the boundary and the initial conditions, ``(batch, 3)``."""
        guarded = -1.0 if self.guard is None else self.guarded
        guard = () if self.guard is None else (self.guard,)
        weights = np.array(self.weights, dtype=np.float64)
        scoring = Scoring(guarded, self.relative, self.slack, weights)
        parts = (self.conditions, self.equation, *guard)
        return score_rows(parts, self.library, batch, scoring, self.workers)
