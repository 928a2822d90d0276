"""Equations whose sources are switched on and off."""

import pytest
from sympy import (
    Abs,
    Derivative,
    DiracDelta,
    Eq,
    Function,
    Heaviside,
    Min,
    Piecewise,
    Rational,
    S,
    Symbol,
    cos,
    exp,
    oo,
    pi,
    sin,
)
from sympy.abc import t

from sympy_ssde import Problem, Solution, UnsupportedError, find_solution
from sympy_ssde.reduction.switching import piece_by_piece, unless_switched, what_each_switch_adds

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
    assert "change" in found.steps_text()
    for place, value in values.items():
        assert abs((found.expr.subs(t, place) - value).subs({a: 2, k: 3}).evalf()) < 1e-12


@pytest.mark.parametrize(
    ("equation", "conditions", "values"),
    [
        (Eq(SECOND + u(t), DiracDelta(t - pi)), REST, {2: 0, 5: -sin(5)}),
        (Eq(SLOPE + k * u(t), a * DiracDelta(t - 1)), {u(0): 0}, {3: a * exp(-2 * k)}),
        (
            Eq(SLOPE + u(t), DiracDelta(t - 1) + DiracDelta(t - 2)),
            {u(0): 0},
            {Rational(3, 2): exp(-Rational(1, 2)), 3: exp(-2) + exp(-1)},
        ),
        (
            Eq(2 * SECOND + 8 * u(t), Heaviside(t - 1) - 4 * DiracDelta(2 * t - 4)),
            {u(0): 1, SLOPE.subs(t, 0): 0},
            {3: cos(6) + (1 - cos(4)) / 8 - sin(2) / 2},
        ),
        (Eq(SLOPE, u(t) ** 2 - 2 * DiracDelta(t - 1)), {u(0): 1 / S(2)}, {2: -Rational(1, 2)}),
        (Eq(SECOND, t * DiracDelta(t - 2) - Abs(t - 1)), REST, {1: -1 / S(3), 3: -2 / S(3)}),
    ],
)
def test_impulses_change_the_derivative_below_the_highest(equation, conditions, values):
    found = find_solution(equation, u(t), conditions, {t: (0, oo)}, timeout=60)
    assert found and isinstance(found.expr, Piecewise)
    assert not any(e.has(Piecewise, Heaviside, DiracDelta) for e, _ in found.expr.args)
    for place, value in values.items():
        assert abs((found.expr.subs(t, place) - value).subs({a: 2, k: 3}).evalf()) < 1e-12


LOAD = Piecewise((1, t < 1), (0, True))
RATE = SLOPE.subs(t, 2)


@pytest.mark.parametrize(
    ("equation", "conditions", "values"),
    [
        (Eq(SECOND, LOAD), {u(0): 0, u(2): 0}, {1: -1 / S(4), Rational(3, 2): -1 / S(8)}),
        (Eq(SECOND, Abs(t - 1)), {u(0): 0, u(2): 0}, {1: -1 / S(6)}),
        (Eq(SECOND - u(t), -Heaviside(t - 1)), {u(0): 0, RATE: 1}, {0: 0}),
        (Eq(SECOND + u(t), LOAD), {u(0): 0, u(2): a}, {2: a}),
        (Eq(SECOND, -DiracDelta(t - 1)), {u(0): 0, u(2): 0}, {1: 1 / S(2)}),
        (Eq(t * SECOND + SLOPE, t * LOAD), {u(1): 0, u(2): 0}, {1: 0, 2: 0}),
        (Eq(SLOPE, Heaviside(t - 1)), {u(2): 0}, {0: -1, 1: -1}),
        (Eq(SECOND, 2 * LOAD), {u(0): 0, u(2) + RATE: 0}, {1: -2 / S(3), 2: -1 / S(3)}),
        (Eq(SECOND, k * LOAD), {u(1): 0, SLOPE.subs(t, 1): 0}, {0: k / 2, 2: 0}),
    ],
)
def test_conditions_at_any_place_of_a_linear_equation(equation, conditions, values):
    domain = {t: (1 if u(1) in conditions and u(2) in conditions else 0, 2)}
    found = find_solution(equation, u(t), conditions, domain, timeout=60)
    assert found and not found.expr.has(Heaviside, DiracDelta)
    for place, value in values.items():
        assert abs((found.expr.subs(t, place) - value).subs({a: 2, k: 3}).evalf()) < 1e-12


def test_what_is_switched_adds_to_an_equation_that_is_linear_only():
    assert not list(what_each_switch_adds(Problem(SLOPE - u(t) ** 2 - Heaviside(t - 1), u(t))))
    switched = Problem(SLOPE - u(t) * Heaviside(t - 1), u(t), {u(0): 1}, {t: (0, 3)})
    assert not list(what_each_switch_adds(switched))
    assert list(piece_by_piece(switched))


def test_a_beam_that_is_loaded_at_a_point():
    beam = Eq(u(t).diff(t, 4), DiracDelta(t - 1))
    second = u(t).diff(t, 2)
    held = {u(0): 0, u(2): 0, second.subs(t, 0): 0, second.subs(t, 2): 0}
    found = find_solution(beam, u(t), held, {t: (0, 2)}, timeout=60)
    assert found and abs(float(found.expr.subs(t, 1)) - 1 / 6) < 1e-12
    assert found.expr.subs(t, Rational(1, 2)) == found.expr.subs(t, Rational(3, 2))


def test_the_answer_with_impulses_can_be_saved_and_told(tmp_path):
    found = find_solution(Eq(SLOPE + u(t), DiracDelta(t - 1)), u(t), {u(0): 0}, {t: (0, oo)})
    assert found.expr == Piecewise((0, t < 1), (exp(1 - t), True))
    assert "adds" in found.steps_text()
    found.save(tmp_path / "kick.json")
    again = Solution.load(tmp_path / "kick.json")
    assert again.expr == found.expr and again.problem == found.problem


@pytest.mark.parametrize(
    "equation",
    [Eq(SLOPE + u(t), u(t) * DiracDelta(t - 1)), Eq(SLOPE + u(t), DiracDelta(t**2 - 2) * u(t))],
)
def test_impulses_that_cannot_be_solved_are_named(equation):
    with pytest.raises(UnsupportedError, match=r"impulse DiracDelta\(t.* can't be searched"):
        find_solution(equation, u(t), {u(0): 1}, {t: (0, 3)}, timeout=20)


def test_without_a_beginning_nothing_begins_at_rest():
    pulse = Problem(SECOND - u(t) + Heaviside(t), u(t), {u(-oo): 0, u(oo): 1}, {t: (-oo, oo)})
    assert not list(what_each_switch_adds(pulse))
    ramp = Problem(SLOPE - Heaviside(t - 1), u(t), {u(0): 0}, {t: (-oo, oo)})
    assert list(what_each_switch_adds(ramp))


def test_without_a_range_the_switch_is_inside():
    found = find_solution(Eq(SECOND + u(t), Heaviside(t - 1)), u(t), REST, timeout=60)
    assert found and found.expr == Piecewise((0, t < 1), (1 - cos(t - 1), True))


@pytest.mark.parametrize(
    ("equation", "conditions"),
    [
        (SLOPE - u(t), {u(0): 1}),
        (SLOPE - Abs(u(t)), {u(0): 1}),
        (SECOND - u(t) * Heaviside(t - 1), {u(0): 0, u(3): 0}),
        (SLOPE - u(t) ** 2 - Heaviside(t - 1), {u(2): 0}),
        (SLOPE - DiracDelta(t - 1), {u(1): 0}),
        (SLOPE - u(t) * DiracDelta(t - 1), {u(0): 1}),
        (SLOPE - Heaviside(t**4 - t - 1), {u(0): 0}),
    ],
)
def test_other_problems_are_left_alone(equation, conditions):
    problem = Problem(equation, u(t), conditions, {t: (0, 3)})
    assert list(piece_by_piece(problem)) == list(what_each_switch_adds(problem)) == []
    assert list(unless_switched(lambda problem: [problem])(problem)) == [problem]
