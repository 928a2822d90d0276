"""First-order equations in the slopes alone, ``F(u_x, u_t) = 0``, along straight rays.

Along a ray the slopes stay as they are at its start: ``x`` moves by ``F_p``, u grows by ``p*F_p``.
Covers Hamilton-Jacobi equations ``u_t + H(u_x) = 0`` and the eikonal equation.
"""

from collections.abc import Iterator
from itertools import islice

from sympy import Abs, Dummy, Eq, Expr, Poly, S, Symbol, expand, roots, together
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.inverse import inverses, shorter
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.view import Condition, View, view

_BRANCHES = 4


def rays(problem: Problem) -> Iterator[Found]:
    """Solutions of equations that contain only first derivatives, nonlinear ones, in two variables.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> free = u(x, t).diff(t) + u(x, t).diff(x)**2/2
    >>> next(rays(Problem(free, u(x, t), {u(x, 0): x**2/2}))).exprs
    (x**2/(2*(t + 1)),)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) != 2 or seen.is_linear:
        return
    equation = seen.equation
    if any(sum(t.orders) != 1 for t in equation.traces) or equation.expr.has(*seen.variables):
        return
    signs = with_signs(problem.domain)
    back = {s: v for v, s in signs.items()}
    known: set[Expr] = set()
    for condition in seen.conditions:
        for expr in islice(_solutions(seen, condition, signs), _BRANCHES):
            answer = shorter(expr).xreplace(back)
            if answer not in known:
                known.add(answer)
                words = "Along straight rays the slopes stay the same; solve for their start."
                formula = Eq(seen.expr, 0, evaluate=False)
                yield Found((answer,), (Line(words, (formula,)),), reduced=True)


def _solutions(seen: View, condition: Condition, signs: dict[Symbol, Symbol]) -> Iterator[Expr]:
    """Candidates from the values on one line."""
    if condition.terms is None or condition.face is None or len(condition.terms) != 1:
        return
    ((trace, factor),) = condition.terms
    if any(trace.orders) or condition.face[1].is_infinite:
        return
    line, end = condition.face
    i = seen.variables.index(line)
    t, x = signs[line], signs[seen.variables[1 - i]]
    s = Dummy("s", **x.assumptions0)
    value = (condition.value / factor).xreplace(signs).subs(x, s)
    p, q = Dummy("p", real=True), Dummy("q", real=True)
    orders = {
        t_.orders: slot for t_, slot in zip(seen.equation.traces, seen.equation.slots, strict=True)
    }
    late, along = (tuple(int(j == k) for j in (0, 1)) for k in (i, 1 - i))
    expr = seen.equation.expr.xreplace(signs)
    expr = expr.xreplace({orders.get(along, p): p, orders.get(late, q): q})
    time = t - end.xreplace(signs)
    slope = value.diff(s)
    for rate in _roots(expr, q):
        speed, change = _ray(expr, p, q, rate, slope)
        for foot in inverses(expand(s + speed * time), s, x):
            yield from _without_bars((value + change * time).subs(s, foot))


def _without_bars(expr: Expr) -> Iterator[Expr]:
    """With either sign for what stands in ``Abs``: the proof finds the one that fits."""
    yield expr.replace(Abs, lambda e: e)
    if expr.has(Abs):
        yield expr.replace(Abs, lambda e: -e)


def _roots(expr: Expr, q: Symbol) -> list[Expr]:
    """The slopes in time that the equation allows."""
    try:
        return list(roots(Poly(expand(expr), q)))
    except BasePolynomialError:
        return []


def _ray(expr: Expr, p: Symbol, q: Symbol, rate: Expr, slope: Expr) -> tuple[Expr, Expr]:
    """How fast the place and u change along a ray, by time."""
    at = {p: slope, q: rate.subs(p, slope)}
    by_place, by_time = (expr.diff(e).subs(at, simultaneous=True) for e in (p, q))
    if by_time == 0:
        return S.Zero, S.NaN
    speed = together(by_place / by_time)
    return speed, together(at[q] + slope * speed)
