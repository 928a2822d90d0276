"""``ssde bench workers``: two workers against one, and the same answers whoever helps.

The time is that of the slowest problems of the paper and the literature, one and two workers in
turns in the same process; what counts is the median of the quotients.  Which problems are the
slowest is a part of its own.  The answers are compared for
several numbers of threads and several executors, with further searches that join early, so that
whoever helps has something to do.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

import numpy as np

from sympy_ssde.bench import agreement
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.bench.literature import problems as literature_problems
from sympy_ssde.bench.paper import problems as paper_problems
from sympy_ssde.bench.tables import Table
from sympy_ssde.config import SearchConfig

#: The ten for which the search alone takes longest, among those that it proves with each of three
#: seeds (``--part slowest`` measures it), with the configuration that they are measured with.
SLOWEST = (
    ("par_kdv_c", "default"),
    ("helmholtz_spherical", "default"),
    ("laplace_disk_strauss3", "default"),
    ("hdtlgp_advection4", "default"),
    ("gamma7", "paper"),
    ("hdtlgp_poisson4", "default"),
    ("hdtlgp_heat2d", "default"),
    ("burden_log", "default"),
    ("par_heat_kernel", "default"),
    ("poisson3d", "paper"),
)

#: How much faster two workers should be than one.
WANTED = 1.6

_COMPARED = 30
_RANKED = 3  # seeds with which the slowest problems are found
_LANE = 2000  # evaluations after which another search joins, where answers are compared
_TIMEOUT = 120.0
_SOON = 20.0  # seconds in which one worker has an answer that is worth comparing


def _config(name: str) -> SearchConfig:
    """The search alone."""
    if name == "paper":
        return SearchConfig.paper()
    return SearchConfig(reductions=False, shortcuts=False)


def _solved(
    problem: str, config: SearchConfig, seed: int, workers: Any, timeout: float = _TIMEOUT
) -> dict[str, Any]:
    from sympy_ssde.solver.solve import find_solution

    begin = time.monotonic()
    found = find_solution(
        **entry(problem).statement(),
        config=config,
        seed=seed,
        timeout=timeout,
        workers=workers,
        progress=False,
    )
    return {
        "problem": problem,
        "seed": seed,
        "status": found.status.name,
        "expression": str(found.expr) if found else None,
        "evaluations": found.evaluations,
        "seconds": round(time.monotonic() - begin, 3),
    }


def measure_speed(seeds: int) -> Iterator[dict[str, Any]]:
    """A row for each of the slowest problems, each seed, and one worker and two."""
    for problem, name in SLOWEST:  # to be warm
        _solved(problem, _config(name), seeds, 2)
    for seed in range(seeds):
        for problem, name in SLOWEST:
            for workers in (2, 1) if seed % 2 else (1, 2):
                row = _solved(problem, _config(name), seed, workers)
                yield {"part": "speed", "workers": str(workers), **row}


def compared() -> list[str]:
    """Problems of the paper and the literature, first those here and there in their lists."""
    every = [*paper_problems("all"), *(e.id for e in literature_problems())]
    first = [every[i] for i in np.linspace(0, len(every) - 1, _COMPARED).astype(int)]
    return list(dict.fromkeys([*first, *every]))


def measure_slowest() -> Iterator[dict[str, Any]]:
    """A row for each problem of the paper and the literature, and each of a few seeds.

    A problem is left at the first seed that has no proof soon.
    """
    every = [(p, "paper") for p in paper_problems("all")]
    every += [(e.id, "default") for e in literature_problems()]
    _solved("tl_nlode2", _config("default"), 0, 1)  # to be warm
    for problem, name in every:
        for seed in range(_RANKED):
            row = _solved(problem, _config(name), seed, 1, _SOON)
            yield {"part": "slowest", "workers": "1", "config": name, **row}
            if row["status"] != "PROVED":
                break


def measure_answers(problems: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A row for each of the problems, and whoever helps.

    Problems for which one worker has no answer soon are left out: a search that ends by its clock
    has none to compare.
    """
    config, count = replace(_config("default"), lane=_LANE), 0
    with helpers() as those:
        for problem in problems:
            rows: list[dict[str, Any]] = []
            for name, workers in those.items():
                row = _solved(problem, config, 0, workers, _TIMEOUT if rows else _SOON)
                if not rows and row["status"] != "PROVED":
                    break
                rows.append({"part": "answers", "workers": name, **row})
            yield from rows
            count += bool(rows)
            if count == _COMPARED:
                return


@contextmanager
def helpers() -> Iterator[dict[str, Any]]:
    """Who may be named by ``workers=``; loky and Dask if they are installed."""
    found: dict[str, Any] = {str(n): n for n in (1, 2, 3, 4)}
    with ExitStack() as stack:
        pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))
        found["process pool"] = stack.enter_context(pool)
        if find_spec("loky") is not None:
            loky: Any = __import__("loky")
            found["loky"] = loky.get_reusable_executor(2)
            stack.callback(found["loky"].shutdown, kill_workers=True)
        if find_spec("distributed") is not None:
            distributed: Any = __import__("distributed")
            cluster = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
                )
            )
            client = stack.enter_context(distributed.Client(cluster))
            found["Dask"] = client.get_executor()
        yield found


def tables(rows: Sequence[dict[str, Any]]) -> list[Table]:
    """Quotients of the times, and whose answers differ."""
    found = []
    ranked = [row for row in rows if row["part"] == "slowest"]
    if ranked:
        found.append(_slowest(ranked))
    speed = [row for row in rows if row["part"] == "speed"]
    if speed:
        found.append(_speed(speed))
    answers = [row for row in rows if row["part"] == "answers"]
    if answers:
        found.append(_answers(answers))
    return found


def _slowest(rows: Sequence[dict[str, Any]]) -> Table:
    """The problems that take longest, of those that are proved with all seeds."""
    seconds: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        if row["status"] == "PROVED":
            seconds.setdefault((row["problem"], row["config"]), []).append(row["seconds"])
    medians = {key: statistics.median(s) for key, s in seconds.items() if len(s) == _RANKED}
    longest = sorted(medians, key=lambda key: -medians[key])[: len(SLOWEST)]
    lines = tuple((*key, f"{medians[key]:.2f}") for key in longest)
    note = f"of {len(medians)} problems that are proved with {_RANKED} seeds in {_SOON:g} s each"
    return Table("Slowest", ("problem", "configuration", "median s"), lines, note)


def _speed(rows: Sequence[dict[str, Any]]) -> Table:
    seconds = {(r["problem"], r["seed"], r["workers"]): r["seconds"] for r in rows}
    lines, every = [], []
    for problem in dict.fromkeys(r["problem"] for r in rows):
        seeds = sorted({r["seed"] for r in rows if r["problem"] == problem})
        one = [seconds[problem, seed, "1"] for seed in seeds]
        two = [seconds[problem, seed, "2"] for seed in seeds]
        quotients = [a / b for a, b in zip(one, two, strict=True)]
        every += quotients
        lines.append(
            (
                problem,
                str(len(seeds)),
                f"{statistics.median(one):.2f}",
                f"{statistics.median(two):.2f}",
                f"{statistics.median(quotients):.2f}",
            )
        )
    note = (
        f"two workers are {statistics.median(every):.2f} times as fast as one, in the median of "
        f"{len(every)} runs (wanted: {WANTED}); {len(differences(rows))} answers differ"
    )
    return Table("Time", ("problem", "seeds", "one s", "two s", "quotient"), tuple(lines), note)


def _answers(rows: Sequence[dict[str, Any]]) -> Table:
    lines = []
    other = differences(rows)
    for workers in dict.fromkeys(r["workers"] for r in rows):
        some = [r for r in rows if r["workers"] == workers]
        lines.append(
            (
                workers,
                str(len(some)),
                str(sum(r["status"] == "PROVED" for r in some)),
                str(sum(r["evaluations"] for r in some)),
                f"{sum(r['seconds'] for r in some):.1f}",
                str(sum(name == workers for name, _ in other)),
            )
        )
    header = ("workers", "problems", "proved", "evaluations", "seconds", "other answers")
    note = "\n".join(map(": ".join, other)) or "all answers are the same"
    return Table("Answers", header, tuple(lines), note)


def differences(rows: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """Workers and what is not as one of them, who comes first, has it."""
    return agreement.differences(rows, "workers", ("part", "problem", "seed"))
