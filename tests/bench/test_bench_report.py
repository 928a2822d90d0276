"""The docs' pages of benchmarks."""

import json
import re

import pytest
from bench_makers import make_row

from sympy_ssde import SSDEError
from sympy_ssde.bench.charts import Chart, draw
from sympy_ssde.bench.report import TOPICS, write_report
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


def test_pages(results):
    pytest.importorskip("matplotlib")
    pages = results.parent / "benchmarks"
    written = write_report(results, pages)
    topics = ["paper", "library", "engine", "proofs"]
    names = ["index.md", *(f"{topic}.md" for topic in topics)]
    names += ["bench-library-time.svg", "bench-library-skeletons.svg"]
    assert [p.name for p in written] == names and all(p.exists() for p in written)
    index, *texts = (p.read_text() for p in written[:5])
    assert "| The paper's problems: paper-ode | 2/2 runs | 1.50 | 1.50 | - |" in index
    assert index.endswith("\n".join(["", *topics, "```", ""]))  # the toctree
    paper, library, engine, proofs = texts
    assert paper.startswith("# The paper's problems\n") and "## paper-ode\n" in paper
    assert "ssde bench paper --seeds 2 --json docs/results/paper-ode.jsonl" in paper
    assert "2 rows, measured on 2025-01-02 at commit abc1234567 on 2 cores, Some CPU" in paper
    assert "| gamma1 | 2/2 | 1.50 |" in paper and "| kernel | 10 | 990 | 99 | 50 |" in engine
    assert "| known solutions | 1 | 1 | 0 | 0 | 0.250 | 0.25 |" in proofs
    for picture in written[5:]:
        assert f"(../_static/{picture.name})" in library


def test_pages_lead_to_each_other(results):
    pages = results.parent / "benchmarks"
    for page in (p for p in write_report(results, pages) if p.suffix == ".md"):
        linked = set(re.findall(r"\]\((\w+\.md)\)", page.read_text()))
        assert linked == {p.name for p in pages.glob("*.md")} - {page.name}


def test_the_readme_quotes_them(results):
    readme = results.parent.parent / "README.md"
    readme.write_text("# A\n\n## Results\n\nSaid.\n\n| old |\n| --- |\n\n## Features\n\n| kept |\n")
    for _ in range(2):  # the second time changes nothing
        assert readme in write_report(results, results.parent / "benchmarks")
        head, table, rest = readme.read_text().partition("| problems | proved |")
        assert head == "# A\n\n## Results\n\nSaid.\n\n" and "| old |" not in table + rest
        assert "| The paper's problems: paper-ode | 2/2 runs | 1.50 | 1.50 | - |" in rest
        assert rest.endswith("- |\n\n## Features\n\n| kept |\n")


def test_arms_are_compared_with_a_full_system_that_was_measured_elsewhere(results):
    full = stamped("literature", problem="catenary", config="default", seconds=1.0, evaluations=50)
    arm = stamped(
        "ablation", problem="catenary", config="default", changes={"hints": False}, seconds=2.0,
        timeout=9.0, evaluations=100,
    )  # fmt: skip
    append_row(results / "literature.jsonl", full)
    append_row(results / "ablation-hints.jsonl", arm)
    pages = results.parent / "benchmarks"
    write_report(results, pages)
    assert "| without hints | 1/1 | 1/1 | 2.00 | 2.00 |" in (pages / "ablation.md").read_text()


def test_several_commits_are_all_named(results):
    row = stamped("paper", "--seeds 3", seed=2, commit="def+", date="2025-02-03")
    append_row(results / "paper-ode.jsonl", row)
    write_report(results, results.parent / "pages")
    text = (results.parent / "pages" / "paper.md").read_text()
    assert "from 2025-01-02 to 2025-02-03 at commit abc1234567, def+ on" in text
    assert "--seeds 2 --json" in text and "--seeds 3 --json" in text


@pytest.mark.parametrize(
    "line",
    ["no json", "{}", json.dumps({"command": "ssde bench luck"}), json.dumps({"command": "ssde"})],
)
def test_other_files_are_refused(tmp_path, line):
    (tmp_path / "x.jsonl").write_text(line + "\n")
    with pytest.raises(SSDEError, match=r"x\.jsonl"):
        write_report(tmp_path, tmp_path / "pages")


def test_mixed_files_and_empty_folders_are_refused(tmp_path):
    with pytest.raises(SSDEError, match="no results"):
        write_report(tmp_path, tmp_path / "pages")
    for benchmark in ("paper", "library"):
        append_row(tmp_path / "x.jsonl", stamped(benchmark))
    with pytest.raises(SSDEError, match="one benchmark was expected"):
        write_report(tmp_path, tmp_path / "pages")


def test_mixed_versions_are_refused(results):
    append_row(results / "library.jsonl", stamped("library", version="0.0.0"))
    with pytest.raises(SSDEError, match="versions"):
        write_report(results, results.parent / "pages")


def test_command(results, capsys):
    pages = results.parent / "pages"
    assert main(["bench", "report", "--results", str(results), "--out", str(pages)]) == 0
    assert str(pages / "index.md") in capsys.readouterr().out
    assert (pages / "index.md").exists()


def test_every_benchmark_has_a_page():
    import argparse

    from sympy_ssde.bench.commands import add_bench_commands

    parser = argparse.ArgumentParser()
    add_bench_commands(parser)
    (subparsers,) = (a for a in parser._actions if isinstance(a.choices, dict))
    assert set(subparsers.choices) - {"report"} == set(TOPICS)


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
