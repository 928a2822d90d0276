"""Sums over an index, in the forms ``sum(n, 1, oo, term)`` and ``Sum(term, (n, 1, oo))``."""

from typing import NoReturn, Protocol

from lark import Token, Tree
from sympy import Expr, Sum

from sympy_ssde.problem.text.scope import Scope

_USAGE = "write sum(n, 1, oo, term) or Sum(term, (n, 1, oo))"


class Builder(Protocol):
    """What is needed of the builder of expressions."""

    scope: Scope

    def fail(self, message: str, at: Tree[Token] | Token, suggestion: str = "") -> NoReturn:
        """Raise an error that points at a place of the text."""

    def within(self, scope: Scope, tree: Tree[Token]) -> Expr:
        """An expression in which other names have a meaning."""


def read_sum(builder: Builder, arguments: list[Tree[Token]], tree: Tree[Token]) -> Expr:
    """The sum that a call stands for; its indices are known in its term only."""
    plain = [a for a in arguments if a.data == "expression"]
    if len(arguments) == 4 and len(plain) == 4:
        limits, term = [arguments[:3]], arguments[3]
    elif len(arguments) > 1 and len(plain) == 1 and arguments[0] is plain[0]:
        limits = [_parts(builder, a) for a in arguments[1:]]
        term = arguments[0]
    else:
        builder.fail("this is not a sum over an index", tree, _USAGE)
    scope, read = builder.scope, []
    for name_tree, low_tree, high_tree in limits:
        name = _name(builder, name_tree)
        low, high = (builder.within(builder.scope, e) for e in (low_tree, high_tree))
        scope = scope.with_index(name, low)
        read.append((scope.symbols[name], low, high))
    return Sum(builder.within(scope, term), *read)


def _parts(builder: Builder, tree: Tree[Token]) -> list[Tree[Token]]:
    children = [c for c in tree.children if isinstance(c, Tree)]
    if tree.data != "triple" or len(children) != 3:
        builder.fail("an index with its first and last value was expected", tree, _USAGE)
    return children


def _name(builder: Builder, tree: Tree[Token]) -> str:
    """The name of an index, which must have no other meaning."""
    tokens = list(tree.scan_values(lambda value: isinstance(value, Token)))
    if len(tokens) != 1 or tokens[0].type != "NAME":
        builder.fail("the name of an index was expected", tree, _USAGE)
    name = str(tokens[0])
    if builder.scope.is_declared(name) or name in builder.scope.unknowns:
        builder.fail(f"{name} has a meaning already", tree, "use another name for the index")
    return name
