"""Problems with a solution each, and whether it is the only one."""

import pytest
from sympy import Function, Rational, S, Symbol, cos, exp, pi, sin, sinh, sqrt, symbols

from sympy_ssde import Problem, ProblemWarning

x, y, t = symbols("x y t")
a, k = Symbol("a"), Symbol("k", positive=True)
u, v = Function("u"), Function("v")
U, V, W, Z = u(x), v(x), u(x, t), u(x, y)


def slope(place, order=1):
    return U.diff(x, order).subs(x, place)


def _on_square(operator, expr, ends=("value",) * 4):
    """An equation on the unit square, with the data of a solution on its sides."""
    conditions = {}
    for (s, end), kind in zip([(x, 0), (x, 1), (y, 0), (y, 1)], ends, strict=True):
        term, value = (Z, expr) if kind == "value" else (Z.diff(s), expr.diff(s))
        conditions[term.subs(s, end)] = value.subs(s, end)
    source = operator.subs(Z, expr).doit()
    return Problem(operator - source, Z, conditions, {x: (0, 1), y: (0, 1)})


def _too_few(*given):
    """A problem of which it is told that conditions are missing."""
    with pytest.warns(ProblemWarning, match="further solutions"):
        return Problem(*given)


LAPLACE = Z.diff(x, 2) + Z.diff(y, 2)
HEAT = W.diff(t) - W.diff(x, 2)
WAVE = W.diff(t, 2) - W.diff(x, 2)
STRING = {u(0, t): 0, u(1, t): 0, u(x, 0): sin(pi * x)}
MODE = sin(pi * x)
SIDES = ("slope",) * 4

#: Initial values: (problem, solution, verdict).
INITIAL = {
    "growth": (Problem(U.diff(x) - U, U, {u(0): 1}), exp(x), True),
    "spring": (Problem(U.diff(x, 2) + U, U, {u(0): 0, slope(0): 1}), sin(x), True),
    "mixed start": (
        Problem(U.diff(x, 2) + U, U, [u(0) + slope(0) - 1, u(0) - slope(0) + 1]), sin(x), True,
    ),
    "half a start": (Problem(U.diff(x, 2) + U, U, [u(0) + slope(0) - 1]), sin(x), None),
    "root at rest": (Problem(U.diff(x) - 2 * sqrt(U), U, {u(0): 0}), x**2, None),
    "root moving": (Problem(U.diff(x) - 2 * sqrt(U), U, {u(0): 1}), (x + 1) ** 2, True),
    "blow up": (
        Problem(U.diff(x) - U**2, U, {u(0): 1}, {x: (0, Rational(1, 2))}), 1 / (1 - x), True,
    ),
    "several slopes": (Problem(U.diff(x) ** 2 - 1, U, {u(0): 0}), x, None),
    "singular start": (Problem(x * U.diff(x) - 2 * U, U, {u(0): 0}), x**2, None),
    "regular start": (Problem(x * U.diff(x) - 2 * U, U, {u(1): 1}, {x: (1, 2)}), x**2, True),
    "singular inside": (
        Problem(x * U.diff(x) - 2 * U, U, {u(-1): 1}, {x: (-1, 1)}), x**2, None,
    ),
    "parameter": (
        Problem(U.diff(x, 2) + k**2 * U, U, {u(0): 0, slope(0): 1}), sin(k * x) / k, True,
    ),
    "rotation": (
        Problem([U.diff(x) - V, V.diff(x) + U], [U, V], {u(0): 1, v(0): 0}),
        (cos(x), -sin(x)), True,
    ),
    "half of a rotation": (
        _too_few([U.diff(x) - V, V.diff(x) + U], [U, V], {u(0): 1}), (cos(x), -sin(x)), None,
    ),
}  # fmt: skip
#: Conditions anywhere, of one variable.
ORDINARY = {
    "resonance": (
        Problem(U.diff(x, 2) + U, U, {u(0): 0, u(pi): 0}, {x: (0, pi)}), S.Zero, False,
    ),
    "no resonance": (Problem(U.diff(x, 2) + U, U, {u(0): 0, u(1): 0}), S.Zero, True),
    "decay": (Problem(U.diff(x, 2) - U, U, {u(0): 0, u(1): 1}), sinh(x) / sinh(1), True),
    "eigenvalue problem": (
        Problem(U.diff(x, 2) + k**2 * U, U, {u(0): 0, u(pi): 0}, {x: (0, pi)}), S.Zero, False,
    ),
    "not for an eigenvalue": (
        Problem(U.diff(x, 2) - k**2 * U, U, {u(0): 0, slope(1): 0}), S.Zero, True,
    ),
    "no solution for an eigenvalue": (
        Problem(U.diff(x, 2) + k**2 * U, U, {u(0): 0, u(1): 1}), sin(k * x) / sin(k), None,
    ),
    "a condition without force": (
        Problem(U.diff(x, 2), U, [a * u(0), u(1)]), S.Zero, None,
    ),
    "slopes": (Problem(U.diff(x, 2) - 2, U, {slope(0): 0, slope(1): 2}), x**2, False),
    "too few": (Problem(U.diff(x, 2) - 2, U, {u(0): 0}), x**2, False),
    "variable": (
        Problem(U.diff(x, 2) - (1 + x**2) * U - 2 + x**2 + x**4, U, {u(0): 0, u(1): 1}),
        x**2, True,
    ),
    "beam": (
        Problem(U.diff(x, 4), U, {u(0): 0, slope(0): 0, u(1): 1, slope(1): 2}), x**2, True,
    ),
    "periodic": (
        Problem(U.diff(x, 2) + U, U, [u(0) - u(2 * pi), slope(0) - slope(2 * pi)]),
        S.Zero, False,
    ),
    "nonlinear": (Problem(U.diff(x, 2) - U**3, U, {u(0): 0, u(1): 0}), S.Zero, None),
}  # fmt: skip
#: Several variables.
BOXES = {
    "heat": (Problem(HEAT, W, STRING), exp(-(pi**2) * t) * MODE, True),
    "heat, insulated": (
        Problem(HEAT, W, {W.diff(x).subs(x, 0): 0, W.diff(x).subs(x, 1): 0, u(x, 0): 1}),
        S.One, True,
    ),
    "heat, open": (
        Problem(HEAT, W, {u(0, t): 0, u(x, 0): MODE}), exp(-(pi**2) * t) * MODE, None,
    ),
    "heat backwards": (
        Problem(W.diff(t) + W.diff(x, 2), W, STRING), exp(pi**2 * t) * MODE, None,
    ),
    "heat with drift": (
        Problem(HEAT + 3 * W.diff(x), W, {u(0, t): 1, u(1, t): 1, u(x, 0): 1}), S.One, True,
    ),
    "wave": (
        Problem(WAVE, W, STRING | {W.diff(t).subs(t, 0): 0}), cos(pi * t) * MODE, True,
    ),
    "wave between times": (
        Problem(WAVE, W, STRING | {u(x, 1): -MODE}), cos(pi * t) * MODE, None,
    ),
    "wave without its rate": (Problem(WAVE, W, STRING), cos(pi * t) * MODE, False),
    "wave without its values": (
        Problem(WAVE, W, {u(0, t): 0, u(k, t): 0, W.diff(t).subs(t, 0): 0}, {x: (0, k), t: (0, 1)}),
        S.Zero, False,
    ),
    "heat without a start": (
        Problem(HEAT, W, {u(0, t): 0, W.diff(x).subs(x, 1): 0}, {x: (0, 1), t: (1, 2)}),
        S.Zero, False,
    ),
    "growing wave without its rate": (
        Problem(WAVE - 20 * W, W, {u(0, t): 0, u(1, t): 0, u(x, 0): 0}), S.Zero, False,
    ),
    "damped wave without its rate": (
        Problem(WAVE + W.diff(t), W, {u(0, t): 0, u(1, t): 0, u(x, 0): 0}), S.Zero, None,
    ),
    "transport": (Problem(W.diff(t) + W.diff(x), W, {u(x, 0): sin(x)}), sin(x - t), None),
    "Laplace": (_on_square(LAPLACE, x * y), x * y, True),
    "Laplace, three sides": (
        Problem(LAPLACE, Z, {u(0, y): 0, u(1, y): y, u(x, 0): 0}), x * y, False,
    ),
    "Laplace, slopes": (_on_square(LAPLACE, x * y, SIDES), x * y, False),
    "Laplace, one value": (_on_square(LAPLACE, x * y, ("value", *SIDES[1:])), x * y, True),
    "Helmholtz, eigenvalue": (_on_square(LAPLACE + 2 * pi**2 * Z, S.Zero), S.Zero, False),
    "Helmholtz, none": (_on_square(LAPLACE + 20 * Z, S.Zero), S.Zero, True),
    "Helmholtz, damped": (_on_square(LAPLACE - Z, x * y, SIDES), x * y, True),
    "Helmholtz, mixed": (
        _on_square(LAPLACE + 5 * pi**2 / 4 * Z, S.Zero, ("value", "slope", "value", "value")),
        S.Zero, False,
    ),
    "hyperbolic in a box": (_on_square(Z.diff(x, 2) - Z.diff(y, 2), S.Zero), S.Zero, None),
    "variable coefficients": (_on_square(LAPLACE + x * Z, S.Zero), S.Zero, None),
}  # fmt: skip


def solved(case):
    """The problem and its solution, one expression for each unknown."""
    problem, expr, _ = case
    return problem, expr if isinstance(expr, tuple) else (expr,)
