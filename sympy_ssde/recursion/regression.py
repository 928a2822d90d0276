"""Regression along lines: one skeleton, with one vector of constants for each line."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from torch import Tensor

from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit
from sympy_ssde.kernel.forms import POWER, CompiledPart, Factor, Product, make_form
from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.kernel.portable import eigenvalues, exp, products, solve_each
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.objective import Objective
from sympy_ssde.search.score import Scores

_QUICK, _LONG = LeastSquaresConfig(iterations=4), LeastSquaresConfig(iterations=20)
_LAST = LeastSquaresConfig(iterations=60, tolerance=1e-12, target=1e-32)
_REFINED = 0.15  # share of a batch that is fitted on all lines
_SCATTER = 6
_SPREAD = 1e3  # times their uncertainty by which values on the lines may differ


@dataclass(frozen=True, eq=False)
class VectorFit:
    """A skeleton fitted on all lines.

    ``constants (lines, slots)``, ``uncertain (lines, slots)`` the change of a constant that a
    residual of the size of the data's noise would make, ``error`` the worst line's relative RMSE.
    """

    constants: np.ndarray
    uncertain: np.ndarray
    error: float

    def pooled(self) -> tuple[np.ndarray, np.ndarray]:
        """Each slot's value, the lines weighted, and whether it is the same on all of them."""
        weight = 1.0 / np.maximum(self.uncertain, 1e-300) ** 2
        weight /= weight.sum(axis=0)
        mean = (weight * self.constants).sum(axis=0)
        off = np.abs(self.constants - mean)
        allowed = _SPREAD * self.uncertain + 1e-9 * np.abs(mean)
        return mean, (off <= allowed).all(axis=0)


class Regression:
    """A score for skeletons of one variable, by their fit to values on lines.

    Parameters
    ==========

    x : ``(points,)``
    values : ``(lines, points)``
    seed : of the starts of fits, which depend on it and on the batch alone
    noise : relative size of the values' errors
    """

    def __init__(
        self,
        library: Library,
        x: np.ndarray,
        values: np.ndarray,
        seed: int,
        *,
        noise: float = 1e-14,
        workers: int = 1,
    ):
        sizes = np.sqrt((values**2).mean(axis=1))
        told = sizes > 1e-7 * sizes.max(initial=0.0)  # zero all along says nothing of the form
        self.values = values[told] if told.any() else values[:1]
        self.told = told
        self.library, self.x, self.seed = library, x, seed
        self.noise = max(noise, 1e-14)
        self.space = JetSpace(1, ())
        self.scale = np.maximum(np.sqrt((self.values**2).mean(axis=1)), 1e-300)
        if not told.any():
            self.scale[:] = 1.0
        self._lines = [
            self._line(v, s, workers) for v, s in zip(self.values, self.scale, strict=True)
        ]

    def _line(self, values: np.ndarray, scale: float, workers: int) -> Objective:
        """The mean square of what a skeleton misses of the values, relative to their scale."""
        count = len(self.x)
        value = ((Factor(POWER, 0, 1.0), 0, 0),)
        differences = [
            Product(0, np.full(count, 1.0 / scale), value),
            Product(0, -values / scale, ()),
        ]
        weight, group = np.full(count, 1 / np.sqrt(count)), np.ones(count)
        form = make_form(self.x[None], differences, [0, count], group, weight, weight**2)
        assert form is not None
        residuals = partial(self._residuals, values, weight / scale)
        parts = (CompiledPart(form, self.space),)
        return Objective(self.library, residuals, parts, is_linear=True, workers=workers)

    def _residuals(
        self, values: np.ndarray, weight: np.ndarray, batch: Batch, rows: np.ndarray
    ) -> tuple[Tensor, Tensor]:
        jets = evaluate(self.library, self.space, *batch, self.x[None], tangents=True)
        assert jets.tangents is not None
        differences = (jets.values[:, 0] - values) * weight
        return torch.from_numpy(differences), torch.from_numpy(jets.tangents[:, :, 0] * weight)

    def _fit(
        self, batch: Batch, lines: np.ndarray, config: LeastSquaresConfig
    ) -> tuple[np.ndarray, np.ndarray]:
        """Constants ``(lines, batch, slots)`` and relative mean squares ``(lines, batch)``.

        Each line starts where the one before it ended.
        """
        start = batch.constants
        if not start.shape[1]:
            start = np.zeros((len(batch), 1))  # arrays of no width are a nuisance
        constants, losses = [], []
        for line in lines:
            start, found = fit(self._lines[line], batch.at(start), config)
            constants.append(start)
            losses.append(found)
        return np.array(constants), np.array(losses)

    @np.errstate(over="ignore", invalid="ignore")
    def __call__(self, batch: Batch) -> Scores:
        """Fit to the first line and the last, the best to all lines from several starts."""
        if not len(batch):
            return Scores.of_nothing(batch)
        ends = np.unique([0, len(self._lines) - 1])
        constants, losses = self._fit(batch, ends, _QUICK)
        total = losses.mean(axis=0)
        stage_one = 1.0 / (1.0 + np.sqrt(total))
        refined = stage_one >= np.quantile(stage_one, 1 - _REFINED)
        rows = np.nonzero(refined)[0]
        result = constants[0].copy()
        best, loss = self._refine(batch.take(rows), constants[0][rows])
        result[rows], total[rows] = best, loss
        rewards = np.where(np.isfinite(total), 1.0 / (1.0 + np.sqrt(total)), 0.0)
        return Scores(result[:, : batch.constants.shape[1]], stage_one, rewards, refined, total)

    def _refine(self, batch: Batch, first: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The first line's constants and the loss on all lines, of the best start of each row.

        All starts of all rows are fitted to the first line, the two best of each row to all lines.
        """
        count, slots = len(batch), batch.constants.shape[1]
        every, rows = np.arange(len(self._lines)), np.arange(count)
        starts = [first[:, :slots]]
        searched, rng = batch.used(self.library) > 0, batch.generator(self.seed)
        for _ in range(_SCATTER if searched.any() else 0):
            signs = rng.choice([-1.0, 1.0], (count, slots))
            starts.append(signs * exp(rng.normal(0.0, 1.0, (count, slots))))
        (candidates,), (losses,) = self._fit(_repeated(batch, starts), every[:1], _QUICK)
        candidates = candidates.reshape(len(starts), count, -1)
        order = np.argsort(losses.reshape(len(starts), count), axis=0, kind="stable")[:2]
        chosen = [candidates[choice, rows][:, :slots] for choice in order]
        constants, losses = self._fit(_repeated(batch, chosen), every, _LONG)
        ends = constants[0].reshape(len(chosen), count, -1)
        totals = losses.mean(axis=0).reshape(len(chosen), count)
        best, least = candidates[order[0], rows], np.full(count, np.inf)
        for end, total in zip(ends, totals, strict=True):
            better = total < least
            best[better], least[better] = end[better], total[better]
        return best, least

    def vector_fit(
        self, skeleton: Skeleton, start: np.ndarray, limit: float = np.inf
    ) -> VectorFit | None:
        """Fit one skeleton on all lines as well as can be; None if its error is above the limit.

        Lines share the basin of a solution.
        """
        slots = skeleton.constants
        lines = np.arange(len(self._lines))
        best: tuple[np.ndarray, np.ndarray] | None = None
        batch = Batch.single(skeleton, start)
        for _ in range(2):  # there and back: a line may end in another basin on the first way
            constants, losses = self._fit(batch, lines, _LAST)
            if best is None or losses[:, 0].max() < best[1].max():
                best = (constants[:, 0, :slots], losses[:, 0])
            batch = batch.at(constants[int(np.argmin(losses[:, 0]))])
        assert best is not None
        fitted, squares = best
        error = float(np.sqrt(squares.max()))
        if not error <= limit:
            return None
        return VectorFit(fitted, self._uncertainty(skeleton, fitted), error)

    def holds(
        self,
        skeleton: Skeleton,
        fitted: VectorFit,
        constants: np.ndarray,
        same: np.ndarray,
        limit: float,
    ) -> bool:
        """Whether the fit stays exact with the given constants, the others free on each line."""
        if not fitted.constants.shape[1]:
            return True
        losses = [
            fit(line, Batch.single(skeleton, start), _LAST, ~same[None])[1]
            for line, start in zip(
                self._lines, np.where(same, constants, fitted.constants), strict=True
            )
        ]
        return bool(np.sqrt(np.max(losses)) <= 10 * limit)

    def _uncertainty(self, skeleton: Skeleton, constants: np.ndarray) -> np.ndarray:
        lines, slots = constants.shape
        found = np.full((lines, slots), np.inf)
        for row, (line, values) in enumerate(zip(self._lines, constants, strict=True)):
            if not slots:
                break
            _, jacobian = line.residuals(Batch.single(skeleton, values), np.zeros(1, np.int64))
            j = jacobian[0].numpy()
            if not (np.abs(j) < 1e100).all():
                continue
            size = np.sqrt((j**2).sum(axis=1)) + 1e-300
            normal = products(j[None], j[None]) / size[:, None] / size
            if eigenvalues(normal)[0, 0] < 1e-13:
                continue
            inverse = solve_each(np.repeat(normal, slots, axis=0), np.eye(slots))
            found[row] = self.noise * np.sqrt(np.maximum(np.diag(inverse), 1.0)) / size
        return np.minimum(found, 1e150)


def _repeated(batch: Batch, starts: Sequence[np.ndarray]) -> Batch:
    """The batch once for each of the starts, ``(batch, slots)``."""
    rows = np.tile(np.arange(len(batch)), len(starts))
    return batch.take(rows).at(np.concatenate(starts))
