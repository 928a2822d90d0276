"""What a system's conditions say of all unknowns at one time."""

from sympy import Expr, Symbol, Tuple, linsolve

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.view import Condition, View

#: A point at which all unknowns are given, and their values there.
Start = tuple[tuple[Expr, ...], list[Expr]]


def initial_values(problem: Problem) -> Start | None:
    """The only point at which unknowns are given, if all of them are; None otherwise.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> u, v = Function("u")(t), Function("v")(t)
    >>> data = {u.subs(t, 0): 3, 2*v.subs(t, 0): 1}
    >>> initial_values(Problem([u.diff(t) - v, v.diff(t) + u], [u, v], data))
    ((0,), [3, 1/2])
    """
    values: dict[int, Expr] = {}
    places = set()
    for condition in problem.conditions:
        if len(condition.traces) != 1 or any(condition.traces[0].orders):
            continue
        (slot,), (trace,) = condition.slots, condition.traces
        factor = condition.expr.diff(slot)
        if factor.free_symbols or factor == 0 or Tuple(*trace.point).has(*problem.variables):
            continue
        values[trace.function] = -condition.expr.subs(slot, 0) / factor
        places.add(trace.point)
    if len(places) != 1 or len(values) != len(problem.functions):
        return None
    return places.pop(), [values[f] for f in range(len(problem.functions))]


def first_rates(problem: Problem) -> list[Expr] | None:
    """The derivatives of all unknowns of one variable, if the equations are of first order."""
    (x,) = problem.variables
    if any(t.orders[0] > 1 for e in problem.equations for t in e.traces):
        return None
    exprs = [e.expression(problem.functions) for e in problem.equations]
    for found in linsolve(exprs, *(f.diff(x) for f in problem.functions)):
        return list(found)
    return None


def initial_profiles(seen: View, t: Symbol) -> tuple[Expr, tuple[Expr, ...]] | None:
    """The time at which all unknowns are given, and their values there; None if there is none.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u, v = Function("u")(x, t), Function("v")(x, t)
    >>> data = {u.subs(t, 1): x, v.subs(t, 1): 2, u.subs(x, 0): t - 1}
    >>> problem = Problem([u.diff(t) - v, v.diff(t) - u], [u, v], data)
    >>> initial_profiles(View(problem, u), t)
    (1, (x, 2))
    """
    found: dict[Expr, dict[int, Expr]] = {}
    for condition in seen.on(t):
        given = given_level(condition)
        if given is not None and condition.face is not None:
            found.setdefault(condition.face[1], {})[given[0]] = given[1]
    count = len(seen.problem.functions)
    for place, values in found.items():
        if len(values) == count and not place.is_infinite:
            return place, tuple(values[f] for f in range(count))
    return None


def given_level(condition: Condition) -> tuple[int, Expr] | None:
    """The function and its values, where a condition gives those and nothing else."""
    if condition.terms is None or len(condition.terms) != 1:
        return None
    ((trace, factor),) = condition.terms
    return None if any(trace.orders) else (trace.function, condition.value / factor)
