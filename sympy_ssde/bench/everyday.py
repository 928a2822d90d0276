"""``ssde bench everyday``: random textbook problems in named classes, and SymPy on the same.

Every seed is another problem of its class: other numbers, other names, another way of writing.  The
solution that a problem was made from is looked at when the answers are final.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Unpack

from sympy_ssde.bench.everyday_problems import class_of, group_of, identifier, makers
from sympy_ssde.bench.figures import Figures, grouped
from sympy_ssde.bench.runs import SYMPY, Row, Run, Search, choose, searches
from sympy_ssde.bench.tables import Table, texts

#: Seconds for a problem, ours and SymPy's.
TIMEOUT = 10.0

#: How much longer than a textbook's a printed answer may be.
LONGER = 1.3

#: Lines of the table of long answers.
WORST = 10


def plan(
    *,
    seeds: int = 3,
    first_seed: int = 0,
    timeout: float = TIMEOUT,
    only: Iterable[str] | None = None,
    sympy: bool = False,
    **search: Unpack[Search],
) -> list[Run]:
    """All runs, seed by seed, and SymPy's last; a name may be that of a class or a problem."""
    run = searches("default", **search)
    every = [identifier(c, s) for s in range(first_seed, first_seed + seeds) for c in makers()]
    chosen = every if only is None else _asked(every, only)
    runs = [run(p, _seed(p), timeout) for p in chosen]
    return runs + [Run(p, _seed(p), float(timeout), SYMPY) for p in chosen if sympy]


def _asked(every: Sequence[str], only: Iterable[str]) -> list[str]:
    """The problems with these ids, and those of the classes with these names."""
    single = [name for name in only if "/" in name]
    classes = choose(list(makers()), [name for name in only if "/" not in name])
    choose(list(makers()), [class_of(name) for name in single])
    return [p for p in every if class_of(p) in classes] + single


def _seed(problem: str) -> int:
    return int(problem.partition("/")[2])


@dataclass(frozen=True)
class Verdict:
    """What the rows say of one class; ``other`` counts proofs of other solutions than the known."""

    name: str
    figures: Figures
    other: int
    method: str
    sympy_proved: int
    sympy_runs: int
    sympy_median: float

    @property
    def sympy(self) -> str:
        """SymPy's proofs of its runs."""
        return f"{self.sympy_proved}/{self.sympy_runs}" if self.sympy_runs else "-"


def verdicts(rows: Sequence[Row]) -> list[Verdict]:
    """One for each class with rows of ours, in the order of the classes."""
    classes = grouped(rows, lambda row: class_of(row.run.problem))
    return [_verdict(name, classes[name]) for name in makers() if _ours(classes.get(name, []))]


def _ours(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.run.config != SYMPY]


def _theirs(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.run.config == SYMPY]


def _verdict(name: str, rows: Sequence[Row]) -> Verdict:
    ours, theirs = _ours(rows), _theirs(rows)
    proved = [row for row in ours if row.proved]
    return Verdict(
        name,
        Figures.of(ours),
        sum(row.recovered is False for row in proved),
        ", ".join(dict.fromkeys(row.method for row in proved if row.method)),
        sum(row.proved for row in theirs),
        len(theirs),
        statistics.median(row.cost for row in theirs) if theirs else 0.0,
    )


def summary(rows: Sequence[Row]) -> str:
    """The tables, for a terminal."""
    return texts(tables(rows)) if _ours(rows) else "no runs"


def tables(rows: Sequence[Row]) -> list[Table]:
    """Classes, groups, what is missing, and how long the answers are."""
    found = verdicts(rows)
    groups = dict.fromkeys(group_of(v.name) for v in found)
    every = [_classes(found), _by_group(rows, list(groups)), _missing(rows), _longest(rows)]
    return [table for table in every if table.lines]


def _classes(found: Sequence[Verdict]) -> Table:
    lines = tuple(
        (
            group_of(v.name),
            v.name,
            f"{v.figures.proved}/{v.figures.runs}",
            f"{v.figures.median:.2f}",
            v.sympy,
            f"{v.sympy_median:.2f}" if v.sympy_runs else "-",
            v.method or "-",
            _about(v.name),
        )
        for v in found
    )
    header = ("group", "class", "proved", "median s", "sympy", "sympy s", "method", "what it is")
    return Table("Classes", header, lines)


def _about(name: str) -> str:
    """The first line of what a class says of itself."""
    return (makers()[name].__doc__ or "").partition("\n")[0]


def _by_group(rows: Sequence[Row], groups: Sequence[str]) -> Table:
    lines = []
    for group in groups:
        lines.append(_group_line(group, [r for r in rows if group_of(_class(r)) == group]))
    header = ("group", "proved", "median s", "95% s", "worst s", "sympy", "within 1.3")
    return Table("Groups", header, (*lines, _group_line("all", rows)), _totals(rows))


def _class(row: Row) -> str:
    return class_of(row.run.problem)


def _group_line(name: str, rows: Sequence[Row]) -> tuple[str, ...]:
    f, theirs = Figures.of(_ours(rows)), _theirs(rows)
    return (
        name,
        f"{f.proved}/{f.runs}",
        f"{f.median:.2f}",
        f"{f.high:.2f}",
        f"{f.worst:.2f}",
        f"{sum(r.proved for r in theirs)}/{len(theirs)}" if theirs else "-",
        _short_share(_ours(rows)),
    )


def _short_share(rows: Sequence[Row]) -> str:
    forms = [row.form for row in rows if row.proved and row.form is not None]
    return f"{sum(f <= LONGER for f in forms) / len(forms):.0%}" if forms else "-"


def _totals(rows: Sequence[Row]) -> str:
    ours = _ours(rows)
    found = verdicts(rows)
    proved = sum(row.proved for row in ours)
    never = [v.name for v in found if not v.figures.proved]
    lines = [
        f"in all: {proved} of {len(ours)} runs proved ({proved / len(ours):.1%}), "
        f"{len(found) - len(never)} of {len(found)} classes at least once; "
        f"{sum(v.other for v in found)} proofs of another solution than the known one",
        f"form: {_short_share(ours)} of the printed answers cost at most {LONGER:g} times "
        "the textbook's",
    ]
    if theirs := _theirs(rows):
        solved = {row.run.problem for row in ours if row.proved}
        named = {row.run.problem for row in theirs if row.proved}
        lost = sorted(named & {row.run.problem for row in ours} - solved)
        lines.append(
            f"sympy: {len(named)} of {len(theirs)} proved; by sympy only: {', '.join(lost) or '-'}"
        )
    return "\n".join(lines)


def _missing(rows: Sequence[Row]) -> Table:
    """Runs of ours without a proof, with what is known of the reason."""
    lines = tuple(
        (row.run.problem, row.status.lower(), f"{row.seconds:.1f}", row.reason or "-")
        for row in _ours(rows)
        if not row.proved
    )
    return Table("Runs without a proof", ("problem", "status", "s", "reason"), lines)


def _longest(rows: Sequence[Row]) -> Table:
    """The answers that are longest beside the textbook's."""
    known = [row for row in _ours(rows) if row.proved and row.form is not None]
    worst = sorted(known, key=lambda row: -(row.form or 0.0))[:WORST]
    lines = tuple(
        (row.run.problem, f"{row.form:.2f}", row.expression or "-")
        for row in worst
        if (row.form or 0.0) > LONGER
    )
    note = "cost of the printed answer over that of the textbook's"
    return Table("Longest answers", ("problem", "ratio", "answer"), lines, note)


def headlines(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """One line: proofs, median and 95th percentile, SymPy's proofs."""
    name, proved, median, high, _, theirs, _ = _group_line("", rows)
    return [(name, f"{proved} runs", median, high, theirs)]
