"""Objectives: one loss, whichever backend computes it."""

import numpy as np
from sympy import Function
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.physics.objective import Objective

u = Function("u")
LIBRARY = Library.build(["+", "*", "exp"], [x])
BATCH = Batch.single(Skeleton.from_text("* c exp * c x", LIBRARY), np.array([1.5, 0.3]))
STILL = LeastSquaresConfig(iterations=0)


def physics(eq):
    return Physics(Problem(eq, u(x), {u(0): 1}, {x: (0, 1)}), LIBRARY, np.random.default_rng(0))


def test_the_loss_is_the_sum_of_squares():
    for conditions_only in (True, False):
        objective = physics(u(x).diff(x) - u(x)).objective(conditions_only=conditions_only)
        r, j = objective.residuals(BATCH, np.arange(1))
        _, losses = fit(objective, BATCH, STILL)
        np.testing.assert_allclose(losses, (r.numpy() ** 2).sum(1), rtol=1e-12)
        assert j.shape == (1, 2, r.shape[1]) and len(objective.parts) == 2 - conditions_only


def test_the_loss_of_the_physics_is_the_same():
    own = physics(u(x).diff(x) - u(x))
    _, losses = fit(own.objective(), BATCH, STILL)
    np.testing.assert_allclose(losses, own.loss(own.mean_squares(BATCH)), rtol=1e-12)


def test_linear_or_not():
    assert physics(u(x).diff(x) - x * u(x)).objective().is_linear
    nonlinear = physics(u(x).diff(x) - u(x) ** 2)
    assert not nonlinear.objective().is_linear
    assert nonlinear.objective(conditions_only=True).is_linear


def test_an_objective_may_come_from_anywhere():
    import torch

    def residuals(batch, rows):
        c = torch.from_numpy(batch.constants)
        return c - 3.0, torch.eye(2, dtype=torch.float64)[None].expand(len(batch), 2, 2)

    fitted, losses = fit(Objective(LIBRARY, residuals), BATCH, LeastSquaresConfig(iterations=30))
    np.testing.assert_allclose(fitted, 3.0, rtol=1e-6)
    assert losses[0] < 1e-10
