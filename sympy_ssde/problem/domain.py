"""Where a problem lives: a range for each variable, curve parameter and parameter.

Bounds may be symbolic, infinite, or depend on symbols that come earlier (a disk is
``x in (-1, 1)``, ``y in (-sqrt(1 - x**2), sqrt(1 - x**2))``).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from sympy import Expr, Integer, Interval, Lambda, ProductSet, Rational, S, Symbol, oo, sympify
from sympy.core.function import UndefinedFunction
from sympy.core.sympify import SympifyError

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.advice import not_an_equation, refuse_units, text_given
from sympy_ssde.problem.numbers import is_finite, rationalized

#: Width of the window that stands for a half line when points are drawn; a line gets twice that.
WINDOW = 4
#: Integers that are looked at for one that a symbol can be, and the largest of them.
_TRIES = 200
_LARGEST = 10**6


def exact(value: Any, what: str) -> Expr:
    """Return ``value`` as a SymPy expression with floats as rationals, never from a string."""
    if isinstance(value, str):
        raise ProblemError(text_given(value, what))
    if (words := not_an_equation(value, what)) is not None:
        raise ProblemError(words)
    try:
        expr = sympify(value, strict=True)
    except SympifyError:
        raise ProblemError(
            f"{what} is {value!r} of type {type(value).__name__}; a number or a SymPy expression "
            f"was expected{_applied(value)}"
        ) from None
    if not isinstance(expr, Expr) or isinstance(expr, Lambda):
        raise ProblemError(
            f"{what} is {value!r}; a number or a SymPy expression was expected, "
            f"not {type(expr).__name__}"
        )
    found = rationalized(expr)  # what is too large is refused there
    refuse_units(found, what)
    return found


def _applied(value: Any) -> str:
    """The advice for a function without its argument."""
    return f", such as {value}(0) or {value}(x)" if isinstance(value, UndefinedFunction) else ""


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


def every_value(symbol: Symbol) -> tuple[Expr, Expr]:
    """The widest range that the assumptions on a symbol allow.

    >>> from sympy import Symbol
    >>> every_value(Symbol("k", positive=True)), every_value(Symbol("a"))
    ((0, oo), (-oo, oo))
    """
    if symbol.is_nonnegative:
        return Integer(0), oo
    return (-oo, Integer(0)) if symbol.is_nonpositive else (-oo, oo)


@dataclass(frozen=True)
class Range:
    """The open interval in which a symbol lies."""

    symbol: Symbol
    low: Expr
    high: Expr

    def __str__(self) -> str:
        return f"{self.symbol} in ({self.low}, {self.high})"

    def integer_inside(self, low: float, high: float, random: Random) -> Integer | None:
        """A random integer that the symbol can be, from the first end to the last, if one is found.

        >>> n = Range(Symbol("n", positive=True, even=True), S(0), S(3))
        >>> n.integer_inside(0, 3, Random(0))
        2
        """
        least, most = math.ceil(max(low, -_LARGEST)), math.floor(min(high, _LARGEST))
        tried: Iterable[int] = range(least, most + 1)
        if most - least > _TRIES:
            tried = [random.randint(least, most) for _ in range(_TRIES)]
        fitting = [n for n in map(Integer, tried) if admits(self.symbol, n)]
        return random.choice(fitting) if fitting else None


def admits(symbol: Symbol, value: Expr) -> bool:
    """Whether a number has all that its symbol is declared to be.

    >>> n = Symbol("n", integer=True, odd=True)
    >>> [k for k in range(5) if admits(n, Integer(k))]
    [1, 3]
    """
    facts = symbol.assumptions0.items()
    return all(getattr(value, f"is_{k}") in (v, None) for k, v in facts)


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
                inside = r.integer_inside(low, high, random)
                if inside is None:
                    raise ProblemError(f"no value of {r.symbol} was found in ({r.low}, {r.high})")
                at[r.symbol] = inside
                continue
            share = margin + (1 - 2 * margin) * random.random()
            at[r.symbol] = _rounded(low + share * (high - low), high - low)
        return at


def _rounded(value: float, width: float) -> Rational:
    """A rational with few bits, close to the value in a range of the width."""
    scale = 2 ** max(20, 20 - math.frexp(width)[1])
    return Rational(round(Fraction(value) * scale), scale)


@lru_cache(maxsize=1024)
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
            if not is_finite(end, infinity=True) or end.is_extended_real is False:
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
        if len(variables) == 1 and len(domain) == 2 and all(map(_is_end, domain)):
            yield variables[0], domain[0], domain[1]
        elif all(isinstance(item, Interval) for item in domain):
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


def _is_end(value: Any) -> bool:
    return isinstance(value, (int, float, Expr)) and not isinstance(value, bool)


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


def ordered(ranges: Sequence[Range]) -> list[Range]:
    """Put every range behind those that its bounds use.

    >>> from sympy.abc import x, y
    >>> [str(r) for r in ordered([Range(y, S(0), x), Range(x, S(0), S(1))])]
    ['x in (0, 1)', 'y in (0, x)']
    """
    done: list[Range] = []
    waiting = list(ranges)
    while waiting:
        undone = {r.symbol for r in waiting}
        ready = [r for r in waiting if not (r.low.free_symbols | r.high.free_symbols) & undone]
        if not ready:
            raise ProblemError(
                "the bounds of the domain depend on each other in a circle: "
                + ", ".join(map(str, waiting))
            )
        done.append(ready[0])
        waiting.remove(ready[0])
    return done
