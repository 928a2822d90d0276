"""``ssde bench ablation``: what each part of the search is worth.

The full system runs first.  Each arm then gets, problem by problem, the 95th percentile of the full
system's time as its time limit; a run counts if it ends with a proof within that limit, in the
full system too.  An arm runs what ``ssde bench paper --without PART`` runs.
"""

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sympy_ssde.bench import literature, paper
from sympy_ssde.bench.catalogue import entries
from sympy_ssde.bench.charts import Chart
from sympy_ssde.bench.figures import Figures, grouped
from sympy_ssde.bench.published import RSCO_SECONDS
from sympy_ssde.bench.runs import CONFIGS, ERROR, Row, Run, available_parts
from sympy_ssde.bench.tables import Table, texts
from sympy_ssde.errors import SSDEError

FULL = "full"

#: Seconds of a run of the full system on the paper's problems.
TIMEOUT = 300.0

#: Part -> the sets of the paper on which it is left out; what problems suggest, on the literature.
ARMS: dict[str, str] = {
    "rsco": "all",
    "recursion": "pde",
    "policy": "all",
    "genetic": "all",
    "bfgs": "all",
    "hints": "literature",
}


@dataclass(frozen=True)
class Ablation:
    """What is compared: arms, problems and seeds."""

    arms: tuple[str, ...]
    set: str = "all"
    family: str = "all"
    seeds: int = 5
    timeout: float | None = None
    only: tuple[str, ...] | None = None

    def full_runs(self) -> list[Run]:
        """The full system's runs: of the paper's problems, and the literature's for suggestions."""
        runs: list[Run] = []
        if any(ARMS[arm] != "literature" for arm in self.arms):
            runs += self._paper(self._chosen(paper.problems(self.set)))
        if "hints" in self.arms:
            ids = [e.id for e in literature.problems(self.family)]
            runs += self._literature(self._chosen(ids))
        if not runs:
            raise SSDEError("nothing is left to compare; check --only, --set and --family")
        return runs

    def arm_runs(self, arm: str, limits: Mapping[str, float]) -> list[Run]:
        """The runs of an arm, each with its problem's limit."""
        if ARMS[arm] == "literature":
            ids = self._chosen([e.id for e in literature.problems(self.family)])
            runs = self._literature(ids, without=[arm])
        else:
            ids = [i for i in paper.problems(ARMS[arm]) if i in paper.problems(self.set)]
            without = [] if arm == "bfgs" else [arm]
            runs = self._paper(self._chosen(ids), without=without, bfgs=arm == "bfgs")
        return [_limited(run, limits[run.problem]) for run in runs]

    def _chosen(self, ids: Iterable[str]) -> list[str]:
        return [i for i in ids if self.only is None or i in self.only]

    def _paper(self, ids: list[str], without: Sequence[str] = (), bfgs: bool = False) -> list[Run]:
        return paper.plan(
            "all",
            seeds=self.seeds,
            timeout=self.timeout or TIMEOUT,
            only=ids,
            without=without,
            bfgs=bfgs,
        )

    def _literature(self, ids: list[str], without: Sequence[str] = ()) -> list[Run]:
        return literature.plan(
            self.family, seeds=self.seeds, timeout=self.timeout, only=ids, without=without
        )


def usable_arms(wanted: Iterable[str] | None = None) -> tuple[str, ...]:
    """The arms that were asked for; all that this version has for None."""
    known = [arm for arm in ARMS if arm == "bfgs" or arm in available_parts()]
    if wanted is None:
        return tuple(known)
    for arm in wanted:
        if arm not in known:
            raise SSDEError(f"there is no arm {arm!r}; the arms are: {', '.join(known)}")
    return tuple(arm for arm in known if arm in set(wanted))


def limits(rows: Iterable[Row]) -> dict[str, float]:
    """Problem -> the 95th percentile of the full system's seconds, up to the next tenth."""
    groups = grouped(rows, lambda row: row.run.problem)
    return {i: math.ceil(10 * Figures.of(some).high) / 10 for i, some in groups.items()}


def _limited(run: Run, limit: float) -> Run:
    return Run(run.problem, run.seed, limit, run.config, run.changes, run.hint, run.workers)


def run_ablation(
    ablation: Ablation,
    run_all: Callable[[Sequence[Run]], list[Row]],
    measured: Iterable[Row] = (),
) -> list[Row]:
    """All rows, those of the full system first; ``measured`` are rows of it that exist already."""
    wanted = ablation.full_runs()
    problems = {run.problem for run in wanted}
    plain = [
        row
        for row in measured
        if row.run.problem in problems and not row.run.variant and row.run.config in CONFIGS
    ]
    have = {row.run.problem for row in plain}
    full = plain + run_all([run for run in wanted if run.problem not in have])
    rows = list(full)
    for arm in ablation.arms:
        rows += run_all(ablation.arm_runs(arm, limits(full)))
    return rows


# figures -----------------------------------------------------------------------------------------


def arm_of(run: Run) -> str:
    """Which part a run leaves out; "full" for none.

    >>> arm_of(Run("gamma1", 0, 9.0, "paper", (("rsco", False),)))
    'rsco'
    """
    for name, value in run.changes:
        if name in ARMS and value is (name == "bfgs"):
            return name
    return FULL


def with_full(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """The rows, and those of the full system that were measured elsewhere (``--full FILE``)."""
    have = {row.run.problem for row in rows if arm_of(row.run) == FULL}
    wanted = {(row.run.problem, row.run.config) for row in rows if row.run.problem not in have}
    return [
        *rows,
        *(
            row
            for row in others
            if (row.run.problem, row.run.config) in wanted
            and arm_of(row.run) == FULL
            and row.run.hint == "default"
        ),
    ]


@dataclass(frozen=True)
class Comparison:
    """An arm on a problem, next to the full system within the same limit."""

    arm: str
    problem: str
    limit: float
    runs: int
    proved: int
    full_runs: int
    full_proved: int
    seconds: float
    full_seconds: float
    skeletons: float
    full_skeletons: float

    @property
    def is_censored(self) -> bool:
        """Whether at least half of the arm's runs reached the limit, so that more is not known."""
        return 2 * self.proved <= self.runs

    @property
    def ratio(self) -> float:
        """How many times longer the arm takes."""
        return self.seconds / max(self.full_seconds, 1e-9)


def compare(rows: Sequence[Row]) -> list[Comparison]:
    """Every arm and problem for which the full system has rows, in the catalogue's order."""
    groups = grouped(rows, lambda row: arm_of(row.run))
    full = grouped(groups.get(FULL, []), lambda row: row.run.problem)
    order = [e.id for e in entries()]
    found = []
    for arm in ARMS:
        same = grouped(groups.get(arm, []), lambda row: f"{row.run.problem} {row.run.timeout}")
        found += [
            _comparison(arm, some[0].run.problem, some, full[some[0].run.problem])
            for some in sorted(same.values(), key=lambda rows: order.index(rows[0].run.problem))
            if some[0].run.problem in full
        ]
    return found


def _comparison(arm: str, problem: str, rows: Sequence[Row], full: Sequence[Row]) -> Comparison:
    limit = rows[0].run.timeout
    return Comparison(
        arm,
        problem,
        limit,
        len(rows),
        sum(_counts(row, limit) for row in rows),
        len(full),
        sum(_counts(row, limit) for row in full),
        statistics.median(_seconds(row, limit) for row in rows),
        statistics.median(_seconds(row, limit) for row in full),
        _skeletons(rows),
        _skeletons(full),
    )


def _counts(row: Row, limit: float) -> bool:
    return row.proved and row.seconds <= limit


def _seconds(row: Row, limit: float) -> float:
    return row.seconds if _counts(row, limit) else limit


def _skeletons(rows: Sequence[Row]) -> float:
    counted = [row.evaluations for row in rows if row.status != ERROR]
    return statistics.median(counted) if counted else 0.0


def summary(rows: Sequence[Row]) -> str:
    """The tables, for a terminal."""
    return texts(tables(rows)) if rows else "no runs"


def tables(rows: Sequence[Row]) -> list[Table]:
    """A line for each arm, then one for each arm and problem."""
    found = compare(rows)
    arms = {arm: [c for c in found if c.arm == arm] for arm in ARMS}
    without, with_rsco = RSCO_SECONDS
    return [
        Table(
            "Parts of the search, each left out",
            ("arm", "proved", "full", "time ratio", "skeleton ratio"),
            tuple(_arm_line(arm, some) for arm, some in arms.items() if some),
            "proved within the 95th percentile of the full system's time, problem by problem; "
            "ratios to the full system: geometric means of the problems' medians until a proof or "
            "the limit, where >= says that half of the runs or more reached the limit on some "
            "problem. The limit comes from the full system's own runs, which are below it by "
            "construction: of n runs of an equally good system about n/(n + 1) would be. "
            "With BFGS: instead of Levenberg-Marquardt. "
            f"Published for RSCO: {without:g} s without it, {with_rsco:g} s with it.",
        ),
        Table(
            "Arms and problems",
            (
                "arm",
                "problem",
                "limit s",
                "proved",
                "full",
                "median s",
                "full s",
                "ratio",
                "skeletons",
                "full skeletons",
            ),
            tuple(map(_line, found)),
        ),
    ]


def _arm_name(arm: str) -> str:
    return "with BFGS" if arm == "bfgs" else f"without {arm}"


def _arm_line(arm: str, found: Sequence[Comparison]) -> tuple[str, ...]:
    at_least = ">= " if any(c.is_censored for c in found) else ""
    skeletons = [c.skeletons / c.full_skeletons for c in found if c.skeletons and c.full_skeletons]
    return (
        _arm_name(arm),
        f"{sum(c.proved for c in found)}/{sum(c.runs for c in found)}",
        f"{sum(c.full_proved for c in found)}/{sum(c.full_runs for c in found)}",
        at_least + f"{statistics.geometric_mean([max(c.ratio, 1e-9) for c in found]):.2f}",
        f"{statistics.geometric_mean(skeletons):.2f}" if skeletons else "-",
    )


def _line(c: Comparison) -> tuple[str, ...]:
    return (
        _arm_name(c.arm),
        c.problem,
        f"{c.limit:.1f}",
        f"{c.proved}/{c.runs}",
        f"{c.full_proved}/{c.full_runs}",
        f"{c.seconds:.2f}",
        f"{c.full_seconds:.2f}",
        (">= " if c.is_censored else "") + f"{c.ratio:.2f}",
        f"{c.skeletons:.0f}",
        f"{c.full_skeletons:.0f}",
    )


def charts(rows: Sequence[Row]) -> list[Chart]:
    """Share of proved runs for each arm, and the paper's two figures: RSCO and recursion."""
    found = compare(rows)
    names = tuple(dict.fromkeys(c.arm for c in found))
    shares: dict[str, list[float | None]] = {"full": [], "arm": []}
    for arm in names:
        some = [c for c in found if c.arm == arm]
        shares["full"].append(sum(c.full_proved for c in some) / sum(c.full_runs for c in some))
        shares["arm"].append(sum(c.proved for c in some) / sum(c.runs for c in some))
    result = []
    if names:
        labels = tuple(_arm_name(arm) for arm in names)
        title = "Proved within the full system's 95th percentile"
        result.append(Chart("ablation-proved", title, "", "share of runs", labels, shares, False))
    for arm in names:
        some = [c for c in found if c.arm == arm]
        result.append(
            Chart(
                f"ablation-{arm}",
                f"Time {_arm_name(arm)}",
                "",
                "median seconds",
                tuple(c.problem for c in some),
                {"full": [c.full_seconds for c in some], "arm": [c.seconds for c in some]},
            )
        )
    return result
