"""Values at faces and corners: limits from inside the domain, or none."""

import pytest
from sympy import (
    Abs,
    I,
    Rational,
    S,
    Symbol,
    atan,
    besselj,
    cos,
    erf,
    erfc,
    exp,
    gamma,
    log,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.signs import Signs
from sympy_ssde.proof.values import Boundary

x, t = symbols("x t", positive=True)
s = Symbol("s", real=True)
n = Symbol("n", positive=True)
QUARTER = Boundary(Signs(Domain((Range(n, 0, oo), Range(x, 0, oo), Range(t, 0, 1)))), (x, t))


@pytest.mark.parametrize(
    ("expr", "place", "expected"),
    [
        (sin(t) / t, (x, 0), 1),
        (t * log(t), (x, 0), 0),
        (sin(x) * sin(t) / t, (x, 0), sin(x)),
        (exp(-(x**2) / (4 * t)) / t, (x, 0), 0),
        (exp(-x) + t, (oo, t), t),
        (1 / t, (x, 0), None),
        (erf(x / sqrt(t)), (x, 0), 1),
        (erfc(x / sqrt(t)), (0, t), 1),
        (erfc(x / sqrt(t)), (oo, t), 0),
        (erfc(x / sqrt(t)), (0, 0), None),
        (x**n * cos(n * t), (0, t), 0),
        (x ** (-n), (oo, t), 0),
        (x**x, (0, t), 1),
        (sqrt(1 - t) * x, (x, 1), 0),
        (log(1 - t) * x, (x, 1), None),
        (atan(1 / t), (x, 0), pi / 2),
        (erf(tanh(x)), (oo, t), erf(1)),
        (sin(x), (oo, t), None),
        (sin(x) / x, (oo, t), 0),
        (besselj(0, x), (0, t), 1),
        (gamma(x), (0, t), None),
        (x * gamma(x), (0, t), 1),
        (x / (x + t), (0, 0), None),
        (x / (x + t), (0, t), 0),
        (x / (x + t), (x, 0), 1),
        (x / (1 + x + t), (0, 0), 0),
        (x * log(x) * t * log(t), (0, 0), 0),
        (x * log(x) + t * log(t), (0, 0), 0),
        (sign(t - Rational(1, 2)), (x, 0), -1),
        (exp(I * t) / (1 + t), (x, 1), exp(I) / 2),
    ],
)
def test_values(expr, place, expected):
    assert QUARTER.value(expr, tuple(map(S, (p for p in place)))) == expected


def test_two_sided_limit_needs_both_sides():
    interval = Boundary(Signs(Domain((Range(s, -1, 1),))), (s,))
    assert interval.value(1 / (1 + exp(1 / s)), (S(0),)) is None
    assert interval.value(sin(s) / s, (S(0),)) == 1
    assert interval.value(Abs(s) / s, (S(0),)) is None


def test_a_face_inside_a_moving_range():
    y = Symbol("y", real=True)
    disk = Signs(Domain((Range(s, -1, 1), Range(y, -sqrt(1 - s**2), sqrt(1 - s**2)))))
    boundary = Boundary(disk, (s, y))
    assert boundary.value(sqrt(1 - s**2 - y**2), (s, sqrt(1 - s**2))) == 0


def test_an_exceptional_point_of_the_face_is_found():
    bump = exp(-(((x - 2) / t) ** 2))
    assert QUARTER.value(bump, (x, S(0))) is None
    assert QUARTER.value(bump, (x, S(1))) == exp(-((x - 2) ** 2))
