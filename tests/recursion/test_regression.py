"""Regression along lines: one skeleton, one vector of constants for each line."""

import numpy as np
from sympy import (
    Function,
    symbols,
)

from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.recursion.regression import Regression

x, y, t = symbols("x y t")
u = Function("u")
UNIT = (0, 1)


def test_variance_tells_constants_from_parameters() -> None:
    library = Library.build(variables=[x])
    at = np.linspace(0.1, 1, 20)
    values = np.array([a * np.exp(-2.5 * at) for a in (1e-6, 2e-6, 5e-6)])
    regression = Regression(library, at, values, 0)
    fit = regression.vector_fit(Skeleton.from_text("* c exp * c x", library), np.ones(2))
    mean, same = fit.pooled()
    assert same.tolist() == [False, True]  # whatever the scale
    assert abs(mean[1] + 2.5) < 1e-9
    assert fit.error < 1e-10


def test_slopes_without_bounds_leave_constants_undetermined() -> None:
    """No linear algebra breaks on a function that is steeper than numbers go."""
    library = Library.build(variables=[x])
    points = np.linspace(0.1, 1, 24)
    regression = Regression(library, points, np.ones((2, 24)), 0)
    steep = Skeleton.from_text("+ c exp * c exp * c x", library)
    for rate in (700.0, 709.0, 800.0):
        constants = np.array([[1.0, -1.0, rate], [1.0, 1.0, 6.5]])
        found = regression._uncertainty(steep, constants)
        assert found.shape == (2, 3) and (found > 0).all()


def test_lines_of_zeros_don_t_count() -> None:
    library = Library.build(variables=[x])
    at = np.linspace(0.1, 1, 20)
    values = np.array([np.sin(at), 0 * at, 3 * np.sin(at)])
    regression = Regression(library, at, values, 0)
    fit = regression.vector_fit(Skeleton.from_text("* c sin x", library), np.ones(1))
    assert len(fit.constants) == 2
    assert fit.error < 1e-12
