"""Constants in front of terms, solved for instead of identified.

``c0 + c1*exp(-10*x)`` with ``u(0) = 0`` and ``u(1) = 1`` has ``c0 = 1/(1 - exp(-10))``: a number
that nobody would guess from its digits, but that two linear equations give.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from mpmath import mp
from sympy import Expr, Integer, Matrix, Rational, Symbol

from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp

_MOST = 4  # unknowns, which are solved for by Cramer's rule


def amplitudes(
    exprs: Sequence[Expr], unknown: Sequence[Symbol], problem: Problem
) -> dict[Symbol, Expr] | None:
    """Exact values of the unknowns, if the constraints are linear in them and determine them.

    >>> from sympy import Function, exp
    >>> from sympy.abc import a, b, x
    >>> u = Function("u")
    >>> layer = Problem(u(x).diff(x, 2) + u(x).diff(x), u(x), {u(0): 0, u(1): 1})
    >>> found = amplitudes([a + b*exp(-x)], [a, b], layer)
    >>> found[a].equals(1/(1 - exp(-1))), found[b].equals(1/(exp(-1) - 1))
    (True, True)
    """
    if len(unknown) > _MOST or problem.params:  # values at points say nothing of parameters
        return None
    rows: list[list[Expr]] = []
    for row in _rows(exprs, unknown, problem):
        if row is None:
            return None
        if _are_independent([r[:-1] for r in (*rows, row)]):
            rows.append(row)
        if len(rows) == len(unknown):
            return _solved(Matrix(rows), unknown)
    return None


def _rows(
    exprs: Sequence[Expr], unknown: Sequence[Symbol], problem: Problem
) -> Iterator[list[Expr] | None]:
    """Slopes by the unknowns and what is left without them; None where that is not linear."""
    nothing = dict.fromkeys(unknown, Integer(0))
    finite = (c for c in problem.conditions if not c.is_at_infinity)
    for constraint in (*finite, *problem.equations):
        residual = constraint.put_in(exprs, problem.variables)
        row = [residual.diff(s) for s in unknown] + [residual.xreplace(nothing)]
        if any(part.has(*unknown) for part in row):
            yield None
            return
        free = set().union(*(part.free_symbols for part in row))
        for point in islice(_points(problem.domain), len(unknown) if free else 1):
            yield [part.subs(point) for part in row]


def _points(domain: Domain) -> Iterator[dict[Symbol, Expr]]:
    """Points with simple coordinates."""
    for n in range(2, 2 + _MOST):
        at: dict[Symbol, Expr] = {}
        for r in domain:
            low, high = (end.subs(at) for end in (r.low, r.high))
            at[r.symbol] = low + (high - low) / n if (high - low).is_finite else Rational(n, 2)
        yield at


def _are_independent(rows: Sequence[Sequence[Expr]]) -> bool:
    """Whether the rows are linearly independent, numerically."""
    try:
        matrix = mp.matrix([[evaluate_mp(e, {}) for e in row] for row in rows])
    except Undefined:
        return False
    for i in range(matrix.rows):
        size = mp.norm(matrix[i, :], mp.inf)
        if size:
            matrix[i, :] = matrix[i, :] / size
    return bool(abs(mp.det(matrix * matrix.T)) > mp.mpf(10) ** -20)


def _solved(rows: Matrix, unknown: Sequence[Symbol]) -> dict[Symbol, Expr]:
    count = len(unknown)
    matrix, right = rows[:, :count], -rows[:, count]
    whole = matrix.det(method="berkowitz")
    found = {}
    for i, s in enumerate(unknown):
        replaced = matrix.copy()
        replaced[:, i] = right
        found[s] = replaced.det(method="berkowitz") / whole
    return found
