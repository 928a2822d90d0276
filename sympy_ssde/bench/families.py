"""``ssde bench families``: equations without conditions, and what is found of them.

A family counts if it is proved, is not trivial, and has as many constants or functions as its entry
asks for; of an ordinary equation, if it is general.
"""

import statistics
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sympy_ssde.bench.families_kinds import Entry
from sympy_ssde.bench.families_problems import ENTRIES
from sympy_ssde.bench.runs import choose
from sympy_ssde.bench.tables import Table
from sympy_ssde.family.equation import read
from sympy_ssde.family.generality import is_trivial
from sympy_ssde.family.member import Family
from sympy_ssde.result.solution import Generality, Solution
from sympy_ssde.solver.solve import find_solution

#: Seconds for an equation.
TIMEOUT = 60.0

KINDS = ("linear", "nonlinear", "ordinary", "pdsolve")


def identifier(entry: Entry) -> str:
    """The name of an entry among all of them."""
    return f"{entry.kind}/{entry.id}"


def measure(
    only: Iterable[str] | None = None, timeout: float = TIMEOUT
) -> Iterator[dict[str, Any]]:
    """A row for each equation; a name may be that of a kind."""
    known = [identifier(e) for e in ENTRIES]
    names = None if only is None else [n for n in only if n not in KINDS]
    chosen = known if only is None else choose(known, names) if names else []
    kinds = set() if only is None else set(only) & set(KINDS)
    for entry in ENTRIES:
        if identifier(entry) in chosen or entry.kind in kinds:
            yield _row(entry, timeout)


def _row(entry: Entry, timeout: float) -> dict[str, Any]:
    start = time.perf_counter()
    found = find_solution(entry.eq, entry.func, timeout=timeout)
    return {
        "id": identifier(entry),
        "solved": is_solved(found, entry),
        "status": found.status.name,
        "constants": len(found.constants),
        "functions": len(found.functions),
        "general": found.generality is Generality.GENERAL,
        "answer": str(found.expr),
        "provided": [str(p) for p in found.assumptions],
        "seconds": round(time.perf_counter() - start, 3),
    }


def is_solved(found: Solution, entry: Entry) -> bool:
    """Whether a solution is what the entry asks for; what is trivial never is."""
    if not found or found.expr is None or _is_trivial(found):
        return False
    if entry.general and found.generality is not Generality.GENERAL:
        return False
    enough = len(found.constants) >= entry.constants or bool(found.functions)
    return enough and len(found.functions) >= entry.functions


def _is_trivial(found: Solution) -> bool:
    equation = read(found.problem)
    if equation is None or found.expr is None:
        return True
    return is_trivial(Family(equation.own(found.expr), found.constants), equation)


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Counts by kind, what is missing, and the answers; rows as they stand in JSON."""
    lines = [_line(kind, [r for r in rows if r["id"].startswith(kind + "/")]) for kind in KINDS]
    lines = [line for line in lines if line[1] != "0/0"]
    header = ("equations", "solved", "general", "median s", "95% s", "slowest s")
    missing = tuple((r["id"], r["status"].lower(), r["answer"]) for r in rows if not r["solved"])
    answers = tuple(
        (r["id"], r["answer"], " and ".join(r["provided"]) or "-", f"{r['seconds']:.2f}")
        for r in rows
        if r["solved"]
    )
    every = [
        Table("Families", header, (*lines, _line("all", rows))),
        Table("Equations without a family", ("equation", "status", "found"), missing),
        Table("Answers", ("equation", "family", "provided", "s"), answers),
    ]
    return [table for table in every if table.lines]


def _line(name: str, rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    seconds = sorted(r["seconds"] for r in rows) or [0.0]
    high = seconds[min(int(0.95 * len(seconds)), len(seconds) - 1)]
    return (
        name,
        f"{sum(r['solved'] for r in rows)}/{len(rows)}",
        str(sum(r["general"] for r in rows)),
        f"{statistics.median(seconds):.2f}",
        f"{high:.2f}",
        f"{seconds[-1]:.2f}",
    )


def headlines(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """One line: equations with a family, median and 95th percentile."""
    _, solved, _, median, high, _ = _line("", rows)
    return [("", f"{solved} equations", median, high, "-")]
