"""Terms of a sum as sines and cosines with coefficients, and the families that are complete.

On an interval of length l the functions sin(k*pi*x/l), k = 1, 2, ..  are all eigenfunctions of a
regular Sturm-Liouville problem, and so are the cosines, both with odd halves for k, and the sines
and cosines of even k together (periodic ends).  Each of these families is orthogonal and complete
in the square integrable functions; times exp(c*x) with the weight exp(-2*c*x) too, and divided by
the radius of a ball with its square for the weight.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

import sympy
from sympy import Add, Expr, Mul, Poly, Rational, S, Symbol, cancel, cos, pi, sin
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.domain import Range
from sympy_ssde.problem.symbols import internal
from sympy_ssde.proof.series_integrals import multiplied_out

#: Products into which a term is multiplied out.
MOST_TERMS = 200


class NoModes(ValueError):
    """The term is no product of modes; the message says why."""


@dataclass(frozen=True)
class Wave:
    """``sin`` or ``cos`` of ``(step*index + start)*pi*x/l``, where ``x`` begins at 0.

    A single wave has no index, and the step 0; the constant is a cosine.
    """

    kind: str
    index: Symbol | None
    step: int
    start: Rational


@dataclass(frozen=True)
class ModeTerm:
    """A coefficient, times a wave for each of some variables, times a common weight."""

    waves: tuple[Wave, ...]
    coefficient: Expr


@dataclass(frozen=True)
class Family:
    """A complete family: ``kinds`` of waves, the first frequency, and the distance of the next."""

    name: str
    kinds: tuple[str, ...]
    first: Rational
    step: int

    def theorem(self) -> str:
        """What is known of it, in words."""
        return f"Sturm-Liouville: {self.name}"


SINES = Family("sines", ("sin",), S.One, 1)
COSINES = Family("cosines", ("cos",), S.Zero, 1)
HALF_SINES = Family("sines of odd quarter waves", ("sin",), S.Half, 1)
HALF_COSINES = Family("cosines of odd quarter waves", ("cos",), S.Half, 1)
PERIODIC = Family("the periodic Fourier series", ("cos", "sin"), S.Zero, 2)


def place(number: int) -> Symbol:
    """The variable of a mode, counted from the lower end of its range."""
    return internal(f"xi{number}", real=True)


def shifted(expr: Expr, ranges: Sequence[Range]) -> Expr:
    """An expression in variables that begin at 0."""
    return expr.xreplace({r.symbol: place(i) + r.low for i, r in enumerate(ranges)})


def mode_terms(
    expr: Expr, indices: Sequence[Symbol | None], ranges: Sequence[Range]
) -> tuple[list[ModeTerm], tuple[Expr, ...]]:
    """A term of a sum as modes in the variables of the ranges, and their weights.

    Index number i belongs to the variable of range number i; None stands for a single wave.

    >>> from sympy_ssde.proof.series_form import index_symbol
    >>> x, t, j = Symbol("x"), Symbol("t"), index_symbol(0)
    >>> found, _ = mode_terms(t**j*sin(pi*(2*j + 1)*x), [j], [Range(x, S(0), S(1))])
    >>> found[0].waves[0].step, found[0].waves[0].start, found[0].coefficient
    (2, 1, t**_j0)
    """
    found = [ModeTerm((), shifted(expr, ranges))]
    weights: list[Expr] = []
    for i, (r, j) in enumerate(zip(ranges, indices, strict=True)):
        more: list[ModeTerm] = []
        seen: set[Expr] = set()
        for term in found:
            for wave, coefficient, weight in _split(term.coefficient, j, place(i), r.high - r.low):
                more.append(ModeTerm((*term.waves, wave), coefficient))
                seen.add(weight)
        if len(seen) > 1:
            raise NoModes("the terms have different weights")
        weights.append(seen.pop() if seen else S.One)
        found = more
    return found, tuple(weights)


def _split(expr: Expr, j: Symbol | None, x: Symbol, length: Expr) -> list[tuple[Wave, Expr, Expr]]:
    """Waves, coefficients and weights of the products that an expression consists of."""
    found: list[tuple[Wave, Expr, Expr]] = []
    terms = Add.make_args(multiplied_out(expr))
    if len(terms) > MOST_TERMS:
        raise NoModes("the term has too many parts")
    for term in terms:
        if term == 0:
            continue
        outside, inside = term.as_independent(x, as_Add=False)
        factors = Mul.make_args(inside)
        waves = [f for f in factors if (isinstance(f, (sin, cos)) if j is None else f.has(j))]
        constant, weight = _weight(Mul(*(f for f in factors if f not in waves)), x)
        if len(waves) > 1 or (waves and not isinstance(waves[0], (sin, cos))):
            raise NoModes(f"{inside} is no sine or cosine")
        outside *= constant
        if j is None and not waves:
            found.append((Wave("cos", None, 0, S.Zero), outside, weight))
        else:
            found += _in_waves(waves[0] if waves else S.One, outside, weight, j, x, length)
    return found


def _weight(factor: Expr, x: Symbol) -> tuple[Expr, Expr]:
    """A factor that all modes may have, and what of it does not depend on the variable.

    It is an exponential, and 1/r or another power below a fraction.  It is not zero, so that a
    sum of modes with a weight is a function where the sum without it is the function over it.
    """
    exponent, others = S.Zero, S.One
    for part in Mul.make_args(factor):
        base, power = part.as_base_exp()
        if part == 1:
            continue
        if part.func is sympy.exp and not part.args[0].diff(x).has(x):
            exponent += part.args[0]
        elif part.is_Pow and power.is_Integer and power < 0 and _is_linear(base, x):
            others *= part
        else:
            raise NoModes(f"{part} is a factor of the modes")
    slope = exponent.diff(x).expand()
    return sympy.exp((exponent - slope * x).expand()), sympy.exp(slope * x) * others


def _is_linear(expr: Expr, x: Symbol) -> bool:
    slope = expr.diff(x)
    return bool(slope.is_Rational and slope != 0)


def _in_waves(
    wave: Expr, factor: Expr, weight: Expr, j: Symbol | None, x: Symbol, length: Expr
) -> list[tuple[Wave, Expr, Expr]]:
    """A sine or cosine with a phase is a sum of two without."""
    if wave == 1:
        raise NoModes("the term does not depend on the variable")
    angle = wave.args[0]
    slope = angle.diff(x)
    if slope.has(x):
        raise NoModes(f"{angle} is not linear in the variable")
    phase = angle.xreplace({x: S.Zero}).expand()
    step, start = _frequency(slope * length / pi, j)
    if step < 0:
        step, start = -step, -start
        if isinstance(wave, sin):
            factor = -factor
        phase = -phase
    plain = [("sin", cos(phase)), ("cos", sin(phase))]
    if isinstance(wave, cos):
        plain = [("cos", cos(phase)), ("sin", -sin(phase))]
    return [
        (Wave(kind, j, step, start), factor * share, weight) for kind, share in plain if share != 0
    ]


def _frequency(ratio: Expr, j: Symbol | None) -> tuple[int, Rational]:
    """The whole number ``step`` and the rational ``start`` of ``step*j + start``."""
    if j is None:
        start = cancel(ratio)
        if not (2 * start).is_Integer:
            raise NoModes(f"the frequency {ratio} does not fit to the interval")
        return 0, start
    try:
        poly = Poly(cancel(ratio), j)
    except BasePolynomialError:
        raise NoModes(f"the frequency {ratio} is not linear in the index") from None
    if poly.degree() != 1 or not all(c.is_Rational for c in poly.all_coeffs()):
        raise NoModes(f"the frequency {ratio} does not fit to the interval")
    step, start = poly.all_coeffs()
    if not step.is_Integer:
        raise NoModes(f"the frequency {ratio} does not fit to the interval")
    return int(step), start


def family_of(waves: Sequence[Wave]) -> Family:
    """The complete family to which all waves of a variable belong.

    >>> from sympy_ssde.proof.series_form import index_symbol
    >>> j = index_symbol(0)
    >>> family_of([Wave("sin", j, 2, S(1))]).name, family_of([Wave("cos", j, 1, S.Half)]).name
    ('sines', 'cosines of odd quarter waves')
    """
    kinds = {w.kind for w in waves}
    if all(w.start.is_Integer for w in waves):
        if kinds == {"sin"}:
            return SINES
        if kinds == {"cos"}:
            return COSINES
        if all(w.step % 2 == 0 and w.start % 2 == 0 for w in waves):
            return PERIODIC
    elif all((w.start - S.Half).is_Integer for w in waves) and len(kinds) == 1:
        return HALF_SINES if kinds == {"sin"} else HALF_COSINES
    raise NoModes("the modes are not of one complete family")


def common_step(family: Family, waves: Sequence[Wave]) -> int:
    """A distance of frequencies that every wave's own divides."""
    return lcm(family.step, *(w.step for w in waves if w.step))
