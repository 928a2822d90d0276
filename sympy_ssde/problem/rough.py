"""Functions that jump or bend, and where they do."""

from collections.abc import Iterator

from sympy import Abs, Expr, Heaviside, Max, Min, Piecewise, Symbol, sign
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
    """Numbers at which an expression switches, of what is linear in a variable.

    >>> from sympy.abc import x, y
    >>> list(linear_switches(Heaviside(2*x - 3) + Abs(y) + Abs(x**2 - 1), x))
    [3/2]
    """
    for part in sorted(expr.atoms(*ROUGH), key=str):
        for zero in switching(part):
            slope = zero.diff(x)
            if slope.is_number and slope.is_nonzero:
                place = (x - zero / slope).expand()
                if place.is_number and place.is_real:
                    yield place
