"""Numbers that refute sums without end: coefficients of modes, and sums with a bounded rest."""

import math
from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

from flint import acb, arb
from sympy import Expr, Integer, Mul, Rational, Symbol, pi
from sympy.functions import cos, exp, sin

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.balls import Ball, Evaluation, NoValue, is_nonzero, point_balls, precision
from sympy_ssde.proof.evaluate import Undefined
from sympy_ssde.proof.finding import REFUTED, Finding
from sympy_ssde.proof.points import NoPoint, Point, sample
from sympy_ssde.proof.series_bounds import Bounds, NoBound
from sympy_ssde.proof.series_coefficients import Difference, Expansion
from sympy_ssde.proof.series_form import ModeSum
from sympy_ssde.proof.series_senses import Part
from sympy_ssde.proof.series_tails import Tails
from sympy_ssde.proof.signs import Signs

#: Points that are tried, modes that are looked at, and bits.
POINTS, MODES, BITS = 2, 8, 300
#: Terms of each index that are summed, more and more of them, and all together.
COUNTS, MOST_TERMS = (8, 32, 128, 512), 2000


class Numbers:
    """Values at points of a domain."""

    def __init__(self, domain: Domain):
        self.points: list[Point] = []
        for turn in range(POINTS):
            try:
                self.points.append(sample(domain, Random(turn), turn))
            except NoPoint:
                continue

    def value(self, expr: Expr, at: Mapping[Symbol, Expr]) -> Ball | None:
        """A ball with the value of an expression, None if it has none."""
        try:
            with precision(BITS):
                found = Evaluation(point_balls(at)).value(expr)
        except (Undefined, NoValue):
            return None
        return found if found.is_finite() else None

    def is_nonzero(self, expr: Expr) -> bool:
        """Whether an expression of indices and variables is seen not to vanish."""
        for number, at in enumerate(self.points):
            indices = sorted(expr.free_symbols - set(at), key=str)
            put = {j: Integer(number + i + 1) for i, j in enumerate(indices)}
            value = self.value(expr, at | put)
            if value is not None and is_nonzero(value):
                return True
        return False

    def refuted_at_point(
        self, index: int, finite: Expr, parts: Sequence[Part], user: Mapping[Symbol, Expr]
    ) -> Finding | None:
        """A point at which what must vanish doesn't: a sum of many terms, and a bound of the rest.

        It must be known that the sums converge there.
        """
        for at in self.points:
            for count in COUNTS:
                total = self._total(finite, parts, at, count)
                if total is None:
                    break
                if is_nonzero(total):
                    used = finite.free_symbols.union(*(p.residual.free_symbols for p in parts))
                    point = {user[s]: v for s, v in at.items() if s in used}
                    number = as_number(total)
                    reason = f"the residual of {count} terms is {number}, and the rest is smaller"
                    return Finding(index, REFUTED, point=point, value=number, reason=reason)
        return None

    def _total(self, finite: Expr, parts: Sequence[Part], at: Point, count: int) -> Ball | None:
        """A ball with the value of a finite part and sums at a point."""
        total = self.value(finite, at)
        if total is None:
            return None
        for part in parts:
            term = part.residual.xreplace(at)
            if term == 0:
                continue
            some = self._first_terms(term, part.sum.indices, count)
            try:
                rest = Tails(part.sum.indices, {}).tail(term, count)
            except NoBound:
                return None
            if some is None or not math.isfinite(rest):
                return None
            total = total + some + acb(arb(0, rest), arb(0, rest))
        return total

    def _first_terms(self, term: Expr, indices: Sequence[Symbol], count: int) -> Ball | None:
        if count ** len(indices) > MOST_TERMS:
            return None
        with precision(BITS):
            total = acb(0)
            for numbers in product(range(count), repeat=len(indices)):
                at = {j: acb(k) for j, k in zip(indices, numbers, strict=True)}
                try:
                    total = total + Evaluation(at).value(term)
                except (Undefined, NoValue):
                    return None
        return total if total.is_finite() else None

    def diverges(self, one: ModeSum, variables: Sequence[Range], signs: Signs) -> Point | None:
        """A point inside at which the terms of a sum grow without bound, at least in one class.

        There, waves repeat themselves with the index, and an exponential factor grows.
        """
        if len(one.indices) != 1 or not self.points:
            return None
        (j,) = one.indices
        at = dict(self.points[0])
        for r in variables:
            if not (r.low.is_infinite or r.high.is_infinite):
                low, high = (e.xreplace(at) for e in (r.low, r.high))
                at[r.symbol] = low + (high - low) / 3
        factors = Mul.make_args(one.term.xreplace(at))
        growing = [f for f in factors if isinstance(f, exp) and f.has(j)]
        if len(growing) != 1 or not _grows(growing[0], j, signs):
            return None
        return at if all(_keeps_its_size(f, j) for f in factors) else None

    def refuted_by_mode(
        self, index: int, whole: Expansion, user: Mapping[Symbol, Expr]
    ) -> Finding | None:
        """A mode whose coefficient is not zero, with numbers for everything else."""
        for difference in whole.first_differences(MODES):
            for at in self.points:
                value = self.value(difference.expr, at)
                if value is not None and is_nonzero(value):
                    return _finding(index, whole, difference, at, value, user)
        return None


def _keeps_its_size(factor: Expr, j: Symbol) -> bool:
    """Whether a factor doesn't fall faster than a power, at least for each twelfth index."""
    if not factor.has(j):
        return _is_something(factor)
    if isinstance(factor, (sin, cos)):
        turn = (factor.args[0].xreplace({j: j + 12}) - factor.args[0]).expand() / (2 * pi)
        return bool(turn.is_Integer) and _is_something(factor.xreplace({j: Integer(0)}))
    if isinstance(factor, exp):
        return True
    base, power = factor.as_base_exp()
    return bool(power.is_Rational and base.is_polynomial(j)) or base == -1


def _is_something(number: Expr) -> bool:
    """Whether a number is certainly not zero."""
    try:
        with precision(BITS):
            return is_nonzero(Evaluation({}).value(number))
    except (Undefined, NoValue):
        return False


def _grows(factor: Expr, j: Symbol, signs: Signs) -> bool:
    """Whether an exponential grows."""
    try:
        degree, leading = Bounds((j,), signs).leading(factor.args[0].expand())
    except NoBound:
        return False
    return bool(degree > 0 and leading.is_positive)


def _finding(
    index: int,
    whole: Expansion,
    difference: Difference,
    at: Point,
    value: Ball,
    user: Mapping[Symbol, Expr],
) -> Finding:
    mode = Mul(
        *(
            (sin if c.kind == "sin" else cos)(c.frequency * pi * (r.symbol - r.low) / length)
            for c, r, length in zip(difference.cases, whole.ranges, whole.lengths, strict=True)
        )
    ).xreplace(dict(user))
    used = difference.expr.free_symbols
    point = {user[s]: v for s, v in at.items() if s in used}
    number = as_number(value)
    reason = f"the coefficient of {mode} is off by {number}"
    return Finding(
        index,
        REFUTED,
        difference.expr.xreplace(dict(user)),
        point=point,
        value=number,
        reason=reason,
    )


def as_number(value: Ball) -> Expr:
    """Twelve digits of the real part."""
    return Rational(str(value.real.mid().str(15, radius=False))).n(12)
