"""Levenberg-Marquardt in compiled code: the fits of torch, row by row."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import Function, cos, exp, sin
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit
from sympy_ssde.kernel.rows import Memory, Settings
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import Physics

LIBRARY = Library.build(["+", "*", "sin", "cos", "exp"], [x])
u = Function("u")
PROBLEM = Problem(
    u(x).diff(x, 2) + u(x) - 2 * exp(x), u(x), {u(0): 2, u(x).diff(x).subs(x, 0): 1}, {x: (0, 1)}
)
SKELETON = Skeleton.from_text("+ * c exp x + * c cos x * c sin x", LIBRARY)


def objective():
    return Physics(PROBLEM, LIBRARY, np.random.default_rng(0)).objective()


def test_settings_are_those_of_the_configuration():
    config = LeastSquaresConfig(iterations=3, damping=0.5)
    assert config.settings() == Settings(3, 0.5, 0.2, 6.0, 1e6, 1e-3, 1e-26)


def test_linear_constants_are_found_in_one_step():
    batch = Batch.single(SKELETON, np.zeros(3))
    fitted, losses = fit(objective(), batch, LeastSquaresConfig(iterations=1))
    assert losses[0] < 1e-12
    exact = SKELETON.to_sympy([float(c) for c in fitted[0]])
    wanted = exp(x) + cos(x)
    assert abs(float((exact - wanted).subs(x, 0.7))) < 1e-6 and (wanted - sin(x)).has(sin)


@pytest.mark.parametrize("fixed", [0, 1, 2])
def test_fixed_slots_stay_as_in_torch(fixed):
    batch, config = Batch.single(SKELETON, np.array([0.5, -1.0, 2.0])), LeastSquaresConfig()
    free = np.ones((1, 3), bool)
    free[0, fixed] = False
    one, loss = fit(objective(), batch, config, free)
    other, expected = fit(replace(objective(), parts=None), batch, config, free)
    assert one[0, fixed] == batch.constants[0, fixed]
    np.testing.assert_allclose(one, other, rtol=1e-6)
    np.testing.assert_allclose(loss, expected, rtol=1e-8)


def test_rows_without_free_slots_only_get_a_loss():
    batch = Batch.single(SKELETON, np.array([0.5, -1.0, 2.0]))
    fitted, losses = fit(objective(), batch, LeastSquaresConfig(), np.zeros((1, 3), bool))
    r, _ = objective().residuals(batch, np.arange(1))
    np.testing.assert_array_equal(fitted, batch.constants)
    np.testing.assert_allclose(losses, (r.numpy() ** 2).sum(1), rtol=1e-12)


def test_memory_is_as_large_as_the_parts():
    parts = objective().parts
    memory = Memory.allocate(parts, 3)
    rows = sum(part.form.weight.size for part in parts)
    assert memory.residuals.shape == (2, rows) and memory.jacobians.shape == (2, 3, rows)
