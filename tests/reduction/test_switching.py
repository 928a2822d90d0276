"""Equations whose sources are switched on and off."""

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    Function,
    Heaviside,
    Min,
    Piecewise,
    Rational,
    Symbol,
    cos,
    exp,
    oo,
    pi,
    sin,
)
from sympy.abc import t

from sympy_ssde import Problem, find_solution
from sympy_ssde.reduction.switching import piece_by_piece, unless_switched

u = Function("u")
SLOPE, SECOND = Derivative(u(t), t), Derivative(u(t), (t, 2))
REST = {u(0): 0, SLOPE.subs(t, 0): 0}
a, k = Symbol("a", positive=True), Symbol("k", positive=True)
PULSE = Piecewise((t, t < 1), (2 - t, t < 2), (0, True))


@pytest.mark.parametrize(
    ("equation", "conditions", "end", "values"),
    [
        (Eq(SECOND + u(t), Heaviside(t - 1)), REST, oo, {1: 0, 3: 1 - cos(2)}),
        (Eq(SLOPE + u(t), Heaviside(t) - Heaviside(t - 2)), {u(0): 0}, oo, {2: 1 - exp(-2)}),
        (
            Eq(SECOND + 4 * u(t), Heaviside(t - pi) - Heaviside(t - 2 * pi)),
            {u(0): 1, SLOPE.subs(t, 0): 0},
            10,
            {pi / 2: -1, 3 * pi / 2: -Rational(1, 2), 5 * pi / 2: -1},
        ),
        (Eq(SECOND + 3 * SLOPE + 2 * u(t), PULSE), REST, oo, {0: 0}),
        (Eq(SLOPE + k * u(t), a * Heaviside(t - 3)), {u(0): a}, oo, {3: a * exp(-3 * k)}),
        (Eq(SLOPE, Abs(t - 1) * u(t)), {u(0): 1}, 3, {2: exp(1)}),
        (Eq(SLOPE, Min(t, 1)), {u(0): 0}, 3, {3: Rational(5, 2)}),
        (Eq(SLOPE, u(t) ** 2 * Heaviside(1 - t)), {u(0): Rational(1, 2)}, 3, {2: 1}),
        (Eq(SECOND + u(t), sin(t) * Heaviside(pi - t)), REST, 6, {4: -pi * cos(4) / 2}),
    ],
)
def test_one_piece_after_the_other(equation, conditions, end, values):
    found = find_solution(equation, u(t), conditions, {t: (0, end)}, timeout=60)
    assert found and isinstance(found.expr, Piecewise)
    assert not any(e.has(Piecewise, Heaviside) for e, _ in found.expr.args)
    assert "changes its form" in found.steps_text()
    for place, value in values.items():
        assert abs((found.expr.subs(t, place) - value).subs({a: 2, k: 3}).evalf()) < 1e-12


def test_without_a_range_the_switch_is_inside():
    found = find_solution(Eq(SECOND + u(t), Heaviside(t - 1)), u(t), REST, timeout=60)
    assert found and found.expr == Piecewise((0, t < 1), (1 - cos(t - 1), True))


@pytest.mark.parametrize(
    ("equation", "conditions"),
    [
        (SLOPE - u(t), {u(0): 1}),
        (SLOPE - Abs(u(t)), {u(0): 1}),
        (SECOND - Heaviside(t - 1), {u(0): 0, u(3): 0}),
        (SLOPE - Heaviside(t - 1), {u(2): 0}),
        (SLOPE - Heaviside(t**4 - t - 1), {u(0): 0}),
    ],
)
def test_other_problems_are_left_alone(equation, conditions):
    problem = Problem(equation, u(t), conditions, {t: (0, 3)})
    assert list(piece_by_piece(problem)) == []
    assert list(unless_switched(lambda problem: [problem])(problem)) == [problem]
