"""What Python asks of compiled code."""

import numpy as np
import pytest
from sympy import Function, exp
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.fit.least_squares import LeastSquaresConfig
from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.kernel.rows import Scoring
from sympy_ssde.kernel.tasks import fit_rows, score_rows
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import Physics

LIBRARY = Library.build(["+", "*", "exp"], [x])
u = Function("u")
PROBLEM = Problem(u(x).diff(x) - 2 * u(x), u(x), {u(0): 3}, {x: (0, 1)})
SKELETON = Skeleton.from_text("* c exp * c x", LIBRARY)


def parts():
    return Physics(PROBLEM, LIBRARY, np.random.default_rng(0)).objective().parts


def rows(*constants):
    return Batch.repeated(SKELETON, np.array(constants, dtype=float))


def fitted(batch):
    mask = np.ones(batch.constants.shape, bool)
    settings = LeastSquaresConfig(iterations=40, tolerance=1e-12).settings()
    return fit_rows(parts(), LIBRARY, batch, mask, mask, settings, 1)


def test_constants_are_fitted_and_the_given_ones_stay():
    batch = rows([2.5, 1.8], [3.4, 2.1])
    constants, losses = fitted(batch)
    np.testing.assert_allclose(constants, [[3, 2], [3, 2]], rtol=1e-6)
    assert (losses < 1e-9).all() and batch.constants[0, 0] == 2.5


def test_scores_are_mean_squares():
    scoring = Scoring(-1.0, False, 0.0, np.ones(3))
    squares = score_rows(parts(), LIBRARY, rows([3, 2], [4, 2]), scoring, 1)
    assert squares[0] == pytest.approx([0, 0, 0], abs=1e-20)
    assert squares[1].sum() == pytest.approx(1.0)


def test_values_and_slopes():
    points = np.array([[0.0, 0.5]])
    jets = evaluate(
        LIBRARY,
        JetSpace(1, {(1,)}),
        *rows([3, 2])[:2],
        np.array([[3.0, 2.0]]),
        points,
        tangents=True,
    )
    expected = [[float(f.subs(x, p)) for p in (0, 0.5)] for f in (3 * exp(2 * x), 6 * exp(2 * x))]
    np.testing.assert_allclose(jets.values[0], expected, rtol=1e-14)
    np.testing.assert_allclose(jets.tangents[0, 0], np.array(expected) / 3, rtol=1e-14)


def test_an_empty_batch_is_fitted():
    constants, losses = fitted(Batch.empty(5, 2))
    assert constants.shape == (0, 2) and losses.shape == (0,)
