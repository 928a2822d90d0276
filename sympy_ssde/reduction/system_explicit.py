"""Unknowns that an equation gives in terms of the others: they are put in everywhere.

``v = u_x`` turns a pair into one equation of higher order; so does ``v = u' + u**2``, and
``u' = u*v``, which is divided by u.
"""

from collections.abc import Iterator

from sympy import Eq, Expr, expand
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.statement import stated

_FEW = 3  # functions and derivatives in an equation that is divided by one of them


def explicit(problem: Problem) -> Iterator[Reduction]:
    """Problems without an unknown that occurs in one equation as such, and linearly.

    >>> from sympy import Function, sin
    >>> from sympy.abc import t
    >>> u, v = Function("u"), Function("v")
    >>> pendulum = [u(t).diff(t) - v(t), v(t).diff(t) + sin(u(t))]
    >>> found = next(explicit(Problem(pendulum, [u(t), v(t)], {u(0): 0, v(0): 2})))
    >>> print(found.problems[0])
    Eq(sin(u(t)) + Derivative(u(t), (t, 2)), 0)
      with u(0) = 0
      with Subs(Derivative(u(t), t), t, 0) - 2 = 0
      on t in (0, 1)
    >>> found.combine
    (u(t), Derivative(u(t), t))
    """
    if len(problem.functions) < 2:
        return
    divided = []
    for equation in problem.equations:
        for number in range(len(problem.functions)):
            found = _value(equation, number, problem)
            if found is None:
                continue
            value, factor = found
            if factor.has(*equation.slots):
                if len(equation.traces) <= _FEW and not _has_slopes(factor, equation):
                    divided.append((equation, number, value))
            else:
                yield from _reduced(problem, equation, number, value)
    for equation, number, value in divided:
        yield from _reduced(problem, equation, number, value)


def _has_slopes(factor: Expr, equation: Constraint) -> bool:
    pairs = zip(equation.slots, equation.traces, strict=True)
    return any(factor.has(slot) and any(trace.orders) for slot, trace in pairs)


def _value(equation: Constraint, number: int, problem: Problem) -> tuple[Expr, Expr] | None:
    """What the equation says of the unknown, if it is there once, without derivatives.

    And what it was divided by.
    """
    own = [
        (s, t) for s, t in zip(equation.slots, equation.traces, strict=True) if t.function == number
    ]
    if len(own) != 1 or len(equation.traces) < 2:
        return None
    slot, trace = own[0]
    if any(trace.orders) or trace.point != problem.variables:
        return None
    expr = expand(equation.expr)
    factor = expr.diff(slot)
    if factor.has(slot) or factor == 0:
        return None
    rest = Constraint(-expr.subs(slot, 0) / factor, equation.traces, equation.source)
    return rest.expression(problem.functions), factor


def _reduced(
    problem: Problem, equation: Constraint, number: int, value: Expr
) -> Iterator[Reduction]:
    old = problem.functions[number]

    def put_in(constraint: Constraint) -> Expr:
        expr = constraint.expression(problem.functions)
        return expr.replace(
            lambda e: isinstance(e, AppliedUndef) and e.func == old.func,
            lambda e: value.subs(dict(zip(old.args, e.args, strict=True)), simultaneous=True),
        ).doit()

    functions = [f for f in problem.functions if f != old]
    equations = [put_in(e) for e in problem.equations if e is not equation]
    conditions = [put_in(c) for c in problem.conditions]
    part = stated(problem, equations, functions, [c for c in conditions if c != 0])
    if part is None:
        return
    combine = tuple(value if f == old else f for f in problem.functions)
    line = Line("One of the unknowns is given by the others.", (Eq(old, value, evaluate=False),))
    yield Reduction((part,), combine, line)
