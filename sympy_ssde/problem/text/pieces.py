"""Functions in pieces, in the form ``Piecewise((x, x < 1), (2 - x, True))``."""

from itertools import pairwise

from lark import Token, Tree
from sympy import And, Expr, Ge, Gt, Le, Lt, Piecewise, S

from sympy_ssde.problem.text.sums import Builder

_RELATIONS = {"<": Lt, "<=": Le, ">": Gt, ">=": Ge}
_USAGE = "write Piecewise((x, x < 1/2), (1 - x, True))"


def read_pieces(builder: Builder, arguments: list[Tree[Token]], tree: Tree[Token]) -> Expr:
    """The function that a call stands for; the first piece whose condition holds counts."""
    found = [_piece(builder, a) for a in arguments]
    return Piecewise(*found)


def _piece(builder: Builder, tree: Tree[Token]) -> tuple[Expr, object]:
    children = [c for c in tree.children if isinstance(c, Tree)]
    if tree.data == "piece":
        value, *conditions = children
        return _value(builder, value), And(*(_holds(builder, c) for c in conditions))
    if tree.data == "pair" and _is_true(children[1]):
        return _value(builder, children[0]), S.true
    builder.fail("a value with the condition under which it holds was expected", tree, _USAGE)


def _value(builder: Builder, tree: Tree[Token]) -> Expr:
    return builder.within(builder.scope, tree)


def _is_true(tree: Tree[Token]) -> bool:
    tokens = list(tree.scan_values(lambda value: isinstance(value, Token)))
    return [str(t) for t in tokens] == ["True"]


def _holds(builder: Builder, tree: Tree[Token]) -> object:
    """``a < x``, or ``a < x < b``."""
    parts = [c for c in tree.children if c is not None]
    sides = [_value(builder, c) for c in parts if isinstance(c, Tree)]
    signs = [str(c) for c in parts if isinstance(c, Token) and c.type == "COMPARE"]
    return And(*(_RELATIONS[s](a, b) for s, (a, b) in zip(signs, pairwise(sides), strict=True)))
