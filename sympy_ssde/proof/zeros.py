"""Zeros and poles of an expression in a domain, found by numbers."""

from fractions import Fraction
from itertools import pairwise
from random import Random

from flint import acb, fmpq
from sympy import Expr, Rational, Symbol

from sympy_ssde.problem.domain import Domain
from sympy_ssde.proof.balls import Ball, Evaluation, NoValue, point_balls, precision
from sympy_ssde.proof.evaluate import Undefined
from sympy_ssde.proof.points import NoPoint, Point, is_inside, sample

#: Distances to a zero at which a pole must show, as powers of ten; the deep ones need more bits.
SHALLOW, DEEP = (6, 8, 10, 12), (200, 202, 204, 206)
DEEP_BITS, SECANTS = 3000, 24
#: Bits of the numbers, and halvings of a segment with a zero on it.
BITS, HALVINGS = 200, 80


def find_zero(expr: Expr, domain: Domain, random: Random, tries: int = 24) -> Point | None:
    """A point of the domain next to which ``expr`` vanishes, between two of different sign.

    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.domain import Range
    >>> zero = find_zero(x**2 - 2, Domain((Range(x, 0, 2),)), Random(1))
    >>> abs(zero[x]**2 - 2) < Rational(1, 10**20)
    True
    """
    ends: dict[int, Point] = {}
    with precision(BITS):
        for turn in range(tries):
            try:
                at = sample(domain, random, turn, margin=1e-3)
            except NoPoint:
                return None
            sign = _sign(expr, at)
            if sign is None:
                continue
            if sign == 0:
                return at
            ends.setdefault(sign, at)
            if len(ends) == 2:
                zero = _bisect(expr, ends[-1], ends[1])
                return zero if is_inside(zero, domain) else None
    return None


def is_nonzero_somewhere(expr: Expr, domain: Domain) -> bool:
    """Whether some point of the domain shows that ``expr`` is not zero everywhere.

    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.domain import Range
    >>> line = Domain((Range(x, 0, 1),))
    >>> is_nonzero_somewhere(x - 1, line), is_nonzero_somewhere((x + 1)**2 - x**2 - 2*x - 1, line)
    (True, False)
    """
    with precision(BITS):
        for turn in range(3):
            try:
                value = _value(expr, point_balls(sample(domain, Random(turn), turn)))
            except NoPoint:
                continue
            if value is not None and not value.contains(0):
                return True
    return False


def _sign(expr: Expr, at: Point) -> int | None:
    value = _value(expr, point_balls(at))
    if value is None or not value.imag.contains(0):
        return None
    if value.is_zero():
        return 0
    return 1 if value.real > 0 else -1 if value.real < 0 else None


def _value(expr: Expr, at: dict[Symbol, Ball]) -> Ball | None:
    try:
        value = Evaluation(at).value(expr)
    except (Undefined, NoValue):
        return None
    return value if value.is_finite() else None


def _bisect(expr: Expr, below: Point, above: Point) -> Point:
    """The zero on the segment that joins two points; symbols of whole numbers stay as they are."""
    for _ in range(HALVINGS):
        middle = {s: (below[s] + above[s]) / 2 for s in below}
        sign = _sign(expr, middle)
        if not sign:
            return middle
        below, above = (middle, above) if sign < 0 else (below, middle)
    return above


def is_pole(expr: Expr, critical: Expr, center: Point, domain: Domain, real: bool) -> bool:
    """Whether ``expr`` grows without bound, or turns complex, towards the zero of ``critical``."""
    try:
        away = sample(domain, Random(4), margin=0.1)
    except NoPoint:
        return False
    with precision(2 * BITS):
        if not any(_grows(expr, critical, center, away, side, real) for side in (1, -1)):
            return False
    with precision(DEEP_BITS):  # sin(10**30*x)/x grows, too, until it doesn't
        exact = _refined(critical, center, away)
        if exact is None:
            return False
        return any(_grows(expr, critical, exact, away, side, real, DEEP) for side in (1, -1))


def _refined(critical: Expr, center: Point, away: Point) -> Point | None:
    """The zero, to the distance at which a pole must still show; by secants towards ``away``."""
    wanted = Fraction(1, 10 ** (2 * max(DEEP)))
    places = [Fraction(0), Fraction(1, 10**20)]
    values = [_along(critical, center, away, place) for place in places]
    for _ in range(SECANTS):
        last, before = values[-1], values[-2]
        if last is None or before is None:
            return None
        if values[0] == 0 or last == 0 or abs(places[-1] - places[-2]) < wanted:
            best = places[0] if values[0] == 0 else places[-1]
            return {
                s: c + Rational(*best.as_integer_ratio()) * (away[s] - c) for s, c in center.items()
            }
        if last == before:
            return None
        step = last * (places[-1] - places[-2]) / (last - before)
        places.append(Fraction(round((places[-1] - step) * 2**DEEP_BITS), 2**DEEP_BITS))
        values.append(_along(critical, center, away, places[-1]))
    return None


def _along(critical: Expr, center: Point, away: Point, place: Fraction) -> Fraction | None:
    """The middle of the value at some share of the way."""
    share = Rational(place.numerator, place.denominator)
    value = _value(critical, point_balls({s: c + share * (away[s] - c) for s, c in center.items()}))
    if value is None:
        return None
    mantissa, exponent = value.real.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _grows(
    expr: Expr,
    critical: Expr,
    center: Point,
    away: Point,
    side: int,
    real: bool,
    steps: tuple[int, ...] = SHALLOW,
) -> bool:
    sizes = []
    for step in steps:
        share = Rational(side, 10**step)
        at = {
            s: acb(fmpq(int(v.p), int(v.q)))
            for s, v in ((s, c + share * (away[s] - c)) for s, c in center.items())
        }
        value, reference = _value(expr, at), _value(critical, at)
        if value is None or reference is None:
            return False
        if real and not value.imag.contains(0):
            return True
        if not abs(reference) < acb(10).pow(acb(2 - step)).real:
            return False
        sizes.append(abs(value))
    # a pole grows by a factor at every step, a logarithm by a constant amount
    if not all(b > a for a, b in pairwise(sizes)):
        return False
    gains = [b - a for a, b in pairwise(sizes)]
    return bool(gains[0] > 0 and 2 * gains[-1] > gains[0])
