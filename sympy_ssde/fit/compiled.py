"""Levenberg-Marquardt in compiled code, row by row: the mathematics of :mod:`.least_squares`."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sympy_ssde.kernel.elementary import compiled, entry, spliced
from sympy_ssde.kernel.interpreter import Meaning
from sympy_ssde.kernel.portable import eliminate
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.forms import (
    MOST_FACTORS,
    CompiledPart,
    Side,
    meaning,
    plain,
    residuals,
    spread,
    weigh,
)


class Memory(NamedTuple):
    """What a row's fit needs beside the jets."""

    constants: np.ndarray  # (1, slots, 1)
    residuals: np.ndarray  # (2, rows) of the present and of the trial point
    jacobians: np.ndarray  # (2, slots, rows)
    normal: np.ndarray  # (slots, slots + 1)
    matrix: np.ndarray  # (slots, slots + 1)
    step: np.ndarray  # (slots,)
    factors: np.ndarray  # (2, most factors) values and slopes


class Settings(NamedTuple):
    """Those of LeastSquaresConfig that compiled code reads."""

    iterations: int
    damping: float
    decrease: float
    increase: float
    max_damping: float
    tolerance: float
    target: float


@spliced
def _evaluate(
    conditions: Side,
    equation: Side,
    whole: bool,
    names: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    memory: Memory,
    place: int,
) -> float:
    """Residuals and Jacobian at ``memory.constants`` into ``place``; returns the loss."""
    middle = conditions.form.weight.size
    values, jacobians = memory.residuals[place], memory.jacobians[place]
    constants, at = memory.constants, memory.factors
    r, j = values[:middle], jacobians[:, :middle]
    residuals(conditions, names, programs, lengths, constants, conditions.tangents, at, r, j)
    total = weigh(conditions.form, r, j)
    if whole:
        r, j = values[middle:], jacobians[:, middle:]
        residuals(equation, names, programs, lengths, constants, equation.tangents, at, r, j)
        total += weigh(equation.form, r, j)
    return total


@compiled
def _normal_equations(memory: Memory, place: int, used: int, rows: int) -> None:
    residual, jacobian, normal = memory.residuals[place], memory.jacobians[place], memory.normal
    for a in range(used):
        for b in range(a, used):
            total = 0.0
            for i in range(rows):
                total += jacobian[a, i] * jacobian[b, i]
            normal[a, b] = total
            normal[b, a] = total
        total = 0.0
        for i in range(rows):
            total += jacobian[a, i] * residual[i]
        normal[a, used] = total


@compiled
def _solve(memory: Memory, free: np.ndarray, damped: np.ndarray, damping: float, used: int) -> None:
    """The damped step, by elimination with pivots; 0 if the equations are singular.

    Slots that are not free have a step of 0.
    """
    normal, matrix, step = memory.normal, memory.matrix, memory.step
    largest = 0.0
    for a in range(used):
        if free[a]:
            largest = max(largest, normal[a, a])
    ridge = 1e-13 * largest + 1e-14
    for a in range(used):
        for b in range(used + 1):
            both = free[a] and (b == used or free[b])
            matrix[a, b] = normal[a, b] if both else 0.0
        extra = damping * normal[a, a] if damped[a] else 0.0
        matrix[a, a] += ridge + extra if free[a] else 1.0
    if not eliminate(matrix, step, used):
        for a in range(used):
            step[a] = 0.0


@entry
def fit_rows(
    conditions: Side,
    equation: Side,
    whole: bool,
    names: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    constants: np.ndarray,
    used: np.ndarray,
    free: np.ndarray,
    damped: np.ndarray,
    settings: Settings,
    memory: Memory,
    losses: np.ndarray,
) -> None:
    """Fit each row's constants in place; ``used (batch,)`` is how many each has."""
    rows = conditions.form.weight.size + (equation.form.weight.size if whole else 0)
    trial = memory.constants
    for b in range(programs.shape[0]):
        program, length, n = programs[b : b + 1], lengths[b : b + 1], used[b]
        for k in range(trial.shape[1]):
            trial[0, k, 0] = constants[b, k]
        place = 0
        loss = _evaluate(conditions, equation, whole, names, program, length, memory, place)
        losses[b] = loss if math.isfinite(loss) else math.inf
        if not free[b, :n].any() or not math.isfinite(loss) or loss <= settings.target:
            continue
        damping, stale = settings.damping, True
        for _ in range(settings.iterations):
            if stale:
                _normal_equations(memory, place, n, rows)
            _solve(memory, free[b], damped[b], damping, n)
            for k in range(n):
                trial[0, k, 0] = constants[b, k] - memory.step[k]
            other = _evaluate(
                conditions, equation, whole, names, program, length, memory, 1 - place
            )
            stale = other < loss
            if stale:
                done = loss - other < settings.tolerance * loss or other <= settings.target
                for k in range(n):
                    constants[b, k] = trial[0, k, 0]
                loss, place, damping = other, 1 - place, damping * settings.decrease
                if done:
                    break
            else:
                damping *= settings.increase
                if damping >= settings.max_damping:
                    break
        losses[b] = loss


# ---------------------------------------------------------------------- from Python


def allocate(parts: Sequence[CompiledPart], slots: int) -> Memory:
    """Memory for one row's fit to all constraints of the parts."""
    rows = sum(part.form.weight.size for part in parts)
    return Memory(
        np.zeros((1, slots, 1)),
        np.zeros((2, rows)),
        np.zeros((2, slots, rows)),
        np.zeros((slots, slots + 1)),
        np.zeros((slots, slots + 1)),
        np.zeros(slots),
        np.zeros((2, MOST_FACTORS)),
    )


def fit_compiled(
    parts: Sequence[CompiledPart],
    library: Library,
    batch: Batch,
    free: np.ndarray,
    damped: np.ndarray,
    settings: Settings,
    workers: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Fitted constants ``(batch, slots)`` and losses ``(batch,)``, to one part or two."""
    fitted = np.array(batch.constants, dtype=np.float64, order="C")
    losses = np.empty(len(fitted))
    programs, lengths = plain(batch.programs, np.int16), plain(batch.lengths)
    used, names = plain(batch.used(library)), meaning(library)
    free, damped = plain(free, np.bool_), plain(damped, np.bool_)

    def work(rows: slice) -> None:
        slots = fitted.shape[1]
        sides = [part.side(programs.shape[1], slots) for part in parts]
        fit_rows(
            sides[0],
            sides[-1],
            len(parts) > 1,
            names,
            programs[rows],
            lengths[rows],
            fitted[rows],
            used[rows],
            free[rows],
            damped[rows],
            settings,
            allocate(parts, slots),
            losses[rows],
        )

    spread(len(fitted), workers, work)
    return fitted, losses
