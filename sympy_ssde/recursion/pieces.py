"""Expressions in one variable, of which a recursion's step makes the next partial expression."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from sympy import Expr, Integer, Symbol

from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton, rewritten
from sympy_ssde.language.tokens import Library, Op
from sympy_ssde.recursion.partial import Partial, Tie


@dataclass(frozen=True, eq=False)
class Piece:
    """A parameter's expression in one variable: constants, and slots that are parameters still."""

    skeleton: Skeleton
    constants: np.ndarray
    parameters: tuple[int, ...]

    @property
    def rank(self) -> tuple[int, int, int]:
        """Fewer parameters first, then those that are plain factors or terms, then short ones."""
        nested = [p for p in self.parameters if not is_linear(self.skeleton, p)]
        return len(self.parameters), len(nested), self.skeleton.complexity

    def ways_back(self) -> "Iterator[Piece]":
        """More parameters: a factor of the whole, and all constants."""
        library, tokens = self.skeleton.library, self.skeleton.tokens
        times = library.index.get("*")
        if tokens[:2] == (times, library.constant):
            yield replace(self, parameters=tuple(sorted({0, *self.parameters})))
        elif times is not None:
            later = tuple(p + 1 for p in self.parameters)
            constants = np.concatenate([[1.0], self.constants])
            yield Piece(
                Skeleton(library, (times, library.constant, *tokens)), constants, (0, *later)
            )
        if len(self.parameters) < self.skeleton.constants:
            yield replace(self, parameters=tuple(range(self.skeleton.constants)))


def is_linear(skeleton: Skeleton, slot: int) -> bool:
    """Whether only sums, products and numerators stand above a slot."""
    flags, seen = [True], 0
    for token in map(skeleton.library.tokens.__getitem__, skeleton.tokens):
        linear = flags.pop()
        if token.op == Op.CONSTANT:
            if seen == slot:
                return linear
            seen += 1
        elif token.op == Op.DIV:
            flags += [False, linear]
        else:
            flags += [linear and token.op in (Op.ADD, Op.SUB, Op.MUL, Op.PAIR)] * token.arity
    raise IndexError(slot)


def tidied(piece: Piece) -> tuple[Skeleton, np.ndarray] | None:
    """An expression without parameters as SymPy writes it, if that is shorter."""
    constants = [Integer(v) if v in (-1, 0, 1) else float(v) for v in piece.constants]
    found = rewritten(piece.skeleton.exprs(constants), piece.skeleton.library)
    shorter = found is not None and found[0].complexity < piece.skeleton.complexity
    return found if shorter else None


def linear_variants(piece: Piece) -> Iterator[tuple[Skeleton, np.ndarray]]:
    """What an expression would be, were its one parameter a factor or a term instead.

    A factor or a term is easier to search for in the steps that follow: ``exp(alpha + t)`` may
    be ``alpha*exp(t)`` as well.
    """
    library = piece.skeleton.library
    for value in (0, 1):
        constants: list[Expr | float] = list(piece.constants)
        constants[piece.parameters[0]] = Integer(value)
        inside = piece.skeleton.to_sympy(constants)
        found = rewritten([inside], library)
        if found is None or not inside.free_symbols:
            continue
        for operator in ("*", "+"):
            if operator in library.index:
                tokens = (library.index[operator], library.constant, *found[0].tokens)
                yield Skeleton(library, tokens), np.concatenate([[1.0], found[1]])


class Shapes:
    """Expressions that a later step begins with: variables often play the same part."""

    def __init__(self) -> None:
        self._found: dict[tuple[str | None, ...], np.ndarray] = {}

    def clear(self) -> None:
        """Forget them all."""
        self._found.clear()

    def remember(self, pieces: Iterable[Piece], variable: Symbol) -> None:
        """Take the pieces of a step along a variable."""
        for piece in pieces:
            tokens = [piece.skeleton.library.tokens[token] for token in piece.skeleton.tokens]
            shape = tuple(None if token.symbol == variable else token.name for token in tokens)
            self._found[shape] = piece.constants

    def along(self, variable: Symbol, grammar: Grammar) -> Batch | None:
        """Those that the grammar accepts, written in a variable; None if there are none."""
        library, limits = grammar.library, grammar.tables
        own = [token.symbol for token in library.tokens].index(variable)
        found = []
        for shape, constants in self._found.items():
            tokens = tuple(own if name is None else library.index[name] for name in shape)
            if len(tokens) <= limits.max_length and grammar.accepts(tokens):
                found.append((Skeleton(library, tokens), constants))
        return Batch.of(found, limits.max_length, limits.max_constants) if found else None


# ---------------------------------------------------------------------- replacing parameters


def replaced(
    partial: Partial,
    variable: Symbol,
    pieces: dict[int, Piece],
    ties: Sequence[Tie],
) -> Partial:
    """The partial expression with its parameters replaced by their expressions.

    A parameter that is tied to another one becomes a copy of its expression, with the copy's
    parameters tied to the original's.
    """
    made = _Splice(partial.skeleton.library)
    related = {t.slot: t for t in (*partial.ties, *ties)}
    origin: dict[int, list[int]] = {}
    pending: list[tuple[int, int, list[int]]] = []
    slot = -1
    for token in partial.skeleton.tokens:
        if token != partial.skeleton.library.constant:
            made.tokens.append(token)
            continue
        slot += 1
        if slot in pieces:
            origin[slot] = made.add(pieces[slot])
        elif slot in related:
            tie = related[slot]
            root, factor, power = tie.source, tie.factor, tie.power
            while root in related:
                further = related[root]
                factor, power = factor * further.factor**power, power * further.power
                root = further.source
            for copy in made.add_power(pieces[root], factor, power):
                pending.append((root, slot, copy))
        else:
            made.slot(float(partial.constants[slot]))
    new_ties = []
    for root, _, copy in pending:
        for a, b in zip(copy, origin[root], strict=True):
            if b in made.parameters:
                made.parameters.remove(a)
                new_ties.append(Tie(a, b, 1.0, 1))
    return Partial(
        Skeleton(partial.skeleton.library, tuple(made.tokens)),
        np.array(made.constants),
        tuple(sorted([*made.parameters, *(t.slot for t in new_ties)])),
        (*partial.known, variable),
        tuple(new_ties),
    )


class _Splice:
    """A skeleton under construction."""

    def __init__(self, library: Library):
        self.library = library
        self.tokens: list[int] = []
        self.constants: list[float] = []
        self.parameters: list[int] = []

    def slot(self, value: float) -> int:
        """Append a constant."""
        self.tokens.append(self.library.constant)
        self.constants.append(value)
        return len(self.constants) - 1

    def add(self, piece: Piece) -> list[int]:
        """Append a piece; returns the numbers of its slots."""
        names = piece.skeleton.library.names
        slots: list[int] = []
        for token in piece.skeleton.tokens:
            if token == piece.skeleton.library.constant:
                slots.append(self.slot(float(piece.constants[len(slots)])))
            else:
                self.tokens.append(self.library.index[names[token]])
        self.parameters += [slots[p] for p in piece.parameters]
        return slots

    def add_power(self, piece: Piece, factor: float, power: int) -> list[list[int]]:
        """Append ``factor*piece**power``; returns the slots of each copy."""
        self.tokens.append(self.library.index["*" if power > 0 else "/"])
        self.slot(factor)
        copies = []
        for left in range(abs(power) - 1, -1, -1):
            if left:
                self.tokens.append(self.library.index["*"])
            copies.append(self.add(piece))
        return copies
