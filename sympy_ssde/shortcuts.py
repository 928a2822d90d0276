"""Answers that need no search: constants, linear functions, the boundary data carried inwards."""

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

from sympy import Add, Expr, Integer, Symbol, solve

from sympy_ssde.conditions import Constraint
from sympy_ssde.problem import Problem
from sympy_ssde.verify import Verification, verify

_MOST = 40


def find_shortcut(problem: Problem, timeout: float) -> tuple[Expr, Verification] | None:
    """The first candidate that is proved; wrong ones are refuted within milliseconds."""
    seen: set[Expr] = set()
    for expr in islice(candidates(problem), _MOST):
        if expr in seen:
            continue
        seen.add(expr)
        result = verify(problem, (expr,), timeout=timeout / 4, stop_at_refutation=True)
        if result:
            return expr, result
    return None


def candidates(problem: Problem) -> Iterator[Expr]:
    """Candidates, the simplest first.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> list(candidates(Problem(u(x).diff(x, 2), u(x), {u(0): 1, u(2): 5})))[:3]
    [0, 2*x + 1, 1]
    """
    yield Integer(0)
    yield from _linear(problem)
    data = [d for c in problem.conditions if (d := _dirichlet(c, problem)) is not None]
    for _, value in data:
        yield value
    for (face, value), (other, second) in combinations(data, 2):
        if set(face) == set(other):
            continue
        corner = value.subs(other)
        yield value + second - corner
        if corner != 0 and corner.is_finite:
            yield value * second / corner


def _dirichlet(condition: Constraint, problem: Problem) -> tuple[dict[Symbol, Expr], Expr] | None:
    """Face and value of a condition that gives u on a face of the domain."""
    if len(condition.traces) != 1 or condition.order():
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


def _linear(problem: Problem) -> Iterator[Expr]:
    """``c0 + c1*x + ...`` with coefficients from the conditions, if they determine them."""
    variables = problem.variables
    names = [Symbol(f"_k{i}") for i in range(len(variables) + 1)]
    ansatz = Add(names[0], *(n * v for n, v in zip(names[1:], variables, strict=True)))
    random = Random(7)
    rows = []
    for constraint in problem.constraints:
        values = {}
        for slot, trace in zip(constraint.slots, constraint.traces, strict=True):
            order = [(v, n) for v, n in zip(variables, trace.orders, strict=True) if n]
            derivative = ansatz.diff(*order) if order else ansatz
            values[slot] = derivative.xreplace(dict(zip(variables, trace.point, strict=True)))
        residual = constraint.expr.xreplace(values)
        rows += [residual.xreplace(problem.domain.point(random)) for _ in range(2)]
    if not all(r.diff(n).is_number for r in rows for n in names):
        return
    found = solve(rows, names, dict=True)
    if found:
        yield ansatz.xreplace(dict.fromkeys(names, Integer(0)) | found[0])
