"""Expressions that nobody can compute with are refused, and soon."""

import time

import pytest
from sympy import Function, Integer, Rational, Symbol, cos, exp, sin

from sympy_ssde import Problem
from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.sizes import check_size

x = Symbol("x")
u = Function("u")


def nested(depth):
    expr = x
    for _ in range(depth):
        expr = sin(expr)
    return expr


def shared(depth):
    expr = x
    for _ in range(depth):
        expr = sin(expr) + cos(expr)
    return expr


LARGE = [
    x ** (10**10),
    (x**2000 + 1) ** 2000,
    ((x**200 + 1) ** 200 + 1) ** 200,
    x * Integer(7) ** 10**5,
    x / Integer(7) ** 10**5,
    nested(300),
    shared(30),
]


@pytest.mark.parametrize("expr", LARGE)
def test_large_ones_are_refused(expr):
    start = time.monotonic()
    with pytest.raises(ProblemError):
        check_size(expr)
    with pytest.raises(ProblemError):
        Problem(u(x).diff(x) - expr, u(x), {u(0): 1})
    with pytest.raises(ProblemError):
        Problem(u(x).diff(x) - u(x), u(x), {u(0): 1, u(1): expr})
    assert time.monotonic() - start < 1


@pytest.mark.parametrize(
    "expr", [nested(20), shared(8), x**1000, exp(x * 10**9), x ** Rational(1, 99)]
)
def test_others_are_not(expr):
    check_size(expr)
