"""``ssde bench proofs``: are known solutions proved, and all perturbed ones refuted?"""

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, Rational, preorder_traversal

from sympy_ssde.bench.catalogue import Entry, entries
from sympy_ssde.bench.tables import Table
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Status, Verification, verify

SHIFT = Rational(1, 1000)


@dataclass(frozen=True)
class Row:
    """One check: of the known solution, or of a changed one."""

    id: str
    change: str
    status: Status
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "id": self.id,
            "change": self.change,
            "status": self.status.name,
            "seconds": round(self.seconds, 4),
        }


def changed_constants(solution: tuple[Expr, ...]) -> Iterator[tuple[str, tuple[Expr, ...]]]:
    """The solution with each of its numbers in turn changed by 1/1000, or with 1/1000 added.

    Exponents and the numbers of a system's other functions count as well.
    """
    for i, expr in enumerate(solution):
        numbers = sorted({e for e in preorder_traversal(expr) if e.is_Rational}, key=str)
        candidates = [(f"{n} in {expr}", expr.xreplace({n: n + SHIFT})) for n in numbers]
        candidates.append((f"constant in {expr}", expr + SHIFT))
        for name, changed in candidates:
            if changed != expr:
                yield name, (*solution[:i], changed, *solution[i + 1 :])


def changed_conditions(entry: Entry) -> Iterator[tuple[str, Problem]]:
    """The problem with each condition's value in turn changed by 1/1000."""
    for trace in entry.conditions:
        bcs = {k: v + SHIFT * Integer(k == trace) for k, v in entry.conditions.items()}
        yield str(trace), Problem(**{**entry.statement(), "bcs": bcs})


def measure(name: str = "all", timeout: float = 10, perturb: bool = True) -> Iterator[Row]:
    """Check every entry of the set, then all its perturbations."""
    for entry in entries(name):
        problem = entry.problem()
        yield _row(entry, "", problem, entry.solution, timeout)
        if not perturb:
            continue
        for change, solution in changed_constants(entry.solution):
            yield _row(entry, change, problem, solution, timeout)
        for change, changed in changed_conditions(entry):
            yield _row(entry, change, changed, entry.solution, timeout)


def _row(
    entry: Entry, change: str, problem: Problem, solution: tuple[Expr, ...], timeout: float
) -> Row:
    start = time.perf_counter()
    result: Verification = verify(
        problem, solution, timeout=timeout, stop_at_refutation=bool(change)
    )
    return Row(entry.id, change, result.status, time.perf_counter() - start)


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Counts of known and of changed solutions; rows as they stand in JSON."""
    lines = []
    for name, some in (
        ("known solutions", [r for r in rows if not r["change"]]),
        ("changed by 1/1000", [r for r in rows if r["change"]]),
    ):
        if some:
            counts = [sum(r["status"] == s.name for r in some) for s in Status]
            seconds = [r["seconds"] for r in some]
            lines.append(
                (
                    name,
                    str(len(some)),
                    *map(str, counts),
                    f"{statistics.median(seconds):.3f}",
                    f"{max(seconds):.2f}",
                )
            )
    header = ("checked", "checks", *(s.name.lower() for s in Status), "median s", "slowest s")
    wrong = [r for r in rows if r["change"] and r["status"] != Status.REFUTED.name]
    note = "\n".join(f"not refuted: {r['id']}: {r['change']} ({r['status']})" for r in wrong)
    return [Table("Proofs and refutations", header, tuple(lines), note)]
