"""Alternatives; what is not installed is reported as such."""

import numpy as np
import pytest
import torch
from bench_makers import make_row
from sympy import E, Symbol, exp, sin, symbols

from sympy_ssde.bench import baselines, pinn
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.bench.execution import answer
from sympy_ssde.bench.regression import _from_postfix, _from_prefix
from sympy_ssde.errors import UnsupportedError
from sympy_ssde.physics.collocation import CollocationConfig, condition_points

x1, x2 = symbols("x1 x2")


def test_all_methods_get_the_same_points_and_clock():
    runs = baselines.plan(seeds=2, timeout=60)
    assert [(r.config, r.seed) for r in runs].count(("sympy", 0)) == 1 and len(runs) == 9
    assert {r.timeout for r in runs} == {60.0}
    points = {
        tuple(v for k, v in r.changes if k in ("condition", "interior"))
        for r in runs
        if r.config != "sympy"
    }
    assert points == {(baselines.CONDITION, baselines.INTERIOR)}
    ours = next(r for r in runs if r.config == "paper")
    assert ours.search_config().interior == baselines.INTERIOR


def test_what_is_not_installed_is_a_row(monkeypatch):
    monkeypatch.setattr(pinn, "packages", lambda config: ["no-such-package"])
    (run,) = baselines.plan(only=["pinn+gplearn"])
    row = answer(run, entry("poisson2d"))
    assert row.status == "MISSING" and "no-such-package is not installed" in row.reason
    (table,) = baselines.tables([row])
    assert table.lines[0][:3] == ("pinn+gplearn", "-", "-")
    assert "sympy_ssde[baselines]" in table.lines[0][-1]


def test_table():
    rows = [
        make_row("poisson2d", 0, seconds=1.0, error=0.0, loss=0.0, method="recursive"),
        make_row(
            "poisson2d", config="pinn", status="UNDECIDED", seconds=9.0, error=1e-4, method="d 1"
        ),
    ]
    (table,) = baselines.tables(rows)
    assert [line[:4] for line in table.lines] == [
        ("ours", "1/1", "1.00", "0.00e+00"),
        ("pinn", "0/1", "9.00", "1.00e-04"),
    ]


def test_the_networks_residual_is_the_equations():
    problem = entry("heat2d").problem()
    x = torch.rand((20, 3), dtype=torch.float64, requires_grad=True)
    t, a, b = (x[:, i : i + 1] for i in range(3))
    values = pinn.residual(problem)(x, 2.5 * a**4 - 1.3 * b**3 + t**2 / 2)
    assert values.shape == (20, 1) and values.abs().max() < 1e-12
    assert pinn.residual(problem)(x, a**2 + t).abs().max() > 0.1


def test_the_networks_data_are_the_conditions():
    problem = entry("poisson2d").problem()
    rng = np.random.default_rng(0)
    exact = entry("poisson2d").exact
    for condition in problem.conditions:
        places = condition_points(condition, problem, CollocationConfig(condition=3), rng)
        at, values = pinn._face(condition, problem, places)
        assert at.shape == (3, 2) and (np.abs(at).max(axis=1) == 1).all()
        for point, value in zip(at, values[:, 0], strict=True):
            true = exact.subs({x1: point[0], x2: point[1]})
            assert float(true) == pytest.approx(value)


def test_conditions_with_derivatives_are_refused():
    x, u = Symbol("x"), entry("tl_ode2").func.func
    problem = (
        entry("tl_ode2")
        .problem()
        .__class__(u(x).diff(x, 2), u(x), {u(0): 0, u(x).diff(x).subs(x, 0): 1}, {x: (0, 1)})
    )
    with pytest.raises(UnsupportedError, match="values on faces only"):
        for condition in problem.conditions:
            pinn._face(condition, problem, {})


class Node:
    """A node of gplearn's or pyoperon's programs."""

    def __init__(self, name="", arity=0, value=0.0, variable=None):
        self.name = self.Name = name
        self.arity = self.Arity = arity
        self.Value, self.HashValue = value, variable
        self.IsVariable = variable is not None
        self.IsConstant = not self.IsVariable and not arity


def test_expressions_from_programs():
    prefix = [Node("sub", 2), Node("mul", 2), 0, 2.0, Node("exp", 1), 1]
    assert _from_prefix(prefix, [x1, x2]) == 2.0 * x1 - exp(x2)
    assert _from_prefix([Node("log", 1), 1], [x1, x2]).subs(x2, -E) == 1
    postfix = [Node(variable=7, value=3.0), Node("sin", 1), Node(value=5.0), Node("-", 2)]
    assert _from_postfix(postfix, {7: x1}) == 5.0 - sin(3.0 * x1)
