"""Shapes of decay with numbers: what the tail of a sum of such terms can amount to at most."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import sympy
from sympy import Expr, S, Symbol

from sympy_ssde.proof.evaluate import Interval
from sympy_ssde.proof.series_bounds import NoBound

#: Terms that are summed one by one before a tail is estimated.
_FIRST = 200
#: What sums and products of floats are rounded up by.
ROUNDING = 1 + 1e-12


def rounded_up(value: float) -> float:
    """A float that is at least what was meant, although it was rounded."""
    if math.isnan(value):
        raise NoBound("a bound is not a number")
    return value * ROUNDING if value >= 0 else value / ROUNDING


@dataclass(frozen=True)
class Shape:
    """``s**power * exp(-square*s**2 - linear*s)``, for whole numbers ``s`` from 1 on."""

    power: float = 0.0
    square: float = 0.0
    linear: float = 0.0

    def value(self, s: float) -> float:
        """At one place; rounded up."""
        exponent = self.power * math.log(s) - self.square * s * s - self.linear * s
        return math.inf if exponent > 700 else rounded_up(math.exp(exponent) + 1e-300)

    def tail(self, start: int) -> float:
        """At least the sum of all values from ``start`` on.

        >>> 0.0099 < Shape(power=-2.0).tail(100) < 0.0102
        True
        >>> Shape(square=1.0).tail(5) < 2e-11
        True
        """
        found = math.inf
        if self.square >= 0 and self.linear >= 0 and self.power < -1:
            rest = start ** (self.power + 1) / (-self.power - 1) * math.exp(-self.linear * start)
            found = rounded_up(self.value(start) + rest)
        growth = max(self.power, 0.0) * math.log1p(1 / start)
        ratio = growth - self.square * (2 * start + 1) - self.linear
        if self.square >= 0 and ratio < 0:
            found = min(found, rounded_up(self.value(start) / -math.expm1(ratio)))
        return found

    def whole(self) -> float:
        """At least the sum of all values."""
        return rounded_up(sum(map(self.value, range(1, _FIRST))) + self.tail(_FIRST))


@dataclass(frozen=True)
class Product:
    """``constant * exp(exponent)`` times powers of the indices that are counted from 1."""

    constant: float = 1.0
    powers: Mapping[Symbol, float] = field(default_factory=dict)
    exponent: Expr = S.Zero

    def times(self, other: "Product") -> "Product":
        """The product of two."""
        keys = (*self.powers, *other.powers)
        powers = {j: self.powers.get(j, 0.0) + other.powers.get(j, 0.0) for j in keys}
        constant = 0.0 if 0.0 in (self.constant, other.constant) else self.constant * other.constant
        return Product(rounded_up(constant), powers, self.exponent + other.exponent)

    def to(self, power: float) -> "Product":
        """A power of it; the constant is rounded up."""
        powers = {j: p * power for j, p in self.powers.items()}
        return Product(
            rounded_up(self.constant**power), powers, self.exponent * sympy.nsimplify(power)
        )


def left_out(shapes: Sequence[Shape], start: int) -> float:
    """At least the sum of all products of values but those before ``start`` in each index."""
    if len(shapes) == 1:
        return shapes[0].tail(start)
    whole = [s.whole() for s in shapes]
    total = 0.0
    for i, shape in enumerate(shapes):
        others = math.prod(w for k, w in enumerate(whole) if k != i)
        total += shape.tail(start) * others
    return total


def without_zero_below(factors: Sequence[Expr], box: Mapping[Symbol, Interval]) -> list[Expr]:
    """Factors of a product, with ``a`` for ``sin(a*x)/x`` where x may be zero: it isn't smaller.

    >>> from sympy.abc import a, x
    >>> without_zero_below((1/x, sympy.sin(a*x)), {x: (0.0, 1.0)})
    [a]
    """
    found = list(factors)
    for x, (low, high) in box.items():
        waves = [f for f in found if isinstance(f, sympy.sin) and not (f.args[0] / x).has(x)]
        if low <= 0 <= high and 1 / x in found and waves:
            found.remove(1 / x)
            found[found.index(waves[0])] = waves[0].args[0] / x
    return found
