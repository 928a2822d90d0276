"""The subcommand of ``ssde bench`` for problems whose answers are series."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from sympy_ssde.bench.arguments import names, seconds

Arguments = argparse.Namespace
Show = Callable[[list[dict[str, Any]], Callable[[Any], list[Any]], Arguments], None]
Add = Callable[[str, str, Callable[[Arguments], int]], argparse.ArgumentParser]


def add_series_commands(add: Add, show: Show) -> None:
    """Add the subcommand."""
    parser = add("series", "textbook problems whose answers are series", partial(_run, show))
    parser.add_argument("--timeout", type=seconds, default=20.0, help="seconds per problem")
    parser.add_argument("--only", type=names, metavar="ID[,ID]", help="these problems only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows as JSON lines")


def _run(show: Show, arguments: Arguments) -> int:
    from sympy_ssde.bench.series import measure, tables

    rows = list(measure(arguments.timeout, arguments.only))
    show(rows, tables, arguments)
    return 0 if all(row["proved"] for row in rows) else 1
