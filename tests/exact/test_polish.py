"""Polished constants: Newton's digits, and the exact values behind them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import Function, Rational, Symbol, cos, exp, log, pi, sin, sqrt, symbols

from sympy_ssde import Problem
from sympy_ssde.exact.polish import Identification, identified, polish

x, t = symbols("x t")
a, b, c = symbols("a b c")
k = Symbol("k", positive=True)
u = Function("u")
GROWTH = Problem(u(x).diff(x) - 3 * u(x) / 2, u(x), {u(0): pi})


def heat(start, rate=1):
    return Problem(
        u(x, t).diff(t) - rate * u(x, t).diff(x, 2),
        u(x, t),
        {u(x, 0): start, u(0, t): start.subs(x, 0)},
    )


@given(st.floats(-0.05, 0.05), st.floats(-0.05, 0.05))
@settings(deadline=None, max_examples=15)
def test_newton_s_method_finds_the_digits_from_nearby(da, db):
    with mp.workdps(60):
        found = polish(a * exp(b * x), {a: 3.14 + da, b: 1.5 + db}, GROWTH)
        assert abs(found[a] - mp.pi) < mp.mpf(10) ** -45
        assert abs(found[b] - mp.mpf("1.5")) < mp.mpf(10) ** -45


def test_constants_that_are_not_determined_do_not_converge():
    with mp.workdps(60):
        assert polish(a * b * exp(c * x), {a: 3.0, b: 1.0, c: 1.5}, GROWTH) is None


def test_no_root_no_digits():
    with mp.workdps(60):
        found = polish(a + 0 * x, {a: 1.0}, Problem(u(x).diff(x), u(x), {u(0) ** 2: -1}))
    assert found is None


def test_where_the_expression_has_no_value_there_are_no_digits():
    with mp.workdps(60):
        assert polish(sqrt(b - 5) * x, {b: 5.0}, GROWTH) is None
        assert polish(log(x - x + b) * exp(x), {b: 0.0}, GROWTH) is None


@pytest.mark.parametrize(
    ("problem", "expr", "start", "wanted"),
    [
        (GROWTH, a * exp(b * x), {a: 3.1, b: 1.52}, {a: pi, b: Rational(3, 2)}),
        (
            heat(sin(pi * x)),
            sin(a * x) * exp(b * t),
            {a: 3.14, b: -9.8},
            {a: pi, b: -(pi**2)},
        ),
        (
            heat(2 + sqrt(2) * sin(x), Rational(1, 3)),
            a + b * sin(x) * exp(c * t),
            {a: 2.1, b: 1.4, c: -0.3},
            {a: 2, b: sqrt(2), c: Rational(-1, 3)},
        ),
    ],
)
def test_exact_values(problem, expr, start, wanted):
    (found,) = Identification(expr, start, problem, 20.0).run()
    assert set(found) == set(wanted)
    assert all((found[s] - wanted[s]).equals(0) for s in wanted)


def test_constants_of_problems_with_parameters():
    problem = Problem(u(x).diff(x) + k * u(x), u(x), {u(0): 2}, params={k: (1, 2)})
    (found,) = Identification(a * exp(b * k * x), {a: 2.02, b: -0.98}, problem, 20.0).run()
    assert found == {a: 2, b: -1}


def test_nothing_is_yielded_where_nothing_converges():
    assert (
        list(Identification(a * b * exp(c * x), {a: 3.0, b: 1.0, c: 1.5}, GROWTH, 20.0).run()) == []
    )


def test_a_number_that_nobody_knows_is_no_answer():
    """The constant solves cos(a) = a: its digits are found, its name is not."""
    problem = Problem(u(x).diff(x), u(x), {cos(u(0)): u(0)})
    with mp.workdps(60):
        digits = polish(a + 0 * x, {a: 0.7}, problem)[a]
        assert abs(mp.cos(digits) - digits) < mp.mpf(10) ** -45
    assert list(Identification(a + 0 * x, {a: 0.7}, problem, 20.0).run()) == []


def test_the_worker_gives_the_same_answer():
    assert identified(a * exp(b * x), {a: 3.1, b: 1.52}, GROWTH) == {a: pi, b: Rational(3, 2)}


@pytest.mark.slow
def test_the_worker_keeps_its_deadline():
    tower = a * exp(exp(exp(b * x)))
    assert identified(tower, {a: 3.0, b: 4.0}, GROWTH, timeout=0.5) is None
