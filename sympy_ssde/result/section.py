"""Sections of a problem's domain, and values of expressions on them: the numbers behind plots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from sympy import Expr, Integer, Rational, S, Symbol, ceiling, oo

from sympy_ssde.errors import ProblemError, UnsupportedError
from sympy_ssde.physics.collocation import Places, domain_points, evaluate_at
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.domain import WINDOW, Range, exact
from sympy_ssde.problem.problem import Problem

#: Names that mark a variable as time.
TIMES = ("t", "tau", "time")


def finite_ends(r: Range) -> tuple[Expr, Expr]:
    """The ends of a range, infinite ones moved to the domain's window.

    >>> from sympy.abc import x
    >>> finite_ends(Range(x, S(2), oo)), finite_ends(Range(x, -oo, oo))
    ((2, 6), (-4, 4))
    """
    low, high = r.low, r.high
    if low == -oo:
        low = Integer(-WINDOW) if high == oo else high - WINDOW
    if high == oo:
        high = Integer(WINDOW) if r.low == -oo else low + WINDOW
    return low, high


def place_in(r: Range, share: Expr) -> Expr:
    """The point of a range that lies at ``share`` of its length, 0 to 1."""
    low, high = finite_ends(r)
    place = low + share * (high - low)
    return ceiling(place) if r.symbol.is_integer else place


def time_of(problem: Problem) -> Symbol | None:
    """The variable that stands for time, known by its name; None for an ODE."""
    found = [v for v in problem.variables if v.name in TIMES]
    return found[-1] if found and len(problem.variables) > 1 else None


@dataclass(frozen=True)
class Section:
    """The part of the domain along ``axes``, one or two symbols; all others are ``fixed``.

    Examples
    ========

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> problem = Problem(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), u(x, y),
    ...                   {u(0, y): y, u(2, y): y, u(x, 0): 0, u(x, 1): 1})
    >>> Section.of(problem, (x,)).fixed
    {y: 1/2}
    >>> Section.of(problem, (x,)).values(x + y, 3).tolist()
    [0.5, 1.5, 2.5]
    """

    problem: Problem
    axes: tuple[Symbol, ...]
    fixed: dict[Symbol, Expr]

    @classmethod
    def of(
        cls, problem: Problem, axes: tuple[Symbol, ...], at: Mapping[Symbol, Expr] | None = None
    ) -> "Section":
        """A section at the given places, and at the middle of all other ranges."""
        given = {s: exact(v, f"the place of {s}") for s, v in (at or {}).items()}
        symbols = problem.params + problem.variables
        for s in given:
            if s not in symbols:
                known = ", ".join(map(str, symbols))
                raise ProblemError(f"at= names {s}; the symbols of the problem are: {known}")
        others = [r for r in problem.domain if r.symbol in symbols and r.symbol not in axes]
        fixed = {r.symbol: given.get(r.symbol, place_in(r, S.Half)) for r in others}
        return cls(problem, axes, fixed)

    def places(self, count: int, *, centers: bool = False) -> Places:
        """Coordinates of a grid, ``(count,)`` or ``(count, count)``, in the ranges' own shape.

        ``centers`` are those of the cells between ``count + 1`` grid lines; otherwise the ends
        of the ranges are part of the grid.
        """
        line = (np.arange(count) + 0.5) / count if centers else np.linspace(0, 1, count)
        mesh = np.meshgrid(*[line] * len(self.axes), indexing="ij")
        unit = np.stack([m.ravel() for m in mesh], axis=1)
        found = domain_points(self.problem.domain, self.axes, unit, self.fixed)
        return {s: values.reshape(mesh[0].shape) for s, values in found.items()}

    def values(self, expr: Expr, count: int, *, centers: bool = False) -> np.ndarray:
        """Values of an expression on the grid; nan where it has no real value."""
        return values_at(expr, self.places(count, centers=centers))

    @property
    def caption(self) -> str:
        """The fixed symbols that have one place each, as ``y = 1/2, k = 2``."""
        single = [(s, v) for s, v in self.fixed.items() if v.is_number]
        return ", ".join(f"{s} = {_short(v)}" for s, v in single)


def _short(number: Expr) -> str:
    text = str(number)
    return text if len(text) <= 8 else f"{float(number):.4g}"


def values_at(expr: Expr, places: Places) -> np.ndarray:
    """Values of an expression at places of any shape; nan where it has no real value."""
    shape = next(iter(places.values())).shape
    flat = {s: v.ravel() for s, v in places.items()}
    count = int(np.prod(shape))
    try:
        found = evaluate_at(expr, flat, count)
    except UnsupportedError:
        found = np.array([_value(expr, flat, i) for i in range(count)])
    found[~np.isfinite(found)] = np.nan
    return found.reshape(shape)


def _value(expr: Expr, places: Places, row: int) -> float:
    """One value by SymPy, for functions that have no compiled form."""
    at = {s: Rational(float(v[row])) for s, v in places.items()}
    value = expr.subs(at).evalf(15)
    return float(value) if value.is_extended_real else float("nan")


def residual_of(constraint: Constraint, exprs: Sequence[Expr], problem: Problem) -> Expr:
    """The residual of a constraint, where each unknown of the problem is an expression.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> problem = Problem(u(x).diff(x) - 2*x, u(x), {u(0): 1})
    >>> [residual_of(c, [x**2], problem) for c in problem.constraints]
    [0, -1]
    """
    left = {}
    for slot, trace in zip(constraint.slots, constraint.traces, strict=True):
        value = derivative(exprs[trace.function], problem.variables, trace.orders)
        point = dict(zip(problem.variables, trace.point, strict=True))
        left[slot] = value.subs(point, simultaneous=True) if point else value
    return constraint.expr.xreplace(left)


def given_value(constraint: Constraint) -> Expr | None:
    """The value of the single trace that a linear condition fixes, None for others.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> from sympy_ssde.problem.constraints import parse_constraint
    >>> u = Function("u")
    >>> given_value(parse_constraint(2*u(0, y) - y, [u(x, y)]))
    y/2
    """
    if len(constraint.traces) != 1:
        return None
    slot = constraint.slots[0]
    slope = constraint.expr.diff(slot)
    if slope == 0 or slope.has(slot):
        return None
    return -constraint.expr.xreplace({slot: S.Zero}) / slope


def condition_line(
    constraint: Constraint, number: int, section: Section, count: int = 60
) -> Places | None:
    """Where trace ``number`` of a condition lies in a section: its points, None if outside.

    Coordinates of the section's axes, and those of the condition's free symbols, ``(points,)``.
    """
    problem = section.problem
    point = dict(zip(problem.variables, constraint.traces[number].point, strict=True))
    fixed = dict(section.fixed)
    for v, place in point.items():
        if v in fixed and place != v and (place - fixed[v]) != 0:
            return None
    symbols = set().union(*(p.free_symbols for p in point.values())) - set(fixed)
    free = [r.symbol for r in problem.domain if r.symbol in symbols]
    if len(free) > 1:
        return None
    still = {v: p for v, p in point.items() if p != v and p.free_symbols <= set(fixed)}
    unit = np.linspace(0, 1, count)[:, None] if free else np.zeros((1, 0))
    found = domain_points(problem.domain, free, unit, {**fixed, **still})
    return found | {a: evaluate_at(point[a], found, len(unit)) for a in section.axes if a in point}
