"""``ssde bench series``: textbook problems whose answers are sums without end."""

import statistics
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sympy import Sum

from sympy_ssde.bench import series_plates, series_rods, series_strings
from sympy_ssde.bench.constants import cpu_seconds
from sympy_ssde.bench.runs import choose
from sympy_ssde.bench.series_kinds import SeriesProblem
from sympy_ssde.bench.tables import Table
from sympy_ssde.errors import ProblemWarning
from sympy_ssde.solver.solve import find_solution

#: Seconds for each problem.
TIMEOUT = 20.0


def problems() -> tuple[SeriesProblem, ...]:
    """All problems of this benchmark."""
    return (*series_rods.ENTRIES, *series_strings.ENTRIES, *series_plates.ENTRIES)


def measure(
    timeout: float = TIMEOUT, only: Iterable[str] | None = None
) -> Iterator[dict[str, Any]]:
    """A row for each problem: is a series found and proved?"""
    chosen = set(choose([p.name for p in problems()], only))
    for problem in problems():
        if problem.name in chosen:
            yield _row(problem, timeout)


def _row(problem: SeriesProblem, timeout: float) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ProblemWarning)
        before, start = cpu_seconds(), time.monotonic()
        found = find_solution(
            problem.eq, problem.func, problem.bcs, problem.domain, timeout=timeout
        )
        passed, cpu = time.monotonic() - start, cpu_seconds() - before
    proved = bool(found)
    return {
        "problem": problem.name,
        "kind": problem.kind,
        "source": problem.source,
        "proved": proved,
        "is_series": proved and any(e.has(Sum) for e in found.exprs),
        "found": "; ".join(map(str, found.exprs)) if proved else "",
        "seconds": round(passed, 3),
        "cpu_seconds": round(max(cpu, 0.0), 3),
    }


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Proofs by kind, and each problem with its series."""
    lines = []
    for kind in (*dict.fromkeys(r["kind"] for r in rows), "all"):
        some = [r for r in rows if kind in (r["kind"], "all")]
        if some:
            times = [r["seconds"] for r in some]
            proved = sum(r["proved"] for r in some)
            middle, longest = statistics.median(times), max(times)
            lines.append((kind, f"{proved}/{len(some)}", f"{middle:.2f}", f"{longest:.2f}"))
    each = [
        (
            r["problem"],
            r["source"],
            "yes" if r["proved"] else "no",
            f"{r['seconds']:.2f}",
            r["found"],
        )
        for r in rows
    ]
    return [
        Table("Series, by kind", ("kind", "proved", "median s", "slowest s"), tuple(lines)),
        Table("Series", ("problem", "source", "proved", "s", "found"), tuple(each)),
    ]
