"""What conditions say of an unknown itself, on faces of the domain."""

from sympy import Expr, Symbol

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem


def given_values(condition: Constraint, problem: Problem) -> tuple[dict[Symbol, Expr], Expr] | None:
    """Face and value of a condition that gives an unknown on a face of the domain.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> heat = Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t), {u(x, 0): x**2})
    >>> given_values(heat.conditions[0], heat)
    ({t: 0}, x**2)
    """
    if len(condition.traces) != 1 or condition.order() or condition.is_at_infinity:
        return None
    slope = condition.expr.diff(condition.slots[0])
    if slope.free_symbols or slope == 0:
        return None
    trace = condition.traces[0]
    face = {v: p for v, p in zip(problem.variables, trace.point, strict=True) if v != p}
    if any(p.free_symbols & set(problem.variables) for p in face.values()):
        return None
    value = -condition.expr.subs(condition.slots[0], 0) / slope
    if not value.free_symbols <= set(problem.variables) | set(problem.params):
        return None
    return face, value
