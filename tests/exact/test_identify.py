"""From digits to exact numbers: what is identified agrees, and noise is not identified."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import E, Function, Integer, N, Rational, cos, exp, log, pi, sin, sqrt, symbols

from sympy_ssde import Problem
from sympy_ssde.exact.identify import DIGITS, bases, identify, numbers_of, rational

x, t = symbols("x t")
u = Function("u")
fractions = st.fractions(-500, 500, max_denominator=500)


def digits(expr):
    return mp.mpmathify(N(expr, mp.dps + 10))


@given(fractions)
@settings(deadline=None)
def test_rationals_are_found_again(fraction):
    wanted = Rational(fraction.numerator, fraction.denominator)
    with mp.workdps(50):
        value = mp.mpf(fraction.numerator) / fraction.denominator
        assert rational(value) == identify(value) == wanted


@given(st.integers(0, 2**100))
@settings(deadline=None)
def test_random_digits_are_no_rational(bits):
    with mp.workdps(50):
        value = (mp.mpf(bits) + mp.pi) / mp.mpf(2) ** 100
        assert rational(value) is None


def test_rationals_have_to_agree_to_many_digits():
    with mp.workdps(50):
        third = mp.mpf(1) / 3
        assert rational(third + mp.mpf(10) ** -(DIGITS + 5)) == Rational(1, 3)
        assert rational(third + mp.mpf(10) ** -(DIGITS - 5)) is None
        assert rational(mp.mpf(10**7 + 1) / 10**7) is None  # terms that are too long


@given(
    st.sampled_from([pi, 1 / pi, pi**2, E, sqrt(2), sqrt(3), sqrt(pi), exp(-1)]),
    st.integers(1, 60),
    st.integers(1, 60),
    st.sampled_from([1, -1]),
)
@settings(deadline=None, max_examples=40)
def test_multiples_of_known_numbers_are_found_again(base, p, q, sign):
    wanted = sign * Rational(p, q) * base
    with mp.workdps(50):
        found = identify(digits(wanted))
    assert found is not None and (found - wanted).equals(0)


@pytest.mark.parametrize(
    "wanted",
    [
        Integer(0),
        sqrt(Rational(7, 3)),
        Rational(5, 2) ** Rational(1, 3),
        -sqrt(Rational(5, 8)),
        log(3),
        -2 * log(Rational(5, 7)),
        exp(Rational(-3, 4)),
        3 * exp(2),
        1 + pi,
        2 - 3 * sqrt(2),
        1 / (pi - 1),
        log(1 + sqrt(2)),
    ],
)
def test_kinds_of_numbers(wanted):
    with mp.workdps(50):
        found = identify(digits(wanted))
    assert found is not None
    assert abs(N(found - wanted, 40)) < 1e-30


def test_what_nobody_knows_is_not_identified():
    with mp.workdps(50):
        for value in (mp.zeta(3) + mp.euler / 7, mp.besseljzero(0, 1), mp.cos(mp.mpf(1)) ** 2):
            assert identify(value) is None


@given(st.integers(1, 30), st.integers(1, 30))
@settings(deadline=None, max_examples=15)
def test_the_problem_s_own_numbers_are_known(p, q):
    own = cos(1)
    with mp.workdps(50):
        value = digits(Rational(p, q) * own)
        found = identify(value, (own,))
    assert found == Rational(p, q) * own


def test_numbers_of_a_problem():
    problem = Problem(
        u(x, t).diff(t) - sqrt(3) * u(x, t).diff(x, 2),
        u(x, t),
        {u(x, 0): 2 * sin(pi * x), u(x, t).diff(x).subs(x, exp(-1)): log(2) / 5},
        {x: (0, exp(-1)), t: (0, 1)},
    )
    found = numbers_of(problem)
    assert {pi, sqrt(3), exp(-1), log(2)} <= set(found)
    assert all(n.is_number and not n.is_Rational for n in found)
    sizes = [n.count_ops() for n in found]
    assert sizes == sorted(sizes)


def test_problems_without_irrational_numbers_have_none():
    assert numbers_of(Problem(u(x).diff(x) - x / 3, u(x), {u(0): Rational(1, 7)})) == ()


@given(st.lists(st.sampled_from([pi, log(2), sqrt(5), exp(-2), -log(3)]), max_size=4, unique=True))
@settings(deadline=None, max_examples=15)
def test_bases_are_real_and_differ(numbers):
    found = bases(tuple(numbers))
    assume(numbers)
    assert len(set(found)) == len(found) and found[0] == 1
    assert all(b.is_real for b in found) and set(numbers) <= set(found)
