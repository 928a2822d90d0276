"""What a system's conditions say of all unknowns at one time."""

from sympy import Expr, Symbol

from sympy_ssde.reduction.view import Condition, View


def initial_profiles(seen: View, t: Symbol) -> tuple[Expr, tuple[Expr, ...]] | None:
    """The time at which all unknowns are given, and their values there; None if there is none.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> from sympy_ssde.problem.problem import Problem
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
