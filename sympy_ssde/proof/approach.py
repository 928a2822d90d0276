"""Numbers on the way to a face, a corner or infinity: does an expression tend to a value there?

The points come from inside the domain, closer and closer, straight and aslant.  What they say is
no proof, but a claim about a limit must survive it.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from itertools import pairwise
from random import Random
from typing import Any

import sympy
from flint import acb, arb, fmpz
from sympy import Expr, Symbol, oo

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.balls import Ball, Evaluation, NoValue, number, point_balls, precision
from sympy_ssde.proof.evaluate import Undefined
from sympy_ssde.proof.points import NoPoint, Point, sample
from sympy_ssde.proof.zeros import find_zero

#: Distances to a face are 2**-n of the way, towards infinity 2**n.
STEPS = (8, 32, 128, 512)
FAR_STEPS = (3, 6, 12, 24, 48)
#: Towards a zero on the face that is only known to some digits.
SPECIAL_STEPS = (16, 32)
#: How close the last value must be to the limit.
CLOSE = arb(2) ** -6
CLOSER = arb(2) ** -20


class Trend(Enum):
    """What the numbers say of a claimed limit."""

    AGREES = "they come closer and closer"
    DISAGREES = "they don't"
    UNKNOWN = "there are none"


def tends_to(
    expr: Expr,
    value: Expr,
    place: Mapping[Symbol, Expr],
    domain: Domain,
    *,
    provisos: Iterable[Any] = (),
    turns: int = 2,
) -> Trend:
    """Whether ``expr`` tends to ``value`` (which may be infinite) towards ``place``.

    Places next to which a proviso (``k != 0``, ``k > 0``) does not hold are left out, and those
    where the value itself has none: nothing is claimed there.

    Examples
    ========

    >>> from sympy import S, erf, exp, log, tanh
    >>> from sympy.abc import x, y
    >>> line = Domain((Range(x, 0, oo), Range(y, 0, 1)))
    >>> tends_to(erf(tanh(x)), S(1), {x: oo}, line).name
    'DISAGREES'
    >>> tends_to(erf(tanh(x)), erf(1), {x: oo}, line).name
    'AGREES'
    >>> tends_to(x*log(x), S(0), {x: S(0)}, line).name
    'AGREES'
    """
    trends = [
        _along(expr, value, walk)
        for walk in (
            *_walks(place, domain, turns),
            *(w for w in _special_walks(expr, place, domain) if not _is_singular(value, w)),
        )
        if all(_holds(p, walk) for p in provisos)
    ]
    if Trend.DISAGREES in trends:
        return Trend.DISAGREES
    return Trend.AGREES if Trend.AGREES in trends else Trend.UNKNOWN


def _is_singular(value: Expr, walk: "Walk") -> bool:
    """Whether the value is not bounded next to the end of a walk, as K/c is at c = 0."""
    try:
        with precision(100):
            around = {s: ball + acb(arb(0, 1e-6)) for s, ball in point_balls(walk.target).items()}
            return not Evaluation(around).value(value).is_finite()
    except (Undefined, NoValue):
        return False


def _holds(proviso: Any, walk: "Walk") -> bool:
    try:
        with precision(100):
            ball = Evaluation(point_balls(walk.target)).value(proviso.lhs - proviso.rhs)
    except (Undefined, NoValue):
        return True
    return bool(ball.real > CLOSER or (isinstance(proviso, sympy.Ne) and abs(ball) > CLOSER))


def agrees_nearby(expr: Expr, value: Expr, place: Mapping[Symbol, Expr], domain: Domain) -> bool:
    """Whether numbers next to a place, if there are any, don't contradict a value there.

    >>> from sympy import S
    >>> from sympy.abc import x
    >>> interval = Domain((Range(x, 0, 1),))
    >>> agrees_nearby(1 + x**2, S(1), {x: S(0)}, interval)
    True
    >>> agrees_nearby(1 + x**2, S(2), {x: S(0)}, interval)
    False
    """
    walks = list(_walks(place, domain, 1))
    return not walks or _along(expr, value, walks[0]) is not Trend.DISAGREES


class Walk:
    """A way to a place: positions of all symbols at each step."""

    def __init__(
        self,
        place: Mapping[Symbol, Expr],
        start: Point,
        target: Point,
        steps: tuple[int, ...],
    ):
        self.place = place
        self.start = start  # inside of the domain
        self.target = target  # of the symbols that the place leaves free
        self.steps = steps

    def at(self, step: int) -> dict[Symbol, Ball]:
        """Where the walk is after some step."""
        free = point_balls(self.target)
        share = acb(fmpz(1)) / acb(fmpz(2) ** step)
        position = dict(free)
        for s, v in self.start.items():
            if s in self.place:
                p, begin = self.place[s], number(v)
                if p.is_infinite:
                    position[s] = begin + (1 if p == oo else -1) * acb(fmpz(2) ** step)
                else:
                    end = Evaluation(free).value(p)
                    position[s] = end + share * (begin - end)
            elif not s.is_integer:
                position[s] = free[s] + share * (number(v) - free[s])
        return position


def _steps(place: Mapping[Symbol, Expr]) -> tuple[int, ...]:
    return FAR_STEPS if any(p.is_infinite for p in place.values()) else STEPS


def _walks(place: Mapping[Symbol, Expr], domain: Domain, turns: int) -> Iterator[Walk]:
    """Straight to random places of the face, and aslant."""
    for turn in range(turns):
        try:
            start, other = sample(domain, Random(turn), turn), sample(domain, Random(-turn), turn)
        except NoPoint:
            return
        yield Walk(place, start, start, _steps(place))
        if len(start) > 1 and turn == 0:
            aslant = {s: start[s] if s not in place else v for s, v in other.items()}
            yield Walk(place, _moved(other, start, domain), aslant, _steps(place))


def _moved(first: Point, second: Point, domain: Domain) -> Point:
    """A point inside the domain that differs from the second one; parameters stay."""
    free = {s for r in domain for s in (r.low.free_symbols | r.high.free_symbols)}
    return {s: second[s] if s in free else v for s, v in first.items()}


def _special_walks(expr: Expr, place: Mapping[Symbol, Expr], domain: Domain) -> Iterator[Walk]:
    """To places of the face where some part of the expression vanishes."""
    if any(p.is_infinite or p.free_symbols for p in place.values()):
        return
    rest = Domain(
        tuple(
            Range(r.symbol, r.low.xreplace(dict(place)), r.high.xreplace(dict(place)))
            for r in domain
            if r.symbol not in place
        )
    )
    for there in _that_may_vanish(expr, place)[:8]:
        zero = find_zero(there, rest, Random(5), tries=8)
        if zero is None:
            continue
        try:
            start = sample(domain, Random(6))
        except NoPoint:
            return
        inside = {s: start[s] if s in place else zero[s] for s in start}
        whole = {**start, **zero}
        yield Walk(place, inside, whole, SPECIAL_STEPS)
        yield Walk(place, start, whole, SPECIAL_STEPS)


def _that_may_vanish(expr: Expr, place: Mapping[Symbol, Expr]) -> list[Expr]:
    """Sums at the face and what doesn't move towards it, without even powers that hide zeros."""
    moved = dict(place)
    sums = sorted(expr.atoms(sympy.Add), key=sympy.default_sort_key)
    fixed = (p for p in sympy.preorder_traversal(expr) if isinstance(p, Expr) and not p.is_Mul)
    parts = [p.xreplace(moved) for p in (*sums, *(p for p in fixed if not p.has(*moved)))]
    found: dict[Expr, None] = {}
    for there in parts:
        if there.free_symbols and not there.has(sympy.zoo, sympy.nan, oo, -oo):
            found |= dict.fromkeys(_bases(there))
    return list(found)


def _bases(expr: Expr) -> list[Expr]:
    """Factors of a polynomial without their powers; the base of a power; else its slope too."""
    if expr.is_Pow and expr.exp.is_Rational:
        return _bases(expr.base)
    if expr.is_Add and expr.is_polynomial():
        plain = expr.expand()
        with suppress(sympy.PolynomialError):  # exp(-1) among the coefficients
            return [base for base, _ in sympy.factor_list(plain)[1]] if plain.free_symbols else []
    if expr.is_Add and len(expr.free_symbols) == 1:
        return [expr, expr.diff(*expr.free_symbols)]
    return [expr]


def _along(expr: Expr, value: Expr, walk: Walk) -> Trend:
    distances = list(_distances(expr, value, walk))
    if len(distances) < 2:
        return Trend.UNKNOWN
    last = distances[-1]
    if last < CLOSER:
        return Trend.AGREES
    if last < CLOSE and last < distances[0]:
        return Trend.AGREES
    if len(distances) > 2 and last * 8 < 1 and all(4 * b < 3 * a for a, b in pairwise(distances)):
        return Trend.AGREES  # slow as a logarithm, but steadily
    return Trend.DISAGREES


def _distances(expr: Expr, value: Expr, walk: Walk) -> Iterator[Ball]:
    """How far the expression is from the limit at each step; its inverse for an infinite one."""
    for step in walk.steps:
        with precision(2 * step + 160):
            try:
                position = walk.at(step)
                here = Evaluation(position).value(expr)
                if value.is_infinite:
                    distance = _from_infinity(here, value)
                else:
                    claimed = Evaluation(point_balls(walk.target)).value(value)
                    distance = abs(here - claimed) / (1 + abs(claimed))
            except (Undefined, NoValue):
                continue
            if distance is not None and distance.is_finite():
                yield distance


def _from_infinity(here: Ball, value: Expr) -> Ball | None:
    if not here.is_finite():
        return None
    upward = here.real if value == oo else -here.real
    return arb(1) / upward if upward > 1 else arb(2)
