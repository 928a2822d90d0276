"""Conditions at singular points of the equation and at infinity, as numbers.

``u'' + 2*u'/x + u = 0`` is singular at ``x = 0``, and its solution ``sin(x)/x`` has no number
there, though it has a limit, which the proof takes.  When candidates are compared, the value at
such a point is extrapolated from points beside it.  Infinity is a place so far away that what tends
to a limit is next to it.
"""

from collections.abc import Iterator
from dataclasses import replace

from sympy import Expr, Integer, Rational, Symbol, oo

from sympy_ssde.problem.constraints import Constraint, Trace, slot
from sympy_ssde.problem.domain import Range
from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.symbols import internal

_NODES = 6
_STEP = Rational(1, 400)  # of the domain
_FAR = Integer(10**15)


def regular_conditions(problem: Problem) -> tuple[Constraint, ...]:
    """The conditions, with extrapolations for what they say of singular points.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> equation = u(x).diff(x, 2) + 2*u(x).diff(x)/x + u(x)
    >>> lane_emden = Problem(equation, u(x), {u(0): 1}, {x: (0, 1)})
    >>> [len(c.traces) for c in regular_conditions(lane_emden)]
    [6]
    """
    conditions = tuple(map(_finite, problem.conditions))
    ends = set(_singular_ends(problem))
    if not ends:
        return conditions
    return tuple(_regular(c, problem, ends) for c in conditions)


def _finite(condition: Constraint) -> Constraint:
    """The condition with its infinite places far away."""
    if not condition.is_at_infinity:
        return condition
    return replace(condition, traces=tuple(t.at({oo: _FAR, -oo: -_FAR}) for t in condition.traces))


def _singular_ends(problem: Problem) -> Iterator[tuple[Symbol, Expr]]:
    """Variables and ends of their ranges at which a coefficient is infinite, or the first one 0."""
    for equation in problem.equations:
        order = equation.order()
        for v in problem.variables:
            r = problem.domain.by_symbol[v]
            for end in (r.low, r.high):
                if end.is_finite and end.is_number and _is_singular(equation, v, end, order):
                    yield v, end


def _is_singular(equation: Constraint, v: Symbol, end: Expr, order: int) -> bool:
    for s, trace in zip(equation.slots, equation.traces, strict=True):
        slope = equation.expr.diff(s)
        if v not in slope.free_symbols:
            continue
        there = slope.subs(v, end)
        if not is_finite(there):
            return True
        if there.is_zero and sum(trace.orders) == order:
            return True
    return False


def _regular(condition: Constraint, problem: Problem, ends: set[tuple[Symbol, Expr]]) -> Constraint:
    traces: list[Trace] = []
    values: dict[Symbol, Expr] = {}
    for s, trace in zip(condition.slots, condition.traces, strict=True):
        beside = [(Rational(1), trace)]
        for place, v in enumerate(problem.variables):
            if (v, trace.point[place]) in ends:
                r = problem.domain.by_symbol[v]
                beside = [
                    (weight * w, _moved(t, place, point))
                    for weight, t in beside
                    for w, point in _nodes(r, trace.point[place])
                ]
        total: Expr = Rational(0)
        for weight, t in beside:
            total += weight * internal(f"N{len(traces)}")
            traces.append(t)
        values[s] = total
    names = {internal(f"N{i}"): slot(i) for i in range(len(traces))}
    expr = condition.expr.xreplace(values).xreplace(names)
    return replace(condition, expr=expr, traces=tuple(traces))


def _moved(trace: Trace, place: int, value: Expr) -> Trace:
    point = (*trace.point[:place], value, *trace.point[place + 1 :])
    return replace(trace, point=point)


def _nodes(r: Range, end: Expr) -> list[tuple[Expr, Expr]]:
    """Weights and places from which a polynomial through them gives the value at the end."""
    width = (r.high - r.low) if (r.high - r.low).is_finite else Rational(1)
    sign = 1 if end == r.low else -1
    found = []
    for i in range(1, _NODES + 1):
        weight = Rational(1)
        for j in range(1, _NODES + 1):
            if j != i:
                weight *= Rational(j, j - i)
        found.append((weight, end + sign * i * _STEP * width))
    return found
