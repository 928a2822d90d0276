"""Exact values of fitted constants: named by their digits, or solved for."""

import pytest
from mpmath import mp
from sympy import Function, Rational, Subs, Symbol, atan, cos, exp, pi, sin, sqrt, symbols

from sympy_ssde import Problem
from sympy_ssde.exact.polish import polish
from sympy_ssde.exact.recognition import Recognition, recognised

x, t = symbols("x t")
a, b, c, p = symbols("a b c p")
k = Symbol("k", positive=True)
u = Function("u")
GROWTH = Problem(u(x).diff(x) - 3 * u(x) / 2, u(x), {u(0): pi})


def heat(start, rate=1):
    return Problem(
        u(x, t).diff(t) - rate * u(x, t).diff(x, 2),
        u(x, t),
        {u(x, 0): start, u(0, t): start.subs(x, 0)},
    )


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
    (found,) = Recognition((expr,), start, problem, 20.0).run()
    assert set(found) == set(wanted)
    assert all((found[s] - wanted[s]).equals(0) for s in wanted)


def test_constants_of_problems_with_parameters():
    problem = Problem(u(x).diff(x) + k * u(x), u(x), {u(0): 2}, params={k: (1, 2)})
    (found,) = Recognition((a * exp(b * k * x),), {a: 2.02, b: -0.98}, problem, 20.0).run()
    assert found == {a: 2, b: -1}


def test_constants_that_are_not_determined_are_left_open():
    assert not list(
        Recognition((a * b * exp(c * x),), {a: 3.0, b: 1.1, c: 1.5}, GROWTH, 20.0).run()
    )


def test_a_number_that_nobody_knows_is_no_answer():
    """The constant solves cos(a) = a: its digits are found, its name is not."""
    problem = Problem(u(x).diff(x), u(x), {cos(u(0)): u(0)})
    with mp.workdps(60):
        digits = polish([a + 0 * x], {a: 0.7}, problem)[a]
        assert abs(mp.cos(digits) - digits) < mp.mpf(10) ** -45
    assert list(Recognition((a + 0 * x,), {a: 0.7}, problem, 20.0).run()) == []


def test_the_worker_gives_the_same_answer():
    assert recognised((a * exp(b * x),), {a: 3.1, b: 1.52}, GROWTH) == {a: pi, b: Rational(3, 2)}


@pytest.mark.slow
def test_the_worker_keeps_its_deadline():
    tower = a * exp(exp(exp(b * x)))
    assert recognised((tower,), {a: 3.0, b: 4.0}, GROWTH, timeout=0.5) is None


DAMPED = Problem(
    u(x).diff(x, 2) + 2 * u(x).diff(x) + 10 * u(x), u(x), {u(0): 1, Subs(u(x).diff(x), x, 0): 0}
)
OSCILLATION = (a * exp(b * x) * cos(c * x + p),), {a: 1.05409255, b: -1.0, c: 3.0, p: -0.32175055}


def test_constants_that_no_digits_give_away_are_solved_for():
    (found,) = Recognition(*OSCILLATION, DAMPED, 20.0).run()
    assert found == {a: sqrt(10) / 3, b: -1, c: 3, p: -atan(Rational(1, 3))}


def test_answers_that_were_tried_are_passed_over():
    first = list(Recognition(*OSCILLATION, DAMPED, 20.0).run())
    second = list(Recognition(*OSCILLATION, DAMPED, 20.0, skip=1).run())
    assert len(first) == 1 and first != second
