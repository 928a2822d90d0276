"""Equations for all first derivatives: lines along one variable after the other.

``u_x = F(x, y, u)`` and ``u_y = G(x, y, u)`` from a value at one point: along x that is an ordinary
equation, and from each of its points another one along y.
"""

from collections.abc import Iterator

from sympy import Eq, Expr, Symbol, linsolve
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_start import Start, initial_values
from sympy_ssde.reduction.view import View

_Slopes = dict[Symbol, list[Expr]]


def total_differential(problem: Problem) -> Iterator[Reduction]:
    """Ordinary equations along the two variables of a total differential.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> u = Function("u")(x, y)
    >>> given = [u.diff(x) - y*u, u.diff(y) - x*u]
    >>> found = next(total_differential(Problem(given, [u], {u.subs({x: 0, y: 0}): 2})))
    >>> print(found.problems[0])
    Eq(Derivative(u1(x), x), 0)
      with u1(0) - 2 = 0
      on x in (0, 1)
    >>> found.rest.equations, found.rest.conditions
    ((-x*u2(y) + Derivative(u2(y), y),), (-u1(x) + u2(0),))
    """
    count = len(problem.functions)
    if len(problem.variables) != 2 or len(problem.equations) != 2 * count:
        return
    slopes, start = _slopes(problem), initial_values(problem)
    if slopes is None or start is None:
        return
    seen = View(problem, problem.functions[0])
    for first, second in (problem.variables, problem.variables[::-1]):
        yield from _reduced(seen, slopes, start, first, second)


def _slopes(problem: Problem) -> _Slopes | None:
    """All first derivatives in terms of the functions."""
    if any(sum(t.orders) > 1 for e in problem.equations for t in e.traces):
        return None
    exprs = [e.expression(problem.functions) for e in problem.equations]
    unknown = [f.diff(v) for v in problem.variables for f in problem.functions]
    for found in linsolve(exprs, *unknown):
        if any(e.has(*unknown) for e in found):
            return None
        count = len(problem.functions)
        first, second = problem.variables
        return {first: list(found[:count]), second: list(found[count:])}
    return None


def _reduced(
    seen: View,
    slopes: _Slopes,
    start: Start,
    first: Symbol,
    second: Symbol,
) -> Iterator[Reduction]:
    problem, (place, values) = seen.problem, start
    point = dict(zip(problem.variables, place, strict=True))
    taken: list[str] = []
    lines: list[list[AppliedUndef]] = []
    for number, variable in ((1, first), (2, second)):
        made = [seen.unknown(f"{f.func}{number}", taken) for f in problem.functions]
        taken += [str(m) for m in made]
        lines.append([m(variable) for m in made])
    along, across = lines

    def equations(variable: Symbol, own: list[AppliedUndef], at: dict[Symbol, Expr]) -> list[Expr]:
        put = dict(zip(problem.functions, own, strict=True))
        given = [e.xreplace(put).subs(at) for e in slopes[variable]]
        return [f.diff(variable) - e for f, e in zip(own, given, strict=True)]

    flat = equations(first, along, {second: point[second]})
    begin = [f.func(point[first]) - v for f, v in zip(along, values, strict=True)]
    part = stated(problem, flat, along, begin)
    if part is None:
        return
    rest = Rest(
        problem,
        tuple(across),
        tuple(equations(second, across, {})),
        tuple(f.func(point[second]) - g for f, g in zip(across, along, strict=True)),
        (first,),
    )
    words = f"All derivatives are given: along {first} first, then along {second}."
    line = Line(words, tuple(Eq(e, 0, evaluate=False) for e in flat))
    yield Reduction((part,), tuple(across), line, rest)
