"""Points lie where they should, and come back from the same generator."""

import numpy as np
import pytest
from sympy import Function, Symbol, cos, oo, pi, sin, sqrt, symbols

from sympy_ssde import ConfigError, Problem
from sympy_ssde.physics.collocation import (
    SAMPLERS,
    CollocationConfig,
    condition_points,
    interior_points,
    line_points,
)

x, y, t, s = symbols("x y t s")
c = Symbol("c", positive=True)
n = Symbol("n", integer=True, positive=True)
u = Function("u")
LAPLACE = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
DISK = {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)}


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_interior_of_a_disk(sampler):
    problem = Problem(LAPLACE, u(x, y), {u(cos(s), sin(s)): 0}, DISK)
    config = CollocationConfig(interior=100, sampler=sampler)
    at = interior_points(problem, config, rng())
    assert at[x].shape == (100,)
    assert np.all(at[x] ** 2 + at[y] ** 2 < 1)
    again = interior_points(problem, config, rng())
    assert all(np.array_equal(at[k], again[k]) for k in at)
    assert not np.array_equal(at[x], interior_points(problem, config, rng(1))[x])


def test_points_of_a_curve_and_a_point():
    problem = Problem(LAPLACE, u(x, y), {u(cos(s), sin(s)): 0, u(0, 0): 1}, DISK)
    curve, single = problem.conditions
    at = condition_points(curve, problem, CollocationConfig(condition=9), rng())
    assert set(at) == {s} and len(at[s]) == 9 and np.all((at[s] > 0) & (at[s] < 2 * np.pi))
    assert all(
        len(v) == 1 for v in condition_points(single, problem, CollocationConfig(), rng()).values()
    )


def test_chords_of_a_disk_use_the_bounds_at_the_face():
    problem = Problem(LAPLACE, u(x, y), {u(0, y): 0}, {k: DISK[k] for k in (x, y)})
    at = condition_points(problem.conditions[0], problem, CollocationConfig(condition=50), rng())
    assert np.all(np.abs(at[y]) < 1) and np.abs(at[y]).max() > 0.9


def test_parameters_and_infinite_ends():
    eq = u(x, t).diff(t) - c * u(x, t).diff(x, 2) * n
    problem = Problem(eq, u(x, t), {u(x, 0): x**n}, {x: (-oo, oo), t: (0, oo)}, {c: (2, 3)})
    at = interior_points(problem, CollocationConfig(interior=40), rng())
    assert np.all((at[c] > 2) & (at[c] < 3)) and np.all(at[n] == np.rint(at[n]))
    assert np.all(np.isfinite(at[x])) and np.all(at[t] > 0)
    face = condition_points(problem.conditions[0], problem, CollocationConfig(), rng())
    assert set(face) >= {x, c, n}


def test_some_points_lie_near_the_conditions():
    problem = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}, {x: (0, 1)})
    far = interior_points(problem, CollocationConfig(interior=60, near=0), rng())[x]
    near = interior_points(problem, CollocationConfig(interior=60, near=0.25), rng())[x]
    assert far.min() > 0.01 > near.min() > 0
    assert (near < 0.1).sum() > (far < 0.1).sum()


def test_lines():
    problem = Problem(LAPLACE, u(x, y), {u(x, 0): 0}, {x: (-1, 1), y: (0, 2)})
    at = line_points(problem.domain, y, {x: 0.5}, 5)
    assert at[y].tolist() == [0, 0.5, 1, 1.5, 2] and set(at[x]) == {0.5}


@pytest.mark.parametrize("bad", [{"sampler": "dice"}, {"interior": 0}, {"condition": -1}])
def test_bad_configuration(bad):
    with pytest.raises(ConfigError):
        CollocationConfig(**bad)
