"""Derivatives by several variables are SymPy's, and products of many factors cost little."""

import time
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Function, Rational, S, cos, exp, log, sin, symbols
from sympy.abc import x, y, z

from sympy_ssde.problem.derivatives import derivative

FACTORS = (x, y**2, sin(x * y), exp(-z), cos(2 * z + x), x + y, log(2 + x**2), S(3))


@given(
    st.lists(st.sampled_from(FACTORS), min_size=1, max_size=5),
    st.lists(st.sampled_from(FACTORS), max_size=3),
    st.tuples(*[st.integers(0, 2)] * 3),
)
def test_it_is_sympys(factors, terms, orders):
    expr = prod(factors) + sum(terms)
    counts = [(v, n) for v, n in zip((x, y, z), orders, strict=True) if n]
    expected = expr.diff(*counts) if counts else expr
    at = {x: Rational(3, 7), y: Rational(-5, 4), z: Rational(2, 3)}
    found = derivative(expr, (x, y, z), orders)
    assert abs((found - expected).xreplace(at).evalf(30)) < 1e-20


@pytest.mark.parametrize(
    "expr", [exp(-x) * sin(2 * x), x * exp(x), -2 * x**3, sin(x) / x, x**2 * y, y * exp(x * y)]
)
def test_it_has_sympys_form(expr):
    assert derivative(expr, (x, y), (2, 0)) == expr.diff(x, 2)
    assert derivative(expr, (x, y), (1, 1)) == expr.diff(x, y)


def test_unknown_functions_are_differentiated():
    u = Function("u")(x, y)
    assert derivative(y * u, (x, y), (2, 1)) == y * u.diff(x, 2, y) + u.diff(x, 2)


def test_wide_products_cost_little():
    space = symbols("x1:41")
    wide = prod(sin(v) for v in space)
    begin = time.process_time()
    assert derivative(wide, space, (2,) + (0,) * 39) == -wide
    mine = time.process_time() - begin
    begin = time.process_time()
    assert wide.diff(space[1], 2) == -wide
    assert mine < (time.process_time() - begin) / 4
