"""``ssde bench paper``: the paper's problems, one configuration for all of them."""

from collections.abc import Iterable, Sequence
from typing import Unpack

from sympy_ssde.bench import published
from sympy_ssde.bench.catalogue import entries
from sympy_ssde.bench.figures import Figures, grouped, pooled_note
from sympy_ssde.bench.runs import Row, Run, Search, choose, searches
from sympy_ssde.bench.tables import Table, texts

#: Gamma 1-8 are ordinary differential equations; Gamma 9-12 and the six others are partial ones.
SETS = ("ode", "pde", "all")


def problems(name: str = "all") -> list[str]:
    """The ids of a set.

    >>> problems("ode")[0], len(problems("pde"))
    ('gamma1', 10)
    """
    return [e.id for e in entries("paper") if name in ("all", e.family)]


def plan(
    name: str,
    *,
    seeds: int = 20,
    timeout: float = 300,
    only: Iterable[str] | None = None,
    bfgs: bool = False,
    **search: Unpack[Search],
) -> list[Run]:
    """All runs, seed by seed; ``SearchConfig.paper()`` throughout, but for what is left out."""
    run = searches("paper", **search, bfgs=bfgs)
    chosen = choose(problems(name), only)
    return [run(problem, seed, timeout) for seed in range(seeds) for problem in chosen]


def summary(rows: Sequence[Row]) -> str:
    """The tables, for a terminal."""
    return texts(tables(rows)) if rows else "no runs"


def tables(rows: Sequence[Row]) -> list[Table]:
    """Those of every variant: what was found how fast, how well, and step by step."""
    found = []
    for some in grouped(rows, _variant).values():
        variant = some[0].run.variant
        if len({row.run.timeout for row in rows}) > 1:
            variant = ", ".join(filter(None, (variant, f"{some[0].run.timeout:g} s")))
        name = f" ({variant})" if variant else ""
        found += [speed_table(some, name), quality_table(some, name), answer_table(some, name)]
        found += [t for t in (error_table(some, name), step_table(some, name)) if t.lines]
    return found


def headlines(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """All runs in one line: proved, median and 95th percentile of the time; SymPy isn't asked."""
    f = Figures.of(rows)
    return [("", f"{f.proved}/{f.runs} runs", f"{f.median:.2f}", f"{f.high:.2f}", "-")]


def _variant(row: Row) -> str:
    return f"{row.run.variant}, {row.run.timeout:g} s"


def _by_problem(rows: Sequence[Row]) -> dict[str, list[Row]]:
    groups = grouped(rows, lambda row: row.run.problem)
    return {i: groups[i] for i in problems() if i in groups}


def speed_table(rows: Sequence[Row], name: str = "") -> Table:
    """Proofs, time and skeletons, beside the authors' time."""
    lines = []
    for problem, some in _by_problem(rows).items():
        f = Figures.of(some)
        authors = published.AUTHORS_SECONDS.get(problem)
        lines.append(
            (
                problem,
                f"{f.proved}/{f.runs}",
                f"{f.median:.2f}",
                f"{f.high:.2f}",
                f"{f.worst:.2f}",
                f"{f.skeletons:.0f}",
                "-" if authors is None else f"{authors:.0f}",
                ", ".join(f"{n} {m}" for m, n in _methods(some).items()),
            )
        )
    header = (
        "problem",
        "proved",
        "median s",
        "95% s",
        "worst s",
        "skeletons",
        f"authors s ({published.MARK})",
        "found by",
    )
    return Table(f"Proofs and time{name}", header, tuple(lines), pooled_note(rows))


def _methods(rows: Sequence[Row]) -> dict[str, int]:
    groups = grouped((r for r in rows if r.proved), lambda row: row.method or "-")
    return {method: len(some) for method, some in sorted(groups.items())}


def quality_table(rows: Sequence[Row], name: str = "") -> Table:
    """L_PHY and recovery: ours, by the paper's definition and proved, and the published ones."""
    others = ("SSDE", "PINN+DSR", "KAN", "PR-GPSR")
    lines = []
    for problem, some in _by_problem(rows).items():
        f = Figures.of(some)
        line = [problem, str(f.loss), _rate(f.recovered, f.runs), _rate(f.proved, f.runs)]
        theirs = published.published(problem)
        for method in others:
            known = theirs.get(method)
            line.append(f"{known.loss}, {known.recovery}" if known else "-")
        lines.append(tuple(line))
    columns = (f"{method} ({published.MARK})" for method in others)
    header = ("problem", "L_PHY", "P_RE", "proved", *columns)
    note = (
        "L_PHY on points that the search has not seen, mean ± half of its 95% confidence interval; "
        "P_RE by the paper's definition; proved: exactly, equation and all conditions. "
        f"Published: L_PHY and P_RE of {published.CITATION}."
    )
    return Table(f"Accuracy and recovery{name}", header, tuple(lines), note)


def _rate(part: int, total: int) -> str:
    return f"{100 * part / total:.0f}%"


def error_table(rows: Sequence[Row], name: str = "") -> Table:
    """Relative L2 errors beside the published ones, where there are any."""
    lines = []
    for problem, some in _by_problem(rows).items():
        theirs = published.RELATIVE_ERRORS.get(problem, {})
        if problem in published.PINN_ERRORS:
            theirs = {"PINN": published.PINN_ERRORS[problem]}
        error = str(Figures.of(some).error)
        lines.append((problem, error, *(theirs.get(m, "-") for m in published.METHODS)))
    header = ("problem", "ours", *(f"{m} ({published.MARK})" for m in published.METHODS))
    note = f"Published: {published.CITATION}; Mathematica finds no solution of any of the six."
    return Table(f"Relative L2 error{name}", header, tuple(lines), note)


def answer_table(rows: Sequence[Row], name: str = "") -> Table:
    """The solutions beside the known ones: of every problem the one that was proved most often."""
    known = {e.id: e.exact for e in entries("paper")}
    lines = tuple(
        (problem, str(known[problem]), Figures.of(some).expression)
        for problem, some in _by_problem(rows).items()
    )
    return Table(f"Identified solutions{name}", ("problem", "ground truth", "identified"), lines)


def step_table(rows: Sequence[Row], name: str = "") -> Table:
    """The steps of the recursion: of every problem the first seed that was solved by it."""
    lines = []
    for problem, some in _by_problem(rows).items():
        stepped = sorted((r for r in some if r.steps), key=lambda row: row.run.seed)
        for row in stepped[:1]:
            for step in row.steps:
                lines.append(
                    (
                        problem,
                        f"seed {row.run.seed}",
                        str(step.number),
                        step.variable,
                        ", ".join(step.parameters) or "-",
                        step.expression,
                    )
                )
    header = ("problem", "run", "step", "variable", "parameters", "expression")
    return Table(f"Solutions step by step{name}", header, tuple(lines))
