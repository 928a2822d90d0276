"""A problem as a score: mean squares of its constraints over sampled points, loss and reward."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from sympy import Rational

from sympy_ssde.config import SearchConfig
from sympy_ssde.kernel.forms import CompiledPart
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.collocation import (
    CollocationConfig,
    Places,
    condition_points,
    interior_points,
)
from sympy_ssde.physics.objective import Objective
from sympy_ssde.physics.residual import Constraints, root_mean_square
from sympy_ssde.physics.scores import CompiledScores
from sympy_ssde.physics.singular import regular_conditions
from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.domain import Range
from sympy_ssde.problem.problem import Problem

Tensor = torch.Tensor

EQUATION, BOUNDARY, INITIAL = range(3)

_INWARDS = Rational(1, 10**6)

#: The loss, relative to that of u = 0, up to which a candidate could be taken for a solution.
GUARDED = 0.01

#: How much a solution may change a millionth of the domain inwards, in units of the data.
SLACK = 0.1


class Physics:
    """The constraints of a problem at collocation points, for batches of skeletons.

    Explanation
    ===========

    The paper's loss is ``lambda_0 MSE_F + lambda_1 MSE_B + lambda_2 MSE_I`` over the equation, the
    boundary and the initial conditions; the reward is ``1/(1 + average of the RMSEs)``.  With
    ``relative=True`` each condition is measured in units of its own data, and the equation, when
    candidates are compared, in units of its own terms.

    Parameters
    ==========

    library : its variables are the problem's variables, then its parameters; it has as many
        functions as the problem
    workers : threads over which the kernel spreads large batches; results don't depend on it
    """

    def __init__(
        self,
        problem: Problem,
        library: Library,
        rng: np.random.Generator,
        *,
        points: CollocationConfig | None = None,
        weights: tuple[float, float, float] = SearchConfig.weights,
        relative: bool = False,
        workers: int = 1,
    ):
        points = points or CollocationConfig()
        self.problem, self.library, self.weights = problem, library, weights
        self.relative = relative
        kinds = [INITIAL if initial else BOUNDARY for initial in problem.initial]
        inside = [interior_points(problem, points, rng) for _ in problem.equations]
        conditions = regular_conditions(problem)
        on_faces = [condition_points(c, problem, points, rng) for c in conditions]
        self.equation = Constraints(
            problem.equations,
            [EQUATION] * len(inside),
            inside,
            library,
            problem.variables,
            relative,
            workers,
        )
        self.conditions = Constraints(
            conditions, kinds, on_faces, library, problem.variables, relative
        )
        self.parts = (self.conditions, self.equation)
        self.guard = self._guard(conditions, kinds, on_faces)
        self.conditions_linear = self.conditions.is_linear()
        self.is_linear = self.conditions_linear and self.equation.is_linear()
        self._group = [
            torch.tensor([t.group for t in p.terms for _ in range(t.count)]) for p in self.parts
        ]
        sizes = torch.bincount(torch.cat(self._group), minlength=3)
        self.present = (sizes > 0).numpy()
        share = 1.0 / sizes.clamp(min=1).double()
        self._share = [share[g] for g in self._group]
        scaled = share * torch.tensor(weights, dtype=torch.float64)
        self._root_weight = [torch.sqrt(scaled[g]) for g in self._group]
        self.size = self._size()
        data = [float(t.residual_of_zero().abs().amax()) for t in self.conditions.terms]
        self.data_size = max(data, default=0.0) or 1.0
        self.workers = workers
        self.compiled = self._compiled()

    def _compiled(self) -> CompiledScores | None:
        """The constraints for compiled code, if all are sums of products."""
        parts = [
            part.compiled(g.numpy(), w.numpy(), s.numpy())
            for part, g, w, s in zip(
                self.parts, self._group, self._root_weight, self._share, strict=True
            )
        ]
        guard = None
        if self.guard is not None:
            arrays = (self._group[0], self._root_weight[0], self._share[0])
            guard = self.guard.compiled(*(a.numpy() for a in arrays))
            parts.append(guard)
        conditions, equation = parts[:2]
        if conditions is None or equation is None or None in parts:
            return None
        return CompiledScores(
            self.library,
            conditions,
            equation,
            guard,
            relative=self.relative,
            slack=SLACK * self.data_size,
            guarded=GUARDED * self.size,
            weights=self.weights,
            workers=self.workers,
        )

    def _guard(
        self, conditions: Sequence[Constraint], kinds: list[int], on_faces: list[Places]
    ) -> Constraints | None:
        """The conditions a millionth of the domain inwards, row by row as ``self.conditions``.

        A solution can't have changed much there.  A spike has: it fulfils a condition at its
        face and is next to zero, a solution of most equations, at every other point.
        """
        ranges = [self.problem.domain.by_symbol[v] for v in self.problem.variables]
        moved = [
            replace(c, traces=tuple(_moved_inwards(t, ranges) for t in c.traces))
            for c in conditions
        ]
        if tuple(moved) == tuple(conditions):
            return None
        variables = self.problem.variables
        return Constraints(moved, kinds, on_faces, self.library, variables, self.relative)

    def _size(self) -> float:
        """The loss of u = 0, in which other losses can be measured; 1 if that is a solution."""
        data = [t.residual_of_zero() for p in self.parts for t in p.terms]
        groups = [t.group for p in self.parts for t in p.terms]
        total = sum(
            self.weights[g] * root_mean_square(d) ** 2 for g, d in zip(groups, data, strict=True)
        )
        return total if np.isfinite(total) and total > 0 else 1.0

    def objective(self, *, conditions_only: bool = False) -> Objective:
        """What a fit to all constraints, or to the conditions alone, makes small."""
        weighed = list(zip(self.parts, self._root_weight, strict=True))[: 2 - conditions_only]

        def residuals(batch: Batch, rows: np.ndarray) -> tuple[Tensor, Tensor]:
            found = []
            for part, weight in weighed:
                r, j = part.residuals(batch)
                assert j is not None
                found.append((r * weight, j * weight))
            if len(found) == 1:
                return found[0]
            return torch.cat([r for r, _ in found], 1), torch.cat([j for _, j in found], 2)

        parts: tuple[CompiledPart, ...] | None = None
        if self.compiled is not None:
            parts = (self.compiled.conditions, self.compiled.equation)[: 2 - conditions_only]
        return Objective(
            self.library,
            residuals,
            parts,
            self.conditions_linear if conditions_only else self.is_linear,
            self.workers,
        )

    def mean_squares(self, batch: Batch) -> np.ndarray:
        """MSE of the equation, the boundary and the initial conditions, ``(batch, 3)``."""
        if self.compiled is not None:
            return self.compiled.mean_squares(batch)
        on_faces, _ = self.conditions.residuals(batch, jacobian=False)
        squares = self._by_group(0, (on_faces * on_faces * self._share[0]).numpy())
        if self.relative:
            squares[:, EQUATION] = self.equation.relative_squares(batch).numpy().mean(axis=1)
        else:
            inside, _ = self.equation.residuals(batch, jacobian=False)
            squares += self._by_group(1, (inside * inside * self._share[1]).numpy())
        if self.guard is not None:
            close = (self.loss(squares) <= GUARDED * self.size).nonzero()[0]
            near, _ = self.guard.residuals(batch.take(close), jacobian=False)
            jump = torch.relu(near.abs() - on_faces[close].abs() - SLACK * self.data_size)
            squares[close] += self._by_group(0, (jump * jump).numpy())
        return squares

    def _by_group(self, part: int, values: np.ndarray) -> np.ndarray:
        """Sums over the rows of equation, boundary and initial conditions, ``(batch, 3)``."""
        group = self._group[part].numpy()
        with np.errstate(all="ignore"):
            return np.stack([values[:, group == g].sum(axis=1) for g in range(3)], axis=1)

    def loss(self, mean_squares: np.ndarray) -> np.ndarray:
        """The paper's weighted loss, ``(batch,)``; ``inf`` where it is not finite."""
        with np.errstate(all="ignore"):
            total = (mean_squares * np.asarray(self.weights)).sum(axis=1)
        return np.where(np.isfinite(total), total, np.inf)

    def reward(self, mean_squares: np.ndarray) -> np.ndarray:
        """``1/(1 + average of the RMSEs)`` over the groups that the problem has, ``(batch,)``."""
        average = np.sqrt(mean_squares[:, self.present]).mean(axis=1)
        return np.where(np.isfinite(average), 1.0 / (1.0 + average), 0.0)


def _moved_inwards(trace: Trace, ranges: list[Range]) -> Trace:
    """The trace with coordinates at an end of the domain moved a little inwards."""
    point = list(trace.point)
    for i, r in enumerate(ranges):
        if point[i] == r.low and r.high.is_finite:
            point[i] = r.low + _INWARDS * (r.high - r.low)
        elif point[i] == r.high and r.low.is_finite:
            point[i] = r.high - _INWARDS * (r.high - r.low)
    return replace(trace, point=tuple(point))
