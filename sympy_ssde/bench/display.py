"""What a person sees of a benchmark that is running: on the error stream, one line per run.

On a terminal a bar stands below the lines.
"""

import sys
from typing import Any

from rich.console import Console
from rich.markup import escape

from sympy_ssde.bench.runs import ERROR, MISSING, PROVED, Row
from sympy_ssde.bench.tables import shorten

_COLOURS = {PROVED: "green", ERROR: "red", MISSING: "red"}


class Display:
    """A context in which rows are shown as they come: ``with Display() as show: show(row, 1, 9)``.

    ``terminal`` says whether there is a bar; by default if the error stream is a terminal.
    """

    def __init__(self, terminal: bool | None = None) -> None:
        self._console = Console(stderr=True, highlight=False, emoji=False)
        self._terminal = sys.stderr.isatty() if terminal is None else terminal
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> "Display":
        if self._terminal:
            self._open()
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, row: Row, number: int, total: int) -> None:
        """Show a row that is the given number of so many."""
        self._console.print(describe(row, number, total), soft_wrap=True)
        if self._bar is not None:
            self._bar.update(self._task, completed=number, total=total, description=row.run.problem)

    def _open(self) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
        )
        self._bar.start()
        self._task = self._bar.add_task("starting", total=None)


def describe(row: Row, number: int, total: int) -> str:
    """One line of rich's markup."""
    colour = _COLOURS.get(row.status, "yellow")
    what = row.expression if row.proved else row.reason
    variant = f" ({row.run.variant})" if row.run.variant else ""
    return (
        f"{number}/{total}  {row.run.problem}  {row.run.config}{escape(variant)} "
        f"seed {row.run.seed}  "
        f"[{colour}]{row.status}[/]  {row.seconds:.2f} s  {row.evaluations} skeletons  "
        + escape(shorten(str(what), 80))
    )
