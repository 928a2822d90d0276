"""Statistics of rows: nothing is dropped, and nobody's best is taken."""

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sympy_ssde.bench.runs import ERROR, Row


@dataclass(frozen=True)
class Figures:
    """Statistics of rows; runs without a proof count with their whole time."""

    runs: int
    proved: int
    recovered: int
    median: float
    mean: float
    high: float  # the 95th percentile
    worst: float
    skeletons: float
    expression: str
    loss: "Mean"
    error: "Mean"

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "Figures":
        """The figures of at least one row; the expression is the one that is proved most often."""
        seconds = [row.cost for row in rows]
        found = Counter(row.expression for row in rows if row.proved and row.expression)
        counted = [row.evaluations for row in rows if row.status != ERROR]
        return cls(
            len(rows),
            sum(row.proved for row in rows),
            sum(bool(row.recovered) for row in rows),
            statistics.median(seconds),
            statistics.fmean(seconds),
            float(np.percentile(seconds, 95)),
            max(seconds),
            statistics.median(counted) if counted else 0.0,
            str(found.most_common(1)[0][0]) if found else "-",
            Mean.of([row.loss for row in rows]),
            Mean.of([row.error for row in rows]),
        )


@dataclass(frozen=True)
class Mean:
    """The mean of what could be measured, with half of its 95% confidence interval.

    >>> print(Mean.of([1e-5, 3e-5, None]))
    2.00e-05±1.96e-05 (2 of 3)
    """

    value: float
    half: float
    count: int
    total: int

    @classmethod
    def of(cls, values: Sequence[float | None]) -> "Mean":
        """From values, of which those that are None could not be measured."""
        known = [v for v in values if v is not None]
        if not known:
            return cls(0.0, 0.0, 0, len(values))
        spread = statistics.stdev(known) / len(known) ** 0.5 if len(known) > 1 else 0.0
        return cls(statistics.fmean(known), 1.96 * spread, len(known), len(values))

    def __str__(self) -> str:
        if not self.count:
            return "-"
        part = "" if self.count == self.total else f" ({self.count} of {self.total})"
        half = f"±{self.half:.2e}" if self.count > 1 else ""
        return f"{self.value:.2e}{half}{part}"


def grouped(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    """The rows by a key, in the order in which the keys come."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def pooled_note(rows: Sequence[Row]) -> str:
    """One sentence on all rows together."""
    pooled = Figures.of(rows)
    return (
        f"all {pooled.runs} runs: {pooled.proved} proved; median {pooled.median:.2f} s, "
        f"95th percentile {pooled.high:.2f} s, worst {pooled.worst:.2f} s "
        "(a run without a proof counts as its whole time)"
    )
