"""Is a stated problem consistent?  Ranges, places of conditions, contradictions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from sympy import (
    Abs,
    Add,
    Derivative,
    Expr,
    Float,
    Function,
    S,
    Subs,
    Symbol,
    acos,
    asin,
    asinh,
    atan,
    cos,
    cosh,
    cot,
    erf,
    exp,
    log,
    oo,
    sech,
    sin,
    sinh,
    tan,
    tanh,
)
from sympy.concrete.expr_with_limits import ExprWithLimits

from sympy_ssde.errors import ProblemError, warn_user
from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.domain import Domain

_SAMPLES = 3
#: A difference that is larger is no rounding.
_CLEAR = 1e-12
#: Functions without jumps where they are defined.
_CONTINUOUS = (
    exp, log, sin, cos, tan, cot, sinh, cosh, tanh, sech, asin, acos, atan, asinh, erf, Abs
)  # fmt: skip

Point = dict[Symbol, Expr]


class _Stated(NamedTuple):
    """A condition that gives a value to one trace."""

    source: str
    trace: Trace
    value: Expr


def check_consistency(
    conditions: Sequence[Constraint],
    variables: Sequence[Symbol],
    params: Sequence[Symbol],
    domain: Domain,
    equations: Sequence[Constraint] = (),
) -> None:
    """Raise, or warn about corners that don't match.

    ``equations`` must hold with the conditions' values wherever all of theirs are given.
    """
    _check_ranges(domain)
    random = Random(1)
    points = [_floats(domain.point(random)) for _ in range(_SAMPLES)] if conditions else []
    for condition in conditions:
        _check_place(condition, variables, params, domain, points)
    stated = [found for c in conditions if (found := _stated(c)) is not None]
    for first, second in combinations(stated, 2):
        _check_pair(first, second, variables, domain, points)
        for whole, slope in ((first, second), (second, first)):
            _check_slope(whole, slope, variables, domain, points)
    by_trace = {found.trace: found for found in stated}
    for condition in conditions:
        if len(condition.traces) > 1:
            _check_sum(condition, by_trace, variables, domain, points)
    for equation in equations:
        _check_start(equation, by_trace, variables, domain, points)


def _check_ranges(domain: Domain) -> None:
    random = Random(0)
    for _ in range(_SAMPLES):
        at: dict[Symbol, Expr] = {}
        for r in domain:
            low, high = domain.window(r, at)
            if not low < high:
                raise ProblemError(
                    f"the range of {r.symbol} is empty: ({r.low}, {r.high}); its lower end must "
                    "be below its upper end"
                )
            at[r.symbol] = S(low + (high - low) * random.random())


def _check_place(
    condition: Constraint,
    variables: Sequence[Symbol],
    params: Sequence[Symbol],
    domain: Domain,
    points: Sequence[Point],
) -> None:
    """Raise unless the condition's points lie in the closed domain."""
    for at in points:
        for trace in condition.traces:
            place: Point = {p: at[p] for p in params}
            values = {v: p.xreplace(at) for v, p in zip(variables, trace.point, strict=True)}
            for r in domain:
                if r.symbol not in values:
                    continue
                low, high = domain.window(r, place)
                low = low if r.low != -oo else -float("inf")
                high = high if r.high != oo else float("inf")
                value = values[r.symbol].evalf(20)
                place[r.symbol] = value
                if not value.is_extended_real:
                    raise ProblemError(f"the condition {condition.source} is not at a real point")
                if not _is_free(r.symbol, trace, variables) and not (
                    low - 1e-9 * (1 + abs(low)) <= value <= high + 1e-9 * (1 + abs(high))
                ):
                    raise ProblemError(
                        f"the condition {condition.source} is off the domain: {r.symbol} = "
                        f"{value.evalf(6)} is not in ({r.low}, {r.high}); move it or widen domain="
                    )


def _floats(at: Point) -> Point:
    """Decimals, which have no more digits in a high power."""
    return {s: v if v.is_Integer else Float(v, 30) for s, v in at.items()}


def _is_free(variable: Symbol, trace: Trace, variables: Sequence[Symbol]) -> bool:
    return trace.point[variables.index(variable)] == variable


def _stated(condition: Constraint) -> _Stated | None:
    """The value of the only trace, if the condition is linear in it."""
    if len(condition.traces) != 1:
        return None
    trace = condition.slots[0]
    slope = condition.expr.diff(trace)
    if slope.has(trace) or slope.is_zero:
        return None
    value = -condition.expr.subs(trace, 0) / slope
    return _Stated(condition.source, condition.traces[0], value)


def _check_pair(
    first: _Stated,
    second: _Stated,
    variables: Sequence[Symbol],
    domain: Domain,
    points: Sequence[Point],
) -> None:
    """Compare two values of one trace, and two Dirichlet values at a common corner."""
    a, b = first.trace, second.trace
    if (a.function, a.orders) != (b.function, b.orders):
        return
    common = _intersection(a, b, variables)
    if common is None:
        return
    if _are_written_alike(first.value, second.value, common):
        return  # nothing is left to be compared in numbers, which takes longer
    gap = first.value - second.value
    if not gap.free_symbols <= set(domain.by_symbol):
        return
    sizes = [abs(_value(gap, at, common)) for at in points]
    if not all(s.is_Float or s.is_zero for s in sizes) or max(sizes) < _CLEAR:
        return
    if a.point == b.point:
        raise ProblemError(
            f"two conditions contradict each other: {first.source} and {second.source}; "
            "leave one of them out"
        )
    if not any(a.orders):
        where = ", ".join(f"{v} = {p}" for v, p in common.items())
        warn_user(
            f"the conditions {first.source} and {second.source} do not agree at the corner {where}",
        )


def _are_written_alike(first: Expr, second: Expr, at: Point) -> bool:
    """Whether two values are one expression at a place; terms of both are the same anywhere."""
    one, two = set(Add.make_args(first)), set(Add.make_args(second))
    return Add(*(one - two)).xreplace(at) == Add(*(two - one)).xreplace(at)


def _check_slope(
    whole: _Stated,
    slope: _Stated,
    variables: Sequence[Symbol],
    domain: Domain,
    points: Sequence[Point],
) -> None:
    """Compare a derivative along a face with that of the values that are given there."""
    a, b = whole.trace, slope.trace
    by = [n - m for m, n in zip(a.orders, b.orders, strict=True)]
    free = [p == v for p, v in zip(a.point, variables, strict=True)]
    if a.function != b.function or a.point != b.point or not any(by) or min(by) < 0:
        return
    if any(n and not f for n, f in zip(by, free, strict=True)) or any(
        p.is_infinite for p in a.point
    ):
        return
    if _is_violated(derivative(whole.value, variables, by) - slope.value, domain, points):
        warn_user(
            f"the conditions {whole.source} and {slope.source} do not agree: the second is about "
            f"a derivative of the first",
        )


def _check_sum(
    condition: Constraint,
    by_trace: Mapping[Trace, _Stated],
    variables: Sequence[Symbol],
    domain: Domain,
    points: Sequence[Point],
) -> None:
    """Compare a condition of several traces with others that give a value to each of them."""
    if not all(trace in by_trace for trace in condition.traces):
        return
    values = {s: _at(by_trace[t], variables) for s, t in _slots(condition)}
    if _is_violated(condition.expr.xreplace(values), domain, points):
        *first, last = [condition.source, *_sources(condition.traces, by_trace)]
        raise ProblemError(
            f"conditions contradict each other: {', '.join(first)} and {last}; leave one of them "
            "out"
        )


def _check_start(
    equation: Constraint,
    by_trace: Mapping[Trace, _Stated],
    variables: Sequence[Symbol],
    domain: Domain,
    points: Sequence[Point],
) -> None:
    """Warn if an equation doesn't hold where conditions give a value to each of its traces.

    Both hold as limits from inside, so that it takes functions without jumps.
    """
    smooth = all(isinstance(f, _CONTINUOUS) for f in equation.expr.atoms(Function))
    if not smooth or not equation.traces:
        return
    for place in dict.fromkeys(trace.point for trace in by_trace):
        there = {s: Trace(t.function, t.orders, place) for s, t in _slots(equation)}
        if not all(t in by_trace for t in there.values()) or any(p.is_infinite for p in place):
            continue
        values = {s: _at(by_trace[t], variables) for s, t in there.items()}
        moved = equation.expr.xreplace(dict(zip(variables, place, strict=True)))
        if _is_violated(moved.xreplace(values), domain, points):
            where = ", ".join(f"{v} = {p}" for v, p in zip(variables, place, strict=True) if v != p)
            sources = " and ".join(_sources(there.values(), by_trace))
            warn_user(
                f"the conditions {sources} do not agree with the equation {equation.source} at "
                f"{where}",
            )


def _sources(traces: Iterable[Trace], by_trace: Mapping[Trace, _Stated]) -> list[str]:
    """The conditions that give values to the traces, each of them once."""
    return list(dict.fromkeys(by_trace[trace].source for trace in traces))


def _slots(constraint: Constraint) -> Iterator[tuple[Symbol, Trace]]:
    return zip(constraint.slots, constraint.traces, strict=True)


def _at(stated: _Stated, variables: Sequence[Symbol]) -> Expr:
    """The value that a condition gives, at its place."""
    return stated.value.xreplace(dict(zip(variables, stated.trace.point, strict=True)))


def _is_violated(expr: Expr, domain: Domain, points: Sequence[Point]) -> bool:
    """Whether an expression that must vanish certainly doesn't."""
    if expr == 0 or not expr.free_symbols <= set(domain.by_symbol):
        return False
    sizes = [abs(_value(expr, at, {})) for at in points]
    return all(s.is_Float or s.is_zero for s in sizes) and max(sizes) > _CLEAR


def _value(expr: Expr, at: Point, corner: Point) -> Expr:
    """The value of an expression at a corner, whose other coordinates are those of a point."""
    there = at | {v: place.xreplace(at) for v, place in corner.items()}
    if expr.has(ExprWithLimits, Derivative, Subs):  # symbols may be bound there
        return expr.subs(there).evalf(30)
    return expr.xreplace(there).evalf(30)


def _intersection(a: Trace, b: Trace, variables: Sequence[Symbol]) -> dict[Symbol, Expr] | None:
    """Where two faces meet: fixed values of variables, or None."""
    common: dict[Symbol, Expr] = {}
    for v, p, q in zip(variables, a.point, b.point, strict=True):
        for place in (p, q):
            if place == v:
                continue
            if place.free_symbols & set(variables) or common.get(v, place) != place:
                return None
            common[v] = place
    return common
