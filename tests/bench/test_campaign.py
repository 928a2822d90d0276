"""Many runs, and the files that keep their rows."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from bench_makers import Toy

from sympy_ssde import SSDEError, __version__
from sympy_ssde.bench.campaign import run_all
from sympy_ssde.bench.provenance import Provenance
from sympy_ssde.bench.rowfiles import append_row, restore_rows
from sympy_ssde.bench.runs import Row, Run

FIELDS = {f.name for kind in (Run, Row) for f in fields(kind)} - {"run"}
RUNS = [Run("gamma1", seed, 5.0, "paper") for seed in range(3)]
ORIGIN = Provenance("abc", "2025-01-01", "1 core", "ssde bench paper")


def test_finished_rows_are_not_run_again(tmp_path):
    path = tmp_path / "new" / "rows.jsonl"
    first, second, third = Toy(), Toy(), Toy()
    run_all(RUNS[:2], path=path, runner=lambda: first)
    rows = run_all(RUNS, path=path, runner=lambda: second)
    assert second.asked == RUNS[2:] and second.stopped
    assert [r.run for r in rows] == RUNS
    assert [set(json.loads(line)) for line in path.read_text().splitlines()] == [FIELDS] * 3
    other = [
        replace(RUNS[0], changes=(("policy", False),)),
        replace(RUNS[0], timeout=6.0),
        replace(RUNS[0], hint="direct"),
        replace(RUNS[0], workers=2),
    ]
    run_all(RUNS + other, path=path, runner=lambda: third)
    assert third.asked == other


def test_rows_say_where_they_come_from(tmp_path):
    path = tmp_path / "rows.jsonl"
    run_all(RUNS[:1], path=path, runner=Toy, origin=ORIGIN)
    later = replace(ORIGIN, commit="def")
    rows = run_all(RUNS[:2], path=path, runner=Toy, origin=later)
    assert [row.commit for row in rows] == ["abc", "def"]
    assert (rows[0].date, rows[0].machine, rows[0].command) == (
        "2025-01-01",
        "1 core",
        "ssde bench paper",
    )
    assert restore_rows(path) == rows


def test_rows_of_another_version_do_not_count(tmp_path):
    path = tmp_path / "rows.jsonl"
    append_row(path, Row(RUNS[0], "PROVED", version="0.0.0"))
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
    assert [r.run for r in restore_rows(path)] == RUNS


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
    assert len(restore_rows(path)) == 1


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
