"""Mean squares of whole batches in compiled code."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sympy_ssde.kernel.elementary import compiled, entry, exp, log
from sympy_ssde.kernel.interpreter import Meaning
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.forms import (
    MOST_FACTORS,
    CompiledPart,
    Side,
    meaning,
    plain,
    product_size,
    residuals,
    spread,
)


class Memory(NamedTuple):
    """What a row's score needs beside the jets."""

    constants: np.ndarray  # (1, slots, 1)
    residuals: np.ndarray  # (2, rows): the residuals, and room for units or for the guard's
    no_slopes: np.ndarray  # (0, rows)
    factors: np.ndarray  # (2, most factors)


@compiled
def _relative_square(side: Side, r: np.ndarray, units: np.ndarray) -> float:
    """Mean over the terms of :meth:`~sympy_ssde.physics.residual.Term.relative_square`.

    ``units`` is memory as large as the residuals ``r``.
    """
    form, total = side.form, 0.0
    terms = form.first.size - 1
    for k in range(terms):
        first, last = form.first[k], form.first[k + 1]
        count, products = last - first, 0
        for m in range(form.begin.size):
            products += first <= form.begin[m] < last
        if products == 1:
            for i in range(first, last):
                total += r[i] * r[i] / count
            continue
        logs = 0.0
        for i in range(first, last):
            size = 0.0
            for m in range(form.begin.size):
                if form.begin[m] == first:
                    size += product_size(form, m, i - first, side.values)
            units[i] = size * size + 1e-200
            logs += log(units[i])
        typical = exp(logs / count)
        for i in range(first, last):
            total += r[i] * r[i] / (units[i] + typical) / count
    return total / terms


@entry
def score_rows(
    conditions: Side,
    equation: Side,
    guard: Side,
    guarded: float,
    relative: bool,
    slack: float,
    weights: np.ndarray,
    names: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    constants: np.ndarray,
    memory: Memory,
    squares: np.ndarray,
) -> None:
    """Mean squares of equation, boundary and initial conditions, ``squares (batch, 3)``.

    ``guarded``: the loss up to which the guard is looked at, negative if there is none.
    """
    middle, at, c = conditions.form.weight.size, memory.factors, memory.constants
    no_slopes = memory.no_slopes[:0]  # by the 0 the compiler sees that no code for slopes is needed
    for b in range(programs.shape[0]):
        program, length = programs[b : b + 1], lengths[b : b + 1]
        for k in range(c.shape[1]):
            c[0, k, 0] = constants[b, k]
        on_faces = memory.residuals[0][:middle]
        residuals(conditions, names, program, length, c, conditions.none, at, on_faces, no_slopes)
        squares[b, :] = 0.0
        for i in range(middle):
            squares[b, conditions.form.group[i]] += on_faces[i] ** 2 * conditions.form.share[i]
        inside = memory.residuals[0][middle:]
        residuals(equation, names, program, length, c, equation.none, at, inside, no_slopes)
        if relative:
            units = memory.residuals[1][middle:]
            squares[b, 0] = _relative_square(equation, inside, units)
        else:
            for i in range(inside.size):
                squares[b, equation.form.group[i]] += inside[i] ** 2 * equation.form.share[i]
        total = 0.0
        for group in range(3):
            total += weights[group] * squares[b, group]
        if total <= guarded:
            near = memory.residuals[1][:middle]
            residuals(guard, names, program, length, c, guard.none, at, near, no_slopes)
            for i in range(middle):
                jump = abs(near[i]) - abs(on_faces[i]) - slack
                if not jump <= 0.0:
                    squares[b, conditions.form.group[i]] += jump * jump


# ---------------------------------------------------------------------- from Python


@dataclass(frozen=True)
class CompiledScores:
    """The constraints of a problem in compiled form, and how they are weighed.

    ``slack``: how much the guard's residuals may exceed those of the conditions; ``guarded``: the
    loss up to which the guard is looked at.
    """

    library: Library
    conditions: CompiledPart
    equation: CompiledPart
    guard: CompiledPart | None
    relative: bool
    slack: float
    guarded: float
    weights: tuple[float, float, float]
    workers: int

    def mean_squares(self, batch: Batch) -> np.ndarray:
        """MSE of the equation, the boundary and the initial conditions, ``(batch, 3)``."""
        squares = np.empty((len(batch), 3))
        programs, lengths = plain(batch.programs, np.int16), plain(batch.lengths)
        constants = plain(batch.constants, np.float64)
        names, weights = meaning(self.library), np.array(self.weights, dtype=np.float64)

        def work(rows: slice) -> None:
            longest, slots = programs.shape[1], constants.shape[1]
            guard = self.guard or self.conditions
            sides = [p.side(longest, slots) for p in (self.conditions, self.equation, guard)]
            score_rows(
                *sides,
                self.guarded if self.guard is not None else -1.0,
                self.relative,
                self.slack,
                weights,
                names,
                programs[rows],
                lengths[rows],
                constants[rows],
                self._memory(slots),
                squares[rows],
            )

        spread(len(batch), self.workers, work)
        return squares

    def _memory(self, slots: int) -> Memory:
        middle = self.conditions.form.weight.size
        rows = middle + self.equation.form.weight.size
        return Memory(
            np.zeros((1, slots, 1)),
            np.zeros((2, rows)),
            np.zeros((0, middle)),
            np.zeros((2, MOST_FACTORS)),
        )
