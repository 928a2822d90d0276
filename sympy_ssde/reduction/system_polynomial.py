"""Linear systems with polynomial solutions: their coefficients fulfil linear equations."""

from collections.abc import Iterator, Sequence

from sympy import Add, Dummy, Eq, Expr, Poly, S, Symbol, linsolve
from sympy.polys.monomials import itermonomials
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.view import linear_parts

_DEGREES = (1, 2, 3, 4)
_MOST = 60  # coefficients


def polynomial_functions(problem: Problem) -> Iterator[Found]:
    """Polynomials in all variables, of low degrees first.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> u, v = Function("u")(x, y), Function("v")(x, y)
    >>> pair = [u.diff(x) - v.diff(y), u.diff(y) + v.diff(x)]
    >>> data = {u.subs(y, 0): x**2, v.subs(y, 0): 0}
    >>> next(polynomial_functions(Problem(pair, [u, v], data))).exprs
    (x**2 - y**2, 2*x*y)
    """
    count = len(problem.functions)
    if count < 2 or any(linear_parts(c) is None for c in problem.constraints):
        return
    for degree in _DEGREES:
        monomials = sorted(itermonomials(problem.variables, degree), key=str)
        if count * len(monomials) > _MOST:
            return
        names = [[Dummy("k") for _ in monomials] for _ in range(count)]
        exprs = [Add(*(k * m for k, m in zip(own, monomials, strict=True))) for own in names]
        unknowns = [k for own in names for k in own]
        found = _solved(problem, exprs, unknowns)
        if found is not None:
            shown = zip(problem.functions, found, strict=True)
            formulas = tuple(Eq(f, e, evaluate=False) for f, e in shown)
            yield Found(found, (Line("Polynomials fulfil all equations:", formulas),))
            return


def _solved(
    problem: Problem, exprs: Sequence[Expr], unknowns: Sequence[Symbol]
) -> tuple[Expr, ...] | None:
    """The polynomials, if there are any that fulfil the constraints."""
    equations: list[Expr] = []
    for constraint in problem.constraints:
        residual = constraint.put_in(exprs, problem.variables)
        free = [s for s in residual.free_symbols if s in problem.variables]
        try:
            equations += Poly(residual, *free).coeffs() if free else [residual]
        except BasePolynomialError:
            return None
    for solution in linsolve(equations, *unknowns):
        values = dict(zip(unknowns, solution, strict=True))
        free_ones = dict.fromkeys(unknowns, S.Zero)
        return tuple(e.xreplace(values).xreplace(free_ones).expand() for e in exprs)
    return None
