"""Series: linear problems whose homogeneous sides give modes, with data that need all of them.

Time or another variable is chosen for the amplitudes; the others must have modes.  Data on the
sides of several variables are taken by a lifting in closed form, or by superposition.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Add, Eq, Expr, S, Sum, Symbol

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.series_expansion import Expansion
from sympy_ssde.reduction.series_lifting import liftings, remaining
from sympy_ssde.reduction.series_modes import Sides, sides
from sympy_ssde.reduction.series_pair import pair_series
from sympy_ssde.reduction.series_radial import radial_problems
from sympy_ssde.reduction.space import evolution_variables
from sympy_ssde.reduction.view import View, linear_view


@dataclass(frozen=True)
class Separated:
    """A variable for the amplitudes, and the sides of all others."""

    seen: View
    y: Symbol
    sides: tuple[Sides, ...]

    def expanded(self, source: Expr, values: tuple[Expr, ...]) -> Expr | None:
        """The series for a source and values on the faces of y; all other sides have none."""
        if source == 0 and not any(values):
            return S.Zero
        return Expansion(self.seen, self.y, self.sides, source, values).solution()

    def on_faces(self, values: tuple[Expr, ...]) -> tuple[Expr, ...]:
        """The values of the conditions on the faces of y, and zero for all others."""
        conditions = self.seen.conditions
        return tuple(
            v if c.variable == self.y else S.Zero for v, c in zip(values, conditions, strict=True)
        )


def series(problem: Problem) -> Iterator[Found]:
    """Sums over modes, finite ones where the data are.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> heat = u(x, t).diff(t) - u(x, t).diff(x, 2)
    >>> found = next(series(Problem(heat, u(x, t), {u(0, t): 0, u(1, t): 0, u(x, 0): x - x**3})))
    >>> found.exprs[0]
    Sum(12*(-1)**(n + 1)*exp(-pi**2*n**2*t)*sin(pi*n*x)/(pi**3*n**3), (n, 1, oo))
    """
    for exprs in pair_series(problem):
        yield Found(exprs, (Line("A series of modes for both functions."),), reduced=True)
    seen = linear_view(problem)
    if seen is None:
        return
    known: set[Expr] = set()
    for expr, lines in _solutions(seen):
        if expr not in known:
            known.add(expr)
            yield Found((expr,), lines, reduced=True)
    for smaller, r, whole in radial_problems(seen):
        line = Line(f"In a ball, {r} times the function has no first derivative.", (whole,))
        for found in series(smaller):
            yield Found((_over(found.exprs[0], r),), (line, *found.lines), reduced=True)


def _over(expr: Expr, r: Symbol) -> Expr:
    """A sum of series, divided term by term."""
    parts = [
        Sum(part.function / r, *part.limits) if isinstance(part, Sum) else part / r
        for part in Add.make_args(expr)
    ]
    return Add(*parts)


def promises_series(problem: Problem) -> bool:
    """Whether a series may be the answer: the problem is linear, and its sides have modes.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> heat = u(x, t).diff(t) - u(x, t).diff(x, 2)
    >>> promises_series(Problem(heat, u(x, t), {u(0, t): 0, u(1, t): 0, u(x, 0): x - x**2}))
    True
    """
    seen = linear_view(problem)
    if seen is None:
        return False
    return bool(separations(seen)) or any(True for _ in radial_problems(seen))


def separations(seen: View) -> list[Separated]:
    """The ways to choose the variable of the amplitudes."""
    found = []
    for y in evolution_variables(seen):
        others = [sides(seen, v) for v in seen.variables if v != y]
        if all(s is not None for s in others):
            found.append(Separated(seen, y, tuple(s for s in others if s is not None)))
    return found


def _solutions(seen: View) -> Iterator[tuple[Expr, tuple[Line, ...]]]:
    found = separations(seen)
    values = tuple(c.value for c in seen.conditions)
    for way in found:
        if seen.source == 0 and way.on_faces(values) == values:
            expr = way.expanded(S.Zero, values)
            if expr is not None:
                yield expr, _lines(seen, way, expr)
    if seen.source == 0:
        yield from _superposed(seen, found, values)
    for way in found:
        yield from _lifted(way)
    for way in found:
        if way.on_faces(values) == values and seen.source != 0:
            expr = way.expanded(seen.source, values)
            if expr is not None:
                yield expr, _lines(seen, way, expr)
    if seen.source != 0:
        yield from _superposed(seen, found, values)


def _lifted(way: Separated) -> Iterator[tuple[Expr, tuple[Line, ...]]]:
    for lifted in liftings(way.seen, way.y, way.sides):
        source, values = remaining(way.seen, lifted)
        if way.on_faces(values) != values:
            continue
        expr = way.expanded(source, values)
        if expr is not None:
            line = Line(
                "A part in closed form takes the data of the sides.", (Eq(_named("w"), lifted),)
            )
            yield lifted + expr, (line, *_lines(way.seen, way, expr))


def _named(name: str) -> Symbol:
    return Symbol(name)


def _superposed(
    seen: View, found: list[Separated], values: tuple[Expr, ...]
) -> Iterator[tuple[Expr, tuple[Line, ...]]]:
    """A series for the data of each variable's faces; the first takes the source, too."""
    by_variable = {way.y: way for way in found}
    used = [
        v
        for v in seen.variables
        if any(a != 0 and c.variable == v for c, a in zip(seen.conditions, values, strict=True))
    ]
    if len(used) < 2 or any(v not in by_variable for v in used):
        return
    parts, source = [], seen.source
    for v in used:
        way = by_variable[v]
        part = way.expanded(source, way.on_faces(values))
        if part is None:
            return
        parts.append(part)
        source = S.Zero
    whole = Add(*parts)
    words = "Superposition: a series for the data of the faces of each variable."
    yield whole, (Line(words, (Eq(seen.function, whole),)),)


def _lines(seen: View, way: Separated, expr: Expr) -> tuple[Line, ...]:
    what = ", ".join(f"{s.variable}: {s.ends.value}" for s in way.sides)
    kind = "A series of modes" if expr.has(Sum) else "A sum of modes"
    words = f"{kind} ({what}), whose amplitudes depend on {way.y}."
    return (Line(words, (Eq(seen.function, expr),)),)
