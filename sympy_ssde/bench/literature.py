"""``ssde bench literature``: problems of others, with the default configuration.

A problem is solved if most of its seeds end with a proof: two of three.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sympy_ssde.bench.catalogue import Entry, entries
from sympy_ssde.bench.runs import (
    SYMPY,
    Figures,
    Row,
    Run,
    choose,
    format_table,
    shorten,
    switch_off,
)

FAMILIES = ("ode", "pde-linear", "pde-nonlinear", "param")
SKIPPED = "system"

#: Seconds that SymPy's own solvers may take, beside ours.
SYMPY_TIMEOUT = 30.0


def problems(family: str = "all") -> list[Entry]:
    """The problems of a family; of all families but systems for "all"."""
    families = FAMILIES if family == "all" else (family,)
    return [e for e in entries("literature") if e.family in families]


def plan(
    family: str = "all",
    *,
    seeds: int = 3,
    timeout: float = 60,
    only: Iterable[str] | None = None,
    without: Iterable[str] = (),
    sympy: bool = False,
) -> list[Run]:
    """All runs, seed by seed, and SymPy's one for each problem last."""
    changes = switch_off(without, "default")
    chosen = choose([e.id for e in problems(family)], only)
    runs = [
        Run(problem, seed, float(timeout), "default", changes)
        for seed in range(seeds)
        for problem in chosen
    ]
    return runs + [Run(problem, 0, SYMPY_TIMEOUT, SYMPY) for problem in chosen if sympy]


@dataclass(frozen=True)
class Verdict:
    """What the rows say of one problem.

    ``sympy`` is "yes", "no", "open" where its answer is neither proved nor refuted, and "-" where
    it wasn't asked.
    """

    family: str
    difficulty: int
    id: str
    figures: Figures
    sympy: str

    @property
    def solved(self) -> bool:
        """Whether most of the runs ended with a proof."""
        return 2 * self.figures.proved > self.figures.runs

    @property
    def group(self) -> tuple[str, int]:
        """Family and difficulty."""
        return self.family, self.difficulty


def verdicts(rows: Sequence[Row]) -> list[Verdict]:
    """One for each problem with rows of ours, by family and difficulty."""
    found = []
    for e in problems():
        ours = [r for r in rows if r.run.problem == e.id and r.run.config != SYMPY]
        theirs = [r for r in rows if r.run.problem == e.id and r.run.config == SYMPY]
        if ours:
            found.append(
                Verdict(e.family, e.difficulty, e.id, Figures.of(ours), _sympy_verdict(theirs))
            )
    return sorted(found, key=lambda v: (FAMILIES.index(v.family), v.difficulty))


def _sympy_verdict(rows: Sequence[Row]) -> str:
    if not rows:
        return "-"
    if any(row.proved for row in rows):
        return "yes"
    return "open" if any(row.expression for row in rows) else "no"


def summary(rows: Sequence[Row]) -> str:
    """A line for each problem, one for each family and difficulty, and the totals."""
    found = verdicts(rows)
    if not found:
        return "no runs"
    groups = dict.fromkeys(v.group for v in found)
    parts = [
        format_table(
            ("family", "difficulty", "problem", "solved", "proved", "median s", "sympy", "found"),
            map(_line, found),
        ),
        format_table(
            ("family", "difficulty", "solved", "median s", "sympy"),
            [_group_line([v for v in found if v.group == g]) for g in groups],
        ),
        _totals(found),
    ]
    return "\n\n".join(parts)


def skipped_note(family: str) -> str:
    """What is left out of the run and why; empty if nothing is."""
    count = sum(e.family == SKIPPED for e in entries("literature")) if family == "all" else 0
    return f"{count} systems are skipped: the search has one unknown function" if count else ""


def _line(v: Verdict) -> tuple[str, ...]:
    return (
        v.family,
        str(v.difficulty),
        v.id,
        "yes" if v.solved else "no",
        f"{v.figures.proved}/{v.figures.runs}",
        f"{v.figures.median:.2f}",
        v.sympy,
        shorten(v.figures.expression),
    )


def _group_line(found: Sequence[Verdict]) -> tuple[str, ...]:
    return (
        found[0].family,
        str(found[0].difficulty),
        f"{sum(v.solved for v in found)}/{len(found)}",
        f"{statistics.median(v.figures.median for v in found):.2f}",
        _sympy_count(found),
    )


def _sympy_count(found: Sequence[Verdict]) -> str:
    asked = [v.sympy for v in found if v.sympy != "-"]
    return f"{asked.count('yes')}/{len(asked)}" if asked else "-"


def _totals(found: Sequence[Verdict]) -> str:
    lines = [f"in all: {sum(v.solved for v in found)} of {len(found)} problems solved"]
    if any(v.sympy != "-" for v in found):
        more = sum(v.solved and v.sympy == "no" for v in found)
        fewer = sum(not v.solved and v.sympy == "yes" for v in found)
        unclear = sum(v.sympy == "open" for v in found)
        lines.append(
            f"sympy: {_sympy_count(found)} solved; {more} by the search only, "
            f"{fewer} by sympy only; {unclear} answers of sympy neither proved nor refuted"
        )
    return "\n".join(lines)
