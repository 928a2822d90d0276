"""What an expression costs its reader."""

from functools import lru_cache

from sympy import E, Expr, I, Pow, exp, log, preorder_traversal
from sympy.functions.elementary.hyperbolic import HyperbolicFunction
from sympy.functions.elementary.trigonometric import InverseTrigonometricFunction


@lru_cache(maxsize=2000)
def cost(expr: Expr) -> tuple[int, int]:
    """What a reader has to take in: operations, brackets, unusual mixtures; then characters.

    >>> from sympy.abc import x
    >>> cost(x**2 + x) < cost(x*(x + 1)) < cost((x**2 + x)*x/x + 1 - 1 + x)
    True
    """
    text = str(expr)
    return int(expr.count_ops()) + text.count("(") + _strangeness(expr), len(text)


_IMAGINARY = 20  # a real solution is written without I
_ANGLE = 2  # cos(x - atan(2)) is a sum of cos(x) and sin(x)
_MIXTURE = 4  # exp(-5*x)*sinh(5*x) is a difference of exponentials
_BELOW = 2  # 1/(1 + cosh(x)) is a square
_POWER = 6  # log(a**k*x**n) is a sum of multiples of logarithms


def _strangeness(expr: Expr) -> int:
    """What a textbook avoids, in operations."""
    total = _IMAGINARY * expr.has(I)
    total += _ANGLE * sum(a.is_number for a in expr.atoms(InverseTrigonometricFunction))
    if expr.has(log):
        total += _POWER * sum(_powers(e.args[0]) for e in expr.atoms(log))
    if not expr.has(HyperbolicFunction):
        return total
    for node in preorder_traversal(expr):
        if node.is_Mul:
            turned = [a for a in node.args if _is_hyperbolic(a)]
            plain = [a for a in node.args if isinstance(a, exp) or a is E]
            total += _MIXTURE * any(_is_mixture(p, h) for p in plain for h in turned)
        elif node.is_Pow and node.base.is_Add and node.exp.could_extract_minus_sign():
            total += _BELOW * any(_is_hyperbolic(a) for a in node.base.args)
    return total


def _powers(inside: Expr) -> int:
    """How many powers with symbols as exponents a logarithm has in it."""
    return sum(bool(p.exp.free_symbols) and p.base is not E for p in inside.atoms(Pow))


def _is_hyperbolic(expr: Expr) -> bool:
    return isinstance(expr.as_base_exp()[0], HyperbolicFunction)


def _is_mixture(plain: Expr, turned: Expr) -> bool:
    """Whether an exponential and a hyperbolic function belong together."""
    if turned.is_number:
        return bool(plain.is_number)
    return bool(plain.free_symbols & turned.free_symbols)
