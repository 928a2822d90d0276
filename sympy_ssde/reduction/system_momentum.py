"""Moments that are conserved: ``a*p'*g + b*p*g' = 0`` says that ``p*g**(b/a)`` stays as it is.

So the angular momentum of a central force, ``r*q'' + 2*r'*q' = 0``, gives the angle's rate
``q' = h/r**2``, which is put into the other equations; the angle is its integral.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from sympy import Eq, Expr, Poly, S, Symbol

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_order import expressions


def conserved_moment(problem: Problem) -> Iterator[Reduction]:
    """Problems without the unknown whose moment is conserved.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> r, q = Function("r")(t), Function("q")(t)
    >>> free = [r.diff(t, 2) - r*q.diff(t)**2, r*q.diff(t, 2) + 2*r.diff(t)*q.diff(t)]
    >>> start = {r.subs(t, 0): 2, q.subs(t, 0): 0}
    >>> start |= {r.diff(t).subs(t, 0): 0, q.diff(t).subs(t, 0): 1}
    >>> found = next(conserved_moment(Problem(free, [r, q], start)))
    >>> print(found.problems[0])
    Eq(Derivative(r(t), (t, 2)) - 16/r(t)**3, 0)
      with r(0) - 2 = 0
      with Subs(Derivative(r(t), t), t, 0) = 0
      on t in (0, 1)
    """
    if len(problem.functions) < 2 or len(problem.variables) != 1:
        return
    given = _given(problem)
    for equation in problem.equations:
        for moment in _moments(equation):
            found = _reduced(problem, equation, moment, given)
            if found is not None:
                yield found


@dataclass(frozen=True)
class _Moment:
    """``p*g**power`` is constant, for the derivative p of a function and another function g."""

    function: int
    order: int
    other: int
    power: Expr


def _moments(equation: Constraint) -> Iterator[_Moment]:
    """What the equation conserves, if it is a sum of two such products."""
    pairs = dict(zip(equation.slots, equation.traces, strict=True))
    if len(pairs) != 4 or len({t.function for t in pairs.values()}) != 2:
        return
    by_place = {(t.function, t.orders[0]): s for s, t in pairs.items()}
    for function, other in permutations(sorted({t.function for t in pairs.values()}, reverse=True)):
        orders = sorted(n for k, n in by_place if k == function)
        if len(orders) != 2 or orders[1] != orders[0] + 1 or orders[0] > 1:
            continue
        if (other, 0) not in by_place or (other, 1) not in by_place:
            continue
        p, p1 = (by_place[function, n] for n in orders)
        q, q1 = (by_place[other, n] for n in (0, 1))
        poly = Poly(equation.expr.expand(), p, p1, q, q1)
        terms = poly.as_dict()
        if set(terms) == {(0, 1, 1, 0), (1, 0, 0, 1)} and poly.coeffs()[0].is_number:
            power = terms[1, 0, 0, 1] / terms[0, 1, 1, 0]
            if power.is_number:
                yield _Moment(function, orders[0], other, power)


def _given(problem: Problem) -> dict[Trace, Expr]:
    """Initial values of functions and derivatives."""
    found = {}
    for condition in problem.conditions:
        if len(condition.traces) == 1:
            slope = condition.expr.diff(condition.slots[0])
            if not slope.has(*condition.slots) and slope != 0:
                found[condition.traces[0]] = -condition.expr.subs(condition.slots[0], 0) / slope
    return found


def _reduced(
    problem: Problem, equation: Constraint, moment: _Moment, given: dict[Trace, Expr]
) -> Reduction | None:
    (x,) = problem.variables
    function, other = (problem.functions[i] for i in (moment.function, moment.other))
    places = (t.point for t in given if t.function == moment.function)
    for point in dict.fromkeys(places):
        size = given.get(Trace(moment.function, (moment.order,), point))
        start = given.get(Trace(moment.other, (0,), point))
        if size is not None and start not in (None, S.Zero):
            break
    else:
        return None
    assert start is not None
    value = size * start**moment.power / other**moment.power
    part = _part(problem, equation, moment, value)
    if part is None:
        return None
    words = "A moment is conserved:"
    shown = Eq(function.diff(x, moment.order) if moment.order else function, value, evaluate=False)
    line = Line(words, (shown,))
    if moment.order == 0:
        combine = tuple(value if f == function else f for f in problem.functions)
        return Reduction((part,), combine, line)
    own = [c for c in problem.conditions if any(t.function == moment.function for t in c.traces)]
    rest = Rest(problem, (function,), (function.diff(x) - value,), tuple(expressions(own, problem)))
    return Reduction((part,), problem.functions, line, rest)


def _part(problem: Problem, equation: Constraint, moment: _Moment, value: Expr) -> Problem | None:
    """The other equations with the value put in, None if the function is in them otherwise."""
    (x,) = problem.variables
    equations = []
    for kept in (e for e in problem.equations if e is not equation):
        values: dict[Symbol, Expr] = {}
        for slot, trace in zip(kept.slots, kept.traces, strict=True):
            if trace.function != moment.function:
                continue
            if trace.orders[0] < moment.order:
                return None
            values[slot] = value.diff(x, trace.orders[0] - moment.order)
        left = kept.expr.xreplace(values)
        equations.append(Constraint(left, kept.traces, kept.source).expression(problem.functions))
    others = [f for i, f in enumerate(problem.functions) if i != moment.function]
    conditions = [
        c for c in problem.conditions if all(t.function != moment.function for t in c.traces)
    ]
    return stated(problem, equations, others, expressions(conditions, problem))
