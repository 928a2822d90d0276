"""Data of one variable as pieces: a plucked string, a step, the modulus of something.

On each piece a function is a sum of terms ``c * x**k * exp(a*x) * wave(b*x + d)``, which is what
integrals over modes are known for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise
from math import ceil, floor

from sympy import (
    Abs,
    Add,
    Dummy,
    Expr,
    Max,
    Min,
    Mul,
    Piecewise,
    Poly,
    Pow,
    S,
    Symbol,
    cos,
    exp,
    expand,
    log,
    pi,
    roots,
    sign,
    sin,
)
from sympy.core.relational import Relational
from sympy.functions.elementary.hyperbolic import HyperbolicFunction
from sympy.logic.boolalg import Boolean
from sympy.polys.polyerrors import BasePolynomialError
from sympy.simplify.fu import TR8

from sympy_ssde.problem.rough import ROUGH, is_rough, switching

#: More pieces than that, and higher powers, are left alone.
MAX_PIECES, MAX_POWER = 12, 12

#: Values of parameters.
Samples = Sequence[Mapping[Symbol, Expr]]

_CLEAR = 1e-12  # larger than rounding


@dataclass(frozen=True)
class Piece:
    """An expression on the interval from ``low`` to ``high``."""

    low: Expr
    high: Expr
    expr: Expr


@dataclass(frozen=True)
class Term:
    """``factor * x**power * exp(rate*x) * wave(frequency*x + phase)``; no wave if it is None."""

    factor: Expr
    power: int = 0
    rate: Expr = S.Zero
    wave: type | None = None
    frequency: Expr = S.Zero
    phase: Expr = S.Zero


def pieces(
    expr: Expr, x: Symbol, low: Expr, high: Expr, samples: Samples = ()
) -> list[Piece] | None:
    """The smooth pieces of an expression of ``x``; None if they can't be told.

    ``samples`` are values of parameters; what is true for all of them is taken for true.

    >>> from sympy.abc import x
    >>> [(p.low, p.high, p.expr) for p in pieces(Abs(x - 1), x, S(0), S(3))]
    [(0, 1, 1 - x), (1, 3, x - 1)]
    """
    if not is_rough(expr):
        return [Piece(low, high, expr)]
    try:
        return _Pieces(x, low, high, samples).of(expr)
    except _UnknownError:
        return None


class _UnknownError(Exception):
    """Where a part switches, or which branch it takes, can't be told."""


@dataclass(frozen=True)
class _Pieces:
    """Pieces between two ends."""

    x: Symbol
    low: Expr
    high: Expr
    samples: Samples

    def of(self, expr: Expr) -> list[Piece]:
        """The pieces of an expression."""
        inside = [p for p in dict.fromkeys(self._switches(expr)) if self._is_inside(p)]
        places = [self.low, *sorted(inside, key=cmp_to_key(self._order)), self.high]
        if len(places) > MAX_PIECES + 1:
            raise _UnknownError
        return [Piece(a, b, self._branch(expr, _between(a, b))) for a, b in pairwise(places)]

    def _is_inside(self, place: Expr) -> bool:
        return self._order(self.low, place) == self._order(place, self.high) == -1

    def _order(self, first: Expr, second: Expr) -> int:
        """-1, 0 or 1 for less, equal and greater."""
        gap = expand(first - second)
        if gap.is_zero or gap == 0:
            return 0
        if gap.is_infinite:
            return 1 if gap.is_extended_positive else -1
        gap = gap.factor()
        if gap.is_positive:
            return 1
        if gap.is_negative:
            return -1
        signs = {_sign(gap.subs(at)) for at in self.samples}
        if len(signs) != 1:
            raise _UnknownError
        return signs.pop()

    def _switches(self, expr: Expr) -> Iterator[Expr]:
        """The places at which rough parts may switch."""
        for part in expr.atoms(*ROUGH):
            for argument in switching(part):
                if argument.has(self.x):
                    inner = self.of(argument) if is_rough(argument) else None
                    smooth = [argument] if inner is None else [p.expr for p in inner]
                    for e in smooth:
                        yield from _roots(e, self.x, self.low, self.high)

    def _branch(self, expr: Expr, place: Expr) -> Expr:
        """The smooth expression that a rough one is around a place."""
        while is_rough(expr):
            inner = [p for p in expr.atoms(*ROUGH) if not any(is_rough(a) for a in p.args)]
            inner = inner or [p for p in expr.atoms(*ROUGH) if isinstance(p, Piecewise)]
            if not inner:
                raise _UnknownError
            expr = expr.xreplace({p: self._chosen(p, place) for p in inner})
        return expr

    def _chosen(self, part: Expr, place: Expr) -> Expr:
        if isinstance(part, Piecewise):
            return next((v for v, c in part.args if self._holds(c, place)), S.NaN)
        if isinstance(part, (Max, Min)):
            best, wanted = part.args[0], 1 if isinstance(part, Max) else -1
            for other in part.args[1:]:
                if self._order(other.subs(self.x, place), best.subs(self.x, place)) == wanted:
                    best = other
            return best
        side = self._order(part.args[0].subs(self.x, place), S.Zero)
        if isinstance(part, Abs):
            return side * part.args[0]
        return S(side) if isinstance(part, sign) else S((side + 1) // 2)

    def _holds(self, condition: Boolean, place: Expr) -> bool:
        there = condition.subs(self.x, place)
        truths = {r: S(self._is_true(r)) for r in there.atoms(Relational)}
        return bool(there.xreplace(truths) == S.true)

    def _is_true(self, relation: Relational) -> bool:
        side = self._order(relation.lhs, relation.rhs)
        return bool(relation.func(S(side), S.Zero))


def _between(low: Expr, high: Expr) -> Expr:
    """A place between two others."""
    if low.is_infinite or high.is_infinite:
        return low + 1 if low.is_finite else high - 1 if high.is_finite else S.Zero
    return (low + high) / 2


def _sign(value: Expr) -> int:
    number = value.evalf(20)
    if not number.is_Float or abs(number) < _CLEAR:
        raise _UnknownError
    return 1 if number > 0 else -1


def _roots(expr: Expr, x: Symbol, low: Expr, high: Expr) -> Iterator[Expr]:
    """Where a polynomial of low degree vanishes, or a sine or cosine of a linear function."""
    expr = expand(expr)
    if not expr.has(x):
        return
    wave = expr.as_independent(x, as_Add=False)[1]
    if isinstance(wave, (sin, cos)):
        yield from _zeros(wave, x, low, high)
        return
    try:
        poly = Poly(expr, x)
    except BasePolynomialError:
        raise _UnknownError from None
    if poly.degree() == 1:
        a, b = poly.all_coeffs()
        yield -b / a
    elif poly.degree() <= 3 and not expr.free_symbols - {x}:
        yield from (r for r in roots(poly) if r.is_real)
    else:
        raise _UnknownError


def _zeros(wave: Expr, x: Symbol, low: Expr, high: Expr) -> Iterator[Expr]:
    """The zeros of a sine or cosine between numbers."""
    line = _line(wave.args[0], x)
    if line is None or any(e.free_symbols for e in (*line, low, high)):
        raise _UnknownError
    slope, start = line
    first = S.Zero if isinstance(wave, sin) else pi / 2
    ends = sorted(float((slope * e + start - first) / pi) for e in (low, high))
    if ends[1] - ends[0] > MAX_PIECES:
        raise _UnknownError
    for number in range(floor(ends[0]), ceil(ends[1]) + 1):
        yield (number * pi + first - start) / slope


def spread(expr: Expr, variables: Sequence[Symbol]) -> Expr:
    """An expression expanded, but for factors without the variables that are sums.

    >>> from sympy import E
    >>> from sympy.abc import x
    >>> spread((x + 1)*x/(E - 1), [x])
    x**2/(-1 + E) + x/(-1 + E)
    """
    held: dict[Expr, Dummy] = {}

    def hold(part: Expr) -> Dummy:
        return held.setdefault(part, Dummy())

    frozen = expr.replace(
        lambda e: isinstance(e, Pow) and isinstance(e.base, (Add, Mul)) and not e.has(*variables),
        hold,
    )
    frozen = frozen.replace(
        lambda e: isinstance(e, HyperbolicFunction) and not e.has(*variables), hold
    )
    back = {dummy: part for part, dummy in held.items()}
    found = expand(frozen)
    while found.has(*back) if back else False:
        found = found.xreplace(back)
    return found


def terms(expr: Expr, x: Symbol) -> list[Term] | None:
    """A smooth expression as terms whose integrals are known; None if it has others.

    >>> from sympy.abc import x
    >>> terms(3*x*exp(2*x), x)
    [Term(factor=3, power=1, rate=2, wave=None, frequency=0, phase=0)]
    """
    if expr.has(HyperbolicFunction):
        expr = expr.replace(
            lambda e: isinstance(e, HyperbolicFunction) and e.has(x), lambda e: e.rewrite(exp)
        )
    expr = spread(expr, [x])
    if any(len(_waves(t, x)) != (1 if _waves(t, x) else 0) for t in Add.make_args(expr)):
        expr = spread(TR8(expr), [x])
    found = [_term(t, x) for t in Add.make_args(expr) if t != 0]
    return None if any(t is None for t in found) else [t for t in found if t is not None]


def _waves(term: Expr, x: Symbol) -> list[Expr]:
    """Sines and cosines of a product, powers counted as several."""
    found: list[Expr] = []
    for factor in Mul.make_args(term):
        base, power = factor.as_base_exp() if isinstance(factor, Pow) else (factor, S.One)
        if isinstance(base, (sin, cos)) and base.has(x):
            found += [base] * (int(power) if power.is_Integer and power > 0 else 2)
    return found


def _term(product: Expr, x: Symbol) -> Term | None:
    factor, dependent = product.as_independent(x, as_Add=False)
    power, rate = 0, S.Zero
    wave: type | None = None
    frequency = phase = S.Zero
    for part in Mul.make_args(dependent):
        if part == 1:
            continue
        base, exponent = part.as_base_exp()
        if base == x and exponent.is_Integer and 0 < exponent <= MAX_POWER:
            power += int(exponent)
        elif isinstance(part, (sin, cos)) and wave is None:
            line = _line(part.args[0], x)
            if line is None:
                return None
            wave, (frequency, phase) = type(part), line
        elif not base.has(x):
            line = _line(exponent, x)
            if line is None:
                return None
            slope, start = line
            rate, factor = rate + slope * log(base), factor * base**start
        else:
            return None
    return Term(factor, power, rate, wave, frequency, phase)


def _line(expr: Expr, x: Symbol) -> tuple[Expr, Expr] | None:
    """Slope and start of a linear function."""
    expr = expand(expr)
    slope = expr.coeff(x, 1)
    start = expand(expr - slope * x)
    return None if start.has(x) or slope.has(x) else (slope, start)


def shifted(data: Sequence[Piece], x: Symbol, by: Expr) -> list[Piece]:
    """The pieces as functions of ``x - by``.

    >>> from sympy.abc import x
    >>> shifted([Piece(S(1), S(2), x**2)], x, S(1))[0].expr
    (x + 1)**2
    """
    if by == 0:
        return list(data)
    return [Piece(p.low - by, p.high - by, p.expr.subs(x, x + by)) for p in data]
