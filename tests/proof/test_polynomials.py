"""Quotients of polynomials, against SymPy's own."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import I, Integer, Rational, cancel, cos, exp, pi, sin, sqrt, symbols, together

from sympy_ssde.proof.polynomials import Fractions, TooLarge, is_zero_fraction

x, y, r = symbols("x y r")


def random_fraction(random, depth=3):
    if depth == 0:
        return random.choice(
            [x, y, Integer(random.randint(1, 5)), Rational(1, random.randint(2, 5))]
        )
    first, second = (random_fraction(random, depth - 1) for _ in range(2))
    return random.choice(
        [first + second, first * second, first - second, first / (1 + second**2), first**2]
    )


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=40)
def test_an_expression_is_its_cancelled_form(seed):
    expr = random_fraction(Random(seed))
    assert is_zero_fraction(expr - cancel(together(expr)))
    assert not is_zero_fraction(expr - cancel(together(expr)) + Rational(1, 10**9))


def test_functions_are_variables():
    assert is_zero_fraction((sin(x) + pi) ** 2 - sin(x) ** 2 - 2 * pi * sin(x) - pi**2)
    assert not is_zero_fraction(sin(x) ** 2 + cos(x) ** 2 - 1)
    assert not is_zero_fraction(exp(2 * x) - exp(x) ** 2 + 1)
    assert is_zero_fraction(1 / (x + I) - (x - I) / (x**2 + 1))


def test_nothing_over_nothing_is_not_zero():
    nothing = (x + I) * (x - I) - x**2 - 1
    assert not is_zero_fraction((sin(x) - sin(x) + nothing) / (2 * nothing))


def test_roots_are_reduced():
    field = Fractions([x, r])
    numerator, _ = field.convert(r**5 - (x + 1) ** 2 * r)
    assert field.reduced(numerator, field.place[r], 2, field.convert(x + 1)) == 0
    numerator, _ = field.convert(r**4 - r**2)
    assert field.reduced(numerator, field.place[r], 2, field.convert(1 / x)) != 0


@pytest.mark.parametrize("expr", [(1 + x + y) ** 5000, sqrt(x), sin(x)])
def test_what_is_too_large_or_no_fraction(expr):
    with pytest.raises(TooLarge):
        Fractions([x, y]).convert(expr)
