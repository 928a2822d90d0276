"""Conditions at singular points."""

import numpy as np
import pytest
from sympy import Function, oo, sin, symbols

from sympy_ssde import Problem, Status, find_solution
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton, programs
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.physics.singular import regular_conditions

x = symbols("x")
u = Function("u")
LANE_EMDEN = Problem(
    u(x).diff(x, 2) + 2 * u(x).diff(x) / x + u(x),
    u(x),
    {u(0): 1, u(x).diff(x).subs(x, 0): 0},
    {x: (0, 3)},
)


def test_regular_problems_stay_as_they_are() -> None:
    problem = Problem(u(x).diff(x, 2) + u(x), u(x), {u(0): 1, u(1): 0})
    assert regular_conditions(problem) == problem.conditions


def test_weights_reproduce_polynomials() -> None:
    condition = regular_conditions(LANE_EMDEN)[0]
    points = [t.point[0] for t in condition.traces]
    assert all(0 < p < 1 for p in points)
    for power in range(6):
        values = dict(zip(condition.slots, [p**power for p in points], strict=True))
        assert condition.expr.xreplace(values) == (0 if power == 0 else -1)  # u(0) - 1


@pytest.mark.parametrize(
    "equation",
    [
        u(x).diff(x, 2) + 2 * u(x).diff(x) / x + u(x),
        x * u(x).diff(x, 2) + 2 * u(x).diff(x) + x * u(x),
    ],
)
def test_a_solution_without_a_value_at_the_point_has_no_loss(equation: object) -> None:
    problem = Problem(equation, u(x), {u(0): 1}, {x: (0, 3)})
    library = Library.build(variables=[x])
    physics = Physics(problem, library, np.random.default_rng(0))
    right = Batch(*programs([Skeleton.from_text("/ sin x x", library)]), np.empty((0, 0)))
    wrong = Batch(*programs([Skeleton.from_text("cos x", library)]), np.empty((0, 0)))
    none = np.zeros((1, 1))
    assert physics.loss(physics.mean_squares(right.at(none)))[0] < 1e-18
    assert physics.loss(physics.mean_squares(wrong.at(none)))[0] > 1e-3


def test_a_solution_that_is_not_a_polynomial_has_next_to_no_loss_either() -> None:
    equation = u(x).diff(x, 2) + 2 * u(x).diff(x) / x + u(x) ** 5
    problem = Problem(equation, u(x), {u(0): 1, u(x).diff(x).subs(x, 0): 0}, {x: (0, 3)})
    library = Library.build(("+", "/", "*", "sqrt"), [x])
    physics = Physics(problem, library, np.random.default_rng(0))
    right = Batch(*programs([Skeleton.from_text("/ c sqrt + c * x x", library)]), np.empty((0, 0)))
    assert physics.loss(physics.mean_squares(right.at(np.array([[3**0.5, 3.0]]))))[0] < 1e-22


@pytest.mark.slow
def test_lane_emden() -> None:
    found = find_solution(LANE_EMDEN, timeout=60)
    assert found.status is Status.PROVED
    assert (found.expr - sin(x) / x).equals(0)


@pytest.mark.parametrize(("text", "fits"), [("exp - x + x x", True), ("exp x", False)])
def test_infinity_is_a_place_far_away(text: str, fits: bool) -> None:
    problem = Problem(u(x).diff(x, 2) - u(x), u(x), {u(0): 1, u(oo): 0}, {x: (0, oo)})
    assert all(p.is_finite for c in regular_conditions(problem) for t in c.traces for p in t.point)
    library = Library.build(("exp", "-", "+"), [x])
    physics = Physics(problem, library, np.random.default_rng(0))
    batch = Batch(*programs([Skeleton.from_text(text, library)]), np.empty((0, 0)))
    loss = physics.loss(physics.mean_squares(batch.at(np.zeros((1, 1)))))[0]
    assert bool(loss < 1e-18) is fits
