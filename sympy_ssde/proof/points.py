"""Points of a domain at which claims are tried: exact, inside, and where it may hurt.

All ranges are open.  A half line or a line is tried at several scales, and a symbol only at values
that its assumptions allow.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from random import Random

from sympy import Expr, Integer, Rational, Symbol

from sympy_ssde.problem.domain import Domain
from sympy_ssde.proof.balls import Evaluation, NoValue, point_balls, precision
from sympy_ssde.proof.evaluate import Undefined

Point = dict[Symbol, Expr]

#: Widths of the windows that stand for an infinite range, one after the other.
SCALES = (Fraction(2), Fraction(9), Fraction(1, 4), Fraction(50), Fraction(4))
#: Assumptions that a value must not contradict.
_PROPERTIES = (
    "positive negative nonpositive nonnegative zero nonzero integer noninteger even odd prime "
    "composite"
).split()


class NoPoint(ValueError):
    """The domain has no point that the assumptions allow, or none was found."""


def sample(domain: Domain, random: Random, turn: int = 0, margin: float = 0.02) -> Point:
    """A random point inside the domain, of exact rationals; ``turn`` chooses the scale.

    >>> from sympy import Symbol
    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.domain import Range
    >>> n = Symbol("n", integer=True, positive=True)
    >>> tiny = Domain((Range(n, 0, 3), Range(x, Rational(1, 10**9), Rational(2, 10**9))))
    >>> at = sample(tiny, Random(1))
    >>> at[n] in (1, 2), 1 < at[x]*10**9 < 2
    (True, True)
    """
    at: Point = {}
    for place, r in enumerate(domain):
        low, high = end(r.low, at), end(r.high, at)
        scale = SCALES[(turn + place * (turn + 1)) % len(SCALES)]
        at[r.symbol] = _between(r.symbol, low, high, random, scale, margin)
    return at


def near_corner(domain: Domain, random: Random) -> Point:
    """A point inside the domain, but close to the end of every range.

    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.domain import Range
    >>> at = near_corner(Domain((Range(x, 0, 1),)), Random(1))
    >>> 0 < min(at[x], 1 - at[x]) < Rational(1, 10**5)
    True
    """
    at: Point = {}
    for r in domain:
        low, high = _window(r.symbol, end(r.low, at), end(r.high, at), SCALES[3])
        if low >= high:
            raise NoPoint(f"the range of {r.symbol} is empty")
        share = Fraction(random.choice((1, 2**20 - 1)), 2**20)
        if r.symbol.is_integer or (r.low.is_infinite and r.high.is_infinite):
            at[r.symbol] = _between(r.symbol, low, high, random, SCALES[1], 0.02)
        else:
            value = low + share * (high - low)
            at[r.symbol] = Rational(value.numerator, value.denominator)
    return at


def end(bound: Expr, at: Mapping[Symbol, Expr]) -> Fraction | None:
    """A bound as a number, correct to 30 digits of its own; None if it is infinite."""
    if bound.is_Rational:
        return Fraction(int(bound.p), int(bound.q))
    if bound.is_infinite:
        return None
    try:
        with precision(160):
            ball = Evaluation(point_balls(at)).value(bound)
    except (Undefined, NoValue) as problem:
        raise NoPoint(f"the bound {bound} has no value: {problem}") from None
    if not ball.is_finite() or not ball.imag.contains(0):
        raise NoPoint(f"the bound {bound} is not real")
    mantissa, exponent = ball.real.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _between(
    symbol: Symbol,
    low: Fraction | None,
    high: Fraction | None,
    random: Random,
    scale: Fraction,
    margin: float,
) -> Expr:
    low, high = _window(symbol, low, high, scale)
    if low >= high:
        raise NoPoint(f"the range of {symbol} is empty")
    for _ in range(60):
        value = (
            _whole(low, high, random) if symbol.is_integer else _inside(low, high, random, margin)
        )
        if _is_allowed(symbol, value):
            return value
    raise NoPoint(f"no value of {symbol} was found that its assumptions allow")


def _window(
    symbol: Symbol, low: Fraction | None, high: Fraction | None, scale: Fraction
) -> tuple[Fraction, Fraction]:
    """Finite bounds; a wide window begins away from the end, so that large values occur."""
    if symbol.is_integer:
        scale = max(scale, Fraction(6))
    if low is None and high is None:
        if symbol.is_nonnegative:
            low = -scale / 16
        elif symbol.is_nonpositive:
            high = scale / 16
        else:
            return -scale, scale
    if low is None:
        assert high is not None
        return high - scale - scale / 8, high
    return (low, high) if high is not None else (low, low + scale + scale / 8)


def _whole(low: Fraction, high: Fraction, random: Random) -> Expr:
    first, last = floor(low) + 1, ceil(high) - 1
    if first > last:
        raise NoPoint("the range has no whole number inside")
    return Integer(random.randint(first, last))


def _inside(low: Fraction, high: Fraction, random: Random, margin: float) -> Expr:
    """A short number between the ends, however close they are."""
    width = high - low
    share = Fraction(margin + (1 - 2 * margin) * random.random())
    bits = max(20 - (width.numerator.bit_length() - width.denominator.bit_length()), 0) + (
        max(0, ceil(-_log2(margin)) - 5)
    )
    value = Fraction(round((low + share * width) * 2**bits), 2**bits)
    return Rational(value.numerator, value.denominator)


def _log2(share: float) -> int:
    return Fraction(share).numerator.bit_length() - Fraction(share).denominator.bit_length()


def _is_allowed(symbol: Symbol, value: Expr) -> bool:
    for name in _PROPERTIES:
        wanted = getattr(symbol, f"is_{name}")
        if wanted is not None and getattr(value, f"is_{name}") is (not wanted):
            return False
    return True


def is_inside(at: Mapping[Symbol, Expr], domain: Domain) -> bool:
    """Whether a point lies in the open domain.

    >>> from sympy.abc import x, y
    >>> from sympy_ssde.problem.domain import Range
    >>> triangle = Domain((Range(x, 0, 1), Range(y, 0, x)))
    >>> is_inside({x: Rational(1, 2), y: Rational(1, 4)}, triangle)
    True
    >>> is_inside({x: Rational(1, 2), y: Rational(3, 4)}, triangle)
    False
    """
    for r in domain:
        if r.symbol not in at:
            continue
        value = at[r.symbol]
        place = Fraction(int(value.p), int(value.q))
        try:
            low, high = end(r.low, at), end(r.high, at)
        except NoPoint:
            return False
        if (low is not None and place <= low) or (high is not None and place >= high):
            return False
    return True
