"""Pulses and fronts: ``y2 = f(y)`` with a cubic f, at the energy of an equilibrium r.

Where ``y1**2`` has the double root r, ``s = 1/(y - r)`` fulfils ``s1**2 = a*s**2 + b*s + c``, so
that ``s2 = a*s + b/2``, which is linear: solitary waves of Korteweg and de Vries, of Gardner, of
bistable reactions, and what blows up beside them.
"""

from collections.abc import Iterator

from sympy import Eq, Expr, Symbol, cancel, cos, cosh, exp, expand, roots, sin, sinh, sqrt

from sympy_ssde.reduction.ordinary_form import Equation, General, constant, is_zero
from sympy_ssde.reduction.reduction import Line

_CUBIC = 3


def pulses(equation: Equation) -> Iterator[General]:
    """Solutions that begin at the energy of an equilibrium, or tend to one."""
    if equation.order != 2 or equation.expr.has(equation.x):
        return
    y, y1, _ = equation.jets
    for force in equation.solved():
        poly = expand(force).as_poly(y) if not force.has(y1) else None
        if poly is None or not 1 < poly.degree() <= _CUBIC:
            continue
        for r in roots(poly):
            if r.is_real is not False:
                yield from _beside(equation, force, r)


def _beside(equation: Equation, force: Expr, r: Expr) -> Iterator[General]:
    y, start = equation.jets[0], equation.start
    # y1**2 = z**2*(a + b*z + c*z**2) for z = y - r
    a, b, c = (cancel(force.diff(y, n).subs(y, r)) / k for n, k in ((1, 1), (2, 3), (3, 12)))
    if is_zero(a, equation.domain):
        return
    if start is None:
        if a.is_positive:
            free = constant(1)
            middle = -b / (2 * a)
            wave = exp(sqrt(a) * equation.x)
            partner = (middle**2 - c / a) / (4 * free)
            inverse = middle + free * wave + partner / wave
            yield General(r + 1 / inverse, (free,), _lines(equation, r, inverse))
        return
    z, slope = start.values[0] - r, start.values[1]
    energy = slope**2 - z**2 * (a + b * z + c * z**2)
    if is_zero(z, equation.domain) or not is_zero(energy, equation.domain):
        return
    inverse = _moved(a, -b / (2 * a), 1 / z, -slope / z**2, equation.x - start.point)
    yield General(r + 1 / inverse, (), _lines(equation, r, inverse))


def _moved(a: Expr, middle: Expr, value: Expr, slope: Expr, x: Expr) -> Expr:
    """The solution of ``s2 = a*(s - middle)`` with these initial values."""
    even, odd, rate = (cos, sin, sqrt(-a)) if a.is_negative else (cosh, sinh, sqrt(a))
    high, wide = cancel(value - middle), cancel(slope / rate)
    for side in (1, -1) if even is cosh else ():
        if expand(high - side * wide) == 0:  # a front
            return cancel(middle) + high * exp(side * rate * x)
    return cancel(middle) + high * even(rate * x) + wide * odd(rate * x)


def _lines(equation: Equation, r: Expr, inverse: Expr) -> tuple[Line, ...]:
    s = Symbol("s")
    words = f"at the energy of the equilibrium {r}, the inverse of the distance from it is linear"
    return (
        Line(words, (Eq(equation.func, r + 1 / s, evaluate=False),)),
        Line("so that", (Eq(s, inverse, evaluate=False),)),
    )
