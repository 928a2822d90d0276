"""The course of a long search, where a person watches."""

import sys
import time
from html import escape
from typing import Any

from sympy_ssde.markup.tables import cut, table
from sympy_ssde.result.solution import Method, Record
from sympy_ssde.solver.notebook import NotebookDisplay, in_notebook

#: Seconds after which the display appears by itself, and between two lines where nothing can move.
PATIENCE = 2.0
_BETWEEN_LINES = 2.0

#: Lines of the Pareto front, and characters of an expression, that are shown.
_LINES = 6
_WIDTH = 60
#: Characters of all columns but those of the source and the expression, with what is between.
_NUMBERS = 48
_HEAD = ("search", "round", "best reward", "complexity", "loss", "expression")


class Progress:
    """Shows round, best reward and Pareto front of each search, skeletons/s and the time left.

    ``wanted`` is True, False, or None: if the run takes over two seconds and the error stream is
    a terminal or a notebook.  On a stream that is neither, lines are printed now and then.
    """

    def __init__(self, wanted: bool | None, timeout: float):
        self.wanted, self.timeout = wanted, timeout
        self._start = time.monotonic()
        self._live: Any = None
        self._record: Record | None = None
        self._latest: dict[Method, Record] = {}
        self._seen = self._start
        self._printed: float | None = None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *error: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, record: Record) -> None:
        """Bring the display up to date, or open it when it is time."""
        now = time.monotonic()
        self._record, self._seen = record, now
        self._latest[record.method] = record
        if not self._is_due(now - self._start):
            return
        if in_notebook():
            self._live = self._live or NotebookDisplay()
            self._live.show(self._html())
        elif is_watched():
            if self._live is None:
                self._open()
        elif self._printed is None or now - self._printed > _BETWEEN_LINES:
            self._printed = now
            print(f"{_line(record)}  {self._headline()}", file=sys.stderr)

    def _is_due(self, elapsed: float) -> bool:
        if self.wanted is None:
            return elapsed > PATIENCE and is_watched()
        return self.wanted

    def _open(self) -> None:
        from rich.console import Console
        from rich.live import Live

        self._live = Live(
            get_renderable=self._render,
            console=Console(stderr=True),
            refresh_per_second=5,
            transient=True,
        )
        self._live.start(refresh=True)

    def _left(self) -> float:
        """Seconds to the end; it passes between the records too."""
        assert self._record is not None
        passed = self._record.seconds + time.monotonic() - self._seen
        return max(self.timeout - passed, 0.0)

    def _headline(self) -> str:
        record = self._record
        assert record is not None
        rate = record.evaluations / max(record.seconds, 1e-9)
        minutes, seconds = divmod(int(self._left()), 60)
        return f"{rate:,.0f} skeletons/s  {minutes}:{seconds:02} left"

    def _render(self) -> Any:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        head = Table.grid(padding=(0, 2, 0, 0))
        done = ProgressBar(total=self.timeout, completed=self.timeout - self._left(), width=30)
        head.add_row(done, Text(self._headline(), style="bold"))
        shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for name in _HEAD[:-1]:
            shown.add_column(name, justify="left" if name == "search" else "right", no_wrap=True)
        shown.add_column(_HEAD[-1], no_wrap=True, overflow="ellipsis")
        room = self._room()
        for record in self._latest.values():
            lead = [record.source, str(record.round), f"{record.best_reward:.6f}"]
            for complexity, loss, text in _front(record):
                written = Text(text)
                written.truncate(room, overflow="ellipsis")
                shown.add_row(*lead, complexity, f"{loss:.2e}", written)
                lead = ["", "", ""]
        return Group(head, shown)

    def _room(self) -> int:
        """Characters that are left for expressions: numbers are never cut."""
        if self._live is None:
            return _WIDTH
        sources = max(len(record.source) for record in self._latest.values())
        return max(self._live.console.width - sources - _NUMBERS, 10)

    def _html(self) -> str:
        """The same for a notebook."""
        done = f'<progress max="{self.timeout:.0f}" value="{self.timeout - self._left():.0f}">'
        rows = []
        for record in self._latest.values():
            lead = [escape(record.source), str(record.round), f"{record.best_reward:.6f}"]
            for complexity, loss, text in _front(record):
                shown = f"<code>{escape(cut(text, _WIDTH))}</code>"
                rows.append((*lead, complexity, f"{loss:.2e}", shown))
                lead = ["", "", ""]
        return f"<p>{done}</progress> {self._headline()}</p>{table(_HEAD, rows)}"


def _line(record: Record) -> str:
    reward = f"best reward {record.best_reward:.6f}"
    return f"{record.source}  round {record.round}  {reward}  {cut(record.best, _WIDTH)}"


def _front(record: Record) -> list[tuple[str, float, str]]:
    """The best lines of the Pareto front; only the best where a record has no front."""
    lines = [(str(complexity), loss, text) for complexity, loss, text in record.front[-_LINES:]]
    return lines[::-1] or [("", record.best_loss, record.best)]


def is_watched() -> bool:
    """Whether a person sees the error stream: in a terminal, or in a notebook."""
    return sys.stderr.isatty() or in_notebook()
