"""Constraints as sums of products, for compiled code.

Most equations of the literature are sums of products of coefficients, which depend on the point
only, and of simple functions of the unknown's derivatives: ``u_t + 6*u*u_x + u_xxx``,
``u_tt - u_xx + sin(u)``.  Such a sum can be worked through point by point without a call back to
Python; the coefficients are evaluated once, by torch, at the collocation points.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import sympy
from sympy import Expr, Symbol

from sympy_ssde.kernel.forms import POWER, Factor
from sympy_ssde.language.functions import CLASS_FUNCTIONS

_KINDS = {f.function: f.opcode for f in CLASS_FUNCTIONS if f.in_products}

#: More products than this are better left to torch.
_MOST = 40


@dataclass(frozen=True)
class Monomial:
    """A coefficient times factors."""

    coefficient: Expr
    factors: tuple[Factor, ...]


def sum_of_products(expr: Expr, slots: Sequence[Symbol]) -> tuple[Monomial, ...] | None:
    """The expression as a sum of monomials in the slots, or None if it isn't one.

    >>> from sympy import sin, tanh
    >>> from sympy.abc import u, v, x
    >>> found = sum_of_products(x*u*v**2 - 3*sin(2*u), [u, v])
    >>> sorted(len(m.factors) for m in found), {m.coefficient for m in found} == {x, -3}
    ([1, 2], True)
    >>> sum_of_products(tanh(u), [u]) is None
    True
    """
    found = []
    for product in sympy.Add.make_args(sympy.expand(expr)):
        coefficient, rest = product.as_independent(*slots, as_Add=False)
        factors = [_factor(f, slots) for f in sympy.Mul.make_args(rest) if f != 1]
        known = [f for f in factors if f is not None]
        if len(known) < len(factors):
            return None
        found.append(Monomial(coefficient, tuple(known)))
    return tuple(found) if len(found) <= _MOST else None


def _factor(expr: Expr, slots: Sequence[Symbol]) -> Factor | None:
    base, power = expr.as_base_exp()
    if base in slots:
        return Factor(POWER, slots.index(base), 1.0, float(power)) if power.is_Rational else None
    kind = _KINDS.get(expr.func)
    if kind is None:
        return None
    inner, slot = expr.args[0].as_independent(*slots, as_Add=False)
    if slot not in slots or not inner.is_number or not inner.is_real:
        return None
    return Factor(kind, slots.index(slot), float(inner))
