"""A physics-informed network, by DeepXDE on torch, for the problems of the paper.

It is trained on the points that the search would use, and its values there can be handed to a
symbolic regression: the paper's baseline "PINN + symbolic regression".
"""

import importlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
import torch
from sympy import Symbol

from sympy_ssde.bench.execution import Outcome, Statement
from sympy_ssde.bench.regression import REGRESSORS
from sympy_ssde.bench.runs import MISSING, PINN, UNDECIDED, Row, Run
from sympy_ssde.errors import UnsupportedError
from sympy_ssde.physics.collocation import (
    CollocationConfig,
    Places,
    condition_points,
    evaluate_at,
    interior_points,
)
from sympy_ssde.physics.torch_functions import torch_function
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.search.policy import one_thread

#: Hidden layers of the network, and steps of Adam and of L-BFGS.
LAYERS = (50, 50, 50, 50)
ITERATIONS, REFINEMENTS, REFINED_AT_ONCE = 2000, 2000, 20

#: Shares of the time after which training goes over to L-BFGS at the latest, and that ends.
TRAINING, REFINING = 0.4, 0.6


def packages(config: str) -> list[str]:
    """What a method needs: "pinn" or "pinn+gplearn".

    >>> packages("pinn+gplearn")
    ['deepxde', 'gplearn']
    """
    return ["deepxde", *config.split("+")[1:]]


def load(config: str) -> None:
    """Import what a method needs, as far as it is there: import is not its time."""
    os.environ.setdefault("DDE_BACKEND", "pytorch")
    for name in packages(config):
        if not missing_package(config):
            importlib.import_module(name)


def missing_package(config: str) -> str:
    """The first package that a method needs and that is not installed; empty if all are."""
    for name in packages(config):
        try:
            version(name)
        except PackageNotFoundError:
            return name
    return ""


def solve_by_network(run: Run, statement: Statement) -> Outcome:
    """Train, and go on to symbolic regression if the run's method says so."""
    if missing := missing_package(run.config):
        reason = f"{missing} is not installed; try pip install 'sympy_ssde[baselines]'"
        return Outcome(Row(run, MISSING, reason=reason))
    load(run.config)
    problem = Problem(**statement)
    settings = dict(run.changes)
    points = CollocationConfig(
        interior=settings["interior"], condition=settings["condition"], near=settings["near"]
    )
    with one_thread():  # faster for so small a network
        trained = _trained(problem, points, settings["iterations"], run.seed, run.timeout)
    names = ", ".join(f"{name} {version(name)}" for name in packages(run.config))
    if run.config == PINN:
        row = Row(run, UNDECIDED, trained.seconds, method=names, reason="a network, no formula")
        return Outcome(row, trained.values)
    begin = time.monotonic()
    regress = REGRESSORS[packages(run.config)[1]]
    where = trained.points
    values = trained.predict(where)
    left = run.timeout - trained.seconds
    found = regress(where, values, problem.variables, run.seed, left)
    seconds = trained.seconds + time.monotonic() - begin
    row = Row(run, UNDECIDED, seconds, expression=str(found), method=names, reason="no proof")
    return Outcome(row, found)


@dataclass(frozen=True)
class Trained:
    """A trained network, the points that it was trained on, and the time that took."""

    predict: Callable[[np.ndarray], np.ndarray]  # (count, dimension) -> (count,)
    points: np.ndarray
    variables: tuple[Symbol, ...]
    seconds: float

    def values(self, places: Places) -> np.ndarray:
        """Its values at places."""
        return self.predict(np.stack([places[v] for v in self.variables], axis=1))


@lru_cache(maxsize=1)
def _trained(
    problem: Problem, points: CollocationConfig, iterations: int, seed: int, timeout: float
) -> Trained:
    """Trained once for all methods that go on from it; its time counts for each of them."""
    import deepxde as dde

    rng = np.random.default_rng([seed, 1])  # as the search does
    inside = interior_points(problem, points, rng)
    faces = [
        _face(c, problem, condition_points(c, problem, points, rng)) for c in problem.conditions
    ]
    begin = time.monotonic()
    dde.config.set_random_seed(seed)
    anchors = np.stack([inside[v] for v in problem.variables], axis=1)
    ranges = [problem.domain.by_symbol[v] for v in problem.variables]
    box = dde.geometry.Hypercube([float(r.low) for r in ranges], [float(r.high) for r in ranges])
    data = dde.data.PDE(
        box,
        residual(problem),
        [dde.icbc.PointSetBC(at.astype(np.float32), u.astype(np.float32)) for at, u in faces],
        num_domain=0,
        num_boundary=0,
        anchors=anchors.astype(np.float32),
    )
    net = dde.nn.FNN([len(ranges), *LAYERS, 1], "tanh", "Glorot uniform")
    model = dde.Model(data, net)
    model.compile("adam", lr=1e-3, verbose=0)
    quiet: dict[str, Any] = {"display_every": 10**9, "verbose": 0}
    model.train(iterations=iterations, callbacks=[_until(dde, begin + timeout * TRAINING)], **quiet)
    dde.optimizers.set_LBFGS_options(maxiter=REFINEMENTS)
    # so that the clock is looked at often enough
    dde.optimizers.LBFGS_options.update(iter_per_step=REFINED_AT_ONCE, fun_per_step=REFINED_AT_ONCE)
    model.compile("L-BFGS", verbose=0)
    model.train(callbacks=[_until(dde, begin + timeout * REFINING)], **quiet)

    def predict(where: np.ndarray) -> np.ndarray:
        return model.predict(where.astype(np.float32))[:, 0].astype(np.float64)

    everywhere = np.concatenate([anchors, *(at for at, _ in faces)])
    return Trained(predict, everywhere, problem.variables, time.monotonic() - begin)


def _until(dde: Any, end: float) -> Any:
    """A callback that stops the training when its time is up."""

    class Until(dde.callbacks.Callback):
        def on_epoch_end(self) -> None:
            if time.monotonic() >= end:
                self.model.stop_training = True

    return Until()


def residual(problem: Problem) -> Callable[[torch.Tensor, torch.Tensor], torch.Tensor]:
    """The equation as DeepXDE wants it: of points ``(count, dimension)`` and of u there."""
    (equation,) = problem.equations
    function = torch_function(equation.expr, [*problem.variables, *equation.slots])

    def values(x: torch.Tensor, u: torch.Tensor) -> torch.Tensor:
        traces = [_derivative(u, x, trace.orders) for trace in equation.traces]
        columns = [x[:, i : i + 1] for i in range(x.shape[1])]
        return function(*columns, *traces)

    return values


def _derivative(u: torch.Tensor, x: torch.Tensor, orders: tuple[int, ...]) -> torch.Tensor:
    for i, order in enumerate(orders):
        for _ in range(order):
            (slope,) = torch.autograd.grad(u.sum(), x, create_graph=True)
            u = slope[:, i : i + 1]
    return u


def _face(condition: Constraint, problem: Problem, places: Places) -> tuple[np.ndarray, np.ndarray]:
    """Points ``(count, dimension)`` of a face and the values of u there, ``(count, 1)``."""
    trace, symbol = condition.traces[0], condition.slots[0]
    if len(condition.traces) > 1 or any(trace.orders) or condition.expr.diff(symbol) != 1:
        raise UnsupportedError(f"the network takes values on faces only, not {condition.source}")
    count = max((len(v) for v in places.values()), default=1)
    at = np.stack([evaluate_at(p, places, count) for p in trace.point], axis=1)
    return at, evaluate_at(-condition.expr.xreplace({symbol: 0 * symbol}), places, count)[:, None]
