"""Values at singular points, and shares of a deadline."""

import time

import pytest
from sympy import exp, log, oo, sin, symbols

from sympy_ssde.proof.limits import Clock, TimeUp, value_at

x, t = symbols("x t", positive=True)


@pytest.mark.parametrize(
    ("expr", "point", "expected"),
    [
        (sin(t) / t, {t: 0}, 1),
        (t * log(t), {t: 0}, 0),
        (sin(x) * sin(t) / t, {t: 0}, sin(x)),
        (exp(-(x**2) / (4 * t)) / t, {t: 0}, 0),
        (exp(-x) + t, {x: oo}, t),
        (1 / t, {t: 0}, None),
        (x / t, {x: t, t: t}, 1),
    ],
)
def test_value_at(expr, point, expected):
    ends = {x: (0 * x, x * 0 + oo), t: (0 * t, 0 * t + 1)}
    point = {s: s * 0 + p for s, p in point.items()}
    assert value_at(expr, point, ends) == expected


def test_two_sided_limit_needs_both_sides():
    zero = 0 * x
    assert value_at(1 / (1 + exp(1 / t)), {t: zero}, {t: (zero - 1, zero + 1)}) is None


def test_share_ends_a_loop():
    clock = Clock(0.4)
    start = time.monotonic()
    with pytest.raises(TimeUp), clock.share(0.5):
        while True:
            pass
    assert time.monotonic() - start < 0.35
    assert clock.left() > 0
    with pytest.raises(TimeUp), Clock(-1).share(1):
        pass
