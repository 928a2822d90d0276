"""A progress bar for long searches, where a person watches."""

import sys
import time
from types import TracebackType
from typing import Any

from sympy_ssde.result import Record

#: Seconds after which a bar appears by itself.
PATIENCE = 2.0


class Progress:
    """Shows round, best reward, best expression, skeletons/s and the time left.

    ``wanted`` is True, False, or None: if the run takes over two seconds and the error stream is
    a terminal or a notebook.
    """

    def __init__(self, wanted: bool | None, timeout: float):
        self.wanted, self.timeout = wanted, timeout
        self._start = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, record: Record) -> None:
        """Bring the bar up to date, or make it when it is time."""
        elapsed = time.monotonic() - self._start
        if self._bar is None and self._is_due(elapsed):
            self._open()
        if self._bar is None:
            return
        best = record.best if len(record.best) < 48 else record.best[:45] + "..."
        self._bar.update(
            self._task,
            completed=elapsed,
            description=f"round {record.round}  reward {record.best_reward:.6f}  [dim]{best}[/dim]",
            rate=f"{record.evaluations / max(record.seconds, 1e-9):,.0f} skeletons/s",
        )

    def _is_due(self, elapsed: float) -> bool:
        if self.wanted is None:
            return elapsed > PATIENCE and (sys.stderr.isatty() or _in_notebook())
        return self.wanted

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=sys.stderr.isatty(),
        )
        self._bar.start()
        self._task = self._bar.add_task("", total=self.timeout, rate="")


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    if shell is None:
        return False
    instance = shell.get_ipython()
    return instance is not None and "IPKernelApp" in instance.config
