"""Numerical solutions by scipy, to compare an approximation with where nothing was proved.

Initial values are integrated by ``solve_ivp``, two-point problems by ``solve_bvp``; a linear
equation on a rectangle is collocated with products of Chebyshev polynomials.  Parameters have the
middle of their ranges.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial import chebyshev
from sympy import Expr, S, Symbol, lambdify

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.symbols import in_plain_symbols
from sympy_ssde.result.section import finite_ends, place_in

#: Points at which solutions are compared, along a line and along each side of a rectangle.
_POINTS, _GRID = 61, 21
#: Chebyshev polynomials in each variable, and points along each side at which they are fitted.
_DEGREE, _FITTED = 16, 24
#: Relative residual of a collocation that is taken for a solution.
_SMALL = 1e-5


@dataclass(frozen=True)
class Reference:
    """Values of a numerical solution at places, ``(points,)``, and the method that gave them."""

    method: str
    places: dict[Symbol, np.ndarray]
    values: np.ndarray


def find_reference(problem: Problem) -> Reference | None:
    """A numerical solution of a problem for one unknown, None if there is no method for it."""
    if len(problem.functions) != 1 or len(problem.equations) != 1:
        return None
    fixed = {
        r.symbol: place_in(r, S.Half)
        for r in problem.domain
        if r.symbol in problem.params and place_in(r, S.Half).is_number
    }
    if len(fixed) < len(problem.params):
        return None
    ranges = [finite_ends(problem.domain.by_symbol[v]) for v in problem.variables]
    numbers = [[e.subs(fixed) for e in ends] for ends in ranges]
    if not all(e.is_number for ends in numbers for e in ends):
        return None
    box = [(float(low), float(high)) for low, high in numbers]
    with np.errstate(all="ignore"):
        if len(problem.variables) == 1:
            found = _Ordinary(problem, fixed, *box[0]).solved()
        else:
            found = _collocated(problem, fixed, box) if len(box) == 2 else None
    return found if found is not None and np.isfinite(found.values).all() else None


class _Ordinary:
    """An equation that can be solved for its highest derivative, as a system of first order."""

    def __init__(self, problem: Problem, fixed: dict[Symbol, Expr], low: float, high: float):
        self.problem, self.fixed, self.low, self.high = problem, fixed, low, high
        self.variable = problem.variables[0]
        self.order = problem.equations[0].order()

    def solved(self) -> Reference | None:
        """By initial values at one place, or by conditions at both ends."""
        rate = self._rate()
        conditions = self.problem.conditions
        places = {t.point[0].subs(self.fixed) for c in conditions for t in c.traces}
        orders = [t.orders[0] for c in conditions for t in c.traces]
        if rate is None or not all(p.is_number and p.is_finite for p in places):
            return None
        if max(orders, default=0) >= self.order or len(conditions) != self.order:
            return None
        if len(places) == 1:
            return self._integrated(rate, float(next(iter(places))))
        if sorted(map(float, places)) == [self.low, self.high]:
            return self._between(rate)
        return None

    def _rate(self) -> Callable[..., Any] | None:
        """The highest derivative as a function of the variable and the lower ones."""
        (equation,) = self.problem.equations
        expr, slots = in_plain_symbols(equation.expr, equation.slots, [self.variable])
        names = {t.orders[0]: s for s, t in zip(slots, equation.traces, strict=True)}
        top = names[self.order]
        factor = expr.diff(top)
        if factor.has(top) or factor == 0:
            return None
        right = (-expr.subs(top, 0) / factor).subs(self.fixed)
        lower = [names.get(k, Symbol(f"unused_{k}")) for k in range(self.order)]
        function = lambdify([self.variable, lower], right, ["scipy", "numpy"])
        return lambda x, y: np.array([*y[1:], function(x, list(y)) + 0 * y[0]])

    def _residuals(self) -> list[Callable[..., Any]]:
        """The conditions as functions of the derivatives at the lower and the upper end."""
        found = []
        for condition in self.problem.conditions:
            expr, slots = in_plain_symbols(condition.expr, condition.slots, [self.variable])
            ends: list[list[Symbol]] = [
                [Symbol(f"end_{e}_{k}") for k in range(self.order)] for e in range(2)
            ]
            put = {}
            for slot, trace in zip(slots, condition.traces, strict=True):
                place = float(trace.point[0].subs(self.fixed))
                end = int(abs(place - self.high) < abs(place - self.low))
                put[slot] = ends[end][trace.orders[0]]
            found.append(lambdify(ends, expr.xreplace(put).subs(self.fixed), ["scipy", "numpy"]))
        return found

    def _integrated(self, rate: Callable[..., Any], place: float) -> Reference | None:
        from scipy.integrate import solve_ivp
        from scipy.optimize import fsolve

        residuals = self._residuals()
        start, _, ended, _ = fsolve(
            lambda y: [float(r(list(y), list(y))) for r in residuals],
            np.ones(self.order),
            full_output=True,
        )
        if ended != 1:
            return None
        points = np.linspace(self.low, self.high, _POINTS)
        values = np.empty(_POINTS)
        for side in (points <= place, points >= place):
            there = np.array(sorted(points[side], key=lambda p: abs(p - place)))
            values[np.searchsorted(points, there[there == place])] = start[0]
            there = there[there != place]
            if not len(there):
                continue
            run = solve_ivp(rate, (place, there[-1]), start, t_eval=there, rtol=1e-9, atol=1e-11)
            if not run.success or run.y.shape[1] != len(there):
                return None
            values[np.searchsorted(points, there)] = run.y[0]
        return Reference("solve_ivp", {self.variable: points}, values)

    def _between(self, rate: Callable[..., Any]) -> Reference | None:
        from scipy.integrate import solve_bvp

        residuals = self._residuals()
        mesh = np.linspace(self.low, self.high, _POINTS)
        for height in (0.0, 1.0, -1.0):
            guess = np.vstack([np.full(_POINTS, height), np.zeros((self.order - 1, _POINTS))])
            run = solve_bvp(
                rate,
                lambda a, b: np.array([r(list(a), list(b)) for r in residuals]),
                mesh,
                guess,
                tol=1e-8,
                max_nodes=5000,
            )
            if run.status == 0:
                return Reference("solve_bvp", {self.variable: mesh}, run.sol(mesh)[0])
        return None


def _collocated(
    problem: Problem, fixed: dict[Symbol, Expr], box: Sequence[tuple[float, float]]
) -> Reference | None:
    """Least squares over products of Chebyshev polynomials, for a linear problem."""
    rows, right = [], []
    for constraint in problem.constraints:
        free = [i for i, v in enumerate(problem.variables) if _is_free(constraint, i, v)]
        places = _grid(box, free, problem)
        found = _equations(constraint, problem, fixed, box, places)
        if found is None:
            return None
        rows.append(found[0])
        right.append(found[1])
    matrix, vector = np.vstack(rows), np.concatenate(right)
    if not (np.isfinite(matrix).all() and np.isfinite(vector).all()):
        return None
    sizes = np.linalg.norm(matrix, axis=1) + 1e-300
    solution, *_ = np.linalg.lstsq(matrix / sizes[:, None], vector / sizes, rcond=None)
    residual = np.abs(matrix @ solution - vector) / sizes
    if residual.max() > _SMALL * (1 + np.abs(vector / sizes).max()):
        return None
    shown = [np.linspace(low, high, _GRID) for low, high in box]
    mesh = [m.ravel() for m in np.meshgrid(*shown, indexing="ij")]
    values = _basis(mesh, (0, 0), box) @ solution
    return Reference(
        "Chebyshev collocation", dict(zip(problem.variables, mesh, strict=True)), values
    )


def _is_free(constraint: Constraint, number: int, variable: Symbol) -> bool:
    return all(t.point[number] == variable for t in constraint.traces)


def _grid(
    box: Sequence[tuple[float, float]], free: Sequence[int], problem: Problem
) -> dict[Symbol, np.ndarray]:
    """Points in the free variables; the others are put in by the traces."""
    nodes = np.cos(np.pi * (np.arange(_FITTED) + 0.5) / _FITTED)
    lines = [
        box[i][0] + (nodes + 1) / 2 * (box[i][1] - box[i][0]) if i in free else np.zeros(1)
        for i in range(len(box))
    ]
    mesh = [m.ravel() for m in np.meshgrid(*lines, indexing="ij")]
    return dict(zip(problem.variables, mesh, strict=True))


def _equations(
    constraint: Constraint,
    problem: Problem,
    fixed: dict[Symbol, Expr],
    box: Sequence[tuple[float, float]],
    places: dict[Symbol, np.ndarray],
) -> tuple[np.ndarray, np.ndarray] | None:
    """The rows of a constraint, and their right sides; None if it isn't linear."""
    slots = set(constraint.slots)
    factors = [constraint.expr.diff(s) for s in constraint.slots]
    if any(f.free_symbols & slots for f in factors):
        return None
    count = len(next(iter(places.values())))
    rows = np.zeros((count, (_DEGREE + 1) ** 2))
    for factor, trace in zip(factors, constraint.traces, strict=True):
        point = [_values(p.subs(fixed), places) for p in trace.point]
        rows += _values(factor.subs(fixed), places)[:, None] * _basis(point, trace.orders, box)
    rest = constraint.expr.xreplace(dict.fromkeys(constraint.slots, S.Zero))
    return rows, -_values(rest.subs(fixed), places)


def _values(expr: Expr, places: dict[Symbol, np.ndarray]) -> np.ndarray:
    function = lambdify(list(places), expr, ["scipy", "numpy"])
    return np.asarray(function(*places.values()), float) + 0 * next(iter(places.values()))


def _basis(
    point: Sequence[np.ndarray], orders: Sequence[int], box: Sequence[tuple[float, float]]
) -> np.ndarray:
    """Derivatives of all products of polynomials at points, ``(points, products)``."""
    found = []
    for values, order, (low, high) in zip(point, orders, box, strict=True):
        scale = 2 / (high - low)
        coefficients: np.ndarray = np.eye(_DEGREE + 1)
        if order:
            coefficients = chebyshev.chebder(coefficients, order) * scale**order
        found.append(chebyshev.chebval((values - low) * scale - 1, coefficients).T)
    return np.einsum("pi,pj->pij", found[0], found[1]).reshape(len(found[0]), -1)
