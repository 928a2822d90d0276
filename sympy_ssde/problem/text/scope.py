"""What the names of a text mean: variables, parameters, unknown functions and their derivatives."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from sympy import E, Expr, Function, Symbol, oo, pi
from sympy.core.function import AppliedUndef, UndefinedFunction

from sympy_ssde.language.functions import MATH_FUNCTIONS

#: How many arguments a function has that SymPy gives any number of, such as max.
_SEVERAL = (2, 3, 4, 5, 6)
#: name -> SymPy's function, and how many arguments it takes.
FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
    **{f.name: (f.function, f.arguments or _SEVERAL) for f in MATH_FUNCTIONS if f.is_text},
    **{
        alias: (f.function, f.arguments[:1] or _SEVERAL)
        for f in MATH_FUNCTIONS
        for alias in f.aliases
    },
}

CONSTANTS: dict[str, Expr] = {
    "pi": pi,
    "π": pi,
    "E": E,
    "e": E,
    "oo": oo,
    "inf": oo,
    "infinity": oo,
}
#: Derivative(u, x, 2) as SymPy writes it, and operators over the variables in space.
DERIVATIVES = ("Derivative", "diff")
SPATIAL = ("laplacian", "biharmonic")
#: Sum(term, (n, 1, oo)) as SymPy writes it, and sum(n, 1, oo, term).
SUMS = ("Sum", "sum")
#: Piecewise((x, x < 1), (2 - x, True)) as SymPy writes it.
PIECES = ("Piecewise", "piecewise")
KEYWORDS = "on in for at param unknown boundary positive negative nonnegative real integer".split()
RESERVED = frozenset([*FUNCTIONS, *CONSTANTS, *DERIVATIVES, *SPATIAL, *SUMS, *PIECES, *KEYWORDS])

MAX_ORDER = 12
#: Orders of derivatives as people write them: ∂²u/∂x².
SUPERSCRIPTS = str.maketrans("²³⁴", "234")
_TIME = "t"


@dataclass(frozen=True)
class Scope:
    """The names that a text declares."""

    variables: Mapping[str, Symbol]
    symbols: Mapping[str, Symbol] = field(default_factory=dict)  # parameters, and those of curves
    unknowns: Mapping[str, UndefinedFunction] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All that can be written, for suggestions."""
        known = [*self.variables, *self.symbols, *self.unknowns]
        return [*known, *(n for n in RESERVED if n not in KEYWORDS)]

    @property
    def spatial(self) -> list[Symbol]:
        """The variables of laplacian and biharmonic: all but one called t."""
        return [s for name, s in self.variables.items() if name != _TIME]

    @property
    def functions(self) -> tuple[AppliedUndef, ...]:
        """The unknowns, applied to the variables."""
        return tuple(f(*self.variables.values()) for f in self.unknowns.values())

    def is_declared(self, name: str) -> bool:
        """Whether the name stands for something else than an unknown function."""
        return name in self.variables or name in self.symbols or name in RESERVED

    def with_unknowns(self, names: Iterable[str]) -> "Scope":
        """The same names and these unknown functions."""
        return Scope(self.variables, self.symbols, {n: Function(n) for n in names})

    def with_index(self, name: str, low: Expr) -> "Scope":
        """The same names and the index of a sum, an integer from ``low`` on."""
        positive = {"positive": True} if low.is_positive else {}
        index = Symbol(name, integer=True, **positive)
        return Scope(self.variables, {**self.symbols, name: index}, self.unknowns)

    def subscripts(self, name: str) -> Iterator[tuple[str, list[str]]]:
        """The ways to read ``u_xx`` as an unknown and variables: ``("u", ["x", "x"])``.

        An unknown that is known already counts; of other names the unknown's is as short as can be.
        """
        if self.is_declared(name):
            return
        cuts = [i for i, c in enumerate(name) if c == "_" and i and not self.is_declared(name[:i])]
        known = [i for i in cuts if name[:i] in self.unknowns]
        read = [(name[:i], split(name[i + 1 :], self.variables)) for i in known]
        if not any(ways for _, ways in read):
            others = ((name[:i], split(name[i + 1 :], self.variables)) for i in cuts)
            read = list(islice((each for each in others if each[1]), 1))
        for unknown, ways in read:
            yield from ((unknown, variables) for variables in ways)


def split(suffix: str, variables: Iterable[str]) -> list[list[str]]:
    """The ways (at most two) to write a suffix as variables, with or without ``_`` between them.

    >>> split("xxt", ["x", "t"]), split("x1_x1", ["x1", "x2"]), split("xy", ["x"])
    ([['x', 'x', 't']], [['x1', 'x1']], [])
    """
    if "_" in suffix:
        parts = suffix.split("_")
        if all(p in set(variables) for p in parts):
            return [parts]
    return _two_ways(suffix, "", list(variables))


def split_differentials(text: str, order: int, variables: Iterable[str]) -> list[list[str]]:
    """The ways (at most two) to read ``dx2dy`` as ``order`` variables.

    >>> split_differentials("dx2dy", 3, ["x", "y"])
    [['x', 'x', 'y']]
    """
    compact = text.replace(" ", "").replace("∂", "d")
    found = [way for way in _two_ways(compact, "d", list(variables), order) if len(way) == order]
    return found[:2]


def _two_ways(
    text: str, mark: str, variables: list[str], order: int = MAX_ORDER
) -> list[list[str]]:
    """Ways to cut the text into ``mark + variable``, then a power if there is a mark."""
    if not text or len(text) > 4 * MAX_ORDER + 40:
        return []
    ways: dict[int, list[list[str]]] = {0: [[]]}  # position -> variables so far
    for place in range(len(text)):
        for so_far in ways.get(place, ()):
            for name in variables:
                if not text.startswith(mark + name, place):
                    continue
                end = place + len(mark + name)
                for length, count in _counts(text, end) if mark else [(0, 1)]:
                    if len(so_far) + count <= order:
                        later = ways.setdefault(end + length, [])
                        if len(later) < 8:
                            later.append([*so_far, *[name] * count])
    return ways.get(len(text), [])[: 8 if mark else 2]


def _counts(text: str, place: int) -> list[tuple[int, int]]:
    """Lengths and values of the powers that may stand at the place: none, ``2``, ``^2``."""
    hat = text.startswith("^", place)
    digits = ""
    found = [] if hat else [(0, 1)]
    for character in text[place + hat : place + hat + 2]:
        if not character.isdecimal():
            break
        digits += character
        if int(digits):
            found.append((hat + len(digits), int(digits)))
    return found
