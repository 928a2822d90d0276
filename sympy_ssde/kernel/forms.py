"""Constraints that are sums of products, for compiled code: their residuals, row by row.

A row's residuals and Jacobian stay in the cache, no row waits for another, and threads share the
rows.  Results don't depend on the number of threads nor on the rest of the batch.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sympy_ssde.kernel.elementary import compiled, exp, log, power, sin_cos, sinh_cosh
from sympy_ssde.kernel.interpreter import Meaning, Work, fill_up, interpret
from sympy_ssde.kernel.tables import JetSpace, Tables
from sympy_ssde.kernel.threads import pool
from sympy_ssde.language.functions import opcode
from sympy_ssde.language.tokens import Library, Op

_CHUNKS = 4  # pieces for each thread: rows take different times
_LEAST, _MOST = 16, 125  # rows of a piece
MOST_FACTORS = 8

# The kinds of factors are opcodes.
POWER, EXP, SIN, COS = int(Op.POW), opcode("exp"), opcode("sin"), opcode("cos")
COSH, LOG = opcode("cosh"), opcode("log")


@dataclass(frozen=True)
class Factor:
    """``(inner*T)**power`` or ``f(inner*T)`` for the trace ``T`` number ``slot``."""

    kind: int
    slot: int
    inner: float
    power: float = 1.0


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


def make_form(
    points: np.ndarray,
    products: Sequence[Product],
    first: Sequence[int],
    group: np.ndarray,
    weight: np.ndarray,
    share: np.ndarray,
) -> Form | None:
    """Flat arrays of the products; None if one has too many factors."""
    if any(len(p.factors) > MOST_FACTORS for p in products):
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
    if kind == POWER:
        return power(x, exponent)
    if kind == EXP:
        return exp(x)
    if kind == SIN:
        return sin_cos(x)[0]
    if kind == COS:
        return sin_cos(x)[1]
    if kind == COSH:
        return sinh_cosh(x)[1]
    if kind == LOG:
        return log(x) if x > 0 else math.nan
    return sinh_cosh(x)[0]


@compiled
def _slope(kind: int, x: float, exponent: float) -> float:
    if kind == POWER:
        return exponent * power(x, exponent - 1.0)
    if kind == EXP:
        return exp(x)
    if kind == SIN:
        return sin_cos(x)[1]
    if kind == COS:
        return -sin_cos(x)[0]
    if kind == COSH:
        return sinh_cosh(x)[0]
    if kind == LOG:
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
def product_size(form: Form, m: int, i: int, values: np.ndarray) -> float:
    """The absolute value of a product at one of its points."""
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
    return form.kind[f] == POWER and form.power[f] == 1.0 and form.inner[f] == 1.0


@compiled
def residuals(
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
    interpret(
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
def weigh(form: Form, r: np.ndarray, j: np.ndarray) -> float:
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


# ---------------------------------------------------------------------- from Python


class CompiledPart(NamedTuple):
    """A form with the derivatives that it needs, of each function."""

    form: Form
    space: JetSpace
    functions: int = 1

    def side(self, longest: int, slots: int) -> Side:
        """The form with memory for programs of up to ``longest`` tokens and ``slots`` constants."""
        shape = (self.functions * len(self.space), self._points())
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


def meaning(library: Library) -> Meaning:
    """What compiled code knows of a library."""
    return Meaning(library.opcode, library.arity, library.operand, library.value)


def spread(batch: int, workers: int, work: Callable[[slice], None]) -> None:
    """Work on slices of a batch, in threads if it is large."""
    if workers == 1 or batch < 2 * _LEAST:
        work(slice(0, batch))
        return
    rows = min(max(-(-batch // (_CHUNKS * workers)), _LEAST), _MOST)
    parts = [slice(i, min(i + rows, batch)) for i in range(0, batch, rows)]
    list(pool(workers).map(work, parts))


def plain(array: np.ndarray, kind: type = np.int64) -> np.ndarray:
    """The array as compiled code expects it."""
    return np.ascontiguousarray(array, dtype=kind)
