"""Lifting for series: a part in closed form that takes the data of the sides.

A steady state takes the data of both ends and the source, if none of them depends on the variable
of the amplitudes; otherwise polynomials of the modes' variable take the data of its ends.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from sympy import Add, Expr, Matrix, S, Symbol, expand, factor_terms

from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.rough import is_rough
from sympy_ssde.reduction.modes import vanishes
from sympy_ssde.reduction.ordinary import ordinary_solutions
from sympy_ssde.reduction.series_modes import Ends, Sides
from sympy_ssde.reduction.series_pieces import spread
from sympy_ssde.reduction.view import View

#: Solutions of the steady equation that are looked at.
_ALTERNATIVES = 1


def liftings(seen: View, y: Symbol, found: Sequence[Sides]) -> Iterator[Expr]:
    """Functions that take the data of the sides, those first that take the source, too.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> from sympy_ssde.problem.problem import Problem
    >>> from sympy_ssde.reduction.series_modes import sides
    >>> from sympy_ssde.reduction.view import view
    >>> u = Function("u")
    >>> heat = u(x, t).diff(t) - u(x, t).diff(x, 2) - 2
    >>> data = {u(0, t): 1, u(1, t): 3, u(x, 0): 1 + 2*x**2}
    >>> seen = view(Problem(heat, u(x, t), data))
    >>> list(liftings(seen, t, [sides(seen, x)]))
    [-x**2 + 3*x + 1, 2*x + 1]
    """
    if not (seen.source == 0 and all(s.is_homogeneous for s in found)):
        yield from _distinct(_all(seen, y, found))


def _distinct(exprs: Iterator[Expr]) -> Iterator[Expr]:
    known: set[Expr] = set()
    for expr in exprs:
        if expr not in known:
            known.add(expr)
            yield expr


def _all(seen: View, y: Symbol, found: Sequence[Sides]) -> Iterator[Expr]:
    alone = [side for side in found if _is_alone(side, found)]
    for side in alone:
        yield from _steady(seen, y, side)
    level = _level(found)
    if level is not None:
        yield level
    for side in alone:
        expr = _polynomial(side)
        if expr is not None:
            yield expr


def _is_alone(side: Sides, found: Sequence[Sides]) -> bool:
    """Whether a function of this side's variable and y may take all data of the sides."""
    others = [s for s in found if s is not side]
    given = [v for values in side.values for _, v in values]
    return all(s.ends in (Ends.NN, Ends.PERIOD) and s.is_homogeneous for s in others) and not any(
        v.free_symbols & {s.variable for s in others} or is_rough(v) for v in given
    )


def _level(found: Sequence[Sides]) -> Expr | None:
    """The constant that all sides have."""
    values = {v for s in found for side in s.values for o, v in side if o == 0}
    slopes = {v for s in found for side in s.values for o, v in side if o > 0}
    if len(values) != 1 or slopes - {S.Zero}:
        return None
    value = values.pop()
    return None if value == 0 or value.free_symbols & {s.variable for s in found} else value


def _steady(seen: View, y: Symbol, side: Sides) -> Iterator[Expr]:
    """The state that depends on nothing but the side's variable."""
    data = [seen.source, *(v for values in side.values for _, v in values)]
    x = side.variable
    others = set(seen.variables) - {x}
    if any(e.free_symbols & others for e in data) or side.ends is Ends.PERIOD:
        return
    place = seen.variables.index(x)
    parts = {k[place]: c for k, c in seen.terms.items() if sum(k) == k[place]}
    if any(c.has(y) for c in parts.values()):
        return
    function = seen.fresh("w", x)
    equation = Add(*(c * derivative(function, (x,), (k,)) for k, c in parts.items()))
    conditions = [
        derivative(function, (x,), (order,)).subs(x, end) - value
        for end, values in zip((side.low, side.high), side.values, strict=True)
        for order, value in values
    ]
    problem = seen.state(equation - seen.source, function, conditions)
    if problem is not None:
        for solution in islice(ordinary_solutions(problem), _ALTERNATIVES):
            yield solution.exprs[0]


def _polynomial(side: Sides) -> Expr | None:
    """The polynomial of least degree with the given values and derivatives at both ends."""
    if side.ends is Ends.PERIOD or side.is_homogeneous:
        return None
    s = side.variable - side.low
    given = [
        (order, end, value)
        for end, values in zip((S.Zero, side.length), side.values, strict=True)
        for order, value in values
    ]
    first = 1 if side.ends is Ends.NN else 0
    powers = range(first, first + len(given))
    rows = [[_monomial(p, order, end) for p in powers] for order, end, _ in given]
    matrix = Matrix(rows)
    if matrix.det() == 0:
        return None
    solved = matrix.LUsolve(Matrix([value for _, _, value in given]))
    return expand(Add(*(factor_terms(c) * s**p for c, p in zip(solved, powers, strict=True))))


def _monomial(power: int, order: int, at: Expr) -> Expr:
    s = Symbol("_s")
    return (s**power).diff(s, order).subs(s, at) if order else at**power


def remaining(seen: View, lifted: Expr) -> tuple[Expr, tuple[Expr, ...]]:
    """Source and values of the conditions that are left after a part is subtracted."""
    domain = seen.problem.domain
    by = seen.variables
    source = spread(seen.source - seen.applied(lifted), by)
    values = [spread(c.value - c.applied(lifted, by), by) for c in seen.conditions]
    source, *rest = (S.Zero if _is_nothing(e, domain) else e for e in (source, *values))
    return source, tuple(rest)


def _is_nothing(expr: Expr, domain: Domain) -> bool:
    return expr == 0 or bool(vanishes(expr, domain))
