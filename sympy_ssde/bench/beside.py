"""``ssde bench beside``: what looking for structure costs where the search has the answer.

Problems of the literature are solved as usual and without reductions, one right after the other in
the same warm process, with the same seeds.  What counts is the median of the differences, for the
problems that are solved by a search either way.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Unpack

from sympy_ssde.bench.literature import TIMEOUTS, problems
from sympy_ssde.bench.runs import Row, Run, Search, choose, searches
from sympy_ssde.bench.tables import Table, texts
from sympy_ssde.result.solution import Method

#: Seconds that may be lost.
ALLOWED = 0.2

_SEARCHED = (str(Method.DIRECT), str(Method.RECURSIVE))
_ALONE = (("reductions", False),)


def plan(
    family: str = "all",
    *,
    seeds: int = 5,
    timeout: float | None = None,
    only: Iterable[str] | None = None,
    **search: Unpack[Search],
) -> list[Run]:
    """Each run and the same one without reductions, in turns which of them is first."""
    run = searches("default", **search)
    limits = {e.id: timeout or TIMEOUTS[e.family] for e in problems(family)}
    found: list[Run] = []
    for problem in choose(list(limits), only):
        for seed in range(seeds):
            usual = run(problem, seed, limits[problem])
            pair = (usual, replace(usual, changes=(*usual.changes, *_ALONE)))
            found += pair if seed % 2 else pair[::-1]
    return found


def losses(rows: Sequence[Row]) -> dict[str, list[tuple[float, float]]]:
    """Seconds alone and as usual, seed by seed, for each problem that is always searched."""
    usual = {_key(r): r for r in rows if not _is_alone(r)}
    found: dict[str, list[tuple[float, float]]] = {}
    others = set()
    for row in rows:
        if not _is_alone(row) or _key(row) not in usual:
            continue
        beside = usual[_key(row)]
        if row.proved and beside.proved and {row.method, beside.method} <= set(_SEARCHED):
            found.setdefault(row.run.problem, []).append((row.seconds, beside.seconds))
        else:
            others.add(row.run.problem)
    return {problem: pairs for problem, pairs in found.items() if problem not in others}


def _key(row: Row) -> tuple[str, int]:
    return row.run.problem, row.run.seed


def _is_alone(row: Row) -> bool:
    return bool(set(_ALONE) & set(row.run.changes))


def summary(rows: Sequence[Row]) -> str:
    """The table, for a terminal."""
    return texts(tables(rows)) if rows else "no runs"


def tables(rows: Sequence[Row]) -> list[Table]:
    """A line for each problem, those first that lose most."""
    lines = []
    for problem, pairs in losses(rows).items():
        alone, usual = (statistics.median(values) for values in zip(*pairs, strict=True))
        loss = statistics.median(b - a for a, b in pairs)
        lines.append((loss, problem, len(pairs), alone, usual))
    lines.sort(reverse=True)
    over = sum(line[0] > ALLOWED for line in lines)
    return [
        Table(
            "What structure costs a search",
            ("problem", "seeds", "alone s", "as usual s", "loss s"),
            tuple((p, str(n), f"{a:.2f}", f"{b:.2f}", f"{x:+.2f}") for x, p, n, a, b in lines),
            f"{over} of {len(lines)} problems lose more than {ALLOWED:g} s; the median loss is "
            f"{statistics.median(line[0] for line in lines) if lines else 0.0:+.2f} s",
        )
    ]
