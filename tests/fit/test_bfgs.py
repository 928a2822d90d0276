"""BFGS, the paper's optimiser: gradients only, the same minima."""

import numpy as np
import pytest
import torch
from sympy.abc import x

from sympy_ssde.fit.bfgs import bfgs
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.objective import Objective

LIBRARY = Library.build(["+", "*", "sin"], [x])


def quadratic(matrix, right):
    """The objective |matrix c - right|**2, whatever the skeleton."""
    matrix, right = (torch.as_tensor(np.asarray(v, float)) for v in (matrix, right))

    def residuals(batch, rows):
        c = torch.from_numpy(batch.constants)
        return c @ matrix.T - right, matrix.T.expand(len(batch), *matrix.T.shape)

    return Objective(LIBRARY, residuals)


@pytest.mark.parametrize("seed", range(4))
def test_the_minimum_of_a_quadratic(seed):
    rng = np.random.default_rng(seed)
    matrix, right = rng.normal(size=(6, 3)), rng.normal(size=6)
    skeleton = Skeleton.from_text("+ * c x + c * c sin x", LIBRARY)
    start = Batch.repeated(skeleton, rng.normal(size=(4, 3)))
    fitted, losses = bfgs(quadratic(matrix, right), start, iterations=200)
    wanted, squares, *_ = np.linalg.lstsq(matrix, right, rcond=None)
    np.testing.assert_allclose(fitted, np.tile(wanted, (4, 1)), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(losses, squares[0], rtol=1e-8)


def test_slots_that_a_skeleton_lacks_stay():
    line = Batch.single(Skeleton.from_text("* c x", LIBRARY), np.ones(1))
    start = line.at(np.array([[5.0, 7.0]]))
    fitted, _ = bfgs(quadratic(np.eye(2), np.zeros(2)), start)
    assert fitted[0, 1] == 7.0 and abs(fitted[0, 0]) < 1e-6


def test_what_has_no_value_has_an_infinite_loss():
    start = Batch.single(Skeleton.from_text("* c x", LIBRARY), np.array([np.nan]))
    _, losses = bfgs(quadratic(np.eye(1), np.zeros(1)), start)
    assert losses.tolist() == [np.inf]
