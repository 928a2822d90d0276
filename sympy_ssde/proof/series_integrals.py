"""Exact integrals of data against sines and cosines, for a symbol in place of the mode's number.

Data are sums of products of polynomials, exponentials, sines and cosines, between places at which
they may change their form: moduli, steps, the larger of two, cases.  What a formula divides by is
returned beside it, for it must not be zero.
"""

from dataclasses import dataclass, replace
from functools import cmp_to_key
from itertools import pairwise
from math import ceil, factorial, floor

import sympy
from sympy import Add, Dummy, Expr, Mul, Piecewise, Poly, Pow, S, Symbol, pi
from sympy.core.relational import Relational
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.rough import ROUGH, switching
from sympy_ssde.proof.signs import Signs

#: Products that are multiplied out, places where data change their form, and powers.
MOST_TERMS, MOST_BREAKS, MOST_POWERS = 400, 12, 30


class NoIntegral(ValueError):
    """The data are of no kind that is integrated here."""


@dataclass(frozen=True)
class Piece:
    """Data between two places, as one smooth expression."""

    low: Expr
    high: Expr
    expr: Expr


@dataclass(frozen=True)
class Monomial:
    """``factor * x**power * exp(rate*x) * cos(frequency*x + phase)``."""

    factor: Expr
    power: int = 0
    rate: Expr = S.Zero
    frequency: Expr = S.Zero
    phase: Expr = S.Zero


# places where the form changes ------------------------------------------------------------------


def smooth_pieces(data: Expr, x: Symbol, low: Expr, high: Expr, signs: Signs) -> list[Piece]:
    """The data on ``(low, high)``, cut where their form changes.

    >>> from sympy import Abs, Rational
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> x = Symbol("x", real=True)
    >>> signs = Signs(Domain((Range(x, 0, 1),)))
    >>> pieces = smooth_pieces(Abs(x - Rational(1, 2)), x, S(0), S(1), signs)
    >>> [(p.low, p.high, p.expr) for p in pieces]
    [(0, 1/2, 1/2 - x), (1/2, 1, x - 1/2)]
    """
    if not any(e.has(x) for e in data.atoms(*ROUGH)):
        return [Piece(low, high, data)]
    breaks: list[Expr] = []
    for place in switches(data, x, (low, high)):
        if not _known_sign(place - low, signs) > 0 or not _known_sign(high - place, signs) > 0:
            continue
        if all(_known_sign(place - other, signs) for other in breaks):
            breaks.append(place)
    if len(breaks) > MOST_BREAKS:
        raise NoIntegral("the data change their form at too many places")

    def order(a: Expr, b: Expr) -> int:
        return _known_sign(a - b, signs)

    breaks.sort(key=cmp_to_key(order))
    ends = [low, *breaks, high]
    found = []
    for a, b in pairwise(ends):
        found.append(Piece(a, b, _decided(data, x, (a + b) / 2, signs)))
    return found


def _known_sign(expr: Expr, signs: Signs) -> int:
    if expr.expand().is_zero:
        return 0
    sign = signs.sign(expr)
    if sign is None:
        raise NoIntegral(f"the sign of {expr} is not known")
    return sign


def switches(data: Expr, x: Symbol, ends: tuple[Expr, Expr]) -> list[Expr]:
    """Places where the form may change: zeros of what is linear in ``x``, or its sine or cosine."""
    zeros: dict[Expr, None] = {}
    for node in data.atoms(*ROUGH):
        for _, condition in node.args if isinstance(node, Piecewise) else ():
            relations = condition.atoms(Relational)
            single = any(isinstance(r, (sympy.Eq, sympy.Ne)) for r in relations)
            if single or (condition not in (S.true, S.false) and not relations):
                raise NoIntegral(f"the case {condition} is not read")
        zeros |= dict.fromkeys(switching(node))
    found: dict[Expr, None] = {}
    for switch in zeros:
        if not switch.has(x):
            continue
        wave = switch.as_independent(x, as_Add=False)[1]
        if isinstance(wave, (sympy.sin, sympy.cos)):
            found |= dict.fromkeys(_zeros(wave, x, ends))
            continue
        slope = switch.diff(x)
        if slope.has(x) or slope.is_zero is not False:
            raise NoIntegral(f"the zeros of {switch} are not looked for")
        found[sympy.expand(x - switch / slope)] = None
    return list(found)


def _zeros(wave: Expr, x: Symbol, ends: tuple[Expr, Expr]) -> list[Expr]:
    """All zeros of a sine or cosine between two numbers, and perhaps some beyond."""
    slope, start = _linear(wave.args[0], x)
    if not all(e.is_number for e in (slope, start, *ends)) or slope.is_zero is not False:
        raise NoIntegral(f"the zeros of {wave} are not looked for")
    first = S.Zero if isinstance(wave, sympy.sin) else pi / 2
    turns = sorted(float(((slope * e + start - first) / pi).evalf(30)) for e in ends)
    if turns[1] - turns[0] > MOST_BREAKS:
        raise NoIntegral("the data change their form at too many places")
    numbers = range(floor(turns[0]) - 1, ceil(turns[1]) + 2)
    return [sympy.expand((k * pi + first - start) / slope) for k in numbers]


def _decided(data: Expr, x: Symbol, middle: Expr, signs: Signs) -> Expr:
    """The form that the data have around a place."""

    def branch(node: Expr) -> Expr:
        if isinstance(node, (sympy.Max, sympy.Min)):
            turn = 1 if isinstance(node, sympy.Max) else -1
            best = node.args[0]
            for other in node.args[1:]:
                if turn * _known_sign((other - best).xreplace({x: middle}), signs) > 0:
                    best = other
            return best
        if isinstance(node, Piecewise):
            return _case(node, x, middle, signs)
        sign = _known_sign(node.args[0].xreplace({x: middle}), signs)
        if isinstance(node, sympy.Abs):
            return sign * node.args[0]
        if isinstance(node, sympy.sign):
            return S(sign)
        if sign == 0:
            raise NoIntegral(f"{node} has no value around {middle}")
        return S((1 + sign) // 2)

    return data.replace(lambda e: isinstance(e, ROUGH) and e.has(x), branch)


def _case(node: Piecewise, x: Symbol, middle: Expr, signs: Signs) -> Expr:
    for value, condition in node.args:
        truth = condition
        for relation in condition.atoms(Relational):
            sign = _known_sign((relation.lhs - relation.rhs).xreplace({x: middle}), signs)
            truth = truth.xreplace({relation: relation.func(sign, 0)})
        if truth is S.true or truth == True:  # noqa: E712
            return value
        if truth is not S.false and truth != False:  # noqa: E712
            raise NoIntegral(f"the case {condition} is not decided")
    raise NoIntegral(f"no case holds around {middle}")


# monomials --------------------------------------------------------------------------------------


def multiplied_out(expr: Expr) -> Expr:
    """An expression expanded, but for what stands below a fraction.

    >>> from sympy.abc import x, y
    >>> multiplied_out((x + 1)*x/(y*(x + y)))
    x**2/(y*(x + y)) + x/(y*(x + y))
    """
    below = {p: Dummy() for p in expr.atoms(Pow) if p.exp.is_negative and p.base is not S.Exp1}
    back = {dummy: power for power, dummy in below.items()}
    return expr.xreplace(below).expand(power_exp=False, power_base=False, log=False).xreplace(back)


def monomials(expr: Expr, x: Symbol) -> list[Monomial]:
    """A smooth expression as a sum of monomials.

    >>> from sympy import exp, sin
    >>> x = Symbol("x")
    >>> monomials(3*x**2*exp(-x)*sin(2*x), x)
    [Monomial(factor=3, power=2, rate=-1, frequency=2, phase=-pi/2)]
    """
    plain = expr.rewrite([sympy.sinh, sympy.cosh], sympy.exp) if expr.has(x) else expr
    terms = Add.make_args(multiplied_out(plain))
    if len(terms) > MOST_TERMS:
        raise NoIntegral("the data have too many terms")
    return [m for term in terms if term != 0 for m in _monomials(term, x)]


def _monomials(term: Expr, x: Symbol) -> list[Monomial]:
    found = [Monomial(S.One)]
    outside, inside = term.as_independent(x, as_Add=False)
    for factor in Mul.make_args(inside):
        base, power = factor.as_base_exp()
        if factor == 1:
            continue
        if base == x and power.is_Integer and 0 < power <= MOST_POWERS:
            found = [replace(m, power=m.power + int(power)) for m in found]
        elif factor.func is sympy.exp or (factor.is_Pow and not base.has(x)):
            exponent = factor.args[0] if factor.func is sympy.exp else power * sympy.log(base)
            rate, rest = _linear(exponent, x)
            start = sympy.exp(rest)
            found = [replace(m, factor=m.factor * start, rate=m.rate + rate) for m in found]
        elif isinstance(base, (sympy.sin, sympy.cos)) and power.is_Integer and 0 < power <= 12:
            frequency, phase = _linear(base.args[0], x)
            if isinstance(base, sympy.sin):
                phase -= pi / 2
            for _ in range(int(power)):
                found = [n for m in found for n in _times_cosine(m, frequency, phase)]
        else:
            raise NoIntegral(f"{factor} is not integrated here")
    return [replace(m, factor=m.factor * outside) for m in found]


def _linear(expr: Expr, x: Symbol) -> tuple[Expr, Expr]:
    slope = expr.diff(x).expand()
    if slope.has(x):
        raise NoIntegral(f"{expr} is not linear in {x}")
    return slope, (expr - slope * x).expand()


def _times_cosine(m: Monomial, frequency: Expr, phase: Expr) -> list[Monomial]:
    """Times ``cos(frequency*x + phase)``: a product of two cosines is a sum."""
    if m.frequency == 0 and m.phase == 0:
        return [replace(m, frequency=frequency, phase=phase)]
    return [
        replace(
            m,
            factor=m.factor / 2,
            frequency=(m.frequency + side * frequency).expand(),
            phase=(m.phase + side * phase).expand(),
        )
        for side in (1, -1)
    ]


# integrals --------------------------------------------------------------------------------------


def integral(m: Monomial, x: Symbol, low: Expr, high: Expr) -> tuple[Expr, list[Expr]]:
    """The integral of a monomial, and what it divides by.

    >>> x, k = sympy.symbols("x k")
    >>> integral(Monomial(S(1), 1, S(0), k), x, S(0), pi)
    (pi*sin(pi*k)/k + cos(pi*k)/k**2 - 1/k**2, [k**2])
    """
    if m.factor == 0:
        return S.Zero, []
    if m.rate == 0 and m.frequency == 0:
        power = m.power + 1
        return m.factor * sympy.cos(m.phase) * (high**power - low**power) / power, []
    size = m.rate**2 + m.frequency**2
    real, imag = S.Zero, S.Zero
    a, b = S.One, S.Zero  # the conjugate's power over the square of the size
    for i in range(m.power + 1):
        a, b = (
            (a * m.rate + b * m.frequency).expand(),
            (b * m.rate - a * m.frequency).expand(),
        )
        share = (-1) ** i * factorial(m.power) // factorial(m.power - i)
        weight = share * x ** (m.power - i) / size ** (i + 1)
        real += weight * a
        imag += weight * b
    angle = m.frequency * x + m.phase
    whole = sympy.exp(m.rate * x) * (real * sympy.cos(angle) - imag * sympy.sin(angle))
    ends = (_put(whole, x, high), _put(whole, x, low))
    return m.factor * (ends[0] - ends[1]), [size]


def _put(expr: Expr, x: Symbol, value: Expr) -> Expr:
    """A value put in, with arguments multiplied out, so that whole multiples of pi are seen."""
    put = expr.xreplace({x: value})
    return put.replace(
        lambda e: isinstance(e, (sympy.sin, sympy.cos)), lambda e: e.func(e.args[0].expand())
    )


def projection(
    pieces: list[tuple[Piece, list[Monomial]]], x: Symbol, kind: str, frequency: Expr
) -> tuple[Expr, list[Expr]]:
    """The integral of data times ``sin`` or ``cos`` of ``frequency*x``, and what it divides by."""
    phase = -pi / 2 if kind == "sin" else S.Zero
    total: list[Expr] = []
    below: list[Expr] = []
    for piece, parts in pieces:
        for part in parts:
            for m in _times_cosine(part, frequency, phase):
                value, divisors = integral(m, x, piece.low, piece.high)
                total.append(value)
                below += divisors
    return Add(*total), list(dict.fromkeys(below))


def is_polynomial(expr: Expr, x: Symbol) -> bool:
    """Whether it is a polynomial of ``x``."""
    try:
        Poly(expr, x)
    except BasePolynomialError:
        return False
    return True
