"""Files of JSON lines that grow line by line and can be resumed."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from sympy_ssde.errors import SSDEError

T = TypeVar("T")


def read_lines(path: Path | None, read: Callable[[Any], T], what: str) -> list[T]:
    """What is read from the lines of a file, if there is one.

    What an interrupted write left at its end is cut off.  ``what`` a line should be is said where
    one is something else.
    """
    if path is None or not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(read(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if number < len(lines) or line.endswith("\n"):
                raise SSDEError(
                    f"line {number} of {path} is not {what} ({error!r}); give another file"
                ) from error
            path.write_text("".join(lines[:-1]), encoding="utf-8")
    if found and len(found) == len(lines) and not lines[-1].endswith("\n"):
        path.write_text("".join(lines) + "\n", encoding="utf-8")
    return found


def append_line(path: Path | None, content: Mapping[str, Any]) -> None:
    """Add a line to the file, if there is one."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(content) + "\n")
