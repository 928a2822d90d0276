"""Antiderivatives of quotients of exponentials: rational functions of one of them."""

from math import gcd

from sympy import Dummy, Expr, Integer, Mul, Rational, Symbol, cancel, exp, fraction, together
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from sympy_ssde.reduction import quadrature

_HIGHEST = 12  # power of the exponential


def of_exponential(expr: Expr, x: Symbol) -> Expr | None:
    """An antiderivative of a rational function of ``w = exp(k*x)``, by ``dx = dw/(k*w)``.

    >>> from sympy import cosh
    >>> from sympy.abc import x
    >>> of_exponential(1/cosh(x)**2, x)
    -2/(exp(2*x) + 1)
    """
    plain = expr.replace(lambda e: isinstance(e, HyperbolicFunction) and e.has(x), _by_exponentials)
    powers = {e: _slope(e, x) for e in plain.atoms(exp) if e.has(x)}
    unit = _unit([slope for slope in powers.values() if slope is not None])
    if unit is None or None in powers.values():
        return None
    w = Dummy("w", positive=True)
    inside = {e: _converted(e, slope, unit, x, w) for e, slope in powers.items() if slope}
    whole = plain.xreplace(inside)
    if whole.has(x) or not whole.is_rational_function(w):
        return None
    integrand = cancel(together(whole / (unit * w)))
    below = fraction(integrand)[1]
    if not any(part.as_base_exp()[0].is_Add for part in Mul.make_args(below.factor())):
        return None  # a sum of exponentials, which is integrated term by term
    found = quadrature.antiderivative(integrand, w)
    return None if found is None else found.subs(w, exp(unit * x))


def _by_exponentials(e: Expr) -> Expr:
    return e.rewrite(exp)


def _slope(power: Expr, x: Symbol) -> Expr | None:
    slope = power.args[0].diff(x)
    return None if slope.has(x) else slope


def _unit(slopes: list[Expr]) -> Expr | None:
    """What all of them are whole multiples of, small ones."""
    if not slopes:
        return None
    first = slopes[0]
    ratios = [cancel(s / first) for s in slopes]
    if not all(r.is_Rational for r in ratios):
        return None
    common = Rational(0)
    for r in ratios:
        common = Rational(gcd(common.p * r.q, r.p * common.q), common.q * r.q)
    if any(abs(r / common) > _HIGHEST for r in ratios):
        return None
    unit = common * first
    return -unit if unit.could_extract_minus_sign() else unit


def _converted(power: Expr, slope: Expr, unit: Expr, x: Symbol, w: Symbol) -> Expr:
    offset = power.args[0].xreplace({x: Integer(0)})
    return exp(offset) * w ** cancel(slope / unit)
