"""Problems for the tests of ordinary equations, and what must come out."""

from functools import partial
from inspect import signature

from sympy import Function
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.ordinary_candidates import solutions, with_constants
from sympy_ssde.reduction.ordinary_form import read

u = Function("u")
y, y1, y2, y3 = u(x), u(x).diff(x), u(x).diff(x, 2), u(x).diff(x, 3)


def slope(at, order=1):
    return u(x).diff(x, order).subs(x, at)


def initial(at, *values):
    """Conditions for u, u', ... at a point."""
    return {slope(at, i) if i else u(at): v for i, v in enumerate(values)}


def equation_of(eq, conditions, domain=None):
    return read(Problem(eq, u(x), conditions, domain)).equation


def proved_by(method, eq, conditions, domain=None):
    """The proved solution that one method leads to."""
    problem = Problem(eq, u(x), conditions, domain)
    ordinary = read(problem)
    equation = ordinary.equation
    takes_solver = len(signature(method).parameters) == 2
    generals = method(equation, partial(solutions, depth=2)) if takes_solver else method(equation)
    found = []
    for general in generals:
        for candidate in with_constants(general, equation, ordinary.conditions):
            expr = candidate.expr.xreplace(ordinary.user)
            if verify(problem, (expr,)):
                return expr
            found.append(expr)
    raise AssertionError(f"{method.__name__} found {found}, of which none is proved")
