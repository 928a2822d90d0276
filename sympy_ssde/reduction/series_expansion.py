"""Expansion in modes: what a linear problem with homogeneous sides makes of its data.

The data (values on the faces of one variable, and the source) are sums of products of functions of
one variable each.  Their coefficients in the modes, times the amplitudes that a unit coefficient
leads to, are the terms of the series.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from sympy import Add, Expr, Mul, S, Symbol, cos, expand_trig, sin, symbols
from sympy.core.function import AppliedUndef
from sympy.simplify.fu import TR8

from sympy_ssde.problem.rough import is_rough
from sympy_ssde.reduction.ordinary import ordinary_solutions
from sympy_ssde.reduction.series_amplitudes import Response, condition_rows
from sympy_ssde.reduction.series_integrals import tidied
from sympy_ssde.reduction.series_modes import Ends, Family, Sides, families
from sympy_ssde.reduction.series_operator import Rows, amplitude_rows, gauges
from sympy_ssde.reduction.series_pieces import spread
from sympy_ssde.reduction.series_samples import parameter_samples
from sympy_ssde.reduction.series_signs import MAX_EXCEPTIONS, Exceptional, NoAmplitude
from sympy_ssde.reduction.series_terms import Part, summed, told_apart
from sympy_ssde.reduction.view import View

#: A product of functions of one variable each, in the order of the modes' variables.
Product = tuple[Expr, ...]


@dataclass(frozen=True)
class Datum:
    """Data that share an amplitude: the value of a condition, or a source's dependence on y."""

    products: tuple[Product, ...]
    condition: int | None = None
    source: Expr = S.One


@dataclass(frozen=True)
class Expansion:
    """A linear problem whose sides are homogeneous but for the faces of ``y``.

    ``source`` and ``values`` (in the order of the view's conditions) are its data.
    """

    seen: View
    y: Symbol
    sides: tuple[Sides, ...]
    source: Expr
    values: tuple[Expr, ...]

    @cached_property
    def inner(self) -> tuple[Symbol, ...]:
        """The variables of the modes."""
        return tuple(s.variable for s in self.sides)

    @cached_property
    def indices(self) -> tuple[Symbol, ...]:
        """Names for the indices that the problem doesn't have."""
        names = {str(s) for s in self.seen.problem.domain.by_symbol}
        names |= {str(f.func) for f in self.seen.problem.functions}
        free = [n for n in ("n", "m", "k", "j", "l", "p", "q") if n not in names]
        return symbols(free[: len(self.sides)], integer=True, positive=True)

    @cached_property
    def samples(self) -> tuple[dict[Symbol, Expr], ...]:
        """Values of the parameters, far apart where nothing bounds them."""
        return parameter_samples(self.seen.problem)

    def solution(self) -> Expr | None:
        """The series, or a finite sum; None if the modes aren't known, or some integral."""
        rates = gauges(self.seen, self.y, self.sides)
        if rates is None or self._rows is None:
            return None
        by_variable = [
            families(side, index, rate, self.samples)
            for side, index, rate in zip(self.sides, self.indices, rates, strict=True)
        ]
        data = self.data
        if data is None:
            return None
        try:
            parts = [
                part
                for modes in product(*by_variable)
                for datum in data
                for part in self._parts(modes, datum)
            ]
        except NoAmplitude:
            return None
        return summed(parts)

    # data ----------------------------------------------------------------------------------------

    @cached_property
    def _on_faces(self) -> tuple[int, ...]:
        """The numbers of the conditions on the faces of y that aren't at infinity."""
        return tuple(
            i
            for i, c in enumerate(self.seen.conditions)
            if c.variable == self.y and not c.constraint.is_at_infinity
        )

    @cached_property
    def _rows(self) -> tuple[tuple[Expr, tuple[Expr, ...]], ...] | None:
        chosen = [self.seen.conditions[i] for i in self._on_faces]
        return condition_rows(chosen, self.seen.variables.index(self.y))

    @cached_property
    def data(self) -> list[Datum] | None:
        """The data in products; None if they aren't sums of those."""
        found = []
        for number, i in enumerate(self._on_faces):
            if self.values[i] != 0:
                by_part = separated(self.values[i], self.inner, self.y)
                if by_part is None or set(by_part) != {S.One}:
                    return None
                found.append(Datum(tuple(by_part[S.One]), number))
        if self.source != 0:
            by_part = separated(self.source, self.inner, self.y)
            if by_part is None:
                return None
            found += [Datum(tuple(p), None, part) for part, p in by_part.items()]
        return found

    # series --------------------------------------------------------------------------------------

    def _parts(self, modes: tuple[Family, ...], datum: Datum) -> Iterator[Part]:
        """The parts of the series that a datum leads to, in the modes of these families."""
        groups: dict[tuple[Family, ...], list[Product]] = {}
        for factors in datum.products:
            split = [_split(f, m) for f, m in zip(factors, modes, strict=True)]
            for chosen in product(*split):
                key = tuple(m for m, _ in chosen)
                groups.setdefault(key, []).append(tuple(f for _, f in chosen))
        for key, products in groups.items():
            starts = {m.index: 1 for m in key if m.index is not None}
            yield from self._group(key, replace(datum, products=tuple(products)), starts)

    def _group(
        self, modes: tuple[Family, ...], datum: Datum, starts: dict[Symbol, int]
    ) -> Iterator[Part]:
        """Parts in one family, with modes that are different from the others by themselves."""
        for place, mode in enumerate(modes):
            if mode.index is None:
                continue
            wrong = set().union(*(mode.exceptions(p[place]) for p in datum.products))
            last = max(wrong, default=0)
            if last >= starts[mode.index]:
                yield from self._singles(modes, datum, starts, place, last)
                starts = {**starts, mode.index: last + 1}
        coefficient = _coefficient(modes, datum.products)
        if coefficient == 0:
            return
        indices = tuple(m.index for m in modes if m.index is not None)
        try:
            amplitude = self.amplitude(modes, datum, tuple((i, starts[i]) for i in indices))
        except Exceptional as error:
            place = next(i for i, m in enumerate(modes) if m.index == indices[0])
            yield from self._singles(modes, datum, starts, place, error.number)
            yield from self._group(modes, datum, {**starts, indices[0]: error.number + 1})
            return
        if amplitude != 0:
            limits = tuple((i, starts[i]) for i in indices)
            part = told_apart(Part(coefficient, amplitude, self.drifting(modes), limits))
            if part is not None:
                yield part

    def _singles(
        self,
        modes: tuple[Family, ...],
        datum: Datum,
        starts: dict[Symbol, int],
        place: int,
        last: int,
    ) -> Iterator[Part]:
        index = modes[place].index
        assert index is not None
        if last > MAX_EXCEPTIONS:
            raise NoAmplitude
        others = {i: start for i, start in starts.items() if i != index}
        for number in range(starts[index], last + 1):
            single = (*modes[:place], modes[place].at(number), *modes[place + 1 :])
            yield from self._group(single, datum, others)

    def amplitude(
        self, modes: tuple[Family, ...], datum: Datum, indices: tuple[tuple[Symbol, int], ...]
    ) -> Expr:
        """What a unit coefficient of a datum leads to."""
        rows = amplitude_rows(self.seen, self.y, modes)
        if rows is None or self._rows is None:
            raise NoAmplitude
        if any(rows.odd) and not self._may_drift(rows, datum):
            raise NoAmplitude
        row = rows.even
        response = Response(self.y, row, self._rows, self.seen.ends(self.y), indices, self.samples)
        try:
            if datum.condition is not None:
                return response.to_value(datum.condition)
            return response.to_source(datum.source)
        except NoAmplitude:
            if indices:
                raise
            return self._by_methods(row, datum)

    def _may_drift(self, rows: Rows, datum: Datum) -> bool:
        """Whether odd derivatives only move waves: around a ring, from their initial values on."""
        constant = not any(c.has(self.y) for c in (*rows.even, *rows.odd))
        is_ring = self.sides[0].ends is Ends.PERIOD
        return is_ring and constant and len(rows.even) == 2 and datum.condition is not None

    def drifting(self, modes: tuple[Family, ...]) -> tuple[Family, ...]:
        """The modes with the phases that odd derivatives give them."""
        rows = amplitude_rows(self.seen, self.y, modes)
        if rows is None or not any(rows.odd) or self._rows is None:
            return modes
        speed = -rows.odd[0] / rows.even[1]
        return (replace(modes[0], drift=speed * (self.y - self._rows[0][0])),)

    def _by_methods(self, row: Sequence[Expr], datum: Datum) -> Expr:
        """The amplitude of a single mode by the methods for ordinary equations: resonance."""
        function = self.seen.fresh("a", self.y)
        source = datum.source if datum.condition is None else S.Zero
        equation = Add(*(c * _derived(function, self.y, j) for j, c in enumerate(row))) - source
        conditions = []
        for number, (place, coefficients) in enumerate(self._rows or ()):
            applied = Add(
                *(
                    c * _derived(function, self.y, j).subs(self.y, place)
                    for j, c in enumerate(coefficients)
                )
            )
            conditions.append(applied - (1 if number == datum.condition else 0))
        problem = self.seen.state(equation, function, conditions)
        found = next(iter(ordinary_solutions(problem)), None) if problem is not None else None
        if found is None:
            raise NoAmplitude
        return found.exprs[0]


def _derived(function: AppliedUndef, y: Symbol, order: int) -> Expr:
    return function.diff(y, order) if order else function


def _coefficient(modes: Sequence[Family], products: Sequence[Product]) -> Expr:
    total = []
    for factors in products:
        values = [m.coefficient(f) for m, f in zip(modes, factors, strict=True)]
        if any(v is None for v in values):
            raise NoAmplitude
        total.append(Mul(*(v for v in values if v is not None)))
    return total[0] if len(total) == 1 else tidied(Add(*total))


def _split(expr: Expr, mode: Family) -> list[tuple[Family, Expr]]:
    """Terms that are finite sums of modes by themselves, and all others together."""
    if mode.index is None:
        return [(mode, expr)]
    if is_rough(expr):
        return [(mode, expr)]
    rest, single = [], []
    for term in Add.make_args(spread(TR8(spread(expr, [mode.variable])), [mode.variable])):
        numbers = mode.exceptions(term)
        if numbers and mode.coefficient(term) == 0:
            single += [(mode.at(n), term) for n in sorted(numbers)]
        else:
            rest.append(term)
    return [*single, (mode, Add(*rest))] if rest else single


def separated(expr: Expr, inner: Sequence[Symbol], y: Symbol) -> dict[Expr, list[Product]] | None:
    """Products of functions of one variable each, by their dependence on ``y``."""
    found: dict[Expr, list[Product]] = {}
    for term in Add.make_args(_expanded(expr, [*inner, y])):
        factors = dict.fromkeys((*inner, y), S.One)
        constant: Expr = S.One
        for factor in Mul.make_args(term):
            on = [v for v in factors if factor.has(v)]
            if len(on) > 1:
                return None
            if on:
                factors[on[0]] *= factor
            else:
                constant *= factor
        part = factors.pop(y)
        first, *others = factors.values()
        found.setdefault(part, []).append((constant * first, *others))
    if len(inner) == 1:
        return {part: [(Add(*(p[0] for p in some)),)] for part, some in found.items()}
    return found


def _expanded(expr: Expr, variables: Sequence[Symbol]) -> Expr:
    """A sum of products; waves of several variables are taken apart."""
    found = spread(expr, variables)
    if any(len(e.free_symbols & set(variables)) > 1 for e in found.atoms(sin, cos)):
        found = spread(expand_trig(expr), variables)
    return found
