"""A quick look at candidates: wrong ones are seen, what has no numbers is left to the proof."""

import pytest
from sympy import Function, S, Symbol, cos, exp, oo, sin, sqrt
from sympy.abc import t, x

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.plausible import is_plausible

u, v = Function("u"), Function("v")
k = Symbol("k", positive=True)
WAVE = Problem(
    u(x, t).diff(t, 2) - k**2 * u(x, t).diff(x, 2),
    u(x, t),
    {u(x, 0): sin(x), u(x, t).diff(t).subs(t, 0): 0, u(0, t): 0},
    {x: (0, 3), t: (0, 1)},
)
TURN = Problem(
    [u(t).diff(t) - v(t), v(t).diff(t) + u(t)], [u(t), v(t)], {u(0): 0, v(0): 1}, {t: (0, 1)}
)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (sin(x) * cos(k * t), True),
        (sin(x) * cos(2 * k * t), False),
        (sin(x) * cos(k * t) + S(1) / 10**12, False),
        (sin(x) * cos(k * t) + Symbol("C1"), False),
        (sin(x), False),
    ],
)
def test_numbers_decide(expr, expected):
    assert is_plausible(WAVE, (expr,)) is expected


def test_systems():
    assert is_plausible(TURN, (sin(t), cos(t)))
    assert not is_plausible(TURN, (cos(t), sin(t)))


def test_conditions_at_infinity_are_left_to_the_proof():
    fading = Problem(u(x).diff(x) + u(x), u(x), {u(0): 1, u(oo): 0}, {x: (0, oo)})
    assert is_plausible(fading, (exp(-x),)) and not is_plausible(fading, (exp(-2 * x),))


def test_what_has_no_value_is_left_to_the_proof():
    singular = Problem(x * u(x).diff(x) - u(x) / 2, u(x), {u(0): 0})
    assert is_plausible(singular, (sqrt(x),))
    undefined = Problem(u(x).diff(x), u(x), {u(0): 1})
    assert is_plausible(undefined, (x / x + 0 * x,))


def test_what_grows_towards_infinity_is_not_plausible_where_it_must_vanish():
    far = Function("far")(x)
    decay = Problem(
        far.diff(x, 2) - far, far, {far.subs(x, 0): 1, far.subs(x, oo): 0}, {x: (0, oo)}
    )
    assert is_plausible(decay, (exp(-x),))
    assert not is_plausible(decay, (exp(x),))
    slow = Problem(
        x * far.diff(x) + far, far, {far.subs(x, 1): 1, far.subs(x, oo): 0}, {x: (1, oo)}
    )
    assert is_plausible(slow, (1 / x,))
