"""Symmetries of an equation, applied to a solution: each gives it a constant more.

Translations, scalings and Galilei's are found from the coefficients: those of a term say how it
changes, and all terms must change alike.
"""

from collections.abc import Iterator
from dataclasses import replace

from sympy import Dummy, Expr, Symbol, cancel, expand

from sympy_ssde.family.equation import Equation
from sympy_ssde.family.invariants import weights
from sympy_ssde.family.member import Family
from sympy_ssde.problem.derivatives import derivative


def images(family: Family, equation: Equation) -> Iterator[Family]:
    """The family moved by each symmetry, with one constant more.

    >>> from sympy import Function, symbols
    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> inviscid = read(Problem(u(x, t).diff(t) + u(x, t)*u(x, t).diff(x), u(x, t)))
    >>> y, s = inviscid.variables
    >>> [str(f.expr) for f in images(Family(y/s, ()), inviscid)][:2]
    ['(c_0 + x)/t', 'x/(c_0 + t)']
    """
    c = Symbol(f"c_{len(family.constants)}", real=True)
    made = (*family.constants, c)
    own = equation.jets.get(equation.zero)
    for v in equation.autonomous:
        yield replace(family, expr=family.expr.subs(v, v + c), constants=made)
    if own is None or not equation.expr.has(own):
        yield replace(family, expr=family.expr + c, constants=made)
    for expr in _galilei(family.expr, equation, c):
        yield replace(family, expr=expr, constants=made)
    scale = Symbol(f"c_{len(family.constants)}", positive=True)
    for weight in weights(equation):
        moved = {v: scale ** weight[v] * v for v in equation.variables if weight[v] != 0}
        expr = family.expr.subs(moved, simultaneous=True) * scale ** -weight[Symbol("u")]
        if not family.functions:
            yield replace(family, expr=expr, constants=(*family.constants, scale))


def _galilei(expr: Expr, equation: Equation, c: Symbol) -> Iterator[Expr]:
    """``u(x - c*t, t) + k*c``, where some k leaves the equation as it is."""
    own = equation.jets.get(equation.zero)
    if own is None or not equation.is_polynomial:
        return
    k = Dummy("k")
    for t in equation.autonomous:
        for x in equation.autonomous:
            if x == t:
                continue
            moved = _moved(equation, x, t, k)
            if moved is None:
                continue
            difference = expand(moved - equation.expr)
            slope = difference.diff(k)
            if slope == 0 or slope.has(k):
                continue
            value = cancel(-difference.xreplace({k: slope * 0}) / slope)
            if (
                value.free_symbols <= set(equation.parameters)
                and expand(difference.subs(k, value)) == 0
            ):
                yield expr.subs(x, x - c * t) + value * c


def _moved(equation: Equation, x: Symbol, t: Symbol, k: Symbol) -> Expr | None:
    """The equation for what moves with speed 1, in the old jets; None if jets are missing."""
    at, by = equation.variables.index(x), equation.variables.index(t)
    values: dict[Symbol, Expr] = {}
    for orders, jet in equation.jets.items():
        if orders[by] > 1:
            return None
        values[jet] = jet + (k if not any(orders) else 0)
        if orders[by] == 1:
            other = list(orders)
            other[by] -= 1
            other[at] += 1
            along = equation.jets.get(tuple(other))
            if along is None:
                return None
            values[jet] = jet - along
    return equation.expr.xreplace(values)


def is_invariant(expr: Expr, equation: Equation) -> bool:
    """Whether a residual is zero after expansion; a quick test, and no proof."""
    values = {j: derivative(expr, equation.variables, o) for o, j in equation.jets.items()}
    return bool(expand(equation.expr.xreplace(values)) == 0)
