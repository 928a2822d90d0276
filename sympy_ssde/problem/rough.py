"""Functions that jump or bend, and where they do."""

from collections.abc import Iterator, Sequence

from sympy import (
    Abs,
    DiracDelta,
    Dummy,
    Expr,
    Heaviside,
    Max,
    Min,
    Piecewise,
    S,
    Symbol,
    cos,
    cosh,
    exp,
    sign,
    sin,
    sinh,
)
from sympy.core.relational import Relational

#: Functions that jump or bend where their arguments vanish or are equal.
ROUGH = (Piecewise, Heaviside, Abs, Max, Min, sign)


def is_rough(expr: Expr) -> bool:
    """Whether an expression may jump or bend.

    >>> from sympy.abc import x
    >>> is_rough(Abs(x - 1)), is_rough(x**2)
    (True, False)
    """
    return bool(expr.has(*ROUGH))


def switching(part: Expr) -> list[Expr]:
    """What vanishes where a rough function switches.

    >>> from sympy.abc import x
    >>> switching(Heaviside(x - 1)), switching(Max(x, 2))
    ([x - 1], [x - 2])
    """
    if isinstance(part, Piecewise):
        relations = [r for _, c in part.args for r in c.atoms(Relational)]
        return [r.lhs - r.rhs for r in relations]
    if isinstance(part, (Max, Min)):
        ordered = sorted(part.args, key=lambda a: (not a.free_symbols, str(a)))
        return [a - b for i, b in enumerate(ordered) for a in ordered[:i]]
    return [part.args[0]]


def linear_switches(expr: Expr, x: Symbol) -> Iterator[Expr]:
    """Numbers at which an expression switches or has an impulse, of what is linear in a variable.

    >>> from sympy.abc import x, y
    >>> list(linear_switches(Heaviside(2*x - 3) + Abs(y) + Abs(x**2 - 1), x))
    [3/2]
    """
    for part in sorted(expr.atoms(*ROUGH, DiracDelta), key=str):
        for zero in switching(part):
            slope = zero.diff(x)
            if slope.is_number and slope.is_nonzero:
                place = (x - zero / slope).expand()
                if place.is_number and place.is_real:
                    yield place


def impulses(
    expr: Expr, x: Symbol, unknowns: Sequence[Symbol] = ()
) -> tuple[Expr, dict[Expr, Expr]] | None:
    """An expression without its impulses, and how strong they are, by place.

    None if that can't be said: of derivatives of impulses, or of factors that may jump or are
    unknown.

    >>> from sympy.abc import x
    >>> impulses(x**2*DiracDelta(2*x - 6) + x, x)
    (x, {3: 9/2})
    >>> impulses(Heaviside(x)*DiracDelta(x), x)
    """
    strengths: dict[Expr, Expr] = {}
    if not _has_impulses_in_its_terms_only(expr):
        return None
    for impulse in sorted(expr.atoms(DiracDelta), key=str):
        stand_in, slope = Dummy(), impulse.args[0].diff(x)
        if len(impulse.args) > 1 or not (slope.is_number and slope.is_nonzero):
            return None
        rest = expr.xreplace({impulse: stand_in})
        factor = rest.diff(stand_in)
        place = (x - impulse.args[0] / slope).expand()
        if place.has(x) or factor.has(stand_in, DiracDelta, *unknowns):
            return None
        if not _is_entire(factor, x):
            return None
        strengths[place] = strengths.get(place, S.Zero) + factor.subs(x, place) / abs(slope)
        expr = rest.xreplace({stand_in: 0})
    return expr, strengths


def _has_impulses_in_its_terms_only(expr: Expr) -> bool:
    """Whether impulses stand in sums and products alone: no other function is asked for them."""
    if isinstance(expr, DiracDelta) or not expr.has(DiracDelta):
        return True
    return (expr.is_Add or expr.is_Mul) and all(map(_has_impulses_in_its_terms_only, expr.args))


def _is_entire(expr: Expr, x: Symbol) -> bool:
    """Whether it is made of polynomials, exponentials, sines and cosines in a variable."""
    if not expr.has(x) or expr == x:
        return True
    is_power = expr.is_Pow and expr.exp.is_Integer and expr.exp.is_positive
    plain = expr.is_Add or expr.is_Mul or is_power or isinstance(expr, (exp, sin, cos, sinh, cosh))
    return plain and all(_is_entire(a, x) for a in expr.args)
