"""Numbers that refute sums without end: coefficients of modes, and sums with a bounded rest."""

from collections.abc import Mapping
from random import Random

from sympy import Expr, Integer, Mul, Rational, Symbol, pi
from sympy.functions import cos, sin

from sympy_ssde.problem.domain import Domain
from sympy_ssde.proof.balls import Ball, Evaluation, NoValue, is_nonzero, point_balls, precision
from sympy_ssde.proof.evaluate import Undefined
from sympy_ssde.proof.finding import REFUTED, Finding
from sympy_ssde.proof.points import NoPoint, Point, sample
from sympy_ssde.proof.series_coefficients import Difference, Expansion

#: Points that are tried, modes that are looked at, and bits.
POINTS, MODES, BITS = 2, 8, 300


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
