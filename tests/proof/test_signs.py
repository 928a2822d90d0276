"""Signs that hold on the whole open domain."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import (
    I,
    Piecewise,
    Symbol,
    acos,
    besselj,
    cos,
    exp,
    floor,
    gamma,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.evaluate import evaluate_mp, multiprecision
from sympy_ssde.proof.signs import Signs, with_signs
from sympy_ssde.strategies import expressions

x, y = symbols("x y", real=True)
p = Symbol("p", positive=True)


def signs(**ends):
    names = {"x": x, "y": y, "p": p}
    return Signs(Domain(tuple(Range(names[k], *v) for k, v in ends.items())))


@pytest.mark.parametrize(
    ("expr", "oracle", "sign"),
    [
        (2 + cos(x), signs(x=(-oo, oo)), 1),
        (1 - x, signs(x=(0, 1)), 1),
        (x * (x - 1), signs(x=(0, 1)), -1),
        (y + (p - y) * exp(-x), signs(x=(0, oo), y=(1, 5), p=(0, oo)), 1),
        (y * exp(x) - y + p, signs(x=(0, oo), y=(1, 5), p=(0, oo)), 1),
        (1 - x**2, signs(x=(-1, 1)), 1),
        (sin(pi * x), signs(x=(0, 1)), 1),
        (cos(x), signs(x=(-1, 1)), 1),
        (sin(x), signs(x=(0, pi)), 1),
        (1 - x**2 - y**2, signs(x=(-1, 1), y=(-sqrt(1 - x**2), sqrt(1 - x**2))), 1),
        (x**3 - 2, signs(x=(0, 1)), -1),
        (exp(x) - 1, signs(x=(0, 1)), 1),
        (log(x), signs(x=(0, 1)), -1),
        (log(x) - log(p), signs(p=(0, oo), x=(0, p)), -1),
        (log(x) / 2 - log(2 * p) / 3 + log(p) / 3, signs(p=(0, oo), x=(2, oo)), 1),
        (x + y, signs(x=(1, 2), y=(-1, 3)), 1),
        (p - 3, signs(p=(3, oo)), 1),
        (4 - x**2 - y**2, signs(x=(0, 1), y=(0, 1)), 1),
        (2 - p * x / 2, signs(p=(0, oo), x=(0, 1 / p)), 1),
        (p**2 - x * p, signs(p=(0, oo), x=(-p, p)), 1),
    ],
)
def test_proved(expr, oracle, sign):
    assert oracle.sign(expr) == sign
    assert oracle.sign(-expr) == -sign


@pytest.mark.parametrize(
    ("expr", "oracle"),
    [
        (x, signs(x=(-1, 1))),
        (y - p * exp(-x), signs(x=(0, oo), y=(1, 5), p=(2, oo))),
        (cos(x), signs(x=(0, 2))),
        (x**2, signs(x=(-1, 1))),
        (x - y, signs(x=(0, 1), y=(0, 1))),
        (1 - x**2 - y**2, signs(x=(-1, 1), y=(-1, 1))),
        (2 - p * x, signs(p=(0, oo), x=(0, 3 / p))),
        (p + floor(x) * (2 - floor(x)), signs(p=(0, oo), x=(-1, 4))),
        (Piecewise((p, x < 1), (-p, x < 2), (p, True)), signs(p=(0, oo), x=(0, 3))),
        (sin(1 / x), signs(x=(0, 1))),
        (2 * log(x) - log(p), signs(p=(0, oo), x=(0, p))),
        (log(x) - log(y), signs(x=(1, 3), y=(2, 4))),
    ],
)
def test_not_claimed(expr, oracle):
    assert oracle.sign(expr) is None


@settings(max_examples=80, deadline=None)
@given(expressions((x, y)), st.integers(0, 10**6))
def test_never_wrong(expr, seed):
    oracle = signs(x=(-1, 2), y=(0, 1))
    sign = oracle.sign(expr)
    if sign is not None:
        at = oracle.domain.point(Random(seed), margin=0)
        with mp.workdps(30):
            assert evaluate_mp(expr, multiprecision(at)) * sign > 0


def test_symbols_carry_what_the_domain_implies():
    a, b = symbols("a b")
    known = with_signs(Domain((Range(a, 0, 1), Range(b, -2, 0), Range(x, -1, 1), Range(p, 1, 2))))
    assert known[a].is_positive and known[b].is_negative and known[p].is_positive
    assert known[x].is_real and known[x].is_positive is None


def test_a_symbol_s_own_sign_gives_way_to_its_range():
    known = with_signs(Domain((Range(p, -1, 1),)))
    assert known[p].is_positive is None
    free = with_signs(Domain((Range(p, -oo, oo),)))
    assert free[p].is_positive


@pytest.mark.parametrize(
    ("expr", "real"),
    [
        (tanh(sqrt(x + 1)), True),
        (tanh(sqrt(x - 25)), False),
        (log(x + 2), True),
        (log(x), False),
        (acos(x / 2), True),
        (acos(2 * x), False),
        (exp(I * x), False),
        (I * x, False),
        ((x + 2) ** y, True),
        (x**y, False),
        (besselj(1, x) + gamma(x), True),
    ],
)
def test_reality(expr, real):
    assert signs(x=(-1, 1), y=(-1, 1)).is_real(expr) is real


@pytest.mark.parametrize("expr", [2 + tanh(sqrt(x - 25)), 3 + cos(sqrt(x - 9)), 1 + exp(I * x)])
def test_bounds_of_real_functions_say_nothing_of_complex_arguments(expr):
    assert signs(x=(0, 5)).sign(expr) is None
