"""Numbers of a statement: floats as the rationals that they say, and what isn't finite."""

import sys

from mpmath.libmp import from_str, repr_dps, round_nearest, to_str
from sympy import AccumBounds, Add, Expr, Float, Function, Mul, Pow, Rational, nan, oo, zoo
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.sizes import check_size

#: Decimal exponents of floats; the rationals of larger ones would fill the memory.
MAX_EXPONENT = 5000
#: How often an expression is built again until it stays as it is.
_MOST_REBUILT = 4
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
    """Replace every float by the rational that its decimal digits say (0.1 becomes 1/10).

    The expression is in the form that SymPy gives to what is written out.
    """
    check_size(expr)
    return as_written(expr.xreplace({f: decimal_value(f) for f in expr.atoms(Float)}))


def as_written(expr: Expr) -> Expr:
    """The form that an expression has when it is built from its parts once more.

    Derivatives and ``evaluate=False`` leave sums undistributed, which no text can say.

    >>> from sympy import sin
    >>> from sympy.abc import x
    >>> once = sin(x**2).diff(x, 2)
    >>> once, as_written(once)
    (2*(-2*x**2*sin(x**2) + cos(x**2)), -4*x**2*sin(x**2) + 2*cos(x**2))
    """
    for _ in range(_MOST_REBUILT):
        again = _rebuilt(expr)
        if again == expr:
            break
        expr = again
    return expr


def _rebuilt(expr: Expr) -> Expr:
    if not expr.args or not isinstance(expr, (Add, Mul, Pow, Function)):
        return expr
    args = [_rebuilt(a) for a in expr.args]
    if isinstance(expr, AppliedUndef):
        return expr if list(expr.args) == args else expr.func(*args)
    return expr.func(*args)


def is_finite(expr: Expr, *, infinity: bool = False) -> bool:
    """Whether an expression has no nan, no range of values, and (without ``infinity``) no infinity.

    >>> from sympy import oo, sin
    >>> from sympy.abc import x
    >>> is_finite(sin(x)), is_finite(x + sin(oo)), is_finite(-oo), is_finite(-oo, infinity=True)
    (True, False, False, True)
    """
    return not expr.has(nan, zoo, AccumBounds, *(() if infinity else (oo, -oo)))
