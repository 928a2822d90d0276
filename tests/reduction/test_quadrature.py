"""Integrals, inverse functions and first-order equations, each checked by its definition."""

import pytest
from sympy import (
    Rational,
    S,
    cos,
    cosh,
    exp,
    log,
    sin,
    sinh,
    symbols,
    tanh,
)
from sympy.abc import x

from sympy_ssde.reduction.quadrature import antiderivative, integral

a, b, k = symbols("a b k", positive=True)
NUMBERS = {x: Rational(3, 10), a: Rational(7, 10), b: Rational(2, 5), k: Rational(13, 10)}


def small(expr):
    return abs(expr.subs(NUMBERS).evalf(20)) < 1e-12


@pytest.mark.parametrize(
    "expr",
    [
        S(1),
        x**3 - 2 / x,
        x**2 * exp(a * x),
        exp(-k * x) * sin(x),
        x * exp(x) * exp(-k * x) + exp(2 * x - x**2),
        x**3 * cos(a * x + b),
        exp(a * x) * cos(b * x),
        sin(x) ** 2 * cos(3 * x),
        x * sinh(a * x),
        1 / (x * (1 - x)),
        1 / ((x + a) * (x + b) * k),
        x / ((x + a) * (k * x + b)),
        1 / (x**2 + a**2),
        x * exp(-(x**2)),
        x**3 * exp(-a * x**2 + b * x),
        exp(k * x**2),
        tanh(x),
        1 / cosh(x) ** 2,
        1 / cos(x) ** 2,
        log(x),
    ],
    ids=str,
)
def test_antiderivatives_have_the_derivative(expr):
    found = antiderivative(expr, x)
    assert found is not None and small(found.diff(x) - expr)


def test_what_has_no_closed_form_is_none():
    assert antiderivative(exp(sin(x)), x) is None


def test_integrals_take_limits_at_singular_ends():
    assert integral(log(x), x, S(0), a) == a * log(a) - a
