"""First-order equations: slopes and starts of the curves."""

import pytest
from sympy import (
    Rational,
    S,
    Symbol,
    exp,
    sin,
    sqrt,
    symbols,
)
from sympy.abc import x, y

from sympy_ssde.reduction.curves import through

a, b, k = symbols("a b k", positive=True)
NUMBERS = {x: Rational(3, 10), a: Rational(7, 10), b: Rational(2, 5), k: Rational(13, 10)}


def small(expr):
    return abs(expr.subs(NUMBERS).evalf(20)) < 1e-12


@pytest.mark.parametrize(
    "slope",
    [
        x * y,
        k * y + sin(x),
        y**2,
        y * (1 - y),
        x / y,
        1 + y**2,
        x * y**3 + y,
        exp(-y) * x,
        (x + y) / (x + 0 * y),
        a * y + b,
        sqrt(y),
    ],
    ids=str,
)
def test_curves_have_the_slope_and_the_start(slope):
    s = Symbol("s", positive=True)
    at = {s: Rational(2, 5), x: Rational(11, 10)}
    found = list(through(slope, y, x, s, S(1)))
    assert found
    for curve in found:
        assert small((curve.subs(x, 1) - s).subs(at))
        assert small((curve.diff(x) - slope.subs(y, curve)).subs(at))
