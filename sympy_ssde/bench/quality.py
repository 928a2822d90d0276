"""How good an answer is: the paper's measures, taken on points that the search has not seen.

Explanation
===========

``loss`` is the paper's L_PHY: the average of the root mean squares of the equation, the boundary
and the initial conditions, over the groups that the problem has.  ``error`` is the relative L2
error.  ``recovered`` is the paper's complete recovery: the mean square error is below 1e-8, and
the answer is equivalent to the known solution when its numbers are rounded to three decimals (the
paper says "the same or equivalent skeleton"); two functions count as equivalent if they agree to
ten digits at all points.  ``form`` is the cost of the answer as it is printed over that of the
known solution, see :func:`sympy_ssde.proof.simplify.cost`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from sympy import Expr, Float, Rational

from sympy_ssde.errors import SSDEError
from sympy_ssde.physics.collocation import (
    CollocationConfig,
    Places,
    condition_points,
    evaluate_at,
    interior_points,
)
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.simplify import cost

#: Fresh points of the equation, and of each condition.
POINTS = CollocationConfig(interior=1000, condition=200, sampler="uniform")

#: Mixed into the seed, so that no search draws the same points.
STREAM = 20_250

RECOVERED = 1e-8
EQUIVALENT = 1e-10
DECIMALS = 3

#: A numerical answer: its values at points.
Values = Callable[[Places], np.ndarray]


@dataclass(frozen=True)
class Quality:
    """The measures; None where one can't be taken, or is not finite."""

    loss: float | None = None
    error: float | None = None
    recovered: bool | None = None
    form: float | None = None


def assess(
    problem: Problem, exact: Sequence[Expr], answer: Expr | Values, *, seed: int = 0
) -> Quality:
    """The quality of an answer to a problem whose solution is known.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> stated = Problem(u(x).diff(x) - 2*x, u(x), {u(0): 0}, {x: (0, 1)})
    >>> found = assess(stated, [x**2], 1.00001*x**2)
    >>> found.recovered, f"{found.error:.0e}"
    (True, '1e-05')
    """
    rng = np.random.default_rng([STREAM, seed])
    inside = interior_points(problem, POINTS, rng)
    try:
        true = _values(exact[0], inside)
        found = _values(answer, inside) if isinstance(answer, Expr) else answer(inside)
    except (SSDEError, ArithmeticError):  # a function that has no numbers here
        return Quality(form=_form(exact[0], answer))
    size = max(float(np.linalg.norm(true)), 1e-300)
    error = _finite(float(np.linalg.norm(found - true)) / size)
    if not isinstance(answer, Expr):
        return Quality(None, error, False)
    near = bool(np.mean((found - true) ** 2) < RECOVERED)
    recovered = near and (
        _is_equivalent(found, true) or _is_equivalent(_values(rounded(answer), inside), true)
    )
    loss = physics_loss(problem, answer, inside, rng)
    return Quality(loss, error, recovered, _form(exact[0], answer))


def _form(exact: Expr, answer: Expr | Values) -> float | None:
    if not isinstance(answer, Expr):
        return None
    return max(cost(answer)[0], 1) / max(cost(exact)[0], 1)


def physics_loss(
    problem: Problem, answer: Expr, inside: Places, rng: np.random.Generator
) -> float | None:
    """L_PHY, the average of the groups' root mean squares."""
    groups: dict[str, list[np.ndarray]] = {}
    try:
        for constraint in problem.equations:
            groups.setdefault("equation", []).append(_residual(constraint, problem, answer, inside))
        for constraint, initial in zip(problem.conditions, problem.initial, strict=True):
            at = condition_points(constraint, problem, POINTS, rng)
            groups.setdefault("initial" if initial else "boundary", []).append(
                _residual(constraint, problem, answer, at)
            )
    except (SSDEError, ArithmeticError):
        return None
    roots = [np.sqrt(np.mean(np.concatenate(parts) ** 2)) for parts in groups.values()]
    return _finite(np.mean(roots))


def rounded(expr: Expr) -> Expr:
    """The expression with its floats rounded to three decimals, as rationals.

    >>> from sympy.abc import x
    >>> rounded(2.50003*x + 1.0e-7)
    5*x/2
    """
    scale = 10**DECIMALS
    return expr.xreplace({f: Rational(round(f * scale), scale) for f in expr.atoms(Float)})


def _residual(constraint: Constraint, problem: Problem, answer: Expr, places: Places) -> np.ndarray:
    traces = {}
    for symbol, trace in zip(constraint.slots, constraint.traces, strict=True):
        value = answer
        for variable, order in zip(problem.variables, trace.orders, strict=True):
            value = value.diff(variable, order) if order else value
        moved = dict(zip(problem.variables, trace.point, strict=True))
        traces[symbol] = value.subs(moved, simultaneous=True)
    return _values(constraint.expr.xreplace(traces), places)


def _values(expr: Expr, places: Places) -> np.ndarray:
    with np.errstate(all="ignore"):
        count = max((len(v) for v in places.values()), default=1)
        return evaluate_at(expr, places, count)


def _is_equivalent(found: np.ndarray, true: np.ndarray) -> bool:
    size = max(float(np.abs(true).max(initial=0.0)), 1e-300)
    return bool(np.abs(found - true).max(initial=0.0) <= EQUIVALENT * size)


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
