"""Problems whose solutions are series, and their partial sums in decimals."""

import warnings

import numpy as np
from sympy import Add, Eq, Function, Sum, lambdify
from sympy.abc import t, x, y

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.series import series

u = Function("u")
U, V = u(x, t), u(x, y)
HEAT = Eq(U.diff(t), U.diff(x, 2))
WAVE = Eq(U.diff(t, 2), U.diff(x, 2))
LAPLACE = Eq(V.diff(x, 2) + V.diff(y, 2), 0)
COLD = {u(0, t): 0, u(1, t): 0}
REST = {U.diff(t).subs(t, 0): 0}


def make_problem(*given):
    """A problem, without the warning of corners that don't match."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Problem(*given)


def first_series(*given):
    """The first series that is found, None if there is none."""
    found = next(iter(series(make_problem(*given))), None)
    return None if found is None else found.exprs[0]


def partial_value(expr, at, terms=2000):
    """The value of a sum of series after many terms; of double ones after 60 x 60."""
    total = 0.0
    for part in Add.make_args(expr):
        sums = list(part.atoms(Sum))
        if not sums:
            total += float(part.subs(at))
            continue
        factor = float((part / sums[0]).subs(at))
        limits = sums[0].limits
        count = terms if len(limits) == 1 else 60
        ranges = [np.arange(int(low), int(low) + count, dtype=float) for _, low, _ in limits]
        function = lambdify([index for index, _, _ in limits], sums[0].function.subs(at))
        with np.errstate(all="ignore"):
            values = function(*np.meshgrid(*ranges, indexing="ij"))
        total += factor * float(np.sum(np.where(np.isfinite(values), values, 0.0)))
    return total
