"""Files of rows: JSON lines that grow row by row and can be resumed."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from sympy_ssde.bench.runs import Row
from sympy_ssde.result.lines import append_line, read_lines
from sympy_ssde.worker.pool import Worker

_ROW = "a row of this benchmark"

Rows = list[dict[str, Any]]

#: What rows are stamped with: see :meth:`~.provenance.Provenance.as_dict`.
Origin = Mapping[str, str] | None


def restore_rows(path: Path | None) -> list[Row]:
    """The runs of a file, if there is one; what an interrupted write left at its end is cut off."""
    return read_lines(path, Row.from_dict, _ROW)


def append_row(path: Path | None, row: Row) -> None:
    """Add a line to the file, if there is one."""
    append_line(path, row.as_dict())


def write_rows(path: Path | None, rows: Iterable[dict[str, Any]]) -> None:
    """Write rows as JSON lines, if a path was given."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def measure_blocks(
    blocks: Sequence[range],
    measured: Callable[[Sequence[range]], Iterable[dict[str, Any]]],
    field: str,
    path: Path | None,
    origin: Origin,
) -> list[dict[str, Any]]:
    """A row for each block of seeds; those that are in the file already are not measured again.

    A new row is stamped with its origin and appended to the file as soon as it is known.

    Parameters
    ==========

    measured : gives the rows of blocks, each with its ``first`` seed
    field : what rows of this benchmark have, and those of others don't
    """

    def read(row: dict[str, Any]) -> dict[str, Any]:
        if not {"first", field} <= row.keys():
            raise KeyError(field)
        return row

    rows = read_lines(path, read, _ROW)
    have = {row["first"] for row in rows}
    for found in measured([block for block in blocks if block.start not in have]):
        row = {**(origin or {}), **found}
        append_line(path, row)
        rows.append(row)
    return [row for row in rows if any(row["first"] in block for block in blocks)]


def blocks_of(first: int, count: int, size: int) -> list[range]:
    """Seeds from the first one on, in blocks.

    >>> blocks_of(5, 25, 10)
    [range(5, 15), range(15, 25), range(25, 30)]
    """
    seeds = range(first, first + count)
    return [seeds[i : i + size] for i in range(0, count, size)]


def campaign(
    row: Callable[[Worker, range], dict[str, Any]], size: int, field: str
) -> Callable[..., list[dict[str, Any]]]:
    """The function that measures so many seeds, from the first on: a row for each block of them.

    Rows that are in its file already are not measured again.  ``field`` is what its rows have, and
    those of others don't.
    """

    def measure(
        checks: int,
        first: int = 0,
        jobs: int = 1,
        path: Path | None = None,
        origin: Origin = None,
        report: Callable[[int], None] = lambda done: None,
    ) -> list[dict[str, Any]]:
        worker = Worker(most=jobs)

        def measured(blocks: Sequence[range]) -> Iterator[dict[str, Any]]:
            with ThreadPoolExecutor(jobs) as threads:
                for done, found in enumerate(threads.map(partial(row, worker), blocks), 1):
                    yield found
                    report(done * size)

        try:
            return measure_blocks(blocks_of(first, checks, size), measured, field, path, origin)
        finally:
            worker.stop()

    return measure
