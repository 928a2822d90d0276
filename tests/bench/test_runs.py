"""What is run, and what a row says."""

import json

import pytest
from bench_makers import make_row

from sympy_ssde import SSDEError
from sympy_ssde.bench import literature, paper
from sympy_ssde.bench.runs import Row, Run, StepText, available_parts, switch_off
from sympy_ssde.config import SearchConfig


def test_one_configuration_for_all_problems_of_the_paper():
    planned = paper.plan("all", seeds=2)
    assert len(planned) == 36 and {r.timeout for r in planned} == {300.0}
    assert {r.search_config() for r in planned} == {SearchConfig.paper()}
    assert [r.problem for r in paper.plan("ode", seeds=1)] == [f"gamma{i}" for i in range(1, 9)]


@pytest.mark.parametrize("part", ["policy", "genetic", "rsco"])
def test_left_out_parts_reach_the_configuration(part):
    (run,) = paper.plan("ode", seeds=1, only=["gamma1"], without=[part])
    assert run.search_config() == SearchConfig.paper(**{part: False})
    assert run.variant == f"without {part}"


def test_more_changes():
    (run,) = paper.plan("ode", seeds=1, only=["gamma1"], without=["rsco", "hints"], bfgs=True)
    assert run.changes == (("bfgs", True), ("rsco", False))  # the paper has no suggestions
    (run,) = literature.plan("ode", seeds=1, only=["tl_ode2"], without=["hints"])
    assert run.search_config() == SearchConfig(hints=False)


def test_what_cannot_be_left_out():
    with pytest.raises(SSDEError, match="both off"):
        paper.plan("ode", without=["policy", "genetic"])
    with pytest.raises(SSDEError, match="no such part"):
        switch_off(["telepathy"], "paper")
    with pytest.raises(SSDEError, match="gamma1, gamma2"):
        paper.plan("ode", only=["gamma9"])


def test_parts_are_known_by_the_configuration():
    assert ("recursion" in available_parts()) == hasattr(SearchConfig(), "recursion")
    assert {"policy", "genetic", "rsco", "hints", "shortcuts"} <= set(available_parts())


@pytest.mark.parametrize(
    "row",
    [
        make_row(),
        make_row(status="ERROR", expression=None, reason="oh", loss=None),
        make_row(
            changes=(("operators", ("+", "-")), ("policy", False)),
            hint="recursive",
            workers=2,
            steps=(StepText(1, "x1", "alpha_1 + x1", ("alpha_1",)), StepText(2, "x2", "x1 + x2")),
            loss=1e-9,
            error=2e-9,
            recovered=True,
            commit="abc",
            date="2025-01-01",
            machine="1 core",
            command="ssde bench paper",
        ),
    ],
)
def test_rows_survive_json(row):
    assert Row.from_dict(json.loads(json.dumps(row.as_dict()))) == row


def test_variants_in_words():
    run = Run("gamma1", 0, 9.0, "paper", (("batch", 10), ("operators", ("+", "-"))), "direct", 2)
    assert run.variant == "hint direct, batch 10, operators + -, workers 2"
    assert Run("gamma1", 0, 9.0, "paper").variant == ""
