"""Antiderivatives for the methods of ordinary equations: quick, real on the domain, or none."""

from collections.abc import Callable

import sympy
from sympy import (
    Abs,
    Dummy,
    Expr,
    Function,
    I,
    Integer,
    Integral,
    Piecewise,
    Pow,
    RootSum,
    Symbol,
    atanh,
    cancel,
    cos,
    cosh,
    cot,
    coth,
    csc,
    log,
    sec,
    sign,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)

from sympy_ssde.problem.domain import Domain
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp
from sympy_ssde.reduction import quadrature
from sympy_ssde.reduction.exponential_integrals import of_exponential
from sympy_ssde.reduction.ordinary_form import sample, value

#: Seconds that one antiderivative may take.
SECONDS = 2.0

_FORMS = (lambda e: e, sympy.powsimp, sympy.trigsimp, sympy.simplify)


def antiderivative(expr: Expr, x: Symbol, domain: Domain, seconds: float = SECONDS) -> Expr | None:
    """An antiderivative without unevaluated integrals, with logarithms of positive arguments.

    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> antiderivative(1/x, x, Domain((Range(x, -2, -1),)))
    log(-x)
    """
    if not expr.has(x):
        return expr * x
    quick = _logarithmic(expr, x) or _substituted(expr, x)
    if quick is not None:
        return with_real_logs(quick, x, domain)
    quick = of_exponential(expr, x)
    if quick is not None:
        return with_real_logs(quick, x, domain)
    wave = _of_root(expr, x, domain)
    if wave is not None:
        return wave
    effort = Effort(seconds)
    seen: set[Expr] = set()
    for form in _FORMS:
        try:
            with effort.share(0.6):
                integrand = form(expr)
                if integrand in seen:
                    continue
                seen.add(integrand)
                found = quadrature.antiderivative(integrand, x)
                if found is None or _is_complex(found, expr):
                    found = sympy.integrate(integrand, x)
        except (TimeUp, *GIVES_UP):
            continue
        found = generic(found, domain)
        if not found.has(Integral, RootSum, Piecewise) and not _is_complex(found, expr):
            return with_real_logs(found, x, domain)
    return None


def _logarithmic(expr: Expr, x: Symbol) -> Expr | None:
    """``c*log(g)`` for ``c*g'/g``."""
    above, below = sympy.together(_by_quotients(expr)).as_numer_denom()
    slope = below.diff(x)
    if slope == 0:
        return None
    ratio = cancel(above / slope)
    return None if ratio.has(x) else ratio * log(below)


def _by_quotients(expr: Expr) -> Expr:
    return expr.replace(
        lambda e: isinstance(e, tuple(_QUOTIENTS)), lambda e: _QUOTIENTS[e.func](e.args[0])
    )


def _without_partner(expr: Expr, g: Expr, w: Symbol) -> Expr:
    """Even powers of the cosine by the sine ``g = w``, and the other way round."""
    partner = {sin: cos, cos: sin}.get(g.func)
    if partner is None:
        return expr
    other = partner(g.args[0])
    return expr.replace(
        lambda e: e.is_Pow and e.base == other and e.exp.is_Integer and e.exp % 2 == 0,
        lambda e: (1 - w**2) ** (e.exp / 2),
    )


def _of_root(expr: Expr, x: Symbol, domain: Domain) -> Expr | None:
    """The antiderivative of ``±1/(x*sqrt(a + b*x**n))``, of solitary waves."""
    if expr.is_rational_function(x):
        return None
    inverse = sympy.expand(cancel(1 / expr**2))
    poly = inverse.as_poly(x) if inverse.is_polynomial(x) else None
    if poly is None or len(poly.terms()) != 2 or poly.monoms()[-1] != (2,):
        return None
    n = poly.degree() - 2
    b, a = poly.coeffs()
    at = sample(domain, 0)
    v, low = value(x * expr, at), value(a, at)
    if v is None or low is None or low.real <= 0 or abs(v.imag) > 1e-12:
        return None
    side = -1 if v.real > 0 else 1
    return side * 2 / (n * sqrt(a)) * atanh(sqrt(1 + b / a * x**n))


def _substituted(expr: Expr, x: Symbol) -> Expr | None:
    """``F(g)`` for ``f(g)*g'``, with g a function that occurs."""
    w = Dummy("w", positive=True)
    plain = _by_quotients(expr)
    inner = [e for e in plain.atoms(Function) if e.has(x) and e.args[-1].diff(x, 2) == 0]
    if len({e.args[-1] for e in inner if isinstance(e, (sin, cos))}) > 1:
        plain = sympy.expand(plain, trig=True)
    inner += [e for e in expr.atoms(Pow) if e.base == x and e.exp.is_Integer and e.exp > 1]
    for g in sorted(inner, key=str):
        # the function is hidden from expansions, which would take logarithms apart
        rest = cancel(sympy.powsimp(sympy.expand((plain / g.diff(x)).subs(g, w), log=False)))
        changed = _without_partner(rest, g, w)
        if not changed.has(x) and changed.has(w):
            found = quadrature.antiderivative(changed, w)
            if found is not None and not found.has(I):
                return found.subs(w, g)
    return None


_QUOTIENTS: dict[type, Callable[[Expr], Expr]] = {
    tan: lambda a: sin(a) / cos(a),
    cot: lambda a: cos(a) / sin(a),
    sec: lambda a: 1 / cos(a),
    csc: lambda a: 1 / sin(a),
    tanh: lambda a: sinh(a) / cosh(a),
    coth: lambda a: cosh(a) / sinh(a),
}


def _is_complex(found: Expr, integrand: Expr) -> bool:
    return bool(found.has(I) and not integrand.has(I))


def generic(expr: Expr, domain: Domain) -> Expr:
    """The branch of each case distinction that holds at a point of the domain."""

    def chosen(cases: Expr) -> Expr:
        at = sample(domain, 0)
        for branch, condition in cases.args:
            if condition.xreplace(at) != False:  # noqa: E712  (SymPy's false, or not decided)
                return branch
        return cases

    return expr.replace(lambda e: isinstance(e, Piecewise), chosen)


def with_real_logs(expr: Expr, x: Symbol, domain: Domain) -> Expr:
    """``log(-g)`` for ``log(g)`` where g is negative: another antiderivative, and a real one."""
    at = sample(domain, 0)

    def flipped(e: Expr) -> Expr:
        argument = e.args[0]
        if isinstance(argument, Abs):
            argument = argument.args[0]
        v = value(argument, at)
        negative = v is not None and v.real < 0 and abs(v.imag) < 1e-12
        return log(-argument) if negative else log(argument)

    expr = expr.replace(lambda e: isinstance(e, log) and e.has(x), flipped)
    return expr.replace(
        lambda e: isinstance(e, (Abs, sign)) and e.has(x), lambda e: _resolved(e, at)
    )


def _resolved(e: Expr, at: dict[Symbol, Expr]) -> Expr:
    v = value(e.args[0], at)
    if v is None or abs(v.imag) > 1e-12:
        return e
    side = Integer(1 if v.real > 0 else -1)
    return side * e.args[0] if isinstance(e, Abs) else side
