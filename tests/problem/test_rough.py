"""Where functions jump or bend."""

import pytest
from sympy import (
    Abs,
    DiracDelta,
    Eq,
    Function,
    Heaviside,
    Max,
    Min,
    Piecewise,
    Rational,
    Symbol,
    exp,
    pi,
    sign,
    sin,
)
from sympy.abc import a, t, x

from sympy_ssde import Problem
from sympy_ssde.problem.rough import impulses, is_rough, linear_switches, switching

u = Function("u")


@pytest.mark.parametrize(
    ("expr", "places"),
    [
        (Heaviside(x - 1), [1]),
        (sign(2 * x + 3) * t, [-Rational(3, 2)]),
        (Abs(x - pi) + sin(x), [pi]),
        (Max(x, 2), [2]),
        (Min(t, 2 * x, 3), [Rational(3, 2)]),
        (Piecewise((1, x < 1), (x, x < 2), (0, True)), [1, 2]),
        (Piecewise((1, (x > 0) & (x < 2)), (0, True)), [0, 2]),
        (Abs(x**2 - 1) + Abs(t), []),
        (sin(x), []),
    ],
)
def test_places_at_which_something_is_switched(expr, places):
    assert set(linear_switches(expr, x)) == set(places)
    assert is_rough(expr) == (expr != sin(x))


def test_what_vanishes_there():
    assert switching(Heaviside(x - 1)) == [x - 1]
    assert {abs(e.subs(x, 2)) for e in switching(Max(x, 2))} == {0}


def domain(equation, conditions, variable):
    (r,) = Problem(equation, u(variable), conditions).domain
    return r.low, r.high


def test_a_range_that_nobody_gives_reaches_beyond_them():
    assert domain(Eq(u(t).diff(t), Heaviside(t - 1)), {u(0): 0}, t) == (0, 2)
    assert domain(Eq(u(t).diff(t), Min(t, 5) - Abs(t - 7)), {u(0): 0}, t) == (0, 8)
    assert domain(Eq(u(t).diff(t), Abs(t)), {u(0): 0}, t) == (0, 1)
    assert domain(Eq(u(t).diff(t, 2), Heaviside(t - 3)), {u(0): 0, u(1): 0}, t) == (0, 1)
    p = Symbol("p", positive=True)
    assert domain(Eq(u(p).diff(p), Heaviside(p - 3)), {u(0): 0}, p) == (0, 4)
    assert domain(Eq(u(t).diff(t), DiracDelta(t - 5)), {u(0): 0}, t) == (0, 6)


@pytest.mark.parametrize(
    ("expr", "rest", "strengths"),
    [
        (sin(x), sin(x), {}),
        (a * DiracDelta(x - 1) - x, -x, {1: a}),
        (DiracDelta(2 - 3 * x) * x, 0, {Rational(2, 3): Rational(2, 9)}),
        (2 * (DiracDelta(x - pi) - DiracDelta(x + 1)), 0, {pi: 2, -1: -2}),
        (exp(-x) * DiracDelta(x - a), 0, {a: exp(-a)}),
        (DiracDelta(x) + DiracDelta(2 * x), 0, {0: Rational(3, 2)}),
        (sin(x) * DiracDelta(x), 0, {0: 0}),
    ],
)
def test_impulses_and_what_is_left(expr, rest, strengths):
    assert impulses(expr, x) == (rest, strengths)


def test_impulses_times_what_is_unknown_cannot_be_read():
    assert impulses(a * DiracDelta(x), x) is not None
    assert impulses(a * DiracDelta(x), x, [a]) is None
    assert impulses(a + DiracDelta(x), x, [a]) == (a, {0: 1})


@pytest.mark.parametrize(
    "expr",
    [
        DiracDelta(x, 1),
        DiracDelta(x**2 - 1),
        DiracDelta(a * x),
        DiracDelta(a),
        DiracDelta(x) ** 2,
        DiracDelta(x) * DiracDelta(x - 1),
        DiracDelta(x) / x,
        Abs(x) * DiracDelta(x),
        Heaviside(x) * DiracDelta(x),
        sin(DiracDelta(x)),
        DiracDelta(x - 1).diff(x),
        u(x) * DiracDelta(x),
        Piecewise((DiracDelta(x), x < 1), (0, True)),
    ],
)
def test_impulses_that_cannot_be_read(expr):
    assert impulses(expr, x) is None
