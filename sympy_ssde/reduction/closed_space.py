"""Separation in a closed space: u = sum a_i(y) phi_i(X) with ordinary equations for the a_i.

The phi_i are the terms of the data at y = const and of the source, closed under the operator:
any number of modes, products of modes, polynomials, exponentials, in any number of variables X.
"""

from collections.abc import Iterator, Sequence

from sympy import Eq, Expr

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.space import Amplitudes, Space, evolution_variables
from sympy_ssde.reduction.view import linear_view


def closed_space(problem: Problem) -> Iterator[Reduction]:
    """Reductions of a linear problem to ordinary equations, time first.

    >>> from sympy import Eq, Function, pi, sin
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> heat = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
    >>> modes = {u(0, t): 0, u(1, t): 0, u(x, 0): 3*sin(pi*x) + sin(2*pi*x)}
    >>> found = next(closed_space(Problem(heat, u(x, t), modes)))
    >>> found.combine
    (a1(t)*sin(pi*x) + a2(t)*sin(2*pi*x),)
    >>> print(found.problems[0])
    Eq(pi**2*a1(t) + Derivative(a1(t), t), 0)
      with a1(0) - 3 = 0
      on t in (0, 1)
    """
    seen = linear_view(problem)
    if seen is None:
        return
    for variable in evolution_variables(seen):
        space = Space(seen, variable)
        found = space.solved
        if found is None or not space.fits(found):
            continue
        for amplitudes in dict.fromkeys((found.completed(seen, variable), found)):
            reduction = _stated(space, amplitudes)
            if reduction is not None:
                yield reduction


def _stated(space: Space, found: Amplitudes) -> Reduction | None:
    """The reduction with its problems."""
    seen, variable = space.seen, space.variable
    named = found.named(seen, variable)
    problems = [b.problem(seen, named, variable) for b in found.blocks]
    if any(p is None for p in problems):
        return None
    whole = found.whole(named)
    line = Line(
        "Separation: the terms of the data stay among themselves, so that only their "
        f"amplitudes depend on {variable}.",
        (Eq(seen.function, whole), *_equations(problems)),
    )
    return Reduction(tuple(p for p in problems if p is not None), (whole,), line)


def _equations(problems: Sequence[Problem | None]) -> list[Expr]:
    return [
        Eq(c.expression(p.functions), 0) for p in problems if p is not None for c in p.equations
    ]
