"""Fits find the constants of manufactured problems."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import Symbol

from sympy_ssde.bench.fitting import distinct_programs, poisson_problem
from sympy_ssde.fit.bfgs import bfgs
from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit, linear_slots
from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import PAPER_OPERATORS, Library
from sympy_ssde.physics.loss import Physics

x = Symbol("x")
LIBRARY = Library.build(PAPER_OPERATORS, [x])


def physics_of(text, constants, seed=0):
    skeleton = Skeleton.from_text(text, LIBRARY)
    problem = poisson_problem(skeleton.to_sympy(constants))
    row = Batch.single(skeleton, np.zeros(skeleton.constants))
    return Physics(problem, LIBRARY, np.random.default_rng(seed)), row


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+ * c x c", [1, 1]),
        ("* c + x c", [1, 0]),
        ("sin * c x", [0]),
        ("/ c + x c", [1, 0]),
        ("- * x c / * c x x", [1, 1]),
        ("+ c * c sin * c x", [1, 1, 0]),
        ("* * c x + c x", [1, 0]),
        ("* x * c exp * c x", [1, 0]),
    ],
)
def test_linear_slots(text, expected):
    tokens = Skeleton.from_text(text, LIBRARY).tokens
    found = linear_slots(
        np.array([tokens], np.int16),
        np.array([len(tokens)]),
        len(expected),
        LIBRARY.opcode,
        LIBRARY.arity,
    )
    assert found[0].tolist() == [bool(e) for e in expected]


def test_linear_slots_are_linear():
    """For random programs the value is an affine function of the linear constants."""
    programs = distinct_programs(LIBRARY, 150, np.random.default_rng(3))
    linear = linear_slots(programs.programs, programs.lengths, 3, LIBRARY.opcode, LIBRARY.arity)
    assert linear.any() and not linear.all()
    points = np.linspace(0.5, 1.5, 7)[None]
    base = np.random.default_rng(4).normal(1, 0.3, (150, 3))
    step = np.where(linear, 0.37, 0.0)
    values = [
        evaluate(LIBRARY, JetSpace(1), *programs.at(base + k * step), points).values
        for k in range(3)
    ]
    finite = np.isfinite(values).all(axis=0)
    a, b, c = (v[finite] for v in values)
    assert finite.sum() > 200
    assert np.all(np.abs(c - 2 * b + a) < 1e-9 * (1 + np.abs([a, b, c]).max(axis=0)))


BACKENDS = pytest.mark.parametrize(
    "backend",
    [lambda physics: physics.objective(), lambda physics: replace(physics.objective(), parts=None)],
    ids=["compiled", "torch"],
)


@BACKENDS
def test_linear_constants_need_one_step(backend):
    physics, row = physics_of("+ * c sin x + * c exp x c", [3, -2, 7])
    fitted, losses = fit(
        backend(physics), row.at(np.ones((1, 3))), LeastSquaresConfig(iterations=1)
    )
    assert fitted[0] == pytest.approx([3, -2, 7], rel=1e-6)
    assert losses[0] < 1e-12


METHODS = {
    "compiled": lambda physics: physics.objective(),
    "torch": lambda physics: replace(physics.objective(), parts=None),
}


@pytest.mark.parametrize("method", [*METHODS, "orthogonal", "bfgs"])
def test_nonlinear_constants(method):
    physics, row = physics_of("* c sin * c x", [2, 1.5])
    start = row.at(np.array([[1.0, 1.0]]))
    config = LeastSquaresConfig(iterations=30, tolerance=1e-12)
    if method == "bfgs":
        fitted, losses = bfgs(physics.objective(), start, iterations=80)
    elif method == "orthogonal":
        fitted, losses = fit(physics.objective(), start, replace(config, orthogonal=True))
    else:
        fitted, losses = fit(METHODS[method](physics), start, config)
    assert fitted[0] == pytest.approx([2, 1.5], rel=1e-6)
    assert losses[0] < 1e-12


@BACKENDS
@pytest.mark.parametrize("orthogonal", [False, True])
def test_fixed_constants_stay(backend, orthogonal):
    physics, row = physics_of("+ * c x c", [2, 1])
    free, config = np.array([[True, False]]), LeastSquaresConfig(orthogonal=orthogonal)
    fitted, _ = fit(backend(physics), row.at(np.array([[5.0, 5.0]])), config, free)
    assert fitted[0, 1] == 5.0 and fitted[0, 0] != 5.0
