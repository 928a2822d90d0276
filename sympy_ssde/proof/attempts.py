"""Attempts to refute: the residual at a point, as a ball that excludes zero or not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from flint import arb
from mpmath import mp
from sympy import Expr, Symbol

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.proof.balls import Ball, Evaluation, NoValue, is_nonzero, point_balls, precision
from sympy_ssde.proof.evaluate import Undefined
from sympy_ssde.proof.points import Point

#: Bits of the first evaluation and of the last one, which huge terms that cancel may need.
BITS, MAX_BITS = 208, 2**14
#: Bits of an evaluation that tells tanh(200) from 1.
DEEP_BITS = 1500


class Verdict(Enum):
    """What an attempt has shown."""

    REFUTED = "the residual is not zero"
    NOT_REAL = "the solution, or a derivative of it in the constraint, is not real"
    BESIDE = "the residual is zero, but the solution is not real"
    SURVIVED = "the residual is zero, as far as 48 digits show"
    UNKNOWN = "there is no value, or not a precise one"


@dataclass(frozen=True)
class Attempt:
    """An attempt's verdict; the residual if it is one of a refutation; ``stood_in`` if functions
    that have no numbers were taken at random values; ``unreal`` if it is one at a point where the
    solution isn't real."""

    verdict: Verdict
    value: str = ""
    stood_in: bool = False
    unreal: bool = False


@dataclass
class Tried:
    """What attempts to refute a constraint have shown."""

    survived: int = 0
    stood_in: bool = False
    rungs: set[str] = field(default_factory=set)  # that are known not to prove it


_UNKNOWN = Attempt(Verdict.UNKNOWN)


def attempt(
    constraint: Constraint,
    traces: Sequence[Expr],
    at: Point,
    *,
    real: bool,
    beside: Sequence[Expr] = (),
    bits: int = BITS,
) -> Attempt:
    """Try to refute the constraint at a point, where its traces have the given values.

    What stands ``beside`` must have a finite value there too, and a real one if ``real``.

    >>> from sympy import Rational, exp
    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.constraints import Trace, slot
    >>> growth = Constraint(slot(0) - slot(1), (Trace(0, (0,), (x,)), Trace(0, (1,), (x,))))
    >>> attempt(growth, [exp(x), exp(x)], {x: Rational(1, 3)}, real=True).verdict.name
    'SURVIVED'
    >>> attempt(growth, [exp(2*x), 2*exp(2*x)], {x: Rational(1, 3)}, real=True).value
    '-1.94773404105'
    """
    fine = arb(2) ** -(10 * bits // 13)  # the error of an attempt that could have succeeded
    while bits <= MAX_BITS:
        with precision(bits):
            try:
                found = _once(constraint, traces, at, real, beside, fine)
            except (Undefined, NoValue):
                return _UNKNOWN
        if found is not None:
            return found
        bits *= 2
    return _UNKNOWN


def _once(
    constraint: Constraint,
    traces: Sequence[Expr],
    at: Point,
    real: bool,
    beside: Sequence[Expr],
    fine: arb,
) -> Attempt | None:
    """With the current precision; None if more is needed."""
    place = point_balls(at)
    inner = Evaluation(place, stand_ins=1)
    balls = [inner.value(e) for e in traces]
    around = [inner.value(e) for e in beside]
    if not all(b.is_finite() for b in around):
        return None
    if not all(b.is_finite() for b in balls):
        return None
    residual, outer = _residual(constraint, place, balls)
    stood_in = inner.used_stand_ins or outer.used_stand_ins
    if is_nonzero(residual):
        if stood_in:
            return _UNKNOWN
        unreal = real and any(not b.imag.contains(0) for b in (*balls, *around))
        return Attempt(Verdict.REFUTED, _text(residual), unreal=unreal)
    if real and any(not b.imag.contains(0) for b in balls):
        return Attempt(Verdict.NOT_REAL, stood_in=stood_in)
    if residual.is_finite() and residual.real.rad() < fine and residual.imag.rad() < fine:
        unreal = real and any(not b.imag.contains(0) for b in around)
        return Attempt(Verdict.BESIDE if unreal else Verdict.SURVIVED, stood_in=stood_in)
    return None


def _residual(
    constraint: Constraint, place: Mapping[Symbol, Ball], balls: Sequence[Ball]
) -> tuple[Ball, Evaluation]:
    outer = Evaluation({**place, **dict(zip(constraint.slots, balls, strict=True))}, stand_ins=1)
    return outer.value(constraint.expr), outer


def _text(residual: Ball) -> str:
    """Twelve digits of the value; of a complex one the larger part."""
    part = residual.real if abs(residual.real) > abs(residual.imag) else residual.imag
    return str(mp.nstr(mp.make_mpf(part.mid()._mpf_), 12))
