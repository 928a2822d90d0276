"""Constants for which expressions vanish at every place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, cos, exp, sech, sin, sqrt, symbols, tanh
from sympy.abc import x, y

from sympy_ssde.reduction.matching import matching_constants

a, b, c = symbols("a b c")
numbers = st.integers(-5, 5)


@settings(max_examples=30, deadline=None)
@given(numbers, numbers, numbers)
def test_constants_come_back(p, q, r):
    shapes = (sin(x) * sech(x), cos(x) * sech(x), x * exp(x))
    gap = sum(((s - v) * f for s, v, f in zip((a, b, c), (p, q, r), shapes, strict=True)), x - x)
    assert list(matching_constants([gap], [x], [a, b, c])) == [{a: p, b: q, c: r}]


@pytest.mark.parametrize(
    ("gaps", "wanted"),
    [
        ([a * tanh(x) ** 2 + b * sech(x) ** 2 - 3], [{a: 3, b: 3}]),
        ([a * sin(x) ** 2 + b * cos(x) ** 2 - 2], [{a: 2, b: 2}]),
        ([a * x - 2 * x, b * y - a * y], [{a: 2, b: 2}]),  # all of them
        ([a * x - 2 * x, a * y - 3 * y], []),
        ([a * x + b * x - 3 * x], [{a: 3, b: 0}]),  # what is free is zero
        ([a * sqrt(2) * exp(2 * x) - exp(x) ** 2, b * x], [{a: Rational(1, 2) * sqrt(2), b: 0}]),
    ],
)
def test_linear_equations(gaps, wanted):
    assert list(matching_constants(gaps, [x, y], [a, b])) == wanted


def test_one_constant_may_be_the_root_of_a_square():
    found = list(matching_constants([(a**2 - 4) * exp(x)], [x], [a]))
    assert {v[a] for v in found} == {2, -2}


def test_nothing_says_nothing():
    assert list(matching_constants([x - x], [x], [a])) == []


def test_long_sums_of_products_are_compared_term_by_term():
    waves = [exp(x) * sin(n * y + x) - exp(y) * cos(n * x - y) for n in range(1, 7)]
    total = sum(waves, x - x)
    gap = (a - 2) * total**2 + (b + 3) * total
    assert list(matching_constants([gap], [x, y], [a, b])) == [{a: 2, b: -3}]
