"""What the search knows of the physics: arrays in, rewards out."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from sympy_ssde.language.skeleton import Skeleton, programs


class Batch(NamedTuple):
    """Skeletons with constants to start from.

    ``programs (batch, max_length)`` int16 padded with -1, ``lengths (batch,)`` int64,
    ``constants (batch, slots)`` float64; slots that a skeleton doesn't have are ignored.
    """

    programs: np.ndarray
    lengths: np.ndarray
    constants: np.ndarray

    @classmethod
    def of(
        cls, found: Sequence[tuple[Skeleton, np.ndarray]], max_length: int, slots: int
    ) -> "Batch":
        """Skeletons with their constants."""
        constants = np.ones((len(found), slots))
        for row, (_, values) in zip(constants, found, strict=True):
            row[: len(values)] = values
        return cls(*programs([skeleton for skeleton, _ in found], max_length), constants)

    def __len__(self) -> int:
        return self.programs.shape[0]

    def take(self, rows: np.ndarray) -> "Batch":
        """The chosen rows."""
        return Batch(self.programs[rows], self.lengths[rows], self.constants[rows])


class Scores(NamedTuple):
    """Fitted constants and rewards of a batch.

    ``constants (batch, slots)`` as fitted; ``stage_one (batch,)`` the reward, with all terms, after
    the fit to the conditions; ``rewards (batch,)`` the same, but after the fit to all constraints
    where ``refined (batch,)`` is true; ``losses (batch,)`` the loss that a found solution brings to
    zero, ``inf`` where a candidate has no finite value.  Rewards lie in [0, 1].
    """

    constants: np.ndarray
    stage_one: np.ndarray
    rewards: np.ndarray
    refined: np.ndarray
    losses: np.ndarray


class Score(Protocol):
    """Fits the constants of a batch and rewards it; one row never influences another's values."""

    def __call__(self, batch: Batch) -> Scores:
        """Fitted constants and rewards."""
