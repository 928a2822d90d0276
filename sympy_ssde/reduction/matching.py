"""Constants for which expressions vanish at every place: coefficients of what depends on it."""

from collections.abc import Iterator, Sequence

from sympy import (
    Add,
    Expr,
    Mul,
    Poly,
    S,
    Symbol,
    atan,
    exp,
    expand,
    expand_trig,
    linsolve,
    roots,
    together,
)
from sympy.functions.elementary.hyperbolic import HyperbolicFunction
from sympy.functions.elementary.trigonometric import TrigonometricFunction
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.proof.ladder import GIVES_UP

_LONGEST = 400  # operations in an expression that is compared
_LONGEST_SUM = 4000  # of one without quotients
_WAVES = (HyperbolicFunction, TrigonometricFunction)


def matching_constants(
    gaps: Sequence[Expr], space: Sequence[Symbol], unknowns: Sequence[Symbol]
) -> Iterator[dict[Symbol, Expr]]:
    """Constants for which the gaps vanish at every place; those that are free are zero.

    >>> from sympy.abc import a, b, x
    >>> list(matching_constants([a*exp(x) + b*x*exp(x) - 3*x*exp(x)], [x], [a, b]))
    [{a: 0, b: 3}]
    """
    equations = [e for gap in gaps for e in _coefficients(gap, space)]
    if not equations:
        return
    try:
        solutions = list(linsolve(equations, *unknowns))
    except GIVES_UP:
        solutions = []
        if len(unknowns) == 1:
            yield from _roots(equations, unknowns[0])
    for solution in solutions:
        yield {
            s: e.xreplace(dict.fromkeys(unknowns, S.Zero))
            for s, e in zip(unknowns, solution, strict=True)
        }


def _roots(equations: Sequence[Expr], unknown: Symbol) -> Iterator[dict[Symbol, Expr]]:
    """Common roots, of the equation with the lowest degree."""
    having = [e for e in equations if e.has(unknown)]
    if len(having) < len(equations):
        return
    lowest = min(having, key=lambda e: Poly(e, unknown).degree())
    if Poly(lowest, unknown).degree() > 2:
        return
    for root in roots(Poly(lowest, unknown)):
        if all(expand(e.subs(unknown, root)) == 0 for e in having):
            yield {unknown: root}


def _coefficients(gap: Expr, space: Sequence[Symbol]) -> list[Expr]:
    """Coefficients of what depends on the place, after a common denominator."""
    expr = gap
    if expr.has(*_WAVES):
        expr = expr.replace(lambda e: isinstance(e, _WAVES), _rational)
    if expr.count_ops() > _LONGEST:
        return _of_products(expr, space)
    try:
        numerator = expand(together(expr).as_numer_denom()[0])
        if numerator == 0:
            return []
        generators = [g for g in Poly(numerator).gens if g.has(*space)]
        if not generators:
            return [numerator]
        return [c for c in Poly(numerator, *generators).coeffs() if c != 0]
    except BasePolynomialError:
        return []


def _of_products(expr: Expr, space: Sequence[Symbol]) -> list[Expr]:
    """Coefficients in a long sum of products of powers and exponentials, [] for others."""
    if expr.count_ops() > _LONGEST_SUM:
        return []
    found: dict[Expr, list[Expr]] = {}
    for term in Add.make_args(expand(expr)):
        constant, place = term.as_independent(*space, as_Add=False)
        if not all(_is_power(f, space) for f in Mul.make_args(place)):
            return []
        found.setdefault(place, []).append(constant)
    sums = (expand(Add(*constants)) for constants in found.values())
    return [e for e in sums if e != 0]


def _is_power(factor: Expr, space: Sequence[Symbol]) -> bool:
    base, power = factor.as_base_exp()
    if base in space:
        return bool(power.is_Integer)
    slope = (power.diff(x) for x in space)
    return base == S.Exp1 and not any(e.has(*space) for e in slope)


def _rational(call: Expr) -> Expr:
    """A hyperbolic or trigonometric function as a rational one of an exponential.

    Those of an arcus tangent are rational in what is inside of that.
    """
    return together(expand_trig(call) if call.has(atan) else call.rewrite(exp))
