"""Problems in one variable: ordinary equations by textbook methods, and systems of them."""

from collections.abc import Callable, Iterator

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.ordinary_candidates import candidates, met
from sympy_ssde.reduction.ordinary_form import Equation, General, Ordinary, read
from sympy_ssde.reduction.ordinary_systems import system_solutions
from sympy_ssde.reduction.reduction import Found
from sympy_ssde.reduction.sympy_methods import by_dsolve, sympy_methods


def ordinary_solutions(problem: Problem) -> Iterator[Found]:
    """Candidates for a problem in one variable, the most plausible first.

    >>> from sympy import Function
    >>> from sympy.abc import t
    >>> u = Function("u")
    >>> problem = Problem(u(t).diff(t) + 2*u(t), u(t), {u(0): 3})
    >>> next(ordinary_solutions(problem)).exprs
    (3*exp(-2*t),)
    """
    if len(problem.variables) != 1:
        return
    ordinary = read(problem)
    if ordinary is None:
        yield from system_solutions(problem)
        return
    yield from _shown(candidates(ordinary.equation, ordinary.conditions), ordinary)


def sympy_solutions(problem: Problem) -> Iterator[Found]:
    """Candidates for one ordinary equation by SymPy's methods, with constants put in by us."""
    yield from _from_general(problem, sympy_methods)


def dsolve_solutions(problem: Problem) -> Iterator[Found]:
    """Candidates for one ordinary equation by all that ``dsolve`` tries."""
    yield from _from_general(problem, by_dsolve)


def _from_general(
    problem: Problem, method: Callable[[Equation], Iterator[General]]
) -> Iterator[Found]:
    ordinary = read(problem) if len(problem.variables) == 1 else None
    if ordinary is not None:
        equation, conditions = ordinary.equation, ordinary.conditions
        yield from _shown(met(method(equation), equation, conditions), ordinary)


def _shown(found: Iterator[General], ordinary: Ordinary) -> Iterator[Found]:
    """In the problem's own symbols."""
    for candidate in found:
        lines = tuple(ordinary.for_user(line) for line in candidate.lines)
        yield Found((candidate.expr.xreplace(ordinary.user),), lines)
