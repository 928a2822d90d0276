"""Risk-seeking constant optimisation (RSCO), the paper's two stages.

Stage one fits all candidates to the conditions only; then all are rewarded with all terms, the
equation included; stage two refits the top ``epsilon`` by that reward on the whole loss.
"""

from dataclasses import dataclass

import numpy as np

from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import ConfigError
from sympy_ssde.fit.bfgs import bfgs
from sympy_ssde.fit.least_squares import LeastSquaresConfig, damped_slots, fit
from sympy_ssde.kernel.portable import exp
from sympy_ssde.language.batch import Batch
from sympy_ssde.physics.loss import Physics
from sympy_ssde.search.score import Scores


@dataclass(frozen=True, kw_only=True)
class RSCOConfig:
    """How constants are fitted.

    ``conditions_first=False`` fits the whole loss for all candidates in stage one already (the
    ablation "without RSCO").  Stage two starts from the constants of stage one and from
    ``scatter`` random points; the best of them are fitted a little, the best of those to the end
    (``survivors`` of each race).  ``bfgs=True`` fits by BFGS, the paper's choice, in place of
    Levenberg-Marquardt.
    """

    epsilon: float = SearchConfig.epsilon
    conditions_first: bool = True
    first_iterations: int = 6
    second_iterations: int = 20
    scatter: int = 48
    survivors: tuple[int, int] = (12, 3)
    race_iterations: int = 3
    bfgs: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.epsilon <= 1:
            raise ConfigError(f"epsilon is {self.epsilon}; a number in (0, 1] was expected")
        if self.scatter < 0 or min(self.survivors) < 1:
            raise ConfigError("scatter must not be negative, survivors must be 1 or more")


class RSCO:
    """A score: fits the constants of a batch in two stages and rewards it.

    Where fits start depends on the ``seed`` and on the batch alone.
    """

    def __init__(self, physics: Physics, config: RSCOConfig, seed: int):
        self.physics, self.config, self.seed = physics, config, seed

    def __call__(self, batch: Batch) -> Scores:
        """Scores of the batch; see :class:`~sympy_ssde.search.score.Scores`."""
        if not len(batch):
            return Scores.of_nothing(batch)
        slots = int(batch.used(self.physics.library).max(initial=0))
        given = batch.constants.shape[1]
        if given < slots:
            raise ValueError(f"the batch has {given} constants where {slots} are used")
        constants = np.zeros((len(batch), max(1, slots)))  # arrays of no width are a nuisance
        constants[:, :slots] = batch.constants[:, :slots]
        constants, _ = self._fit(
            batch.at(constants),
            conditions_only=self.config.conditions_first,
            iterations=self.config.first_iterations,
        )
        squares = self.physics.mean_squares(batch.at(constants))
        stage_one = self.physics.reward(squares)
        refined = stage_one >= np.quantile(stage_one, 1 - self.config.epsilon)
        rows = np.nonzero(refined)[0]
        chosen = batch.at(constants).take(rows)
        constants[rows] = self._race(*self._starts(chosen))
        squares[rows] = self.physics.mean_squares(batch.at(constants).take(rows))
        result = batch.constants.copy()
        result[:, :slots] = constants[:, :slots]
        rewards = self.physics.reward(squares)
        return Scores(result, stage_one, rewards, refined, self.physics.loss(squares))

    def _fit(
        self, batch: Batch, *, conditions_only: bool, iterations: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Fitted constants and losses."""
        objective = self.physics.objective(conditions_only=conditions_only)
        if self.config.bfgs:
            return bfgs(objective, batch, 2 * iterations)
        return fit(objective, batch, LeastSquaresConfig(iterations=iterations))

    def _race(self, starts: Batch, rows: np.ndarray) -> np.ndarray:
        """A race of starting points in three heats; for each row the best by the loss wins."""
        losses = self.physics.loss(self.physics.mean_squares(starts))
        for survivors, iterations in (
            (self.config.survivors[0], self.config.race_iterations),
            (self.config.survivors[1], self.config.second_iterations),
        ):
            starts, rows = _best(starts, rows, losses, survivors)
            constants, losses = self._fit(starts, conditions_only=False, iterations=iterations)
            starts = starts.at(constants)
        return _best(starts, rows, losses, 1)[0].constants

    def _starts(self, batch: Batch) -> tuple[Batch, np.ndarray]:
        """The given constants, and random ones for rows that have constants to search for.

        With them the rows of the batch that they are starts of.
        """
        count, slots = batch.constants.shape
        library = self.physics.library
        used = np.arange(slots) < batch.used(library)[:, None]
        damped = damped_slots(batch, library, self.physics.is_linear)
        searched = np.nonzero((damped & used).any(axis=1))[0]
        rows = np.concatenate([np.arange(count), np.repeat(searched, self.config.scatter)])
        shape = (len(rows) - count, slots)
        rng = batch.generator(self.seed)
        signs = rng.choice([-1.0, 1.0], shape)
        random = signs * exp(rng.normal(0.0, 1.0, shape))
        return batch.take(rows).at(np.concatenate([batch.constants, random])), rows


def _best(
    starts: Batch, rows: np.ndarray, losses: np.ndarray, survivors: int
) -> tuple[Batch, np.ndarray]:
    """The best starting points of every row, the rows in order."""
    order = np.lexsort((losses, rows))
    rows = rows[order]
    first = np.searchsorted(rows, rows)  # where the row's own starts begin
    kept = np.arange(len(rows)) - first < survivors
    return starts.take(order[kept]), rows[kept]
