"""A problem as a score: losses relative to u = 0, rewards, guards against spikes."""

import numpy as np
import pytest
from sympy import Eq, Function, Rational, exp, sin
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import BOUNDARY, EQUATION, INITIAL, Physics

u = Function("u")
LIBRARY = Library.build(["+", "*", "sin", "exp"], [x])


def physics(problem, **options):
    return Physics(problem, LIBRARY, np.random.default_rng(0), **options)


def batch(text, *constants):
    return Batch.single(Skeleton.from_text(text, LIBRARY), np.array(constants))


@pytest.mark.parametrize("relative", [False, True])
def test_a_solution_has_no_loss_and_the_whole_reward(relative):
    problem = Problem(Eq(u(x).diff(x, 2), -u(x)), u(x), {u(0): 0, u(1): sin(1)})
    own = physics(problem, relative=relative)
    squares = own.mean_squares(batch("sin x"))
    assert own.loss(squares)[0] < 1e-28 * own.size
    assert own.reward(squares)[0] == pytest.approx(1.0)


@pytest.mark.parametrize("scale", [Rational(1, 1000), 1, 1000])
def test_the_loss_of_zero_is_the_unit(scale):
    problem = Problem(Eq(u(x).diff(x), scale * exp(x)), u(x), {u(0): scale})
    own = physics(problem)
    zero = batch("* c x", 0.0)
    assert own.loss(own.mean_squares(zero))[0] == pytest.approx(own.size, rel=1e-9)


def test_groups_are_told_apart():
    start = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}, {x: (0, 1)})
    ends = Problem(u(x).diff(x, 2) - u(x), u(x), {u(0): 1, u(1): 2}, {x: (0, 1)})
    assert physics(start).present[[EQUATION, INITIAL]].all()
    assert physics(ends).present[[EQUATION, BOUNDARY]].all()


def test_rewards_fall_with_losses():
    own = physics(Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}, {x: (0, 1)}))
    squares = [own.mean_squares(batch("* c exp x", c)) for c in (1.0, 1.1, 1.5, 4.0)]
    losses = [own.loss(s)[0] for s in squares]
    rewards = [own.reward(s)[0] for s in squares]
    assert losses == sorted(losses) and rewards == sorted(rewards, reverse=True)


def test_what_overflows_has_no_reward():
    own = physics(Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}, {x: (0, 1)}))
    squares = own.mean_squares(batch("exp exp * c exp x", 900.0))
    assert own.loss(squares)[0] == np.inf and own.reward(squares)[0] == 0


v = Function("v")
PAIR = Library.build(["+", "*", "sin", "exp"], [x], functions=2)
TURNING = Problem(
    [u(x).diff(x) - 2 * v(x), v(x).diff(x) + u(x) * v(x) ** 2], [u(x), v(x)], {u(0): 3, v(0): 1}
)


@pytest.mark.parametrize("relative", [False, True])
def test_a_solution_of_a_system_has_no_loss(relative):
    pair = [u(x).diff(x) - exp(x) * v(x) / x, v(x).diff(x) - u(x) * exp(-x)]
    problem = Problem(pair, [u(x), v(x)], {u(1): exp(1), v(1): 1}, {x: (1, 2)})
    own = Physics(problem, PAIR, np.random.default_rng(0), relative=relative)
    for text, right in ((", exp x x", True), (", x exp x", False)):
        found = own.mean_squares(Batch.single(Skeleton.from_text(text, PAIR), np.empty(0)))
        assert (own.loss(found)[0] < 1e-28 * own.size) == right


def test_slopes_of_a_system_are_those_of_differences():
    """Each constant is one function's, and occurs in the equations of both."""
    own = Physics(TURNING, PAIR, np.random.default_rng(0))
    skeleton = Skeleton.from_text(", + c sin * c x * c exp * c x", PAIR)
    start, step = np.array([3.1, 0.7, 0.9, -0.4]), 1e-6
    objective = own.objective()

    def residuals(constants):
        return objective.residuals(Batch.single(skeleton, constants), np.arange(1))

    slopes = residuals(start)[1][0].numpy()
    for k in range(4):
        shift = np.eye(4)[k] * step
        gap = (residuals(start + shift)[0] - residuals(start - shift)[0])[0].numpy()
        np.testing.assert_allclose(slopes[k], gap / (2 * step), rtol=1e-6, atol=1e-8)


def test_constants_of_a_system_are_fitted_together():
    own = Physics(
        Problem([u(x).diff(x) - v(x), v(x).diff(x) + 4 * u(x)], [u(x), v(x)], {u(0): 0, v(0): 2}),
        PAIR,
        np.random.default_rng(0),
    )
    skeleton = Skeleton.from_text(", * c sin * c x * c sin + c * c x", PAIR)
    batch = Batch.single(skeleton, np.array([0.8, 1.8, 1.7, 1.4, 2.2]))
    config = LeastSquaresConfig(iterations=60, tolerance=1e-12, target=1e-30)
    fitted, losses = fit(own.objective(), batch, config)
    assert losses[0] < 1e-20
    np.testing.assert_allclose(fitted[0], [1.0, 2.0, 2.0, np.pi / 2, 2.0], atol=1e-8)
