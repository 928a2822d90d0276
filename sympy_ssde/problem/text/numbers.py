"""Limits of numbers: what would fill the memory is refused before SymPy computes it.

SymPy evaluates as it builds: ``9**9**9`` and ``exp(10**50*log(10))`` are integers with more digits
than there is room for.  So every number, product and power goes through here.
"""

from collections.abc import Iterable
from math import log2

from sympy import Add, E, Expr, Integer, Mul, Pow, Rational, exp, log

from sympy_ssde.language.functions import MATH_FUNCTIONS

#: Digits of a number that is written out, and size of its decimal exponent.
MAX_DIGITS = 100
MAX_DECIMAL_EXPONENT = 300
#: Bits of a number that results from a computation.
MAX_BITS = 4000
#: Exponents, and arguments of exponential functions, that are numbers.
MAX_EXPONENT = 10_000
#: Ends of ranges and coordinates where they may turn up in an exponent.
MAX_COORDINATE = 10_000
#: Exponentials inside exponentials, and coordinates where they are.
MAX_TOWER = 2
MAX_TOWER_COORDINATE = 100


class TooLarge(ValueError):
    """A number that is refused; the message says why."""


def read_number(text: str) -> Rational:
    """The exact value of a decimal number.

    >>> read_number("0.1"), read_number("2.5e-3"), read_number("7")
    (1/10, 1/400, 7)
    """
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0") or "0"
    if len(digits) > MAX_DIGITS or len(fraction) > MAX_DECIMAL_EXPONENT:
        raise TooLarge(f"this number has {len(digits)} digits; at most {MAX_DIGITS} are read")
    if len(exponent) > 5 or abs(int(exponent or 0)) > MAX_DECIMAL_EXPONENT:
        raise TooLarge(f"the exponent of this number is beyond {MAX_DECIMAL_EXPONENT}")
    shift = int(exponent or 0) - len(fraction)
    return Rational(int(digits) * 10 ** max(shift, 0), 10 ** max(-shift, 0))


def bits(number: Rational) -> int:
    """Bits of numerator and denominator."""
    return int(number.p).bit_length() + int(number.q).bit_length()


def add(terms: list[Expr]) -> Expr:
    """The sum, unless a common denominator would be too large."""
    coefficients = [t.as_coeff_Mul()[0] for t in terms]
    denominators = {int(c.q) for c in coefficients if isinstance(c, Rational)}
    if sum(d.bit_length() for d in denominators) > MAX_BITS:
        raise TooLarge("the fractions in this sum have too large a common denominator")
    return Add(*terms)


def multiply(factors: list[Expr]) -> Expr:
    """The product, unless its coefficient would be too large."""
    if sum(bits(c) for c in _coefficients(factors)) > MAX_BITS:
        raise TooLarge("this product is too large a number")
    return Mul(*factors)


def _coefficients(factors: Iterable[Expr]) -> list[Rational]:
    found = (f.as_coeff_Mul()[0] for f in factors)
    return [c for c in found if isinstance(c, Rational) and c != 1]


def power(base: Expr, exponent: Expr) -> Expr:
    """``base**exponent``, unless that is too large a number or hides one.

    >>> from sympy import Integer, Symbol
    >>> power(Symbol("x"), Integer(3))
    x**3
    >>> power(Integer(9), Integer(9)**9)
    Traceback (most recent call last):
    ...
    sympy_ssde.problem.text.numbers.TooLarge: this exponent is too large: over 10000
    """
    if base is E:
        check_exponential(exponent)
        return Pow(base, exponent)
    largest = _largest(exponent)
    if largest.p > MAX_EXPONENT * largest.q or _size(exponent) > MAX_EXPONENT:
        raise TooLarge(f"this exponent is too large: over {MAX_EXPONENT}")
    if bits(largest) > MAX_BITS // 4:
        raise TooLarge("this exponent has too many digits")
    if not exponent.free_symbols:
        _check_power(base, _size(exponent))
    result = Pow(base, exponent)
    inner = result.exp if isinstance(result, Pow) else None
    if isinstance(inner, Rational) and abs(inner) > MAX_EXPONENT:
        raise TooLarge(f"this exponent is too large: over {MAX_EXPONENT}")
    _check_tower(result)
    return result


def _check_power(base: Expr, exponent: float) -> None:
    numbers = [base] if base.is_number else _coefficients([base])
    for number in numbers:
        if isinstance(number, Rational):
            size = float(bits(number)) if number not in (0, 1, -1) else 0.0
        else:
            size = abs(log2(max(_size(number), 1e-300)))
        if size * exponent > MAX_BITS:
            raise TooLarge("this power is too large a number")


def check_exponential(argument: Expr) -> None:
    """Raise if an exponential or hyperbolic function of the argument is too large a number."""
    if _size(argument) > MAX_EXPONENT:
        raise TooLarge(f"this exponential is too large: its argument is over {MAX_EXPONENT}")
    if argument.has(log) and _largest(argument) > MAX_EXPONENT:
        raise TooLarge(f"this exponential of a logarithm has a factor over {MAX_EXPONENT}")
    if _tower(argument) >= MAX_TOWER:
        raise TooLarge(f"more than {MAX_TOWER} exponentials inside each other")


def _size(expr: Expr) -> float:
    """Magnitude of a number; 0 for what is not a number."""
    if not expr.is_number:
        return 0.0
    if isinstance(expr, Rational):
        ratio = int(expr.p).bit_length() - int(expr.q).bit_length()
        return float(abs(expr)) if abs(ratio) < 1000 else (float("inf") if ratio > 0 else 0.0)
    value = abs(expr.evalf(6))
    return float(value) if value.is_Float and value < 1e300 else float("inf")


def _check_tower(expr: Expr) -> None:
    if _tower(expr) > MAX_TOWER:
        raise TooLarge(f"more than {MAX_TOWER} exponentials inside each other")


#: Functions that grow as exp does.
GROWING = tuple(f.name for f in MATH_FUNCTIONS if f.grows)


def _tower(expr: Expr) -> int:
    """Number of exponentials with symbols in the exponent that stand inside each other."""
    below = max((_tower(a) for a in expr.args), default=0)
    exponent = expr.exp if isinstance(expr, Pow) else expr
    growing = isinstance(expr, Pow) or type(expr).__name__ in GROWING
    return below + (growing and bool(exponent.free_symbols))


def check_coordinates(expressions: Iterable[Expr], places: Iterable[Expr]) -> None:
    """Raise if numbers of the places, put in for symbols in an exponent, might be too large."""
    places = list(places)
    largest = max((_largest(p) for p in places), default=Integer(0))
    logarithms = any(p.has(log) for p in places)
    for expr in expressions:
        powers = [n for n in expr.atoms(Pow, exp) if n.exp.free_symbols]
        hidden = any(not isinstance(n, exp) or n.exp.has(log) for n in powers)
        limit = MAX_TOWER_COORDINATE if _tower(expr) >= MAX_TOWER else MAX_COORDINATE
        if largest > limit and (hidden or limit == MAX_TOWER_COORDINATE):
            raise TooLarge(f"a range or a point is over {limit} and enters an exponent")
        if logarithms and any(_largest(n.exp) > MAX_EXPONENT for n in powers):
            raise TooLarge("a point with a logarithm enters a large exponent")


def _largest(expr: Expr) -> Rational:
    """The largest magnitude of a number that is written in the expression."""
    return max((abs(n) for n in expr.atoms(Rational)), default=Integer(0))
