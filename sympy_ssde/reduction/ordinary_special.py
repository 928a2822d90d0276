"""Linear equations of second order whose solutions are Airy's and Bessel's functions."""

from collections.abc import Iterator

from sympy import (
    Expr,
    S,
    Symbol,
    airyai,
    airybi,
    besseli,
    besselj,
    besselk,
    bessely,
    cancel,
    cbrt,
    expand,
    factor,
    together,
)

from sympy_ssde.reduction.ordinary_form import Equation, General
from sympy_ssde.reduction.ordinary_linear import combined
from sympy_ssde.reduction.ordinary_modes import oscillates, root, tidy
from sympy_ssde.reduction.reduction import Line


def airy(equation: Equation) -> Iterator[General]:
    """``y2 = (a*x + b)*y``."""
    if equation.homogeneous_second is None:
        return
    x, (p, q) = equation.x, equation.homogeneous_second
    slope = -q.diff(x)
    if p != 0 or slope == 0 or slope.has(x):
        return
    scale = cbrt(slope) if not slope.could_extract_minus_sign() else -cbrt(-slope)
    argument = expand(scale * (x - q.subs(x, 0) / slope))
    line = Line("the equation is Airy's")
    yield combined(equation, [[airyai(argument), airybi(argument)]], S.Zero, [line])


def bessel(equation: Equation) -> Iterator[General]:
    """``x**2*y2 + (1 - 2*a)*x*y1 + (k*x**(2*c) + d)*y = 0``, Bessel's equation."""
    if equation.homogeneous_second is None:
        return
    x, (p, q) = equation.x, equation.homogeneous_second
    damping = cancel(together(x * p))
    stiffness = expand(cancel(together(x**2 * q)))
    if damping.has(x):
        return
    a = (1 - damping) / 2
    parts = _power_and_constant(stiffness, x)
    if parts is None:
        return
    k, exponent, d = parts
    c = exponent / 2
    square = tidy((a**2 - d) / c**2)
    order = root(square)
    if (order - S.Half).is_Integer or (square != 0 and oscillates(square, equation.domain)):
        return  # elementary, or of imaginary order
    negative = oscillates(k, equation.domain)
    argument = root(-k if negative else k) / c * x**c
    kinds = (besseli, besselk) if negative else (besselj, bessely)
    basis = [x**a * f(order, argument) for f in kinds]
    line = Line(f"the equation is Bessel's, of order {order}")
    yield combined(equation, [[basis[0]]], S.Zero, [line])
    yield combined(equation, [basis], S.Zero, [line])


def _power_and_constant(expr: Expr, x: Symbol) -> tuple[Expr, Expr, Expr] | None:
    """``k``, ``n`` and ``d`` of ``k*x**n + d``."""
    fixed, moving = expr.as_independent(x, as_Add=True)
    k, power = factor(moving).as_independent(x, as_Add=False)
    base, n = power.as_base_exp()
    if base != x or n.has(x) or n == 0:
        return None
    return k, n, fixed
