"""Hints from the problem: its functions, numbers and data become tokens and seeds."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import sympy
from sympy import Expr, Symbol, preorder_traversal

from sympy_ssde.errors import SSDEError
from sympy_ssde.skeleton import Skeleton
from sympy_ssde.tokens import Library

#: SymPy function -> operators that express it.
_OPERATORS = {
    sympy.sin: ("sin",),
    sympy.cos: ("cos",),
    sympy.tan: ("sin", "cos"),
    sympy.exp: ("exp",),
    sympy.log: ("log",),
    sympy.tanh: ("tanh",),
    sympy.sinh: ("sinh",),
    sympy.cosh: ("cosh",),
    sympy.sech: ("cosh",),
    sympy.coth: ("tanh",),
    sympy.csch: ("sinh",),
    sympy.atan: ("atan",),
    sympy.acosh: ("log", "sqrt"),
}
_MOST_LITERALS = 3
_MOST_SEEDS = 60
_START = sympy.Rational(11, 10)


def hinted_operators(exprs: Iterable[Expr], operators: tuple[str, ...]) -> tuple[str, ...]:
    """The operators, and those of the functions that occur in the expressions.

    >>> from sympy import sech, sqrt
    >>> from sympy.abc import x
    >>> hinted_operators([sech(x)], ("+", "*")), hinted_operators([sqrt(x)], ("+",))
    (('+', '*', 'cosh'), ('+', 'sqrt'))
    """
    found = dict.fromkeys(operators)
    for expr in exprs:
        for node in preorder_traversal(expr):
            for name in _OPERATORS.get(getattr(node, "func", None), ()):
                found.setdefault(name)
            if getattr(node, "is_Pow", False) and node.exp.is_Rational and node.exp.q == 2:
                found.setdefault("sqrt")
    return tuple(found)


def hinted_literals(numbers: Iterable[Expr]) -> tuple[Expr, ...]:
    """A few irrational numbers of the problem, as tokens."""
    return tuple(n for n in numbers if n.is_real)[:_MOST_LITERALS]


def hinted_seeds(exprs: Iterable[Expr], symbols: set[Symbol]) -> list[Expr]:
    """Subexpressions of the problem's data in the given symbols, the unknown left out."""
    found: dict[Expr, None] = {}
    for expr in exprs:
        for node in preorder_traversal(expr):
            if (
                not isinstance(node, Expr)
                or not node.free_symbols
                or not (node.free_symbols <= symbols)
            ):
                continue
            if node.is_Symbol or node in found:
                continue
            found.setdefault(node)
    return list(found)


def neighbours(seed: Expr, variables: Sequence[Symbol]) -> Iterator[Expr]:
    """Simple ways to bring the other variables into an expression, with constants to be fitted.

    >>> from sympy import sin
    >>> from sympy.abc import x, t
    >>> list(neighbours(sin(x), [x, t]))[:2]
    [exp(-11*t/10)*sin(x), exp(11*t/10)*sin(x)]
    """
    own = [v for v in variables if v in seed.free_symbols]
    for w in variables:
        if w in own:
            continue
        scaled = _START * w
        yield seed * sympy.exp(-scaled)
        yield seed * sympy.exp(scaled)
        yield seed + scaled
        yield seed * (_START + w)
        yield seed / (_START + w)
        yield seed * sympy.cos(scaled)
        yield seed * sympy.sin(scaled)
        for v in own:
            yield seed.xreplace({v: v - scaled})
            yield seed.xreplace({v: v + scaled})


def seed_skeletons(
    seeds: Iterable[Expr],
    library: Library,
    accepts: Callable[[tuple[int, ...]], bool],
    max_length: int,
) -> list[tuple[Skeleton, list[float]]]:
    """The seeds as skeletons with constants; those that can't be written are left out."""
    made = []
    for seed in seeds:
        try:
            skeleton, constants = Skeleton.from_sympy(seed, library)
        except SSDEError:
            continue
        if skeleton.length <= max_length and accepts(skeleton.tokens):
            made.append((skeleton, [float(c) for c in constants]))
    return made
