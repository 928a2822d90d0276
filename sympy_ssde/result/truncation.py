"""Sums without end, cut off: partial sums, and a proved bound of how far they are off."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Add, Expr, Integer, Rational, S, Sum, Symbol

from sympy_ssde.errors import ProblemError, UnsupportedError
from sympy_ssde.problem.domain import exact
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.series_bounds import NoBound
from sympy_ssde.proof.series_form import ModeSum, NotASeries, has_series, read_series
from sympy_ssde.proof.series_tails import Box, Tails

#: Terms of each index, at most: of a sum with one, and with several.
MOST_TERMS, MOST_OF_SEVERAL = 20_000, 60
#: How much of a range is left out at an end where there is no bound.
MARGIN = Rational(1, 20)
#: Terms of a picture where there is no bound, and at most; and the error that may be seen.
SHOWN, MOST_SHOWN, SEEN = 40, 80, 2e-3


@dataclass(frozen=True)
class Truncation:
    """Partial sums of a solution, with a bound of their error.

    ``terms`` are taken of each index; on the ``region`` (a range for each variable and parameter)
    every value is within ``bound`` of the whole sum's.  ``is_everywhere`` says whether that is the
    whole domain.
    """

    variables: tuple[Symbol, ...]
    exprs: tuple[Expr, ...]
    terms: int
    bound: float
    region: Mapping[Symbol, tuple[Expr, Expr]]
    is_everywhere: bool

    @property
    def expr(self) -> Expr:
        """The first function's partial sum, which is all for one unknown."""
        return self.exprs[0]

    def lambdify(self, at: Mapping[Symbol, Any] | None = None) -> Callable[..., Any]:
        """A function of the variables for numpy's arrays, with numbers ``at`` for parameters."""
        from sympy_ssde.physics.torch_functions import array_function

        given = {s: exact(v, f"the value of {s}") for s, v in (at or {}).items()}
        found = [stable(e).xreplace(given) for e in self.exprs]
        free = set().union(*(e.free_symbols for e in found)) - set(self.variables)
        if free:
            names = ", ".join(sorted(map(str, free)))
            raise ProblemError(f"{names} has no value; give it with lambdify({{symbol: number}})")
        whole = found[0] if len(found) == 1 else tuple(found)
        return array_function(self.variables, whole)

    def __str__(self) -> str:
        where = "the whole domain" if self.is_everywhere else _written(self.region, self.variables)
        return f"{self.terms} terms: within {self.bound:.3g} of the sum on {where}"


def _written(region: Box, variables: Sequence[Symbol]) -> str:
    return ", ".join(f"{region[v][0]} <= {v} <= {region[v][1]}" for v in variables)


def partial_sum(expr: Expr, terms: int, *, explicit: bool = True) -> Expr:
    """The finite part and the first terms of each sum without end.

    >>> from sympy import oo
    >>> from sympy.abc import n, x
    >>> partial_sum(x + Sum(x**n/n, (n, 2, oo)), 2)
    x**3/3 + x**2/2 + x
    """
    if isinstance(terms, bool) or not isinstance(terms, int) or terms < 1:
        raise ProblemError(f"terms is {terms!r}; a whole number, 1 or more, was expected")
    if not has_series(expr):
        return expr
    try:
        series = read_series(expr)
    except NotASeries as why:
        raise UnsupportedError(f"{expr} can't be cut off: {why}") from None
    taken = {s.name for s in expr.free_symbols}
    parts = [_finite_sum(s, terms, taken) for s in series.sums]
    return series.finite + Add(*(p.doit() if explicit else p for p in parts))


def _finite_sum(one: ModeSum, terms: int, taken: set[str]) -> Expr:
    """The first terms of each index, with the author's names for them where there are any."""
    known = {n.as_coeff_Add()[1]: (s, n.as_coeff_Add()[0]) for s, n in one.names.items()}
    names = (n for n in "nmklpq" if n not in taken)
    term, limits = one.term, []
    for j in one.indices:
        symbol, low = known.get(j, (None, Integer(1)))
        symbol = symbol or Symbol(next(names), integer=True)
        term = term.xreplace({j: symbol - low})
        limits.append((symbol, low, low + terms - 1))
    return Sum(term, *limits)


def truncated(
    problem: Problem,
    exprs: Sequence[Expr],
    tolerance: float,
    region: Mapping[Symbol, Any] | None = None,
) -> Truncation:
    """Partial sums that are within a tolerance of the whole, see :meth:`Solution.truncated`."""
    if not tolerance > 0:
        raise ProblemError(f"tolerance is {tolerance!r}; a positive number was expected")
    sums = _sums(exprs)
    why = "no bound was found"
    for box, everywhere in _regions(problem, dict(region or {})):
        try:
            terms, bound = _enough(sums, box, tolerance)
        except NoBound as error:
            why = str(error)
            continue
        found = tuple(partial_sum(e, terms, explicit=False) for e in exprs)
        return Truncation(problem.variables, found, terms, bound, box, everywhere)
    raise UnsupportedError(
        f"no number of terms is known to be within {tolerance} of the sum: {why}; give a larger "
        "tolerance, or a region= inside, as {t: (0.1, 1)}"
    )


def _sums(exprs: Sequence[Expr]) -> list[ModeSum]:
    try:
        return [s for e in exprs for s in read_series(e).sums]
    except NotASeries as why:
        raise UnsupportedError(f"the solution can't be cut off: {why}") from None


def _regions(problem: Problem, given: dict[Symbol, Any]) -> Iterator[tuple[Box, bool]]:
    """The whole region, then parts of it that keep away from one of its ends."""
    box: dict[Symbol, tuple[Expr, Expr]] = {}
    fixed: dict[Symbol, Expr] = {}
    for r in problem.domain:
        ends = given.get(r.symbol)
        if ends is None and r.symbol in problem.unbounded:
            raise ProblemError(f"{r.symbol} has no range; give one, as region={{{r.symbol}: 1}}")
        pair = ends if isinstance(ends, (tuple, list)) else (ends, ends)
        low, high = (r.low, r.high) if ends is None else pair
        box[r.symbol] = (
            exact(low, f"the range of {r.symbol}").xreplace(fixed),
            exact(high, f"the range of {r.symbol}").xreplace(fixed),
        )
        if box[r.symbol][0] == box[r.symbol][1]:
            fixed[r.symbol] = box[r.symbol][0]
    if any(e.free_symbols for ends in box.values() for e in ends):
        raise UnsupportedError("the ends of a range depend on a symbol that has a range itself")
    yield box, not given.keys() & set(problem.variables)
    for v in problem.variables:
        if v in given:
            continue
        low, high = box[v]
        margin = MARGIN if low.is_infinite or high.is_infinite else MARGIN * (high - low)
        if low.is_finite:
            yield {**box, v: (low + margin, high)}, False
        if high.is_finite:
            yield {**box, v: (low, high - margin)}, False


def _enough(sums: Sequence[ModeSum], box: Box, tolerance: float) -> tuple[int, float]:
    """The smallest number of terms that is known to be enough, and the bound."""
    most = MOST_TERMS if all(len(s.indices) == 1 for s in sums) else MOST_OF_SEVERAL

    def bound(terms: int) -> float:
        return math.fsum(_tail(s, box, terms) for s in sums)

    terms = 1
    while not bound(terms) <= tolerance:
        terms *= 2
        if terms > 2 * most:
            raise NoBound(f"more than {most} terms are needed")
    low, high = terms // 2, terms
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if bound(middle) <= tolerance else (middle, high)
    if high > most:
        raise NoBound(f"more than {most} terms are needed")
    return high, bound(high)


def _tail(one: ModeSum, box: Box, terms: int) -> float:
    """A bound that a few terms may not have yet is infinite."""
    try:
        return Tails(one.indices, box).tail(one.term, terms)
    except NoBound:
        if terms >= MOST_OF_SEVERAL:
            raise
        return math.inf


def stable(expr: Expr) -> Expr:
    """A form whose numbers don't overflow: each term is a factor times one exponential.

    >>> from sympy import sinh
    >>> x = Symbol("x", real=True)
    >>> float(stable(sinh(800*x)/sinh(900)).subs(x, 1.0))
    3.720075976020836e-44
    """
    if isinstance(expr, Sum):
        return expr.func(stable(expr.function), *expr.limits)
    if expr.is_Add:
        return Add(*map(stable, expr.args))
    if not _grows(expr):
        return expr
    exponent, factor = _scaled(expr)
    return factor * sympy.exp(exponent)


def _grows(expr: Expr) -> bool:
    return expr.has(sympy.sinh, sympy.cosh) or any(map(_is_symbolic_power, expr.atoms(sympy.Pow)))


def _scaled(expr: Expr) -> tuple[Expr, Expr]:
    """An exponent, and the factor of moderate size by which its exponential is multiplied."""
    if isinstance(expr, (sympy.sinh, sympy.cosh)):
        size, turn = sympy.Abs(expr.args[0]), sympy.sign(expr.args[0])
        small = sympy.exp(-2 * size)
        return size, (turn * (1 - small) if isinstance(expr, sympy.sinh) else 1 + small) / 2
    if isinstance(expr, sympy.exp):
        return expr.args[0], S.One
    if _is_symbolic_power(expr):
        return expr.exp * sympy.log(expr.base), S.One
    if expr.is_Mul:
        parts = [_scaled(f) for f in expr.args]
        return Add(*(e for e, _ in parts)), sympy.Mul(*(f for _, f in parts))
    if expr.is_Pow and expr.exp.is_Integer:
        exponent, factor = _scaled(expr.base)
        return expr.exp * exponent, factor**expr.exp
    if expr.is_Add and _grows(expr):
        return _scaled_sum(expr)
    return S.Zero, expr


def _scaled_sum(expr: Expr) -> tuple[Expr, Expr]:
    """The largest exponent of a sum's terms, and the terms with what they lack of it."""
    parts = [_scaled(a) for a in expr.args]
    largest, *others = dict.fromkeys(e for e, _ in parts)
    for e in others:
        largest = (largest + e + sympy.Abs(largest - e)) / 2
    return largest, Add(*(factor * sympy.exp(e - largest) for e, factor in parts))


def _is_symbolic_power(e: Any) -> bool:
    whole = isinstance(e, sympy.Pow) and e.base not in (S.Exp1, S.NegativeOne)
    return bool(whole and e.exp.free_symbols)


def shown_sums(
    problem: Problem, exprs: Sequence[Expr], at: Mapping[Symbol, Expr]
) -> tuple[Expr, ...]:
    """Partial sums for a picture: as many terms as a bound asks for, if there is one."""
    if not any(map(has_series, exprs)):
        return tuple(exprs)
    values = {p: at.get(p, S.Half * sum(_ends(problem, p))) for p in problem.params}
    try:
        terms = truncated(problem, exprs, SEEN, values).terms
    except (ProblemError, UnsupportedError):
        terms = SHOWN
    several = any(len(s.indices) > 1 for s in _sums(exprs))
    terms = min(terms, 16 if several else MOST_SHOWN)
    return tuple(stable(partial_sum(e, terms, explicit=False)).doit() for e in exprs)


def _ends(problem: Problem, symbol: Symbol) -> tuple[Expr, Expr]:
    r = problem.domain.by_symbol[symbol]
    low = r.low if r.low.is_finite else S.Zero
    return low, (r.high if r.high.is_finite else low + 2)
