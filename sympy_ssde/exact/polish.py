"""Fitted constants polished to many digits, by Newton's method."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from mpmath import mp
from sympy import Expr, Rational, Symbol

from sympy_ssde.exact.identify import simple_rational
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, multiprecision

#: Digits with which is calculated; results have a dozen less.
DIGITS = 60
_NEWTON_STEPS = 12
_ROUNDING = 1e-40  # of a residual

#: Function and orders -> the derivative, and its slopes by each constant.
_Derivatives = dict[tuple[int, tuple[int, ...]], tuple[Expr, list[Expr]]]


def polish(
    exprs: Sequence[Expr], start: dict[Symbol, float], problem: Problem
) -> dict[Symbol, mp.mpf] | None:
    """Newton's method on the constraints at a few points, with mpmath's precision.

    Returns None if it doesn't converge, as it can't where constants are not determined.  Simple
    numbers next to the start are tried first: of many constants most are.
    """
    simple = _simple(start)
    if simple is not None and _fulfils([e.xreplace(simple) for e in exprs], problem):
        return {s: mp.mpf(v.p) / v.q for s, v in simple.items()}
    symbols = list(start)
    rows = _equations(exprs, symbols, problem)
    values = mp.matrix([mp.mpf(float(start[s])) for s in symbols])
    for _ in range(_NEWTON_STEPS):
        at = dict(zip(symbols, values, strict=True))
        try:
            system = [row(at) for row in rows]
            slopes = mp.matrix([slope for _, slope in system])
            step = mp.lu_solve(slopes.T * slopes, slopes.T * mp.matrix([r for r, _ in system]))
        except (Undefined, ValueError, ZeroDivisionError):
            return None
        values -= step
        size = mp.norm(step, mp.inf)
        if not size < mp.mpf(10) ** 10:
            return None
        if size < mp.mpf(10) ** (12 - DIGITS):
            return dict(zip(symbols, values, strict=True))
    return None


def _simple(start: dict[Symbol, float]) -> dict[Symbol, Rational] | None:
    """The simple rationals next to all of the numbers."""
    found = {s: simple_rational(v) for s, v in start.items()}
    known = {s: v for s, v in found.items() if v is not None}
    return known if len(known) == len(found) else None


def _fulfils(exprs: Sequence[Expr], problem: Problem) -> bool:
    """Whether rounding is all that is left of the residuals at a few points."""
    try:
        return all(abs(row({})[0]) < _ROUNDING for row in _equations(exprs, [], problem))
    except (Undefined, ValueError, ZeroDivisionError):
        return False


def _equations(exprs: Sequence[Expr], symbols: list[Symbol], problem: Problem) -> "list[_Row]":
    """Functions of the constants: a residual at some point and its slopes by each constant."""
    random = Random(11)
    derivatives: _Derivatives = {}
    rows = []
    needed = max(2, -(-3 * len(symbols) // len(problem.finite_constraints)))
    for constraint in problem.finite_constraints:
        count = needed if constraint.free_symbols - set(problem.params) else 1
        for trace in constraint.traces:
            key = trace.function, trace.orders
            if key not in derivatives:
                value = derivative(exprs[trace.function], problem.variables, trace.orders)
                derivatives[key] = (value, [value.diff(s) for s in symbols])
        partials = [constraint.expr.diff(s) for s in constraint.slots]
        for _ in range(count):
            rows.append(
                _Row(
                    constraint,
                    partials,
                    derivatives,
                    problem.domain.point(random),
                    problem.variables,
                )
            )
    return rows


@dataclass(frozen=True)
class _Row:
    """One constraint at one point, as a function of the constants."""

    constraint: Constraint
    partials: list[Expr]
    derivatives: _Derivatives
    point: dict[Symbol, Expr]
    variables: tuple[Symbol, ...]

    def __call__(self, constants: dict[Symbol, mp.mpf]) -> tuple[mp.mpf, list[mp.mpf]]:
        place = multiprecision(self.point)
        traces, slopes = [], []
        for trace in self.constraint.traces:
            at = {**place, **constants}
            at |= {
                v: evaluate_mp(p, place) for v, p in zip(self.variables, trace.point, strict=True)
            }
            memo: dict[Expr, mp.mpf] = {}
            value, by_constants = self.derivatives[trace.function, trace.orders]
            traces.append(evaluate_mp(value, at, memo))
            slopes.append([evaluate_mp(d, at, memo) for d in by_constants])
        inner = place | dict(zip(self.constraint.slots, traces, strict=True))
        weights = [evaluate_mp(p, inner) for p in self.partials]
        columns = [
            mp.fsum(w * s[k] for w, s in zip(weights, slopes, strict=True))
            for k in range(len(constants))
        ]
        return evaluate_mp(self.constraint.expr, inner), columns
