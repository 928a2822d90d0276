"""Kinds of expressions, and the form in which they are examined."""

import pytest
from sympy import (
    AccumBounds,
    Derivative,
    I,
    Integral,
    Product,
    Rational,
    Sum,
    acos,
    exp,
    log,
    nan,
    oo,
    sin,
    sqrt,
    symbols,
    zoo,
)

from sympy_ssde.proof.reading import SHORT, is_complex, is_expression, written_out

x, n, k = symbols("x n k")


@pytest.mark.parametrize("infinite", [nan, oo, -oo, zoo, AccumBounds(0, 1), x + oo])
def test_what_is_not_finite(infinite):
    assert not is_expression(infinite)


def test_ends_of_integrals_may_be_infinite():
    assert is_expression(Integral(exp(-(x**2)), (x, -oo, oo)))
    assert not is_expression(oo + Integral(exp(-(x**2)), (x, -oo, oo)))


@pytest.mark.parametrize("number", [I, (-1) ** Rational(1, 3), (-2) ** sqrt(2), acos(2), log(-1)])
def test_numbers_that_are_not_real(number):
    assert is_complex(x * number + 1)


@pytest.mark.parametrize("number", [sqrt(2), acos(Rational(1, 2)), 2**x, (-1) ** 3, sin(1)])
def test_numbers_that_are_real(number):
    assert not is_complex(x * number + 1)


def test_short_sums_are_written_out():
    assert written_out(Sum(x**n, (n, 1, 3))) == x + x**2 + x**3
    assert written_out(Product(x + n, (n, 0, 1))) == x * (x + 1)
    assert written_out(Derivative(x**3, x)) == 3 * x**2


@pytest.mark.parametrize("ends", [(0, oo), (0, k), (0, SHORT)])
def test_other_sums_are_not(ends):
    long = Sum(x**n, (n, *ends))
    assert written_out(long) == long
