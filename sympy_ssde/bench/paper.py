"""``ssde bench paper``: the paper's problems, one configuration for all of them."""

from collections.abc import Iterable, Sequence

from sympy_ssde.bench.catalogue import entries
from sympy_ssde.bench.runs import Figures, Row, Run, choose, format_table, shorten, switch_off

#: Gamma 1-8 are ordinary differential equations; Gamma 9-12 and the six others are partial ones.
SETS = ("ode", "pde", "all")

HEADER = ("problem", "proved", "median s", "95% s", "worst s", "skeletons", "found")


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
    without: Iterable[str] = (),
    bfgs: bool = False,
) -> list[Run]:
    """All runs, seed by seed; ``SearchConfig.paper()`` throughout, but for what is left out."""
    changes = switch_off(without, "paper")
    if bfgs:
        changes = tuple(sorted((*changes, ("bfgs", True))))
    chosen = choose(problems(name), only)
    return [
        Run(problem, seed, float(timeout), "paper", changes)
        for seed in range(seeds)
        for problem in chosen
    ]


def summary(rows: Sequence[Row]) -> str:
    """A line for each problem, and the pooled figures."""
    if not rows:
        return "no runs"
    ids = dict.fromkeys(row.run.problem for row in rows)
    lines = [_line(i, Figures.of([r for r in rows if r.run.problem == i])) for i in ids]
    pooled = Figures.of(rows)
    return (
        format_table(HEADER, lines)
        + f"\nall {pooled.runs} runs: {pooled.proved} proved; median {pooled.median:.2f} s, "
        f"95th percentile {pooled.high:.2f} s, worst {pooled.worst:.2f} s "
        "(a run without a proof counts as its whole time)"
    )


def _line(problem: str, figures: Figures) -> tuple[str, ...]:
    return (
        problem,
        f"{figures.proved}/{figures.runs}",
        f"{figures.median:.2f}",
        f"{figures.high:.2f}",
        f"{figures.worst:.2f}",
        f"{figures.skeletons:.0f}",
        shorten(figures.expression),
    )
