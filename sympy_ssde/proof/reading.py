"""What kind of expression a solution is, and the form in which it is examined."""

from collections.abc import Sequence
from math import prod
from typing import Any

from sympy import (
    AccumBounds,
    Derivative,
    Expr,
    Function,
    I,
    Integer,
    Pow,
    Product,
    Subs,
    Sum,
    Symbol,
    nan,
    oo,
    preorder_traversal,
    zoo,
)
from sympy.concrete.expr_with_limits import ExprWithLimits

from sympy_ssde.problem.domain import Domain

#: Terms of a sum that is written out.
SHORT = 40


def is_expression(expr: Expr) -> bool:
    """Whether there is nothing infinite or undefined in it, beside the ends of integrals.

    >>> from sympy.abc import x
    >>> is_expression(x + 1), is_expression(x + oo)
    (True, False)
    """
    if expr.has(nan, zoo, AccumBounds):
        return False
    inside = expr.replace(lambda e: isinstance(e, ExprWithLimits), lambda e: Integer(1))
    return not inside.has(oo, -oo)


def is_complex(expr: Expr) -> bool:
    """Whether there is a number in it that is not real, as the third root of -1.

    >>> from sympy import Rational
    >>> is_complex((-1)**Rational(1, 3)), is_complex(I + 1), is_complex(Integer(2)**Rational(1, 3))
    (True, True, False)
    """
    parts = (n for n in preorder_traversal(expr) if isinstance(n, (Pow, Function)) and n.is_number)
    return expr.has(I) or any(n.is_extended_real is False or _is_root(n) for n in parts)


def _is_root(number: Expr) -> bool:
    """Whether it is a power of something negative that is not a whole one."""
    return bool(number.is_Pow and number.base.is_negative and not number.exp.is_integer)


def written_out(expr: Expr) -> Expr:
    """With derivatives that can be computed, and short sums term by term.

    >>> from sympy.abc import n, x
    >>> written_out(Sum(x**n, (n, 0, 2)) + Derivative(x**2, x))
    x**2 + 3*x + 1
    """
    renamed = expr.replace(_is_ambiguous, lambda e: e.as_dummy())
    return renamed.replace(
        lambda e: isinstance(e, (Derivative, Subs)) or _is_short_sum(e), lambda e: e.doit()
    )


def _is_ambiguous(expr: Any) -> bool:
    """Whether the variable of an integral stands in its ends too, where it means another one."""
    return isinstance(expr, ExprWithLimits) and bool(expr.free_symbols & set(expr.variables))


def _is_short_sum(expr: Any) -> bool:
    if not isinstance(expr, (Sum, Product)):
        return False
    ends = [limit[1:] for limit in expr.limits]
    if not all(len(e) == 2 and e[0].is_Integer and e[1].is_Integer for e in ends):
        return False
    return prod(max(int(high - low) + 1, 0) for low, high in ends) <= SHORT


def objection(solution: Sequence[Expr], domain: Domain, own: Sequence[Symbol]) -> str:
    """Why these can't be a solution at all; empty if they may be one.

    ``own`` are the variables and parameters; the domain's other symbols name points of conditions.
    """
    bad = next((e for e in solution if not is_expression(e)), None)
    if bad is not None:
        return f"the solution {bad} is not a finite number anywhere"
    found: set[Symbol] = set().union(*(e.free_symbols for e in solution))
    stray = sorted(found & (domain.by_symbol.keys() - set(own)), key=str)
    return f"the solution depends on {stray[0]}, which names points of a condition" if stray else ""
