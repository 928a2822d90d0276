"""Runs, rows and summaries; the searches here are of a second or two."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sympy_ssde import SSDEError, __version__
from sympy_ssde.bench import commands, literature, paper, runs
from sympy_ssde.bench.catalogue import entries, entry
from sympy_ssde.bench.runs import Figures, Process, Row, Run, execute, run_all
from sympy_ssde.cli import main
from sympy_ssde.config import SearchConfig

FIELDS = set(
    "problem seed timeout config changes status seconds evaluations expression method reason "
    "version".split()
)


def make_row(problem: str = "gamma1", seed: int = 0, **values: Any) -> Row:
    run = Run(problem, seed, values.pop("timeout", 10.0), values.pop("config", "paper"))
    return Row(run, values.pop("status", "PROVED"), **{"expression": "x", **values})


class Toy:
    """A runner that proves everything at once, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Run] = []
        self.stopped = False

    def run(self, run: Run) -> Row:
        self.asked.append(run)
        return Row(run, "PROVED", 1.0, 100, "x")

    def stop(self) -> None:
        self.stopped = True


# one run -----------------------------------------------------------------------------------------


class Poison:
    """Raises whatever is done with it: an answer must be found without it."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("the known solution was looked at")

    __getattribute__ = __eq__ = __hash__ = __bool__ = __len__ = __iter__ = _refuse  # type: ignore
    __str__ = __repr__ = __call__ = __getitem__ = __reduce_ex__ = _refuse  # type: ignore


def test_the_solver_never_sees_the_known_solution():
    poisoned = replace(entry("gamma8"), exact=Poison())
    row = execute(Run("gamma8", 0, 30.0, "paper"), poisoned)
    assert (row.status, row.expression) == ("PROVED", "sqrt(x1)"), row.reason
    assert (row.method, row.reason, row.version) == ("direct", "", __version__)
    assert row.seconds > 0 and row.evaluations > 0


@pytest.mark.parametrize("name", [e.id for e in entries()])
def test_statements_leave_the_known_solution_out(name):
    problem = entry(name)
    stated = problem.statement()
    assert set(stated) == {"eq", "func", "bcs", "domain", "params"}
    given = [*stated.values(), *stated["bcs"].values(), *stated["domain"].values()]
    for solution in (problem.exact, *problem.solution):
        assert all(value is not solution for value in given)
    assert not any(value == s for value in stated["bcs"].values() for s in problem.solution)


def test_a_run_without_success_is_a_row():
    row = execute(Run("wave3d", 0, 0.01, "paper"), entry("wave3d"))
    assert (row.status, row.reason) == ("UNDECIDED", "out of time")
    assert set(row.as_dict()) == FIELDS


def test_an_exception_is_a_row():
    broken = replace(entry("gamma8"), bcs={"nonsense": 0})
    row = execute(Run("gamma8", 3, 5.0, "paper"), broken)
    assert row.status == "ERROR" and "Error: " in row.reason
    assert Row.from_dict(json.loads(json.dumps(row.as_dict()))).run == row.run


def test_sympy_answers_beside_ours():
    row = execute(Run("par_shm", 0, 30.0, "sympy"), entry("par_shm"))
    assert (row.status, row.expression) == ("PROVED", "sin(omega*x)"), row.reason
    row = execute(Run("gamma9", 0, 30.0, "sympy"), entry("gamma9"))
    assert row.status == "UNDECIDED" and "NotImplementedError" in row.reason


# configurations ----------------------------------------------------------------------------------


def test_one_configuration_for_all_problems_of_the_paper():
    planned = paper.plan("all", seeds=2)
    assert len(planned) == 36 and {r.timeout for r in planned} == {300.0}
    assert {r.search_config() for r in planned} == {SearchConfig.paper()}
    assert [r.problem for r in paper.plan("ode", seeds=1)] == [f"gamma{i}" for i in range(1, 9)]


@pytest.mark.parametrize("part", ["policy", "genetic", "rsco"])
def test_left_out_parts_reach_the_configuration(part):
    (run,) = paper.plan("ode", seeds=1, only=["gamma1"], without=[part])
    assert run.search_config() == SearchConfig.paper(**{part: False})
    assert Run.from_dict(json.loads(json.dumps(run.as_dict()))) == run


def test_more_changes():
    (run,) = paper.plan("ode", seeds=1, only=["gamma1"], without=["rsco", "hints"], bfgs=True)
    assert run.changes == (("bfgs", True), ("rsco", False))  # there are no hints in the paper
    (run,) = literature.plan("ode", seeds=1, only=["tl_ode2"], without=["hints"])
    assert run.search_config() == SearchConfig(hints=False)


def test_what_cannot_be_left_out():
    with pytest.raises(SSDEError, match="both off"):
        paper.plan("ode", without=["policy", "genetic"])
    with pytest.raises(SSDEError, match="no such part"):
        runs.switch_off(["telepathy"], "paper")
    with pytest.raises(SSDEError, match="gamma1, gamma2"):
        paper.plan("ode", only=["gamma9"])


def test_literature_has_no_systems():
    planned = literature.plan(seeds=3, sympy=True)
    assert len(planned) == 4 * 75
    assert {r.timeout for r in planned if r.config == "sympy"} == {30.0}
    assert "7 systems" in literature.skipped_note("all")
    assert literature.skipped_note("ode") == ""


# files -------------------------------------------------------------------------------------------

RUNS = [Run("gamma1", seed, 5.0, "paper") for seed in range(3)]


def test_finished_rows_are_not_run_again(tmp_path):
    path = tmp_path / "rows.jsonl"
    first, second, third = Toy(), Toy(), Toy()
    run_all(RUNS[:2], path=path, runner=lambda: first)
    rows = run_all(RUNS, path=path, runner=lambda: second)
    assert second.asked == RUNS[2:] and second.stopped
    assert [r.run for r in rows] == RUNS
    assert [set(json.loads(line)) for line in path.read_text().splitlines()] == [FIELDS] * 3
    other = [replace(RUNS[0], changes=(("policy", False),)), replace(RUNS[0], timeout=6.0)]
    run_all(RUNS + other, path=path, runner=lambda: third)
    assert third.asked == other


def test_rows_of_another_version_do_not_count(tmp_path):
    path = tmp_path / "rows.jsonl"
    runs.append_row(path, Row(RUNS[0], "PROVED", version="0.0.0"))
    toy = Toy()
    (row,) = run_all(RUNS[:1], path=path, runner=lambda: toy)
    assert toy.asked == RUNS[:1] and row.version == __version__
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize("cut", [1, 20, 150])
def test_an_interrupted_write_is_tolerated(tmp_path, cut):
    path = tmp_path / "rows.jsonl"
    run_all(RUNS, path=path, runner=Toy)
    path.write_text(path.read_text()[:-cut])
    toy = Toy()
    run_all(RUNS, path=path, runner=lambda: toy)
    assert toy.asked == ([] if cut == 1 else RUNS[2:])
    assert [r.run for r in runs.restore_rows(path)] == RUNS


def test_a_file_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes\nof today\n")
    with pytest.raises(SSDEError, match=r"line 1 of .*notes\.txt"):
        run_all(RUNS, path=path, runner=Toy)
    assert path.read_text() == "my notes\nof today\n"


def test_an_interrupt_keeps_what_is_finished(tmp_path):
    path = tmp_path / "rows.jsonl"
    toy = Toy()

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_all(RUNS, path=path, runner=lambda: toy, report=interrupt)
    assert toy.stopped
    assert len(runs.restore_rows(path)) == 1


def test_jobs_share_the_runs():
    toys: list[Toy] = []

    def start() -> Toy:
        toys.append(Toy())
        return toys[-1]

    seen = []
    rows = run_all(RUNS, jobs=8, runner=start, report=lambda row, n, of: seen.append((n, of)))
    assert [r.run for r in rows] == RUNS and len(toys) == 3
    assert sorted(r.seed for t in toys for r in t.asked) == [0, 1, 2]
    assert seen == [(1, 3), (2, 3), (3, 3)]


# processes ---------------------------------------------------------------------------------------


def test_a_process_of_its_own(tmp_path):
    path = tmp_path / "rows.jsonl"
    planned = [Run("gamma8", 0, 30.0, "paper"), Run("nobody", 0, 30.0, "paper")]
    good, bad = run_all(planned, path=path)
    assert (good.status, good.expression) == ("PROVED", "sqrt(x1)")
    assert good == execute_again(good)
    assert bad.status == "ERROR"


def execute_again(row: Row) -> Row:
    """The same run in this process; only the time may differ."""
    again = execute(row.run, entry(row.run.problem))
    return replace(again, seconds=row.seconds)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("raise SystemExit(3)", "exit code 3"),
        ("input(); print('started', flush=True); raise SystemExit(4)", "exit code 4"),
        ("input(); print('started', flush=True); input()", "after its time was up"),
    ],
)
def test_a_lost_process_is_a_row(monkeypatch, script, reason):
    monkeypatch.setattr(runs, "PATIENCE", 0.2)
    process = Process([sys.executable, "-c", script])
    try:
        for seed in range(2):  # it is replaced
            row = process.run(Run("gamma1", seed, 0.3, "paper"))
            assert row.status == "ERROR" and reason in row.reason
    finally:
        process.stop()


# summaries ---------------------------------------------------------------------------------------


def test_figures():
    rows = [
        make_row(seed=0, seconds=1.0, evaluations=100, expression="x + x"),
        make_row(seed=1, seconds=3.0, evaluations=300, expression="2*x"),
        make_row(seed=2, status="UNDECIDED", seconds=10.5, evaluations=500, reason="out of time"),
        make_row(seed=3, status="ERROR", seconds=0.1, reason="oh"),
    ]
    figures = Figures.of(rows)
    assert (figures.runs, figures.proved, figures.expression) == (4, 2, "2*x")
    assert figures.median == (3.0 + 10.0) / 2  # the error counts as its whole time
    assert figures.high == pytest.approx(10.0 + 0.85 * 0.5)
    assert (figures.worst, figures.skeletons) == (10.5, 300)


def test_summary_of_the_paper():
    rows = [make_row("gamma1", s, seconds=float(s), evaluations=10 * s) for s in range(1, 4)]
    rows += [make_row("gamma2", 1, status="UNDECIDED", seconds=10.0, expression="x[", reason="no")]
    lines = paper.summary(rows).splitlines()
    assert lines[1].split() == ["gamma1", "3/3", "2.00", "2.90", "3.00", "20", "x"]
    assert lines[2].split() == ["gamma2", "0/1", "10.00", "10.00", "10.00", "0", "-"]
    assert "all 4 runs: 3 proved; median 2.50 s" in lines[3]
    assert paper.summary([]) == "no runs"


def literature_rows(problem: str, proved: int, sympy: str = "-") -> list[Row]:
    statuses = ["PROVED"] * proved + ["UNDECIDED"] * (3 - proved)
    rows = [make_row(problem, i, config="default", status=s) for i, s in enumerate(statuses)]
    if sympy != "-":
        expression = None if sympy == "no" else "x"
        status = "PROVED" if sympy == "yes" else "UNDECIDED"
        rows.append(make_row(problem, config="sympy", status=status, expression=expression))
    return rows


def test_two_of_three_seeds_solve_a_problem():
    rows = [
        *literature_rows("tl_ode2", 2, sympy="no"),
        *literature_rows("tl_ode9", 1, sympy="yes"),
        *literature_rows("par_shm", 3, sympy="open"),
    ]
    solved = {v.id: (v.solved, v.sympy) for v in literature.verdicts(rows)}
    assert solved == {
        "tl_ode2": (True, "no"),
        "tl_ode9": (False, "yes"),
        "par_shm": (True, "open"),
    }
    text = literature.summary(rows)
    assert "in all: 2 of 3 problems solved" in text
    assert "sympy: 1/3 solved; 1 by the search only, 1 by sympy only; 1 answers" in text
    assert ["ode", "2", "1/2", "5.00", "1/2"] in [line.split() for line in text.splitlines()]


def test_sympy_is_not_mentioned_unless_asked():
    assert "sympy:" not in literature.summary(literature_rows("tl_ode2", 3))


# commands ----------------------------------------------------------------------------------------


@pytest.fixture
def toys(monkeypatch) -> list[Toy]:
    """The commands run toys instead of processes."""
    made: list[Toy] = []

    def start() -> Toy:
        made.append(Toy())
        return made[-1]

    monkeypatch.setitem(runs.run_all.__kwdefaults__, "runner", start)
    return made


def test_paper_command(toys, tmp_path: Path, capsys):
    path = tmp_path / "rows.jsonl"
    words = "bench paper --only gamma1,gamma8 --seeds 2 --without policy --without rsco --bfgs"
    assert main([*words.split(), "--json", str(path)]) == 0
    captured = capsys.readouterr()
    assert "all 4 runs: 4 proved" in captured.out
    assert len(captured.err.splitlines()) == 4
    changes = [json.loads(line)["changes"] for line in path.read_text().splitlines()]
    assert changes == [{"bfgs": True, "policy": False, "rsco": False}] * 4
    assert main([*words.split(), "--json", str(path)]) == 0
    again = capsys.readouterr()
    assert again.out == captured.out and not again.err and len(toys) == 1


def test_literature_command(toys, capsys):
    words = "bench literature --family param --seeds 1 --sympy --only par_shm"
    assert main(words.split()) == 0
    assert "in all: 1 of 1 problems solved" in capsys.readouterr().out
    assert [r.config for r in toys[0].asked] == ["default", "sympy"]


@pytest.mark.parametrize("words", ["--seeds 0", "--jobs 0", "--timeout 0", "--without luck"])
def test_wrong_options(words, capsys):
    with pytest.raises(SystemExit):
        main(["bench", "paper", *words.split()])
    assert "error: argument" in capsys.readouterr().err


def test_options_name_what_there_is():
    parser = argparse.ArgumentParser()
    commands.add_bench_commands(parser)
    (subparsers,) = (a for a in parser._actions if isinstance(a.choices, dict))

    def choices(command: str, option: str) -> set[str]:
        actions = subparsers.choices[command]._option_string_actions
        return set(actions[option].choices)

    assert choices("paper", "--set") == set(paper.SETS)
    assert choices("literature", "--family") == {*literature.FAMILIES, "all"}
    assert choices("paper", "--without") == choices("literature", "--without") == set(runs.PARTS)
    assert {*literature.FAMILIES, literature.SKIPPED} == {e.family for e in entries("literature")}
