"""Fits and scores of whole batches in compiled code, for constraints that are sums of products.

The same mathematics as in :mod:`sympy_ssde.fit.least_squares` and in torch, row by row: a row's
residuals, Jacobian and normal equations stay in the cache, no row waits for another, and threads
share the rows.  Results don't depend on the number of threads nor on the rest of the batch.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sympy_ssde.kernel.elementary import (
    compiled,
    entry,
    exp,
    log,
    power,
    sin_cos,
    sinh_cosh,
    spliced,
)
from sympy_ssde.kernel.jets import Meaning, Work, fill_up, run
from sympy_ssde.kernel.tables import JetSpace, Tables
from sympy_ssde.kernel.threads import pool
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.monomials import COS, COSH, EXP, LOG, POWER, SIN, Factor

_CHUNK = 125  # rows that a thread takes at once
_MOST_FACTORS = 8

_POWER, _EXP, _SIN, _COS, _COSH, _LOG = POWER, EXP, SIN, COS, COSH, LOG


class Product(NamedTuple):
    """A monomial over residual rows ``begin:begin + len(coefficients)``.

    ``factors`` are paired with the place of their trace: row of the jet, first of its points.
    """

    begin: int
    coefficients: np.ndarray
    factors: tuple[tuple[Factor, int, int], ...]


class Form(NamedTuple):
    """Constraints of one kind at their points, as flat arrays.

    Product ``m`` contributes to rows ``begin[m]:begin[m] + size[m]``; its factors are
    ``start[m]:start[m + 1]``.  Term ``k`` has the rows ``first[k]:first[k + 1]``.
    """

    points: np.ndarray
    line: np.ndarray
    begin: np.ndarray
    size: np.ndarray
    coefficients: np.ndarray
    start: np.ndarray
    kind: np.ndarray
    inner: np.ndarray
    power: np.ndarray
    row: np.ndarray
    point: np.ndarray
    first: np.ndarray
    group: np.ndarray
    weight: np.ndarray  # (rows,) of a residual in the fit
    share: np.ndarray  # (rows,) of a squared residual in its group's mean


class Side(NamedTuple):
    """A form with the memory in which its jets are made."""

    form: Form
    tables: Tables
    work: Work
    values: np.ndarray
    tangents: np.ndarray
    none: np.ndarray


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
    """As LeastSquaresConfig."""

    iterations: int
    damping: float
    decrease: float
    increase: float
    max_damping: float
    tolerance: float
    target: float


def make_form(
    points: np.ndarray,
    products: Sequence[Product],
    first: Sequence[int],
    group: np.ndarray,
    weight: np.ndarray,
    share: np.ndarray,
) -> Form | None:
    """Flat arrays of the products; None if one has too many factors."""
    if any(len(p.factors) > _MOST_FACTORS for p in products):
        return None
    width = max((len(p.coefficients) for p in products), default=1)
    coefficients = np.zeros((len(products), width))
    for row, p in zip(coefficients, products, strict=True):
        row[: len(p.coefficients)] = p.coefficients
    factors = [f for p in products for f in p.factors]
    sizes = [len(p.factors) for p in products]
    filled = np.ascontiguousarray(fill_up(np.asarray(points, dtype=np.float64)))
    return Form(
        points=filled,
        line=np.zeros(filled.shape[1], np.int64),
        begin=np.array([p.begin for p in products], np.int64),
        size=np.array([len(p.coefficients) for p in products], np.int64),
        coefficients=coefficients,
        start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        kind=np.array([f.kind for f, _, _ in factors], np.int64),
        inner=np.array([f.inner for f, _, _ in factors], np.float64),
        power=np.array([f.power for f, _, _ in factors], np.float64),
        row=np.array([i for _, i, _ in factors], np.int64),
        point=np.array([p for _, _, p in factors], np.int64),
        first=np.asarray(first, np.int64),
        group=np.asarray(group, np.int64),
        weight=np.ascontiguousarray(weight, dtype=np.float64),
        share=np.ascontiguousarray(share, dtype=np.float64),
    )


# ---------------------------------------------------------------------- residuals


@compiled
def _function(kind: int, x: float, exponent: float) -> float:
    if kind == _POWER:
        return power(x, exponent)
    if kind == _EXP:
        return exp(x)
    if kind == _SIN:
        return sin_cos(x)[0]
    if kind == _COS:
        return sin_cos(x)[1]
    if kind == _COSH:
        return sinh_cosh(x)[1]
    if kind == _LOG:
        return log(x) if x > 0 else math.nan
    return sinh_cosh(x)[0]


@compiled
def _slope(kind: int, x: float, exponent: float) -> float:
    if kind == _POWER:
        return exponent * power(x, exponent - 1.0)
    if kind == _EXP:
        return exp(x)
    if kind == _SIN:
        return sin_cos(x)[1]
    if kind == _COS:
        return -sin_cos(x)[0]
    if kind == _COSH:
        return sinh_cosh(x)[0]
    if kind == _LOG:
        return 1.0 / x
    return sinh_cosh(x)[1]


@compiled
def _add_linear(
    form: Form, m: int, values: np.ndarray, tangents: np.ndarray, r: np.ndarray, j: np.ndarray
) -> None:
    """A product of a coefficient and one trace."""
    a, n, f = form.begin[m], form.size[m], form.start[m]
    coefficient, index, point = form.coefficients[m], form.row[f], form.point[f]
    row = values[0, index]
    for i in range(n):
        r[a + i] += coefficient[i] * row[point + i]
    for k in range(j.shape[0]):
        tangent, target = tangents[0, k, index], j[k]
        for i in range(n):
            target[a + i] += coefficient[i] * tangent[point + i]


@compiled
def _add_product(
    form: Form,
    m: int,
    values: np.ndarray,
    tangents: np.ndarray,
    r: np.ndarray,
    j: np.ndarray,
    at: np.ndarray,
) -> None:
    a, n, begin, end = form.begin[m], form.size[m], form.start[m], form.start[m + 1]
    slots = j.shape[0]
    for i in range(n):
        product = form.coefficients[m, i]
        for f in range(begin, end):
            x = form.inner[f] * values[0, form.row[f], form.point[f] + i]
            at[0, f - begin] = _function(form.kind[f], x, form.power[f])
            if slots > 0:
                at[1, f - begin] = form.inner[f] * _slope(form.kind[f], x, form.power[f])
            product *= at[0, f - begin]
        r[a + i] += product
        if slots == 0:
            continue
        for f in range(begin, end):
            slope = form.coefficients[m, i] * at[1, f - begin]
            for g in range(begin, end):
                if g != f:
                    slope *= at[0, g - begin]
            for k in range(slots):
                j[k, a + i] += slope * tangents[0, k, form.row[f], form.point[f] + i]


@compiled
def _product_size(form: Form, m: int, i: int, values: np.ndarray) -> float:
    product = form.coefficients[m, i]
    for f in range(form.start[m], form.start[m + 1]):
        x = form.inner[f] * values[0, form.row[f], form.point[f] + i]
        product *= _function(form.kind[f], x, form.power[f])
    return abs(product)


@compiled
def _is_linear(form: Form, m: int) -> bool:
    f = form.start[m]
    if form.start[m + 1] - f != 1:
        return False
    return form.kind[f] == _POWER and form.power[f] == 1.0 and form.inner[f] == 1.0


@spliced
def _residuals(
    side: Side,
    meaning: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    constants: np.ndarray,
    tangents: np.ndarray,
    at: np.ndarray,
    r: np.ndarray,
    j: np.ndarray,
) -> None:
    """Residuals of one skeleton and their slopes, not weighted yet."""
    form = side.form
    run(
        side.work,
        side.tables,
        meaning,
        programs,
        lengths,
        constants,
        form.points,
        form.line,
        side.values,
        tangents,
    )
    r[:] = 0.0
    for k in range(j.shape[0]):
        j[k, :] = 0.0
    for m in range(form.begin.size):
        if _is_linear(form, m):
            _add_linear(form, m, side.values, tangents, r, j)
        else:
            _add_product(form, m, side.values, tangents, r, j, at)


@compiled
def _weigh(form: Form, r: np.ndarray, j: np.ndarray) -> float:
    """Weigh residuals and slopes; return the sum of squares.  Slopes without value become 0."""
    total = 0.0
    for i in range(r.size):
        r[i] *= form.weight[i]
        total += r[i] * r[i]
    for k in range(j.shape[0]):
        row = j[k]
        for i in range(row.size):
            slope = row[i] * form.weight[i]
            row[i] = slope if math.isfinite(slope) else 0.0
    return total


# ---------------------------------------------------------------------- Levenberg-Marquardt


@spliced
def _evaluate(
    conditions: Side,
    equation: Side,
    whole: bool,
    meaning: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    memory: Memory,
    place: int,
) -> float:
    """Residuals and Jacobian at ``memory.constants`` into ``place``; returns the loss."""
    middle = conditions.form.weight.size
    residuals, jacobians = memory.residuals[place], memory.jacobians[place]
    constants, at = memory.constants, memory.factors
    r, j = residuals[:middle], jacobians[:, :middle]
    _residuals(conditions, meaning, programs, lengths, constants, conditions.tangents, at, r, j)
    total = _weigh(conditions.form, r, j)
    if whole:
        r, j = residuals[middle:], jacobians[:, middle:]
        _residuals(equation, meaning, programs, lengths, constants, equation.tangents, at, r, j)
        total += _weigh(equation.form, r, j)
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
def _solve(memory: Memory, damped: np.ndarray, damping: float, used: int) -> None:
    """The damped step, by elimination with pivots; 0 if the equations are singular."""
    normal, matrix, step = memory.normal, memory.matrix, memory.step
    largest = 0.0
    for a in range(used):
        largest = max(largest, normal[a, a])
    ridge = 1e-13 * largest + 1e-14
    for a in range(used):
        step[a] = 0.0
        for b in range(used + 1):
            matrix[a, b] = normal[a, b]
        matrix[a, a] += ridge + (damping * normal[a, a] if damped[a] else 0.0)
    for a in range(used):
        best = a
        for b in range(a + 1, used):
            if abs(matrix[b, a]) > abs(matrix[best, a]):
                best = b
        pivot = matrix[best, a]
        if not (abs(pivot) > 0.0 and math.isfinite(pivot)):
            return
        if best != a:
            for c in range(a, used + 1):
                matrix[a, c], matrix[best, c] = matrix[best, c], matrix[a, c]
        for b in range(a + 1, used):
            factor = matrix[b, a] / pivot
            if factor != 0.0:
                for c in range(a, used + 1):
                    matrix[b, c] -= factor * matrix[a, c]
    for back in range(used):
        a = used - 1 - back
        total = matrix[a, used]
        for b in range(a + 1, used):
            total -= matrix[a, b] * step[b]
        step[a] = total / matrix[a, a]
    for a in range(used):
        if not math.isfinite(step[a]):
            for b in range(used):
                step[b] = 0.0
            return


@entry
def fit_rows(
    conditions: Side,
    equation: Side,
    whole: bool,
    meaning: Meaning,
    programs: np.ndarray,
    lengths: np.ndarray,
    constants: np.ndarray,
    used: np.ndarray,
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
        loss = _evaluate(conditions, equation, whole, meaning, program, length, memory, place)
        losses[b] = loss if math.isfinite(loss) else math.inf
        if n == 0 or not math.isfinite(loss) or loss <= settings.target:
            continue
        damping, stale = settings.damping, True
        for _ in range(settings.iterations):
            if stale:
                _normal_equations(memory, place, n, rows)
            _solve(memory, damped[b], damping, n)
            for k in range(n):
                trial[0, k, 0] = constants[b, k] - memory.step[k]
            other = _evaluate(
                conditions, equation, whole, meaning, program, length, memory, 1 - place
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
                    size += _product_size(form, m, i - first, side.values)
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
    meaning: Meaning,
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
    no_slopes = memory.jacobians[0][:0, :middle]
    for b in range(programs.shape[0]):
        program, length = programs[b : b + 1], lengths[b : b + 1]
        for k in range(c.shape[1]):
            c[0, k, 0] = constants[b, k]
        on_faces = memory.residuals[0][:middle]
        _residuals(
            conditions, meaning, program, length, c, conditions.none, at, on_faces, no_slopes
        )
        squares[b, :] = 0.0
        for i in range(middle):
            squares[b, conditions.form.group[i]] += on_faces[i] ** 2 * conditions.form.share[i]
        inside = memory.residuals[0][middle:]
        _residuals(equation, meaning, program, length, c, equation.none, at, inside, no_slopes)
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
            _residuals(guard, meaning, program, length, c, guard.none, at, near, no_slopes)
            for i in range(middle):
                jump = abs(near[i]) - abs(on_faces[i]) - slack
                if not jump <= 0.0:
                    squares[b, conditions.form.group[i]] += jump * jump


# ---------------------------------------------------------------------- from Python


class CompiledPart(NamedTuple):
    """A form with the derivatives that it needs."""

    form: Form
    space: JetSpace

    def side(self, longest: int, slots: int) -> Side:
        """The form with memory for programs of up to ``longest`` tokens and ``slots`` constants."""
        shape = (len(self.space), self._points())
        return Side(
            self.form,
            self.space.tables,
            Work.allocate(self.space, longest, slots),
            np.empty((1, *shape)),
            np.empty((1, slots, *shape)),
            np.empty((1, 0, *shape)),
        )

    def _points(self) -> int:
        return self.form.points.shape[1]


class CompiledPhysics:
    """The constraints of a problem in compiled form."""

    def __init__(
        self,
        library: Library,
        conditions: CompiledPart,
        equation: CompiledPart,
        guard: CompiledPart | None,
        *,
        relative: bool,
        slack: float,
        guarded: float,
        weights: Sequence[float],
        workers: int,
    ):
        self.guarded, self.weights = float(guarded), np.array(weights, dtype=np.float64)
        self.library, self.workers = library, workers
        self.conditions, self.equation = conditions, equation
        self.guard = guard
        self.relative, self.slack = relative, slack
        self._meaning = Meaning(library.opcode, library.arity, library.operand, library.value)

    def fit(
        self,
        programs: np.ndarray,
        lengths: np.ndarray,
        constants: np.ndarray,
        used: np.ndarray,
        damped: np.ndarray,
        settings: Settings,
        *,
        conditions_only: bool,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Fitted constants ``(batch, slots)`` and losses ``(batch,)``."""
        fitted = np.array(constants, dtype=np.float64, order="C")
        losses = np.empty(len(fitted))
        damped = np.ascontiguousarray(damped)
        programs, lengths, used = _plain(programs, np.int16), _plain(lengths), _plain(used)

        def work(part: slice) -> None:
            sides, memory = self._memory(programs.shape[1], constants.shape[1])
            fit_rows(
                sides[0],
                sides[1],
                not conditions_only,
                self._meaning,
                programs[part],
                lengths[part],
                fitted[part],
                used[part],
                damped[part],
                settings,
                memory,
                losses[part],
            )

        self._spread(len(fitted), work)
        return fitted, losses

    def mean_squares(
        self, programs: np.ndarray, lengths: np.ndarray, constants: np.ndarray
    ) -> np.ndarray:
        """MSE of the equation, the boundary and the initial conditions, ``(batch, 3)``."""
        squares = np.empty((len(programs), 3))
        programs, lengths = _plain(programs, np.int16), _plain(lengths)
        constants = _plain(constants, np.float64)

        def work(part: slice) -> None:
            sides, memory = self._memory(programs.shape[1], constants.shape[1])
            score_rows(
                *sides,
                self.guarded if self.guard is not None else -1.0,
                self.relative,
                self.slack,
                self.weights,
                self._meaning,
                programs[part],
                lengths[part],
                constants[part],
                memory,
                squares[part],
            )

        self._spread(len(programs), work)
        return squares

    def _memory(self, longest: int, slots: int) -> tuple[list[Side], Memory]:
        parts = (self.conditions, self.equation, self.guard or self.conditions)
        rows = self.conditions.form.weight.size + self.equation.form.weight.size
        memory = Memory(
            np.zeros((1, slots, 1)),
            np.zeros((2, rows)),
            np.zeros((2, slots, rows)),
            np.zeros((slots, slots + 1)),
            np.zeros((slots, slots + 1)),
            np.zeros(slots),
            np.zeros((2, _MOST_FACTORS)),
        )
        return [part.side(longest, slots) for part in parts], memory

    def _spread(self, batch: int, work: Callable[[slice], None]) -> None:
        """Work on slices of the batch, in threads if it is large."""
        if self.workers == 1 or batch < 2 * _CHUNK:
            work(slice(0, batch))
            return
        parts = [slice(i, min(i + _CHUNK, batch)) for i in range(0, batch, _CHUNK)]
        list(pool(self.workers).map(work, parts))


def _plain(array: np.ndarray, kind: type = np.int64) -> np.ndarray:
    return np.ascontiguousarray(array, dtype=kind)
