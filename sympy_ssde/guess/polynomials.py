"""Polynomial solutions of linear problems, by undetermined coefficients.

The constraints at random points are linear equations for the coefficients; if they can be solved,
the solution is made rational and is a candidate for a proof.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from random import Random

import numpy as np
from sympy import Add, Expr, Integer, Mul, Rational

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, multiprecision

_MOST = 60  # monomials
_HIGHEST = 8  # degree
_POINTS = (64, 24)  # of an equation, of a condition
_NOTHING = 1e-9  # next to the largest contribution
_OPEN = 1e-12  # a pivot, next to numbers of size 1, that counts as zero
_DENOMINATOR = 10**6

#: Rows and right-hand sides: (slopes, orders, points) of each trace, and what is left without u.
_Sample = tuple[list[tuple[np.ndarray, tuple[int, ...], np.ndarray]], np.ndarray]


def polynomials(problem: Problem) -> Iterator[Expr]:
    """The polynomial of lowest degree that fits, in the variables and the parameters.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> u = Function("u")
    >>> laplace = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
    >>> bcs = {u(0, y): -y**2, u(1, y): 1 - y**2, u(x, 0): x**2}
    >>> list(polynomials(Problem(laplace, u(x, y), bcs, {x: (0, 1), y: (0, 1)})))
    [x**2 - y**2]
    """
    samples = _samples(problem)
    if samples is None:
        return
    symbols = problem.variables + problem.params
    right = np.concatenate([r for _, r in samples])
    for degree in range(1, _HIGHEST + 1):
        if comb(degree + len(symbols), degree) > _MOST:
            return
        exponents = _exponents(len(symbols), degree)
        matrix = np.concatenate([_rows(traces, exponents) for traces, _ in samples])
        coefficients = _solution(matrix, right)
        if coefficients is not None:
            terms = (
                Mul(_rational(c), *(s**e for s, e in zip(symbols, row.tolist(), strict=True)))
                for c, row in zip(coefficients.tolist(), exponents, strict=True)
            )
            yield Add(*terms)
            return


def _samples(problem: Problem) -> list[_Sample] | None:
    """All constraints at random points; None if one of them isn't linear or has no numbers."""
    random = Random(5)
    found = []
    for constraint in problem.finite_constraints:
        slopes = [constraint.expr.diff(s) for s in constraint.slots]
        if any(slope.has(*constraint.slots) for slope in slopes if constraint.slots):
            return None
        count = _POINTS[constraint in problem.conditions]
        if not constraint.free_symbols and not problem.params:
            count = 1
        try:
            found.append(_sample(constraint, slopes, problem, count, random))
        except (Undefined, TypeError, OverflowError):  # no value, no real one, or too large
            return None
    return found


def _sample(
    constraint: Constraint, slopes: list[Expr], problem: Problem, count: int, random: Random
) -> _Sample:
    places = [multiprecision(problem.domain.point(random)) for _ in range(count)]
    rest = constraint.expr.xreplace(dict.fromkeys(constraint.slots, Integer(0)))
    traces = []
    for slope, trace in zip(slopes, constraint.traces, strict=True):
        coordinates = (*trace.point, *problem.params)
        points = np.array([[float(evaluate_mp(c, at)) for c in coordinates] for at in places])
        orders = (*trace.orders, *(0 for _ in problem.params))
        traces.append((np.array([float(evaluate_mp(slope, at)) for at in places]), orders, points))
    return traces, -np.array([float(evaluate_mp(rest, at)) for at in places])


def _exponents(count: int, degree: int) -> np.ndarray:
    """Exponents of all monomials up to the degree, ``(monomials, count)``."""
    rows = []
    for total in range(degree + 1):
        for chosen in combinations_with_replacement(range(count), total):
            rows.append([chosen.count(i) for i in range(count)])
    return np.array(rows)


def _rows(
    traces: list[tuple[np.ndarray, tuple[int, ...], np.ndarray]], exponents: np.ndarray
) -> np.ndarray:
    """What a constraint gives for each monomial at its points, ``(points, monomials)``."""
    total: np.ndarray = np.zeros((len(traces[0][0]) if traces else 1, len(exponents)))
    for slopes, orders, points in traces:
        value = np.ones((len(points), len(exponents)))
        for i, order in enumerate(orders):
            power = exponents[:, i]
            for k in range(order):
                value *= np.maximum(power - k, 0)
            value *= _powers(points[:, i], int(power.max(initial=0)))[
                :, np.maximum(power - order, 0)
            ]
        total += slopes[:, None] * value
    return total


def _powers(x: np.ndarray, highest: int) -> np.ndarray:
    """``x**0, x**1, ...`` by products, which have the same bits everywhere."""
    found = [np.ones(len(x))]
    for _ in range(highest):
        found.append(found[-1] * x)
    return np.stack(found, axis=1)


def _solution(matrix: np.ndarray, right: np.ndarray) -> np.ndarray | None:
    """Coefficients that fulfil all equations, those that contribute nothing set to zero."""
    if not np.isfinite(matrix).all() or not np.isfinite(right).all():
        return None
    scale = np.abs(matrix).max(axis=0)
    scale[scale == 0] = 1.0
    scaled = _eliminated(matrix / scale, right)
    if scaled is None:  # others fit as well, and nothing says which is meant
        return None
    largest = max(np.abs(scaled).max(), np.abs(right).max())
    if (
        not largest
        or np.abs((matrix / scale * scaled).sum(axis=1) - right).max() > _NOTHING * largest
    ):
        return None
    scaled[np.abs(scaled) <= _NOTHING * largest] = 0.0
    return np.asarray(scaled / scale)


def _eliminated(matrix: np.ndarray, right: np.ndarray) -> np.ndarray | None:
    """The only vector that the equations allow, if they do; None if they leave some of it open."""
    work, columns = np.column_stack([matrix, right]), matrix.shape[1]
    if len(work) < columns:
        return None
    for k in range(columns):
        pivot = k + int(np.argmax(np.abs(work[k:, k])))
        if abs(work[pivot, k]) <= _OPEN:
            return None
        work[[k, pivot]] = work[[pivot, k]]
        work[k + 1 :, k:] -= work[k + 1 :, k : k + 1] / work[k, k] * work[k, k:]
    found = work[:columns, columns]
    for k in reversed(range(columns)):
        found[k] /= work[k, k]
        found[:k] -= found[k] * work[:k, k]
    return found


def _rational(value: float) -> Rational:
    fraction = Fraction(value).limit_denominator(_DENOMINATOR)
    return Rational(fraction.numerator, fraction.denominator)
