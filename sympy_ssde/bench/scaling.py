"""``ssde bench scaling``: growth with dimension, points, batch size and cores."""

import os
import statistics
from collections.abc import Iterable, Sequence

import numpy as np

from sympy_ssde.bench.charts import Chart
from sympy_ssde.bench.dimensions import FAMILIES, dimension_of, identifier
from sympy_ssde.bench.figures import Figures, grouped
from sympy_ssde.bench.runs import Row, Run, choose
from sympy_ssde.bench.tables import Table, texts
from sympy_ssde.config import SearchConfig

AXES = ("dimension", "points", "batch", "workers")

#: Dimensions over which the slope is taken, and the slope that must not be exceeded.
SLOPE_FROM, SLOPE_TO, SLOPE_LIMIT = 5, 20, 1.2

DIMENSIONS = tuple(range(1, SLOPE_TO + 1))

#: Interior points; those of each condition are a third of it, as in the configuration.
POINTS = (12, 24, 48, 96, 192, 384)
BATCHES = (250, 500, 1000, 2000, 4000)

#: The problems on which points, batch size and cores are varied.
PROBLEMS = ("gamma3", "gamma5", "gamma7")


def plan(
    axes: Iterable[str] = AXES,
    *,
    seeds: int = 3,
    timeout: float = 300,
    only: Iterable[str] | None = None,
    dimensions: Iterable[int] = DIMENSIONS,
    cores: int | None = None,
) -> list[Run]:
    """All runs, axis by axis and seed by seed, in paper mode.

    ``only`` chooses among the families "poisson" and "heat" of the dimension, and among the
    problems of the other axes.
    """
    chosen = choose((*FAMILIES, *PROBLEMS), only)
    families = [f for f in FAMILIES if f in chosen]
    problems = [p for p in PROBLEMS if p in chosen]
    runs: list[Run] = []
    for axis in axes:
        for seed in range(seeds):
            if axis == "dimension":
                names = [identifier(f, d, seed) for f in families for d in dimensions]
                runs += [Run(name, seed, float(timeout), "paper") for name in names]
            else:
                runs += [
                    _varied(Run(problem, seed, float(timeout), "paper"), axis, value)
                    for problem in problems
                    for value in _values(axis, cores)
                ]
    return runs


def _values(axis: str, cores: int | None) -> list[int]:
    if axis == "points":
        return list(POINTS)
    if axis == "batch":
        return list(BATCHES)
    most = cores or os.cpu_count() or 1
    return [n for n in (1, 2, 4, 8, 16, 32, 64) if n < most] + [most]


def _varied(run: Run, axis: str, value: int) -> Run:
    if axis == "workers":
        return Run(run.problem, run.seed, run.timeout, run.config, workers=value)
    changes = {"interior": value, "condition": max(1, value // 3)}
    if axis == "batch":
        changes = {"batch": value}
    return Run(run.problem, run.seed, run.timeout, run.config, tuple(sorted(changes.items())))


def axis_of(run: Run) -> tuple[str, int]:
    """The axis on which a run lies, and its place there.

    >>> axis_of(Run("heat-d4-s0", 0, 9.0, "paper"))
    ('dimension', 4)
    >>> axis_of(Run("gamma3", 0, 9.0, "paper", workers=2))
    ('workers', 2)
    """
    changes = dict(run.changes)
    if run.workers is not None:
        return "workers", run.workers
    if "batch" in changes:
        return "batch", int(changes["batch"])
    if "interior" in changes:
        return "points", int(changes["interior"])
    return "dimension", dimension_of(run.problem)


def summary(rows: Sequence[Row]) -> str:
    """The tables, for a terminal."""
    return texts(tables(rows)) if rows else "no runs"


def tables(rows: Sequence[Row]) -> list[Table]:
    """One for each axis that has rows."""
    found = []
    for axis, some in grouped(rows, lambda row: axis_of(row.run)[0]).items():
        names = "family" if axis == "dimension" else "problem"
        header = (names, axis, "proved", "median s", "worst s", "skeletons", "skeletons/s")
        lines = [
            _line(name, place, few)
            for name, places in _places(some).items()
            for place, few in sorted(places.items())
        ]
        note = slope_note(some) if axis == "dimension" else _note(axis, some)
        found.append(Table(f"Growth with {axis}", header, tuple(lines), note))
    return found


def _note(axis: str, rows: Sequence[Row]) -> str:
    usual = SearchConfig.paper()
    if axis == "points":
        return (
            f"interior points; default: {usual.interior}, and {usual.condition} of each condition"
        )
    if axis == "batch":
        return f"skeletons that the policy proposes in a round; default: {usual.batch}"
    return "the same seed, on any number of workers: " + same_on_all_workers(rows)


def same_on_all_workers(rows: Sequence[Row]) -> str:
    """Whether proved runs that differ in workers only have the same answer after the same work."""
    groups = grouped(
        (row for row in rows if row.proved), lambda row: f"{row.run.problem} {row.run.seed}"
    )
    different = [
        name
        for name, some in groups.items()
        if len({(r.evaluations, r.expression) for r in some}) > 1
    ]
    if different:
        return f"NOT the same answer or number of skeletons ({', '.join(different)})"
    return "the same answer and number of skeletons"


def _line(name: str, place: int, rows: Sequence[Row]) -> tuple[str, ...]:
    f = Figures.of(rows)
    rates = [r.evaluations / r.seconds for r in rows if r.seconds > 0 and r.evaluations]
    return (
        name,
        str(place),
        f"{f.proved}/{f.runs}",
        f"{f.median:.2f}",
        f"{f.worst:.2f}",
        f"{f.skeletons:.0f}",
        f"{statistics.median(rates):.0f}" if rates else "-",
    )


def _places(rows: Sequence[Row]) -> dict[str, dict[int, list[Row]]]:
    """Family or problem -> place on the axis -> rows."""
    found: dict[str, dict[int, list[Row]]] = {}
    for row in rows:
        axis, place = axis_of(row.run)
        name = row.run.problem.split("-")[0] if axis == "dimension" else row.run.problem
        found.setdefault(name, {}).setdefault(place, []).append(row)
    return found


def slope(medians: dict[int, float]) -> float | None:
    """The least-squares slope of log(seconds) over log(d), from d = 5 on; None for one d.

    >>> round(slope({1: 9.0, 5: 9.0, 10: 36.0, 15: 81.0}), 6)
    2.0
    """
    known = {d: s for d, s in medians.items() if SLOPE_FROM <= d <= SLOPE_TO}
    if len(known) < 2:
        return None
    return float(np.polyfit(np.log(list(known)), np.log(list(known.values())), 1)[0])


def slope_note(rows: Sequence[Row]) -> str:
    """The slope of each family, and whether it is small enough."""
    notes = []
    for family, places in _places(rows).items():
        found = slope({d: Figures.of(few).median for d, few in sorted(places.items())})
        if found is None:
            continue
        counted = [r for d, few in places.items() if SLOPE_FROM <= d <= SLOPE_TO for r in few]
        proved = sum(row.proved for row in counted)
        missing = "" if proved == len(counted) else f", {proved} of {len(counted)} runs proved"
        verdict = "within" if found <= SLOPE_LIMIT and not missing else "NOT within"
        dimensions = sorted(d for d in places if SLOPE_FROM <= d <= SLOPE_TO)
        if dimensions != list(range(SLOPE_FROM, SLOPE_TO + 1)):
            verdict = f"not all of {SLOPE_FROM}..{SLOPE_TO}, so this says nothing of"
        notes.append(
            f"{family}: log-log slope of the median over d = {', '.join(map(str, dimensions))}: "
            f"{found:.2f}{missing} ({verdict} the limit {SLOPE_LIMIT:g})"
        )
    return "\n".join(notes)


def charts(rows: Sequence[Row]) -> list[Chart]:
    """Median time over each axis."""
    found = []
    for axis, some in grouped(rows, lambda row: axis_of(row.run)[0]).items():
        by_name = _places(some)
        places = tuple(sorted({place for few in by_name.values() for place in few}))
        series = {
            name: [Figures.of(few[p]).median if p in few else None for p in places]
            for name, few in by_name.items()
        }
        title = f"Median time over {axis}"
        found.append(Chart(f"scaling-{axis}", title, axis, "seconds", places, series))
    return found
