"""SymPy's methods for ordinary equations, by name, each with a limit."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from sympy import Derivative, Eq, Expr, Integral, Symbol, dsolve, solve
from sympy.solvers.ode import single
from sympy.solvers.ode.ode import odesimp

from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp
from sympy_ssde.reduction.ordinary_branches import begins_at, branches
from sympy_ssde.reduction.ordinary_form import Equation, General
from sympy_ssde.reduction.ordinary_integrals import generic, with_real_logs
from sympy_ssde.reduction.reduction import Line

T = TypeVar("T")

#: Method, and the seconds that it may take; those that give series or hang are left out.
_METHODS: tuple[tuple[type, float], ...] = (
    (single.NthAlgebraic, 1.0),
    (single.FirstExact, 1.5),
    (single.Bernoulli, 1.0),
    (single.AlmostLinear, 1.0),
    (single.RationalRiccati, 2.0),
    (single.SeparableReduced, 1.0),
    (single.HomogeneousCoeffBest, 1.5),
    (single.LinearCoefficients, 1.5),
    (single.NthLinearConstantCoeffUndeterminedCoefficients, 2.0),
    (single.NthLinearEulerEqNonhomogeneousVariationOfParameters, 2.0),
    (single.NthOrderReducible, 2.0),
    (single.Liouville, 1.0),
    (single.SecondLinearAiry, 1.0),
    (single.SecondLinearBessel, 1.0),
    (single.SecondHypergeometric, 2.0),
    (single.SecondNonlinearAutonomousConserved, 2.0),
    (single.Factorable, 3.0),
    (single.NthLinearConstantCoeffVariationOfParameters, 3.0),
    (single.LieGroup, 2.0),
)

#: Seconds for all that dsolve tries by itself.
DSOLVE_SECONDS = 5.0


def sympy_methods(equation: Equation) -> Iterator[General]:
    """General solutions by SymPy's methods, one after the other.

    >>> from sympy import Function, exp
    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.problem import Problem
    >>> from sympy_ssde.reduction.ordinary_form import read
    >>> u = Function("u")
    >>> problem = Problem(u(x).diff(x)*exp(u(x)) + exp(u(x)) - x, u(x), {u(0): 1})
    >>> "SymPy's method" in next(sympy_methods(read(problem).equation)).lines[0].words
    True
    """
    expr = _stated(equation)
    problem = single.SingleODEProblem(expr, equation.func, equation.x)
    for method, seconds in _METHODS:
        solver = method(problem)
        for relation in _limited(partial(_relations, solver, expr, equation), seconds):
            line = Line(f"SymPy's method {solver.hint} gives", (relation,))
            yield from _read(relation, equation, line)


def by_dsolve(equation: Equation) -> Iterator[General]:
    """General solutions by all that ``dsolve`` tries by itself."""
    expr = _stated(equation)
    for relation in _limited(partial(_by_dsolve, expr, equation), DSOLVE_SECONDS):
        yield from _read(relation, equation, Line("SymPy's dsolve gives", (relation,)))


def _stated(equation: Equation) -> Expr:
    """The equation in SymPy's own words."""
    func = equation.func
    return equation.expr.xreplace(
        {y: Derivative(func, (equation.x, i)) if i else func for i, y in enumerate(equation.jets)}
    )


def _limited(make: Callable[[], list[T]], seconds: float) -> list[T]:
    try:
        with Effort(seconds).share(1):
            return make()
    except (TimeUp, *GIVES_UP, KeyError, IndexError, AssertionError):
        return []


def _relations(solver: single.SingleODESolver, expr: Expr, equation: Equation) -> list[Eq]:
    if not solver.matches():
        return []
    found = []
    for relation in solver.get_general_solution():
        simple = odesimp(expr, relation, equation.func, solver.hint)
        found += simple if isinstance(simple, list) else [simple]
    return found


def _by_dsolve(expr: Expr, equation: Equation) -> list[Eq]:
    found = dsolve(expr, equation.func)
    return found if isinstance(found, list) else [found]


def _read(relation: Eq, equation: Equation, line: Line) -> Iterator[General]:
    """A solution with free constants from what SymPy gives, solved for the unknown."""
    if not isinstance(relation, Eq) or relation.has(Integral):
        return
    known = equation.expr.free_symbols | set(equation.domain.by_symbol)
    constants = tuple(sorted(relation.free_symbols - known, key=str))
    y = equation.jets[0]
    right = relation.rhs
    if relation.lhs == equation.func and not right.has(equation.func):
        real = with_real_logs(generic(right, equation.domain), equation.x, equation.domain)
        for form in dict.fromkeys((real, right)):
            yield General(form, constants, (line,))
        return
    whole = (relation.lhs - right).subs(equation.func, y)
    if not whole.has(equation.func):
        yield from _explicit(whole, y, constants, equation, line)


def _explicit(
    whole: Expr, y: Symbol, constants: tuple[Symbol, ...], equation: Equation, line: Line
) -> Iterator[General]:
    start = equation.start
    if start is None or len(constants) != 1:
        for expr in branches(whole, y, whole * 0):
            yield General(expr, constants, (line,))
        return
    there = whole.subs({equation.x: start.point, y: start.values[0]})
    if not is_finite(there):
        return
    for c in _limited(partial(solve, there, constants[0]), 1.0):
        for expr in branches(whole.subs(constants[0], c), y, whole * 0):
            if begins_at(expr, equation.x, start.point, start.values[0], equation.domain):
                yield General(expr, (), (line,))
