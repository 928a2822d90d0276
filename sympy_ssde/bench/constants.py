"""``ssde bench constants``: from fitted numbers to proofs, on manufactured problems."""

import statistics
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sympy_ssde.bench.constants_problems import KINDS, Made, made
from sympy_ssde.bench.tables import Table
from sympy_ssde.errors import ProblemWarning
from sympy_ssde.exact.candidate import exact_candidate
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import OPERATORS, Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.worker.pool import shared_worker

#: Relative error of the fitted values that a candidate starts with.
ERROR = 1e-8


@dataclass(frozen=True)
class _Clock:
    """A task that tells the CPU time of the worker process, and waits until there is one."""

    timeout: float = 60.0

    def run(self) -> Iterator[float]:
        yield time.process_time()


def cpu_seconds() -> float:
    """CPU time of this process and its worker."""
    answers, _ = shared_worker().run(_Clock())
    return time.process_time() + (answers[0] if answers else 0.0)


def measure(count: int = 500, seed: int = 0, timeout: float = 10) -> Iterator[dict[str, Any]]:
    """A row for each problem: is the solution proved from its perturbed constants?"""
    rng = np.random.default_rng(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ProblemWarning)
        for number, one in enumerate(made(count, seed)):
            yield {"number": number, **_row(one, rng, timeout)}


def _row(one: Made, rng: np.random.Generator, timeout: float) -> dict[str, Any]:
    library = Library.build(tuple(OPERATORS), one.problem.variables)
    physics = Physics(one.problem, library, rng)
    skeleton, constants = Skeleton.from_sympy(one.solution, library)
    values = np.array([float(c) for c in constants])
    fitted = values * (1 + ERROR * rng.normal(size=len(values)))
    before = cpu_seconds()
    found = exact_candidate(skeleton, fitted, physics, timeout=timeout)
    seconds = cpu_seconds() - before
    return {
        "kind": one.kind,
        "solution": str(one.solution),
        "constants": len(values),
        "proved": bool(found is not None and found.verification),
        "found": "" if found is None else str(found.exprs[0]),
        "cpu_seconds": round(max(seconds, 0.0), 4),
    }


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Proofs and times by kind, and what failed."""
    lines = []
    for kind in [*(k.__name__ for k in KINDS), "all"]:
        some = [r for r in rows if kind in (r["kind"], "all")]
        if some:
            seconds = [r["cpu_seconds"] for r in some]
            proved = sum(r["proved"] for r in some)
            lines.append(
                (
                    kind,
                    f"{proved}/{len(some)}",
                    f"{100 * proved / len(some):.1f}%",
                    f"{statistics.median(seconds):.2f}",
                    f"{max(seconds):.2f}",
                )
            )
    failed = [r for r in rows if not r["proved"]]
    note = "\n".join(
        f"not proved: {r['kind']} {r['number']}: {r['solution']}"
        + (f", found {r['found']}" if r["found"] else "")
        for r in failed
    )
    header = ("kind", "proved", "share", "median CPU s", "slowest CPU s")
    return [Table("From fitted constants to proofs", header, tuple(lines), note)]
