"""Inverse functions in closed form, and short forms of expressions, within milliseconds."""

from collections.abc import Iterator
from math import lcm

from sympy import (
    Add,
    Dummy,
    Expr,
    Mul,
    Poly,
    Pow,
    Symbol,
    acos,
    asin,
    cancel,
    cos,
    exp,
    expand,
    expand_log,
    factor,
    factor_terms,
    log,
    pi,
    powdenest,
    powsimp,
    roots,
    sin,
    together,
)
from sympy.core.function import Function
from sympy.polys.polyerrors import PolynomialError
from sympy.simplify.fu import TR2i


def inverses(expr: Expr, variable: Symbol, value: Expr, depth: int = 12) -> Iterator[Expr]:
    """The solutions of ``expr = value`` that can be written down, the main branch first.

    >>> from sympy import exp
    >>> from sympy.abc import x, y
    >>> list(inverses(exp(2*x) + 1, x, y))
    [log(y - 1)/2]
    >>> list(inverses(x**2 + 2*x, x, y))
    [sqrt(y + 1) - 1, -sqrt(y + 1) - 1]
    """
    if depth == 0 or not expr.has(variable):
        return
    if expr == variable:
        yield value
        return
    fixed, moving = expr.as_independent(variable, as_Add=isinstance(expr, Add))
    if isinstance(expr, Add) and fixed != 0:
        yield from inverses(moving, variable, value - fixed, depth - 1)
    elif isinstance(expr, Mul) and fixed != 1:
        yield from inverses(moving, variable, value / fixed, depth - 1)
    elif isinstance(expr, (Pow, Function)):
        for inner, outer in _peeled(expr, variable, value):
            yield from inverses(inner, variable, outer, depth - 1)
    else:
        yield from _collected(expr, variable, value, depth)


def _peeled(expr: Expr, variable: Symbol, value: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The outermost function taken to the other side."""
    if isinstance(expr, exp):
        yield expr.args[0], log(value)
    elif isinstance(expr, Pow) and not expr.base.has(variable):
        yield expr.exp, log(value) / log(expr.base)
    elif isinstance(expr, Pow) and not expr.exp.has(variable):
        root = _simple_power(value, 1 / expr.exp)
        yield expr.base, root
        if expr.exp.is_Rational and expr.exp.p % 2 == 0:
            yield expr.base, -root
    elif isinstance(expr, sin):
        for other in (asin(value), pi - asin(value), -pi - asin(value), asin(value) + 2 * pi):
            yield expr.args[0], other
    elif isinstance(expr, cos):
        for other in (acos(value), -acos(value), 2 * pi - acos(value), acos(value) - 2 * pi):
            yield expr.args[0], other
    elif isinstance(expr, Function) and len(expr.args) == 1 and hasattr(expr, "inverse"):
        yield expr.args[0], expr.inverse()(value)


def _simple_power(base: Expr, exponent: Expr) -> Expr:
    return factor_terms(base) ** exponent


def _collected(expr: Expr, variable: Symbol, value: Expr, depth: int) -> Iterator[Expr]:
    """A sum of logarithms becomes a product, and what is left a polynomial in something."""
    if isinstance(expr, Add) and any(isinstance(e, log) for e in expr.atoms(log)):
        joined = _joined_logs(expr, variable)
        if joined is not None:
            scale, product = joined
            yield from inverses(product, variable, exp(value / scale), depth - 1)
            return
    if expr.has(sin, cos):
        quotient = TR2i(expr)
        if quotient != expr and not quotient.has(sin, cos):
            yield from inverses(quotient, variable, value, depth - 1)
            return
    whole = lcm(1, *(p.exp.q for p in expr.atoms(Pow) if p.base == variable and p.exp.is_Rational))
    if whole > 1:
        root = Dummy("w", positive=True)
        inside = powdenest(expr.subs(variable, root**whole), force=True)
        for solution in inverses(inside, root, value, depth - 1):
            yield solution**whole
        return
    numerator = together(expr - value).as_numer_denom()[0]
    for degree, generator, solutions in _polynomial_roots(numerator, variable):
        for solution in solutions:
            if degree and generator == variable:
                yield solution
            else:
                yield from inverses(generator, variable, solution, depth - 1)


def _joined_logs(expr: Expr, variable: Symbol) -> tuple[Expr, Expr] | None:
    """``sum a_i*log(f_i)`` as a number and the product of ``f_i**(a_i/number)``."""
    pairs = []
    for term in Add.make_args(expand_log(expr)):
        fixed, moving = term.as_independent(variable, as_Add=False)
        if not isinstance(moving, log):
            return None
        pairs.append((fixed, moving.args[0]))
    scale = pairs[0][0]
    return scale, Mul(*(f ** (a / scale) for a, f in pairs))


def _polynomial_roots(numerator: Expr, variable: Symbol) -> Iterator[tuple[int, Expr, list[Expr]]]:
    """Roots if the equation is a polynomial of low degree in one thing that has the variable."""
    try:
        whole = Poly(expand(numerator))
    except PolynomialError:
        return
    generators = [g for g in whole.gens if g.has(variable)]
    if len(generators) != 1:
        return
    polynomial = Poly(expand(numerator), generators[0])
    if polynomial.degree() > 2 or any(c.has(variable) for c in polynomial.all_coeffs()):
        return
    found = roots(polynomial, multiple=True) if polynomial.degree() > 0 else []
    yield polynomial.degree(), generators[0], sorted(found, key=lambda r: str(r)[:1] == "-")


def shorter(expr: Expr) -> Expr:
    """The shortest of a few forms that cost little.

    >>> from sympy.abc import t, x
    >>> shorter((2*x - 2*t)/(2*t + 1) + 1)
    (2*x + 1)/(2*t + 1)
    """
    forms = [expr, powsimp(expr)]
    if expr.is_rational_function():
        forms += [factor_terms(cancel(expr)), factor(expr)]
    elif expr.count_ops() < 100:
        forms += [factor_terms(expr), powsimp(expand(expr)), factor_terms(together(expr))]
    return min(forms, key=lambda e: e.count_ops())
