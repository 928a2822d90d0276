"""Symbols of our own, which no symbol of a user's can equal, whatever its name."""

from functools import cache

from sympy import Dummy

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
