"""Systems that stay where they begin."""

from collections.abc import Iterator

from sympy import Eq

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.system_start import initial_values


def at_rest(problem: Problem) -> Iterator[Found]:
    """The initial values, for all times.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> u, v = Function("u"), Function("v")
    >>> pair = [u(t).diff(t) - u(t)*v(t), v(t).diff(t) - v(t)]
    >>> next(at_rest(Problem(pair, [u(t), v(t)], {u(0): 3, v(0): 0}))).exprs
    (3, 0)
    """
    if len(problem.functions) < 2 or len(problem.variables) != 1:
        return
    start = initial_values(problem)
    if start is not None:
        exprs = tuple(start[1])
        shown = zip(problem.functions, exprs, strict=True)
        formulas = tuple(Eq(f, e, evaluate=False) for f, e in shown)
        yield Found(exprs, (Line("The system stays where it begins.", formulas),))
