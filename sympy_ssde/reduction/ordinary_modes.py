"""Constant coefficients: modes from the roots of the characteristic polynomial.

A mode is ``exp(growth*x)`` times 1, or times ``cos(frequency*x)`` and ``sin(frequency*x)``; roots
of multiplicity m bring powers of x below ``x**m``.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import (
    Add,
    Dummy,
    Expr,
    I,
    Mul,
    Poly,
    S,
    Symbol,
    cos,
    exp,
    expand,
    factor_list,
    fraction,
    roots,
    sin,
    sqrt,
    sqrtdenest,
    together,
)
from sympy.simplify.radsimp import radsimp

from sympy_ssde.problem.domain import Domain
from sympy_ssde.reduction.ordinary_form import inside, is_zero


@dataclass(frozen=True)
class Mode:
    """Roots ``growth ± I*frequency`` (or the real root ``growth``) of some multiplicity."""

    growth: Expr
    frequency: Expr
    multiplicity: int

    def basis(self, x: Symbol) -> list[Expr]:
        """The functions that the roots stand for.

        >>> from sympy.abc import x
        >>> Mode(S(-1), S(3), 1).basis(x)
        [exp(-x)*cos(3*x), exp(-x)*sin(3*x)]
        """
        waves = (
            [S.One] if self.frequency == 0 else [cos(self.frequency * x), sin(self.frequency * x)]
        )
        return [x**j * exp(self.growth * x) * w for j in range(self.multiplicity) for w in waves]

    def roots(self) -> list[Expr]:
        """The roots, once each."""
        if self.frequency == 0:
            return [self.growth]
        return [self.growth + I * self.frequency, self.growth - I * self.frequency]


def modes(coefficients: tuple[Expr, ...], domain: Domain) -> list[Mode] | None:
    """The modes of ``sum(coefficients[i] * D**i)``, or None if some roots aren't found.

    >>> from sympy_ssde.problem.domain import Domain
    >>> modes((S(10), S(2), S(1)), Domain(()))
    [Mode(growth=-1, frequency=3, multiplicity=1)]
    """
    r = Dummy("r")
    lowest = next(i for i, c in enumerate(coefficients) if c != 0)
    found = [Mode(S.Zero, S.Zero, lowest)] if lowest else []
    rest = Add(*(c * r ** (i - lowest) for i, c in enumerate(coefficients) if i >= lowest))
    if len(coefficients) - 1 - lowest == 0:
        return found
    _, factors = factor_list(expand(fraction(together(rest))[0]))
    for factor, multiplicity in factors:
        if not factor.has(r):
            continue
        new = _of_factor(Poly(factor, r), multiplicity, domain)
        if new is None:
            return None
        found += new
    return _merged(found)


def _merged(found: list[Mode]) -> list[Mode]:
    """Roots that two factors share count together."""
    total: dict[tuple[Expr, Expr], int] = {}
    for m in found:
        key = (m.growth, m.frequency)
        total[key] = total.get(key, 0) + m.multiplicity
    return [Mode(*key, count) for key, count in total.items()]


def _of_factor(poly: Poly, multiplicity: int, domain: Domain) -> list[Mode] | None:
    c = [tidy(a / poly.LC()) for a in reversed(poly.all_coeffs())]
    degree = poly.degree()
    if degree == 1:
        return [Mode(-c[0], S.Zero, multiplicity)]
    if degree == 2:
        return _quadratic(c[1], c[0], multiplicity, domain)
    if degree == 4 and c[1] == c[3] == 0:
        found = _biquadratic(c[2], c[0], multiplicity, domain)
        if found is not None:
            return found
    return _by_roots(poly, multiplicity, domain)


def _quadratic(b: Expr, c: Expr, multiplicity: int, domain: Domain) -> list[Mode]:
    """Roots of ``r**2 + b*r + c``."""
    d = tidy(b**2 / 4 - c)
    if is_zero(d, domain):
        return [Mode(-b / 2, S.Zero, 2 * multiplicity)]
    if oscillates(d, domain):
        return [Mode(-b / 2, root(-d), multiplicity)]
    low, high = tidy(-b / 2 - root(d)), tidy(-b / 2 + root(d))
    return [Mode(low, S.Zero, multiplicity), Mode(high, S.Zero, multiplicity)]


def _biquadratic(b: Expr, c: Expr, multiplicity: int, domain: Domain) -> list[Mode] | None:
    """Roots of ``r**4 + b*r**2 + c`` where the squares are real, or ``b = 0``."""
    if b == 0 and not oscillates(-c, domain):
        squares = [root(-c), -root(-c)]
    elif b == 0:
        side = tidy(root(root(c)) / sqrt(2))
        return [Mode(side, side, multiplicity), Mode(-side, side, multiplicity)]
    else:
        d = tidy(b**2 / 4 - c)
        if oscillates(d, domain):
            return None
        squares = [tidy(-b / 2 + root(d)), tidy(-b / 2 - root(d))]
    found: list[Mode] = []
    for s in squares:
        found += _quadratic(S.Zero, -s, multiplicity, domain)
    return found


def _by_roots(poly: Poly, multiplicity: int, domain: Domain) -> list[Mode] | None:
    found = roots(poly)
    if sum(found.values()) < poly.degree():
        return None
    result = []
    for z, count in found.items():
        growth, frequency = (tidy(part) for part in expand(z, complex=True).as_real_imag())
        if is_zero(frequency, domain):
            result.append(Mode(growth, S.Zero, count * multiplicity))
        elif (inside(frequency, domain) or 0).real > 0:
            result.append(Mode(growth, frequency, count * multiplicity))
    return result if sum(len(m.roots()) for m in result) == poly.degree() else None


def oscillates(d: Expr, domain: Domain) -> bool:
    """Whether the root of ``d`` is imaginary: by its sign if known, else by how it is written."""
    if d.is_negative or d.is_positive:
        return bool(d.is_negative)
    signs = set()
    for number in range(4):
        v = inside(d, domain, number)
        if v is not None and v.real:
            signs.add(v.real > 0)
    if len(signs) == 1 and not d.free_symbols:
        return not signs.pop()
    return bool(d.could_extract_minus_sign()) if len(signs) != 1 else not signs.pop()


def root(expr: Expr) -> Expr:
    """The square root, out of which squares are taken.

    >>> from sympy.abc import a, c
    >>> root(c**2 - a**2)
    sqrt(-a**2 + c**2)
    """
    return sqrtdenest(sqrt(_factored(expr)))


def _factored(expr: Expr) -> Expr:
    """Factored, but sums that occur once are multiplied: their roots would be two roots."""
    if expr.is_number:
        return expr
    whole = expr.factor()
    sums = [f for f in Mul.make_args(whole) if f.is_Add]
    product = expand(Mul(*sums))
    if len(sums) < 2 or product.count_ops() > Mul(*sums).count_ops():
        return whole
    return Mul(product, *(f for f in Mul.make_args(whole) if not f.is_Add))


def tidy(expr: Expr) -> Expr:
    """A constant in a short form."""
    if expr.is_Rational or expr.is_Symbol:
        return expr
    expr = expand(expr)
    if expr.is_number:
        return radsimp(expr) if not expr.is_Rational else expr
    return expr.together().cancel() if expr.is_rational_function() else expr


def exponents(found: list[Mode]) -> Iterator[tuple[Expr, int]]:
    """All roots with multiplicities."""
    for m in found:
        for z in m.roots():
            yield z, m.multiplicity
