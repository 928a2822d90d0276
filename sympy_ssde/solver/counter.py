"""How far many problems are, where a person watches."""

import sys
import time
from typing import Any

from sympy_ssde.result.solution import Solution
from sympy_ssde.solver.notebook import NotebookDisplay, in_notebook
from sympy_ssde.solver.progress import is_watched

_BETWEEN_LINES = 2.0  # seconds between two lines where nothing can move


class Counter:
    """Shows how many problems are proved, not solved, and left.

    ``wanted`` is True, False, or None: if the error stream is a terminal or a notebook.
    """

    def __init__(self, total: int, wanted: bool | None):
        self.total = total
        self.wanted = is_watched() if wanted is None else wanted
        self._bar: Any = None
        self._cell: NotebookDisplay | None = None
        self._printed = 0.0

    def __enter__(self) -> "Counter":
        if self.wanted and in_notebook():
            self._cell = NotebookDisplay()
        elif self.wanted and is_watched():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.add_task("", total=self.total)
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        for display in (self._bar, self._cell):
            if display is not None:
                display.stop()

    def show(self, known: list[Solution | None]) -> None:
        """Bring the display up to date; what is not known yet is None."""
        done = [solution for solution in known if solution is not None]
        proved = sum(map(bool, done))
        words = f"{len(done)} of {self.total}: {proved} proved, {len(done) - proved} not"
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=len(done), description=words)
        elif self._cell is not None:
            done_so_far = f'<progress max="{self.total}" value="{len(done)}"></progress>'
            self._cell.show(f"<p>{done_so_far} {words}</p>")
        elif self.wanted:
            now = time.monotonic()
            if now - self._printed > _BETWEEN_LINES or len(done) == self.total:
                self._printed = now
                print(words, file=sys.stderr)
