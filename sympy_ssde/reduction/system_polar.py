"""Pairs that turn around the origin: distance and angle have equations one after the other.

For ``u = r*cos(a)``, ``v = r*sin(a)`` the distance often fulfils an equation without the angle, and
the angle's rate depends on the distance alone.
"""

from collections.abc import Iterator

from sympy import Dummy, Eq, Expr, S, atan, cos, pi, sin, sqrt, trigsimp

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_start import first_rates, initial_values
from sympy_ssde.reduction.view import View


def polar(problem: Problem) -> Iterator[Reduction]:
    """The distance from the origin first, then the angle.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> u, v = Function("u"), Function("v")
    >>> square = u(t)**2 + v(t)**2
    >>> pair = [u(t).diff(t) - u(t)*square + v(t), v(t).diff(t) - v(t)*square - u(t)]
    >>> found = next(polar(Problem(pair, [u(t), v(t)], {u(0): 1, v(0): 0})))
    >>> print(found.problems[0])
    Eq(-r(t)**3 + Derivative(r(t), t), 0)
      with r(0) - 1 = 0
      on t in (0, 1)
    """
    if len(problem.functions) != 2 or len(problem.variables) != 1 or len(problem.equations) != 2:
        return
    start = initial_values(problem)
    rates = _rates(problem)
    if start is None or rates is None:
        return
    (x,), ((place,), (first, second)) = problem.variables, start
    if first == second == 0:
        return
    seen = View(problem, problem.functions[0])
    r = seen.unknown("r")(x)
    a = seen.unknown("a", [str(r.func)])(x)
    distance = sqrt(first**2 + second**2)
    part = stated(problem, r.diff(x) - rates[0].xreplace({_R: r}), r, [r.func(place) - distance])
    if part is None:
        return
    rest = Rest(
        problem,
        (a,),
        (a.diff(x) - rates[1].xreplace({_R: r}),),
        (a.func(place) - _angle(first, second),),
    )
    u, v = problem.functions
    combine = (r * cos(a), r * sin(a))
    shown = tuple(Eq(f, e, evaluate=False) for f, e in zip((u, v), combine, strict=True))
    line = Line("In polar coordinates the distance has an equation of its own.", shown)
    yield Reduction((part,), combine, line, rest)


_R, _A = Dummy("r", positive=True), Dummy("a", real=True)


def _rates(problem: Problem) -> tuple[Expr, Expr] | None:
    """The rates of distance and angle as functions of the distance and the variable."""
    rates = first_rates(problem)
    if rates is None:
        return None
    u, v = problem.functions
    du, dv = (e.xreplace({u: _R * cos(_A), v: _R * sin(_A)}) for e in rates)
    radial = trigsimp((cos(_A) * du + sin(_A) * dv).expand())
    angular = trigsimp(((cos(_A) * dv - sin(_A) * du) / _R).expand())
    return None if radial.has(_A) or angular.has(_A) else (radial, angular)


def _angle(first: Expr, second: Expr) -> Expr:
    if first == 0:
        return pi / 2 if second.is_positive else -pi / 2
    turn = S.Zero if first.is_positive is not False else pi
    return atan(second / first) + turn
