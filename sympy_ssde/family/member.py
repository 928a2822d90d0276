"""A family: an expression with constants and arbitrary functions of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, count

from sympy import Expr, Function, Symbol, default_sort_key, preorder_traversal
from sympy.core.function import AppliedUndef, UndefinedFunction

from sympy_ssde.reduction.reduction import Line


@dataclass(frozen=True)
class Family:
    """A solution for all values of its constants, and for all its functions.

    ``positive`` are symbols for whose positive values it was found.
    """

    expr: Expr
    constants: tuple[Symbol, ...]
    lines: tuple[Line, ...] = ()
    positive: tuple[Symbol, ...] = ()

    @property
    def functions(self) -> tuple[UndefinedFunction, ...]:
        """Its arbitrary functions."""
        return tuple(sorted({c.func for c in self.expr.atoms(AppliedUndef)}, key=str))

    def at(self, expr: Expr) -> "Family":
        """The same in another form, or with fewer constants."""
        kept = tuple(c for c in self.constants if expr.has(c))
        return replace(self, expr=expr, constants=kept)


def constants(number: int = 0, *, positive: bool = False) -> Iterator[Symbol]:
    """Constants for work, whose names no user has."""
    for i in count(number):
        yield Symbol(f"C_{i}", real=True, positive=True if positive else None)


def some(number: int) -> tuple[Symbol, ...]:
    """As many constants for work.

    >>> some(2)
    (C_0, C_1)
    """
    made = constants()
    return tuple(next(made) for _ in range(number))


def numbered(family: Family, taken: Iterable[str]) -> Family:
    """With the names that SymPy gives: C1, C2, ... and F, G, ... in the order of appearance.

    >>> from sympy.abc import x, y
    >>> numbered(Family(x*y + y, (y,)), []).expr
    C1*x + C1
    """
    taken = set(taken)
    order = [s for s in _appearing(family.expr) if s in family.constants]
    names = (n for n in (f"C{i}" for i in count(1)) if n not in taken)
    new = {old: Symbol(name) for old, name in zip(order, names, strict=False)}
    expr = family.expr.xreplace(new)
    letters = (n for n in chain("FGHKMN", (f"F{i}" for i in count(1))) if n not in taken)
    kinds: dict[UndefinedFunction, None] = {}
    for part in _parts(family.expr):
        if isinstance(part, AppliedUndef):
            kinds.setdefault(part.func)
    held = {kind: Function(f"_{i}") for i, kind in enumerate(kinds)}
    for old, middle in held.items():
        expr = expr.replace(old, middle)
    for middle, name in zip(held.values(), letters, strict=False):
        expr = expr.replace(middle, Function(name))
    changed = {s: new.get(s, s) for s in family.positive}
    return replace(
        family,
        expr=expr,
        constants=tuple(new[s] for s in order),
        positive=tuple(changed.values()),
    )


def _appearing(expr: Expr) -> list[Symbol]:
    """Symbols in the order in which they are printed."""
    return list(dict.fromkeys(p for p in _parts(expr) if p.is_Symbol))


def _parts(expr: Expr) -> Iterator[Expr]:
    if expr.is_Add:
        for term in expr.as_ordered_terms():
            yield from _parts(term)
    elif expr.is_Mul:
        for factor in expr.as_ordered_factors():
            yield from _parts(factor)
    elif expr.args:
        yield expr
        for a in expr.args:
            yield from _parts(a)
    else:
        yield expr


def ordered(families: Iterable[Family]) -> list[Family]:
    """In an order that depends on nothing but what they are."""
    return sorted(families, key=lambda f: (len(f.expr.args), default_sort_key(f.expr)))


def size(expr: Expr) -> int:
    """How many parts an expression has."""
    return sum(1 for _ in preorder_traversal(expr))
