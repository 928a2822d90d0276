"""``ssde bench attacks``: right and wrong candidates, known by construction, in large numbers.

Every seed is one check.  What is kept are counts, one row for a block of seeds, so that a campaign
can be resumed.
"""

import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sympy import Abs, Integer, Piecewise, Rational, exp, expand, sqrt
from sympy import factor as factored

from sympy_ssde.bench.letters import u, x
from sympy_ssde.bench.manufactured import KINDS, Attack, Made, number
from sympy_ssde.bench.rowfiles import blocks_of, campaign
from sympy_ssde.bench.tables import Table
from sympy_ssde.errors import ProblemWarning
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Status, check_task, verification
from sympy_ssde.worker.pool import Worker

#: Seeds of a row, of a task, and seconds of a check.
BLOCK, BATCH, TIMEOUT = 1000, 25, 10.0

SMALL = (Rational(1, 10), Rational(1, 1000), Rational(1, 10**9), Rational(1, 10**30), Integer(1))


# ---------------------------------------------------------------------------- what is changed


def _stated(made: Made, source: Any = 0, shift: Mapping[Any, Any] | None = None) -> Problem:
    """The problem of which the solution is one; ``source`` and ``shift`` make it another one."""
    right = made.left.subs(made.func, made.solution).doit()
    bcs = {k: v + (shift or {}).get(k, 0) for k, v in made.conditions.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ProblemWarning)  # a changed condition, at a corner
        return Problem(made.left - right - source, made.func, bcs, dict(made.box))


def _right(made: Made, random: Random) -> tuple[Problem, Any, bool]:
    forms: list[Callable[[Any], Any]] = [lambda e: e, expand, lambda e: (2 * e + e) / 3, factored]
    form = random.choice(forms)
    return _stated(made), form(made.solution), True


def _other_solution(made: Made, random: Random) -> tuple[Problem, Any, bool]:
    size = random.choice(SMALL)
    first = made.func.args[0]
    change = random.choice([size, size * exp(-(first**2)), size * (first**2 + 1)])
    return _stated(made), made.solution + change, False


def _other_equation(made: Made, random: Random) -> tuple[Problem, Any, bool]:
    first = made.func.args[0]
    source = random.choice(SMALL) * random.choice([Integer(1), 1 / (1 + first**2), exp(-first)])
    return _stated(made, source), made.solution, False


def _other_condition(made: Made, random: Random) -> tuple[Problem, Any, bool]:
    key = random.choice(list(made.conditions))
    return _stated(made, shift={key: random.choice(SMALL)}), made.solution, False


def _part(made: Made, random: Random) -> tuple[Problem, Any, bool]:
    """Right on one side of a place only; or on all of the domain, if the place is outside."""
    first = made.func.args[0]
    low, high = made.box[first]
    high = high if high.is_finite else low + 4
    inside = random.random() < 0.7
    place = low + (high - low) * Rational(random.randint(2, 8), 10) if inside else high + 1
    wrong = made.solution + random.choice(SMALL)
    if made.box[first][1].is_infinite:
        return _stated(made), Piecewise((made.solution, first < place), (wrong, True)), False
    return _stated(made), Piecewise((made.solution, first < place), (wrong, True)), not inside


CHANGES: dict[str, tuple[Callable[[Made, Random], tuple[Problem, Any, bool]], int]] = {
    "right": (_right, 40),
    "solution": (_other_solution, 22),
    "equation": (_other_equation, 16),
    "condition": (_other_condition, 16),
    "part": (_part, 6),
}


def _branch(random: Random) -> Attack:
    """Abs, sign and roots in place of what they are on one side of a point only."""
    a, inside = Rational(random.randint(-4, 4), 2), random.random() < 0.5
    low = a - (Rational(1, 2) if inside else 0)
    plain = random.choice([x - a, (x - a) ** 3, (x - a) * exp(x), (x - a) / (x**2 + 1)])
    folded = plain.subs(x, a + random.choice([Abs(x - a), sqrt((x - a) ** 2)]))
    folded = folded if folded != plain else Abs(plain)
    if not inside:  # then the variable itself is the same on both sides
        folded = plain.xreplace({x - a: Abs(x - a)}) if plain.has(x - a) else plain
    left = u(x).diff(x) + number(random) * u(x)
    right = left.subs(u(x), plain).doit()
    bcs = {u(low + 1): plain.subs(x, low + 1)}
    problem = Problem(left - right, u(x), bcs, {x: (low, low + 1)})
    return Attack("branch", "branch", problem, folded, not inside)


def _pole(random: Random) -> Attack:
    """A regular equation whose solution runs to infinity, inside or outside of the domain."""
    inside = random.random() < 0.5
    a = Rational(random.randint(1, 19) if inside else random.choice([-3, -1, 21, 35]), 10)
    power = random.choice([1, 2])
    w = (x - a) ** -power
    left = u(x).diff(x) + u(x) ** 2 if power == 1 else u(x).diff(x) ** 2 - 4 * u(x) ** 3
    problem = Problem(left, u(x), {u(0): w.subs(x, 0), u(2): w.subs(x, 2)}, {x: (0, 2)})
    return Attack("pole", "pole", problem, w, not inside)


def make(seed: int) -> Attack:
    """The attack of a seed; the same one wherever it is made.

    >>> made = make(3)
    >>> made == make(3), isinstance(made.is_right, bool)
    (True, True)
    """
    random = Random(seed)
    special = random.random()
    if special < 0.04:
        return _branch(random)
    if special < 0.08:
        return _pole(random)
    kind = random.choices(list(KINDS), [weight for _, weight in KINDS.values()])[0]
    made = KINDS[kind][0](random)
    change = random.choices(list(CHANGES), [weight for _, weight in CHANGES.values()])[0]
    return Attack(kind, change, *CHANGES[change][0](made, random))


# ---------------------------------------------------------------------------- checks in processes


@dataclass(frozen=True)
class Batch:
    """A task of a worker process: the checks of some seeds."""

    first: int
    count: int
    timeout: float

    def run(self) -> Iterator[tuple[int, str, str, bool, str, float]]:
        """Seed, kind, change, truth, outcome and seconds of each."""
        for seed in range(self.first, self.first + self.count):
            attack = make(seed)
            start = time.perf_counter()
            problem = attack.problem
            task = check_task(problem, (attack.candidate,), TIMEOUT, not attack.is_right)
            status = verification(problem, list(task.run()), 0.0).status
            seconds = time.perf_counter() - start
            yield seed, attack.kind, attack.change, attack.is_right, status.name, seconds


def _row(worker: Worker, seeds: range) -> dict[str, Any]:
    """One row: counts by kind, change and truth; mistakes by their seeds; times in steps."""
    cells: Counter[str] = Counter()
    mistakes: list[list[Any]] = []
    times: Counter[int] = Counter()

    for batch in blocks_of(seeds.start, len(seeds), BATCH):
        found, _ = worker.run(Batch(batch.start, len(batch), TIMEOUT * len(batch)))
        cells["lost"] += len(batch) - len(found)
        for seed, kind, change, is_right, status, seconds in found:
            cells[f"{kind} {change} {'right' if is_right else 'wrong'} {status}"] += 1
            times[round(1000 * seconds)] += 1
            if status == (Status.REFUTED if is_right else Status.PROVED).name:
                mistakes.append([seed, kind, change, status])
    return {
        "first": seeds.start,
        "count": len(seeds),
        "cells": {k: n for k, n in sorted(cells.items()) if n},
        "mistakes": mistakes,
        "milliseconds": {str(k): n for k, n in sorted(times.items())},
    }


measure = campaign(_row, BLOCK, "cells")


# ---------------------------------------------------------------------------- tables


def summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Checks, mistakes, the share of right candidates that are undecided, and the median time."""
    cells = _cells(rows)
    right = {s: sum(n for k, n in cells.items() if k[2:] == ("right", s.name)) for s in Status}
    times: Counter[int] = Counter()
    for row in rows:
        times.update({int(k): n for k, n in row["milliseconds"].items()})
    ordered, half = sorted(times.elements()), sum(times.values()) // 2
    wrong_proved = sum(n for k, n in cells.items() if k[2:] == ("wrong", Status.PROVED.name))
    return {
        "checks": sum(row["count"] for row in rows),
        "wrong proved": wrong_proved,
        "wrong refuted": right[Status.REFUTED],
        "right undecided %": 100 * right[Status.UNDECIDED] / max(1, sum(right.values())),
        "median ms": ordered[half] if ordered else 0,
        "lost": sum(row["cells"].get("lost", 0) for row in rows),
    }


def _cells(rows: Sequence[Mapping[str, Any]]) -> Counter[tuple[str, ...]]:
    cells: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        cells.update({tuple(k.split()): n for k, n in row["cells"].items() if k != "lost"})
    return cells


def tables(rows: Sequence[Mapping[str, Any]]) -> list[Table]:
    """All in one line, then counts by kind and change."""
    whole = summary(rows)
    first = Table(
        "Attacks",
        tuple(whole),
        (tuple(f"{v:.2f}" if isinstance(v, float) else str(v) for v in whole.values()),),
        "\n".join(f"mistake: seed {m[0]}: {' '.join(m[1:])}" for r in rows for m in r["mistakes"]),
    )
    cells = _cells(rows)
    groups = sorted({k[:3] for k in cells})
    lines = tuple(
        (*group, *(str(cells.get((*group, s.name), 0)) for s in Status)) for group in groups
    )
    header = ("kind", "change", "candidate", *(s.name.lower() for s in Status))
    return [first, Table("By kind and change", header, lines)]
