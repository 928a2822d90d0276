"""Many runs: several at a time, resumed after an interruption, none of them dropped."""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from sympy_ssde._version import __version__
from sympy_ssde.bench.processes import Process, Runner
from sympy_ssde.bench.provenance import Provenance
from sympy_ssde.bench.rowfiles import append_row, restore_rows
from sympy_ssde.bench.runs import Row, Run

#: Called with a new row, the number of finished runs and that of all.
Report = Callable[[Row, int, int], None]


def run_all(
    runs: Sequence[Run],
    *,
    jobs: int = 1,
    path: Path | None = None,
    report: Report | None = None,
    origin: Provenance | None = None,
    runner: Callable[[], Runner] = Process,
) -> list[Row]:
    """The rows of all runs, in their order; rows that the file has already are not run again.

    A new row is stamped with its origin and appended to the file as soon as it is known.  Rows of
    other versions of the package stay in the file and are not used.
    """
    stamp: dict[str, Any] = {} if origin is None else dict(origin.as_dict())
    done = {row.run: row for row in finished_rows(runs, path)}
    waiting = [run for run in dict.fromkeys(runs) if run not in done]
    finished = len(set(runs)) - len(waiting)
    with closing(_finish(waiting, jobs, runner)) as rows:
        for found in rows:
            row = replace(found, **stamp)
            append_row(path, row)
            done[row.run] = row
            finished += 1
            if report is not None:
                report(row, finished, len(set(runs)))
    return [done[run] for run in runs]


def finished_rows(runs: Sequence[Run], path: Path | None) -> list[Row]:
    """The rows of a file that are of these runs and of this version."""
    wanted = set(runs)
    return [r for r in restore_rows(path) if r.run in wanted and r.version == __version__]


def _finish(
    runs: Sequence[Run], jobs: int, runner: Callable[[], Runner]
) -> Generator[Row, None, None]:
    """Rows as they come, from that many runners at a time."""
    runners = [runner() for _ in range(min(jobs, len(runs)))]
    idle: SimpleQueue[Runner] = SimpleQueue()
    for each in runners:
        idle.put(each)

    def work(run: Run) -> Row:
        mine = idle.get()
        try:
            return mine.run(run)
        finally:
            idle.put(mine)

    with ThreadPoolExecutor(max(1, len(runners))) as pool:
        futures = [pool.submit(work, run) for run in runs]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for each in runners:
                each.stop()
