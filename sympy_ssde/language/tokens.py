"""The alphabet of candidates: operators, variables, literals and constant slots.

A :class:`Library` numbers its tokens 0, 1, 2, ... .  A skeleton is a sequence of such numbers, the
prefix (pre-order) traversal of an expression tree; everything compiled (kernel, automaton,
evolution) works on these numbers and looks the meaning up in the library's arrays.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Symbol

from sympy_ssde.errors import GrammarError
from sympy_ssde.language.functions import OPERATOR_FUNCTIONS, opcode


class Op(IntEnum):
    """What the kernel does for a token that is no function of one argument.

    The numbers between are functions, see :mod:`sympy_ssde.language.functions`; so are those from
    20 on.
    """

    ADD = 0
    SUB = 1
    MUL = 2
    DIV = 3
    POW = 16  # the second operand is a constant
    VARIABLE = 17
    CONSTANT = 18
    LITERAL = 19  # a fixed number such as pi
    PAIR = -1  # of two functions, or of one and a further pair; only at the root


@dataclass(frozen=True)
class Token:
    """One symbol of the language.

    ``op`` is an :class:`Op` or the opcode of a function.  ``symbol`` is the SymPy object of a
    variable or a literal; operators and the constant slot have none.
    """

    name: str
    op: int
    arity: int
    symbol: Expr | None = None


_ARITHMETIC: dict[str, tuple[int, int, Callable[..., Any]]] = {
    "+": (Op.ADD, 2, lambda a, b: a + b),
    "-": (Op.SUB, 2, lambda a, b: a - b),
    "*": (Op.MUL, 2, lambda a, b: a * b),
    "/": (Op.DIV, 2, lambda a, b: a / b),
    "pow": (Op.POW, 2, lambda a, b: a**b),
}

#: name -> (opcode, arity, SymPy constructor), by opcode
OPERATORS: dict[str, tuple[int, int, Callable[..., Any]]] = dict(
    sorted(
        (
            _ARITHMETIC | {f.name: (opcode(f.name), 1, f.function) for f in OPERATOR_FUNCTIONS}
        ).items(),
        key=lambda item: item[1][0],
    )
)

#: The paper's library L0, without its variables.
PAPER_OPERATORS = ("+", "-", "*", "/", "sin", "cos", "exp", "log")

CONSTANT = "c"

#: The token before the functions of a system: ``, u v`` or ``, u , v w``.
PAIR = ","


def _unused(name: str, taken: set[str]) -> str:
    """The name, or the name with underscores: a variable c must not look like a constant slot."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name


@dataclass(frozen=True)
class Library:
    """An ordered set of tokens, and the arrays by which compiled code reads it.

    Examples
    ========

    >>> from sympy.abc import x, y
    >>> from sympy_ssde.language.tokens import Library
    >>> library = Library.build(["+", "*", "sin"], [x, y])
    >>> [token.name for token in library.tokens]
    ['+', '*', 'sin', 'x', 'y', 'c']

    Candidates for several functions are pairs, or pairs of one function and a pair:

    >>> Library.build(["+"], [x], functions=2).names
    ('+', 'x', 'c', ',')
    """

    tokens: tuple[Token, ...]
    functions: int = 1

    @classmethod
    def build(
        cls,
        operators: Iterable[str] = PAPER_OPERATORS,
        variables: Iterable[Symbol] = (),
        literals: Iterable[Expr] = (),
        constants: bool = True,
        functions: int = 1,
    ) -> "Library":
        """Make a library of named operators, variables (and parameters), and fixed numbers.

        ``functions`` is the number of expressions that make a candidate.
        """
        tokens = []
        for name in operators:
            if name not in OPERATORS:
                known = " ".join(OPERATORS)
                raise GrammarError(f"unknown operator {name!r}; the operators are: {known}")
            op, arity, _ = OPERATORS[name]
            tokens.append(Token(name, op, arity))
        taken = {*OPERATORS, CONSTANT, PAIR}
        for op, symbols in ((Op.VARIABLE, variables), (Op.LITERAL, literals)):
            for s in symbols:
                tokens.append(Token(_unused("".join(str(s).split()) or "_", taken), op, 0, s))
        if constants:
            tokens.append(Token(CONSTANT, Op.CONSTANT, 0))
        if functions > 1:
            tokens.append(Token(PAIR, Op.PAIR, 2))
        return cls(tuple(tokens), functions)

    def __post_init__(self) -> None:
        names = [token.name for token in self.tokens]
        for name in names:
            if names.count(name) > 1:
                raise GrammarError(
                    f"the library has two tokens named {name!r}; rename one or leave it out"
                )
        if not self.variables:
            raise GrammarError("the library has no variable; a candidate needs at least one")

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tokens' names, by number."""
        return tuple(token.name for token in self.tokens)

    @cached_property
    def index(self) -> dict[str, int]:
        """Name -> number."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def variables(self) -> tuple[Symbol, ...]:
        """The variables, in the order of the kernel's coordinates."""
        return tuple(t.symbol for t in self.tokens if t.op == Op.VARIABLE)

    @cached_property
    def arity(self) -> np.ndarray:
        """Number of operands of each token, ``(tokens,)``."""
        return np.array([t.arity for t in self.tokens], dtype=np.int64)

    @cached_property
    def opcode(self) -> np.ndarray:
        """:class:`Op`, or opcode, of each token, ``(tokens,)``."""
        return np.array([t.op for t in self.tokens], dtype=np.int64)

    @cached_property
    def operand(self) -> np.ndarray:
        """Coordinate of each variable token, else 0, ``(tokens,)``."""
        place = {v: i for i, v in enumerate(self.variables)}
        return np.array(
            [place[t.symbol] if t.op == Op.VARIABLE else 0 for t in self.tokens], dtype=np.int64
        )

    @cached_property
    def value(self) -> np.ndarray:
        """The number of each literal token, else 0, ``(tokens,)``."""
        numbers = (t.symbol if t.op == Op.LITERAL else None for t in self.tokens)
        return np.array([0.0 if n is None else float(n) for n in numbers])

    @cached_property
    def constant(self) -> int:
        """Number of the constant slot's token, or -1."""
        return self.index.get(CONSTANT, -1)
