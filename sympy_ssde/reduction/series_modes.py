"""Modes of an interval: the functions that homogeneous conditions at its ends allow.

Dirichlet ends have sines, Neumann ends cosines and a constant, mixed ones odd multiples of a
quarter wave, and a period both sines and cosines.  With a term of first order, as in advection with
diffusion, a factor ``exp(gauge*x)`` takes that away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from sympy import Expr, S, Symbol, cos, exp, pi, sin

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.reduction.series_integrals import coinciding, integral
from sympy_ssde.reduction.series_pieces import Piece, pieces, shifted
from sympy_ssde.reduction.view import Condition, View


class Ends(Enum):
    """What holds at both ends of an interval: values (D) or slopes (N), or it is a period."""

    DD = "the function vanishes at both ends"
    NN = "the slope vanishes at both ends"
    DN = "the function vanishes at the lower end and the slope at the upper one"
    ND = "the slope vanishes at the lower end and the function at the upper one"
    PERIOD = "the function has a period"


@dataclass(frozen=True)
class Sides:
    """The ends of a variable's range, and the values that are given there.

    ``values`` are (order of the derivative, value) at the lower and at the upper end.
    """

    variable: Symbol
    low: Expr
    high: Expr
    ends: Ends
    values: tuple[tuple[tuple[int, Expr], ...], tuple[tuple[int, Expr], ...]]

    @property
    def length(self) -> Expr:
        """The length of the interval."""
        return self.high - self.low

    @property
    def is_homogeneous(self) -> bool:
        """Whether all given values are zero."""
        return all(v == 0 for side in self.values for _, v in side)


@dataclass(frozen=True)
class Family:
    """Modes ``exp(gauge*x) * wave(rate*(x - origin))`` with an index, or one of them without.

    ``wave`` is None for the constant.  ``drift`` is a phase that depends on another variable, and
    ``samples`` are values of parameters.

    >>> from sympy.abc import x
    >>> n = Symbol("n", integer=True, positive=True)
    >>> Family(x, S(0), S(2), sin, pi*n/2, n).function
    sin(pi*n*x/2)
    """

    variable: Symbol
    low: Expr
    length: Expr
    wave: type | None
    rate: Expr
    index: Symbol | None
    gauge: Expr = S.Zero
    origin: Expr = S.Zero
    drift: Expr = S.Zero
    samples: tuple[Mapping[Symbol, Expr], ...] = field(default=(), compare=False)

    @property
    def function(self) -> Expr:
        """The mode."""
        factor = exp(self.gauge * self.variable)
        if self.wave is None:
            return factor
        return factor * self.wave(self.rate * (self.variable - self.origin) + self.drift)

    def at(self, number: int) -> "Family":
        """The mode with this number."""
        assert self.index is not None
        return replace(self, rate=self.rate.subs(self.index, number), index=None)

    def coefficient(self, expr: Expr) -> Expr | None:
        """The coefficient of this mode in the expansion of a function of the variable.

        >>> from sympy.abc import x
        >>> n = Symbol("n", integer=True, positive=True)
        >>> Family(x, S(0), S(1), sin, pi*n, n).coefficient(x)
        -2*(-1)**n/(pi*n)
        """
        data = self._data(expr)
        if data is None:
            return None
        found = integral(data, self.variable, self.wave, self.rate)
        norm = (1 if self.wave is None else 2) / self.length
        return None if found is None else norm * found

    def exceptions(self, expr: Expr) -> set[int]:
        """Numbers for which the coefficient's formula may not hold."""
        data = self._data(expr)
        if data is None or self.index is None:
            return set()
        return coinciding(data, self.variable, self.rate, self.index)

    def _data(self, expr: Expr) -> list[Piece] | None:
        high = self.low + self.length
        weighted = expr * exp(-self.gauge * self.variable)
        found = pieces(weighted, self.variable, self.low, high, self.samples)
        return None if found is None else shifted(found, self.variable, self.origin)


def sides(seen: View, variable: Symbol) -> Sides | None:
    """What the conditions on a variable's faces say, if modes are known for it."""
    low, high = seen.ends(variable)
    place, order = seen.variables.index(variable), seen.order(variable)
    conditions = seen.on(variable)
    if not order or len(conditions) != order or low.is_infinite or high.is_infinite:
        return None
    if all(_is_periodic(c, place, low, high) for c in conditions):
        orders = sorted(c.terms[0][0].orders[place] for c in conditions if c.terms)
        fine = orders == list(range(order)) and all(c.is_homogeneous for c in conditions)
        return Sides(variable, low, high, Ends.PERIOD, ((), ())) if fine else None
    if order % 2:
        return None
    given = [_given(conditions, place, end) for end in (low, high)]
    kinds = [_kind([o for o, _ in side], order) for side in given]
    if None in kinds:
        return None
    ends = Ends[f"{kinds[0]}{kinds[1]}"]
    return Sides(variable, low, high, ends, (tuple(given[0]), tuple(given[1])))


def _kind(orders: Sequence[int], order: int) -> str | None:
    if sorted(orders) == list(range(0, order, 2)):
        return "D"
    return "N" if sorted(orders) == list(range(1, order, 2)) else None


def _given(conditions: Sequence[Condition], place: int, end: Expr) -> list[tuple[int, Expr]]:
    """Orders and values of the conditions at one end that have one derivative each."""
    found = []
    for c in conditions:
        if c.terms is None or len(c.terms) != 1:
            continue
        trace, coefficient = c.terms[0]
        others = [o for i, o in enumerate(trace.orders) if i != place]
        if c.face is not None and c.face[1] == end and not any(others):
            found.append((trace.orders[place], c.value / coefficient))
    return sorted(found, key=lambda pair: pair[0])


def _is_periodic(c: Condition, place: int, low: Expr, high: Expr) -> bool:
    if c.terms is None or len(c.terms) != 2:
        return False
    (a, ca), (b, cb) = c.terms
    return (
        ca + cb == 0
        and a.orders == b.orders
        and {_at(a, place), _at(b, place)} == {low, high}
        and sum(a.orders) == a.orders[place]
    )


def _at(trace: Trace, place: int) -> Expr:
    return trace.point[place]


def families(
    found: Sides,
    index: Symbol,
    gauge: Expr = S.Zero,
    samples: tuple[Mapping[Symbol, Expr], ...] = (),
) -> list[Family]:
    """The modes of an interval with these ends: families with the index, and single ones.

    >>> from sympy.abc import x
    >>> n = Symbol("n", integer=True, positive=True)
    >>> both = ((), ())
    >>> [f.function for f in families(Sides(x, S(0), S(1), Ends.NN, both), n)]
    [1, cos(pi*n*x)]
    >>> [f.function for f in families(Sides(x, S(0), S(1), Ends.DN, both), n)]
    [sin(pi*x*(2*n - 1)/2)]
    """
    x, low, length = found.variable, found.low, found.length
    is_period = found.ends is Ends.PERIOD
    origin = S.Zero if is_period and (2 * low / length).is_Integer else low
    whole, half = pi * index / length, pi * (2 * index - 1) / (2 * length)

    def family(wave: type | None, rate: Expr) -> Family:
        number = None if wave is None else index
        return Family(x, low, length, wave, rate, number, gauge, origin, samples=samples)

    constant = family(None, S.Zero)
    return {
        Ends.PERIOD: [constant, family(cos, 2 * whole), family(sin, 2 * whole)],
        Ends.DD: [family(sin, whole)],
        Ends.NN: [constant, family(cos, whole)],
        Ends.DN: [family(sin, half)],
        Ends.ND: [family(cos, half)],
    }[found.ends]
