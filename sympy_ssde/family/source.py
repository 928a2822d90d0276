"""Linear equations with a source: one solution of them, and all of the homogeneous equation."""

from dataclasses import replace

from sympy import (
    Add,
    Derivative,
    Dummy,
    Eq,
    Expr,
    Function,
    Integer,
    expand,
    linsolve,
)

from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family
from sympy_ssde.family.ordinary import general
from sympy_ssde.family.polynomials import monomials
from sympy_ssde.proof.ladder import NO_ANSWER
from sympy_ssde.reduction.reduction import Line

_MOST = 60  # functions of an ansatz
_ROUNDS = 4  # how often its derivatives are taken in


def homogeneous(equation: Equation) -> Equation | None:
    """The equation without its source, if it is linear and has one."""
    linear = equation.linear
    if linear is None or linear.source == 0:
        return None
    return equation.with_expr(expand(equation.expr + linear.source))


def particular(equation: Equation) -> Expr | None:
    """One solution of a linear equation with a source.

    >>> from sympy import sin
    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> heat = Problem(u(x, t).diff(t) - u(x, t).diff(x, 2) - sin(x), u(x, t))
    >>> particular(read(heat))
    sin(x)
    """
    linear = equation.linear
    if linear is None:
        return None
    total: Expr = Integer(0)
    for term in Add.make_args(linear.source):
        part = _of_term(term, equation)
        if part is None:
            return None
        total += part
    return total


def _of_term(term: Expr, equation: Equation) -> Expr | None:
    for degree in (0, 1, 2, 3):
        found = _undetermined(term, equation, degree)
        if found is not None:
            return found
    return _along_one(term, equation)


def _undetermined(term: Expr, equation: Equation, degree: int) -> Expr | None:
    """By unknown coefficients of the source's derivatives, times powers of the variables."""
    basis = _closed(term, equation)
    if basis is None:
        return None
    factors = monomials(equation, degree)
    functions = list(dict.fromkeys(_bare(expand(b * f)) for b in basis for f in factors))
    if len(functions) > _MOST:
        return None
    unknowns = [Dummy(f"a{i}") for i in range(len(functions))]
    ansatz = Add(*(a * f for a, f in zip(unknowns, functions, strict=True)))
    linear = equation.linear
    assert linear is not None
    rest = expand(equation.put_in(ansatz) + linear.source - term)
    rows: dict[Expr, Expr] = {}
    for part in Add.make_args(rest):
        fixed, moving = part.as_independent(*equation.variables, as_Add=False)
        rows[moving] = rows.get(moving, Integer(0)) + fixed
    try:
        solved = list(linsolve(list(rows.values()), unknowns))
    except NO_ANSWER:
        return None
    if not solved:
        return None
    values = dict(zip(unknowns, solved[0], strict=True))
    return expand(ansatz.xreplace(values).xreplace(dict.fromkeys(unknowns, Integer(0))))


def _bare(expr: Expr) -> Expr:
    return expr.as_coeff_Mul()[1]


def _closed(term: Expr, equation: Equation) -> list[Expr] | None:
    """The term and what its derivatives consist of, if that ends."""
    variables = equation.variables
    known: dict[Expr, None] = {}
    waiting = [term]
    for _ in range(_ROUNDS * _MOST):
        if not waiting:
            return list(known)
        for part in Add.make_args(expand(waiting.pop())):
            fixed, moving = part.as_independent(*variables, as_Add=False)
            if moving in known or fixed == 0:
                continue
            known[moving] = None
            if len(known) > 12:
                return None
            waiting += [moving.diff(v) for v in variables if moving.has(v)]
    return None


def _along_one(term: Expr, equation: Equation) -> Expr | None:
    """A solution that depends on one variable, as the source does."""
    linear = equation.linear
    assert linear is not None
    moving = [v for v in equation.variables if term.has(v)]
    if len(moving) != 1:
        return None
    v = moving[0]
    place = equation.variables.index(v)
    f = Function("_f")(v)
    total: Expr = -term
    for orders, c in linear.coefficients.items():
        if all(n == 0 for i, n in enumerate(orders) if i != place):
            if c.free_symbols & (set(equation.variables) - {v}):
                return None
            total += c * (Derivative(f, (v, orders[place])) if orders[place] else f)
    if not total.has(Derivative):
        return None
    for family in general(total, f, 0.5):
        return family.expr.xreplace(dict.fromkeys(family.constants, Integer(0)))
    return None


def with_particular(family: Family, expr: Expr, equation: Equation) -> Family:
    """A family of the homogeneous equation, moved by one solution of the whole."""
    line = Line(
        "one solution of the equation with its source is",
        (Eq(equation.func, expr, evaluate=False),),
    )
    return replace(family, expr=family.expr + expr, lines=(line, *family.lines))
