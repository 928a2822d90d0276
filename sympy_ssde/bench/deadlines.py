"""``ssde bench deadlines``: problems on which SymPy hangs, with short times.

Each call runs in a process that is warm; what counts is how long after its deadline it returns,
reading included, and that no process is left.
"""

import os
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from sympy import (
    Abs,
    Eq,
    Expr,
    Heaviside,
    Integer,
    Product,
    Sum,
    Symbol,
    besselj,
    cos,
    exp,
    gamma,
    hyper,
    log,
    loggamma,
    meijerg,
    sin,
    sqrt,
    tanh,
    zeta,
)

from sympy_ssde.bench.letters import u, x
from sympy_ssde.bench.rowfiles import campaign
from sympy_ssde.bench.tables import Table
from sympy_ssde.proof.verify import checkssdsol
from sympy_ssde.solver.solve import find_solution
from sympy_ssde.worker.pool import Worker, shared_worker

TIMEOUTS = (1, 2, 5)
#: Seconds after a deadline that are allowed.
ALLOWED = 1.0
#: Calls of a row.
BLOCK = 20
#: Seconds in which a process ends whose parent is gone.
_SOON = 3.0
_MARK = "SSDE_BENCH_MARK"  # in the environment


def hostile(random: Random) -> Expr:
    """An expression that costs much."""
    n = random.randint(2, 40)
    nested: Expr = x
    for _ in range(n):
        nested = random.choice([sin, cos, exp, tanh])(nested + random.randint(0, 2), evaluate=False)
    total = sum((sin(k * x + k**2) * tanh(sqrt(k) * x + k) for k in range(1, n)), Integer(0))
    k = Symbol("k", integer=True)
    forms: list[Callable[[], Expr]] = [
        lambda: x ** (10 ** random.randint(3, 12)),
        lambda: (1 + x + x**2 + exp(x)) ** random.randint(50, 3000),
        lambda: nested,
        lambda: total ** random.randint(2, 5),
        lambda: Heaviside(sin(n * x)) * exp(x) + Abs(sin(n * x) - x),
        lambda: gamma(x + n) * zeta(x + 2, n) / loggamma(x + 3),
        lambda: hyper([1, x, n], [2, 3 + x], x / 2),
        lambda: meijerg([[], [3]], [[1, x], [2]], x),
        lambda: besselj(x, 10**n * x + 1),
        lambda: exp(exp(exp(n * x))),
        lambda: Integer(2) ** (10**n * x),
        lambda: Sum(sin(k * x) / k**2, (k, 1, 10**n)),
        lambda: Product(1 + x / (k + 1), (k, 1, 10**n)),
        lambda: log(log(log(x + 16) + n) + gamma(x + 1)) ** (x**n),
        lambda: (x + Integer(10) ** 400) ** n - Integer(10) ** (400 * n),
    ]
    return random.choice(forms)()


def call(seed: int) -> tuple[str, float]:
    """One call with a hostile problem: what came of it, and seconds after its deadline."""
    random = Random(seed)
    timeout = random.choice(TIMEOUTS)
    source, other = hostile(random), hostile(random)
    left = u(x).diff(x, random.choice([1, 2])) + random.choice([0, 1, u(x), x]) * u(x)
    equation = Eq(left, source, evaluate=False)  # the difference is a matter of the call
    start = time.monotonic()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            bcs = {u(0): random.choice([0, 1])}
            if random.random() < 0.7:
                found = str(checkssdsol(equation, other, u(x), bcs, timeout=timeout).status)
            else:
                found = str(find_solution(equation, u(x), bcs, timeout=timeout).status)
    except Exception as error:
        found = type(error).__name__
    return found, time.monotonic() - start - timeout


@dataclass(frozen=True)
class Calls:
    """A task of a worker process: the calls of some seeds."""

    first: int
    count: int
    timeout: float

    def run(self) -> Iterator[tuple[int, str, float]]:
        """Seed, outcome and delay of each; the first calls of all are only to be warm."""
        checkssdsol(u(x).diff(x) - u(x), exp(x), u(x), {u(0): 1})
        for unsolved in (u(x) ** 2 + sin(x**2), sin(u(x)) + exp(exp(x))):
            find_solution(u(x).diff(x) - unsolved, u(x), {u(0): 0}, timeout=4)
        for seed in range(self.first, self.first + self.count):
            yield (seed, *call(seed))
        shared_worker().stop()


def _row(worker: Worker, seeds: range) -> dict[str, Any]:
    """One row: outcomes, and the calls that were late."""
    mark()
    found, why = worker.run(Calls(seeds.start, len(seeds), 300.0 + 20 * len(seeds)))
    outcomes: dict[str, int] = {}
    for _, outcome, _ in found:
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    if len(found) < len(seeds):
        outcomes[f"lost ({why})"] = len(seeds) - len(found)
    return {
        "first": seeds.start,
        "count": len(seeds),
        "outcomes": dict(sorted(outcomes.items())),
        "late": [[seed, round(delay, 2)] for seed, _, delay in found if delay > ALLOWED],
        "largest_delay": round(max((d for _, _, d in found), default=0.0), 3),
        "left_behind": len(left_behind()),
    }


measure = campaign(_row, BLOCK, "late")


def mark() -> None:
    """Tell processes that are started from now on, and theirs, from those of other programs."""
    os.environ.setdefault(_MARK, str(os.getpid()))


def left_behind() -> list[int]:
    """Worker processes with our mark that don't end soon after their parents."""
    end = time.monotonic() + _SOON
    while (found := _orphans()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


def _orphans() -> list[int]:
    """Marked worker processes whose parent is gone, on systems that can tell."""
    found = []
    ours = f"{_MARK}={os.environ[_MARK]}".encode()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
            words = (entry.parent / "cmdline").read_bytes().split(b"\0")
            environment = (entry.parent / "environ").read_bytes().split(b"\0")
        except OSError:  # it has just ended, or is somebody else's
            continue
        is_worker = b"sympy_ssde.worker.serving" in words
        if is_worker and fields[1] == "1" and ours in environment:
            found.append(int(entry.parent.name))
    return found


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Calls, delays and outcomes."""
    outcomes: dict[str, int] = {}
    for row in rows:
        for key, n in row["outcomes"].items():
            outcomes[key] = outcomes.get(key, 0) + n
    late = [entry for row in rows for entry in row["late"]]
    line = (
        str(sum(row["count"] for row in rows)),
        str(len(late)),
        f"{max((row['largest_delay'] for row in rows), default=0.0):.2f}",
        str(max((row["left_behind"] for row in rows), default=0)),
        ", ".join(f"{key} {n}" for key, n in sorted(outcomes.items())),
    )
    header = ("calls", f"later than {ALLOWED:g} s", "largest delay s", "processes left", "outcomes")
    note = "\n".join(f"late: seed {seed}: {delay} s" for seed, delay in late)
    return [Table("Deadlines", header, (line,), note)]
