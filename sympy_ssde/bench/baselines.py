"""``ssde bench baselines``: what a user could install instead, side by side with ours.

All methods get the same points and the same clock, and none gets the known solution.
"""

import statistics
from collections.abc import Iterable, Sequence

from sympy_ssde.bench.figures import Figures
from sympy_ssde.bench.pinn import ITERATIONS
from sympy_ssde.bench.runs import MISSING, SYMPY, Changes, Row, Run, choose
from sympy_ssde.bench.tables import Table, texts
from sympy_ssde.config import SearchConfig

#: What the methods are called, and the configurations that they are run as.
METHODS = {
    "ours": "paper",
    "pinn": "pinn",
    "pinn+gplearn": "pinn+gplearn",
    "pinn+pyoperon": "pinn+pyoperon",
    "sympy": SYMPY,
}

#: Points in the interior and on each face, for all methods: a network needs more than the search.
INTERIOR, CONDITION = 400, 50


def plan(
    problem: str = "poisson2d",
    *,
    seeds: int = 1,
    timeout: float = 300,
    only: Iterable[str] | None = None,
    iterations: int = ITERATIONS,
) -> list[Run]:
    """All runs, seed by seed; SymPy has no seeds, and is run once."""
    points: Changes = (("condition", CONDITION), ("interior", INTERIOR))
    training = (("iterations", iterations), ("near", SearchConfig.paper().near))
    runs = []
    for method in choose(tuple(METHODS), only):
        config = METHODS[method]
        if config == SYMPY:
            runs.append(Run(problem, 0, float(timeout), SYMPY))
            continue
        changes = points if config == "paper" else (*points, *training)
        runs += [Run(problem, seed, float(timeout), config, changes) for seed in range(seeds)]
    return sorted(runs, key=lambda run: run.seed)


def summary(rows: Sequence[Row]) -> str:
    """The table, for a terminal."""
    return texts(tables(rows)) if rows else "no runs"


def tables(rows: Sequence[Row]) -> list[Table]:
    """One for each problem: a line for each method, and what each of them answered."""
    found = []
    for problem in dict.fromkeys(row.run.problem for row in rows):
        some = [row for row in rows if row.run.problem == problem]
        lines = []
        for method, config in METHODS.items():
            few = [row for row in some if row.run.config == config]
            if few:
                lines.append(_line(method, few))
        header = (
            "method",
            "proved",
            "median s",
            "relative L2 error",
            "L_PHY",
            "packages",
            "answer",
        )
        note = (
            f"{INTERIOR} points inside and {CONDITION} on each face for all; time without import "
            "and compilation, symbolic regression with the network's training; answer: of seed 0"
        )
        found.append(Table(f"Alternatives on {problem}", header, tuple(lines), note))
    return found


def _line(method: str, rows: Sequence[Row]) -> tuple[str, ...]:
    first = min(rows, key=lambda row: row.run.seed)
    missing = all(row.status == MISSING for row in rows)
    f = Figures.of(rows)
    seconds = statistics.median(row.seconds for row in rows)
    return (
        method,
        "-" if missing else f"{f.proved}/{f.runs}",
        "-" if missing else f"{seconds:.2f}",
        str(f.error),
        str(f.loss),
        first.method or "-",
        first.expression or first.reason or "-",
    )
