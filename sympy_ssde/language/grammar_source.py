"""The rules of a grammar's text, read by lark, checked, and cut down to a library.

Lark expands templates, groups and options to plain alternatives; errors say where in the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from lark import Lark
from lark import Token as Word
from lark.exceptions import GrammarError as LarkGrammarError
from lark.exceptions import LarkError
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from sympy_ssde.errors import GrammarError
from sympy_ssde.language.tokens import CONSTANT, OPERATORS, PAIR, Library, Op

START = "start"
#: What stands above 'start' for several functions: all of them, and each, which may be a constant.
_FUNCTIONS, _EACH, _PAIR, _CONSTANT = "__functions", "__each", "__pair", "__constant"
_DECLARED = {"VARIABLE": Op.VARIABLE, "LITERAL": Op.LITERAL}
_FUNCTION = "FUNCTION"
_POSITION = re.compile(r"line (\d+),? col(?:umn)? (\d+)")
_QUOTED = re.compile(r"[Rr]ule '([^']+)'|[Tt]emplate '([^']+)'|[Tt]erminals?:? '?(\w+)")
# Comments, strings and regular expressions of a grammar: a name inside them is no use of it.
_PASSIVE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"i?|/(?:\\.|[^/\\\n])+/[imslux]*')

#: An alternative: the symbols that it is made of, which are the names of rules and terminals.
Symbols = tuple[str, ...]


class Ready(Lexer):
    """Hands over words that are already cut: a library's names follow no fixed pattern."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, data: list[Word]) -> Iterator[Word]:  # type: ignore[override]
        """Yield the words."""
        return iter(data)


@dataclass(frozen=True, eq=False)
class Source:
    """The rules of a text, cut down to a library.

    ``rules``: the alternatives of each rule.  ``terminals``: the tokens that a terminal stands
    for.  ``places``: line and column of each rule.  ``root``: the rule of whole candidates.
    """

    text: str
    library: Library
    rules: dict[str, list[Symbols]]
    terminals: dict[str, tuple[int, ...]]
    places: dict[str, tuple[int | None, int | None]]
    root: str = START

    @classmethod
    def read(cls, text: str, library: Library) -> "Source":
        """Read a text; raise with line and column if it is no grammar of the library's tokens."""
        rules, terminals = load(text)
        places: dict[str, tuple[int | None, int | None]] = {}
        for rule in rules:
            places.setdefault(rule.origin.name, _place_of_rule(rule, text))
        meanings = {t.name: _meaning(t, library, text) for t in terminals}
        for name, op in _DECLARED.items():
            meanings[name] = tuple(i for i, t in enumerate(library.tokens) if t.op == op)
        spoken_of = {token for tokens in meanings.values() for token in tokens}
        meanings[_FUNCTION] = tuple(
            i for i, t in enumerate(library.tokens) if t.arity == 1 and i not in spoken_of
        )
        alternatives: dict[str, list[Symbols]] = {name: [] for name in places}
        for rule in rules:
            symbols = tuple(str(symbol.name) for symbol in rule.expansion)
            _check_symbols(rule, symbols, meanings, places)
            if symbols not in alternatives[rule.origin.name]:
                alternatives[rule.origin.name].append(symbols)
        source = cls(text, library, alternatives, meanings, places)
        _check_left_recursion(source)
        return _prune(source if library.functions == 1 else _of_several(source))

    def place(self, rule: str) -> tuple[int | None, int | None]:
        """Line and column of a rule, or of a terminal's first use."""
        return self.places.get(rule) or _locate(self.text, rule)


@lru_cache(maxsize=8)
def load(text: str) -> tuple[tuple[Rule, ...], tuple[TerminalDef, ...]]:
    """Let lark read the text; a search after another has the same grammar as a rule."""
    try:
        # Earley takes any rules, so that the checks below can speak of them in our terms.
        loaded = Lark(text, parser="earley", lexer=Ready, start=START)
    except (LarkError, AssertionError) as error:
        raise _explain(error, text) from None
    return tuple(loaded.rules), tuple(loaded.terminals)


def _explain(error: Exception, text: str) -> GrammarError:
    """Turn lark's error about a grammar's text into ours, with the place."""
    message = str(error).split("\n")[0].strip().rstrip(":")
    found = _POSITION.search(str(error))
    if found:
        message = re.sub(r"(,)? (at|in) (line|<string>).*", "", message)
        return GrammarError(f"not a grammar: {message}", int(found[1]), int(found[2]))
    if isinstance(error, LarkGrammarError) and "NonTerminal('start')" in message:
        return GrammarError("the grammar has no rule named 'start'; add one", 1, 1)
    name = _QUOTED.search(message)
    last = "more than once" in message
    where = _locate(text, next(filter(None, name.groups())), last=last) if name else (1, 1)
    return GrammarError(f"not a grammar: {message}", *where)


def _locate(text: str, name: str, last: bool = False) -> tuple[int, int]:
    """Line and column of the first (or last) use of a name, or of a string, in the text."""
    active = _PASSIVE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    uses = list(re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", active))
    uses = uses or list(re.finditer(re.escape(f'"{name}"'), text))
    position = uses[-1 if last else 0].start() if uses else 0
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _place_of_rule(rule: Rule, text: str) -> tuple[int | None, int | None]:
    """Line and column where a rule, a template, or the rule that a helper stems from begins."""
    name = rule.options.template_source or rule.origin.name
    if isinstance(name, Word):
        return name.line, name.column
    helper = re.match(r"__(.+)_(?:plus|star|repeat)", name)  # lark's own, for repetitions
    return _locate(text, (helper[1] if helper else name).split("{")[0])


def _meaning(terminal: TerminalDef, library: Library, text: str) -> tuple[int, ...]:
    """Return the tokens whose names the terminal matches."""
    pattern = re.compile(terminal.pattern.to_regexp())
    known = [*OPERATORS, CONSTANT, *library.names]
    # `%ignore` and the like make terminals for blanks, which are no words at all.
    if not any(map(pattern.fullmatch, known)) and not pattern.fullmatch(" "):
        word = terminal.pattern.value
        where = _locate(text, word if terminal.pattern.type == "str" else terminal.name)
        raise GrammarError(
            f"unknown token {word!r}; the words are VARIABLE, LITERAL, FUNCTION and "
            + " ".join(known),
            *where,
        )
    return tuple(i for i, name in enumerate(library.names) if pattern.fullmatch(name))


def _check_symbols(
    rule: Rule,
    symbols: Symbols,
    meanings: dict[str, tuple[int, ...]],
    places: dict[str, tuple[int | None, int | None]],
) -> None:
    """Raise for an alternative that is empty, or whose terminal was declared but has no meaning."""
    where = places[rule.origin.name]
    if not symbols:
        raise GrammarError(
            f"rule {str(rule.origin.name)!r} has an empty alternative; each needs a token", *where
        )
    for symbol in symbols:
        if symbol not in meanings and symbol not in places:
            raise GrammarError(
                f"rule {str(rule.origin.name)!r} uses the terminal {symbol}, which means nothing; "
                f"only VARIABLE, LITERAL and FUNCTION can be declared",
                *where,
            )


def _check_left_recursion(source: Source) -> None:
    """Raise if a rule can begin with itself."""
    done: set[str] = set()

    def visit(name: str, path: Symbols) -> None:
        if name in path:
            loop = " -> ".join((*path[path.index(name) :], name))
            raise GrammarError(
                f"left recursion: {loop}; begin each alternative with a token",
                *source.place(name),
            )
        if name not in done:
            for alternative in source.rules.get(name, []):
                visit(alternative[0], (*path, name))
            done.add(name)

    for name in source.rules:
        visit(name, ())


def _of_several(source: Source) -> Source:
    """The rules for several functions: each is what the text calls 'start', or a constant."""
    library = source.library
    constant = tuple(i for i, t in enumerate(library.tokens) if t.op == Op.CONSTANT)
    terminals = source.terminals | {_PAIR: (library.index[PAIR],), _CONSTANT: constant}
    each: list[Symbols] = [(START,)]
    if not _first_tokens(source, START) & set(constant):
        each.append((_CONSTANT,))
    every = (_PAIR, _EACH) * (library.functions - 1) + (_EACH,)
    rules = {_FUNCTIONS: [every], _EACH: each, **source.rules}
    places = {_FUNCTIONS: source.place(START), _EACH: source.place(START), **source.places}
    return replace(source, rules=rules, terminals=terminals, places=places, root=_FUNCTIONS)


def _first_tokens(source: Source, name: str) -> set[int]:
    """The tokens with which a symbol's yields may begin."""
    if name in source.terminals:
        return set(source.terminals[name])
    return set().union(*(_first_tokens(source, symbols[0]) for symbols in source.rules[name]))


def _prune(source: Source) -> Source:
    """Drop the alternatives from which no sequence of the library's tokens can be derived."""
    productive = {name for name, tokens in source.terminals.items() if tokens}
    before = -1
    while len(productive) > before:
        before = len(productive)
        for name, alternatives in source.rules.items():
            if any(productive.issuperset(symbols) for symbols in alternatives):
                productive.add(name)
    if source.root not in productive:
        names = " ".join(source.library.names)
        raise GrammarError(
            f"nothing can be derived from 'start' with the tokens {names}", *source.place(START)
        )
    rules = {
        name: [symbols for symbols in alternatives if productive.issuperset(symbols)]
        for name, alternatives in source.rules.items()
        if name in productive
    }
    return replace(source, rules=rules)
