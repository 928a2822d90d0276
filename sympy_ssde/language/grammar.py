"""Grammars of candidates: from lark's notation to the tables of a pushdown automaton.

Lark reads the text and expands templates, groups and options to plain alternatives.  The rest
happens here: the alternatives are cut down to the tokens of a library, the rules in front of them
are opened up until each alternative begins with a token, and what follows it is what the token
pushes.  The compiled functions on the tables are in :mod:`sympy_ssde.language.automaton`.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from lark import Lark

from sympy_ssde.errors import GrammarError
from sympy_ssde.language import automaton
from sympy_ssde.language.automaton import LONGEST, State, Tables
from sympy_ssde.language.grammar_source import START, Ready, Source, Symbols
from sympy_ssde.language.tokens import Library, Op
from sympy_ssde.resources import read_grammar


@dataclass(frozen=True, eq=False)
class Grammar:
    """A grammar compiled for a library.

    Examples
    ========

    >>> from sympy.abc import x
    >>> library = Library.build(["+", "sin"], [x])
    >>> grammar = Grammar.compile(library, max_length=5)
    >>> state = grammar.begin(1)
    >>> [library.names[t] for t in grammar.mask(state)[0].nonzero()[0]]
    ['+', 'sin', 'x']

    Inside a sine there is no other one, and no constant alone:

    >>> grammar.advance(state, [library.index["sin"]])
    >>> [library.names[t] for t in grammar.mask(state)[0].nonzero()[0]]
    ['+', 'x']

    A grammar of one's own says which alternatives begin with which token:

    >>> waves = '''
    ... %declare VARIABLE
    ... start: "+" wave start | wave
    ... wave: "sin" VARIABLE
    ... '''
    >>> grammar = Grammar.compile(library, waves, max_length=5)
    >>> dict(zip(grammar.nonterminals, grammar.shortest.tolist(), strict=True))
    {'start': 2, 'VARIABLE': 1, 'wave': 2}

    See Also
    ========

    sympy_ssde.language.automaton : the compiled functions, which take ``grammar.tables``
    """

    library: Library
    text: str = field(repr=False)
    nonterminals: tuple[str, ...]
    tables: Tables = field(repr=False)

    @classmethod
    def compile(
        cls,
        library: Library,
        text: str | None = None,
        *,
        max_length: int = 30,
        min_length: int = 1,
        max_constants: int = 10,
    ) -> "Grammar":
        """Compile the grammar of a text, or the one of ``grammar/skeleton.lark``.

        Alternatives with tokens that the library lacks are left out.

        Raises
        ======

        GrammarError
            With line and column: if the text isn't a grammar, uses names that aren't defined,
            is left-recursive or not deterministic, gives an operator the wrong number of
            operands, or derives nothing.
        """
        if not 1 <= min_length <= max_length <= LONGEST:
            raise GrammarError(
                f"got min_length={min_length} and max_length={max_length}; "
                f"expected 1 <= min_length <= max_length <= {LONGEST}"
            )
        if max_constants < 0:
            raise GrammarError(f"got max_constants={max_constants}; expected 0 or more")
        text = read_grammar("skeleton.lark") if text is None else text
        source = Source.read(text, library)
        names, allowed, pushed, roots = _number(source, _merge(source, _open_up(source)))
        arity = library.arity
        kind = np.array([_KINDS.get(t.op, automaton.PLAIN) for t in library.tokens], np.int64)
        rooms, openings = automaton.measure(allowed, pushed, kind, max_length, max_constants)
        tables = Tables(
            allowed, pushed, roots, _shortest(allowed, pushed), rooms, openings, arity, kind,
            0, min_length, max_length, max_constants,
        )  # fmt: skip
        grammar = cls(library, text, names, tables)
        if not grammar.mask(grammar.begin(1)).any():
            raise GrammarError(
                f"the grammar derives no skeleton with a variable, {min_length} to {max_length} "
                f"tokens and at most {max_constants} constants from this library; widen the limits",
                *source.place(START),
            )
        return grammar

    @property
    def allowed(self) -> np.ndarray:
        """May this token come when this nonterminal is next?  ``(nonterminals, tokens)``."""
        return self.tables.allowed

    @property
    def pushed(self) -> np.ndarray:
        """What a token leaves to be expanded, first to last, ``(nonterminals, tokens, width)``."""
        return self.tables.pushed

    @property
    def shortest(self) -> np.ndarray:
        """Length of each nonterminal's shortest yield, ``(nonterminals,)``."""
        return self.tables.shortest

    @property
    def start(self) -> int:
        """Number of the nonterminal of whole skeletons."""
        return self.tables.start

    @cached_property
    def _parser(self) -> Lark:
        return Lark(self.text, parser="lalr", lexer=Ready, start=START)

    def begin(self, batch: int) -> State:
        """Return the state of ``batch`` skeletons without a token yet."""
        return automaton.begin(batch, self.tables)

    def mask(self, state: State) -> np.ndarray:
        """Return which tokens may come next, ``(batch, tokens) bool``."""
        return automaton.mask(state, self.tables)

    def advance(self, state: State, tokens: np.ndarray | list[int]) -> None:
        """Append a token to each unfinished skeleton, in place; finished ones ignore theirs."""
        automaton.advance(state, np.asarray(tokens, np.int64), self.tables)

    def accepts(self, tokens: tuple[int, ...] | list[int] | np.ndarray) -> bool:
        """Is this sequence of token numbers a skeleton, within all limits?

        Examples
        ========

        >>> from sympy.abc import x
        >>> grammar = Grammar.compile(Library.build(["+", "sin"], [x]))
        >>> number = grammar.library.index
        >>> grammar.accepts([number["sin"], number["x"]])
        True
        >>> grammar.accepts([number["sin"], number["c"]])
        False
        """
        program = np.asarray(tokens, np.int16)
        return bool(automaton.accepts(program, len(program), self.tables))

    def populate(
        self, count: int, rng: np.random.Generator, weights: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return ``count`` random skeletons as ``(programs, lengths)``.

        Tokens are drawn in proportion to ``weights (tokens,)``.
        """
        weights = np.ones(len(self.library)) if weights is None else np.asarray(weights, float)
        return automaton.populate(count, self.tables.max_length, rng, weights, self.tables)


_KINDS: dict[int, int] = {
    Op.CONSTANT: automaton.CONSTANT,
    Op.VARIABLE: automaton.VARIABLE,
    Op.PAIR: automaton.PAIR,
}


@dataclass(frozen=True)
class _Entry:
    """What happens when a token comes: the symbols it pushes, and its subtree's own symbol."""

    pushes: Symbols
    root: str | None


#: symbol -> token -> entry
_Rows = dict[str, dict[int, _Entry]]


def _open_up(source: Source) -> _Rows:
    """Make the rows of all symbols that can be on the stack, from the root on."""
    shapes = _Shapes.of(source)
    rows: _Rows = {}
    waiting = [source.root]
    while waiting:
        name = waiting.pop()
        if name in rows:
            continue
        rows[name] = _row(name, source, shapes)
        for entry in rows[name].values():
            waiting += entry.pushes
            waiting += [entry.root] if entry.root is not None else []
    return rows


def _row(name: str, source: Source, shapes: "_Shapes") -> dict[int, _Entry]:
    """Open up the rules in front of a symbol's alternatives."""
    row: dict[int, _Entry] = {}
    if name in source.terminals:
        tokens = source.terminals[name]
        return {t: _Entry((), name if shapes.is_tree(name) else None) for t in tokens}
    for head, *tail in source.rules[name]:
        for token, entry in _row(head, source, shapes).items():
            if token in row:
                word = source.library.names[token]
                raise GrammarError(
                    f"rule {name!r} is not deterministic: two alternatives begin with {word!r}; "
                    f"move what they share to one alternative, and the rest to a rule after it",
                    *source.place(name),
                )
            root = name if shapes.is_tree(name) else entry.root
            row[token] = _Entry((*entry.pushes, *tail), root)
    return row


@dataclass(frozen=True)
class _Shapes:
    """How many trees each symbol yields, and how many trees after it its operators take in."""

    yields: dict[str, int]
    takes: dict[str, int]

    @classmethod
    def of(cls, source: Source) -> "_Shapes":
        """Find the shapes of all symbols, and check that the grammar makes trees.

        An operator alone, as a terminal, yields 1 - arity trees and takes in arity.
        """
        arity = source.library.arity
        shapes = cls({}, dict.fromkeys(source.rules, 0))
        for name, tokens in source.terminals.items():
            if tokens:
                arities = {int(arity[t]) for t in tokens}
                shapes.yields[name], shapes.takes[name] = 1 - min(arities), max(arities)
                if len(arities) > 1:
                    raise GrammarError(
                        f"terminal {name} stands for tokens with different numbers of operands",
                        *source.place(name),
                    )
        shapes._count(source)
        for _ in source.rules:
            for name, alternatives in source.rules.items():
                shapes.takes[name] = max(map(shapes._missing, alternatives))
        if not (shapes.is_tree(START) and shapes.is_tree(source.root)):
            raise GrammarError(
                "'start' must yield one tree: give each operator as many operands as it takes",
                *source.place(START),
            )
        return shapes

    def is_tree(self, name: str) -> bool:
        """Is each yield of the symbol one complete tree?"""
        return self.yields[name] == 1 and self.takes[name] == 0

    def _count(self, source: Source) -> None:
        """Fill ``yields``; raise if a rule's alternatives don't agree."""
        pending = dict(source.rules)
        while pending:
            for name, alternatives in list(pending.items()):
                if any(all(s in self.yields for s in symbols) for symbols in alternatives):
                    known = [s for s in alternatives if all(t in self.yields for t in s)]
                    self.yields[name] = sum(self.yields[s] for s in known[0])
                    del pending[name]
        for name, alternatives in source.rules.items():
            for symbols in alternatives:
                if sum(self.yields[s] for s in symbols) != self.yields[name]:
                    raise GrammarError(
                        f"rule {name!r}: the alternative {' '.join(symbols)} yields another number "
                        f"of trees than the rest; does each operator have its operands?",
                        *source.place(name),
                    )

    def _missing(self, symbols: Symbols) -> int:
        """How many trees after the sequence its operators take in."""
        missing = available = 0
        for symbol in reversed(symbols):
            lack = max(self.takes[symbol] - available, 0)
            missing += lack
            available += lack + self.yields[symbol]
        return missing


def _merge(source: Source, rows: _Rows) -> tuple[_Rows, dict[str, str]]:
    """Find symbols that derive the same: ``(rows of one symbol each, symbol -> that symbol)``.

    Two rules differ for one library and are the same for another: without a logarithm, what may
    come below an exponential is any tree.  The fewer symbols, the more subtrees can be swapped.
    Symbols are told apart by what they allow, then by the classes of what they push, until
    nothing changes.
    """
    classes = dict.fromkeys(rows, 0)
    count = 0
    while len(set(classes.values())) > count:
        count = len(set(classes.values()))
        looks = {
            name: (
                classes[name],
                tuple(sorted((t, *(classes[s] for s in e.pushes)) for t, e in row.items())),
            )
            for name, row in rows.items()
        }
        numbers = {look: i for i, look in enumerate(dict.fromkeys(looks.values()))}
        classes = {name: numbers[look] for name, look in looks.items()}
    chosen: dict[int, str] = {}
    for name in rows:
        chosen.setdefault(classes[name], name)
    heads = {name: chosen[classes[name]] for name in rows}
    return {name: rows[name] for name in chosen.values()}, heads


def _number(
    source: Source, merged: tuple[_Rows, dict[str, str]]
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray, np.ndarray]:
    """Return ``(names, allowed, pushed, roots)``; the root has the number 0."""
    rows, heads = merged
    names = tuple(rows)
    number = {name: i for i, name in enumerate(names)}
    shape = (len(names), len(source.library))
    width = max(1, *(len(e.pushes) for row in rows.values() for e in row.values()))
    allowed = np.zeros(shape, np.bool_)
    pushed = np.full((*shape, width), -1, np.int64)
    roots = np.full(shape, -1, np.int64)
    for i, name in enumerate(names):
        for token, entry in rows[name].items():
            allowed[i, token] = True
            pushed[i, token, : len(entry.pushes)] = [number[heads[s]] for s in entry.pushes]
            if entry.root is not None:
                roots[i, token] = number[heads[entry.root]]
    return names, allowed, pushed, roots


def _shortest(allowed: np.ndarray, pushed: np.ndarray) -> np.ndarray:
    """Length of the shortest yield of each nonterminal, ``(nonterminals,)``."""
    shortest = np.full(len(allowed) + 1, len(allowed) + 2.0**40)
    shortest[-1] = 0.0  # what the padding -1 points to
    before = np.zeros_like(shortest)
    while not np.array_equal(before, shortest):
        before = shortest.copy()
        lengths = np.where(allowed, 1.0 + shortest[pushed].sum(axis=2), np.inf)
        shortest[:-1] = np.minimum(shortest[:-1], lengths.min(axis=1))
    return shortest[:-1].astype(np.int64)
