"""Equations that several tests of families use."""

from sympy import Eq, Function, symbols

from sympy_ssde.family.equation import Equation, read
from sympy_ssde.problem.problem import Problem

x, y, z, t = symbols("x y z t")
a, b, c, k = symbols("a b c k")
u = Function("u")
U, V, W, Q = u(x, t), u(x, y), u(x, y, t), u(x)

HEAT = U.diff(t) - U.diff(x, 2)
WAVE = U.diff(t, 2) - c**2 * U.diff(x, 2)
LAPLACE = V.diff(x, 2) + V.diff(y, 2)
BURGERS = U.diff(t) + U * U.diff(x) - U.diff(x, 2)
KDV = U.diff(t) + 6 * U * U.diff(x) + U.diff(x, 3)
FISHER = U.diff(t) - U.diff(x, 2) - U * (1 - U)
EIKONAL = V.diff(x) ** 2 + V.diff(y) ** 2 - 1


def of(eq) -> Equation:
    """The equation, read."""
    found = read(Problem(Eq(eq, 0)))
    assert found is not None
    return found


def residual(family, equation):
    """What is left of the equation, simplified."""
    return equation.put_in(family.expr).doit().simplify()
