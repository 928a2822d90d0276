"""``ssde bench library``: time and skeletons as the library of operators grows.

The paper's figure "Computational complexity scaling with library size": Gamma 1-4, from the four
arithmetic operators to those of the paper's library, one after the other.
"""

from collections.abc import Iterable, Sequence

from sympy_ssde.bench.charts import Chart
from sympy_ssde.bench.figures import Figures, grouped, pooled_note
from sympy_ssde.bench.runs import Changes, Row, Run, choose
from sympy_ssde.bench.tables import Table, texts
from sympy_ssde.language.tokens import PAPER_OPERATORS

PROBLEMS = ("gamma1", "gamma2", "gamma3", "gamma4")
ARITHMETIC = ("+", "-", "*", "/")
GROWTH = ("sin", "cos", "exp", "log")

LIBRARIES = tuple(ARITHMETIC + GROWTH[:n] for n in range(len(GROWTH) + 1))


def plan(*, seeds: int = 20, timeout: float = 300, only: Iterable[str] | None = None) -> list[Run]:
    """All runs, seed by seed; the last library is the paper's own."""
    chosen = choose(PROBLEMS, only)
    return [
        Run(problem, seed, float(timeout), "paper", _changes(operators))
        for seed in range(seeds)
        for operators in LIBRARIES
        for problem in chosen
    ]


def _changes(operators: tuple[str, ...]) -> Changes:
    return () if operators == PAPER_OPERATORS else (("operators", operators),)


def library_name(run: Run) -> str:
    """How far a run's library has grown.

    >>> library_name(Run("gamma1", 0, 9.0, "paper", (("operators", (*ARITHMETIC, "sin")),)))
    '+sin'
    """
    operators = run.search_config().operators
    return f"+{operators[-1]}" if len(operators) > len(ARITHMETIC) else "+-*/"


def summary(rows: Sequence[Row]) -> str:
    """The table, for a terminal."""
    return texts(tables(rows)) if rows else "no runs"


def tables(rows: Sequence[Row]) -> list[Table]:
    """A line for each library and problem, and one for all problems."""
    lines = []
    for name, some in _by_library(rows).items():
        for problem, few in grouped(some, lambda row: row.run.problem).items():
            lines.append(_line(name, problem, few))
        lines.append(_line(name, "all", some))
    header = ("library", "problem", "proved", "median s", "mean s", "skeletons")
    return [Table("Growth of the library", header, tuple(lines), pooled_note(rows))]


def _line(name: str, problem: str, rows: Sequence[Row]) -> tuple[str, ...]:
    f = Figures.of(rows)
    proved = f"{f.proved}/{f.runs}"
    return (name, problem, proved, f"{f.median:.2f}", f"{f.mean:.2f}", f"{f.skeletons:.0f}")


def _by_library(rows: Sequence[Row]) -> dict[str, list[Row]]:
    return grouped(rows, lambda row: library_name(row.run))


def charts(rows: Sequence[Row]) -> list[Chart]:
    """Mean time and median skeletons over the libraries, a series for each problem."""
    names = tuple(_by_library(rows))
    problems = grouped(rows, lambda row: row.run.problem)

    def values(problem: str, field: str) -> list[float | None]:
        found = _by_library(problems[problem])
        return [getattr(Figures.of(found[n]), field) if n in found else None for n in names]

    return [
        Chart(
            f"library-{name}",
            f"{up} as the library grows",
            "library",
            up,
            names,
            {problem: values(problem, field) for problem in problems},
        )
        for name, up, field in (
            ("time", "mean seconds", "mean"),
            ("skeletons", "median skeletons", "skeletons"),
        )
    ]
