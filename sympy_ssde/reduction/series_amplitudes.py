"""Amplitudes of modes: ordinary equations with an integer parameter, solved for all its values.

The equation of a mode has constant coefficients, or is Euler's in polar coordinates; its order is 1
or 2.  Whether the solutions oscillate may depend on the index: for the few modes that are different
from all later ones :class:`Exceptional` is raised, and they are asked for one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from sympy import (
    Add,
    Expr,
    Mul,
    S,
    Symbol,
    cos,
    cosh,
    exp,
    expand,
    factor,
    factor_terms,
    integrate,
    log,
    powdenest,
    sin,
    sinh,
    sqrt,
)
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from sympy_ssde.reduction.series_integrals import Pair, multiplied
from sympy_ssde.reduction.series_pieces import Term, terms
from sympy_ssde.reduction.series_signs import (
    Exceptional,
    NoAmplitude,
    has_integer_root,
    largest_root,
    sign_for_all,
)
from sympy_ssde.reduction.view import Condition


@dataclass(frozen=True)
class Response:
    """The equation ``sum(row[j] * a^(j)(y)) = source`` with conditions on its ends.

    ``conditions`` are (place, coefficients of a, a', ...), ``indices`` the mode's numbers with
    their first values, ``ends`` the range of y, ``samples`` values of parameters.
    """

    y: Symbol
    row: tuple[Expr, ...]
    conditions: tuple[tuple[Expr, tuple[Expr, ...]], ...]
    ends: tuple[Expr, Expr]
    indices: tuple[tuple[Symbol, int], ...] = ()
    samples: tuple[Mapping[Symbol, Expr], ...] = ()

    def to_value(self, number: int) -> Expr:
        """The amplitude with the value 1 of one condition and 0 of the others, without a source."""
        return self._with(S.Zero, [S(int(i == number)) for i in range(len(self.conditions))])

    def to_source(self, source: Expr) -> Expr:
        """The amplitude with this source, with the value 0 of all conditions."""
        special = self._particular(source)
        values = [-self._applied(i, special) for i in range(len(self.conditions))]
        return self._with(special, values)

    def _with(self, special: Expr, values: Sequence[Expr]) -> Expr:
        basis = self._basis
        result = [special]
        for value, function in zip(values, basis, strict=True):
            if value != 0:
                result.append(value * function)
        return self._shortest(factor_terms(Add(*result)))

    def _shortest(self, amplitude: Expr) -> Expr:
        """Of one mode: exponentials instead of hyperbolic functions, if they cancel."""
        if self.indices or not amplitude.has(HyperbolicFunction):
            return amplitude
        plain = expand(amplitude.rewrite(exp))
        return plain if plain.count_ops() < amplitude.count_ops() / 2 else amplitude

    def _applied(self, number: int, expr: Expr) -> Expr:
        place, coefficients = self.conditions[number]
        found = S.Zero
        for order, c in enumerate(coefficients):
            if c != 0:
                found += c * expr.diff(self.y, order).subs(self.y, place)
        return expand(found)

    # the homogeneous equation --------------------------------------------------------------------

    @cached_property
    def _basis(self) -> tuple[Expr, ...]:
        """For each condition the solution with the value 1 there, and 0 of the others."""
        order, count = len(self.row) - 1, len(self.conditions)
        if order == 1 and count == 1:
            return (self._first(),)
        if order != 2:
            raise NoAmplitude
        if count == 2:
            places = {place for place, _ in self.conditions}
            return self._initial() if len(places) == 1 else self._between()
        if count == 1:
            return (self._bounded(),)
        raise NoAmplitude

    def _first(self) -> Expr:
        place, (value, *slopes) = self.conditions[0]
        if any(slopes) or value == 0 or place.is_infinite:
            raise NoAmplitude
        rate = -self.row[0] / self.row[1]
        if rate.has(self.y):
            grown = integrate(rate, (self.y, place, self.y))
            if grown.has(S.NaN) or (grown.atoms(type(grown)) - {grown} and not grown.is_Add):
                raise NoAmplitude
            return exp(grown) / value
        return exp(rate * (self.y - place)) / value

    def _initial(self) -> tuple[Expr, ...]:
        """Solutions by value and slope at one place, combined for the conditions there."""
        place = self.conditions[0][0]
        if place.is_infinite:
            raise NoAmplitude
        even, odd = self._pair(place, 1)
        rows = [tuple(self._applied(i, f) for f in (even, odd)) for i in (0, 1)]
        (a, b), (c, d) = rows
        determinant = _simple(a * d - b * c)
        if determinant == 0:
            raise NoAmplitude
        pairs = (d, -c), (-b, a)
        return tuple(
            factor_terms(_simple(p / determinant) * even + _simple(q / determinant) * odd)
            for p, q in pairs
        )

    def _between(self) -> tuple[Expr, ...]:
        """Each condition's solution fulfils the other one."""
        found = []
        for number, other in ((0, 1), (1, 0)):
            function = self._vanishing(other)
            scale = _simple(self._applied(number, function))
            if scale == 0:
                raise NoAmplitude
            found.append(function / scale)
        return tuple(found)

    def _vanishing(self, number: int) -> Expr:
        """A solution with the value 0 of a condition."""
        place, _ = self.conditions[number]
        if place.is_infinite:
            return self._decaying(place)
        side = 1 if place == self.ends[0] else -1
        even, odd = self._pair(place, side)
        a, b = (_simple(self._applied(number, f)) for f in (even, odd))
        if b == 0:
            return odd
        return even if a == 0 else b * even - a * odd

    def _bounded(self) -> Expr:
        """The solution that is regular at the other end, at infinity or at the pole."""
        place, _ = self.conditions[0]
        low, high = self.ends
        if place.is_infinite:
            raise NoAmplitude
        if place == low and high.is_infinite:
            function = self._decaying(high, place)
        elif self._euler is not None and low == 0 and place == high:
            function = self._decaying(low, place)
        else:
            raise NoAmplitude
        scale = _simple(self._applied(0, function))
        if scale == 0:
            raise NoAmplitude
        return function / scale

    def _decaying(self, place: Expr, start: Expr | None = None) -> Expr:
        """The solution that stays bounded at infinity, or at the pole of polar coordinates."""
        at = self.ends[0] if start is None else start
        middle, square = self._characteristic
        is_real = self._sign(square)
        if is_real < 0:
            raise NoAmplitude
        if self._euler is not None:
            power = middle + (1 if place == 0 else -1) * _root(square)
            ratio = self.y / at if at not in (0, S.Infinity) else self.y
            return ratio**power
        if place is not S.Infinity:
            raise NoAmplitude
        return exp((middle - _root(square)) * (self.y - at))

    def _pair(self, place: Expr, side: int) -> tuple[Expr, Expr]:
        """Even and odd solutions around a place, but for a common factor.

        ``side`` is 1 if the range lies above the place and -1 if it lies below.
        """
        middle, square = self._characteristic
        kind = self._sign(square)
        if self._euler is not None:
            return self._pair_of_powers(place, middle, square, kind)
        s = side * (self.y - place)
        factor_ = exp(middle * (self.y - place))
        if kind == 0:
            return factor_, factor_ * s
        rate = _root(kind * square)
        even, odd = (cosh, sinh) if kind > 0 else (cos, sin)
        return factor_ * even(rate * s), factor_ * odd(rate * s)

    def _pair_of_powers(
        self, place: Expr, middle: Expr, square: Expr, kind: int
    ) -> tuple[Expr, Expr]:
        if place == 0 or kind < 0:
            raise NoAmplitude
        ratio = self.y / place
        common = ratio**middle
        if kind == 0:
            return common, common * log(ratio)
        rate = _root(square)
        up, down = ratio**rate, ratio ** (-rate)
        return common * (up + down), common * (up - down)

    @cached_property
    def _euler(self) -> tuple[Expr, ...] | None:
        """Coefficients c_j of Euler's equation ``sum(c_j * y**j * a^(j)) = source*scale``."""
        if not any(c.has(self.y) for c in self.row):
            return None
        top = self.row[-1]
        order = len(self.row) - 1
        found = tuple(
            expand(_simple(c / top) * self.y ** (order - j)) for j, c in enumerate(self.row)
        )
        if any(c.has(self.y) for c in found):
            raise NoAmplitude
        return found

    @cached_property
    def _characteristic(self) -> tuple[Expr, Expr]:
        """The mean of both exponents, and the square of half their difference."""
        if self._euler is None:
            c, b, a = self.row
        else:
            c, b, a = self._euler
            b = b - a
        middle = factor_terms(-b / (2 * a))
        return middle, factor(expand(middle**2 - c / a))

    def _sign(self, square: Expr) -> int:
        """The sign of an expression for all values of the index that are left."""
        return sign_for_all(square, self.indices, self.samples)

    # sources -------------------------------------------------------------------------------------

    def _particular(self, source: Expr) -> Expr:
        """A solution of the equation with the source, by undetermined coefficients."""
        if self._euler is not None:
            return self._particular_power(source)
        found = terms(source, self.y)
        if found is None:
            raise NoAmplitude
        return Add(*(self._response(t) for t in found))

    def _particular_power(self, source: Expr) -> Expr:
        """For a sum of powers in polar coordinates."""
        assert self._euler is not None
        order = len(self.row) - 1
        scaled = expand(source / self.row[-1] * self.y**order)
        result = []
        for part in Add.make_args(scaled):
            c, rest = part.as_independent(self.y, as_Add=False)
            base, power = rest.as_base_exp() if rest != 1 else (self.y, S.Zero)
            if base != self.y:
                raise NoAmplitude
            c0, c1, c2 = self._euler
            value = factor_terms(expand(c2 * power * (power - 1) + c1 * power + c0))
            self._avoid_zero(value)
            result.append(c * self.y**power / value)
        return Add(*result)

    def _response(self, term: Term) -> Expr:
        """The solution for ``y**k * exp(a*y) * wave(b*y + d)`` as source."""
        z: Pair = (term.rate, term.frequency if term.wave is not None else S.Zero)
        taylor = self._taylor(z, term.power)
        size = factor(expand(taylor[0][0] ** 2 + taylor[0][1] ** 2))
        real = taylor[0][1] == 0
        self._avoid_zero(taylor[0][0] if real else size)
        inverse = (
            (1 / factor_terms(taylor[0][0]), S.Zero)
            if real
            else (taylor[0][0] / size, -taylor[0][1] / size)
        )
        quotients = [inverse]
        for j in range(1, term.power + 1):
            total = [S.Zero, S.Zero]
            for i in range(1, j + 1):
                if i < len(taylor):
                    part = multiplied(taylor[i], quotients[j - i])
                    total = [total[0] + part[0], total[1] + part[1]]
            both = multiplied((total[0], total[1]), inverse)
            quotients.append((-both[0], -both[1]))
        re = im = S.Zero
        power = self.y**term.power
        for j, (a, b) in enumerate(quotients):
            derived = power.diff(self.y, j) if j else power
            re, im = re + a * derived, im + b * derived
        common = term.factor * exp(term.rate * self.y)
        if term.wave is None:
            return common * re
        angle = term.frequency * self.y + term.phase
        if term.wave is cos:
            return common * (re * cos(angle) - im * sin(angle))
        return common * (re * sin(angle) + im * cos(angle))

    def _taylor(self, z: Pair, power: int) -> list[Pair]:
        """Taylor's coefficients of the characteristic polynomial at a complex number."""
        order = len(self.row) - 1
        found = []
        for i in range(min(power, order) + 1):
            re = im = S.Zero
            current: Pair = (S.One, S.Zero)
            for j in range(i, order + 1):
                weight = self.row[j] * comb(j, i)
                re, im = re + weight * current[0], im + weight * current[1]
                current = multiplied(current, z)
            found.append((expand(re), expand(im)))
        return found

    def _avoid_zero(self, value: Expr) -> None:
        """Raise if a denominator vanishes for some index."""
        if value.is_zero or value == 0:
            raise NoAmplitude
        if value.is_positive or value.is_negative:
            return
        if len(self.indices) == 1 and value.free_symbols == {self.indices[0][0]}:
            index, start = self.indices[0]
            largest = largest_root(value, index)
            if largest is not None and has_integer_root(value, index, start, largest):
                raise Exceptional(int(largest + 1e-9))


def _root(square: Expr) -> Expr:
    """The root of a positive expression, without the modulus of a product, as pi*(2*n - 1)/2."""
    root = powdenest(sqrt(factor_terms(square)), force=True)
    parts = [f.primitive() if f.is_Add else (S.One, f) for f in Mul.make_args(root)]
    return Mul(*(c for c, _ in parts), *(f for _, f in parts))


def _simple(expr: Expr) -> Expr:
    """An expression that may vanish, simplified a little."""
    found = expand(expr)
    if found == 0:
        return found
    return factor_terms(found)


def condition_rows(
    conditions: Sequence[Condition], place: int
) -> tuple[tuple[Expr, tuple[Expr, ...]], ...] | None:
    """Conditions on the faces of a variable as conditions on amplitudes."""
    found = []
    for c in conditions:
        if c.terms is None or c.face is None:
            return None
        highest = max(t.orders[place] for t, _ in c.terms)
        coefficients = [S.Zero] * (highest + 1)
        for trace, coefficient in c.terms:
            if sum(trace.orders) != trace.orders[place] or coefficient.free_symbols & {
                *c.variables
            }:
                return None
            coefficients[trace.orders[place]] += coefficient
        found.append((c.face[1], tuple(coefficients)))
    return tuple(found)
