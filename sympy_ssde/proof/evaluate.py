"""Evaluate a SymPy tree over other numbers: multiprecision floats and intervals.

Intervals are pairs of floats, widened outwards after every operation, so that they enclose the
true range; anything that may be undefined is the whole line.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import sympy
from mpmath import mp
from sympy import Expr, S, Symbol

from sympy_ssde.language.functions import CLASS_FUNCTIONS, Bounds, Interval, Shape


class Undefined(ArithmeticError):
    """The expression has no finite value at the point."""


#: SymPy's ways not to evaluate something: the derivative of zeta calls itself without end.
_FAILURES = (
    RecursionError,
    NotImplementedError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
)


#: Bits of the size of a number of which functions are evaluated.
_LARGEST = 4096


def multiprecision(at: Mapping[Symbol, Expr]) -> dict[Symbol, Any]:
    """The rational coordinates of a point as mpmath numbers."""
    return {s: mp.mpf(v.p) / v.q for s, v in at.items()}


def evaluate_mp(expr: Expr, at: Mapping[Symbol, Any], memo: dict[Expr, Any] | None = None) -> Any:
    """Value of ``expr`` with mpmath's current precision.

    >>> from sympy import sin
    >>> from sympy.abc import x
    >>> print(evaluate_mp(sin(x)**2, {x: mp.pi/2}))
    1.0
    """
    memo = {} if memo is None else memo
    known = memo.get(expr)
    if known is None:
        known = memo[expr] = _evaluate_node(expr, at, memo)
    return known


def largest_term(memo: Mapping[Expr, Any]) -> Any:
    """The largest absolute value that was added to something: what cancellation can hide behind."""
    sums = (expr for expr in memo if expr.is_Add)
    return max((abs(memo[a]) for s in sums for a in s.args), default=mp.mpf(1))


def _evaluate_node(expr: Expr, at: Mapping[Symbol, Any], memo: dict[Expr, Any]) -> Any:
    if isinstance(expr, Symbol):
        return at[expr]
    if expr.is_Rational:
        return mp.mpf(expr.p) / expr.q
    if expr.is_number and not expr.args:
        return _number(expr)
    whole = (sympy.Piecewise, sympy.Integral, sympy.logic.boolalg.Boolean)
    if isinstance(expr, whole) or not all(isinstance(a, Expr) for a in expr.args):
        return _by_sympy(expr, at)
    args = [evaluate_mp(a, at, memo) for a in expr.args]
    if not expr.is_Add and not expr.is_Mul:
        _check_size(args[1:] if expr.is_Pow else args)
    try:
        if expr.is_Add:
            return mp.fsum(args)
        if expr.is_Mul:
            return mp.fprod(args)
        if expr.is_Pow:
            return _power(*args)
        value = _MP_FUNCTIONS[expr.func](*args) if expr.func in _MP_FUNCTIONS else None
    except (ZeroDivisionError, ValueError, OverflowError, mp.NoConvergence) as error:
        raise Undefined(str(error)) from None
    if value is None:
        return _by_sympy(expr, at)
    return _finite(value)


def _check_size(args: list[Any]) -> None:
    """Refuse arguments and exponents whose size alone would keep mpmath busy for hours."""
    if any(mp.mag(a) > _LARGEST for a in args):
        raise Undefined("too large a number")


def _power(base: Any, exponent: Any) -> Any:
    if base == 0 and (mp.re(exponent) < 0 or exponent != exponent):
        raise Undefined("division by zero")
    return _finite(mp.power(base, exponent))


def _finite(value: Any) -> Any:
    if not mp.isfinite(value):
        raise Undefined("not finite")
    return value


def _number(expr: Expr) -> Any:
    if expr is S.ImaginaryUnit:
        return mp.mpc(0, 1)
    value = expr.evalf(mp.dps + 5)
    if not value.is_finite:
        raise Undefined(f"{expr} is not finite")
    return mp.mpmathify(value)


def _by_sympy(expr: Expr, at: Mapping[Symbol, Any]) -> Any:
    """The slow way, for functions that mpmath doesn't have by that name."""
    if isinstance(expr, (sympy.Derivative, sympy.Subs)):
        raise Undefined(f"{expr} has no numbers")  # SymPy's evalf of it may call itself without end
    used = expr.free_symbols
    values = {s: sympy.sympify(at[s]) for s in used}
    try:
        value = expr.subs(values).doit().evalf(mp.dps)
    except _FAILURES as error:
        raise Undefined(f"{expr.func} can't be evaluated: {type(error).__name__}") from None
    if not value.is_number or not value.is_finite:
        raise Undefined(f"{expr} has no value there")
    real, imaginary = value.as_real_imag()
    return mp.mpc(real, imaginary) if imaginary else mp.mpmathify(real)


_MP_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    f.function: getattr(mp, f.mp) for f in CLASS_FUNCTIONS if f.mp
}

LINE: Interval = (-math.inf, math.inf)
_WIDEN = 1e-13


def evaluate_interval(expr: Expr, box: Mapping[Symbol, Interval]) -> Interval:
    """An interval that contains every value of ``expr`` on the box.

    The expression must be real wherever it is asked for: roots and logarithms are taken of the part
    of an interval for which they are real.

    >>> from sympy import cos
    >>> from sympy.abc import x
    >>> low, high = evaluate_interval(2 + cos(x), {x: (0.0, 1.0)})
    >>> 2.5 < low < 2.55 and 3 <= high < 3.01
    True
    """
    if isinstance(expr, Symbol):
        return box[expr]
    if expr.is_Rational or expr.is_NumberSymbol:
        return _widened(float(expr), float(expr)) if expr != 0 else (0.0, 0.0)
    if expr.is_Add:
        low = high = 0.0
        for a in expr.args:
            p, q = evaluate_interval(a, box)
            low, high = low + p, high + q
        return _widened(low, high)
    if expr.is_Mul:
        product: Interval = (1.0, 1.0)
        for a in expr.args:
            product = _times(product, evaluate_interval(a, box))
        return product
    if expr.is_Pow:
        return _interval_power(expr, box)
    if isinstance(expr, sympy.Max):
        parts = [evaluate_interval(a, box) for a in expr.args]
        return max(p[0] for p in parts), max(p[1] for p in parts)
    rule = _INTERVAL_FUNCTIONS.get(expr.func)
    if rule is None or len(expr.args) != 1:
        return LINE
    return rule(evaluate_interval(expr.args[0], box))


def _widened(low: float, high: float) -> Interval:
    if math.isnan(low) or math.isnan(high):
        return LINE
    return low - abs(low) * _WIDEN - 1e-300, high + abs(high) * _WIDEN + 1e-300


def _times(a: Interval, b: Interval) -> Interval:
    ends = [0.0 if 0 in (p, q) else p * q for p in a for q in b]
    return _widened(min(ends), max(ends))


def _interval_power(expr: Expr, box: Mapping[Symbol, Interval]) -> Interval:
    base, exponent = expr.args
    if base is S.Exp1:
        return _increasing(math.exp)(evaluate_interval(exponent, box))
    low, high = evaluate_interval(base, box)
    if exponent.is_Integer:
        n = int(exponent)
        if n < 0:
            if low <= 0 <= high:
                return LINE
            low, high = _widened(1 / high, 1 / low)
            n = -n
        ends = _power_or_inf(low, n), _power_or_inf(high, n)
        if n % 2 == 0 and low <= 0 <= high:
            return _widened(0.0, max(ends))
        return _widened(min(ends), max(ends))
    if high < 0:
        return LINE
    log = _increasing(lambda v: math.log(v) if v > 0 else -math.inf)((max(low, 0.0), high))
    return _increasing(math.exp)(_times(log, evaluate_interval(exponent, box)))


def _power_or_inf(base: float, n: int) -> float:
    try:
        return base**n
    except OverflowError:
        return math.inf if base > 0 or n % 2 == 0 else -math.inf


def _increasing(function: Callable[[float], float]) -> Callable[[Interval], Interval]:
    def bounds(x: Interval) -> Interval:
        return _widened(_safe(function, x[0], -1), _safe(function, x[1], 1))

    return bounds


def _safe(function: Callable[[float], float], x: float, side: int) -> float:
    try:
        return function(x)
    except OverflowError:
        # the value lies beyond the floats on the side of x: a bound from within is +-1e308
        return math.copysign(math.inf if (x > 0) == (side > 0) else 1e308, x)
    except ValueError:
        return math.inf * side


def _even(function: Callable[[float], float]) -> Callable[[Interval], Interval]:
    """For an even function that increases with the absolute value."""

    def bounds(x: Interval) -> Interval:
        ends = sorted(map(abs, x))
        least = 0.0 if x[0] <= 0 <= x[1] else ends[0]
        return _increasing(function)((least, ends[1]))

    return bounds


def _rule(bounds: Bounds) -> Callable[[Interval], Interval]:
    if bounds.shape is Shape.OTHER:
        return bounds.function
    inside = (_even if bounds.shape is Shape.EVEN else _increasing)(bounds.function)
    return lambda x: LINE if x[1] < bounds.start else inside((max(x[0], bounds.start), x[1]))


_INTERVAL_FUNCTIONS: dict[Any, Callable[[Interval], Interval]] = {
    f.function: _rule(f.bounds) for f in CLASS_FUNCTIONS if f.bounds is not None
}
