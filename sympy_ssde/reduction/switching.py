"""Sources that are switched on and off: one piece of the equation after the other.

Up to the last place at which the equation changes its form it is a problem of its own, with a
smaller range.  From there on it is smooth, and what has come so far gives the initial values.
"""

from collections.abc import Iterator
from functools import wraps

from sympy import Eq, Expr, Piecewise
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.rough import is_rough
from sympy_ssde.reduction.engine import Leaf
from sympy_ssde.reduction.reduction import Found, Line, Reduction, Rest
from sympy_ssde.reduction.series_pieces import pieces
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.view import View, view


def piece_by_piece(problem: Problem) -> Iterator[Reduction]:
    """The problem before the last switch, and the equation after it.

    >>> from sympy import Function, Heaviside
    >>> from sympy.abc import t
    >>> u = Function("u")
    >>> switched = u(t).diff(t) + u(t) - Heaviside(t - 1)
    >>> small = next(piece_by_piece(Problem(switched, u(t), {u(0): 3}, {t: (0, 4)})))
    >>> small.combine
    (Piecewise((v(t), t < 1), (w(t - 1), True)),)
    >>> print(small.problems[0])
    Eq(v(t) + Derivative(v(t), t), 0)
      with v(0) - 3 = 0
      on t in (0, 1)
    >>> print(small.left([(3*exp(-t),)]))
    Eq(w(t) + Derivative(w(t), t) - 1, 0)
      with w(0) - 3*exp(-1) = 0
      on t in (0, 4)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) != 1 or not is_rough(seen.equation.expr):
        return
    (t,) = seen.variables
    start = _start(seen)
    low, high = seen.ends(t)
    found = pieces(seen.equation.expr, t, low, high)
    if start is None or found is None or len(found) < 2:
        return
    place = found[-1].low
    if not (place - start).is_positive or is_rough(found[-1].expr):
        return
    v, w = seen.fresh("v", t), seen.fresh("w", t)
    before = seen.expr.subs(seen.function, v)
    if len(found) == 2:
        before = _put_in(seen, found[0].expr, v)
    conditions = [c.expression((v,)) for c in problem.conditions]
    first = stated(problem, before, v, conditions, ranges={t: (low, place)})
    if first is None:
        return
    later = place - start
    after = _put_in(seen, found[-1].expr.subs(t, t + later), w)
    values = [_at(w, k, start) - _at(v, k, place) for k in range(seen.order(t))]
    rest = Rest(problem, (w,), (after,), tuple(values))
    u = Piecewise((v, t < place), (w.subs(t, t - later), True))
    line = Line(
        f"The equation changes its form at {place}. Solve it up to there, and go on with the "
        "values that have come so far.",
        (Eq(seen.function, u, evaluate=False),),
    )
    yield Reduction((first,), (u,), line, rest)


def unless_switched(leaf: Leaf) -> Leaf:
    """The same leaf, which leaves alone what is solved piece by piece, in a shorter form.

    >>> from sympy import Function, Heaviside
    >>> from sympy.abc import t
    >>> u = Function("u")
    >>> problem = Problem(u(t).diff(t) - Heaviside(t - 1), u(t), {u(0): 3}, {t: (0, 4)})
    >>> list(unless_switched(lambda problem: [1])(problem))
    []
    """

    def smooth(problem: Problem) -> Iterator[Found]:
        if next(piece_by_piece(problem), None) is None:
            yield from leaf(problem)

    return wraps(leaf)(smooth)


def _start(seen: View) -> Expr | None:
    """Where all conditions stand, if they are initial ones."""
    (t,) = seen.variables
    found = {trace.point[0] for c in seen.problem.conditions for trace in c.traces}
    start = found.pop() if len(found) == 1 else None
    return start if start is not None and start.is_finite and not start.has(t) else None


def _put_in(seen: View, expr: Expr, function: AppliedUndef) -> Expr:
    """A piece of the equation, for another function."""
    traces = [t.expression((function,)) for t in seen.equation.traces]
    return expr.xreplace(dict(zip(seen.equation.slots, traces, strict=True)))


def _at(function: AppliedUndef, order: int, place: Expr) -> Expr:
    return Trace(0, (order,), (place,)).expression((function,))
