"""Problems on boxes that are made from their solutions: its values stand on the faces."""

from sympy import Eq, Expr, Symbol

from sympy_ssde.bench.catalogue import Entry
from sympy_ssde.language.tokens import PAPER_OPERATORS

#: Symbol -> the ends of its range.
Box = dict[Symbol, tuple[Expr, Expr]]


def face_values(func: Expr, exact: Expr, box: Box, time: Symbol | None = None) -> dict[Expr, Expr]:
    """The solution's values on all faces, of time at the beginning only.

    >>> from sympy_ssde.bench.letters import t, u, x
    >>> face_values(u(x, t), x + t, {x: (0, 1), t: (0, 1)}, t)
    {u(0, t): t, u(1, t): t + 1, u(x, 0): x}
    """
    values = {}
    for v in func.args:
        for end in box[v][:1] if v == time else box[v]:
            values[func.subs(v, end)] = exact.subs(v, end)
    return values


def on_box(
    name: str, source: str, eq: Eq, func: Expr, exact: Expr, box: Box, time: Symbol | None = None
) -> Entry:
    """The entry with the solution's values on the faces."""
    family = "ode" if len(box) == 1 else "pde"
    dims = f"{len(box) - 1}+1" if time in box else str(len(box))
    bcs = face_values(func, exact, box, time)
    return Entry(name, family, dims, 3, source, eq, func, bcs, box, exact, library=PAPER_OPERATORS)
