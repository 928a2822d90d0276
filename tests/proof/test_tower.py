"""The normal form: identities are found, near misses are not."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import (
    I,
    Integer,
    Rational,
    Symbol,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    cos,
    cosh,
    cot,
    exp,
    expand,
    log,
    pi,
    sec,
    simplify,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
    tanh,
    together,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.evaluate import evaluate_mp
from sympy_ssde.proof.signs import Signs
from sympy_ssde.proof.tower import is_zero
from sympy_ssde.strategies import expressions

x, y = symbols("x y", positive=True)
r = Symbol("r", real=True)
SIGNS = Signs(Domain((Range(x, 0, 1), Range(y, 1, 2), Range(r, -1, 1))))

IDENTITIES = [
    sin(x) ** 2 + cos(x) ** 2 - 1,
    sin(x + y) - sin(x) * cos(y) - cos(x) * sin(y),
    tan(2 * x) - 2 * tan(x) / (1 - tan(x) ** 2),
    sec(x) ** 2 - tan(x) ** 2 - 1,
    cot(x) * tan(x) - 1,
    cosh(x) ** 2 - sinh(x) ** 2 - 1,
    tanh(x) - (exp(2 * x) - 1) / (exp(2 * x) + 1),
    exp(x / 3) ** 3 - exp(x),
    exp(x + y) - exp(x) * exp(y),
    exp(1 / (2 + 2 * x)) ** 2 - exp(1 / (1 + x)),
    exp(Rational(1, 2)) ** 2 - exp(1),
    sin(4 * atan(r)) - 4 * r * (1 - r**2) / (1 + r**2) ** 2,
    sin(atan(r)) - r / sqrt(1 + r**2),
    cos(3 * acos(r)) - 4 * r**3 + 3 * r,
    sin(2 * asin(r)) - 2 * r * sqrt(1 - r**2),
    exp(asinh(r)) - r - sqrt(r**2 + 1),
    exp(2 * atanh(r / 2)) - (2 + r) / (2 - r),
    cosh(acosh(1 + x)) - 1 - x,
    log(x * y) - log(x) - log(y),
    log(x**2 + 2 * x + 1) - 2 * log(x + 1),
    log(12) - 2 * log(2) - log(3),
    log(exp(r) * 2) - r - log(2),
    x**y - exp(y * log(x)),
    sqrt(2) * sqrt(3) - sqrt(6),
    sqrt(1 - x**2) - sqrt(1 - x) * sqrt(1 + x),
    sqrt(x) ** 3 - x * sqrt(x),
    1 / (sqrt(x) + sqrt(y)) - (sqrt(x) - sqrt(y)) / (x - y),
    cos(x + pi / 3) - cos(x) / 2 + sqrt(3) * sin(x) / 2,
    sqrt(x**2 + 2 * x * y + y**2) - x - y,
    (x**3) ** Rational(2, 3) - x**2,
    exp(I * x) - cos(x) - I * sin(x),
    sinh(log(x)) - (x - 1 / x) / 2,
    sqrt(exp(Rational(-2, 3)) + 1) ** 2 - exp(Rational(-2, 3)) - 1,
    sqrt(exp(-x / 3) + 1) * exp(x / 6) - sqrt(exp(x / 3) + 1),
    log(1 + exp(-x / 3)) + x / 3 - log(1 + exp(x / 3)),
    sqrt((sqrt(x) / 2 - 1 / (2 * sqrt(x))) ** 2 + 1) - sqrt(x) / 2 - 1 / (2 * sqrt(x)),
    sqrt((sqrt(1 + r**2) - 1) ** 2 + 4 * sqrt(1 + r**2)) - sqrt(1 + r**2) - 1,
    ((2 + exp(-x / 3)) ** 3) ** Rational(2, 3) - (2 + exp(-x / 3)) ** 2,
    ((x + exp(-x / 3)) ** 5) ** Rational(1, 5) - x - exp(-x / 3),
]

NOT_ZERO = [
    sin(x) ** 2 + cos(x) ** 2 - 1 - Rational(1, 10**40),
    sqrt(r**2) - r,  # |r| - r
    sqrt((r - 1) ** 2) - (r - 1),
    log(r**2) - 2 * log(r),
    sqrt(exp(2 * I * x)) + exp(I * x),
    exp(x * (1 + Rational(1, 10**60))) - exp(x),
    atan(r) + atan(1 / r) - pi / 2,
    exp(pi * sqrt(163)) - 262537412640768744,
    (-x) ** Rational(1, 3) + x ** Rational(1, 3),
    asin(sin(2 + y)) - 2 - y,
    sqrt(exp(Rational(-2, 3)) + 1) - sqrt(exp(Rational(2, 3)) + 1),
    sqrt(exp(-x / 3) + 1) - sqrt(exp(x / 3) + 1),
    sqrt((sqrt(x) / 2 + 1 / (2 * sqrt(x))) ** 2 - 1) - sqrt(x) / 2 + 1 / (2 * sqrt(x)),
    ((exp(-x / 3) - 2) ** 3) ** Rational(1, 3) - exp(-x / 3) + 2,
    log(1 + exp(-x / 3)) - log(1 + exp(x / 3)),
]


@pytest.mark.parametrize("expr", IDENTITIES, ids=str)
def test_identities(expr):
    assert is_zero(expr, SIGNS)


@pytest.mark.parametrize("expr", NOT_ZERO, ids=str)
def test_near_misses(expr):
    assert not is_zero(expr, SIGNS)


OPERATORS = ("+", "-", "*", "/", "sin", "cos", "exp", "log", "tanh", "sqrt")


@settings(max_examples=60, deadline=None)
@given(expressions((x, y), OPERATORS, max_depth=2), expressions((x, y), OPERATORS, max_depth=2))
def test_rewritten_differences_vanish(a, b):
    product = (a + b) * (a - b)
    assert is_zero(product - expand(a**2) + expand(b**2), SIGNS)
    assert is_zero(together(a / (1 + b**2)) - a / (1 + b**2), SIGNS)


@settings(max_examples=60, deadline=None)
@given(expressions((x, y), OPERATORS, max_depth=2))
def test_a_shift_is_seen(a):
    assert not is_zero(a - simplify(a) + Integer(1) / 1000, SIGNS)


ROOTED = ("+", "*", "/", "exp", "log", "sqrt", "sin", "atan")


@settings(max_examples=80, deadline=None)
@given(expressions((x, y), ROOTED, max_depth=3), st.integers(0, 10), st.sampled_from([0, 1, 2, 3]))
def test_never_zero_where_numbers_differ(a, place, kind):
    """A changed number, a dropped root, an inverted exponential: zero only if the values agree."""
    numbers = sorted((e for e in a.atoms(Rational) if e != 0), key=str)
    changes = [
        lambda e: e.xreplace({numbers[place % len(numbers)]: -numbers[place % len(numbers)]}),
        lambda e: e.replace(lambda p: p.is_Pow and p.exp == Rational(1, 2), lambda p: p.base),
        lambda e: e.replace(exp, lambda w: exp(-w)),
        lambda e: e.xreplace({x: y, y: x}),
    ]
    assume(numbers or kind)
    b = changes[kind](a)
    if is_zero(a - b, SIGNS):
        at = {x: mp.mpf("0.37"), y: mp.mpf("1.61"), r: mp.mpf("0.2")}
        with mp.workdps(60):
            difference = evaluate_mp(a - b, at)
            assert abs(difference) < mp.mpf(10) ** -40 * (1 + abs(evaluate_mp(a, at)))
