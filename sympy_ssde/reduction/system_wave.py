"""Waves that all unknowns share, with data on different faces: functions of ``x - c*t`` alone.

A value at ``x = 0`` for all times says as much of such a wave as one at the start for all places.
The equations where the faces meet give the speed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Dummy, Eq, Expr, Poly, Symbol, roots, together
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.inverse import shorter
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.system_start import given_level
from sympy_ssde.reduction.view import View

_MOST = 4  # speeds that are tried
_DEGREE = 4  # of an equation for the speed


def shared_wave(problem: Problem) -> Iterator[Found]:
    """Travelling waves whose profiles are given on two faces.

    >>> from sympy import Function, exp
    >>> from sympy.abc import t, x
    >>> u, v = Function("u")(x, t), Function("v")(x, t)
    >>> pair = [u.diff(x) + v, v.diff(t) - u]
    >>> data = {u.subs(x, 0): exp(t), v.subs(t, 0): exp(-x)}
    >>> next(shared_wave(Problem(pair, [u, v], data))).exprs
    (exp(t - x), exp(t - x))
    """
    if len(problem.functions) < 2 or len(problem.variables) != 2:
        return
    seen = View(problem, problem.functions[0])
    wave = _wave(seen)
    if wave is None:
        return
    for speed in wave.speeds():
        exprs = tuple(shorter(e.subs(wave.speed, speed)) for e in wave.exprs)
        shown = zip(problem.functions, exprs, strict=True)
        words = "A wave that all share; the equations where the data meet give its speed."
        formulas = tuple(Eq(f, e, evaluate=False) for f, e in shown)
        yield Found(exprs, (Line(words, formulas),))


@dataclass(frozen=True)
class _Wave:
    """The unknowns by their data, with a symbol for the speed, and the corner of the faces."""

    problem: Problem
    speed: Symbol
    exprs: tuple[Expr, ...]
    corner: dict[Symbol, Expr]

    def speeds(self) -> Iterator[Expr]:
        """The speeds for which an equation holds at the corner, those of the first one that has."""
        for gap in self._gaps():
            try:
                poly = Poly(together(gap).as_numer_denom()[0], self.speed)
            except BasePolynomialError:
                continue
            if 0 < poly.degree() <= _DEGREE:
                found = [r for r in roots(poly) if r != 0 and r.is_real is not False]
                yield from sorted(found, key=lambda r: r.is_negative is True)[:_MOST]
                return

    def _gaps(self) -> Iterator[Expr]:
        """The equations at the corner, and after these their derivatives there."""
        variables, residuals = self.problem.variables, []
        for equation in self.problem.equations:
            traced = (
                derivative(self.exprs[t.function], variables, t.orders) for t in equation.traces
            )
            values = dict(zip(equation.slots, traced, strict=True))
            residuals.append(equation.expr.xreplace(values))
        for order in (0, 1):
            for residual in residuals:
                yield derivative(residual, variables, (0, order)).subs(self.corner)


def _wave(seen: View) -> _Wave | None:
    """The data as functions of ``x - c*t``, if they stand on a face of x and on one of t."""
    x, t = seen.variables
    speed = Dummy("c", real=True)
    given: dict[int, Expr] = {}
    corner: dict[Symbol, Expr] = {}
    for condition in seen.conditions:
        level, face = given_level(condition), condition.face
        if level is None or face is None or face[1].is_infinite or level[0] in given:
            continue
        variable, place = face
        if corner.setdefault(variable, place) != place:
            continue
        moved = x - speed * (t - place) if variable == t else t - (x - place) / speed
        given[level[0]] = level[1].subs(x if variable == t else t, moved)
    count = len(seen.problem.functions)
    if len(given) < count or len(corner) < 2:
        return None
    return _Wave(seen.problem, speed, tuple(given[f] for f in range(count)), corner)
