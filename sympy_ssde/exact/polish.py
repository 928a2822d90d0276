"""Fitted constants polished to many digits and identified, in the worker process.

A candidate may contain anything that a search comes up with, cos(exp(exp(x))) too, on which
high-precision arithmetic takes for ever: so there is a deadline.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from mpmath import mp
from sympy import Expr, Symbol

from sympy_ssde.exact.amplitudes import amplitudes
from sympy_ssde.exact.identify import identify, numbers_of
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, multiprecision
from sympy_ssde.worker import shared_worker

_DIGITS = 60
_NEWTON_STEPS = 12


@dataclass(frozen=True)
class Identification:
    """A task for the worker: exact values of an expression's constants."""

    expr: Expr
    start: dict[Symbol, float]
    problem: Problem
    timeout: float

    def run(self) -> Iterator[dict[Symbol, Expr]]:
        """Yield the constants if all are identified."""
        with mp.workdps(_DIGITS):
            polished = polish(self.expr, self.start, self.problem)
            if polished is None:
                return
            numbers = numbers_of(self.problem)
            found = {s: identify(v, numbers) for s, v in polished.items()}
            known = {s: v for s, v in found.items() if v is not None}
            unknown = [s for s in found if s not in known]
            rest = amplitudes(self.expr.xreplace(known), unknown, self.problem) if unknown else {}
        if rest is not None:
            yield known | rest


def identified(
    expr: Expr, start: dict[Symbol, float], problem: Problem, *, timeout: float = 5
) -> dict[Symbol, Expr] | None:
    """Exact values of the constants, or None if there are none, or no time."""
    found, _ = shared_worker().run(Identification(expr, start, problem, timeout))
    return found[0] if found else None


def polish(expr: Expr, start: dict[Symbol, float], problem: Problem) -> dict[Symbol, mp.mpf] | None:
    """Newton's method on the constraints at a few points, with mpmath's precision.

    Returns None if it doesn't converge, as it can't where constants are not determined.
    """
    symbols = list(start)
    rows = _equations(expr, symbols, problem)
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
        if size < mp.mpf(10) ** (12 - _DIGITS):
            return dict(zip(symbols, values, strict=True))
    return None


def _equations(expr: Expr, symbols: list[Symbol], problem: Problem) -> "list[_Row]":
    """Functions of the constants: a residual at some point and its slopes by each constant."""
    random = Random(11)
    derivatives: dict[tuple[int, ...], tuple[Expr, list[Expr]]] = {}
    rows = []
    needed = max(2, -(-3 * len(symbols) // len(problem.constraints)))
    for constraint in problem.constraints:
        count = needed if constraint.free_symbols - set(problem.params) else 1
        for trace in constraint.traces:
            if trace.orders not in derivatives:
                order = [(v, n) for v, n in zip(problem.variables, trace.orders, strict=True) if n]
                value = expr.diff(*order) if order else expr
                derivatives[trace.orders] = (value, [value.diff(s) for s in symbols])
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
    derivatives: dict[tuple[int, ...], tuple[Expr, list[Expr]]]
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
            value, by_constants = self.derivatives[trace.orders]
            traces.append(evaluate_mp(value, at, memo))
            slopes.append([evaluate_mp(d, at, memo) for d in by_constants])
        inner = place | dict(zip(self.constraint.slots, traces, strict=True))
        weights = [evaluate_mp(p, inner) for p in self.partials]
        columns = [
            mp.fsum(w * s[k] for w, s in zip(weights, slopes, strict=True))
            for k in range(len(constants))
        ]
        return evaluate_mp(self.constraint.expr, inner), columns
