"""Zeros and poles that numbers find."""

from random import Random

import pytest
from sympy import Abs, I, Rational, Symbol, cos, exp, log, sin, sqrt

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.zeros import find_zero, is_pole

x, y = Symbol("x", real=True), Symbol("y", real=True)
SQUARE = Domain((Range(x, 0, 2), Range(y, 0, 1)))


def test_a_zero_is_one():
    expr = x - sqrt(2) * exp(-y)
    at = find_zero(expr, SQUARE, Random(0))
    assert abs(expr.subs(at).evalf(40)) < 1e-15
    assert find_zero(x + 1, SQUARE, Random(0)) is None
    assert find_zero(exp(I * x), SQUARE, Random(0)) is None


def test_a_zero_lies_inside():
    triangle = Domain((Range(x, 0, 1), Range(y, 0, x)))
    at = find_zero(x - 3 * y, triangle, Random(1))
    assert 0 < at[y] < at[x] < 1


@pytest.mark.parametrize(
    ("expr", "critical", "pole"),
    [
        (1 / (x - 1), x - 1, True),
        (log(Abs(x - 1)), x - 1, True),
        (sqrt(x - 1), x - 1, True),  # turns complex
        (sin(x - 1) / (x - 1), x - 1, False),
        (Abs(x - 1), x - 1, False),
        (cos(x) / (x - 1) ** 2, x - 1, True),
    ],
)
def test_poles(expr, critical, pole):
    line = Domain((Range(x, 0, 2),))
    center = {x: 1 + Rational(1, 10**25)}
    assert is_pole(expr, critical, center, line, real=True) is pole
