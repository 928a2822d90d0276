"""``ssde bench literature``: problems of others, with the default configuration.

A problem is solved if most of its seeds end with a proof: two of three.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Unpack

from sympy_ssde.bench.catalogue import Entry, entries
from sympy_ssde.bench.figures import Figures
from sympy_ssde.bench.runs import SYMPY, Row, Run, Search, choose, searches
from sympy_ssde.bench.tables import Table, texts

FAMILIES = ("ode", "pde-linear", "pde-nonlinear", "param", "sigs")
#: Those with several unknowns, of this set and of the catalogue of systems.
SYSTEMS = ("system", "system-ode", "system-pde")

#: Seconds that SymPy's own solvers may take, beside ours.
SYMPY_TIMEOUT = 30.0

#: Seconds that ours may take, by family, where nobody says otherwise.
TIMEOUTS = {family: 60.0 if family == "ode" else 120.0 for family in (*FAMILIES, *SYSTEMS)}


def problems(family: str = "all") -> list[Entry]:
    """The problems of a family; of all but systems for "all", and of those for "systems"."""
    families = {"all": FAMILIES, "systems": SYSTEMS}.get(family, (family,))
    every = (*entries("literature"), *entries("systems"))
    return [e for e in every if e.family in families]


def plan(
    family: str = "all",
    *,
    seeds: int = 3,
    timeout: float | None = None,
    only: Iterable[str] | None = None,
    sympy: bool = False,
    **search: Unpack[Search],
) -> list[Run]:
    """All runs, seed by seed, and SymPy's one for each problem last."""
    run = searches("default", **search)
    limits = {e.id: timeout or TIMEOUTS[e.family] for e in problems(family)}
    chosen = choose(list(limits), only)
    runs = [run(problem, seed, limits[problem]) for seed in range(seeds) for problem in chosen]
    return runs + [Run(problem, 0, SYMPY_TIMEOUT, SYMPY) for problem in chosen if sympy]


@dataclass(frozen=True)
class Verdict:
    """What the rows say of one problem.

    ``sympy`` is "yes", "no", "open" where its answer is neither proved nor refuted, and "-" where
    it wasn't asked; ``sympy_seconds`` is how long it took.
    """

    family: str
    difficulty: int
    id: str
    figures: Figures
    sympy: str
    sympy_seconds: float = 0.0

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
    for e in (*problems(), *problems("systems")):
        ours = [r for r in rows if r.run.problem == e.id and r.run.config != SYMPY]
        theirs = [r for r in rows if r.run.problem == e.id and r.run.config == SYMPY]
        if ours:
            found.append(_verdict(e, Figures.of(ours), theirs))
    order = (*FAMILIES, *SYSTEMS)
    return sorted(found, key=lambda v: (order.index(v.family), v.difficulty))


def _verdict(e: Entry, figures: Figures, theirs: Sequence[Row]) -> Verdict:
    if not theirs:
        return Verdict(e.family, e.difficulty, e.id, figures, "-")
    row = theirs[0]
    answer = "yes" if row.proved else "open" if row.expression else "no"
    return Verdict(e.family, e.difficulty, e.id, figures, answer, row.seconds)


def summary(rows: Sequence[Row]) -> str:
    """The tables, for a terminal."""
    return texts(tables(rows)) if verdicts(rows) else "no runs"


def tables(rows: Sequence[Row]) -> list[Table]:
    """A line for each problem, one for each family and difficulty, and the families' totals."""
    found = verdicts(rows)
    groups = dict.fromkeys(v.group for v in found)
    families = dict.fromkeys(v.family for v in found)
    return [
        Table(
            "Problems",
            (
                "family",
                "difficulty",
                "problem",
                "solved",
                "proved",
                "median s",
                "sympy",
                "sympy s",
                "found",
            ),
            tuple(map(_line, found)),
        ),
        Table(
            "By family and difficulty",
            ("family", "difficulty", "solved", "median s", "sympy"),
            tuple(_group_line([v for v in found if v.group == g]) for g in groups),
        ),
        Table(
            "By family",
            ("family", "solved", "median s", "sympy"),
            tuple(_family_line([v for v in found if v.family == f]) for f in families),
            _totals(found),
        ),
    ]


def headlines(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """A line for each family: solved, the median of the problems' times, what SymPy solves."""
    found = verdicts(rows)
    lines: list[tuple[str, ...]] = []
    for family in dict.fromkeys(v.family for v in found):
        name, solved, median, theirs = _family_line([v for v in found if v.family == family])
        lines.append((name, f"{solved} problems", median, "-", theirs))
    return lines


def _line(v: Verdict) -> tuple[str, ...]:
    return (
        v.family,
        str(v.difficulty),
        v.id,
        "yes" if v.solved else "no",
        f"{v.figures.proved}/{v.figures.runs}",
        f"{v.figures.median:.2f}",
        v.sympy,
        "-" if v.sympy == "-" else f"{v.sympy_seconds:.2f}",
        v.figures.expression,
    )


def _group_line(found: Sequence[Verdict]) -> tuple[str, ...]:
    family, *figures = _family_line(found)
    return (family, str(found[0].difficulty), *figures)


def _family_line(found: Sequence[Verdict]) -> tuple[str, ...]:
    return (
        found[0].family,
        f"{sum(v.solved for v in found)}/{len(found)}",
        f"{statistics.median(v.figures.median for v in found):.2f}",
        _sympy_count(found),
    )


def _sympy_count(found: Sequence[Verdict]) -> str:
    asked = [v.sympy for v in found if v.sympy != "-"]
    return f"{asked.count('yes')}/{len(asked)}" if asked else "-"


def _totals(found: Sequence[Verdict]) -> str:
    lines = [
        f"in all: {sum(v.solved for v in found)} of {len(found)} problems solved "
        "(proved in most of their seeds)"
    ]
    if any(v.sympy != "-" for v in found):
        more = sum(v.solved and v.sympy == "no" for v in found)
        fewer = sum(not v.solved and v.sympy == "yes" for v in found)
        unclear = sum(v.sympy == "open" for v in found)
        lines.append(
            f"sympy: {_sympy_count(found)} solved; {more} by the search only, "
            f"{fewer} by sympy only; {unclear} answers of sympy neither proved nor refuted"
        )
    return "\n".join(lines)
