"""Numbers of a statement: floats as the rationals that they say, and what isn't finite."""

import sys

from mpmath.libmp import from_str, repr_dps, round_nearest, to_str
from sympy import AccumBounds, Expr, Float, Rational, nan, oo, zoo

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.sizes import check_size

#: Decimal exponents of floats; the rationals of larger ones would fill the memory.
MAX_EXPONENT = 5000
#: Bits of Python's floats, and the smallest that has all of them.
_DOUBLE, _NORMAL = 53, sys.float_info.min


def decimal_value(number: Float) -> Rational:
    """The rational that the shortest decimal digits of a float say.

    Shortest among those that are read as the same float again, which is what Python prints: nobody
    who writes 0.3333333333 means 1/3, and 0.1 is one tenth although its bits are not.

    >>> decimal_value(Float(0.1)), decimal_value(Float(0.3333333333))
    (1/10, 3333333333/10000000000)
    >>> decimal_value(Float(1.0000000000000002)) - 1
    1/5000000000000000
    """
    mpf, precision = number._mpf_, number._prec
    _, _, exponent, bits = mpf
    if abs(exponent + bits) > 3.32 * MAX_EXPONENT:
        raise ProblemError(
            f"the number {Float(number, 5)} is beyond 10**{MAX_EXPONENT}, or as close to 0; write "
            "it as a power"
        )
    if precision == _DOUBLE and _NORMAL <= abs(value := float(number)) < float("inf"):
        return Rational(repr(value))
    for digits in range(1, repr_dps(precision) + 1):
        text = to_str(mpf, digits, strip_zeros=True)
        if from_str(text, precision, round_nearest) == mpf:
            return Rational(text)
    return Rational(number)


def rationalized(expr: Expr) -> Expr:
    """Replace every float by the rational that its decimal digits say (0.1 becomes 1/10)."""
    check_size(expr)
    return expr.xreplace({f: decimal_value(f) for f in expr.atoms(Float)})


def is_finite(expr: Expr, *, infinity: bool = False) -> bool:
    """Whether an expression has no nan, no range of values, and (without ``infinity``) no infinity.

    >>> from sympy import oo, sin
    >>> from sympy.abc import x
    >>> is_finite(sin(x)), is_finite(x + sin(oo)), is_finite(-oo), is_finite(-oo, infinity=True)
    (True, False, False, True)
    """
    return not expr.has(nan, zoo, AccumBounds, *(() if infinity else (oo, -oo)))
