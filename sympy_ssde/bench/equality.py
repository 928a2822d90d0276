"""The subcommands of ``ssde bench`` that run programs of their own: other machines, helpers, kills.

They ask for the same answers everywhere, or for the time until the first one.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from sympy_ssde.bench.arguments import count, names, seconds

Arguments = argparse.Namespace
Add = Callable[[str, str, Callable[[Arguments], int]], argparse.ArgumentParser]

#: Prints the tables of rows, and writes the rows.
Show = Callable[[list[dict[str, Any]], Callable[[Any], list[Any]], Arguments], None]


def add_equality_commands(add: Add, show: Show) -> None:
    """Add the subcommands."""
    machines = add(
        "machines", "the same seeds with CPU features left out", partial(_run_machines, show)
    )
    machines.add_argument("--timeout", type=seconds, default=60.0, help="seconds per run")
    machines.add_argument("--jobs", type=count, default=1, help="processes at a time (default 1)")
    machines.add_argument("--only", type=names, metavar="ID[,ID]", help="these problems only")
    machines.add_argument(
        "--settings", type=names, metavar="NAME[,NAME]", help="these only, after the first"
    )
    workers = add(
        "workers", "two workers against one; the same answers", partial(_run_workers, show)
    )
    workers.add_argument(
        "--seeds", type=count, default=20, metavar="N", help="for the times (default 20)"
    )
    workers.add_argument(
        "--part",
        choices=["speed", "answers", "slowest"],
        help="times or answers only (default: both), or which problems are the slowest",
    )
    kills = add(
        "kills", "the same answers after workers and clients are killed", partial(_run_kills, show)
    )
    kills.add_argument("--kills", type=count, default=100, metavar="N", help="(default 100)")
    kills.add_argument("--seed", type=int, default=0, help="of the moments (default 0)")
    start = add("start", "seconds until a first answer", partial(_run_start, show))
    start.add_argument("--repeats", type=count, default=5, help="of each program (default 5)")
    start.add_argument(
        "--ever", type=int, default=1, help="times that all is compiled anew (default 1)"
    )
    for parser in (machines, workers, kills, start):
        parser.add_argument(
            "--json", type=Path, metavar="FILE", help="write the rows as JSON lines"
        )


def _run_machines(show: Show, arguments: Arguments) -> int:
    from sympy_ssde.bench.display import Display
    from sympy_ssde.bench.machines import differences, measure, plan, settings, tables
    from sympy_ssde.bench.runs import choose

    every = settings()
    chosen_names = choose([s.name for s in every], arguments.settings)
    chosen = [s for s in every if s.name in {every[0].name, *chosen_names}]
    runs = plan(arguments.timeout)
    wanted = choose([run.problem for run in runs], arguments.only)
    with Display() as display:
        rows = measure([r for r in runs if r.problem in wanted], chosen, arguments.jobs, display)
    show(rows, tables, arguments)
    return 1 if differences(rows) else 0


def _run_workers(show: Show, arguments: Arguments) -> int:
    from sympy_ssde.bench.workers import (
        compared,
        differences,
        measure_answers,
        measure_slowest,
        measure_speed,
        tables,
    )

    parts = {
        "slowest": measure_slowest(),
        "speed": measure_speed(arguments.seeds),
        "answers": measure_answers(compared()),
    }
    asked = [arguments.part] if arguments.part else ["speed", "answers"]
    rows = list(_told(chain.from_iterable(parts[name] for name in asked)))
    show(rows, tables, arguments)
    return 1 if differences(rows) else 0


def _told(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each row, on the error stream when it is there: all of them take long."""
    for number, row in enumerate(rows, 1):
        print(number, *row.values(), sep="  ", file=sys.stderr, flush=True)
        yield row


def _run_kills(show: Show, arguments: Arguments) -> int:
    from sympy_ssde.bench.kills import measure, tables

    rows = list(_told(measure(arguments.kills, arguments.seed)))
    show(rows, tables, arguments)
    return 1 if any(row["wrong"] or row["lost"] or row["left_behind"] for row in rows) else 0


def _run_start(show: Show, arguments: Arguments) -> int:
    from sympy_ssde.bench.start import measure, tables

    show(measure(arguments.repeats, arguments.ever), tables, arguments)
    return 0
