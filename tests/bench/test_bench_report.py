"""The docs' page of benchmarks."""

import json

import pytest
from bench_makers import make_row

from sympy_ssde import SSDEError
from sympy_ssde.bench.charts import Chart, draw
from sympy_ssde.bench.report import SECTIONS, write_report
from sympy_ssde.bench.rowfiles import append_row, write_rows
from sympy_ssde.cli.main import main

STAMP = {
    "commit": "abc1234567",
    "date": "2025-01-02",
    "machine": "2 cores, Some CPU, 8 GB",
}


def stamped(benchmark, *words, **values):
    command = " ".join(["ssde bench", benchmark, *words])
    return make_row(**{**STAMP, "command": command, **values})


@pytest.fixture
def results(tmp_path):
    folder = tmp_path / "docs" / "results"
    for i in range(2):
        append_row(folder / "paper-ode.jsonl", stamped("paper", "--seeds 2", seed=i, seconds=1.5))
    row = stamped("library", problem="gamma1", seconds=2.0, evaluations=9)
    append_row(folder / "library.jsonl", row)
    kernel = {"task": "kernel", "baseline_per_second": 10.0, "kernel_per_second": 990.0}
    kernel |= {"ratio": 99.0, "floor": 50.0, **STAMP, "command": "ssde bench engine"}
    write_rows(folder / "engine.jsonl", [kernel])
    check = {"id": "a", "change": "", "status": "PROVED", "seconds": 0.25, **STAMP}
    write_rows(folder / "proofs.jsonl", [{**check, "command": "ssde bench proofs"}])
    return folder


def test_page(results):
    pytest.importorskip("matplotlib")
    page = results.parent / "benchmarks.md"
    written = write_report(results, page)
    text = page.read_text()
    titles = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert titles == [
        "In short",
        "The paper's problems: paper-ode",
        "Growth of the library",
        "Engine",
        "Proofs",
    ]
    assert "ssde bench paper --seeds 2 --json docs/results/paper-ode.jsonl" in text
    assert "| The paper's problems: paper-ode | 2/2 runs | 1.50 | 1.50 | - |" in text
    assert "2 rows, measured on 2025-01-02 at commit abc1234567 on 2 cores, Some CPU, 8 GB." in text
    assert "| gamma1 | 2/2 | 1.50 |" in text and "| kernel | 10 | 990 | 99 | 50 |" in text
    assert "| known solutions | 1 | 1 | 0 | 0 | 0.250 | 0.25 |" in text
    assert written[0] == page
    assert [p.name for p in written[1:]] == [
        "bench-library-time.svg",
        "bench-library-skeletons.svg",
    ]
    for picture in written[1:]:
        assert picture.exists() and f"(_static/{picture.name})" in text


def test_arms_are_compared_with_a_full_system_that_was_measured_elsewhere(results):
    full = stamped("literature", problem="catenary", config="default", seconds=1.0, evaluations=50)
    arm = stamped(
        "ablation", problem="catenary", config="default", changes={"hints": False}, seconds=2.0,
        timeout=9.0, evaluations=100,
    )  # fmt: skip
    append_row(results / "literature.jsonl", full)
    append_row(results / "ablation-hints.jsonl", arm)
    page = results.parent / "benchmarks.md"
    write_report(results, page)
    assert "| without hints | 1/1 | 1/1 | 2.00 | 2.00 |" in page.read_text()


def test_several_commits_are_all_named(results):
    row = stamped("paper", "--seeds 3", seed=2, commit="def+", date="2025-02-03")
    append_row(results / "paper-ode.jsonl", row)
    write_report(results, results.parent / "page.md")
    text = (results.parent / "page.md").read_text()
    assert "from 2025-01-02 to 2025-02-03 at commit abc1234567, def+ on" in text
    assert "--seeds 2 --json" in text and "--seeds 3 --json" in text


@pytest.mark.parametrize(
    "line",
    ["no json", "{}", json.dumps({"command": "ssde bench luck"}), json.dumps({"command": "ssde"})],
)
def test_other_files_are_refused(tmp_path, line):
    (tmp_path / "x.jsonl").write_text(line + "\n")
    with pytest.raises(SSDEError, match=r"x\.jsonl"):
        write_report(tmp_path, tmp_path / "page.md")


def test_mixed_files_and_empty_folders_are_refused(tmp_path):
    with pytest.raises(SSDEError, match="no results"):
        write_report(tmp_path, tmp_path / "page.md")
    for benchmark in ("paper", "library"):
        append_row(tmp_path / "x.jsonl", stamped(benchmark))
    with pytest.raises(SSDEError, match="one benchmark was expected"):
        write_report(tmp_path, tmp_path / "page.md")


def test_mixed_versions_are_refused(results):
    append_row(results / "library.jsonl", stamped("library", version="0.0.0"))
    with pytest.raises(SSDEError, match="versions"):
        write_report(results, results.parent / "page.md")


def test_command(results, capsys):
    page = results.parent / "page.md"
    assert main(["bench", "report", "--results", str(results), "--out", str(page)]) == 0
    assert str(page) in capsys.readouterr().out and page.exists()


def test_every_benchmark_has_a_section():
    import argparse

    from sympy_ssde.bench.commands import add_bench_commands

    parser = argparse.ArgumentParser()
    add_bench_commands(parser)
    (subparsers,) = (a for a in parser._actions if isinstance(a.choices, dict))
    assert set(subparsers.choices) == {*SECTIONS, "report"}


CHARTS = [
    Chart("lines", "t", "d", "s", (1, 2, 4), {"a": [1.0, None, 3.0], "b": [1.0, 2.0, 3.0]}),
    Chart("bars", "t", "", "s", ("x", "y"), {"a": [1.0, None], "b": [2.0, 3.0]}, False),
]


def test_charts_are_drawn_the_same_way_every_time(tmp_path):
    pytest.importorskip("matplotlib")
    first = [path.read_bytes() for path in draw(CHARTS, tmp_path / "a")]
    again = [path.read_bytes() for path in draw(CHARTS, tmp_path / "b")]
    assert first == again and all(b"<svg" in text for text in first) and first[0] != first[1]


def test_without_matplotlib_nothing_is_drawn(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    assert draw(CHARTS, tmp_path) == []
