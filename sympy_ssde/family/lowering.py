"""Ordinary equations by two smaller ones: Riccati's, and those without the variable."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from sympy import Derivative, Eq, Expr, Function, Symbol, cancel, expand, together
from sympy.core.function import AppliedUndef

from sympy_ssde.family.member import Family
from sympy_ssde.family.ordinary import general
from sympy_ssde.reduction.reduction import Line

#: Solutions of the first of two equations that are followed.
_EACH = 3


def riccati(expr: Expr, func: AppliedUndef) -> Iterator[Family]:
    """``u' = a*u**2 + b*u + c`` by ``u = -v'/(a*v)``, with a linear equation for v.

    >>> from sympy.abc import x
    >>> u = Function("u")(x)
    >>> str(next(riccati(u.diff(x) - u**2 - x, u)).expr.has(Symbol))
    'True'
    """
    x = func.args[0]
    u, slope = Symbol("_u"), Symbol("_s")
    body = expr.xreplace({Derivative(func, x): slope}).xreplace({func: u})
    lead = body.diff(slope)
    if body.has(Derivative) or lead.has(u, slope) or lead == 0:
        return
    right = expand(cancel(together(-(body - lead * slope) / lead)))
    if right.has(slope) or not right.is_polynomial(u) or right.as_poly(u).degree() != 2:
        return
    a, b, c = right.as_poly(u).all_coeffs()
    v = Function("_v")(x)
    linear = Derivative(v, (x, 2)) - (b + a.diff(x) / a) * Derivative(v, x) + a * c * v
    for family in islice(general(linear, v, 0.5), _EACH):
        found = -family.expr.diff(x) / (a * family.expr)
        words = "with u = -v'/(a*v) the equation is linear"
        line = Line(words, (Eq(linear, 0, evaluate=False),))
        yield replace(family, expr=found, lines=(line, *family.lines))


def autonomous(expr: Expr, func: AppliedUndef) -> Iterator[Family]:
    """``u'' = f(u, u')`` by ``u' = p(u)``, with a constant of either sign in it.

    >>> from sympy.abc import x
    >>> u = Function("u")(x)
    >>> [f.expr for f in islice(autonomous(u.diff(x, 2) - 2*u*u.diff(x), u), 1)]
    [K_0*tan(K_0*(C_0 + x))]
    """
    x = func.args[0]
    first, second = Derivative(func, x), Derivative(func, (x, 2))
    if not expr.has(second) or max(d.derivative_count for d in expr.atoms(Derivative)) > 2:
        return
    y = Symbol("y_0", positive=True)
    p = Function("_p")(y)
    inner = expr.xreplace({second: p * Derivative(p, y), first: p}).xreplace({func: y})
    if inner.has(x):
        return
    size = Symbol("K_0", positive=True)
    for family in islice(general(inner, p, 0.3), _EACH):
        if len(family.constants) != 1:
            continue
        for value in (size**2, -(size**2), size):
            slope = family.expr.subs(family.constants[0], value).subs(y, func)
            for found in islice(general(first - slope, func, 0.3), 2):
                words = "with u' = p(u) the order is lower"
                line = Line(words, (Eq(first, slope, evaluate=False),))
                yield Family(found.expr, (*found.constants, size), (line, *found.lines))
