"""From a fitted candidate to a proved solution with exact constants.

Constants that can be 0, 1 or -1 are set to it; the others are polished to 50 digits on the same
constraints, identified or solved for, and the result is written as a textbook prints it, and
checked.  What doesn't prove is not used.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from sympy import Add, Expr, Float, Pow, expand, nan, oo, zoo

from sympy_ssde.exact.recognition import recognised
from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton, rewritten
from sympy_ssde.physics.loss import Physics
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.symbols import internal
from sympy_ssde.proof.textbook import textbook_form
from sympy_ssde.proof.verify import Verification, verify

_NICE = (0.0, 1.0, -1.0)
_LONGEST = 300  # operations of an expression that is multiplied out
_LONGEST_FORM = 3.0  # seconds for the form of an answer
_ANSWERS = 3  # sets of exact constants that are tried
_NOTHING = 1e-9  # a coefficient next to the largest one that counts as zero


@dataclass(frozen=True)
class Candidate:
    """Exact expressions, one for each unknown, and what is known of them."""

    exprs: tuple[Expr, ...]
    verification: Verification


def exact_candidate(
    skeleton: Skeleton, constants: np.ndarray, physics: Physics, *, timeout: float = 10
) -> Candidate | None:
    """The candidate with exact constants, checked; None if they can't be identified.

    Parameters
    ==========

    constants : the fitted values of the skeleton's slots
    timeout : seconds for constants, simplification and proof together
    """
    end = time.monotonic() + timeout
    skeleton, constants = multiplied_out(skeleton, constants, physics)
    best: Candidate | None = None
    limit = min(max(2 + 0.3 * skeleton.constants, 0.3 * timeout), 0.5 * timeout)
    for exprs in exact_expressions(skeleton, constants, physics, timeout=limit):
        found = _checked(exprs, physics.problem, max(end - time.monotonic(), 0.1))
        if found.verification:
            return found
        best = best or found
        if time.monotonic() > end:
            break
    return best


def _checked(exprs: tuple[Expr, ...], problem: Problem, timeout: float) -> Candidate:
    """An exact candidate as a textbook prints it, or as it is where only that is proved."""
    longest = min(_LONGEST_FORM, 0.3 * timeout / len(exprs))
    short = tuple(textbook_form(e, problem.domain, timeout=longest) for e in exprs)
    verification = verify(problem, short, timeout=0.5 * timeout, stop_at_refutation=True)
    if not verification and short != exprs:
        again = verify(problem, exprs, timeout=0.2 * timeout, stop_at_refutation=True)
        if again:
            return Candidate(exprs, again)
    return Candidate(short, verification)


def multiplied_out(
    skeleton: Skeleton, constants: np.ndarray, physics: Physics
) -> tuple[Skeleton, np.ndarray]:
    """The skeleton with products of sums multiplied out, if it needs fewer constants then.

    ``(x - c0)*(x + c1) + c2`` may be ``x**2``: its constants are some roots, those of the sum are
    simple numbers.
    """
    values = np.asarray(constants, dtype=float)[: skeleton.constants]
    if len(values) < 2:
        return skeleton, constants
    exprs = skeleton.exprs([Float(v) for v in values])
    if not all(map(_may_be_multiplied_out, exprs)):
        return skeleton, constants
    found = rewritten([_sum_of_terms(e) for e in exprs], skeleton.library)
    if found is None or found[0].constants >= skeleton.constants:
        return skeleton, constants
    other = found[0]
    fitted, loss = refitted(*found, physics)
    exact = loss <= _acceptable(skeleton, values, physics)
    return (other, fitted) if exact else (skeleton, constants)


def _may_be_multiplied_out(expr: Expr) -> bool:
    high = any(p.base.is_Add and p.exp.is_Integer and abs(p.exp) > 4 for p in expr.atoms(Pow))
    return not high and not expr.has(nan, zoo, oo) and expr.count_ops() <= _LONGEST


def _sum_of_terms(expr: Expr) -> Expr:
    """The expression multiplied out, without terms that are next to nothing."""
    plain = expand(expr, log=False, power_base=False, power_exp=False)
    terms = [t.as_coeff_Mul() for t in Add.make_args(plain)]
    largest = max((abs(number) for number, _ in terms), default=0)
    kept = [number * rest for number, rest in terms if abs(number) > _NOTHING * largest]
    return Add(*kept)


def exact_expressions(
    skeleton: Skeleton, constants: np.ndarray, physics: Physics, *, timeout: float = 10
) -> Iterator[tuple[Expr, ...]]:
    """The skeleton with exact constants, not yet checked; other answers if the first one fails."""
    values, fixed = with_nice_constants(skeleton, constants, physics)
    symbols = [internal(f"c{i}") for i in range(len(values))]
    filled = [int(v) if f else s for v, f, s in zip(values, fixed, symbols, strict=True)]
    exprs = skeleton.exprs(filled)
    used = set().union(*(e.free_symbols for e in exprs))
    free = {s: v for s, v in zip(symbols, values, strict=True) if s in used}
    if not free:
        yield exprs
        return
    for skip in range(_ANSWERS):
        found = recognised(exprs, free, physics.problem, timeout=timeout, skip=skip)
        if found is None:
            return
        yield tuple(e.xreplace(found) for e in exprs)


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
        for slot in np.argsort(np.abs(values - nice), kind="stable"):
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
        return constants, _loss(skeleton, np.zeros(0), physics)
    return _refit(skeleton, np.asarray(constants), np.ones(skeleton.constants, bool), physics)


def _loss(skeleton: Skeleton, values: np.ndarray, physics: Physics) -> float:
    return float(physics.loss(physics.mean_squares(Batch.single(skeleton, values)))[0])


def _acceptable(skeleton: Skeleton, values: np.ndarray, physics: Physics) -> float:
    """The loss that counts as zero: relative to that of u = 0, and not below the candidate's."""
    return max(1e-18 * physics.size, 100.0 * _loss(skeleton, values, physics))


def _refit(
    skeleton: Skeleton, values: np.ndarray, free: np.ndarray, physics: Physics
) -> tuple[np.ndarray, float]:
    config = LeastSquaresConfig(iterations=30, tolerance=1e-12, target=1e-30)
    batch = Batch.single(skeleton, values)
    fitted, losses = fit(physics.objective(), batch, config, free[None])
    return fitted[0], float(losses[0])
