"""Expressions as sums of modes: functions of some variables times coefficients of the others.

Products of sines and cosines of the same variable become sums, so that ``sin(x)*cos(x)``,
``sin(2*x)/2`` and what a derivative makes of them are the same.  Nothing here is proved: a sum of
modes that isn't found costs a reduction, not a wrong answer.
"""

from collections.abc import Iterable, Sequence
from random import Random

from sympy import (
    Add,
    Expr,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    cos,
    cosh,
    exp,
    expand,
    pi,
    preorder_traversal,
    sin,
    sinh,
)
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.domain import Domain
from sympy_ssde.proof.bessel import BESSEL, lowered
from sympy_ssde.reduction.quotients import divided

#: Mode -> coefficient.
Modes = dict[Expr, Expr]

_TRIG, _HYPERBOLIC = (sin, cos), (sinh, cosh)
_HALF = Rational(1, 2)
_MAX_POWER = 12
#: Larger expressions (nodes of the tree) aren't looked at.
MAX_SIZE = 3000
_TINY = 1e-18

_Term = tuple[Expr, bool, Expr]  # coefficient, odd (a sine), argument


def modes(expr: Expr, inner: Sequence[Symbol], outer: Iterable[Symbol] = ()) -> Modes | None:
    """The modes in ``inner`` with their coefficients; None if some term doesn't separate.

    >>> from sympy.abc import t, x
    >>> modes(sin(x)**2*exp(x - t), [x], [t])
    {exp(x): exp(-t)/2, exp(x)*cos(2*x): -exp(-t)/2}
    >>> modes(exp(x*t), [x], [t])
    """
    found: dict[Expr, list[Expr]] = {}
    others = set(outer)
    if _is_tangled(expr, set(inner), others):
        return None
    for term in Add.make_args(canonical(expr, inner, others)):
        coefficient, mode = term.as_independent(*inner, as_Add=False)
        if mode.free_symbols & others:
            return None
        if mode.has(AppliedUndef):
            return None
        found.setdefault(mode, []).append(coefficient)
    sums = {mode: Add(*parts) for mode, parts in found.items()}
    return {mode: c for mode, c in sums.items() if c != 0}


def _is_tangled(expr: Expr, inner: set[Symbol], outer: set[Symbol]) -> bool:
    """Whether a function or root has variables of both kinds in a way that no expansion splits.

    A cheap test before expansions that would take seconds for nothing.
    """
    nodes = preorder_traversal(expr)
    for size, node in enumerate(nodes):
        if size > MAX_SIZE:
            return True
        if isinstance(node, Pow) and node.exp.is_Integer and node.exp > 0:
            continue
        if node.is_Add or node.is_Mul or not node.args:
            continue
        symbols = node.free_symbols
        if not (symbols & inner and symbols & outer):
            continue
        if isinstance(node, (sin, cos, sinh, cosh, exp)):
            argument = node.args[0].expand()
            if not any(
                t.free_symbols & inner and t.free_symbols & outer for t in Add.make_args(argument)
            ):
                nodes.skip()
                continue
            return True
        if isinstance(node, Pow) and node.base.is_Mul:
            continue
        return not isinstance(node, Pow) or not node.exp.is_Add
    return False


def canonical(expr: Expr, inner: Sequence[Symbol], outer: Iterable[Symbol] = ()) -> Expr:
    """The expression expanded, with products of sines of one variable as sums."""
    result = divided(expand(_with_low_orders(expr)), set(inner))
    if not result.has(sin, cos, sinh, cosh):
        return result
    result = _split(result, set(inner), set(outer))
    parts = [_term(t, set(inner)) for t in Add.make_args(result)]
    return Add(*(p.expand() if p.is_Add or p.is_Mul else p for p in parts))


def _with_low_orders(expr: Expr) -> Expr:
    """Derivatives of Bessel functions have other orders, which their recurrences bring back."""
    if not expr.has(*BESSEL):
        return expr
    return expr.replace(lambda e: isinstance(e, BESSEL), lowered)


def is_tame(mode: Expr, inner: Sequence[Symbol]) -> bool:
    """Whether derivatives stay in a small space: powers; exp, sin, sinh of linear arguments.

    >>> from sympy.abc import x
    >>> is_tame(x*exp(2*x), [x]), is_tame(exp(-x**2), [x])
    (True, False)
    """
    variables = set(inner)
    for factor in Mul.make_args(mode):
        if isinstance(factor, (sin, cos, sinh, cosh, exp)):
            slopes = [factor.args[0].diff(v) for v in inner]
            if any(slope.free_symbols & variables for slope in slopes):
                return False
        elif not (factor.as_base_exp()[0].is_Symbol or not factor.free_symbols & variables):
            return False
    return True


def vanishes(expr: Expr, domain: Domain) -> bool:
    """Whether an expression is zero, by expansion or at random points.

    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> vanishes(sin(x)**2 + cos(x)**2 - 1, Domain((Range(x, 0, 1),)))
    True
    """
    if expr.is_zero:
        return True
    expr = expr.expand()
    if expr.is_zero:
        return True
    if expr.is_Number or expr.is_Symbol or (expr.is_Mul and expr.is_nonzero):
        return False
    random = Random(7)
    for _ in range(2):
        size = abs(expr.xreplace(domain.point(random)).evalf(30))
        if (not size.is_Float and not size.is_zero) or size > _TINY:
            return False
    return True


def _split(expr: Expr, inner: set[Symbol], outer: set[Symbol]) -> Expr:
    """Addition theorems for arguments with variables of both kinds, or quarters of a turn."""

    def is_mixed(e: Expr) -> bool:
        if not isinstance(e, (sin, cos, sinh, cosh)):
            return False
        symbols = e.free_symbols
        if not symbols & inner:
            return False
        if symbols & outer:
            return True
        if isinstance(e, _HYPERBOLIC):
            return False
        offset = e.args[0].expand().as_independent(*inner, as_Add=True)[0]
        return offset != 0 and bool((2 * offset / pi).is_Integer)

    def added(e: Expr) -> Expr:
        rest, part = e.args[0].expand().as_independent(*inner, as_Add=True)
        if part.free_symbols & outer or rest == 0:
            return e
        odd, even = _HYPERBOLIC if isinstance(e, (sinh, cosh)) else _TRIG
        sign = -1 if even is cos else 1
        if isinstance(e, odd):
            return odd(part) * even(rest) + even(part) * odd(rest)
        return even(part) * even(rest) + sign * odd(part) * odd(rest)

    changed = expr.replace(is_mixed, added)
    return expr if changed == expr else changed.expand()


def _term(term: Expr, inner: set[Symbol]) -> Expr:
    """One product, with its sines of the same variables multiplied out."""
    groups: dict[tuple[bool, frozenset[Symbol]], list[Expr]] = {}
    rest: list[Expr] = []
    for factor in Mul.make_args(term):
        base, power = factor.as_base_exp() if isinstance(factor, Pow) else (factor, S.One)
        symbols = base.free_symbols & inner
        plain = isinstance(base, (sin, cos, sinh, cosh)) and bool(symbols)
        if plain and power.is_Integer and 0 < power <= _MAX_POWER:
            key = (isinstance(base, _HYPERBOLIC), frozenset(symbols))
            groups.setdefault(key, []).extend([base] * int(power))
        else:
            rest.append(factor)
    exponents = {s for f in rest if isinstance(f, exp) for s in f.free_symbols & inner}
    sums = [
        Mul(*group).rewrite(exp)
        if hyperbolic and symbols & exponents
        else _multiplied(group, hyperbolic)
        for (hyperbolic, symbols), group in groups.items()
    ]
    return Mul(*rest, *sums)


def _multiplied(factors: list[Expr], hyperbolic: bool) -> Expr:
    if len(factors) == 1:
        return factors[0]
    odd, even = _HYPERBOLIC if hyperbolic else _TRIG
    terms: list[_Term] = [(S.One, isinstance(factors[0], odd), factors[0].args[0])]
    for factor in factors[1:]:
        is_odd, arg = isinstance(factor, odd), factor.args[0]
        terms = [new for t in terms for new in _product(t, is_odd, arg, hyperbolic)]
    return Add(*(c * (odd if s else even)(a.expand()) for c, s, a in terms))


def _product(term: _Term, odd: bool, arg: Expr, hyperbolic: bool) -> list[_Term]:
    """sin a sin b = (cos(a - b) - cos(a + b))/2 and its relatives."""
    coefficient, is_odd, other = term
    half = coefficient * _HALF
    total, gap = other + arg, other - arg
    if is_odd and odd:
        sign = 1 if hyperbolic else -1
        return [(sign * half, False, total), (-sign * half, False, gap)]
    if not is_odd and not odd:
        return [(half, False, total), (half, False, gap)]
    return [(half, True, total), (half if is_odd else -half, True, gap)]
