"""Files of rows: JSON lines that grow row by row and can be resumed."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sympy_ssde.bench.runs import Row
from sympy_ssde.errors import SSDEError


def restore_rows(path: Path | None) -> list[Row]:
    """The rows of a file, if there is one; what an interrupted write left at its end is cut off."""
    if path is None or not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(Row.from_dict(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if number < len(lines) or line.endswith("\n"):
                raise SSDEError(
                    f"line {number} of {path} is not a row of this benchmark ({error!r}); "
                    "give another file"
                ) from error
            path.write_text("".join(lines[:-1]), encoding="utf-8")
    if rows and len(rows) == len(lines) and not lines[-1].endswith("\n"):
        path.write_text("".join(lines) + "\n", encoding="utf-8")
    return rows


def append_row(path: Path | None, row: Row) -> None:
    """Add a line to the file, if there is one."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row.as_dict()) + "\n")


def write_rows(path: Path | None, rows: Iterable[dict[str, Any]]) -> None:
    """Write rows as JSON lines, if a path was given."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
