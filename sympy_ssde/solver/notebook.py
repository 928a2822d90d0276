"""A display in a notebook's cell that changes while a search runs; it needs no widgets."""

import sys
import time
from typing import Any

#: Seconds between two changes: each of them is a message to the browser.
_BETWEEN = 0.5


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook."""
    shell = sys.modules.get("IPython")
    if shell is None:
        return False
    instance = shell.get_ipython()
    return instance is not None and "IPKernelApp" in instance.config


class NotebookDisplay:
    """HTML in the output of a cell, shown when it is first given and empty in the end."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._changed = 0.0

    def show(self, html: str) -> None:
        """Show this in place of what was shown before, unless that was a moment ago."""
        from IPython.display import HTML, display

        now = time.monotonic()
        if self._handle is None:
            self._handle = display(HTML(html), display_id=True)
        elif now - self._changed < _BETWEEN:
            return
        else:
            self._handle.update(HTML(html))
        self._changed = now

    def stop(self) -> None:
        """Leave nothing behind in the cell."""
        from IPython.display import HTML

        if self._handle is not None:
            self._handle.update(HTML(""))
            self._handle = None
