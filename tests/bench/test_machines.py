"""The same seeds with features of the CPU left out: the same answers, the same evaluations."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from sympy_ssde.bench.machines import differences, measure, plan, settings, tables
from sympy_ssde.bench.runs import Run

SETTINGS = settings()
FIRST = SETTINGS[0]
SEARCHED = (("reductions", False), ("shortcuts", False))

#: The policy, evolution and recursion of the paper; physics in compiled code, and in torch.
RUNS = [
    Run("gamma3", 0, 60.0, "paper"),
    Run("gamma12", 1, 60.0, "paper"),
    Run("heat2d", 0, 60.0, "paper"),
    Run("catenary", 0, 60.0, "default", SEARCHED),
    Run("fex_schrodinger_d2", 0, 60.0, "default", SEARCHED),
    Run("kdv_soliton", 0, 60.0, "default", SEARCHED),
]


@pytest.fixture(scope="module")
def measured():
    """Rows of each setting, two settings at a time."""
    with ThreadPoolExecutor(2) as threads:
        yield {s.name: threads.submit(measure, RUNS, [s]) for s in SETTINGS}


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS[1:], ids=lambda s: s.name)
def test_the_same_seed_takes_the_same_path(measured, setting):
    reference, rows = (measured[s.name].result() for s in (FIRST, setting))
    assert {row["status"] for row in reference} == {"PROVED"}
    assert all(row["evaluations"] > 0 for row in reference)
    assert len(rows) == len(RUNS)
    assert differences([*reference, *rows]) == []


def test_settings_leave_out_what_the_machine_has():
    names = [s.name for s in SETTINGS]
    assert len(set(names)) == len(names) >= 8
    assert FIRST.environment == {}
    assert any(s.environment.get("NUMBA_CPU_NAME") == "generic" for s in SETTINGS)
    assert {s.workers for s in SETTINGS} == {1, 2}


def test_the_plan_has_forty_runs():
    runs = plan()
    assert len(runs) == len(set(runs)) == 40
    assert {run.config for run in runs} == {"paper", "default"}
    assert not any(run.search_config().reductions for run in runs)
    assert {run.timeout for run in plan(9.0)} == {9.0}


def rows(**changes):
    row = {
        "setting": "as it is",
        "problem": "gamma1",
        "config": "paper",
        "seed": 0,
        "status": "PROVED",
        "expression": "x",
        "evaluations": 10,
        "seconds": 1.0,
        "reason": "",
    }
    return [row, {**row, "setting": "other", **changes}]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, 0),
        ({"seconds": 9.0}, 0),
        ({"evaluations": 11}, 1),
        ({"expression": "y"}, 1),
        ({"status": "UNDECIDED", "expression": None}, 2),
    ],
)
def test_differences_are_told(changes, told):
    both = rows(**changes)
    assert len(differences(both)) == told
    (table,) = tables(both)
    assert [line[3] for line in table.lines] == ["0", str(min(told, 1))]


def test_runs_that_the_clock_ended_say_nothing():
    both = rows(evaluations=12)
    both[0]["status"] = "UNDECIDED"
    assert differences(both) == []
