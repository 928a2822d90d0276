"""The values that parameters may have: all that their assumptions, ranges and the domain allow."""

from collections.abc import Collection

from sympy import Expr, Integer, Symbol, oo

from sympy_ssde.problem.domain import Domain, Range


def widened(domain: Domain, unbounded: Collection[Symbol]) -> Domain:
    """The domain with every value for parameters that have no stated range.

    The ends of a range are in order: the ``L`` of ``x in (0, L)`` is positive.

    >>> from sympy.abc import x, L, k
    >>> print(widened(Domain((Range(L, -1, 1), Range(k, 1, 2), Range(x, 0, L))), [L, k]))
    L in (0, oo), k in (-oo, oo), x in (0, L)
    """
    widths = [(r.high - r.low) for r in domain if r.symbol not in unbounded]
    ranges = (
        Range(r.symbol, *_allowed(r.symbol, widths)) if r.symbol in unbounded else r for r in domain
    )
    return Domain(tuple(ranges))


def _allowed(symbol: Symbol, widths: list[Expr]) -> tuple[Expr, Expr]:
    ratios = [w / symbol for w in widths if w.has(symbol)]
    if symbol.is_positive or any(q.is_positive for q in ratios):
        return Integer(0), oo
    if symbol.is_negative or any(q.is_negative for q in ratios):
        return -oo, Integer(0)
    return -oo, oo
