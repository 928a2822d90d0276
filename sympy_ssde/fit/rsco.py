"""Risk-seeking constant optimisation (RSCO), the paper's two stages.

Stage one fits all candidates to the conditions only; then all are rewarded with all terms, the
equation included; stage two refits the top ``epsilon`` by that reward on the whole loss.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from sympy_ssde.fit.bfgs import bfgs
from sympy_ssde.fit.least_squares import (
    LeastSquaresConfig,
    count_constants,
    damped_slots,
    levenberg_marquardt,
)
from sympy_ssde.physics import Objective, Physics, Programs
from sympy_ssde.search.score import Batch, Scores

#: objective, constants, free slots, damped slots, iterations -> constants, losses
Fitter = Callable[
    [Objective, np.ndarray, np.ndarray, np.ndarray, int], tuple[np.ndarray, np.ndarray]
]


def least_squares_fitter(
    objective: Objective,
    constants: np.ndarray,
    free: np.ndarray,
    damped: np.ndarray,
    iterations: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Levenberg-Marquardt, the default."""
    config = LeastSquaresConfig(iterations=iterations)
    return levenberg_marquardt(objective, constants, free, damped, config)


def bfgs_fitter(
    objective: Objective,
    constants: np.ndarray,
    free: np.ndarray,
    damped: np.ndarray,
    iterations: int,
) -> tuple[np.ndarray, np.ndarray]:
    """BFGS on the same loss, the paper's choice, for the ablation."""
    return bfgs(objective, constants, free, 2 * iterations)


@dataclass(frozen=True, kw_only=True)
class RSCOConfig:
    """How constants are fitted.

    ``two_stages=False`` fits the whole loss for all candidates (the ablation "without RSCO").
    ``starts`` counts the starting points of stage two, the given one included.
    """

    epsilon: float = 0.05
    two_stages: bool = True
    first_iterations: int = 6
    second_iterations: int = 20
    starts: int = 2
    spread: float = 2.0
    fitter: Fitter = field(default=least_squares_fitter)

    def __post_init__(self) -> None:
        if not 0 < self.epsilon <= 1:
            raise ValueError(f"epsilon is {self.epsilon}; a number in (0, 1] was expected")
        if self.starts < 1:
            raise ValueError(f"starts is {self.starts}; 1 or more was expected")


class RSCO:
    """A score: fits the constants of a batch in two stages and rewards it."""

    def __init__(self, physics: Physics, config: RSCOConfig, rng: np.random.Generator):
        self.physics, self.config, self.rng = physics, config, rng

    def __call__(self, batch: Batch) -> Scores:
        """Scores of the batch; see :class:`~sympy_ssde.search.score.Scores`."""
        programs = Programs(batch.programs, batch.lengths)
        slots = max(1, int(count_constants(batch.programs, self.physics.library).max(initial=0)))
        constants = np.ascontiguousarray(batch.constants[:, :slots])
        if constants.shape[1] < slots:
            raise ValueError(f"the batch has {constants.shape[1]} constants where {slots} are used")
        if self.config.two_stages:
            constants = self._fit(programs, constants, conditions_only=True)
        squares = self.physics.mean_squares(programs, constants)
        stage_one = self.physics.reward(squares)
        refined = self._selected(stage_one)
        rows = np.nonzero(refined)[0]
        chosen = programs.take(rows)
        constants[rows] = self._refit(chosen, constants[rows])
        squares[rows] = self.physics.mean_squares(chosen, constants[rows])
        result = batch.constants.copy()
        result[:, :slots] = constants
        rewards = self.physics.reward(squares)
        return Scores(result, stage_one, rewards, refined, self.physics.loss(squares))

    def _selected(self, rewards: np.ndarray) -> np.ndarray:
        """The top epsilon by the reward after stage one; all of them without stages."""
        if not self.config.two_stages:
            return np.ones(len(rewards), dtype=bool)
        return rewards >= np.quantile(rewards, 1 - self.config.epsilon)

    def _fit(
        self, programs: Programs, constants: np.ndarray, *, conditions_only: bool
    ) -> np.ndarray:
        library = self.physics.library
        slots = constants.shape[1]
        free = np.arange(slots) < count_constants(programs.programs, library)[:, None]
        linear = self.physics.conditions.is_linear() if conditions_only else self.physics.is_linear
        damped = damped_slots(programs.programs, programs.lengths, slots, library, linear)
        objective = self.physics.objective(programs, conditions_only=conditions_only)
        config = self.config
        iterations = config.first_iterations if conditions_only else config.second_iterations
        fitted, _ = config.fitter(objective, constants, free, damped, iterations)
        return fitted

    def _refit(self, programs: Programs, constants: np.ndarray) -> np.ndarray:
        """Stage two from several starts; the best by the loss wins."""
        starts = self.config.starts
        count = len(constants)
        if not count:
            return constants
        repeated = Programs(
            np.tile(programs.programs, (starts, 1)), np.tile(programs.lengths, starts)
        )
        tried = np.tile(constants, (starts, 1))
        tried[count:] = self.rng.normal(0.0, self.config.spread, tried[count:].shape)
        fitted = self._fit(repeated, tried, conditions_only=False)
        losses = self.physics.loss(self.physics.mean_squares(repeated, fitted))
        best = np.argmin(losses.reshape(starts, count), axis=0)
        return fitted.reshape(starts, count, -1)[best, np.arange(count)]
