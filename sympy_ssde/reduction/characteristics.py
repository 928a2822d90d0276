"""First-order partial differential equations along their characteristics.

``a*u_x + b*u_t = c`` with coefficients that may depend on u says how u changes along the curves
``dx/dt = a/b``.  The curves start where u is given; if the start of the one through a point can be
written down, u at that point can.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from sympy import (
    Derivative,
    Dummy,
    Eq,
    Expr,
    Function,
    I,
    Matrix,
    S,
    Symbol,
    expand,
    linear_eq_to_matrix,
    linsolve,
    powsimp,
    sin,
    together,
    trigsimp,
)

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.curves import through
from sympy_ssde.reduction.inverse import inverses, shorter
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.view import Condition, View, view

#: Branches of inverse functions that are followed, of one start.
BRANCHES = 4


@dataclass(frozen=True)
class _Flow:
    """``sum(speeds[i] * u_i) = source``, in variables with signs and a symbol for u."""

    variables: tuple[Symbol, ...]
    unknown: Symbol
    speeds: tuple[Expr, ...]
    source: Expr

    def along(self, j: int) -> tuple[tuple[Expr, ...], Expr]:
        """Slopes of the other variables and of u when variable ``j`` runs."""
        slopes = tuple(_short(a / self.speeds[j]) for a in self.speeds)
        return slopes, _short(self.source / self.speeds[j])


@dataclass(frozen=True)
class _Start:
    """Where u is given: the point and the value, as functions of ``parameters``."""

    point: tuple[Expr, ...]
    value: Expr
    parameters: tuple[Symbol, ...]


def characteristics(problem: Problem) -> Iterator[Found]:
    """Solutions of linear and quasilinear equations of first order.

    >>> from sympy import Function, sin
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> transport = Problem(u(x, t).diff(t) + 2*u(x, t).diff(x), u(x, t), {u(x, 0): sin(x)})
    >>> next(characteristics(transport)).exprs
    (-sin(2*t - x),)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) < 2:
        return
    if any(sum(t.orders) > 1 for t in seen.equation.traces):
        return
    signs = with_signs(problem.domain)
    flow = _flow(seen, signs)
    if flow is None:
        return
    back = {s: v for v, s in signs.items()}
    known: set[Expr] = set()
    for condition in seen.conditions:
        start = _start(condition, seen, signs)
        if start is not None:
            for expr, slopes in islice(_solutions(flow, start), BRANCHES):
                expr = shorter(expr).xreplace(back)
                if expr not in known:
                    known.add(expr)
                    yield Found((expr,), _lines(seen, slopes, condition, back, flow.unknown))


def _flow(seen: View, signs: Mapping[Symbol, Symbol]) -> _Flow | None:
    """The equation in its quasilinear form, or None."""
    equation, unknown = seen.equation, Dummy("u", real=True)
    slots = dict(zip((t.orders for t in equation.traces), equation.slots, strict=True))
    expr = equation.expr
    value = slots.pop((0,) * len(seen.variables), None)
    if value is not None:
        expr = expr.xreplace({value: unknown})
    expr = expr.xreplace(dict(signs))
    speeds = {orders: expr.diff(s) for orders, s in slots.items()}
    if any(a.has(*slots.values()) for a in speeds.values()):
        expr = expand(expr)
        speeds = {orders: expr.diff(s) for orders, s in slots.items()}
        if any(a.has(*slots.values()) for a in speeds.values()):
            return None
    count = len(seen.variables)
    unit = [tuple(int(i == j) for j in range(count)) for i in range(count)]
    source = -expr.xreplace(dict.fromkeys(slots.values(), S.Zero))
    every = tuple(speeds.get(orders, S.Zero) for orders in unit)
    return _Flow(tuple(signs[v] for v in seen.variables), unknown, every, source)


def _start(condition: Condition, seen: View, signs: Mapping[Symbol, Symbol]) -> _Start | None:
    """The data of a condition that gives u itself on a face or a curve."""
    if condition.terms is None or len(condition.terms) != 1:
        return None
    ((trace, factor),) = condition.terms
    if any(trace.orders):
        return None
    symbols = {s for p in trace.point for s in p.free_symbols} - set(seen.problem.params)
    if len(symbols) != len(seen.variables) - 1 or any(p.is_infinite for p in trace.point):
        return None
    renamed = {s: Dummy(s.name, **signs[s].assumptions0) for s in sorted(symbols, key=str)}
    known = {**signs, **renamed}
    point = tuple(p.xreplace(known) for p in trace.point)
    value = (condition.value / factor).xreplace(known)
    return _Start(point, value, tuple(renamed.values()))


def _solutions(flow: _Flow, start: _Start) -> Iterator[tuple[Expr, tuple[Expr, ...]]]:
    """Candidates for u, with the slopes of what was solved; one running variable is enough."""
    for j in _runners(flow, start):
        slopes, source = flow.along(j)
        found = False
        for ends, value in _curves(flow, start, j, slopes, source):
            for expr in _at_generic_points(flow, start, j, ends, value):
                found = True
                yield expr, (*slopes, source)
        if found:
            return


def _runners(flow: _Flow, start: _Start) -> list[int]:
    """Variables that can run along the curves: that of the face first, then simple speeds."""
    able = [j for j, a in enumerate(flow.speeds) if a != 0]
    return sorted(
        able,
        key=lambda j: (
            start.point[j] in start.parameters,
            flow.speeds[j].has(*flow.variables, flow.unknown),
            -j,
        ),
    )


def _curves(
    flow: _Flow, start: _Start, j: int, slopes: tuple[Expr, ...], source: Expr
) -> Iterator[tuple[dict[Symbol, Expr], Expr]]:
    """The curves from the start, and u along them, as functions of variable ``j``."""
    run = flow.variables[j]
    todo = {v: s for i, (v, s) in enumerate(zip(flow.variables, slopes, strict=True)) if i != j}
    todo[flow.unknown] = source
    begin = dict(zip(flow.variables, start.point, strict=True))
    begin[flow.unknown] = start.value
    for solved in _integrated(todo, {}, begin, run, start.point[j]):
        value = solved.pop(flow.unknown)
        yield solved, value


def _integrated(
    todo: dict[Symbol, Expr],
    done: dict[Symbol, Expr],
    begin: Mapping[Symbol, Expr],
    run: Symbol,
    origin: Expr,
) -> Iterator[dict[Symbol, Expr]]:
    """Ordinary equations one after the other, those first that need no other."""
    if not todo:
        yield dict(done)
        return
    for v, slope in todo.items():
        others = [w for w in todo if w != v]
        if not slope.has(*others):
            rest = {w: s for w, s in todo.items() if w != v}
            for solution in through(slope, v, run, begin[v], origin):
                ahead = {w: _short(s.subs(v, solution)) for w, s in rest.items()}
                yield from _integrated(ahead, {**done, v: solution}, begin, run, origin)
            return
    coupled = _linear_system(todo, begin, run, origin)
    if coupled is not None:
        yield {**done, **coupled}


def _linear_system(
    todo: Mapping[Symbol, Expr], begin: Mapping[Symbol, Expr], run: Symbol, origin: Expr
) -> dict[Symbol, Expr] | None:
    """Equations with constant coefficients that need each other, by an exponential."""
    unknowns = list(todo)
    if len(unknowns) > 3:
        return None
    try:
        matrix, sources = linear_eq_to_matrix([s.expand() for s in todo.values()], unknowns)
        if matrix.has(run, *unknowns) or sources.has(run) or matrix.det() == 0:
            return None
        rest = matrix.LUsolve(sources)  # the point that stays
        flowed = (matrix * (run - origin)).exp() * (Matrix([begin[v] for v in unknowns]) - rest)
    except GIVES_UP:
        return None
    if flowed.has(I):
        return None
    return {v: expand(e, complex=False) for v, e in zip(unknowns, flowed + rest, strict=True)}


def _at_generic_points(
    flow: _Flow, start: _Start, j: int, ends: Mapping[Symbol, Expr], value: Expr
) -> Iterator[Expr]:
    """u at a point: the start of the curve through it put into the value at its end."""
    equations = [(ends[v], v) for i, v in enumerate(flow.variables) if i != j]
    for foot in _feet(equations, start.parameters):
        yield value.subs(foot, simultaneous=True)


def _feet(
    equations: list[tuple[Expr, Symbol]], parameters: tuple[Symbol, ...]
) -> Iterator[dict[Symbol, Expr]]:
    """Solutions of ``expr = variable`` for the parameters."""
    if not parameters:
        yield {}
        return
    for number, (expr, variable) in enumerate(equations):
        present = [p for p in parameters if expr.has(p)]
        if len(present) == 1:
            rest = equations[:number] + equations[number + 1 :]
            others = tuple(p for p in parameters if p != present[0])
            for solution in inverses(expr, present[0], variable):
                known = {present[0]: solution}
                ahead = [(_short(e.subs(known)), v) for e, v in rest]
                for foot in _feet(ahead, others):
                    yield foot | {present[0]: solution.subs(foot)}
            return
    yield from _linear_feet(equations, parameters)


def _linear_feet(
    equations: list[tuple[Expr, Symbol]], parameters: tuple[Symbol, ...]
) -> Iterator[dict[Symbol, Expr]]:
    try:
        solved = linsolve([expand(e) - v for e, v in equations], *parameters)
    except GIVES_UP:
        return
    for solution in solved:
        foot = dict(zip(parameters, solution, strict=True))
        if not any(e.has(*parameters) for e in solution):
            yield {p: trigsimp(e) if e.has(sin) else together(e) for p, e in foot.items()}


def _short(expr: Expr) -> Expr:
    """Common factors cancelled where that is quick."""
    if expr.is_Add or expr.is_Mul:
        expr = powsimp(expr)
        if expr.is_rational_function():
            return together(expr).cancel()
    return expr


def _lines(
    seen: View,
    slopes: tuple[Expr, ...],
    condition: Condition,
    back: Mapping[Symbol, Symbol],
    unknown: Symbol,
) -> tuple[Line, ...]:
    """The ordinary equations of the curves, for people."""
    run = next((v for v, s in zip(seen.variables, slopes[:-1], strict=True) if s == 1), None)
    if run is None:
        return ()
    curves = {v: Function(v.name)(run) for v in seen.variables if v != run}
    along = Function(seen.function.func.__name__)(run)
    known = {**back, unknown: along}
    formulas = [
        Eq(Derivative(curves[v], run), s.xreplace(known).subs(curves))
        for v, s in zip(seen.variables, slopes[:-1], strict=True)
        if v != run
    ]
    formulas.append(Eq(Derivative(along, run), slopes[-1].xreplace(known).subs(curves)))
    words = "Follow the characteristics, along which the equation is ordinary."
    return (
        Line(words, tuple(formulas)),
        Line(f"They start where {condition.constraint.source}; solve for the start."),
    )
