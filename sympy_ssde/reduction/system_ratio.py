"""Quotients of two unknowns that have an equation of their own: ``v = w*u**k``.

Where growth rates differ by a constant only, as those of competitors do, the quotient grows
exponentially.
"""

from collections.abc import Iterator

from sympy import Dummy, Eq, Integer, Rational, cancel

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_start import first_rates, initial_values
from sympy_ssde.reduction.view import View

_POWERS = (Integer(1), Integer(-1), Integer(2), Integer(-2), Rational(1, 2), Rational(-1, 2))


def ratio(problem: Problem) -> Iterator[Reduction]:
    """The quotient first, then one of the unknowns.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> u, v = Function("u")(t), Function("v")(t)
    >>> pair = [u.diff(t) - u*(1 - u - v), v.diff(t) - v*(2 - u - v)]
    >>> found = next(ratio(Problem(pair, [u, v], {u.subs(t, 0): 1, v.subs(t, 0): 3})))
    >>> print(found.problems[0])
    Eq(-w(t) + Derivative(w(t), t), 0)
      with w(0) - 3 = 0
      on t in (0, 1)
    """
    if len(problem.functions) != 2 or len(problem.variables) != 1 or len(problem.equations) != 2:
        return
    start, rates = initial_values(problem), first_rates(problem)
    if start is None or rates is None:
        return
    (x,), (u, v), ((place,), values) = problem.variables, problem.functions, start
    if values[0].is_zero is not False:
        return
    w = View(problem, u).unknown("w")(x)
    a, b = Dummy("u"), Dummy("w")
    for power in _POWERS:
        put = {u: a, v: b * a**power}
        du, dv = (rate.xreplace(put) for rate in rates)
        slope = cancel((dv - power * b * a ** (power - 1) * du) / a**power)
        if slope.has(a):
            continue
        part = stated(
            problem,
            w.diff(x) - slope.xreplace({b: w}),
            w,
            [w.func(place) - values[1] / values[0] ** power],
        )
        if part is None:
            continue
        other = rates[0].xreplace({v: w * u**power})
        rest = Rest(problem, (u,), (u.diff(x) - other,), (u.func(place) - values[0],))
        line = Line("This quotient has an equation of its own.", (Eq(w, v / u**power),))
        yield Reduction((part,), (u, w * u**power), line, rest)
