"""Symbols of our own, which no symbol of a user's can equal, whatever its name."""

from collections.abc import Iterable, Sequence
from functools import cache

from sympy import Dummy, Expr, Symbol

#: SymPy counts its own dummies from a million on.
_INDEX = 0


@cache
def internal(name: str, **assumptions: bool) -> Dummy:
    """The symbol of this name that is ours: the same one in every process, unlike a new Dummy.

    Examples
    ========

    >>> from sympy import Symbol
    >>> from sympy_ssde.problem.symbols import internal
    >>> internal("T0"), internal("T0") == internal("T0"), internal("T0") == Symbol("_T0")
    (_T0, True, False)
    """
    return Dummy(name, dummy_index=_INDEX, **assumptions)


def in_plain_symbols(
    expr: Expr, slots: Sequence[Symbol], taken: Iterable[Symbol] = ()
) -> tuple[Expr, tuple[Symbol, ...]]:
    """The expression with plain symbols for the slots, and these; none is in it or taken.

    SymPy puts a Dummy behind products and powers, and one that was made later behind others.  The
    order of terms is that in which code adds them and in which seeds are tried, and a sum rounds
    otherwise in another order: it must depend on nothing but the expression, or the same seed takes
    another path.

    >>> from sympy.abc import x
    >>> T = internal("T0")
    >>> (T - 6*x - 2).args, in_plain_symbols(T - 6*x - 2, [T])[0].args
    ((-2, -6*x, _T0), (-2, _T0, -6*x))
    """
    others = (expr.free_symbols | set(taken)) - set(slots)
    prefix = "_T"
    while any(Symbol(f"{prefix}{i}") in others for i in range(len(slots))):
        prefix = "_" + prefix
    plain = tuple(Symbol(f"{prefix}{i}") for i in range(len(slots)))
    return expr.xreplace(dict(zip(slots, plain, strict=True))), plain
