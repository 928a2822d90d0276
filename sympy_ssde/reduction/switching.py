"""Terms that are switched on and off, and impulses.

Where only the source of a linear equation is, what each switch adds is a problem of its own, which
begins at rest, and what is left has no switches.  Otherwise one piece of the equation comes after
the other: up to the last place at which it changes its form it is a problem with a smaller range,
and what has come so far gives the initial values of the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from itertools import accumulate, chain, pairwise

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
    """A problem that begins at rest for each switch, and then the one without switches.

    >>> from sympy import Function, Heaviside, exp
    >>> from sympy.abc import t
    >>> u = Function("u")
    >>> switched = u(t).diff(t) + u(t) - Heaviside(t - 1)
    >>> small = next(what_each_switch_adds(Problem(switched, u(t), {u(3): 2}, {t: (0, 3)})))
    >>> small.combine
    (Piecewise((v(t), t < 1), (v(t) + w(t - 1), True)),)
    >>> print(small.problems[0])
    Eq(w(t) + Derivative(w(t), t) - 1, 0)
      with w(0) = 0
      on t in (0, 2)
    >>> print(small.left([(1 - exp(-t),)]))
    Eq(v(t) + Derivative(v(t), t), 0)
      with v(3) - 1 - exp(-2) = 0
      on t in (0, 3)
    """
    found = _pieces(problem)
    if found is None or not found.is_additive:
        return
    seen, t, parts = found.seen, found.variable, found.parts
    v, added = seen.fresh("v", t), list(_added(found))
    conditions = [_without(c, v, added, seen.order(t)) for c in problem.conditions]
    problems = [a.problem for a in added if a.problem is not None]
    if len(problems) < len(added) or None in conditions:
        return
    terms = [v, *(a.function.subs(t, t - a.later) for a in added)]
    places = [t < part.high for part in parts[:-1]] + [True]
    u = Piecewise(*zip(accumulate(terms), places, strict=True))
    rest = Rest(
        problem, (v,), (_put_in(seen, parts[0].expr, v),), tuple(c for c in conditions if c)
    )
    beginning = "with what impulses give" if found.strengths else "at rest"
    line = Line(
        "Only the source changes its form. Find what each change adds from then on, beginning "
        f"{beginning}, and solve the equation without changes for what is left.",
        (Eq(seen.function, u, evaluate=False),),
    )
    yield Reduction(tuple(problems), (u,), line, rest)


@dataclass(frozen=True)
class _Added:
    """What one switch adds: ``function``, but ``later``; it may jump if there is an impulse."""

    place: Expr
    later: Expr
    function: AppliedUndef
    problem: Problem | None
    is_kicked: bool


def _added(found: "_Pieces") -> Iterator[_Added]:
    """Those of all switches, in order."""
    seen, t, origin = found.seen, found.variable, found.origin
    highest, names = seen.order(t) - 1, list[str]()
    without = found.parts[0].expr
    plain = without - without.xreplace(dict.fromkeys(seen.equation.slots, 0))
    for before, after in pairwise(found.parts):
        later, jump = after.low - origin, found.jump(after.low)
        w = seen.unknown("w", names)(t)
        names.append(str(w.func))
        equation = _put_in(seen, (plain + after.expr - before.expr).subs(t, t + later), w)
        initial = [_at(w, k, origin) for k in range(highest)] + [_at(w, highest, origin) - jump]
        ranges = {t: (origin, seen.ends(t)[1] - later)}
        small = stated(seen.problem, equation, w, initial, ranges=ranges)
        yield _Added(after.low, later, w, small, jump != 0)


def _without(
    condition: Constraint, v: AppliedUndef, added: Sequence[_Added], order: int
) -> Expr | None:
    """A condition, for what is left when the parts that switches add are taken away."""
    values = {}
    for symbol, trace in zip(condition.slots, condition.traces, strict=True):
        (point,), (k,) = trace.point, trace.orders
        values[symbol] = trace.expression((v,))
        for part in added:
            gap = point - part.place
            if gap.is_extended_positive:
                values[symbol] += _at(part.function, k, point - part.later)
            elif not (gap.is_extended_negative or (gap == 0 and k < order - part.is_kicked)):
                return None
    return condition.expr.xreplace(values)


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
    if found is None or found.start is None:
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
        if next(chain(what_each_switch_adds(problem), piece_by_piece(problem)), None) is None:
            yield from leaf(problem)

    return wraps(leaf)(smooth)


@dataclass(frozen=True)
class _Pieces:
    """An equation that changes its form.

    The equation is that of the problem without its impulses, whose ``strengths`` stand by place.
    ``start`` is where all conditions stand, if that is before the last piece.
    """

    seen: View
    start: Expr | None
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

    @property
    def origin(self) -> Expr:
        """Where everything begins."""
        low = self.seen.ends(self.variable)[0]
        return self.start if low.is_infinite and self.start is not None else low

    @property
    def is_additive(self) -> bool:
        """Whether only the source of a linear equation changes, after its beginning."""
        is_late = (self.parts[1].low - self.origin).is_positive  # and not without end
        if not is_late or linear_parts(self.equation) is None:
            return False
        gaps = ((b.expr - a.expr).expand() for a, b in pairwise(self.parts))
        return not any(gap.has(*self.equation.slots) for gap in gaps)

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
    """Those of an ordinary equation that can be put together, or None."""
    seen = view(problem)
    if seen is None or len(seen.variables) != 1:
        return None
    if not (is_rough(seen.equation.expr) or seen.equation.expr.has(DiracDelta)):
        return None
    (t,) = seen.variables
    start, read = _start(seen), impulses(seen.equation.expr, t, seen.equation.slots)
    if read is None:
        return None
    equation = replace(seen.equation, expr=read[0])
    parts = _cut(pieces(read[0], t, *seen.ends(t)), read[1])
    if parts is None or len(parts) < 2 or is_rough(parts[-1].expr):
        return None
    is_initial = start is not None and (parts[-1].low - start).is_positive
    found = _Pieces(seen, start if is_initial else None, equation, read[1], tuple(parts))
    if read[1] and found.lead.has(*equation.slots):  # what an impulse does depends on the solution
        return None
    return found if is_initial or found.is_additive else None


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
