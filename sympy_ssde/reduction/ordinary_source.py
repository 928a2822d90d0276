"""Particular solutions for sources of simple terms, where coefficients are constant.

A simple term is ``x**k * exp(a*x) * cos(b*x)`` or with ``sin``.  It is the real or imaginary part
of ``x**k * exp(z*x)`` with ``z = a + I*b``, for which a polynomial q with ``p(D + z) q = x**k``
gives the solution ``q*exp(z*x)``: a triangular system, in resonance too.
"""

from dataclasses import dataclass

from sympy import (
    Add,
    Expr,
    I,
    Mul,
    S,
    Symbol,
    cos,
    cosh,
    exp,
    expand,
    factorial,
    log,
    sin,
    sinh,
)
from sympy.simplify.fu import TR8

from sympy_ssde.problem.domain import Domain
from sympy_ssde.reduction.ordinary_form import is_zero, real_parts
from sympy_ssde.reduction.ordinary_modes import tidy


@dataclass(frozen=True)
class Term:
    """``coefficient * x**power * exp(growth*x)`` times cos or sin of ``frequency*x``."""

    coefficient: Expr
    power: int
    growth: Expr
    frequency: Expr
    is_sine: bool


def simple_terms(source: Expr, x: Symbol) -> list[Term] | None:
    """The source as a sum of simple terms, or None.

    >>> from sympy.abc import x
    >>> [t.frequency for t in simple_terms(sin(x)*cos(x)*exp(2*x), x)]
    [2]
    """
    if source.has(cosh, sinh):
        source = source.replace(
            lambda e: isinstance(e, (cosh, sinh)) and e.has(x), lambda e: e.rewrite(exp)
        )
    expr = _multiplied_out(source, x)
    if any(isinstance(f, (sin, cos)) and f.has(x) for f in expr.atoms(sin, cos)):
        expr = _multiplied_out(TR8(expr), x)
    terms = []
    for part in Add.make_args(expr):
        found = _terms(part, x)
        if found is None:
            return None
        terms += found
    return terms


def _multiplied_out(expr: Expr, x: Symbol) -> Expr:
    """Expanded, with constant factors held back: exponentials must not get into denominators."""
    parts = []
    for part in Add.make_args(expr):
        fixed, moving = part.as_independent(x, as_Add=False)
        parts += [fixed * t for t in Add.make_args(expand(moving, power_exp=True))]
    return Add(*parts)


def _terms(part: Expr, x: Symbol) -> list[Term] | None:
    coefficient, rest = part.as_independent(x, as_Add=False)
    power, growth = 0, S.Zero
    waves: list[Expr] = []
    for f in Mul.make_args(rest):
        base, exponent = f.as_base_exp()
        if f == 1:
            continue
        if base == x and exponent.is_Integer and exponent > 0:
            power += int(exponent)
        elif isinstance(f, exp) or (f.is_Pow and not base.has(x)):
            argument = f.args[0] if isinstance(f, exp) else exponent
            slope = argument.diff(x)
            if slope.has(x):
                return None
            offset = argument.xreplace({x: S.Zero})
            if isinstance(f, exp):
                growth, coefficient = growth + slope, coefficient * exp(offset)
            else:
                growth, coefficient = growth + slope * log(base), coefficient * base**offset
        elif isinstance(f, (sin, cos)) and not waves and not f.args[0].diff(x).has(x):
            waves.append(f)
        else:
            return None
    if not waves:
        return [Term(coefficient, power, growth, S.Zero, False)]
    return _wave_terms(coefficient, power, growth, waves[0], x)


def _wave_terms(
    coefficient: Expr, power: int, growth: Expr, wave: Expr, x: Symbol
) -> list[Term] | None:
    argument = wave.args[0]
    frequency, offset = argument.diff(x), argument.xreplace({x: S.Zero})
    is_sine = isinstance(wave, sin)
    if frequency.could_extract_minus_sign():
        frequency, offset = -frequency, -offset
        coefficient = -coefficient if is_sine else coefficient
    terms = [Term(coefficient * cos(offset), power, growth, frequency, is_sine)]
    if offset != 0:
        sign = 1 if is_sine else -1
        terms.append(Term(sign * coefficient * sin(offset), power, growth, frequency, not is_sine))
    return [t for t in terms if t.coefficient != 0]


def particular(
    coefficients: tuple[Expr, ...], terms: list[Term], x: Symbol, domain: Domain
) -> Expr:
    """A solution for the sum of the terms.

    >>> from sympy import Rational
    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.domain import Domain
    >>> particular((S(1), S(0), S(1)), simple_terms(cos(x), x), x, Domain(()))
    x*sin(x)/2
    """
    groups: dict[tuple[Expr, Expr], list[Term]] = {}
    for t in terms:
        groups.setdefault((t.growth, t.frequency), []).append(t)
    parts = []
    for (growth, frequency), members in groups.items():
        symbol = _shifted(coefficients, growth, frequency, domain)
        total: dict[int, tuple[Expr, Expr]] = {}
        for t in members:
            # sin is the real part of -I*exp(I*b*x)
            weight = (S.Zero, -t.coefficient) if t.is_sine else (t.coefficient, S.Zero)
            for power, c in _inverse(symbol, t.power).items():
                old = total.get(power, (S.Zero, S.Zero))
                new = _times(c, weight)
                total[power] = (old[0] + new[0], old[1] + new[1])
        parts.append(_real_part(total, growth, frequency, x))
    return Add(*parts)


Complex = tuple[Expr, Expr]


def _times(a: Complex, b: Complex) -> Complex:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _shifted(
    coefficients: tuple[Expr, ...], growth: Expr, frequency: Expr, domain: Domain
) -> list[Complex]:
    """Coefficients of ``p(D + z)`` in powers of D."""
    z = growth + I * frequency
    result = []
    for j in range(len(coefficients)):
        taylor = Add(
            *(
                c * z ** (i - j) * factorial(i) / (factorial(j) * factorial(i - j))
                for i, c in enumerate(coefficients)
                if i >= j and c != 0
            )
        )
        a, b = real_parts(taylor)
        result.append(
            (
                S.Zero if is_zero(a, domain) else tidy(a),
                S.Zero if is_zero(b, domain) else tidy(b),
            )
        )
    return result


def _inverse(symbol: list[Complex], power: int) -> dict[int, Complex]:
    """Coefficients of a polynomial q with ``sum(symbol[j] * D**j) q = x**power``."""
    m = next(j for j, s in enumerate(symbol) if s != (0, 0))
    low = symbol[m]
    size = tidy(low[0] ** 2 + low[1] ** 2)
    inverse = (low[0] / size, -low[1] / size)
    q: dict[int, Complex] = {}
    wanted: dict[int, Complex] = {power: (S.One, S.Zero)}
    for k in range(power, -1, -1):
        target = wanted.get(k, (S.Zero, S.Zero))
        if target == (0, 0):
            continue
        top = k + m
        falling = factorial(top) / factorial(k)
        c = _times(target, (inverse[0] / falling, inverse[1] / falling))
        c = (tidy(c[0]), tidy(c[1]))
        q[top] = c
        for j in range(m + 1, len(symbol)):
            if j > top:
                break
            step = _times(symbol[j], c)
            factor = factorial(top) / factorial(top - j)
            old = wanted.get(top - j, (S.Zero, S.Zero))
            wanted[top - j] = (
                tidy(old[0] - factor * step[0]),
                tidy(old[1] - factor * step[1]),
            )
    return q


def _real_part(total: dict[int, Complex], growth: Expr, frequency: Expr, x: Symbol) -> Expr:
    terms = []
    for power, (a, b) in total.items():
        if frequency == 0:
            terms.append(a * x**power)
        else:
            terms.append(a * x**power * cos(frequency * x) - b * x**power * sin(frequency * x))
    return Add(*(expand(t) * exp(growth * x) if growth != 0 else t for t in terms))
