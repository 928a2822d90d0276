"""Terms that are switched on and off, and impulses.

Where only the source of a linear equation is, what each switch adds is a problem of its own, which
begins at rest.  Otherwise one piece of the equation comes after the other: up to the last place at
which it changes its form it is a problem with a smaller range, and what has come so far gives the
initial values of the rest.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from itertools import accumulate, pairwise

from sympy import DiracDelta, Eq, Expr, Piecewise, S, Symbol
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.rough import impulses, is_rough
from sympy_ssde.reduction.engine import Leaf
from sympy_ssde.reduction.reduction import Found, Line, Reduction, Rest
from sympy_ssde.reduction.series_pieces import Piece, pieces
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.view import View, linear_parts, view


def what_each_switch_adds(problem: Problem) -> Iterator[Reduction]:
    """The problem without its switches, and one that begins at rest for each of these.

    >>> from sympy import Function, Heaviside
    >>> from sympy.abc import t
    >>> u = Function("u")
    >>> switched = u(t).diff(t) + u(t) - Heaviside(t - 1)
    >>> small = next(what_each_switch_adds(Problem(switched, u(t), {u(0): 3}, {t: (0, 4)})))
    >>> small.combine
    (Piecewise((v(t), t < 1), (v(t) + w(t - 1), True)),)
    >>> print(small.problems[1])
    Eq(w(t) + Derivative(w(t), t) - 1, 0)
      with w(0) = 0
      on t in (0, 4)
    """
    found = _pieces(problem)
    if found is None or linear_parts(found.equation) is None:
        return
    seen, t, start, parts = found.seen, found.variable, found.start, found.parts
    if not (parts[1].low - start).is_positive:
        return
    sources = [(after.expr - before.expr).expand() for before, after in pairwise(parts)]
    if any(source.has(*seen.equation.slots) for source in sources):
        return
    highest = seen.order(t) - 1
    v = seen.fresh("v", t)
    conditions = [c.expression((v,)) for c in problem.conditions]
    problems = [stated(problem, _put_in(seen, parts[0].expr, v), v, conditions)]
    terms = [v]
    at_rest = parts[0].expr - parts[0].expr.xreplace(dict.fromkeys(seen.equation.slots, 0))
    for part, source in zip(parts[1:], sources, strict=True):
        later = part.low - start
        w = seen.unknown("w", [str(p.functions[0].func) for p in problems if p])(t)
        equation = _put_in(seen, (at_rest + source).subs(t, t + later), w)
        initial = [_at(w, k, start) for k in range(highest)]
        initial.append(_at(w, highest, start) - found.jump(part.low))
        problems.append(stated(problem, equation, w, initial))
        terms.append(w.subs(t, t - later))
    if not all(problems):
        return
    places = [t < part.high for part in parts[:-1]] + [True]
    u = Piecewise(*zip(accumulate(terms), places, strict=True))
    beginning = "with what impulses give" if found.strengths else "at rest"
    line = Line(
        "Only the source changes its form. Solve the equation without that, and for what each "
        f"change adds from then on, beginning {beginning}.",
        (Eq(seen.function, u, evaluate=False),),
    )
    yield Reduction(tuple(p for p in problems if p), (u,), line)


def piece_by_piece(problem: Problem) -> Iterator[Reduction]:
    """The problem before the last switch, and the equation after it.

    >>> from sympy import Function, Heaviside, exp
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
    found = _pieces(problem)
    if found is None:
        return
    seen, t, start, parts = found.seen, found.variable, found.start, found.parts
    place = parts[-1].low
    v, w = seen.fresh("v", t), seen.fresh("w", t)
    before = _put_in(seen, found.without(place) if len(parts) > 2 else parts[0].expr, v)
    conditions = [c.expression((v,)) for c in problem.conditions]
    first = stated(problem, before, v, conditions, ranges={t: (seen.ends(t)[0], place)})
    if first is None:
        return
    later = place - start
    after = _put_in(seen, parts[-1].expr.subs(t, t + later), w)
    values = [_at(w, k, start) - _at(v, k, place) for k in range(seen.order(t))]
    values[-1] -= found.jump(place)
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
        if _pieces(problem) is None:
            yield from leaf(problem)

    return wraps(leaf)(smooth)


@dataclass(frozen=True)
class _Pieces:
    """An equation that changes its form after the place where all conditions stand.

    The equation is that of the problem without its impulses, whose ``strengths`` stand by place.
    """

    seen: View
    start: Expr
    equation: Constraint
    strengths: Mapping[Expr, Expr]
    parts: tuple[Piece, ...]

    @property
    def variable(self) -> Symbol:
        """The variable of which everything is a function."""
        return self.seen.variables[0]

    @property
    def lead(self) -> Expr:
        """The factor of the highest derivative."""
        order = (self.seen.order(self.variable),)
        pairs = zip(self.equation.slots, self.equation.traces, strict=True)
        return self.equation.expr.diff(next(s for s, t in pairs if t.orders == order))

    def jump(self, place: Expr) -> Expr:
        """By how much an impulse there changes the derivative below the highest."""
        strength = self.strengths.get(place, S.Zero)
        return -strength / self.lead.subs(self.variable, place) if strength else S.Zero

    def without(self, place: Expr) -> Expr:
        """The equation without the impulse at a place."""
        others = {p: s for p, s in self.strengths.items() if p != place}
        impulses = [s * DiracDelta(self.variable - p) for p, s in others.items()]
        return self.equation.expr + sum(impulses, S.Zero)


def _pieces(problem: Problem) -> _Pieces | None:
    """Those of an ordinary equation with initial values, or None."""
    seen = view(problem)
    if seen is None or len(seen.variables) != 1:
        return None
    if not (is_rough(seen.equation.expr) or seen.equation.expr.has(DiracDelta)):
        return None
    (t,) = seen.variables
    start, read = _start(seen), impulses(seen.equation.expr, t)
    if start is None or read is None:
        return None
    equation = replace(seen.equation, expr=read[0])
    parts = _cut(pieces(read[0], t, *seen.ends(t)), read[1])
    if parts is None or len(parts) < 2:
        return None
    if not (parts[-1].low - start).is_positive or is_rough(parts[-1].expr):
        return None
    found = _Pieces(seen, start, equation, read[1], tuple(parts))
    if read[1] and found.lead.has(*equation.slots):  # what an impulse does depends on the solution
        return None
    return found


def _cut(parts: list[Piece] | None, places: Iterable[Expr]) -> list[Piece] | None:
    """The pieces, cut at further places between their ends; None if these can't be compared."""
    for place in places:
        if parts is None:
            return None
        found: list[Piece] = []
        for part in parts:
            gaps = place - part.low, part.high - place
            sides = [gap.is_extended_positive for gap in gaps]
            if None in sides and place not in (part.low, part.high):
                return None
            if all(sides):
                found += [replace(part, high=place), replace(part, low=place)]
            else:
                found.append(part)
        parts = found
    return parts


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
