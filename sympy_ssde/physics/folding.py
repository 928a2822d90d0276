"""Functions of which some arguments are known: what depends on these alone is computed once.

The rest does the same operations in the same order, so that its results are the same to the last
bit.
"""

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from types import CodeType, FunctionType
from typing import Any

Function = Callable[..., Any]


def folded(function: Function, known: Sequence[Any]) -> tuple[Function, tuple[Any, ...]]:
    """A function of some values and of the last arguments, and these values.

    ``function`` was made by ``lambdify``, with its very first arguments bound by ``partial``;
    ``known`` are the next ones.

    >>> from sympy import lambdify, symbols
    >>> a, b, u = symbols("a b u")
    >>> rest, values = folded(partial(lambdify([a, b, u], a**2*b + u)), [3, 2])
    >>> values, rest(*values, 5)
    ((18,), 23)
    """
    bound = function.args if isinstance(function, partial) else ()
    inner = function.func if isinstance(function, partial) else function
    first, rest = _split(inner, len(bound) + len(known))
    return rest, tuple(first(*bound, *known))


@lru_cache(maxsize=1024)
def _split(function: Function, known: int) -> tuple[Function, Function]:
    """``function`` as ``rest(*first(*known), *unknown)``."""
    (definition,) = ast.parse(inspect.getsource(function)).body
    assert isinstance(definition, ast.FunctionDef)
    names = [a.arg for a in definition.args.args]
    splitter = _Splitter(names[:known], names[known:])
    rest = [s for s in map(splitter.statement, definition.body) if s is not None]
    values = ast.Tuple([ast.Name(n, ast.Load()) for n in splitter.folded], ast.Load())
    first = [*splitter.first, ast.Return(values)]
    return (
        _made("first", names[:known], first, function),
        _made("rest", [*splitter.folded, *names[known:]], rest, function),
    )


def _made(name: str, arguments: list[str], body: list[ast.stmt], like: Function) -> Function:
    given = ast.arguments([], [ast.arg(a) for a in arguments], None, [], [], None, [])
    made = ast.FunctionDef(name, given, body, [], lineno=1)
    module = ast.fix_missing_locations(ast.Module([made], []))
    compiled = compile(module, f"<{name} of {like.__name__}>", "exec")
    (code,) = (c for c in compiled.co_consts if isinstance(c, CodeType))
    return FunctionType(code, like.__globals__)


class _Splitter(ast.NodeTransformer):
    """Takes from statements what doesn't depend on the unknown names."""

    def __init__(self, known: Sequence[str], unknown: Sequence[str]):
        self.known, self.unknown = set(known), set(unknown)
        self.first: list[ast.stmt] = []
        self.folded: list[str] = []

    def statement(self, node: ast.stmt) -> ast.stmt | None:
        """A statement of the rest, or None if all of it is known."""
        if isinstance(node, ast.Assign):
            assigned = {t.id for t in node.targets if isinstance(t, ast.Name)}
            if not self._depends(node.value):
                self.first.append(node)
                self.known |= assigned
                return None
            self.unknown |= assigned
        assert isinstance(node, ast.Assign | ast.Return) and node.value is not None
        node.value = self.visit(node.value)
        return node

    def visit(self, node: ast.AST) -> Any:
        """The node with its known parts, as large as they come, under names."""
        if not isinstance(node, ast.expr) or isinstance(node, ast.Constant | ast.Attribute):
            return node
        if self._depends(node):
            return self.generic_visit(node)
        if isinstance(node, ast.Name) and node.id not in self.known:
            return node  # a function
        return ast.Name(self._fold(node), ast.Load())

    def _fold(self, node: ast.expr) -> str:
        name = f"folded{len(self.folded)}"
        self.first.append(ast.Assign([ast.Name(name, ast.Store())], node, lineno=1))
        self.folded.append(name)
        return name

    def _depends(self, node: ast.AST) -> bool:
        return any(isinstance(n, ast.Name) and n.id in self.unknown for n in ast.walk(node))
