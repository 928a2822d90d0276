"""Answers that need no search: polynomials, rational functions, data carried inwards or merged."""

import time
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

from mpmath import mp
from sympy import Add, Expr, Integer

from sympy_ssde.exact.identify import identify, numbers_of
from sympy_ssde.guess.data import given_values
from sympy_ssde.guess.merging import merged
from sympy_ssde.guess.polynomials import polynomials
from sympy_ssde.guess.rational import rational_functions
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.symbols import internal
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, multiprecision
from sympy_ssde.proof.verify import Verification, shortest_form, verify

_MOST = 200
_LONGEST_PROOF = 4.0  # seconds, of which a busy machine may leave little


def find_shortcut(problem: Problem, timeout: float) -> tuple[Expr, Verification] | None:
    """The first candidate that is proved in time; wrong ones are refuted within milliseconds."""
    end = time.monotonic() + timeout
    seen: set[Expr] = set()
    for expr in islice(candidates(problem), _MOST):
        left = end - time.monotonic()
        if left <= 0:
            return None
        if expr in seen:
            continue
        seen.add(expr)
        result = verify(
            problem, (expr,), timeout=min(left, _LONGEST_PROOF), stop_at_refutation=True
        )
        if result:
            return _shortened(expr, result, problem, end - time.monotonic())
    return None


def _shortened(
    expr: Expr, result: Verification, problem: Problem, left: float
) -> tuple[Expr, Verification]:
    """The shortest form that is proved as well."""
    if left <= 0:
        return expr, result
    short = shortest_form(expr, problem.domain, timeout=min(left, 1.0))
    if short == expr:
        return expr, result
    again = verify(problem, (short,), timeout=min(left, _LONGEST_PROOF), stop_at_refutation=True)
    return (short, again) if again else (expr, result)


def candidates(problem: Problem) -> Iterator[Expr]:
    """Candidates, the simplest first.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> list(candidates(Problem(u(x).diff(x, 2), u(x), {u(0): 1, u(2): 5})))[:2]
    [0, 2*x + 1]
    """
    yield Integer(0)
    yield from _linear(problem)
    data = [d for c in problem.conditions if (d := given_values(c, problem)) is not None]
    for _, value in data:
        yield value
    for (face, value), (other, second) in combinations(data, 2):
        if set(face) == set(other):
            continue
        yield from merged(value, second, face, other)
    yield from rational_functions(problem)
    yield from polynomials(problem)


def _linear(problem: Problem) -> Iterator[Expr]:
    """``c0 + c1*x + ...`` if the constraints, at random points, determine such coefficients."""
    variables = problem.variables
    names = [internal(f"k{i}") for i in range(len(variables) + 1)]
    ansatz = Add(names[0], *(n * v for n, v in zip(names[1:], variables, strict=True)))
    random = Random(7)
    rows: list[list[Any]] = []
    with mp.workdps(60):
        for constraint in problem.finite_constraints:
            residual = constraint.put_in((ansatz,), variables)
            parts = [residual.xreplace(dict.fromkeys(names, Integer(0)))]
            parts += [residual.diff(n) for n in names]
            if problem.params or any(p.free_symbols & set(names) for p in parts[1:]):
                return
            for _ in range(len(names) + 1):  # more than any function of them goes through
                at = multiprecision(problem.domain.point(random))
                try:
                    rows.append([evaluate_mp(p, at) for p in parts])
                except Undefined:
                    return
        matrix, data = mp.matrix([r[1:] for r in rows]), -mp.matrix([r[0] for r in rows])
        try:
            found = mp.lu_solve(matrix.T * matrix, matrix.T * data)
        except ZeroDivisionError:
            return
        if mp.norm(matrix * found - data) > mp.mpf(10) ** -30 * (1 + mp.norm(data)):
            return  # no linear function fits: nothing to identify
        numbers = numbers_of(problem)
        exact = [identify(c, numbers) for c in found]
    if all(c is not None for c in exact):
        yield ansatz.xreplace(dict(zip(names, exact, strict=True)))
