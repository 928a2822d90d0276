"""What compiled code does to the rows of a batch: it evaluates, scores, or fits their constants.

All stands in one compiled function: most of what has to be compiled is the interpreter, which the
three share.
"""

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sympy_ssde.kernel.elementary import compiled, entry, exp, log
from sympy_ssde.kernel.forms import (
    MOST_FACTORS,
    CompiledPart,
    Side,
    product_size,
    residuals,
    weigh,
)
from sympy_ssde.kernel.interpreter import Meaning, interpret
from sympy_ssde.kernel.portable import eliminate


class Task(IntEnum):
    """What is done to the rows."""

    EVALUATE = 0
    SCORE = 1
    FIT = 2


# Plain numbers for compiled code.
_EVALUATE, _FIT = int(Task.EVALUATE), int(Task.FIT)


class Sides(NamedTuple):
    """The constraints: conditions, equation, and the conditions a little inwards."""

    conditions: Side
    equation: Side
    guard: Side


class Scoring(NamedTuple):
    """How scores are made; ``guarded``: the loss up to which the guard is looked at, or -1."""

    guarded: float
    relative: bool
    slack: float
    weights: np.ndarray  # (3,) of equation, boundary and initial conditions


class Settings(NamedTuple):
    """Those of LeastSquaresConfig that compiled code reads."""

    iterations: int
    damping: float
    decrease: float
    increase: float
    max_damping: float
    tolerance: float
    target: float


class Fitting(NamedTuple):
    """What is fitted, and how; ``whole``: to the equation, too."""

    whole: bool
    used: np.ndarray  # (batch,) how many constants each row has
    free: np.ndarray  # (batch, slots)
    damped: np.ndarray  # (batch, slots)
    settings: Settings


class Memory(NamedTuple):
    """What a row needs beside the jets."""

    constants: np.ndarray  # (1, slots, 1)
    residuals: np.ndarray  # (2, rows) of the present and of the trial point; units, the guard's
    jacobians: np.ndarray  # (2, slots, rows)
    normal: np.ndarray  # (slots, slots + 1)
    matrix: np.ndarray  # (slots, slots + 1)
    step: np.ndarray  # (slots,)
    factors: np.ndarray  # (2, most factors) values and slopes

    @classmethod
    def allocate(cls, parts: Sequence[CompiledPart], slots: int) -> "Memory":
        """Memory for one row and all constraints of the parts."""
        rows = sum(part.form.weight.size for part in parts)
        return cls(
            np.zeros((1, slots, 1)),
            np.zeros((2, rows)),
            np.zeros((2, slots, rows)),
            np.zeros((slots, slots + 1)),
            np.zeros((slots, slots + 1)),
            np.zeros(slots),
            np.zeros((2, MOST_FACTORS)),
        )


@compiled
def _set_constants(memory: Memory, constants: np.ndarray) -> None:
    for k in range(memory.constants.shape[1]):
        memory.constants[0, k, 0] = constants[k]


# ---------------------------------------------------------------------- scores


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


@compiled
def _score(
    sides: Sides,
    how: Scoring,
    names: Meaning,
    program: np.ndarray,
    length: np.ndarray,
    memory: Memory,
    squares: np.ndarray,
) -> None:
    """Mean squares ``(3,)`` of equation, boundary and initial conditions."""
    conditions, equation, guard = sides.conditions, sides.equation, sides.guard
    middle, at, c = conditions.form.weight.size, memory.factors, memory.constants
    no_slopes = memory.jacobians[0, :0]
    on_faces = memory.residuals[0][:middle]
    residuals(conditions, names, program, length, c, conditions.none, at, on_faces, no_slopes)
    squares[:] = 0.0
    for i in range(middle):
        squares[conditions.form.group[i]] += on_faces[i] ** 2 * conditions.form.share[i]
    inside = memory.residuals[0][middle:]
    residuals(equation, names, program, length, c, equation.none, at, inside, no_slopes)
    if how.relative:
        squares[0] = _relative_square(equation, inside, memory.residuals[1][middle:])
    else:
        for i in range(inside.size):
            squares[equation.form.group[i]] += inside[i] ** 2 * equation.form.share[i]
    total = 0.0
    for group in range(3):
        total += how.weights[group] * squares[group]
    if total <= how.guarded:
        near = memory.residuals[1][:middle]
        residuals(guard, names, program, length, c, guard.none, at, near, no_slopes)
        for i in range(middle):
            jump = abs(near[i]) - abs(on_faces[i]) - how.slack
            if not jump <= 0.0:
                squares[conditions.form.group[i]] += jump * jump


# ---------------------------------------------------------------------- fits


@compiled
def _evaluate(
    sides: Sides,
    whole: bool,
    names: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    memory: Memory,
    place: int,
) -> float:
    """Residuals and Jacobian at ``memory.constants`` into ``place``; returns the loss."""
    conditions, equation = sides.conditions, sides.equation
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


@compiled
def _any(flags: np.ndarray, n: int) -> bool:
    for k in range(n):
        if flags[k]:
            return True
    return False


@compiled
def _both(flags: np.ndarray, others: np.ndarray, n: int) -> bool:
    """Whether a slot has both of them."""
    for k in range(n):
        if flags[k] and others[k]:
            return True
    return False


@compiled
def _fit(
    sides: Sides,
    fitting: Fitting,
    names: Meaning,
    program: np.ndarray,
    length: np.ndarray,
    constants: np.ndarray,
    b: int,
    memory: Memory,
) -> float:
    """Fit the constants of row ``b`` in place; the loss."""
    settings, whole = fitting.settings, fitting.whole
    free, damped, n = fitting.free[b], fitting.damped[b], fitting.used[b]
    rows = sides.conditions.form.weight.size + (sides.equation.form.weight.size if whole else 0)
    trial, place = memory.constants, 0
    loss = _evaluate(sides, whole, names, program, length, memory, place)
    if not _any(free, n) or not math.isfinite(loss) or loss <= settings.target:
        return loss if math.isfinite(loss) else math.inf
    damping, stale = settings.damping, True
    is_damped = _both(free, damped, n)  # otherwise a step that failed would only be repeated
    for _ in range(settings.iterations):
        if stale:
            _normal_equations(memory, place, n, rows)
        _solve(memory, free, damped, damping, n)
        for k in range(n):
            trial[0, k, 0] = constants[k] - memory.step[k]
        other = _evaluate(sides, whole, names, program, length, memory, 1 - place)
        stale = other < loss
        if stale:
            done = loss - other < settings.tolerance * loss or other <= settings.target
            for k in range(n):
                constants[k] = trial[0, k, 0]
            loss, place, damping = other, 1 - place, damping * settings.decrease
            if done:
                break
        else:
            damping *= settings.increase
            if damping >= settings.max_damping or not is_damped:
                break
    return loss


# ---------------------------------------------------------------------- all


@entry
def work_on(
    task: int,
    sides: Sides,
    scoring: Scoring,
    fitting: Fitting,
    names: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    constants: np.ndarray,
    memory: Memory,
    found: np.ndarray,
) -> None:
    """Score each row, ``found[b]``; fit its constants in place, ``found[b, 0]`` is the loss.

    Or evaluate all of them at the points of the first side, into its values and tangents.
    """
    if task == _EVALUATE:
        side = sides.conditions
        interpret(
            side.work,
            side.tables,
            names,
            programs,
            lengths,
            memory.constants,
            side.form.points,
            side.form.line,
            side.values,
            side.tangents,
        )
        return
    for b in range(programs.shape[0]):
        program, length = programs[b : b + 1], lengths[b : b + 1]
        _set_constants(memory, constants[b])
        if task == _FIT:
            found[b, 0] = _fit(sides, fitting, names, program, length, constants[b], b, memory)
        else:
            _score(sides, scoring, names, program, length, memory, found[b])
