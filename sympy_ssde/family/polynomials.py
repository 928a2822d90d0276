"""Polynomial solutions: all coefficients of an ansatz from the equation."""

from collections.abc import Iterator
from itertools import product

from sympy import Eq, Expr, Integer, Mul, Poly, expand, fraction, linsolve, together

from sympy_ssde.family.algebra import Cases
from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family, some
from sympy_ssde.proof.ladder import NO_ANSWER
from sympy_ssde.reduction.reduction import Line


def monomials(equation: Equation, degree: int) -> list[Expr]:
    """Products of the variables up to a total degree, the highest last."""
    powers = product(range(degree + 1), repeat=len(equation.variables))
    kept = sorted((p for p in powers if sum(p) <= degree), key=lambda p: (sum(p), p))
    return [Mul(*(v**n for v, n in zip(equation.variables, p, strict=True))) for p in kept]


def polynomials(equation: Equation) -> Iterator[Family]:
    """Polynomials in all variables that solve a linear or a polynomial equation.

    >>> from sympy import Function
    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> heat = Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t))
    >>> next(polynomials(read(heat))).expr.free_symbols >= set(read(heat).variables)
    True
    """
    if len(equation.variables) < 2:
        return
    many = len(equation.variables)
    linear = equation.linear is not None
    for degree in (3, 4) if linear and many == 2 else (2, 3) if linear else (1, 2):
        yield from _of_degree(equation, degree)


def _of_degree(equation: Equation, degree: int) -> Iterator[Family]:
    basis = monomials(equation, degree)
    unknowns = some(len(basis))
    expr = sum((c * m for c, m in zip(unknowns, basis, strict=True)), Integer(0))
    numerator = fraction(together(equation.put_in(expr)))[0]
    try:
        rows = Poly(expand(numerator), *equation.variables).coeffs()
    except NO_ANSWER:
        return
    if equation.linear is not None:
        solved = linsolve(rows, list(unknowns)) if rows else [unknowns]
        cases = [dict(zip(unknowns, values, strict=True)) for values in solved]
    else:
        order = list(reversed(unknowns))
        cases = list(Cases(order, most=60).solve(rows))
    for values in cases:
        found = expand(expr.xreplace(values))
        kept = tuple(c for c in unknowns if found.has(c))
        if not kept and equation.linear is not None and equation.linear.source == 0:
            continue
        words = f"a polynomial of degree {degree}, its coefficients from the equation"
        shown = Eq(equation.func, found, evaluate=False)
        yield Family(found, kept, (Line(words, (shown,)),))
