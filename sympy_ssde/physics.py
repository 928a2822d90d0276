"""A problem as a score: mean squares of its constraints over sampled points, loss and reward."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch

from sympy_ssde.collocation import (
    CollocationConfig,
    condition_points,
    interior_points,
)
from sympy_ssde.errors import UnsupportedError
from sympy_ssde.problem import Problem
from sympy_ssde.residual import Part
from sympy_ssde.tokens import Library

Tensor = torch.Tensor

EQUATION, BOUNDARY, INITIAL = range(3)


class Programs(NamedTuple):
    """Skeletons as arrays: ``programs (batch, max_length)`` int16, ``lengths (batch,)``."""

    programs: np.ndarray
    lengths: np.ndarray

    def take(self, rows: np.ndarray) -> "Programs":
        """The chosen rows."""
        return Programs(self.programs[rows], self.lengths[rows])


#: Rows of the batch, their constants -> residuals ``(rows, n)`` and Jacobian ``(rows, slots, n)``,
#: such that the sum of squares is the loss.
Objective = Callable[[np.ndarray, np.ndarray], tuple[Tensor, Tensor]]


class Physics:
    """The constraints of a problem at collocation points, for batches of skeletons.

    Explanation
    ===========

    The paper's loss is ``lambda_0 MSE_F + lambda_1 MSE_B + lambda_2 MSE_I`` over the equation, the
    boundary and the initial conditions; the reward is ``1/(1 + average of the RMSEs)``.  With
    ``relative=True`` each constraint is measured in units of its own data.

    Parameters
    ==========

    library : its variables are the problem's variables, then its parameters
    """

    def __init__(
        self,
        problem: Problem,
        library: Library,
        rng: np.random.Generator,
        *,
        points: CollocationConfig | None = None,
        weights: tuple[float, float, float] = (1.0, 1.0, 1.0),
        relative: bool = False,
    ):
        if len(problem.functions) > 1:
            raise UnsupportedError(
                f"the problem has {len(problem.functions)} unknown functions; systems can be "
                "stated and checked, but not searched yet"
            )
        points = points or CollocationConfig()
        self.problem, self.library, self.weights = problem, library, weights
        kinds = [INITIAL if initial else BOUNDARY for initial in problem.initial]
        inside = [interior_points(problem, points, rng) for _ in problem.equations]
        on_faces = [condition_points(c, problem, points, rng) for c in problem.conditions]
        self.equation = Part(
            problem.equations,
            [EQUATION] * len(inside),
            inside,
            library,
            problem.variables,
            relative,
        )
        self.conditions = Part(
            problem.conditions, kinds, on_faces, library, problem.variables, relative
        )
        self.parts = (self.conditions, self.equation)
        self.conditions_linear = self.conditions.is_linear()
        self.is_linear = self.conditions_linear and self.equation.is_linear()
        self._group = [
            torch.tensor([t.group for t in p.terms for _ in range(t.count)]) for p in self.parts
        ]
        sizes = torch.bincount(torch.cat(self._group), minlength=3)
        self.present = (sizes > 0).numpy()
        share = torch.tensor(weights, dtype=torch.float64) / sizes.clamp(min=1)
        self._root_weight = [torch.sqrt(share[g]) for g in self._group]
        self.size = self._size()

    def _size(self) -> float:
        """The loss of u = 0, in which other losses can be measured; 1 if that is a solution."""
        data = [t.residual_of_zero() for p in self.parts for t in p.terms]
        groups = [t.group for p in self.parts for t in p.terms]
        total = sum(
            self.weights[g] * float((d**2).mean()) for g, d in zip(groups, data, strict=True)
        )
        return total if np.isfinite(total) and total > 0 else 1.0

    def objective(self, batch: Programs, *, conditions_only: bool) -> Objective:
        """The function that a fit of this batch minimises."""
        parts = list(zip(self.parts, self._root_weight, strict=True))[: 1 if conditions_only else 2]

        def residuals(rows: np.ndarray, constants: np.ndarray) -> tuple[Tensor, Tensor]:
            chosen = batch.take(rows)
            found = []
            for part, weight in parts:
                r, j = part.residuals(chosen.programs, chosen.lengths, constants)
                assert j is not None
                found.append((r * weight, j * weight))
            if len(found) == 1:
                return found[0]
            return torch.cat([r for r, _ in found], 1), torch.cat([j for _, j in found], 2)

        return residuals

    def mean_squares(self, batch: Programs, constants: np.ndarray) -> np.ndarray:
        """MSE of the equation, the boundary and the initial conditions, ``(batch, 3)``."""
        sums = torch.zeros((len(constants), 3), dtype=torch.float64)
        counts = torch.zeros(3, dtype=torch.float64)
        for part, group in zip(self.parts, self._group, strict=True):
            r, _ = part.residuals(batch.programs, batch.lengths, constants, jacobian=False)
            sums.index_add_(1, group, r**2)
            counts += torch.bincount(group, minlength=3)
        return (sums / counts.clamp(min=1)).numpy()

    def loss(self, mean_squares: np.ndarray) -> np.ndarray:
        """The paper's weighted loss, ``(batch,)``; ``inf`` where it is not finite."""
        total = mean_squares @ np.asarray(self.weights)
        return np.where(np.isfinite(total), total, np.inf)

    def reward(self, mean_squares: np.ndarray) -> np.ndarray:
        """``1/(1 + average of the RMSEs)`` over the groups that the problem has, ``(batch,)``."""
        average = np.sqrt(mean_squares[:, self.present]).mean(axis=1)
        return np.where(np.isfinite(average), 1.0 / (1.0 + average), 0.0)
