"""The subcommands of ``ssde bench`` that attack what is claimed: outcomes and deadlines."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sympy_ssde.bench.arguments import count, seconds

if TYPE_CHECKING:
    from sympy_ssde.bench.provenance import Provenance

Add = Callable[[str, str, Callable[[argparse.Namespace], int]], argparse.ArgumentParser]


def add_soundness_commands(add: Add) -> None:
    """Add the subcommands, which all count in seeds and are resumed from their file."""
    attacks = add("attacks", "candidates known to be right or wrong, checked", _run_attacks)
    attacks.add_argument("--checks", type=count, default=100_000, help="(default 100000)")
    deadlines = add("deadlines", "problems on which SymPy hangs, with short times", _run_deadlines)
    deadlines.add_argument("--checks", type=count, default=1000, help="(default 1000)")
    opinion = add("opinion", "what is proved, as Maxima sees it", _run_opinion)
    opinion.add_argument("--checks", type=count, default=2000, help="(default 2000)")
    for parser in (attacks, deadlines, opinion):
        parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed")
        parser.add_argument("--jobs", type=count, default=1, help="processes (default 1)")
        parser.add_argument("--json", type=Path, metavar="FILE", help="rows, which are used again")


def add_changed_command(add: Add, show: Callable[..., None]) -> None:
    """Add the benchmark of series with one thing changed."""
    parser = add(
        "changed-series", "known series with one thing changed", partial(_run_changed, show)
    )
    parser.add_argument("--count", type=count, default=200, help="of series (default 200)")
    parser.add_argument("--timeout", type=seconds, default=10.0, help="seconds for one check")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows as JSON lines")


def _run_changed(show: Callable[..., None], arguments: argparse.Namespace) -> int:
    from sympy_ssde.bench.series_changed import measure, summary, tables

    rows = list(measure(arguments.count, arguments.timeout))
    show(rows, tables, arguments)
    return 1 if summary(rows)["proved"] else 0


def _run_attacks(arguments: argparse.Namespace) -> int:
    from sympy_ssde.bench.attacks import measure, summary, tables
    from sympy_ssde.bench.tables import texts

    rows = _measured(measure, arguments, "checks")
    print(texts(tables(rows)))
    found = summary(rows)
    return 1 if found["wrong proved"] or found["wrong refuted"] else 0


def _run_deadlines(arguments: argparse.Namespace) -> int:
    from sympy_ssde.bench.deadlines import measure, tables
    from sympy_ssde.bench.tables import texts

    rows = _measured(measure, arguments, "calls")
    print(texts(tables(rows)))
    return 1 if any(row["late"] or row["left_behind"] for row in rows) else 0


def _run_opinion(arguments: argparse.Namespace) -> int:
    from sympy_ssde.bench.opinion import disagreements, measure, tables
    from sympy_ssde.bench.tables import texts

    rows = _measured(measure, arguments, "random ones")
    print(texts(tables(rows)))
    return 1 if disagreements(rows) else 0


def _measured(
    measure: Callable[..., list[dict[str, Any]]], arguments: argparse.Namespace, things: str
) -> list[dict[str, Any]]:
    """Rows of a campaign, which says how far it is."""

    def report(done: int) -> None:
        print(f"{done} of {arguments.checks} {things}", file=sys.stderr)

    origin = _origin(arguments).as_dict()
    return measure(
        arguments.checks, arguments.first, arguments.jobs, arguments.json, origin, report
    )


def _origin(arguments: argparse.Namespace) -> "Provenance":
    from sympy_ssde.bench.provenance import command_line, provenance

    return provenance(command_line(arguments.benchmark, arguments.bench_parser, arguments))
