"""Liouville's equation ``u_xy = a*exp(b*u)``: its general solution has two arbitrary functions."""

from collections.abc import Iterator

from sympy import Derivative, Eq, Function, exp, log

from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family
from sympy_ssde.reduction.reduction import Line


def liouville(equation: Equation) -> Iterator[Family]:
    """Liouville (1853): with any F and G, ``log(2*F'*G'/(a*b*(F + G)**2))/b``.

    >>> from sympy.abc import x, y
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> len(next(liouville(read(Problem(u(x, y).diff(x, y) - exp(u(x, y)), u(x, y))))).functions)
    2
    """
    if len(equation.variables) != 2:
        return
    x, y = equation.variables
    mixed, own = equation.jets.get((1, 1)), equation.jets.get((0, 0))
    if mixed is None or own is None or set(equation.jets.values()) != {mixed, own}:
        return
    lead = equation.expr.diff(mixed)
    if lead.free_symbols - set(equation.parameters):
        return
    right = -(equation.expr - lead * mixed).expand() / lead
    b = right.diff(own) / right
    b = b.simplify()
    a = (right / exp(b * own)).simplify()
    if b == 0 or (a.free_symbols | b.free_symbols) - set(equation.parameters):
        return
    f, g = Function("F0")(x), Function("F1")(y)
    inside = 2 * Derivative(f, x) * Derivative(g, y) / (a * b * (f + g) ** 2)
    expr = log(inside) / b
    line = Line("Liouville's general solution", (Eq(equation.func, expr, evaluate=False),))
    yield Family(expr, (), (line,))
