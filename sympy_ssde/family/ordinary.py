"""Ordinary equations: general solutions by textbook methods, then by SymPy's."""

from collections.abc import Iterator

from sympy import Abs, Derivative, Eq, Expr, I, Integral, Symbol, exp, expand, im, log, oo, re, sign
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import SSDEError
from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family, some
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.ordinary_candidates import general_solutions, within
from sympy_ssde.reduction.ordinary_form import General, Ordinary, read
from sympy_ssde.reduction.sympy_methods import by_dsolve, sympy_methods

#: Seconds of the textbook's methods, of SymPy's by name, and of dsolve.
SECONDS = (12.0, 15.0, 8.0)


def ordinary(equation: Equation) -> Iterator[Family]:
    """Families of an ordinary equation, by one method after the other.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> from sympy_ssde.family.equation import read as read_equation
    >>> u = Function("u")
    >>> problem = Problem(u(x).diff(x, 2) + u(x), u(x))
    >>> next(ordinary(read_equation(problem))).expr
    C_0*cos(x) + C_1*sin(x)
    """
    if len(equation.variables) == 1:
        yield from general(written(equation), equation.func)


def written(equation: Equation) -> Expr:
    """An ordinary equation with derivatives in place of its jets."""
    x, func = equation.variables[0], equation.func
    return equation.expr.xreplace(
        {j: Derivative(func, (x, o[0])) if o[0] else func for o, j in equation.jets.items()}
    )


def general(expr: Expr, func: AppliedUndef, seconds: float = 1.0) -> Iterator[Family]:
    """Solutions with constants of ``expr = 0``, found for positive values of all symbols.

    ``seconds`` scales the time of all methods; dsolve is called only if it is 1 or more.
    """
    x = func.args[0]
    params = expr.free_symbols - {x}
    half_line = {s: (0, oo) if not s.is_negative else (-oo, 0) for s in params}
    try:
        problem = Problem(Eq(expr, 0), func, None, {x: (0, oo)}, half_line)
    except (SSDEError, TypeError):
        return
    stated = read(problem)
    if stated is None:
        return
    seen: set[Expr] = set()
    makers = (general_solutions, sympy_methods, by_dsolve)
    for make, limit in list(zip(makers, SECONDS, strict=True))[: 3 if seconds >= 1 else 2]:
        for found in within(lambda make=make: make(stated.equation), limit * seconds):  # type: ignore[misc]
            for family in _families(found, stated):
                if family.expr not in seen:
                    seen.add(family.expr)
                    yield family


def _families(found: General, stated: Ordinary) -> Iterator[Family]:
    if found.implicit is not None:
        return
    lines = tuple(stated.for_user(line) for line in found.lines)
    for expr in (found.expr, *found.others):
        if expr.has(Integral, I, re, im):
            continue
        changed = dict(zip(found.constants, some(len(found.constants)), strict=True))
        formula = expr.xreplace(changed).xreplace(stated.user)
        kept = tuple(c for c in changed.values() if formula.has(c))
        yield Family(_plain(formula, kept), kept, lines)


def _plain(expr: Expr, constants: tuple[Symbol, ...]) -> Expr:
    """``exp(C + x)`` as ``C*exp(x)``, and no moduli: constants take care of signs."""
    found = expr.replace(Abs, lambda a: a).replace(sign, lambda a: a / a)
    for c in constants:
        inside = [e for e in found.atoms(exp) if e.has(c)]
        others = found.xreplace({e: Symbol("_e") for e in inside})
        if not inside or others.has(c):
            continue
        slopes = {expand(e.args[0]).diff(c) for e in inside}
        if len(slopes) == 1:
            slope = slopes.pop()
            if not slope.free_symbols and slope != 0:
                found = found.subs(c, log(c) / slope)
    return found
