"""Compiled scores and fits against the torch ones."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import Function, exp, sin, symbols, tanh

from sympy_ssde import Problem
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import PAPER_OPERATORS, Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.physics.monomials import sum_of_products

x, y, t = symbols("x y t")
u = Function("u")
SINE_GORDON = Problem(
    u(x, t).diff(t, 2) - u(x, t).diff(x, 2) + sin(u(x, t)),
    u(x, t),
    {u(x, 0): x, u(x, t).diff(t).subs(t, 0): exp(-(x**2))},
    {x: (-1, 1), t: (0, 1)},
)
PROBLEMS = {
    "linear": entry("gamma7").problem(),
    "two dimensions": entry("gamma10").problem(),
    "cubic": entry("wave2d").problem(),
    "sine of u": SINE_GORDON,
}


def _physics(problem: Problem, relative: bool, workers: int = 1) -> Physics:
    library = Library.build(PAPER_OPERATORS, problem.variables + problem.params)
    rng = np.random.default_rng(1)
    return Physics(problem, library, rng, relative=relative, workers=workers)


def _skeletons(physics: Physics, count: int = 300) -> Batch:
    rng = np.random.default_rng(2)
    grammar = Grammar.compile(physics.library, max_length=14, max_constants=3)
    programs = grammar.populate(count, rng, np.ones(len(physics.library)))
    return Batch(*programs, rng.normal(1.0, 0.5, (count, 3)))


@pytest.mark.parametrize("relative", [False, True])
@pytest.mark.parametrize("name", PROBLEMS)
def test_scores_are_those_of_torch(name: str, relative: bool) -> None:
    physics = _physics(PROBLEMS[name], relative)
    batch = _skeletons(physics)
    assert physics.compiled is not None
    found = physics.mean_squares(batch)
    physics.compiled = None
    expected = physics.mean_squares(batch)
    finite = np.isfinite(expected) & (np.abs(expected) < 1e200)
    assert finite.mean() > 0.5
    np.testing.assert_allclose(found[finite], expected[finite], rtol=1e-7, atol=1e-25)
    assert (np.isfinite(found) == np.isfinite(expected)).mean() > 0.99


@pytest.mark.parametrize("conditions_only", [False, True])
@pytest.mark.parametrize("name", PROBLEMS)
def test_fits_are_those_of_torch(name: str, conditions_only: bool) -> None:
    physics = _physics(PROBLEMS[name], False)
    batch, config = _skeletons(physics), LeastSquaresConfig(iterations=4)
    objective = physics.objective(conditions_only=conditions_only)
    assert objective.parts is not None
    _, expected = fit(replace(objective, parts=None), batch, config)
    fitted, losses = fit(objective, batch, config)
    both = np.isfinite(expected) & np.isfinite(losses)
    close = np.isclose(losses[both], expected[both], rtol=1e-4, atol=1e-20)
    assert both.mean() > 0.5
    assert close.mean() > 0.97  # long roads to a minimum may part by rounding
    rows = np.nonzero(both)[0]
    r, _ = objective.residuals(batch.at(fitted).take(rows), rows)
    np.testing.assert_allclose((r.numpy() ** 2).sum(1), losses[rows], rtol=1e-6, atol=1e-20)


def test_threads_change_nothing() -> None:
    results = []
    for workers in (1, 3):
        physics = _physics(PROBLEMS["cubic"], False, workers)
        results.append(fit(physics.objective(), _skeletons(physics), LeastSquaresConfig()))
    for one, other in zip(*results, strict=True):
        np.testing.assert_array_equal(one, other)


def test_other_functions_of_the_unknown_are_left_to_torch() -> None:
    problem = Problem(u(x).diff(x) - tanh(u(x)), u(x), {u(0): 1})
    assert _physics(problem, False).compiled is None
    one = Batch(np.array([[0]], np.int16), np.array([1]), np.zeros((1, 1)))
    assert _physics(problem, False).mean_squares(one).shape == (1, 3)


def test_powers_and_arguments_that_are_no_products() -> None:
    assert sum_of_products(u(x) ** y, [u(x)]) is None
    assert sum_of_products(sin(u(x) + x), [u(x)]) is None
    assert sum_of_products(x * sin(2 * u(x)) / u(x), [u(x)]) is not None
