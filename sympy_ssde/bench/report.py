"""``ssde bench report``: the docs' pages of benchmarks, made from files of results alone.

An index with the table that others may quote, and one page for each benchmark.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sympy_ssde.bench import (
    ablation,
    attacks,
    baselines,
    beside,
    constants,
    deadlines,
    engine,
    everyday,
    families,
    kills,
    library,
    literature,
    machines,
    opinion,
    paper,
    proofs,
    scaling,
    series,
    series_changed,
    start,
    workers,
)
from sympy_ssde.bench.charts import Chart, draw
from sympy_ssde.bench.runs import Row
from sympy_ssde.bench.tables import Table
from sympy_ssde.errors import SSDEError

#: Where the results and the pages are, seen from the top of a checkout.
RESULTS, PAGES = Path("docs/results"), Path("docs/benchmarks")

INTRODUCTION = """# Benchmarks

Made by `ssde bench report` from the files in `{results}`; every row there has its commit, date,
machine and command. A plus sign behind a commit says that the code had uncommitted changes. No run
is left out: one without a proof counts with its whole time, and no best seed is picked.
Numbers marked as published are those of others, copied from their papers, and not measured here.
"""


@dataclass(frozen=True)
class Topic:
    """How a benchmark's rows become a page."""

    title: str
    about: str
    tables: Callable[[Any], list[Table]]
    charts: Callable[[Any], list[Chart]] = lambda rows: []
    has_runs: bool = True
    headlines: Callable[[Any], list[tuple[str, ...]]] = lambda rows: []


TOPICS: dict[str, Topic] = {
    "paper": Topic(
        "The paper's problems",
        "`SearchConfig.paper()` for all: the paper's library, no suggestions, no shortcuts; the "
        "search sees equation and conditions as numbers at sampled points only.",
        paper.tables,
        headlines=paper.headlines,
    ),
    "literature": Topic(
        "Problems of the literature",
        "The default configuration; a problem counts as solved if it is proved in most of its "
        "seeds. SymPy's own solvers get 30 s each.",
        literature.tables,
        headlines=literature.headlines,
    ),
    "systems": Topic(
        "Systems",
        "Systems of equations from textbooks and papers, with the default configuration; one "
        "counts as solved if it is proved in most of its seeds.",
        literature.tables,
        headlines=literature.headlines,
    ),
    "series": Topic(
        "Series",
        "Textbook problems whose answers are sums without end, with the default configuration; a "
        "proof counts within 20 s.",
        series.tables,
        has_runs=False,
    ),
    "changed-series": Topic(
        "Changed series",
        "Known series with one coefficient, sign, frequency or lower limit changed: none may be "
        "proved.",
        series_changed.tables,
        has_runs=False,
    ),
    "beside": Topic(
        "Structure beside the search",
        "Each problem of the literature as usual and without reductions, one after the other in "
        "the same warm process, with the same seeds: what looking for structure costs a search.",
        beside.tables,
    ),
    "everyday": Topic(
        "Everyday problems",
        "Random textbook problems in named classes, with the default configuration; each seed has "
        "other numbers, names and ways of writing. A proof counts within 10 s; SymPy's own solvers "
        "get as much.",
        everyday.tables,
        headlines=everyday.headlines,
    ),
    "ablation": Topic(
        "Ablation",
        "What each part is worth: an arm gets the 95th percentile of the full system's time on "
        "each problem.",
        ablation.tables,
        ablation.charts,
    ),
    "scaling": Topic(
        "Growth",
        "Time over dimension, points, batch size and cores, in paper mode.",
        scaling.tables,
        scaling.charts,
    ),
    "library": Topic(
        "Growth of the library",
        "The paper's complexity figure: Gamma 1-4, from the four arithmetic operators on.",
        library.tables,
        library.charts,
    ),
    "baselines": Topic(
        "Alternatives that can be installed",
        "A network by DeepXDE, symbolic regression of its values, and SymPy, on the same points "
        "with the same clock.",
        baselines.tables,
    ),
    "engine": Topic(
        "Engine",
        "The compiled kernel against one autograd graph for each skeleton, and what the fit does.",
        engine.tables,
        has_runs=False,
    ),
    "proofs": Topic(
        "Proofs",
        "Known solutions must be proved, and all that are changed by 1/1000 refuted.",
        proofs.tables,
        has_runs=False,
    ),
    "families": Topic(
        "Families",
        "Equations without conditions, from textbooks and papers and from pdsolve's own tests: a "
        "proved family that is not trivial, with as many constants or functions as are known; of "
        "an ordinary equation, the general solution. Within 60 s.",
        families.tables,
        headlines=families.headlines,
        has_runs=False,
    ),
    "constants": Topic(
        "Constants",
        "Manufactured problems with one and two terms: from fitted numbers to exact constants and "
        "a proof.",
        constants.tables,
        has_runs=False,
    ),
    "attacks": Topic(
        "Attacks",
        "Manufactured problems of many kinds with candidates that are right or wrong by "
        "construction: changed in the solution, the equation, a condition, a branch, or on a part "
        "of the domain. Rows are blocks of seeds.",
        attacks.tables,
        has_runs=False,
    ),
    "deadlines": Topic(
        "Deadlines",
        "Problems on which SymPy hangs, with 1, 2 and 5 s: how long after its deadline a call "
        "returns, reading included.",
        deadlines.tables,
        has_runs=False,
    ),
    "opinion": Topic(
        "A second opinion",
        "What is proved, of the catalogue and of random candidates, as Maxima sees it: it "
        "differentiates and simplifies by itself, and must agree or not know. Rows are the "
        "catalogue and blocks of seeds.",
        opinion.tables,
        has_runs=False,
    ),
    "machines": Topic(
        "Other machines",
        "The same seeds with features of the CPU left out, library by library: answers and numbers "
        "of evaluations must be the same.",
        machines.tables,
        has_runs=False,
    ),
    "workers": Topic(
        "Many workers",
        "One worker against two, in turns in the same process; and the answers for several numbers "
        "of threads and several executors, with further searches that join early.",
        workers.tables,
        has_runs=False,
    ),
    "kills": Topic(
        "Kills",
        "Workers, clients, searches and schedulers are killed at random moments; whoever is left, "
        "or starts again, must end with the answers of a run that nothing has disturbed.",
        kills.tables,
        has_runs=False,
    ),
    "start": Topic(
        "Start",
        "From the shell to the end of a program, in processes of their own; and until the first "
        "searched answer on a machine that has compiled nothing yet.",
        start.tables,
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
        if len(names) != 1 or not names <= set(TOPICS):
            raise SSDEError(f"{path} has rows of {sorted(names)}; one benchmark was expected")
        versions = {row.get("version") for row in rows}
        if len(versions) > 1:
            raise SSDEError(f"{path} has rows of the versions {sorted(map(str, versions))}")
        return cls(path, names.pop(), rows)

    def read_rows(self) -> Sequence[Any]:
        """The rows as the benchmark's own functions take them."""
        if not TOPICS[self.benchmark].has_runs:
            return self.rows
        return [Row.from_dict(dict(row)) for row in self.rows]

    def distinct(self, field: str) -> list[str]:
        """The different values of a field, in the order in which they come."""
        return list(dict.fromkeys(str(row[field]) for row in self.rows))


def write_report(results: Path = RESULTS, pages: Path = PAGES) -> list[Path]:
    """Write the index, its table where it is quoted, a page for each benchmark and the charts.

    Returns what was written.
    """
    files = [Results.read(path) for path in sorted(results.glob("*.jsonl"))]
    if not files:
        raise SSDEError(f"there are no results in {results}; measure some with --json FILE")
    topics = [name for name in TOPICS if any(file.benchmark == name for file in files)]
    files.sort(key=lambda file: (topics.index(file.benchmark), file.path.name))
    folder = Path(os.path.relpath(results, pages.parent.parent))  # as seen from the checkout
    pages.mkdir(parents=True, exist_ok=True)
    written = [pages / "index.md"]
    written[0].write_text(_index(files, topics, folder), encoding="utf-8")
    for page in (pages.parent.parent / "README.md", pages.parent / "others.md"):
        if page.exists():
            quoted = _with_table(page.read_text(encoding="utf-8"), _in_short(files))
            page.write_text(quoted, encoding="utf-8")
            written.append(page)
    charts = []
    for topic in topics:
        parts = [f"# {TOPICS[topic].title}", _links(topics, topic), TOPICS[topic].about]
        for file in (f for f in files if f.benchmark == topic):
            text, drawn = _measured(file, _rows(file, files), folder, pages.parent / "_static")
            parts.append(text)
            charts += drawn
        written.append(pages / f"{topic}.md")
        written[-1].write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return written + charts


def _rows(file: Results, files: Sequence[Results]) -> Sequence[Any]:
    """A file's rows; arms of an ablation get their full system from other files."""
    rows = file.read_rows()
    if file.benchmark != "ablation":
        return rows
    others = [f for f in files if f is not file and TOPICS[f.benchmark].has_runs]
    return ablation.with_full(rows, [row for f in others for row in f.read_rows()])


def _index(files: Sequence[Results], topics: Sequence[str], folder: Path) -> str:
    """The first page: the results in short, and where the others are."""
    listed = "\n".join(f"- [{TOPICS[t].title}]({t}.md): {TOPICS[t].about}" for t in topics)
    toctree = "\n".join(["```{toctree}", ":hidden:", "", *topics, "```"])
    introduction = INTRODUCTION.format(results=folder.as_posix())
    short = _in_short(files)
    parts = [
        introduction,
        *([f"## In short\n\n{short}\n"] if short else []),
        f"## Topics\n\n{listed}\n",
        toctree,
    ]
    return "\n".join(parts) + "\n"


def _links(topics: Sequence[str], here: str) -> str:
    """A line that leads from a topic's page to all others."""
    others = [f"[{TOPICS[t].title}]({t}.md)" for t in topics if t != here]
    return " | ".join(["[Benchmarks](index.md)", *others])


def _with_table(page: str, table: str) -> str:
    """The README, or another page, with this table in its section of results."""
    before, mark, after = page.partition("\n## Results\n")
    section, next_mark, rest = after.partition("\n## ")
    words = [part for part in section.strip().split("\n\n") if not part.startswith("|")]
    return before + mark + "\n" + "\n\n".join([*words, table]) + "\n" + next_mark + rest


def _in_short(files: Sequence[Results]) -> str:
    """The table that other pages quote."""
    lines = []
    for file in files:
        topic = TOPICS[file.benchmark]
        for name, *figures in topic.headlines(file.read_rows()):
            lines.append((f"{topic.title}: {name or file.path.stem}", *figures))
    header = ("problems", "proved", "median s", "95% s", "SymPy")
    return Table("", header, tuple(lines)).markdown() if lines else ""


def _measured(
    file: Results, rows: Sequence[Any], folder: Path, pictures: Path
) -> tuple[str, list[Path]]:
    """What one file shows: its origin, its tables and its charts."""
    topic = TOPICS[file.benchmark]
    stem = file.path.stem
    prefix = f"{file.benchmark}-"
    charts = [
        replace(c, name=f"bench-{stem}-{c.name.removeprefix(prefix)}") for c in topic.charts(rows)
    ]
    drawn = draw(charts, pictures)
    titles = {chart.name: chart.title for chart in charts}
    parts = [
        f"## {stem}",
        origin(file, folder),
        *(table.markdown() for table in topic.tables(rows)),
        *(f"![{titles[path.stem]}](../_static/{path.name})" for path in drawn),
    ]
    return "\n\n".join(parts), drawn


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
