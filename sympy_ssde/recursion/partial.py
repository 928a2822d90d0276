"""Expressions that are known in some variables only."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from sympy import Symbol
from torch import Tensor

from sympy_ssde.kernel.portable import power
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library


class Tie(NamedTuple):
    """The parameter in ``slot`` is ``factor`` times the ``power`` of the one in ``source``."""

    slot: int
    source: int
    factor: float
    power: int


@dataclass(frozen=True, eq=False)
class Partial:
    """An expression known in some variables.

    ``constants (slots,)`` are the values of the skeleton's slots; those of ``parameters``, numbers
    of slots, depend on the other variables and hold a typical value only.
    """

    skeleton: Skeleton
    constants: np.ndarray
    parameters: tuple[int, ...]
    known: tuple[Symbol, ...]
    ties: tuple[Tie, ...] = ()

    @property
    def free(self) -> tuple[int, ...]:
        """The parameters that are not tied to another one."""
        tied = {t.slot for t in self.ties}
        return tuple(p for p in self.parameters if p not in tied)

    def tie(self, constants: np.ndarray) -> np.ndarray:
        """Constants ``(rows, slots)`` with the tied slots set."""
        result = constants.copy()
        for t in self.ties:
            result[:, t.slot] = t.factor * power(constants[:, t.source], t.power)
        return result

    def tied_slopes(self, slopes: Tensor, constants: np.ndarray) -> Tensor:
        """Slopes ``(rows, slots, n)`` by the free parameters, through the tied ones too."""
        if not self.ties:
            return slopes
        result = slopes.clone()
        for t in self.ties:
            rate = t.factor * t.power * power(constants[:, t.source], t.power - 1)
            result[:, t.source] += slopes[:, t.slot] * torch.as_tensor(rate)[:, None]
        return result

    @classmethod
    def unknown(cls, library: Library) -> "Partial":
        """The whole solution as one parameter, or as one for each function of a system."""
        count = library.functions
        return cls(Skeleton.of_constants(library), np.ones(count), tuple(range(count)), ())
