"""Limits of numbers: exact where they are small, refused before they fill the memory."""

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import E, Integer, Rational, S, Symbol, exp, log, oo, pi, sqrt, symbols

from sympy_ssde.problem.text.numbers import (
    MAX_BITS,
    MAX_COORDINATE,
    MAX_DECIMAL_EXPONENT,
    MAX_DIGITS,
    MAX_EXPONENT,
    TooLarge,
    add,
    bits,
    check_coordinates,
    check_exponential,
    multiply,
    power,
    read_number,
)

x, y = symbols("x y")
rationals = st.fractions(max_denominator=10**6).map(lambda f: Rational(f.numerator, f.denominator))


@given(st.integers(0, 10**12), st.text("0123456789", max_size=9), st.integers(-40, 40))
def test_decimal_numbers_are_exact(whole, digits, exponent):
    text = f"{whole}.{digits}e{exponent}"
    wanted = Fraction(int(f"{whole}{digits}"), 10 ** len(digits)) * Fraction(10) ** exponent
    found = read_number(text)
    assert (found.p, found.q) == (wanted.numerator, wanted.denominator)
    assert read_number(text.upper()) == found


@given(rationals)
def test_written_numbers_are_read_back(number):
    ten = Rational(abs(number.p), 10**7)
    assert read_number(f"{float(0):g}") == 0
    assert read_number(str(abs(number.p))) == abs(number.p)
    assert read_number(f"{abs(number.p)}e-7") == ten


@pytest.mark.parametrize(
    "text",
    [
        "1" * (MAX_DIGITS + 1),
        "0." + "1" * (MAX_DIGITS + 1),
        f"1e{MAX_DECIMAL_EXPONENT + 1}",
        f"1e-{MAX_DECIMAL_EXPONENT + 1}",
        "1e999999999999",
    ],
)
def test_numbers_without_end_are_refused(text):
    with pytest.raises(TooLarge):
        read_number(text)


def test_the_largest_numbers_are_read():
    assert read_number("9" * MAX_DIGITS) == 10**MAX_DIGITS - 1
    assert read_number(f"1e{MAX_DECIMAL_EXPONENT}") == 10**MAX_DECIMAL_EXPONENT
    assert read_number("0" * 500 + "7") == 7


@given(rationals)
def test_bits_are_those_of_both_terms(number):
    assert bits(number) == abs(number.p).bit_length() + number.q.bit_length()


@given(st.lists(rationals, min_size=1, max_size=5))
def test_small_sums_and_products_are_those_of_sympy(values):
    terms = [value * x for value in values]
    assert add(terms) == sum(terms, S.Zero)
    product = S.One
    for value in values:
        product *= value
    assert multiply(list(values)) == product


def test_sums_and_products_that_grow_are_refused():
    primes = [Integer(2) ** 521 - 1, Integer(2) ** 607 - 1, Integer(2) ** 1279 - 1]
    tall = [*primes, Integer(3) ** 1000, Integer(5) ** 700]
    with pytest.raises(TooLarge, match="common denominator"):
        add([Rational(1, p) for p in tall])
    with pytest.raises(TooLarge, match="product is too large"):
        multiply([Integer(2) ** (MAX_BITS // 2), Integer(3) ** MAX_BITS * x])
    assert add([x] * 1000) == 1000 * x
    assert multiply([S.NegativeOne] * 1000 + [x]) == x


@given(st.integers(-9, 9).filter(bool), st.integers(-9, 9))
def test_small_powers_are_those_of_sympy(base, exponent):
    assert power(Integer(base), Integer(exponent)) == Integer(base) ** exponent
    assert power(x, Integer(exponent)) == x**exponent


@pytest.mark.parametrize(
    ("base", "exponent"),
    [
        (Integer(9), Integer(9) ** 9),
        (Integer(10), Integer(5000)),
        (Rational(1, 10), Integer(5000)),
        (7 * x, Integer(9999)),
        (x, Integer(MAX_EXPONENT + 1)),
        (x ** Integer(5000), Integer(5000)),
        (pi, Integer(9999)),
        (E, Integer(MAX_EXPONENT + 1)),
        (x, Integer(MAX_EXPONENT + 1) * y),
        (x, Rational(1, Integer(7) ** 999)),
    ],
)
def test_powers_without_end_are_refused_at_once(base, exponent):
    start = time.monotonic()
    with pytest.raises(TooLarge):
        power(base, exponent)
    assert time.monotonic() - start < 1


def test_powers_of_zero_and_one_are_harmless():
    for number in (0, 1, -1):
        assert power(Integer(number), Integer(MAX_EXPONENT)) == Integer(number) ** 2


def test_towers_of_exponentials_are_limited():
    two = exp(exp(x))
    check_exponential(exp(x))
    with pytest.raises(TooLarge, match="exponentials inside each other"):
        check_exponential(two)
    with pytest.raises(TooLarge, match="exponentials inside each other"):
        power(Integer(2), two)


@pytest.mark.parametrize(
    "argument", [Integer(10) ** 5, Integer(10) ** 400, pi * 10**6, 10**6 * log(x), oo]
)
def test_exponentials_of_large_numbers_are_refused(argument):
    with pytest.raises(TooLarge):
        check_exponential(S(argument))


@pytest.mark.parametrize("argument", [x, 10**6 * x, -pi, Rational(1, 10**300), sqrt(2) * log(x)])
def test_exponentials_of_others_are_not(argument):
    check_exponential(S(argument))


@given(st.integers(1, 10**6))
@settings(deadline=None)
def test_coordinates_are_limited_where_they_enter_an_exponent(place):
    check_coordinates([x**2, exp(x)], [Integer(place)])
    if place > MAX_COORDINATE:
        with pytest.raises(TooLarge, match="enters an exponent"):
            check_coordinates([2**x], [Integer(place)])
    else:
        check_coordinates([2**x], [Integer(place)])


def test_coordinates_in_towers_and_logarithms():
    check_coordinates([exp(exp(x))], [Integer(100)])
    with pytest.raises(TooLarge, match="over 100 "):
        check_coordinates([exp(exp(x))], [Integer(101)])
    k = Symbol("k")
    with pytest.raises(TooLarge, match="logarithm"):
        check_coordinates([exp(10**6 * k)], [log(2)])
    check_coordinates([exp(3 * k)], [log(2)])
    check_coordinates([], [])
