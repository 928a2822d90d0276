"""Bessel functions by those of two neighbouring orders: from 0 to below 2, or n and n + 1."""

import sympy
from sympy import Expr

#: Functions of higher orders are left as they are.
_HIGHEST = 20

BESSEL = (sympy.besselj, sympy.bessely, sympy.besseli, sympy.besselk)


def lowered(expr: Expr) -> Expr:
    """The function by its recurrence, or itself if its order is low.

    The recurrences are ``f(n + 1) = 2*n/z*f(n) - f(n - 1)`` for J and Y,
    ``I(n + 1) = I(n - 1) - 2*n/z*I(n)`` and ``K(n + 1) = K(n - 1) + 2*n/z*K(n)``.

    >>> from sympy import besselj
    >>> from sympy.abc import x
    >>> lowered(besselj(2, x))
    -besselj(0, x) + 2*besselj(1, x)/x
    """
    order, z = expr.args
    steps = _steps(order)
    if 0 <= steps < 2 or abs(steps) > _HIGHEST:
        return expr
    side = 1 if steps >= 2 else -1
    n = order - side
    middle, outer = lowered(expr.func(n, z)), lowered(expr.func(n - side, z))
    if isinstance(expr, sympy.besseli):
        return outer - side * 2 * n / z * middle
    if isinstance(expr, sympy.besselk):
        return outer + side * 2 * n / z * middle
    return 2 * n / z * middle - outer


def _steps(order: Expr) -> int:
    """How far the order is above those that are kept: 0 to 1, or n to n + 1 for a symbol n."""
    fixed = order if order.is_number else order.as_coeff_Add()[0]
    whole = sympy.floor(fixed) if fixed.is_real else sympy.Integer(0)
    return int(whole) if whole.is_Integer else 0
