"""Products of sines and cosines over powers of one of them, divided: sin(2*x)*cot(x) and others.

Operators in polar and spherical coordinates divide by sines; what they make of a mode is a mode
again only after the division.
"""

from collections.abc import Callable

from sympy import Add, Dummy, Expr, Mul, Poly, Symbol, cos, cot, csc, expand, sec, sin, tan

_BY_SINES: dict[type, Callable[[Expr], Expr]] = {
    tan: lambda a: sin(a) / cos(a),
    cot: lambda a: cos(a) / sin(a),
    sec: lambda a: 1 / cos(a),
    csc: lambda a: 1 / sin(a),
}
_MAX_MULTIPLE = 12


def divided(expr: Expr, inner: set[Symbol]) -> Expr:
    """Each term with its sines divided by those below it, as far as that is possible.

    >>> from sympy.abc import x
    >>> divided(sin(2*x)*cot(x), {x})
    2 - 2*sin(x)**2
    """
    if expr.has(tan, cot, sec, csc):
        expr = expand(_by_sines(expr, inner))
    return Add(*(_divided_term(t, inner) for t in Add.make_args(expr)))


def _by_sines(expr: Expr, inner: set[Symbol]) -> Expr:
    return expr.replace(
        lambda e: e.func in _BY_SINES and bool(e.free_symbols & inner),
        lambda e: _BY_SINES[e.func](e.args[0]),
    )


def _divided_term(term: Expr, inner: set[Symbol]) -> Expr:
    below = _below(term, inner)
    if below is None:
        return term
    argument = below.args[0]
    rest, above, power = [], [], 0
    for factor in Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if base == below:
            power += int(exponent)
        elif _multiple(base, argument) and exponent.is_Integer and exponent > 0:
            above.append(factor)
        else:
            rest.append(factor)
    return expand(Mul(*rest) * _quotient(Mul(*above), below, power))


def _below(term: Expr, inner: set[Symbol]) -> Expr | None:
    """A sine or cosine in the denominator, with others of the same variable above."""
    for factor in Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        plain = isinstance(base, (sin, cos)) and bool(base.free_symbols & inner)
        if plain and exponent.is_Integer and exponent < 0:
            return base
    return None


def _multiple(base: Expr, argument: Expr) -> bool:
    """Whether it is the sine or cosine of a small whole multiple of the argument."""
    if not isinstance(base, (sin, cos)):
        return False
    ratio = base.args[0] / argument
    return bool(ratio.is_Integer and 0 < ratio <= _MAX_MULTIPLE)


def _quotient(above: Expr, below: Expr, power: int) -> Expr:
    """``above*below**power``, in powers of ``below`` and at most one factor of its partner."""
    argument = below.args[0]
    partner = (cos if isinstance(below, sin) else sin)(argument)
    s, c = Dummy("s"), Dummy("c")
    plain = above.expand(trig=True).xreplace({below: s, partner: c})
    poly = Poly(plain, s, c)
    total = []
    for (m, n), coefficient in poly.terms():
        total.append(coefficient * s ** (m + power) * c ** (n % 2) * (1 - s**2) ** (n // 2))
    return expand(Add(*total)).xreplace({s: below, c: partner})
