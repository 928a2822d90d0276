"""What a text declares: the variables with their ranges, parameters, curves, unknown functions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from lark import Token, Tree
from sympy import Expr, Symbol, oo

from sympy_ssde.problem.text.expressions import ExpressionBuilder, position
from sympy_ssde.problem.text.mistakes import ProblemTextError
from sympy_ssde.problem.text.scope import DERIVATIVES, RESERVED, SPATIAL, SUPERSCRIPTS, Scope

Ends = tuple[Expr, Expr]


@dataclass(frozen=True)
class DeclaredRange:
    """A name with its assumptions and the syntax of its two ends, None where it has no end."""

    name: str
    at: Token
    assumptions: tuple[str, ...] = ()
    ends: tuple[Tree[Token] | None, Tree[Token] | None] | None = None

    @property
    def symbol(self) -> Symbol:
        """The symbol of that name."""
        return Symbol(self.name, **dict.fromkeys(self.assumptions, True))


@dataclass
class Declarations:
    """All ranges of a text, by what they belong to, and its relations."""

    text: str
    variables: dict[str, DeclaredRange] = field(default_factory=dict)
    parameters: dict[str, DeclaredRange] = field(default_factory=dict)
    curves: dict[str, DeclaredRange] = field(default_factory=dict)
    unknowns: dict[str, Token] = field(default_factory=dict)
    implied: set[str] = field(default_factory=set)  # unknowns that no 'unknown' names
    relations: list[Tree[Token]] = field(default_factory=list)

    def fail(self, message: str, at: Tree[Token] | Token, suggestion: str = "") -> NoReturn:
        """Raise an error that points at a place of the text."""
        raise ProblemTextError(message, self.text, position(at), suggestion)

    def scope(self) -> Scope:
        """Variables, and the symbols of parameters and curves."""
        symbols = {n: r.symbol for n, r in {**self.parameters, **self.curves}.items()}
        return Scope({n: r.symbol for n, r in self.variables.items()}, symbols)

    def bounds(self, builder: ExpressionBuilder) -> tuple[dict[Symbol, Ends], dict[Symbol, Ends]]:
        """Ranges of variables and curves, and ranges of the parameters."""
        places = {**self.variables, **self.curves}
        return _bounds(places, builder), _bounds(self.parameters, builder)


def collect(text: str, tree: Tree[Token]) -> Declarations:
    """All declarations of a syntax tree, wherever they stand in the text."""
    found = Declarations(text)
    for statement in tree.children:
        assert isinstance(statement, Tree)
        if statement.data == "relation":
            found.relations.append(statement)
            for clause in statement.children[2:]:
                _declare(found, clause)
        else:
            _declare(found, statement)
    if not tree.children:
        raise ProblemTextError(
            "the text is empty",
            suggestion="write an equation, where it holds, and its conditions: "
            "u' = u on x in [0, 1]; u(0) = 1 (ssde examples shows more)",
        )
    if not found.variables:
        raise ProblemTextError(
            "the text doesn't say where the equation holds",
            text,
            position(found.relations[0]) if found.relations else None,
            "add the variables with their ranges: on x in [0, 1], t in [0, 1]",
        )
    find_unknowns(found)
    return found


def _declare(found: Declarations, clause: Any) -> None:
    if clause.data == "unknowns":
        for token in clause.children:
            _check_name(found, token)
            found.unknowns.setdefault(str(token), token)
        return
    if clause.data == "domain" and found.variables:
        found.fail("a second 'on' with ranges", clause, "give the variables once, all together")
    tables = {"domain": found.variables, "parameters": found.parameters, "curve": found.curves}
    table = tables.get(clause.data)
    if table is None:
        return
    for node in clause.children:
        declared = _range(found, node)
        _check_name(found, declared.at)
        before = table.get(declared.name)
        if before is not None and clause.data == "curve" and _same(before, declared):
            continue
        for each in (found.variables, found.parameters, found.curves):
            if declared.name in each:
                found.fail(f"{declared.name} is declared twice", declared.at, "use another name")
        table[declared.name] = declared


def _same(first: DeclaredRange, second: DeclaredRange) -> bool:
    return (first.assumptions, first.ends) == (second.assumptions, second.ends)


def _check_name(found: Declarations, token: Token) -> None:
    if str(token) in RESERVED:
        found.fail(f"{token} has a meaning of its own", token, "use another name")
    if len(token) > 40:
        found.fail(f"the name {str(token)[:40]}... is too long", token)


def _range(found: Declarations, node: Any) -> DeclaredRange:
    if node.data == "named_range":
        *assumptions, name, interval = node.children
        ends = None
        if interval is not None:
            ends = (interval.children[1], interval.children[2])
        return DeclaredRange(str(name), name, tuple(map(str, assumptions)), ends)
    first, sign, second, *rest = node.children
    if rest and rest[0] is not None:
        name = plain_name(second)
        if name is None or str(sign)[0] != str(rest[0])[0]:
            found.fail("a range was expected", node, "write x in [0, 1] or 0 < x < 1")
        low, high = first, rest[1]
    else:
        name, low, high = plain_name(first), second, None
        if name is None:
            name, low, high = plain_name(second), None, first
        if name is None:
            found.fail("a range was expected", node, "write x in [0, 1] or x > 0")
        low, high = high, low
    if str(sign)[0] == ">":
        low, high = high, low
    return DeclaredRange(str(name), name, (), (low, high))


def plain_name(tree: Any) -> Token | None:
    """The name that an expression consists of, if it is nothing but a name."""
    while isinstance(tree, Tree) and len(tree.children) == 1:
        if tree.data == "name":
            token = tree.children[0]
            return token if isinstance(token, Token) else None
        if tree.data not in ("expression", "product", "factor"):
            return None
        tree = tree.children[0]
    return None


def _bounds(table: dict[str, DeclaredRange], builder: ExpressionBuilder) -> dict[Symbol, Ends]:
    found: dict[Symbol, Ends] = {}
    for declared in table.values():
        if declared.ends is not None:
            low, high = declared.ends
            found[declared.symbol] = (
                -oo if low is None else builder.build(low),
                oo if high is None else builder.build(high),
            )
    return found


def find_unknowns(found: Declarations) -> None:
    """Take for unknown, beside those declared, what is differentiated, or given at a point.

    They stand in the order of the text.
    """
    scope = found.scope().with_unknowns(found.unknowns)
    implied: dict[str, Token] = {}
    for relation in found.relations:
        for token in _differentiated(relation, scope):
            if not scope.is_declared(token) and token not in found.unknowns:
                implied.setdefault(str(token), token)
    mentioned = {str(t): t for r in reversed(found.relations) for t in _plain_names(r)}
    for token in _given(found):
        name = str(token)
        other = scope.is_declared(name) or next(scope.subscripts(name), None) is not None
        if name in mentioned and not other and name not in found.unknowns:
            implied.setdefault(name, token)
    first = {name: min(at, mentioned.get(name, at), key=_start) for name, at in implied.items()}
    for name in sorted(implied, key=lambda name: _start(first[name])):
        found.unknowns[name] = implied[name]
    found.implied = set(implied)
    if not found.unknowns:
        at = found.relations[0] if found.relations else None
        raise ProblemTextError(
            "no derivative of an unknown function is found in the text",
            found.text,
            position(at) if at is not None else None,
            _meant(mentioned, found.variables),
        )


def _meant(names: Iterable[str], variables: Iterable[str]) -> str:
    """The derivative that a name may stand for: ``u_xx`` for ``uxx``.

    >>> _meant(["uxx"], ["x"]), _meant(["k"], ["x"])
    ("did you mean 'u_xx'?", 'write an equation such as u_x = u')
    """
    known = list(variables)
    for name in names:
        if name.startswith("Δ"):
            return f"write laplacian({name[1:] or 'u'})"
        if len(name) > 1 and set(name[1:]) <= set(known):
            return f"did you mean '{name[0]}_{name[1:]}'?"
    return f"write an equation such as u_{known[0]} = u"


def _start(token: Token) -> int:
    return token.start_pos or 0


def _plain_names(relation: Tree[Token]) -> list[Token]:
    """Names that stand without arguments, from the last to the first."""
    found = [node.children[0] for node in relation.find_data("name")]
    return sorted((t for t in found if isinstance(t, Token)), key=_start, reverse=True)


def _given(found: Declarations) -> Iterator[Token]:
    """Names of what is given at a point, as ``v(0) = 1``."""
    for relation in found.relations:
        side = relation.children[0]
        while isinstance(side, Tree) and len(side.children) == 1:
            side = side.children[0]
        if isinstance(side, Tree) and side.data == "call":
            name, *arguments = side.children
            if isinstance(name, Token) and len(arguments) == len(found.variables):
                yield name


def _differentiated(relation: Tree[Token], scope: Scope) -> Iterator[Token]:
    """The names of functions with a derivative, in the order of the text."""
    nodes = list(relation.iter_subtrees_topdown())
    for node in nodes:
        if node.data not in ("name", "call", "leibniz", "leibniz_call"):
            continue
        token = node.children[0]
        assert isinstance(token, Token)
        if node.data in ("leibniz", "leibniz_call"):
            written = str(token).translate(SUPERSCRIPTS)
            name = written.split("/")[0][1:].lstrip("^0123456789")
            if name:
                yield _renamed(token, name)
            else:
                yield from _names(node.children[-1])
            continue
        if any(isinstance(c, Token) and c.type == "PRIMES" for c in node.children):
            yield token
        if str(token) not in scope.unknowns:
            for base, _ in scope.subscripts(str(token)):
                yield _renamed(token, base)
        if node.data == "call" and str(token) in (*DERIVATIVES, *SPATIAL):
            yield from _names(node.children[1])


def _renamed(token: Token, name: str) -> Token:
    return Token.new_borrow_pos("NAME", name, token)


def _names(tree: Any) -> Iterator[Token]:
    """Names inside what is differentiated, those of derivatives without their subscripts."""
    if not isinstance(tree, Tree):
        return
    for node in tree.iter_subtrees_topdown():
        token = node.children[0]
        if node.data in ("name", "call") and isinstance(token, Token) and "_" not in token:
            yield token
