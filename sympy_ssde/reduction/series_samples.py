"""Values of parameters, for decisions that proofs confirm or reject later."""

from random import Random

from sympy import Expr, Rational, Symbol

from sympy_ssde.problem.problem import Problem

_COUNT = 12
_SCALES = (Rational(1, 50), Rational(1, 7), 1, 7, 50)


def parameter_samples(problem: Problem) -> tuple[dict[Symbol, Expr], ...]:
    """Some values of the parameters; those without a range are very small and very large, too.

    >>> from sympy import Function
    >>> from sympy.abc import a, x
    >>> u = Function("u")
    >>> growth = Problem(u(x).diff(x) - a*u(x), u(x), {u(0): 1}, params={a: (2, 3)})
    >>> all(2 < at[a] < 3 for at in parameter_samples(growth))
    True
    """
    if not problem.params:
        return ({},)
    random = Random(11)
    found = []
    for _ in range(_COUNT):
        point = problem.domain.point(random)
        at = {p: point[p] for p in problem.params}
        for p in problem.unbounded:
            at[p] *= 1 if p.is_integer else random.choice(_SCALES)
        found.append(at)
    return tuple(found)
