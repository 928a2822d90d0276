"""Sizes of expressions: what would take all time or memory is refused before it is computed with.

SymPy evaluates as it builds, and a number with a billion digits can't be interrupted on its way.
"""

from sympy import Basic, Expr, Pow, Rational

from sympy_ssde.errors import ProblemError

#: Nodes of an expression, written out as a tree, and how deep they are nested.
MAX_NODES = 50_000
MAX_DEPTH = 150
#: Bits of a number, and the product of all exponents around a symbol.
MAX_BITS = 14_000  # Python prints no more than 4300 digits
MAX_EXPONENT = 2_000_000


def check_size(expr: Expr) -> None:
    """Raise for an expression with which nothing can be computed in reasonable time.

    >>> from sympy.abc import x
    >>> check_size((x**1000 + 1)**1000)
    >>> check_size((x**10000 + 1)**1000)
    Traceback (most recent call last):
    ...
    sympy_ssde.errors.ProblemError: exponents multiply to 10000000; at most 2000000 are read
    """
    measured: dict[Basic, tuple[int, int, int]] = {}
    waiting: list[Basic] = [expr]
    while waiting:
        node = waiting[-1]
        missing = [a for a in node.args if a not in measured]
        if missing:
            waiting += missing
            if len(waiting) > MAX_NODES:
                break
            continue
        waiting.pop()
        if node not in measured:
            measured[node] = _measured(node, [measured[a] for a in node.args])
    nodes, depth, _ = measured.get(expr, (MAX_NODES + 1, 0, 0))
    if nodes > MAX_NODES:
        raise ProblemError(f"an expression has more than {MAX_NODES} terms and factors; shorten it")
    if depth > MAX_DEPTH:
        raise ProblemError(f"functions are nested {depth} deep; at most {MAX_DEPTH} are read")


def _measured(node: Basic, parts: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    """Nodes, depth, and the product of exponents of an expression, from those of its parts."""
    if isinstance(node, Rational) and _bits(node) > MAX_BITS:
        raise ProblemError(
            f"a number has {_bits(node)} bits; at most {MAX_BITS} can be computed with"
        )
    power = max((p for _, _, p in parts), default=1)
    if isinstance(node, Pow) and isinstance(node.exp, Rational) and not node.base.is_number:
        power *= max(1, abs(int(node.exp)))
    if power > MAX_EXPONENT:
        raise ProblemError(f"exponents multiply to {power}; at most {MAX_EXPONENT} are read")
    nodes = 1 + sum(n for n, _, _ in parts)
    return min(nodes, MAX_NODES + 1), 1 + max((d for _, d, _ in parts), default=0), power


def _bits(number: Rational) -> int:
    return int(number.p).bit_length() + int(number.q).bit_length()
