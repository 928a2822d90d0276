"""The benchmark of everyday problems."""

import pytest
from bench_makers import make_row

from sympy_ssde import SSDEError
from sympy_ssde.bench import everyday
from sympy_ssde.bench.everyday_problems import makers
from sympy_ssde.bench.runs import Row
from sympy_ssde.cli.main import main


def everyday_row(problem: str, **values) -> Row:
    return make_row(problem, **{"config": "default", "method": "direct", "form": 1.0, **values})


def test_plan():
    planned = everyday.plan(seeds=2, first_seed=5, sympy=True)
    assert len(planned) == 4 * len(makers())
    assert {r.seed for r in planned} == {5, 6}
    assert all(r.problem.endswith(f"/{r.seed}") for r in planned)
    assert {r.timeout for r in planned} == {10.0}


def test_only_these():
    planned = everyday.plan(seeds=2, only=["growth", "logistic/7"])
    assert [r.problem for r in planned] == ["growth/0", "growth/1", "logistic/7"]
    assert planned[-1].seed == 7
    for name in ("nothing", "nothing/3"):
        with pytest.raises(SSDEError, match="no problem 'nothing'"):
            everyday.plan(only=[name])


GROWTH = "Exponential growth or decay."


def test_tables():
    rows = [
        everyday_row("growth/0", seconds=0.5),
        everyday_row("growth/1", status="UNDECIDED", expression=None, form=None, reason="time"),
        everyday_row("heat-dirichlet/0", seconds=1.5, form=2.5, recovered=False),
        everyday_row("growth/0", config="sympy"),
        everyday_row("growth/1", config="sympy", seconds=2.0),
    ]
    classes, groups, missing, longest = everyday.tables(rows)
    assert classes.lines[0] == (
        "first order",
        "growth",
        "1/2",
        "5.25",
        "2/2",
        "1.00",
        "direct",
        GROWTH,
    )
    assert groups.lines[-1] == ("all", "2/3", "1.50", "9.15", "10.00", "2/2", "50%")
    assert "2 of 3 runs proved (66.7%), 2 of 2 classes" in groups.note
    assert "1 proofs of another solution" in groups.note
    assert "by sympy only: growth/1" in groups.note
    assert missing.lines == (("growth/1", "undecided", "0.0", "time"),)
    assert longest.lines == (("heat-dirichlet/0", "2.50", "x"),)
    assert everyday.headlines(rows) == [("", "2/3 runs", "1.50", "9.15", "2/2")]


def test_no_runs():
    assert everyday.summary([]) == "no runs"


def test_command(toys, capsys):
    assert main(["bench", "everyday", "--seeds", "1", "--only", "growth,spring", "--no-sympy"]) == 0
    shown = capsys.readouterr().out
    assert "2 of 2 runs proved" in shown and "spring" in shown
    assert [run.problem for toy in toys for run in toy.asked] == ["growth/0", "spring/0"]
