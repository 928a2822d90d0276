"""Orbits of systems without time in them: all unknowns as functions of one of them.

``du/dt = f(u, v)`` and ``dv/dt = g(u, v)`` give ``dv/du = g/f``; its solution makes one equation of
the first, whose solution says where on the orbit the system is.
"""

from collections.abc import Iterator
from random import Random

from sympy import Dummy, Eq, Expr, S, Symbol, cancel

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_start import Start, first_rates, initial_values
from sympy_ssde.reduction.view import View

_SHARE = 8  # of the time, in which the orbit is followed where the part is stated


def orbit(problem: Problem) -> Iterator[Reduction]:
    """Problems for the orbit, one for each unknown that may be its parameter.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> u, v = Function("u"), Function("v")
    >>> pair = [u(t).diff(t) - u(t)*v(t), v(t).diff(t) + u(t)**2]
    >>> found = next(orbit(Problem(pair, [u(t), v(t)], {u(0): 1, v(0): 1})))
    >>> print(found.problems[0])
    Eq(s/v(s) + Derivative(v(s), s), 0)
      with v(1) - 1 = 0
      on s in (1, 9/8)
    """
    count = len(problem.functions)
    if count < 2 or len(problem.variables) != 1 or len(problem.equations) != count:
        return
    rates, start = first_rates(problem), initial_values(problem)
    if rates is None or start is None or _names_time(rates, problem):
        return
    seen = View(problem, problem.functions[0])
    s = Symbol(str(seen.unknown("s")), real=True)
    for number in range(count):
        yield from _reduced(problem, number, rates, start, s)


def _names_time(rates: list[Expr], problem: Problem) -> bool:
    plain = dict.fromkeys(problem.functions, Dummy("u"))
    return any(rate.xreplace(plain).has(*problem.variables) for rate in rates)


def _reduced(
    problem: Problem, number: int, rates: list[Expr], start: Start, s: Symbol
) -> Iterator[Reduction]:
    (x,), functions = problem.variables, problem.functions
    (place,), values = start
    own = functions[number]
    others = [f for f in functions if f != own]
    here = dict(zip(functions, values, strict=True))
    if rates[number].xreplace(here) == 0:
        return
    moved = {own: s} | {f: f.func(s) for f in others}
    slopes = [cancel(rates[functions.index(f)] / rates[number]).xreplace(moved) for f in others]
    equations = [f.func(s).diff(s) - e for f, e in zip(others, slopes, strict=True)]
    conditions = [f.func(values[number]) - here[f] for f in others]
    ends = _ends(problem, values[number], rates[number].xreplace(here))
    if ends is None:
        return
    part = stated(problem, equations, [f.func(s) for f in others], conditions, {s: ends})
    if part is None:
        return
    on_orbit = {f: f.func(own) for f in others}
    rest = Rest(
        problem,
        (own,),
        (own.diff(x) - rates[number].xreplace(on_orbit),),
        (own.func(place) - values[number],),
    )
    words = f"Time doesn't occur: the orbit is sought as a function of {own}."
    line = Line(words, tuple(Eq(e, 0, evaluate=False) for e in equations))
    combine = tuple(own if f == own else f.func(own) for f in functions)
    yield Reduction((part,), combine, line, rest)


def _ends(problem: Problem, value: Expr, rate: Expr) -> tuple[Expr, Expr] | None:
    """A range next to the initial value, on the side to which the unknown moves."""
    (x,) = problem.variables
    span = problem.domain.by_symbol[x]
    length = (span.high - span.low) if span.high.is_finite else S.One
    at = problem.domain.point(Random(4))
    sign = rate.xreplace(at).evalf()
    if not sign.is_number or not sign.is_real:
        return None
    far = value + rate * length / _SHARE
    return (value, far) if sign > 0 else (far, value)
