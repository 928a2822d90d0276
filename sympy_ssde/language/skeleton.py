"""Skeletons: candidates whose constants are still open, and their ways to and from text and SymPy.

A skeleton is the prefix traversal of an expression tree, as numbers of a library's tokens.  Its
constant slots are counted from left to right.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from numbers import Real
from typing import NamedTuple

import numpy as np
import sympy
from lark import Lark
from lark import Token as Word
from lark.exceptions import UnexpectedToken
from sympy import Expr, S, Symbol

from sympy_ssde.errors import GrammarError, SSDEError
from sympy_ssde.language.alphabet import Alphabet
from sympy_ssde.language.canonical import canonical_form, canonical_keys
from sympy_ssde.language.functions import OPERATOR_FUNCTIONS, opcode
from sympy_ssde.language.grammar import Ready
from sympy_ssde.language.tokens import CONSTANT, OPERATORS, PAIR, Library, Op
from sympy_ssde.language.traversal import Writer

__all__ = ["Alphabet", "Skeleton", "canonical_keys", "programs", "skeletons"]

#: Cost of a token in :attr:`Skeleton.complexity`.
COSTS: dict[int, int] = {
    **dict.fromkeys((Op.ADD, Op.SUB, Op.MUL, Op.VARIABLE, Op.CONSTANT, Op.LITERAL), 1),
    Op.PAIR: 0,
    Op.DIV: 2,
    Op.POW: 3,
    **{opcode(f.name): f.cost for f in OPERATOR_FUNCTIONS},
}

_PREFIX = """
%declare LEAF UNARY BINARY
start: tree
?tree: LEAF | UNARY tree | BINARY tree tree
"""
_ARITIES = ("LEAF", "UNARY", "BINARY")


@dataclass(frozen=True)
class Skeleton:
    """A candidate with open constants.

    Examples
    ========

    >>> from sympy.abc import x
    >>> library = Library.build(variables=[x])
    >>> skeleton = Skeleton.from_text("+ * c x sin x", library)
    >>> skeleton.to_sympy()
    c0*x + sin(x)
    >>> skeleton.to_sympy([3])
    3*x + sin(x)
    >>> skeleton.length, skeleton.constants, skeleton.complexity
    (6, 1, 8)
    >>> Skeleton.from_text("- sin x * x c", library).canonical().text
    '+ sin x * c x'
    """

    library: Library
    tokens: tuple[int, ...]

    @classmethod
    def from_text(cls, text: str, library: Library) -> "Skeleton":
        """Read a prefix traversal, words with blanks between them.

        Raises
        ======

        GrammarError
            With line and column, for words that the library lacks, and missing or left-over
            operands.
        """
        words = list(_words(text, library))
        try:
            _prefix_parser().parse(words)
        except UnexpectedToken as error:
            raise _explain(error, words) from None
        return cls(library, tuple(library.index[word.value] for word in words))

    @classmethod
    def from_sympy(cls, expr: Expr, library: Library) -> tuple["Skeleton", tuple[Expr, ...]]:
        """Return a skeleton for an expression, and the values of its constants.

        Numbers become slots, or literals if the library has them.  What the library has no
        operator for is expressed by others where that is possible: powers as products or by
        exp and log, hyperbolic functions by exp, tan by sin and cos.

        Examples
        ========

        >>> from sympy import sin
        >>> from sympy.abc import x
        >>> skeleton, constants = Skeleton.from_sympy(2*x**3 - sin(x), Library.build(variables=[x]))
        >>> skeleton.text, constants
        ('- * c * * x x x sin x', (2,))
        """
        return cls.from_exprs((expr,), library)

    @classmethod
    def from_exprs(
        cls, exprs: Sequence[Expr], library: Library
    ) -> tuple["Skeleton", tuple[Expr, ...]]:
        """The same for a candidate of several functions.

        >>> from sympy.abc import x
        >>> library = Library.build(["*"], [x], functions=2)
        >>> Skeleton.from_exprs([2*x, x], library)[0].text
        ', * c x x'
        """
        names: list[str] = []
        constants: list[Expr] = []
        for number, expr in enumerate(exprs, start=1):
            names += [PAIR] if number < len(exprs) else []
            for part in Writer(library).write(expr):
                if isinstance(part, str):
                    names.append(part)
                else:
                    names.append(CONSTANT)
                    constants.append(part)
        return cls(library, tuple(library.index[name] for name in names)), tuple(constants)

    @classmethod
    def of_constants(cls, library: Library) -> "Skeleton":
        """A constant for each function of the library."""
        pairs = (library.index.get(PAIR, -1), library.constant) * (library.functions - 1)
        return cls(library, (*pairs, library.constant))

    @cached_property
    def text(self) -> str:
        """The prefix traversal, words with blanks between them."""
        return " ".join(self.library.names[token] for token in self.tokens)

    @cached_property
    def formula(self) -> str:
        """The skeleton as one writes it, for people to read; SymPy isn't asked.

        >>> from sympy.abc import x
        >>> library = Library.build(["+", "*", "sin", "square"], [x])
        >>> Skeleton.from_text("* + x c square sin * c x", library).formula
        '(x + c0)*sin(c1*x)**2'
        """
        names = [symbol.name for symbol in _free_symbols(self.library, self.constants)]
        stack: list[_Written] = []
        for token in map(self.library.tokens.__getitem__, reversed(self.tokens)):
            if token.op == Op.PAIR:
                continue
            name = names.pop() if token.op == Op.CONSTANT else token.name
            stack.append(_written(name, [stack.pop() for _ in range(token.arity)]))
        return ", ".join(function.text for function in reversed(stack))

    @property
    def length(self) -> int:
        """Number of tokens."""
        return len(self.tokens)

    @cached_property
    def constants(self) -> int:
        """Number of constant slots."""
        return self.tokens.count(self.library.constant)

    @cached_property
    def complexity(self) -> int:
        """Number of tokens, functions counted more than sums and products."""
        return sum(COSTS[self.library.tokens[token].op] for token in self.tokens)

    def to_sympy(self, constants: Sequence[Expr | float] | None = None) -> Expr:
        """Return the expression of one function, with the constants c0, c1, ... or those given.

        Symbols that a variable has taken are passed over.
        """
        (expr,) = self.exprs(constants)
        return expr

    def exprs(self, constants: Sequence[Expr | float] | None = None) -> tuple[Expr, ...]:
        """The same for a candidate of any number of functions.

        >>> from sympy.abc import x
        >>> library = Library.build(["*"], [x], functions=2)
        >>> Skeleton.from_text(", * c x x", library).exprs([3])
        (3*x, x)
        """
        if constants is None:
            values = _free_symbols(self.library, self.constants)
        else:
            values = [_number(value) for value in constants]
        if len(values) != self.constants:
            raise GrammarError(
                f"got {len(values)} constants for a skeleton with {self.constants} slots: "
                f"{self.text}"
            )
        operands: list[Expr] = []
        for token in map(self.library.tokens.__getitem__, reversed(self.tokens)):
            if token.op == Op.PAIR:
                continue
            if token.op == Op.CONSTANT:
                operands.append(values.pop())
            elif token.symbol is not None:
                operands.append(token.symbol)
            else:
                first = [operands.pop() for _ in range(token.arity)]
                operands.append(OPERATORS[token.name][2](*first))
        return tuple(reversed(operands))

    def canonical(self) -> "Skeleton":
        """Return the form that stands for all skeletons of the same family.

        Operands are ordered and superfluous constants folded, see
        :mod:`sympy_ssde.language.canonical`.

        Examples
        ========

        >>> from sympy.abc import x, y
        >>> library = Library.build(variables=[x, y])
        >>> for text in ["* c * x c", "- y c", "/ c * c x", "* c + * c x c"]:
        ...     print(Skeleton.from_text(text, library).canonical().text)
        * c x
        + c y
        / c x
        + c * c x
        """
        program = np.array(self.tokens, np.int64)
        form = canonical_form(program, len(program), Alphabet.of(self.library))
        return Skeleton(self.library, tuple(form.tolist()))


def rewritten(exprs: Sequence[Expr], library: Library) -> tuple[Skeleton, np.ndarray] | None:
    """A skeleton for expressions and its constants as numbers; None if there is no such.

    Unlike :meth:`Skeleton.from_exprs` it is for expressions of which nobody knows what they are.

    >>> from sympy.abc import x
    >>> rewritten([1/S.Zero + x], Library.build(variables=[x])) is None
    True
    """
    if any(e.has(S.ComplexInfinity, S.NaN, S.Infinity, S.NegativeInfinity) for e in exprs):
        return None
    try:
        skeleton, found = Skeleton.from_exprs(exprs, library)
    except SSDEError:
        return None
    constants = np.array([float(c) for c in found])
    return (skeleton, constants) if np.isfinite(constants).all() else None


def programs(
    batch: Iterable[Skeleton], max_length: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return skeletons as arrays: ``(programs (batch, max_length) int16, lengths (batch,))``.

    The programs are padded with -1; without ``max_length`` the longest one sets the width.

    Examples
    ========

    >>> from sympy.abc import x
    >>> library = Library.build(["sin"], [x])
    >>> rows, lengths = programs(Skeleton.from_text(text, library) for text in ["sin x", "x"])
    >>> rows.tolist(), lengths.tolist()
    ([[0, 1], [1, -1]], [2, 1])
    """
    rows = [skeleton.tokens for skeleton in batch]
    lengths = np.array([len(row) for row in rows], np.int64)
    longest = max(map(len, rows), default=0)
    width = longest if max_length is None else max_length
    if longest > width:
        raise GrammarError(f"a skeleton of {longest} tokens doesn't fit into max_length={width}")
    padded = np.full((len(rows), width), -1, np.int16)
    for i, row in enumerate(rows):
        padded[i, : len(row)] = row
    return padded, lengths


def skeletons(rows: np.ndarray, lengths: np.ndarray, library: Library) -> list[Skeleton]:
    """Return the skeletons of the arrays that :func:`programs` makes."""
    return [
        Skeleton(library, tuple(row[:length].tolist()))
        for row, length in zip(rows, lengths, strict=True)
    ]


@cache
def _prefix_parser() -> Lark:
    return Lark(_PREFIX, parser="lalr", lexer=Ready)


def _words(text: str, library: Library) -> Iterator[Word]:
    """Cut the text at its blanks; a word's type is the arity of the token it names."""
    for line, content in enumerate(text.splitlines(), start=1):
        column = 1
        for word in content.replace("\t", " ").split(" "):
            if word and word not in library.index:
                known = " ".join(library.names)
                raise GrammarError(
                    f"unknown token {word!r}; the library has: {known}", line, column
                )
            if word:
                arity = library.arity[library.index[word]]
                yield Word(_ARITIES[arity], word, line=line, column=column)
            column += len(word) + 1


def _explain(error: UnexpectedToken, words: list[Word]) -> GrammarError:
    """Turn lark's error about a traversal into ours."""
    if error.token.type == "$END":
        last = words[-1] if words else Word("LEAF", "", line=1, column=1)
        end = (last.column or 1) + len(last)
        return GrammarError("the skeleton ends early: an operand is missing", last.line, end)
    return GrammarError(
        f"the skeleton is complete before {error.token.value!r}; leave the rest out or begin "
        f"with a binary operator",
        error.token.line,
        error.token.column,
    )


def _number(value: Expr | float) -> Expr:
    """Return a number given as a constant as a SymPy object; strings are never evaluated."""
    if isinstance(value, Expr):
        return value
    if not isinstance(value, Real):
        raise GrammarError(f"got the constant {value!r}; expected a number")
    return sympy.sympify(value.item() if isinstance(value, np.generic) else value)


def _free_symbols(library: Library, count: int) -> list[Expr]:
    """Return the symbols c0, c1, ... save those that are variables."""
    taken = set(library.names)
    numbered = (Symbol(f"c{i}") for i in range(count + len(taken)))
    return [symbol for symbol in numbered if symbol.name not in taken][:count]


class _Written(NamedTuple):
    """Part of a formula, and how tightly it holds together: 1 as a sum to 4 as a name."""

    text: str
    strength: int

    def held(self, strength: int) -> str:
        return self.text if self.strength >= strength else f"({self.text})"


def _written(name: str, operands: list[_Written]) -> _Written:
    if not operands:
        return _Written(name, 4 if name.isidentifier() or name.isdecimal() else 1)
    if name in ("square", "cube"):
        return _Written(f"{operands[0].held(4)}**{2 if name == 'square' else 3}", 3)
    if len(operands) == 1:
        return _Written(f"{name}({operands[0].text})", 4)
    first, second = operands
    if name == "pow":
        return _Written(f"{first.held(4)}**{second.held(4)}", 3)
    strength = 1 if name in "+-" else 2
    sides = first.held(strength), second.held(strength + (name in "-/"))
    return _Written((f" {name} " if strength == 1 else name).join(sides), strength)
