"""Rational functions as quotients of FLINT's polynomials, which multiply out much faster.

The imaginary unit and roots are variables; what is known of them (``i**2 = -1``, ``r**n = p``) is
put in by :meth:`Fractions.reduced`.
"""

from collections.abc import Iterable
from math import comb
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx
from sympy import Dummy, Expr, I, Integer, Symbol

#: Products with more terms than this are left to methods that can be interrupted.
MAX_TERMS = 2 * 10**6

Polynomial = Any  # flint's classes have no types
Fraction = tuple[Polynomial, Polynomial]


class TooLarge(ValueError):
    """Multiplying out would take too long, or the expression is no rational function."""


class Fractions:
    """Rational functions of some symbols.

    >>> from sympy.abc import x, y
    >>> field = Fractions([x, y])
    >>> numerator, _ = field.convert((x + y)**2/x - x - 2*y - y**2/x)
    >>> numerator == 0
    True
    """

    def __init__(self, symbols: Iterable[Symbol]):
        self.symbols = list(symbols)
        self.place = {s: i for i, s in enumerate(self.symbols)}
        names = [f"v{i}" for i in range(len(self.symbols) + 1)]
        self.ring = fmpq_mpoly_ctx.get(names, "lex")
        self.unit = len(self.symbols)  # the place of the imaginary unit
        self.one = self.ring.constant(1)
        self._memo: dict[Expr, Fraction] = {}

    def convert(self, expr: Expr) -> Fraction:
        """Numerator and denominator; raises :class:`TooLarge` for what is none."""
        known = self._memo.get(expr)
        if known is None:
            known = self._memo[expr] = self._convert(expr)
        return known

    def _convert(self, expr: Expr) -> Fraction:
        if expr.is_Rational:
            return self.ring.constant(fmpq(int(expr.p), int(expr.q))), self.one
        if expr.is_Symbol and expr in self.place:
            return self.ring.gen(self.place[expr]), self.one
        if expr is I:
            return self.ring.gen(self.unit), self.one
        if expr.is_Add:
            total: Fraction = (self.ring.constant(0), self.one)
            for a in expr.args:
                total = self._sum(total, self.convert(a))
            return total
        if expr.is_Mul:
            total = (self.one, self.one)
            for a in expr.args:
                n, d = self.convert(a)
                total = _times(total[0], n), _times(total[1], d)
            return total
        if expr.is_Pow and expr.exp.is_Integer:
            n, d = self.convert(expr.base)
            power = abs(int(expr.exp))
            n, d = _power(n, power), _power(d, power)
            return (n, d) if expr.exp > 0 else (d, n)
        raise TooLarge(f"{expr.func} is no rational function")

    def _sum(self, first: Fraction, second: Fraction) -> Fraction:
        (a, b), (c, d) = first, second
        if b == d:
            return a + c, b
        common = b.gcd(d)
        left, right = b / common, d / common
        return _times(a, right) + _times(c, left), _times(b, right)

    def reduced(self, numerator: Polynomial, place: int, degree: int, base: Fraction) -> Polynomial:
        """The numerator with powers of a root lowered by ``root**degree = base``.

        >>> from sympy.abc import x
        >>> field = Fractions([x])
        >>> n, _ = field.convert((x + I)*(x - I) - x**2 - 1)
        >>> field.reduced(n, field.unit, 2, field.convert(-1 + 0*x)) == 0
        True
        """
        highest = int(numerator.degrees()[place]) // degree if numerator else 0
        if not highest:
            return numerator
        parts: dict[int, dict[tuple[int, ...], Any]] = {}
        for exponents, coefficient in numerator.to_dict().items():
            whole, rest = divmod(int(exponents[place]), degree)
            lowered = (*exponents[:place], rest, *exponents[place + 1 :])
            terms = parts.setdefault(whole, {})
            terms[lowered] = terms.get(lowered, 0) + coefficient
        total = self.ring.constant(0)
        for whole, terms in parts.items():
            factor = _times(_power(base[0], whole), _power(base[1], highest - whole))
            total = total + _times(self.ring.from_dict(terms), factor)
        return total


def is_zero_fraction(expr: Expr) -> bool:
    """Whether the numerator of ``expr`` multiplies out to zero, with its functions as variables.

    >>> from sympy import sin
    >>> from sympy.abc import x
    >>> is_zero_fraction((sin(x) + 1)**2/x - (sin(x)**2 + 2*sin(x) + 1)/x)
    True
    >>> is_zero_fraction(sin(x)**2 - x)
    False
    """
    parts = {part: Dummy() for part in _irrational(expr)}
    plain = expr.xreplace(parts)
    field = Fractions(sorted(plain.free_symbols, key=str))
    try:
        numerator, denominator = field.convert(plain)
    except TooLarge:
        return False
    numerator, denominator = (
        field.reduced(p, field.unit, 2, field.convert(Integer(-1)))
        for p in (numerator, denominator)
    )
    return bool(numerator == 0 and denominator != 0)


def _irrational(expr: Expr) -> set[Expr]:
    """The outermost parts that are neither sums, products nor whole powers."""
    if expr.is_Add or expr.is_Mul or (expr.is_Pow and expr.exp.is_Integer):
        return set().union(*map(_irrational, expr.args))
    return set() if expr.is_Atom and (expr.is_Symbol or expr.is_Rational or expr is I) else {expr}


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) * len(b) > MAX_TERMS:
        raise TooLarge("a product has too many terms")
    return a * b


def _power(base: Polynomial, exponent: int) -> Polynomial:
    if len(base) > 1 and comb(len(base) + exponent - 1, exponent) > MAX_TERMS:
        raise TooLarge("a power has too many terms")
    return base**exponent
