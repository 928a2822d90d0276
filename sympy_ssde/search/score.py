"""What the search knows of the physics: arrays in, rewards out."""

from typing import NamedTuple, Protocol

import numpy as np

from sympy_ssde.language.batch import Batch


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

    @classmethod
    def of_nothing(cls, batch: Batch) -> "Scores":
        """Those of an empty batch."""
        none = np.empty(0)
        return cls(batch.constants, none, none, none > 0, none)


class Score(Protocol):
    """Fits the constants of a batch and rewards it; one row never influences another's values."""

    def __call__(self, batch: Batch) -> Scores:
        """Fitted constants and rewards."""
