"""Laplace's equation in a half plane, with rational data on its edge.

A rational function without real poles that vanishes at infinity is g + conj(g) on the edge, where g
has the poles on the far side only; the solution that vanishes far away is twice the real part of g
at the complex variable.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Eq, Expr, I, Poly, S, Symbol, cancel, factorial, im, oo, re, roots, together

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.view import Condition, View, view

#: Higher powers of the denominator aren't looked at.
MAX_DEGREE = 8


@dataclass(frozen=True)
class Edge:
    """The edge ``across = place``, the variable along it, and the value there."""

    along: Symbol
    across: Symbol
    place: Expr
    value: Expr


def half_plane(problem: Problem) -> Iterator[Found]:
    """The harmonic function with given rational values on the edge of a half plane.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> u = Function("u")
    >>> laplace = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
    >>> domain = {x: (-oo, oo), y: (0, oo)}
    >>> next(half_plane(Problem(laplace, u(x, y), {u(x, 0): 1/(x**2 + 1)}, domain))).exprs
    ((y + 1)/(x**2 + (y + 1)**2),)
    """
    seen = view(problem)
    edge = _edge(seen) if seen is not None else None
    if seen is None or edge is None:
        return
    expr = _extended(edge)
    if expr is not None:
        words = (
            "On the edge the data are twice the real part of a function without poles in the half "
            "plane; so is the solution, at the complex variable."
        )
        yield Found((expr,), (Line(words, (Eq(seen.function, expr),)),))


def _edge(seen: View) -> Edge | None:
    if len(seen.variables) != 2 or not seen.is_linear or seen.source != 0:
        return None
    terms = seen.terms
    if set(terms) != {(2, 0), (0, 2)} or (terms[2, 0] - terms[0, 2]).expand() != 0:
        return None
    data = [c for c in seen.conditions if not _is_at_infinity(c)]
    if len(data) != 1 or data[0].face is None or len(data[0].terms or ()) != 1:
        return None
    across, place = data[0].face
    (along,) = (v for v in seen.variables if v != across)
    trace, factor_ = (data[0].terms or ())[0]
    if any(trace.orders) or seen.ends(along) != (-oo, oo) or seen.ends(across) != (place, oo):
        return None
    value = together(data[0].value / factor_)
    return Edge(along, across, place, value) if value.is_rational_function(along) else None


def _is_at_infinity(condition: Condition) -> bool:
    return condition.is_homogeneous and all(p.is_infinite for _, at in condition.places for p in at)


def _extended(edge: Edge) -> Expr | None:
    """Twice the real part of the terms with poles on the far side."""
    x = edge.along
    top, bottom = edge.value.as_numer_denom()
    if not bottom.has(x):
        return None
    over, under = Poly(top, x), Poly(bottom, x)
    if over.degree() >= under.degree() or under.degree() > MAX_DEGREE:
        return None
    poles = roots(under)
    if sum(poles.values()) != under.degree() or any(im(p) == 0 for p in poles):
        return None
    height = edge.across - edge.place
    total = S.Zero
    for pole, order in poles.items():
        if im(pole).is_negative:
            total += _part(edge.value, x, height, pole, order)
        elif not im(pole).is_positive:
            return None
    return total


def _part(value: Expr, x: Symbol, height: Expr, pole: Expr, order: int) -> Expr:
    """Twice the real part of the principal part at a pole, at x + i*height."""
    regular = cancel(value * (x - pole) ** order, extension=True)
    along, up = x - re(pole), height - im(pole)
    distance = along**2 + up**2
    total = S.Zero
    for k in range(order):
        coefficient = (regular.diff(x, k) / factorial(k)).subs(x, pole)
        real, imaginary = coefficient.expand(complex=True).as_real_imag()
        a, b = Symbol("a", real=True), Symbol("b", real=True)
        power = ((a - I * b) ** (order - k)).expand().as_real_imag()
        cosine, sine = (e.xreplace({a: along, b: up}) for e in power)
        total += 2 * (real * cosine - imaginary * sine) / distance ** (order - k)
    return total
