"""From digits to an exact number: rationals, the problem's own numbers, pi, e, roots, logs."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

import sympy
from mpmath import mp
from sympy import E, Expr, Integer, Rational, S, exp, log, pi, preorder_traversal, sqrt

from sympy_ssde.problem.problem import Problem

#: Digits to which an identified number has to agree; fitted constants are polished to more.
DIGITS = 35
_MAX_DENOMINATOR = 10**6
_MAX_NUMERATOR = 10**9

# Of a fitted number nine digits are right: few numbers are so near to a simple one by chance.
_FITTED = 1e-9
_SIMPLE_DENOMINATOR, _LARGEST_SIMPLE = 60, 1e4


def numbers_of(problem: Problem) -> tuple[Expr, ...]:
    """The irrational numbers that occur in a problem, short ones first.

    >>> from sympy import Function, pi, sin, sqrt
    >>> from sympy.abc import x
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> numbers_of(Problem(u(x).diff(x) - sqrt(6)*sin(pi*x), u(x), {u(0): 1}))
    (pi, sqrt(6))
    """
    exprs = [c.expr for c in problem.constraints]
    exprs += [p for c in problem.constraints for t in c.traces for p in t.point]
    exprs += [end for r in problem.domain for end in (r.low, r.high)]
    found: set[Expr] = set()
    for expr in exprs:
        walk = preorder_traversal(expr)
        for node in walk:
            if isinstance(node, Expr) and node.is_number and not node.is_Rational:
                walk.skip()
                found.update(_parts(node))
    return tuple(sorted(found, key=lambda n: (n.count_ops(), str(n))))


def _parts(number: Expr) -> Iterator[Expr]:
    """A number without its rational factor, and the irrational factors and terms of it."""
    for part in (number, *(number.args if number.is_Mul or number.is_Add else ())):
        rest = part.as_coeff_Mul(rational=True)[1]
        if rest.is_real and rest.is_finite and not rest.is_Rational:
            yield rest
            if rest.is_Pow and rest.exp.is_Integer:
                yield rest.base


@lru_cache(maxsize=64)
def bases(numbers: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Numbers of which a constant may be a rational multiple."""
    standard: list[Expr] = [Integer(1), pi, 1 / pi, pi**2, sqrt(pi), 1 / sqrt(pi), E, 1 / E]
    standard += [sqrt(Integer(n)) for n in (2, 3, 5, 6, 7, 10)]
    own: list[Expr] = []
    for n in numbers[:12]:
        own += [n, 1 / n, n**2, n**-2] + ([sqrt(n), 1 / sqrt(n)] if n.is_positive else [])
    mixed = [a * b for a in numbers[:6] for b in numbers[:6] if a != b]
    mixed += [a / b for a in numbers[:6] for b in numbers[:6] if a != b]
    mixed += [a * b for a in numbers[:4] for b in (pi, 1 / pi, sqrt(S(2)))]
    unique = dict.fromkeys([*standard, *own, *mixed])
    return tuple(b for b in unique if b.is_real)


def rational(value: mp.mpf) -> Rational | None:
    """The rational with small terms that agrees with ``value``.

    >>> rational(mp.mpf(-7)/3), rational(mp.sqrt(2))
    (-7/3, None)
    """
    if value == 0:
        return Integer(0)
    x, (p0, q0), (p1, q1) = value, (0, 1), (1, 0)
    for _ in range(40):
        whole = int(mp.floor(x))
        p0, q0, p1, q1 = p1, q1, whole * p1 + p0, whole * q1 + q0
        if q1 > _MAX_DENOMINATOR or abs(p1) > _MAX_NUMERATOR:
            return None
        if abs(value - mp.mpf(p1) / q1) <= mp.mpf(10) ** -DIGITS * max(1, abs(value)):
            return Rational(p1, q1)
        x = 1 / (x - whole)
    return None


def simple_rational(value: float) -> Rational | None:
    """A rational with a small denominator that a fitted number may well be.

    >>> simple_rational(-2.4999999999), simple_rational(0.3334), simple_rational(1e300)
    (-5/2, None, None)
    """
    if not abs(value) < _LARGEST_SIMPLE:
        return None
    found = Fraction(value).limit_denominator(_SIMPLE_DENOMINATOR)
    if abs(value - found) > _FITTED * max(1.0, abs(value)):
        return None
    return Rational(found.numerator, found.denominator)


def identify(value: mp.mpf, numbers: Iterable[Expr] = ()) -> Expr | None:
    """An exact number that agrees with ``value`` to :data:`DIGITS` digits, simple ones first.

    ``mp.dps`` must be larger than that when ``value`` is computed and when this is called.

    >>> with mp.workdps(50):
    ...     print(identify(2*mp.pi/3), identify(mp.sqrt(mp.mpf(5)/8)), identify(-mp.log(2)/2))
    2*pi/3 sqrt(10)/4 -log(2)/2
    """
    return _by_methods(value, numbers, (*_QUICK, *_THOROUGH))


def identify_quickly(value: mp.mpf, numbers: Iterable[Expr] = ()) -> Expr | None:
    """As :func:`identify`, without sums.

    >>> with mp.workdps(50):
    ...     print(identify_quickly(2*mp.pi/3), identify_quickly(1 + mp.sqrt(2)))
    2*pi/3 None
    """
    return _by_methods(value, numbers, _QUICK)


def _by_methods(
    value: mp.mpf, numbers: Iterable[Expr], methods: "Iterable[_Method]"
) -> Expr | None:
    found = rational(value)
    if found is not None:
        return found
    own = [(b, mp.mpmathify(b.evalf(mp.dps + 5))) for b in bases(tuple(numbers))]
    for method in methods:
        found = method(value, own)
        if found is not None and _agrees(found, value):
            return found
    return None


Bases = list[tuple[Expr, mp.mpf]]


def _multiple(value: mp.mpf, own: Bases) -> Expr | None:
    for base, number in own:
        ratio = rational(value / number)
        if ratio is not None and _is_short(ratio):
            return ratio * base
    return None


def _root(value: mp.mpf, own: Bases) -> Expr | None:
    for power in (2, 3, 4):
        for base, number in own:
            ratio = rational(abs(value) ** power / number)
            if ratio is not None and _is_short(ratio) and ratio * base > 0:
                return Integer(int(mp.sign(value))) * (ratio * base) ** Rational(1, power)
    return None


def _logarithm(value: mp.mpf, own: Bases) -> Expr | None:
    """``value = q*log(r*b)``."""
    if abs(value) > 50:
        return None
    for base, number in own:
        for factor in (S(1), S(2), S(3), Rational(1, 2)):
            ratio = rational(mp.exp(value * factor.p / factor.q) / number)
            if ratio is not None and _is_short(ratio) and ratio * base > 0:
                return log(ratio * base) / factor
    return None


def _exponential(value: mp.mpf, own: Bases) -> Expr | None:
    """``value = +-r*exp(q*b)`` with r = 1, 2, 3, 1/2, 1/3."""
    if value == 0:
        return None
    for factor in (S(1), S(2), S(3), Rational(1, 2), Rational(1, 3)):
        target = mp.log(abs(value) / mp.mpmathify(factor.evalf(mp.dps)))
        for base, number in own[:16]:
            ratio = rational(target / number)
            if ratio is not None and _is_short(ratio):
                return Integer(int(mp.sign(value))) * factor * exp(ratio * base)
    return None


def _combination(value: mp.mpf, own: Bases, most: int = 2) -> Expr | None:
    """A relation with small whole coefficients among the value, 1 and one or two of the bases."""
    irrational = [(b, n) for b, n in own if not b.is_Rational][:10]
    for i, (first, a) in enumerate(irrational):
        for second, b in [(None, None), *(irrational[i + 1 :] if most > 1 else ())]:
            terms = [value, mp.mpf(1), a] + ([b] if second is not None else [])
            found = mp.pslq(terms, maxcoeff=1000, maxsteps=2000, tol=mp.mpf(10) ** -DIGITS)
            if found and found[0]:
                exact = [S(1), first] + ([second] if second is not None else [])
                pairs = zip(found[1:], exact, strict=True)
                return -sum(Integer(k) * e for k, e in pairs) / found[0]
    return None


def _reciprocal(value: mp.mpf, own: Bases) -> Expr | None:
    """``1/value`` as a combination: 1/(pi - 1)."""
    found = _combination(1 / value, own) if value else None
    return None if found is None else 1 / found


def _logarithm_of_sum(value: mp.mpf, own: Bases) -> Expr | None:
    """``exp(value)`` as a combination: log(1 + sqrt(2))."""
    found = _combination(mp.exp(value), own, most=1) if abs(value) < 50 else None
    return log(found) if found is not None and found.is_positive else None


_Method = Callable[[mp.mpf, Bases], Expr | None]
_QUICK: tuple[_Method, ...] = (_multiple, _root, _logarithm, _exponential)
_THOROUGH: tuple[_Method, ...] = (_combination, _reciprocal, _logarithm_of_sum)


def _is_short(ratio: Rational) -> bool:
    """With an irrational base only short multiples are believed."""
    return ratio != 0 and abs(ratio.p) * ratio.q < 10**8


def _agrees(expr: Expr, value: mp.mpf) -> bool:
    number = mp.mpmathify(sympy.N(expr, mp.dps + 5))
    return bool(abs(number - value) <= mp.mpf(10) ** -(DIGITS - 3) * max(1, abs(value)))
