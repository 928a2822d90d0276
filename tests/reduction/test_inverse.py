"""Inverse functions, checked by their definition."""

import pytest
from sympy import (
    Rational,
    atan,
    cos,
    exp,
    log,
    sin,
    sqrt,
    symbols,
    tan,
)
from sympy.abc import x, y

from sympy_ssde.reduction.inverse import inverses, shorter

a, b, k = symbols("a b k", positive=True)
NUMBERS = {x: Rational(3, 10), a: Rational(7, 10), b: Rational(2, 5), k: Rational(13, 10)}


def small(expr):
    return abs(expr.subs(NUMBERS).evalf(20)) < 1e-12


@pytest.mark.parametrize(
    "expr",
    [
        2 * x + 1,
        x + 2 * sqrt(x),
        exp(2 * x) + 1,
        x**2 + x,
        log(x) - log(x + 1),
        sqrt(x + a),
        tan(x) ** 3,
        (x + a) / (x + b),
        exp(2 * x) + 3 * exp(x),
        sin(x) / cos(x),
        atan(a * x),
        (1 + sin(x)) / (1 - sin(x)),
        cos(2 * x) + a,
        sin(x + 2),
        sin(x - 3),
        sin(x + 5),
        cos(x + 5),
        cos(x - 6),
    ],
    ids=str,
)
def test_an_inverse_gives_the_point_back(expr):
    value = expr.subs(NUMBERS)
    assert any(small(e.subs(y, value) - x) for e in inverses(expr, x, y))


def test_no_inverse_is_invented():
    assert list(inverses(x + exp(x), x, y)) == []


def test_a_short_form_is_the_same():
    expr = (2 * x - 2 * y) / (2 * y + 1) + 1
    assert shorter(expr).equals(expr) and shorter(expr).count_ops() < expr.count_ops()
