"""Derivatives of expressions by several variables."""

from collections.abc import Sequence

from sympy import Expr, Symbol, factor_terms, signsimp


def derivative(expr: Expr, variables: Sequence[Symbol], orders: Sequence[int]) -> Expr:
    """The derivative of these orders, as ``expr.diff`` has it; the expression where all are 0.

    SymPy takes several derivatives of a product at once and looks at every way to share them among
    the factors, which is slow for solutions with many variables: factors without the variable are
    left out here.

    >>> from sympy import exp, sin
    >>> from sympy.abc import x, y
    >>> derivative(exp(y)*sin(2*x), (x, y), (2, 1)), derivative(x, (x, y), (0, 0))
    (-4*exp(y)*sin(2*x), x)
    """
    counts = [(v, n) for v, n in zip(variables, orders, strict=True) if n]
    if not counts or not expr.is_Mul or len(expr.free_symbols.intersection(variables)) < 2:
        return expr.diff(*counts) if counts else expr
    for v, n in counts:
        others, own = expr.as_independent(v, as_Add=False)
        expr = others * own.diff(v, n)
    return factor_terms(signsimp(expr)) if sum(orders) > 1 else expr
