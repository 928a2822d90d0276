"""Packets: what they become fulfils the heat equation and begins as they are."""

import pytest
from sympy import (
    Abs,
    Heaviside,
    Piecewise,
    Symbol,
    cos,
    erf,
    exp,
    log,
    sign,
    sin,
    sinh,
    symbols,
    tanh,
)

from sympy_ssde.reduction.packets import Packet, spread

x = Symbol("x", real=True)
s, a, b = symbols("s a b", positive=True)
AT = {x: 0.37, s: 0.21, a: 0.6, b: 1.3}

SMOOTH = [
    x**3 - 2 * x,
    exp(-a * x**2 + b * x + 1),
    x**2 * exp(-(x**2)),
    exp(-a * x) * cos(b * x + 1),
    x * exp(-a * x**2) * sin(b * x),
    sin(x) ** 2 * cos(x),
    x * sinh(b * x),
    erf(a * x + b),
]
BROKEN = [
    Heaviside(x - 1),
    sign(x),
    Abs(x),
    exp(-x) * Heaviside(x),
    x**2 * exp(-(x**2)) * Heaviside(x + 1),
    Piecewise((1, x < 0), (exp(-x), True)),
]


@pytest.mark.parametrize("expr", SMOOTH + BROKEN, ids=str)
def test_the_heat_equation_holds(expr):
    found = spread(expr, x, s)
    assert abs((found.diff(s) - found.diff(x, 2)).subs(AT).evalf(20)) < 1e-12


@pytest.mark.parametrize("expr", SMOOTH, ids=str)
def test_smooth_ones_begin_as_they_are(expr):
    assert abs((spread(expr, x, s).subs(s, 0) - expr).subs(AT).evalf(20)) < 1e-12


@pytest.mark.parametrize("expr", BROKEN, ids=str)
def test_broken_ones_nearly_do(expr):
    found = spread(expr, x, s)
    for place in (-0.7, 0.4, 1.6):
        assert abs((found - expr).subs({x: place, s: 1e-9}).evalf(20)) < 1e-6


@pytest.mark.parametrize("expr", [log(x), tanh(x), exp(x**3), 1 / x, exp(sin(x))], ids=str)
def test_others_are_no_packets(expr):
    assert spread(expr, x, s) is None


def test_a_packet_by_itself():
    assert Packet(power=1).spread(x, s) == x
