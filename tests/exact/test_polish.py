"""Polished constants: Newton's digits."""

from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import Function, exp, log, pi, sqrt, symbols

from sympy_ssde import Problem
from sympy_ssde.exact.polish import polish

x = symbols("x")
a, b, c = symbols("a b c")
u = Function("u")
GROWTH = Problem(u(x).diff(x) - 3 * u(x) / 2, u(x), {u(0): pi})


@given(st.floats(-0.05, 0.05), st.floats(-0.05, 0.05))
@settings(deadline=None, max_examples=15)
def test_newton_s_method_finds_the_digits_from_nearby(da, db):
    with mp.workdps(60):
        found = polish([a * exp(b * x)], {a: 3.14 + da, b: 1.5 + db}, GROWTH)
        assert abs(found[a] - mp.pi) < mp.mpf(10) ** -45
        assert abs(found[b] - mp.mpf("1.5")) < mp.mpf(10) ** -45


def test_constants_that_are_not_determined_do_not_converge():
    with mp.workdps(60):
        assert polish([a * b * exp(c * x)], {a: 3.0, b: 1.0, c: 1.5}, GROWTH) is None


def test_no_root_no_digits():
    with mp.workdps(60):
        found = polish([a + 0 * x], {a: 1.0}, Problem(u(x).diff(x), u(x), {u(0) ** 2: -1}))
    assert found is None


def test_where_the_expression_has_no_value_there_are_no_digits():
    with mp.workdps(60):
        assert polish([sqrt(b - 5) * x], {b: 5.0}, GROWTH) is None
        assert polish([log(x - x + b) * exp(x)], {b: 0.0}, GROWTH) is None


def test_simple_numbers_need_not_be_determined():
    problem = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
    with mp.workdps(60):
        found = polish([a * b * exp(x)], {a: 2.0000000000001, b: 0.5}, problem)
        assert found == {a: 2, b: mp.mpf(1) / 2}
        assert polish([a * b * exp(x)], {a: 2.0, b: 0.25}, problem) is None
