"""Regression along lines: one skeleton, with one vector of constants for each line."""

from dataclasses import astuple, dataclass

import numpy as np
import torch

from sympy_ssde.fit.least_squares import (
    LeastSquaresConfig,
    count_constants,
    damped_slots,
    levenberg_marquardt,
)
from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.kernel.portable import eigenvalues, exp, products, solve_each
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.compiled import CompiledPart, CompiledPhysics, Product, Settings, make_form
from sympy_ssde.physics.monomials import POWER, Factor
from sympy_ssde.search.score import Batch, Scores

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
    noise : relative size of the values' errors
    """

    def __init__(
        self,
        library: Library,
        x: np.ndarray,
        values: np.ndarray,
        rng: np.random.Generator,
        *,
        noise: float = 1e-14,
        workers: int = 1,
    ):
        sizes = np.sqrt((values**2).mean(axis=1))
        told = sizes > 1e-7 * sizes.max(initial=0.0)  # zero all along says nothing of the form
        self.values = values[told] if told.any() else values[:1]
        self.told = told
        self.library, self.x, self.rng = library, x, rng
        self.noise = max(noise, 1e-14)
        self.space = JetSpace(1, ())
        self.scale = np.maximum(np.sqrt((self.values**2).mean(axis=1)), 1e-300)
        if not told.any():
            self.scale[:] = 1.0
        self._lines = [
            self._line(v, s, workers) for v, s in zip(self.values, self.scale, strict=True)
        ]

    def _line(self, values: np.ndarray, scale: float, workers: int) -> CompiledPhysics:
        count = len(self.x)
        value = ((Factor(POWER, 0, 1.0), 0, 0),)
        products = [
            Product(0, np.full(count, 1.0 / scale), value),
            Product(0, -values / scale, ()),
        ]
        weight, group = np.full(count, 1 / np.sqrt(count)), np.ones(count)
        form = make_form(self.x[None], products, [0, count], group, weight, weight**2)
        assert form is not None
        part = CompiledPart(form, self.space)
        return CompiledPhysics(
            self.library,
            part,
            part,
            None,
            relative=False,
            slack=1.0,
            guarded=-1.0,
            weights=(1.0, 1.0, 1.0),
            workers=workers,
        )

    def _fit(
        self, batch: Batch, lines: np.ndarray, config: LeastSquaresConfig
    ) -> tuple[np.ndarray, np.ndarray]:
        """Constants ``(lines, batch, slots)`` and relative mean squares ``(lines, batch)``.

        Each line starts where the one before it ended.
        """
        used = count_constants(batch.programs, self.library)
        slots = max(1, batch.constants.shape[1])
        start = np.zeros((len(batch), slots))
        start[:, : batch.constants.shape[1]] = batch.constants
        damped = damped_slots(batch.programs, batch.lengths, slots, self.library, True)
        constants, losses = [], []
        for line in lines:
            start, found = self._lines[line].fit(
                batch.programs,
                batch.lengths,
                start,
                used,
                damped,
                Settings(*astuple(config)),
                conditions_only=True,
            )
            constants.append(start)
            losses.append(found)
        return np.array(constants), np.array(losses)

    @np.errstate(over="ignore", invalid="ignore")
    def __call__(self, batch: Batch) -> Scores:
        """Fit to the first line and the last, the best to all lines from several starts."""
        if not len(batch):
            none = np.empty(0)
            return Scores(batch.constants, none, none, none > 0, none)
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
        """The first line's constants and the loss on all lines, of the best start of each row."""
        count, slots = len(batch), batch.constants.shape[1]
        every = np.arange(len(self._lines))
        starts = [first[:, :slots]]
        searched = count_constants(batch.programs, self.library) > 0
        for _ in range(_SCATTER if searched.any() else 0):
            signs = self.rng.choice([-1.0, 1.0], (count, slots))
            starts.append(signs * exp(self.rng.normal(0.0, 1.0, (count, slots))))
        best, losses = None, np.full(count, np.inf)
        found = []
        for start in starts:
            found.append(self._fit(Batch(batch.programs, batch.lengths, start), every[:1], _QUICK))
        first_losses = np.array([f[1][0] for f in found])
        order = np.argsort(first_losses, axis=0, kind="stable")[:2]
        candidates = np.array([f[0][0] for f in found])
        best = candidates[order[0], np.arange(count)].copy()
        for choice in order:
            start = candidates[choice, np.arange(count)][:, :slots]
            constants, line_losses = self._fit(
                Batch(batch.programs, batch.lengths, start), every, _LONG
            )
            total = line_losses.mean(axis=0)
            better = total < losses
            best[better], losses[better] = constants[0][better], total[better]
        return best, losses

    def vector_fit(self, skeleton: Skeleton, start: np.ndarray) -> VectorFit:
        """Fit one skeleton on all lines as well as can be; lines share the basin of a solution."""
        slots = skeleton.constants
        tokens = np.array([skeleton.tokens], np.int16)
        lengths = np.array([len(skeleton.tokens)])
        lines = np.arange(len(self._lines))
        best: tuple[np.ndarray, np.ndarray] | None = None
        given = start[None, : max(1, slots)] if slots else np.zeros((1, 1))
        for _ in range(2):  # there and back: a line may end in another basin on the first way
            batch = Batch(tokens, lengths, given)
            constants, losses = self._fit(batch, lines, _LAST)
            if best is None or losses[:, 0].max() < best[1].max():
                best = (constants[:, 0, :slots], losses[:, 0])
            given = constants[int(np.argmin(losses[:, 0]))][:, : max(1, slots)]
        assert best is not None
        fitted, squares = best
        uncertain = self._uncertainty(tokens, lengths, fitted)
        return VectorFit(fitted, uncertain, float(np.sqrt(squares.max())))

    def holds(
        self,
        skeleton: Skeleton,
        fit: VectorFit,
        constants: np.ndarray,
        same: np.ndarray,
        limit: float,
    ) -> bool:
        """Whether the fit stays exact with the given constants, the others free on each line."""
        lines, slots = fit.constants.shape
        if not slots:
            return True
        start = np.where(same, constants, fit.constants)
        free = np.repeat(~same[None], lines, axis=0)
        tokens = np.array([skeleton.tokens], np.int16)

        def objective(rows: np.ndarray, at: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
            jets = evaluate(
                self.library,
                self.space,
                np.repeat(tokens, len(rows), axis=0),
                np.full(len(rows), tokens.shape[1]),
                at,
                self.x[None],
                tangents=True,
            )
            assert jets.tangents is not None
            weight = 1.0 / (self.scale[rows] * np.sqrt(len(self.x)))
            residuals = (jets.values[:, 0] - self.values[rows]) * weight[:, None]
            slopes = jets.tangents[:, :, 0] * weight[:, None, None]
            return torch.from_numpy(residuals), torch.from_numpy(slopes)

        _, losses = levenberg_marquardt(objective, start, free, free, _LAST)
        return bool(np.sqrt(losses.max()) <= 10 * limit)

    def _uncertainty(
        self, tokens: np.ndarray, lengths: np.ndarray, constants: np.ndarray
    ) -> np.ndarray:
        lines, slots = constants.shape
        if not slots:
            return np.zeros((lines, 0))
        jets = evaluate(
            self.library,
            self.space,
            np.repeat(tokens, lines, axis=0),
            np.repeat(lengths, lines),
            constants,
            self.x[None],
            tangents=True,
        )
        assert jets.tangents is not None
        found = np.empty((lines, slots))
        for line in range(lines):
            j = jets.tangents[line, :, 0] / self.scale[line] / np.sqrt(len(self.x))
            if not (np.abs(j) < 1e100).all():
                found[line] = np.inf
                continue
            size = np.sqrt((j**2).sum(axis=1)) + 1e-300
            normal = products(j[None], j[None]) / size[:, None] / size
            if eigenvalues(normal)[0, 0] < 1e-13:
                found[line] = np.inf
                continue
            units = np.eye(slots)
            inverse = solve_each(np.repeat(normal, slots, axis=0), units)
            found[line] = self.noise * np.sqrt(np.maximum(np.diag(inverse), 1.0)) / size
        return np.minimum(found, 1e150)
