"""Where a problem lives: a range for each variable, curve parameter and parameter.

Bounds may be symbolic, infinite, or depend on symbols that come earlier (a disk is
``x in (-1, 1)``, ``y in (-sqrt(1 - x**2), sqrt(1 - x**2))``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from sympy import Expr, Integer, Interval, ProductSet, Rational, S, Symbol, nsimplify, oo, sympify
from sympy.core.sympify import SympifyError

from sympy_ssde.errors import ProblemError

#: Width of the window that stands for a half line when points are drawn; a line gets twice that.
WINDOW = 4


def exact(value: Any, what: str) -> Expr:
    """Return ``value`` as a SymPy expression with floats as rationals, never from a string."""
    if isinstance(value, str):
        raise ProblemError(
            f"{what} is the string {value!r}; a SymPy expression was expected. "
            "Build it from symbols(...), or use the command `ssde` for problems written as text"
        )
    try:
        expr = sympify(value, strict=True)
    except SympifyError:
        raise ProblemError(
            f"{what} is {value!r} of type {type(value).__name__}; a number or a SymPy expression "
            "was expected"
        ) from None
    if not isinstance(expr, Expr):
        raise ProblemError(
            f"{what} is {value!r}; a number or a SymPy expression was expected, "
            f"not {type(expr).__name__}"
        )
    return rationalized(expr)


def rationalized(expr: Expr) -> Expr:
    """Replace every float by the rational that its decimal digits say (0.1 becomes 1/10)."""
    floats = expr.atoms(S(1.5).func)
    return expr.xreplace({f: nsimplify(f, rational=True) for f in floats if f.is_finite})


def default_range(symbol: Symbol) -> tuple[Expr, Expr]:
    """Range of a symbol about which nothing is known but its assumptions.

    >>> from sympy import Symbol
    >>> default_range(Symbol("k", positive=True)), default_range(Symbol("a"))
    ((1/2, 2), (-1, 1))
    """
    if symbol.is_integer:
        low, high = Integer(1), Integer(4)
    else:
        low, high = Rational(1, 2), Integer(2)
    if symbol.is_positive or symbol.is_nonnegative:
        return low, high
    if symbol.is_negative or symbol.is_nonpositive:
        return -high, -low
    return (-high, high) if symbol.is_integer else (Integer(-1), Integer(1))


@dataclass(frozen=True)
class Range:
    """The open interval in which a symbol lies."""

    symbol: Symbol
    low: Expr
    high: Expr

    def __str__(self) -> str:
        return f"{self.symbol} in ({self.low}, {self.high})"


@dataclass(frozen=True)
class Domain:
    """Ranges in an order in which bounds depend on earlier symbols only.

    Examples
    ========

    >>> from sympy import sqrt
    >>> from sympy.abc import x, y
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> disk = Domain((Range(x, -1, 1), Range(y, -sqrt(1 - x**2), sqrt(1 - x**2))))
    >>> print(disk)
    x in (-1, 1), y in (-sqrt(1 - x**2), sqrt(1 - x**2))
    """

    ranges: tuple[Range, ...]

    def __post_init__(self) -> None:
        ranges = (Range(r.symbol, S(r.low), S(r.high)) for r in self.ranges)
        object.__setattr__(self, "ranges", tuple(ranges))

    def __str__(self) -> str:
        return ", ".join(map(str, self.ranges))

    def __iter__(self) -> Iterator[Range]:
        return iter(self.ranges)

    @cached_property
    def by_symbol(self) -> dict[Symbol, Range]:
        """Symbol -> its range."""
        return {r.symbol: r for r in self.ranges}

    def window(self, r: Range, at: Mapping[Symbol, Expr]) -> tuple[float, float]:
        """Finite bounds of ``r`` at given values of the earlier symbols."""
        low, high = (_number(end.xreplace(dict(at))) for end in (r.low, r.high))
        if low == -float("inf"):
            low = high - WINDOW if high < float("inf") else -float(WINDOW)
        if high == float("inf"):
            high = low + WINDOW if r.low != -oo else float(WINDOW)
        return low, high

    def point(self, random: Random, margin: float = 0.02) -> dict[Symbol, Expr]:
        """A random interior point, as exact rationals; integer symbols get integers."""
        at: dict[Symbol, Expr] = {}
        for r in self.ranges:
            low, high = self.window(r, at)
            if r.symbol.is_integer:
                at[r.symbol] = Integer(random.randint(-int(-low // 1), int(high // 1)))
                continue
            share = margin + (1 - 2 * margin) * random.random()
            at[r.symbol] = Rational(round((low + share * (high - low)) * 2**20), 2**20)
        return at


def _number(expr: Expr) -> float:
    value = expr.evalf(20)
    if not value.is_extended_real:
        raise ProblemError(f"the bound {expr} has no real value; check the domain")
    return float(value)


def parse_domain(domain: Any, variables: tuple[Symbol, ...]) -> dict[Symbol, tuple[Expr, Expr]]:
    """Read ``{x: (a, b)}``, ``[(x, a, b), ...]``, a set or a :class:`Domain` into a dict."""
    if domain is None:
        return {}
    bounds: dict[Symbol, tuple[Expr, Expr]] = {}
    for symbol, low, high in _triples(domain, variables):
        if not isinstance(symbol, Symbol):
            raise ProblemError(
                f"the domain names {symbol!r}; a symbol was expected, as in {{x: (0, 1)}}"
            )
        if symbol in bounds:
            raise ProblemError(f"the domain gives {symbol} twice; leave one of the ranges out")
        ends = exact(low, f"the lower end of {symbol}"), exact(high, f"the upper end of {symbol}")
        for end in ends:
            if end is S.NaN or end is S.ComplexInfinity or end.is_extended_real is False:
                raise ProblemError(f"the range of {symbol} has the end {end}; give real ends")
        bounds[symbol] = ends
    return bounds


def _triples(domain: Any, variables: tuple[Symbol, ...]) -> Iterator[tuple[Any, Any, Any]]:
    form = "use {x: (0, 1), y: (-1, 1)}, [(x, 0, 1), ...], an Interval or a ProductSet"
    if isinstance(domain, Domain):
        for r in domain:
            yield r.symbol, r.low, r.high
    elif isinstance(domain, Mapping):
        for symbol, ends in domain.items():
            yield (symbol, *_ends(ends, symbol))
    elif isinstance(domain, ProductSet):
        yield from _matched(domain.sets, variables)
    elif isinstance(domain, Interval):
        yield from _matched((domain,), variables)
    elif isinstance(domain, (list, tuple)) and domain:
        if all(isinstance(item, Interval) for item in domain):
            yield from _matched(domain, variables)
        elif len(domain) == 3 and isinstance(domain[0], Symbol):
            yield domain[0], domain[1], domain[2]
        elif all(isinstance(item, (list, tuple)) or hasattr(item, "args") for item in domain):
            for item in domain:
                item = tuple(item.args if hasattr(item, "args") else item)
                if len(item) != 3:
                    raise ProblemError(f"the domain has the entry {item!r}; {form}")
                yield item
        else:
            raise ProblemError(f"the domain is {domain!r}; {form}")
    else:
        raise ProblemError(f"the domain is {domain!r}; {form}")


def _matched(sets: Iterable[Any], variables: tuple[Symbol, ...]) -> Iterator[tuple[Any, Any, Any]]:
    sets = tuple(sets)
    if len(sets) != len(variables):
        raise ProblemError(
            f"the domain has {len(sets)} intervals for {len(variables)} variables "
            f"({', '.join(map(str, variables))}); give one for each"
        )
    for symbol, interval in zip(variables, sets, strict=True):
        yield (symbol, *_ends(interval, symbol))


def _ends(ends: Any, symbol: Any) -> tuple[Any, Any]:
    if isinstance(ends, Interval):
        return ends.start, ends.end
    if ends == S.EmptySet:
        raise ProblemError(f"the range of {symbol} is empty; its lower end must be below its upper")
    ends = getattr(ends, "args", ends)
    if not isinstance(ends, (tuple, list)) or len(ends) != 2:
        raise ProblemError(f"the range of {symbol} is {ends!r}; two ends were expected, as (0, 1)")
    return ends[0], ends[1]
