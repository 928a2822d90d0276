"""``ssde bench report``: the docs' page of benchmarks, made from files of results alone."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sympy_ssde.bench import (
    ablation,
    baselines,
    engine,
    library,
    literature,
    paper,
    proofs,
    scaling,
)
from sympy_ssde.bench.charts import Chart, draw
from sympy_ssde.bench.runs import Row
from sympy_ssde.bench.tables import Table
from sympy_ssde.errors import SSDEError

#: Where the results and the page are, seen from the top of a checkout.
RESULTS, PAGE = Path("docs/results"), Path("docs/benchmarks.md")

INTRODUCTION = """# Benchmarks

Made by `ssde bench report` from the files in `{results}`; every row there has its commit, date,
machine and command. A plus sign behind a commit says that the code was changed since. No run is
left out: one without a proof counts with its whole time, and nobody's best seed is taken.
Figures marked as published are those of others, copied from their papers, and not measured here.
"""


@dataclass(frozen=True)
class Section:
    """How a benchmark's rows become a part of the page."""

    title: str
    about: str
    tables: Callable[[Any], list[Table]]
    charts: Callable[[Any], list[Chart]] = lambda rows: []
    has_runs: bool = True
    headlines: Callable[[Any], list[tuple[str, ...]]] = lambda rows: []


SECTIONS: dict[str, Section] = {
    "paper": Section(
        "The paper's problems",
        "`SearchConfig.paper()` for all: the paper's library, no hints, no short cuts; the search "
        "sees equation and conditions as numbers at sampled points only.",
        paper.tables,
        headlines=paper.headlines,
    ),
    "literature": Section(
        "Problems of the literature",
        "The default configuration, hints on; a problem counts as solved if it is proved in most "
        "of its seeds. SymPy's own solvers get 30 s each.",
        literature.tables,
        headlines=literature.headlines,
    ),
    "ablation": Section(
        "Ablation",
        "What each part is worth: an arm gets the 95th percentile of the full system's time on "
        "each problem.",
        ablation.tables,
        ablation.charts,
    ),
    "scaling": Section(
        "Growth",
        "Time over dimension, points, batch size and cores, in paper mode.",
        scaling.tables,
        scaling.charts,
    ),
    "library": Section(
        "Growth of the library",
        "The paper's complexity figure: Gamma 1-4, from the four arithmetic operators on.",
        library.tables,
        library.charts,
    ),
    "baselines": Section(
        "Alternatives that can be installed",
        "A network by DeepXDE, symbolic regression of its values, and SymPy, on the same points "
        "with the same clock.",
        baselines.tables,
    ),
    "engine": Section(
        "Engine",
        "The compiled kernel against one autograd graph for each skeleton, and what the fit does.",
        engine.tables,
        has_runs=False,
    ),
    "proofs": Section(
        "Proofs",
        "Known solutions must be proved, and all that are changed by 1/1000 refuted.",
        proofs.tables,
        has_runs=False,
    ),
}


@dataclass(frozen=True)
class Results:
    """A file of rows that come from one benchmark."""

    path: Path
    benchmark: str
    rows: tuple[Mapping[str, Any], ...]

    @classmethod
    def read(cls, path: Path) -> "Results":
        """Read a file; its rows' commands say which benchmark they are of."""
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            rows = tuple(json.loads(line) for line in lines if line.strip())
            names = {row["command"].split()[2] for row in rows}
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise SSDEError(f"{path} is not a file of results ({error!r})") from error
        if len(names) != 1 or not names <= set(SECTIONS):
            raise SSDEError(f"{path} has rows of {sorted(names)}; one benchmark was expected")
        versions = {row.get("version") for row in rows}
        if len(versions) > 1:
            raise SSDEError(f"{path} has rows of the versions {sorted(map(str, versions))}")
        return cls(path, names.pop(), rows)

    def read_rows(self) -> Sequence[Any]:
        """The rows as the benchmark's own functions take them."""
        if not SECTIONS[self.benchmark].has_runs:
            return self.rows
        return [Row.from_dict(dict(row)) for row in self.rows]

    def distinct(self, field: str) -> list[str]:
        """The different values of a field, in the order in which they come."""
        return list(dict.fromkeys(str(row[field]) for row in self.rows))


def write_report(results: Path = RESULTS, page: Path = PAGE) -> list[Path]:
    """Write the page and its charts; returns what was written."""
    files = [Results.read(path) for path in sorted(results.glob("*.jsonl"))]
    if not files:
        raise SSDEError(f"there are no results in {results}; measure some with --json FILE")
    order = list(SECTIONS)
    files.sort(key=lambda file: (order.index(file.benchmark), file.path.name))
    pictures = page.parent / "_static"
    folder = Path(os.path.relpath(results, page.parent.parent))  # as seen from the checkout
    parts = [INTRODUCTION.format(results=folder.as_posix()), *_in_short(files)]
    written = [page]
    for file in files:
        rows = file.read_rows()
        if file.benchmark == "ablation":
            others = [f for f in files if f is not file and SECTIONS[f.benchmark].has_runs]
            rows = ablation.with_full(rows, [row for f in others for row in f.read_rows()])
        text, drawn = _section(file, rows, folder, pictures)
        parts.append(text)
        written += drawn
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join(parts), encoding="utf-8")
    return written


def _in_short(files: Sequence[Results]) -> list[str]:
    """The table that others may quote."""
    lines = []
    for file in files:
        section = SECTIONS[file.benchmark]
        for name, *figures in section.headlines(file.read_rows()):
            lines.append((f"{section.title}: {name or file.path.stem}", *figures))
    header = ("problems", "proved", "median s", "95% s", "SymPy")
    return ["## In short\n\n" + Table("", header, tuple(lines)).markdown() + "\n"] if lines else []


def _section(
    file: Results, rows: Sequence[Any], folder: Path, pictures: Path
) -> tuple[str, list[Path]]:
    section = SECTIONS[file.benchmark]
    stem = file.path.stem
    prefix = f"{file.benchmark}-"
    charts = [
        replace(c, name=f"bench-{stem}-{c.name.removeprefix(prefix)}") for c in section.charts(rows)
    ]
    drawn = draw(charts, pictures)
    titles = {chart.name: chart.title for chart in charts}
    parts = [
        f"## {section.title}" + ("" if stem == file.benchmark else f": {stem}"),
        section.about,
        origin(file, folder),
        *(table.markdown() for table in section.tables(rows)),
        *(f"![{titles[path.stem]}](_static/{path.name})" for path in drawn),
    ]
    return "\n\n".join(parts) + "\n", drawn


def origin(file: Results, folder: Path) -> str:
    """When, where and how a file's rows were measured."""
    name = (folder / file.path.name).as_posix()
    commands = "\n".join(f"{command} --json {name}" for command in file.distinct("command"))
    dates, commits = file.distinct("date"), file.distinct("commit")
    return (
        f"```sh\n{commands}\n```\n\n"
        f"{len(file.rows)} rows, measured {_range(dates)} at commit "
        f"{', '.join(c or 'unknown' for c in commits)} on {'; '.join(file.distinct('machine'))}."
    )


def _range(dates: Sequence[str]) -> str:
    first, last = min(dates), max(dates)
    return f"on {first}" if first == last else f"from {first} to {last}"
