"""The physics: constraints as torch functions of the candidates' jets.

An equation ``F(x, u, u_x, ...)`` becomes one torch function of the points and of the derivatives,
given as ``(batch, points)``; so do its partial derivatives by each of them, taken by SymPy.  The
chain rule then gives the exact Jacobian by the constants, for any nonlinear F, without
differentiation at run time.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy
import torch
from sympy import Expr, Symbol

from sympy_ssde.kernel import portable
from sympy_ssde.kernel.forms import CompiledPart, Factor, Product, make_form
from sympy_ssde.kernel.jets import Jets, JetSpace, chunks, evaluate
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.folding import folded
from sympy_ssde.physics.monomials import Monomial, sum_of_products
from sympy_ssde.physics.torch_functions import functions_of, numeric_function, torch_function
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.symbols import in_plain_symbols

Tensor = torch.Tensor

#: Bytes of jets that are held at once; larger batches are worked on in parts.
MEMORY = 256 * 2**20

#: Smaller batches are not worth a second thread.
MIN_PARALLEL = 400


def root_mean_square(values: Tensor) -> float:
    """The root of the mean square of all values."""
    square = (values * values).numpy()
    with np.errstate(all="ignore"):
        return math.sqrt(total) if (total := float(square.mean())) >= 0 else math.nan


@dataclass(frozen=True)
class Term:
    """One constraint, ready for batches.

    ``columns[i]`` are the kernel's points of trace ``i``, ``index[i]`` the row of its derivative;
    ``slopes[i]`` is the derivative by it: a number where the constraint is linear.
    """

    group: int
    count: int
    coefficients: tuple[Tensor, ...]
    columns: tuple[slice, ...]
    index: tuple[int, ...]
    function: Callable[..., Any]
    slopes: tuple[Callable[..., Any] | float, ...]
    size: Callable[..., Any] | None = None  # sum of the absolute values of the terms
    scale: float = 1.0
    monomials: tuple[tuple[np.ndarray, tuple[Factor, ...]], ...] | None = None

    def residual(self, values: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Residual ``(batch, count)`` and the traces it was made of."""
        traces = [values[:, i, c] for i, c in zip(self.index, self.columns, strict=True)]
        result = self.function(*self.coefficients, *traces)
        return self._shaped(result, values.shape[0]) / self.scale, traces

    def relative_square(self, values: Tensor) -> Tensor:
        """Mean square of the residual in units of the constraint's own terms, ``(batch,)``.

        Free of scale, and no bait for functions that are next to zero: their terms are too.  Each
        point has its own unit, so that one next to a pole doesn't outweigh all others; but where
        the terms are small, next to their geometric mean, only that counts.
        """
        residual, traces = self.residual(values)
        square = (residual * residual).numpy()
        if self.size is None:
            return torch.from_numpy(square.mean(axis=1))
        size = self._shaped(self.size(*self.coefficients, *traces), len(residual)) / self.scale
        squares = (size * size).numpy() + 1e-200
        with np.errstate(all="ignore"):
            typical = portable.exp(portable.log(squares).mean(axis=1, keepdims=True))
            return torch.from_numpy((square / (squares + typical)).mean(axis=1))

    @property
    def is_linear(self) -> bool:
        """Whether the slopes are plain numbers."""
        return not any(callable(slope) for slope in self.slopes)

    def on_rows(self, rows: np.ndarray) -> "Term":
        """The term for some rows in order, where coefficients differ from row to row."""
        if all(len(rows) == len(c) for c in self.coefficients):
            return self
        return replace(self, coefficients=tuple(c[rows] for c in self.coefficients))

    def prepared(self) -> "Term":
        """The same term, with what doesn't depend on the traces computed; for each row its own."""
        if not self.is_linear or not self.coefficients:
            return self
        try:
            function, values = folded(self.function, self.coefficients)
        except RecursionError:  # hundreds of terms
            return self
        rows = len(self.coefficients[0])
        tensors = [
            v if torch.is_tensor(v) else torch.tensor(v, dtype=torch.float64) for v in values
        ]
        expanded = tuple(v.expand(rows, self.count) for v in tensors)
        return replace(self, function=function, coefficients=expanded)

    def residual_of_zero(self) -> Tensor:
        """The residual of u = 0, ``(1, count)``: the size of the constraint's data."""
        zeros = [torch.zeros((1, self.count), dtype=torch.float64)] * len(self.index)
        return self._shaped(self.function(*self.coefficients, *zeros), 1) / self.scale

    def jacobian(self, traces: list[Tensor], tangents: Tensor) -> Tensor:
        """``(batch, slots, count)`` from tangents ``(batch, slots, index, points)``."""
        total = None
        for known, i, columns in zip(self.slopes, self.index, self.columns, strict=True):
            slope: Any = known
            if callable(known):
                slope = self._shaped(known(*self.coefficients, *traces), len(traces[0]))[:, None]
            part = tangents[:, :, i, columns] * (slope / self.scale)
            total = part if total is None else total + part
        assert total is not None
        return total

    def products(self, begin: int) -> list[Product] | None:
        """The constraint's monomials, if it has that form, on rows from ``begin`` on."""
        if self.monomials is None:
            return None
        return [
            Product(
                begin,
                coefficients / self.scale,
                tuple((f, self.index[f.slot], self.columns[f.slot].start) for f in factors),
            )
            for coefficients, factors in self.monomials
        ]

    def _shaped(self, result: Any, batch: int) -> Tensor:
        return torch.as_tensor(result, dtype=torch.float64).expand(batch, self.count)


def _of_own(expr: Expr, symbols: Sequence[Symbol]) -> Callable[[Sequence[Tensor]], Any]:
    """A function of all symbols' values, made for its own symbols alone.

    So the parts of many conditions share it, whatever else stands in them.
    """
    free = expr.free_symbols
    own = [i for i, s in enumerate(symbols) if s in free]
    function = torch_function(expr, [symbols[i] for i in own])
    return lambda values: function(*(values[i] for i in own))


def _sum_of_sizes(parts: Sequence[Expr], arguments: Sequence[Symbol]) -> Callable[..., Any]:
    functions = [_of_own(p, arguments) for p in parts]

    def size(*tensors: Tensor) -> Any:
        return sum(torch.as_tensor(f(tensors), dtype=torch.float64).abs() for f in functions)

    return size


def _monomials(
    found: Sequence[Monomial] | None,
    symbols: Sequence[Symbol],
    values: Sequence[Tensor],
    count: int,
) -> tuple[tuple[np.ndarray, tuple[Factor, ...]], ...] | None:
    """A constraint's monomials with the values of their coefficients at the points."""
    if found is None:
        return None
    made = []
    for monomial in found:
        value = _of_own(monomial.coefficient, symbols)(values)
        value = torch.as_tensor(value, dtype=torch.float64).expand(count)
        made.append((value.numpy().copy(), monomial.factors))
    return tuple(made)


class Constraints:
    """Constraints that are evaluated together, with the jets that they need at their points."""

    def __init__(
        self,
        constraints: Sequence[Constraint],
        groups: Sequence[int],
        places: Sequence[Mapping[Symbol, np.ndarray]],
        library: Library,
        variables: Sequence[Symbol],
        relative: bool = False,
        workers: int = 1,
    ):
        self.library, self.workers = library, workers
        dimension = len(library.variables)
        extra = (0,) * (dimension - len(variables))
        needed = {t.orders + extra for c in constraints for t in c.traces}
        self.space = JetSpace(dimension, needed)
        self._indices = library.functions * len(self.space)  # rows of jets
        self._columns: list[np.ndarray] = []
        self.terms = [
            self._term(c, g, at, variables, extra, relative)
            for c, g, at in zip(constraints, groups, places, strict=True)
        ]
        self.points = np.concatenate(self._columns, axis=1)
        self.rows = sum(t.count for t in self.terms)
        self._held = Jets(np.empty(0))

    def _term(
        self,
        constraint: Constraint,
        group: int,
        at: Mapping[Symbol, np.ndarray],
        variables: Sequence[Symbol],
        extra: tuple[int, ...],
        relative: bool,
    ) -> Term:
        count = len(next(iter(at.values()))) if at else 1
        columns, index, seen = [], [], {}
        for trace in constraint.traces:
            if trace.point not in seen:
                seen[trace.point] = self._add_points(trace.point, at, variables, count)
            columns.append(seen[trace.point])
            place = self.space.place[trace.orders + extra]
            index.append(trace.function * len(self.space) + place)
        expr, slots = in_plain_symbols(constraint.expr, constraint.slots)
        coefficients, function, slopes = functions_of(expr, tuple(slots))
        tensors = tuple(torch.as_tensor(at[s]) for s in coefficients)
        term = Term(
            group,
            count,
            tensors,
            tuple(columns),
            tuple(index),
            function,
            slopes,
            monomials=_monomials(sum_of_products(expr, slots), coefficients, tensors, count),
        )
        if not relative:
            return term
        parts = sympy.Add.make_args(sympy.expand(expr))
        if len(parts) > 1:
            term = replace(term, size=_sum_of_sizes(parts, (*coefficients, *slots)))
        size = root_mean_square(term.residual_of_zero())
        return replace(term, scale=size) if math.isfinite(size) and size > 0 else term

    def _add_points(
        self,
        point: tuple[Expr, ...],
        at: Mapping[Symbol, np.ndarray],
        variables: Sequence[Symbol],
        count: int,
    ) -> slice:
        place = dict(zip(variables, point, strict=True))
        coordinates = []
        for v in self.library.variables:
            expr = place.get(v, v)
            symbols = sorted(expr.free_symbols, key=str)
            values = numeric_function(expr, symbols)(*(at[s] for s in symbols), count=count)
            coordinates.append(values)
        begin = sum(c.shape[1] for c in self._columns)
        self._columns.append(np.array(coordinates))
        return slice(begin, begin + count)

    def compiled(
        self, group: np.ndarray, weight: np.ndarray, share: np.ndarray
    ) -> CompiledPart | None:
        """The constraints for compiled code, if all are sums of products."""
        first, products = [0], []
        for term in self.terms:
            found = term.products(first[-1])
            if found is None:
                return None
            products += found
            first.append(first[-1] + term.count)
        form = make_form(self.points, products, first, group, weight, share)
        return None if form is None else CompiledPart(form, self.space, self.library.functions)

    def is_linear(self) -> bool:
        """Whether all constraints are linear in the unknown."""
        for term in self.terms:
            for slope in term.slopes:
                if callable(slope) and not self._depends_on_points_only(slope, term):
                    return False
        return True

    @staticmethod
    def _depends_on_points_only(slope: Callable[..., Any], term: Term) -> bool:
        def at(value: float) -> Tensor:
            traces = [torch.full((1, term.count), value, dtype=torch.float64)] * len(term.index)
            return torch.as_tensor(slope(*term.coefficients, *traces), dtype=torch.float64)

        first, second = at(0.37), at(1.91)
        return bool(torch.equal(first.nan_to_num(), second.nan_to_num()))

    def residuals(self, batch: Batch, jacobian: bool = True) -> tuple[Tensor, Tensor | None]:
        """Residuals ``(batch, rows)`` and their derivatives by the constants, if wanted."""
        count, slots = batch.constants.shape
        if not count:
            empty = torch.zeros((0, self.rows), dtype=torch.float64)
            return empty, empty[:, None].expand(0, slots, self.rows) if jacobian else None
        numbers = self._indices * self.points.shape[1] * (1 + slots * jacobian)
        found = [
            self._residuals(_part(batch, part), jacobian)
            for part in chunks(count, 8 * numbers, MEMORY)
        ]
        if len(found) == 1:
            return found[0]
        jacobians = [j for _, j in found if j is not None]
        return torch.cat([r for r, _ in found]), torch.cat(jacobians) if jacobian else None

    def relative_squares(self, batch: Batch) -> Tensor:
        """:meth:`Term.relative_square` of each term, ``(batch, terms)``."""
        numbers = self._indices * self.points.shape[1]
        found = [torch.zeros((0, len(self.terms)), dtype=torch.float64)]
        for part in chunks(len(batch), 8 * numbers, MEMORY):
            values = torch.from_numpy(self._jets(_part(batch, part), False).values)
            found.append(torch.stack([t.relative_square(values) for t in self.terms], dim=1))
        return torch.cat(found)

    def _residuals(self, batch: Batch, jacobian: bool) -> tuple[Tensor, Tensor | None]:
        jets = self._jets(batch, jacobian)
        values = torch.from_numpy(jets.values)
        tangents = torch.from_numpy(jets.tangents) if jets.tangents is not None else None
        residuals, slopes = [], []
        for term in self.terms:
            r, traces = term.residual(values)
            residuals.append(r)
            if tangents is not None:
                slopes.append(term.jacobian(traces, tangents))
        return torch.cat(residuals, dim=1), torch.cat(slopes, dim=2) if slopes else None

    def _jets(self, batch: Batch, tangents: bool) -> Jets:
        count, slots = batch.constants.shape
        return evaluate(
            self.library,
            self.space,
            *batch,
            self.points,
            tangents=tangents,
            out=self._reserve(count, slots, tangents),
            workers=self.workers if count >= MIN_PARALLEL else 1,
        )

    def _reserve(self, batch: int, slots: int, jacobian: bool) -> Jets:
        """Memory for the jets, kept from call to call: fresh pages cost as much as the kernel."""
        shape = (self._indices, self.points.shape[1])
        held = self._held
        if held.values.shape[0] < batch:
            held = Jets(np.empty((batch, *shape)))
        if not jacobian:
            self._held = held
            return Jets(held.values[:batch])
        if (
            held.tangents is None
            or held.tangents.shape[0] < batch
            or held.tangents.shape[1] != slots
        ):
            held = Jets(held.values, np.empty((held.values.shape[0], slots, *shape)))
        self._held = held
        assert held.tangents is not None
        return Jets(held.values[:batch], held.tangents[:batch])


def _part(batch: Batch, rows: slice) -> Batch:
    return Batch(*(array[rows] for array in batch))
