"""From a fitted candidate to a proved solution with exact constants.

Constants that can be 0, 1 or -1 are set to it; the others are polished to 50 digits on the same
constraints, identified, and the result is written in its shortest form and checked.  What doesn't
prove is not used.
"""

from dataclasses import dataclass
from random import Random

import numpy as np
from mpmath import mp
from sympy import Expr, Symbol

from sympy_ssde.conditions import Constraint
from sympy_ssde.fit.identify import identify, numbers_of
from sympy_ssde.fit.least_squares import (
    LeastSquaresConfig,
    count_constants,
    damped_slots,
    levenberg_marquardt,
)
from sympy_ssde.physics import Physics, Programs
from sympy_ssde.problem import Problem
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, multiprecision
from sympy_ssde.skeleton import Skeleton
from sympy_ssde.verify import Verification, shortest_form, verify

_DIGITS = 60
_NICE = (0.0, 1.0, -1.0)
_NEWTON_STEPS = 12


@dataclass(frozen=True)
class Candidate:
    """An exact expression and what is known of it."""

    expr: Expr
    verification: Verification


def exact_candidate(
    skeleton: Skeleton, constants: np.ndarray, physics: Physics, *, timeout: float = 10
) -> Candidate | None:
    """The candidate with exact constants, checked; None if they can't be identified.

    Parameters
    ==========

    constants : the fitted values of the skeleton's slots
    timeout : seconds for simplification and proof
    """
    expr = exact_expression(skeleton, constants, physics)
    if expr is None:
        return None
    problem = physics.problem
    short = shortest_form(expr, problem.domain, timeout=0.3 * timeout)
    verification = verify(problem, (short,), timeout=0.5 * timeout, stop_at_refutation=True)
    if not verification and short != expr:
        again = verify(problem, (expr,), timeout=0.2 * timeout, stop_at_refutation=True)
        if again:
            return Candidate(expr, again)
    return Candidate(short, verification)


def exact_expression(skeleton: Skeleton, constants: np.ndarray, physics: Physics) -> Expr | None:
    """The skeleton with identified constants, not yet checked."""
    values, fixed = with_nice_constants(skeleton, constants, physics)
    symbols = [Symbol(f"_c{i}") for i in range(len(values))]
    filled = [int(v) if f else s for v, f, s in zip(values, fixed, symbols, strict=True)]
    expr = skeleton.to_sympy(filled)
    free = [(s, v) for s, v in zip(symbols, values, strict=True) if expr.has(s)]
    if not free:
        return expr
    with mp.workdps(_DIGITS):
        polished = polish(expr, dict(free), physics.problem)
        if polished is None:
            return None
        numbers = numbers_of(physics.problem)
        found = {s: identify(v, numbers) for s, v in polished.items()}
    if any(v is None for v in found.values()):
        return None
    return expr.xreplace(found)


def with_nice_constants(
    skeleton: Skeleton, constants: np.ndarray, physics: Physics
) -> tuple[np.ndarray, np.ndarray]:
    """Set as many constants as possible to 0, 1 or -1 and refit the others.

    Returns the constants ``(slots,)`` and which of them were set.
    """
    slots = skeleton.constants
    values = np.asarray(constants, dtype=float)[:slots].copy()
    fixed = np.zeros(slots, dtype=bool)
    if not slots:
        return values, fixed
    limit = _acceptable(skeleton, values, physics)
    for nice in _NICE:
        for slot in np.argsort(np.abs(values - nice)):
            if fixed[slot]:
                continue
            tried, mask = values.copy(), fixed.copy()
            tried[slot], mask[slot] = nice, True
            refitted, loss = _refit(skeleton, tried, ~mask, physics)
            if loss <= limit:
                values, fixed = refitted, mask
    return values, fixed


def refitted(
    skeleton: Skeleton, constants: np.ndarray, physics: Physics
) -> tuple[np.ndarray, float]:
    """Constants fitted to all constraints from good starts, and the loss."""
    if not skeleton.constants:
        loss = physics.loss(physics.mean_squares(Programs(*_arrays(skeleton)), np.zeros((1, 1))))
        return constants, float(loss[0])
    return _refit(skeleton, np.asarray(constants), np.ones(skeleton.constants, bool), physics)


def _acceptable(skeleton: Skeleton, values: np.ndarray, physics: Physics) -> float:
    """The loss that counts as zero: next to the loss of u = 0, and not below the candidate's."""
    batch = Programs(*_arrays(skeleton))
    own = float(physics.loss(physics.mean_squares(batch, values[None]))[0])
    return max(1e-18 * physics.size, 100.0 * own)


def _refit(
    skeleton: Skeleton, values: np.ndarray, free: np.ndarray, physics: Physics
) -> tuple[np.ndarray, float]:
    batch = Programs(*_arrays(skeleton))
    objective = physics.objective(batch, conditions_only=False)
    damped = damped_slots(
        batch.programs, batch.lengths, len(values), physics.library, physics.is_linear
    )
    config = LeastSquaresConfig(iterations=30, tolerance=1e-12, target=1e-30)
    fitted, losses = levenberg_marquardt(objective, values[None], free[None], damped, config)
    return fitted[0], float(losses[0])


def _arrays(skeleton: Skeleton) -> tuple[np.ndarray, np.ndarray]:
    tokens = np.array([skeleton.tokens], dtype=np.int16)
    assert count_constants(tokens, skeleton.library)[0] == skeleton.constants
    return tokens, np.array([len(skeleton.tokens)])


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
