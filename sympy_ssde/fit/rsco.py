"""Risk-seeking constant optimisation (RSCO), the paper's two stages.

Stage one fits all candidates to the conditions only; then all are rewarded with all terms, the
equation included; stage two refits the top ``epsilon`` by that reward on the whole loss.
"""

from dataclasses import astuple, dataclass

import numpy as np

from sympy_ssde.fit.bfgs import bfgs
from sympy_ssde.fit.least_squares import (
    LeastSquaresConfig,
    count_constants,
    damped_slots,
    levenberg_marquardt,
)
from sympy_ssde.kernel.portable import exp
from sympy_ssde.physics.compiled import Settings
from sympy_ssde.physics.loss import Physics, Programs
from sympy_ssde.search.score import Batch, Scores


@dataclass(frozen=True, kw_only=True)
class RSCOConfig:
    """How constants are fitted.

    ``conditions_first=False`` fits the whole loss for all candidates in stage one already (the
    ablation "without RSCO").  Stage two starts from the constants of stage one and from
    ``scatter`` random points; the best of them are fitted a little, the best of those to the end
    (``survivors`` of each race).  ``bfgs=True`` fits by BFGS, the paper's choice, in place of
    Levenberg-Marquardt.
    """

    epsilon: float = 0.05
    conditions_first: bool = True
    first_iterations: int = 6
    second_iterations: int = 20
    scatter: int = 48
    survivors: tuple[int, int] = (12, 3)
    race_iterations: int = 3
    bfgs: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.epsilon <= 1:
            raise ValueError(f"epsilon is {self.epsilon}; a number in (0, 1] was expected")
        if self.scatter < 0 or min(self.survivors) < 1:
            raise ValueError("scatter must not be negative, survivors must be 1 or more")


class RSCO:
    """A score: fits the constants of a batch in two stages and rewards it."""

    def __init__(self, physics: Physics, config: RSCOConfig, rng: np.random.Generator):
        self.physics, self.config, self.rng = physics, config, rng

    def __call__(self, batch: Batch) -> Scores:
        """Scores of the batch; see :class:`~sympy_ssde.search.score.Scores`."""
        if not len(batch):
            none = np.empty(0)
            return Scores(batch.constants, none, none, none > 0, none)
        slots = int(count_constants(batch.programs, self.physics.library).max(initial=0))
        given = batch.constants.shape[1]
        if given < slots:
            raise ValueError(f"the batch has {given} constants where {slots} are used")
        programs = Programs(batch.programs, batch.lengths)
        constants = np.zeros((len(batch), max(1, slots)))  # arrays of no width are a nuisance
        constants[:, :slots] = batch.constants[:, :slots]
        constants, _ = self._fit(
            programs,
            constants,
            conditions_only=self.config.conditions_first,
            iterations=self.config.first_iterations,
        )
        squares = self.physics.mean_squares(programs, constants)
        stage_one = self.physics.reward(squares)
        refined = stage_one >= np.quantile(stage_one, 1 - self.config.epsilon)
        rows = np.nonzero(refined)[0]
        chosen = programs.take(rows)
        constants[rows] = self._race(chosen, *self._starts(chosen, constants[rows]))
        squares[rows] = self.physics.mean_squares(chosen, constants[rows])
        result = batch.constants.copy()
        result[:, :slots] = constants[:, :slots]
        rewards = self.physics.reward(squares)
        return Scores(result, stage_one, rewards, refined, self.physics.loss(squares))

    def _fit(
        self,
        programs: Programs,
        constants: np.ndarray,
        *,
        conditions_only: bool,
        iterations: int,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Fitted constants and losses."""
        slots = constants.shape[1]
        used = count_constants(programs.programs, self.physics.library)
        free = np.arange(slots) < used[:, None]
        damped = self._damped(programs, slots, conditions_only)
        compiled = self.physics.compiled
        settings = LeastSquaresConfig(iterations=iterations)
        if compiled is not None and not self.config.bfgs:
            return compiled.fit(
                *programs,
                constants,
                used,
                damped,
                Settings(*astuple(settings)),
                conditions_only=conditions_only,
            )
        objective = self.physics.objective(programs, conditions_only=conditions_only)
        if self.config.bfgs:
            return bfgs(objective, constants, free, 2 * iterations)
        return levenberg_marquardt(objective, constants, free, damped, settings)

    def _damped(self, programs: Programs, slots: int, conditions_only: bool) -> np.ndarray:
        physics = self.physics
        linear = physics.conditions_linear if conditions_only else physics.is_linear
        return damped_slots(programs.programs, programs.lengths, slots, physics.library, linear)

    def _race(self, programs: Programs, rows: np.ndarray, starts: np.ndarray) -> np.ndarray:
        """A race of starting points in three rounds; for each row the best by the loss wins."""
        squares = self.physics.mean_squares(programs.take(rows), starts)
        losses = self.physics.loss(squares)
        for survivors, iterations in (
            (self.config.survivors[0], self.config.race_iterations),
            (self.config.survivors[1], self.config.second_iterations),
        ):
            rows, starts = _best(rows, starts, losses, survivors)
            starts, losses = self._fit(
                programs.take(rows), starts, conditions_only=False, iterations=iterations
            )
        return _best(rows, starts, losses, 1)[1]

    def _starts(self, programs: Programs, constants: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The given constants, and random ones for rows that have constants to search for."""
        count, slots = constants.shape
        used = np.arange(slots) < count_constants(programs.programs, self.physics.library)[:, None]
        searched = np.nonzero((self._damped(programs, slots, False) & used).any(axis=1))[0]
        rows = np.concatenate([np.arange(count), np.repeat(searched, self.config.scatter)])
        shape = (len(rows) - count, slots)
        signs = self.rng.choice([-1.0, 1.0], shape)
        random = signs * exp(self.rng.normal(0.0, 1.0, shape))
        return rows, np.concatenate([constants, random])


def _best(
    rows: np.ndarray, starts: np.ndarray, losses: np.ndarray, survivors: int
) -> tuple[np.ndarray, np.ndarray]:
    """The best starting points of every row, the rows in order."""
    order = np.lexsort((losses, rows))
    rows, starts = rows[order], starts[order]
    first = np.searchsorted(rows, rows)  # where the row's own starts begin
    kept = np.arange(len(rows)) - first < survivors
    return rows[kept], starts[kept]
