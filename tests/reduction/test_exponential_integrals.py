"""Quotients of exponentials, integrated."""

import pytest
from sympy import Rational, Symbol, cosh, exp, sinh, tanh
from sympy.abc import x

from sympy_ssde.reduction.exponential_integrals import of_exponential

k = Symbol("k", positive=True)


@pytest.mark.parametrize(
    "expr",
    [
        1 / cosh(x) ** 2,
        exp(x) / cosh(x) ** 3,
        exp(-x) / (1 + exp(-x)),
        1 / (1 + exp(x / 2)) ** 2,
        1 / (2 + cosh(k * x)),
        tanh(x) * exp(2 * x),
        1 / sinh(x + 1),
    ],
    ids=str,
)
def test_its_derivative_is_the_integrand(expr):
    found = of_exponential(expr, x)
    gap = (found.diff(x) - expr).subs({x: Rational(1, 3), k: Rational(3, 2)})
    assert abs(gap.evalf(20)) < 1e-14


@pytest.mark.parametrize(
    "expr",
    [
        x * exp(x) / (1 + exp(x)),
        exp(x**2),
        exp(x) + exp(-2 * x),
        1 / (exp(x) + exp(k * x)),
        1 / (1 + exp(40 * x) + exp(x)),
        x**2,
    ],
    ids=str,
)
def test_others_are_left_to_other_methods(expr):
    assert of_exponential(expr, x) is None
