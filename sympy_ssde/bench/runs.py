"""Runs of the solver on catalogue problems: one run is one row, and rows are kept as JSON lines.

Runs happen in processes of their own, which solve a tiny problem first: what is measured is
neither import nor compilation, and one run that crashes or hangs spoils no other.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

import numpy as np
from sympy import Function, Order, Symbol, dsolve, pdsolve
from sympy.core.function import AppliedUndef

from sympy_ssde._version import __version__
from sympy_ssde.bench.catalogue import Entry, entry
from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import SSDEError
from sympy_ssde.proof.worker import shared_worker
from sympy_ssde.verify import Status, Verification, checkssdsol

#: The configurations that a run can start from; "sympy" stands for SymPy's own solvers.
CONFIGS: dict[str, Callable[[], SearchConfig]] = {
    "paper": SearchConfig.paper,
    "default": SearchConfig,
}
SYMPY = "sympy"

#: Parts of the search that a benchmark can leave out.
PARTS = ("policy", "genetic", "rsco", "recursion", "hints", "shortcuts")

PROVED, UNDECIDED, ERROR = "PROVED", "UNDECIDED", "ERROR"

#: Seconds for starting a process, compiling included, and for a run that doesn't stop in time.
STARTUP, PATIENCE = 600.0, 60.0

Changes = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Run:
    """What is to be run; two equal ones need not be run twice.

    >>> Run("gamma1", 0, 300.0, "paper", (("policy", False),)).search_config().policy
    False
    """

    problem: str
    seed: int
    timeout: float
    config: str
    changes: Changes = ()

    def search_config(self) -> SearchConfig:
        """The configuration with its changes."""
        return replace(CONFIGS[self.config](), **dict(self.changes))

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "problem": self.problem,
            "seed": self.seed,
            "timeout": self.timeout,
            "config": self.config,
            "changes": dict(self.changes),
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Run":
        """The inverse of :meth:`as_dict`."""
        changes = tuple(
            (name, tuple(value) if isinstance(value, list) else value)
            for name, value in sorted(values["changes"].items())
        )
        return cls(
            str(values["problem"]),
            int(values["seed"]),
            float(values["timeout"]),
            str(values["config"]),
            changes,
        )


@dataclass(frozen=True)
class Row:
    """How a run ended: with a proof, without one in time, or with an error."""

    run: Run
    status: str
    seconds: float = 0.0
    evaluations: int = 0
    expression: str | None = None
    method: str = ""
    reason: str = ""
    version: str = __version__

    @property
    def proved(self) -> bool:
        """Whether a solution was found and proved."""
        return self.status == PROVED

    @property
    def cost(self) -> float:
        """Seconds for statistics: a run without a proof counts as its whole time, at least."""
        return self.seconds if self.proved else max(self.seconds, self.run.timeout)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            **self.run.as_dict(),
            "status": self.status,
            "seconds": round(self.seconds, 4),
            "evaluations": self.evaluations,
            "expression": self.expression,
            "method": self.method,
            "reason": self.reason,
            "version": self.version,
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Row":
        """The inverse of :meth:`as_dict`."""
        own = {f.name: values[f.name] for f in fields(cls) if f.name != "run"}
        return cls(run=Run.from_dict(values), **own)


def switch_off(parts: Iterable[str], config: str) -> Changes:
    """The changes that leave those parts out of a configuration, where it has them.

    >>> switch_off(["policy", "hints"], "paper")
    (('policy', False),)
    """
    base = CONFIGS[config]()
    names = {f.name for f in fields(base)}
    wanted = sorted(set(parts))
    for part in wanted:
        if part not in names:
            raise SSDEError(
                f"{part} can't be left out: this version has no such part. "
                f"The parts are: {', '.join(p for p in PARTS if p in names)}"
            )
    changes: Changes = tuple((part, False) for part in wanted if getattr(base, part))
    replace(base, **dict(changes))  # raises if nothing is left that could search
    return changes


def choose(ids: Sequence[str], only: Iterable[str] | None) -> list[str]:
    """The ids that were asked for, in the catalogue's order; all of them for None."""
    if only is None:
        return list(ids)
    wanted = set(only)
    for name in sorted(wanted - set(ids)):
        raise SSDEError(f"there is no problem {name!r} here; there are: {', '.join(ids)}")
    return [i for i in ids if i in wanted]


# one run -----------------------------------------------------------------------------------------


def execute(run: Run, problem: Entry) -> Row:
    """Run it here and now; the solver is given the statement only, never the known solution."""
    begin = time.monotonic()
    try:
        if run.config == SYMPY:
            return _ask_sympy(run, problem)
        return _search(run, problem)
    except Exception as error:  # a row like any other: a benchmark drops no run
        reason = f"{type(error).__name__}: {error}"
        return Row(run, ERROR, time.monotonic() - begin, reason=reason)


def _search(run: Run, problem: Entry) -> Row:
    from sympy_ssde.solve import find_solution

    found = find_solution(
        **problem.statement(),
        timeout=run.timeout,
        seed=run.seed,
        config=run.search_config(),
        progress=False,
    )
    return Row(
        run,
        found.status.name,
        found.seconds,
        found.evaluations,
        None if found.expr is None else str(found.expr),
        found.method,
        found.reason,
    )


def warm_up(run: Run) -> None:
    """Compile and start what the run will use: a tiny problem, with the same configuration.

    A whole round is played, although the solution is among the first candidates.
    """
    x, u = Symbol("x"), Function("u")
    tiny: dict[str, Any] = {
        "eq": u(x).diff(x) - 2 * x,
        "func": u(x),
        "bcs": {u(0): 0},
        "domain": {x: (0, 1)},
    }
    if run.config == SYMPY:
        checkssdsol(sol=x**2, **tiny)
        return
    from sympy_ssde.solve import find_solution

    config = run.search_config()
    config = replace(config, shortcuts=False, max_rounds=1, grace=config.generations + 1)
    find_solution(**tiny, config=config, timeout=STARTUP, progress=False)


@dataclass(frozen=True)
class SymPyTask:
    """``dsolve`` or ``pdsolve``, for the worker process, which is ended when time is up.

    Yields a solution, or the reason why there is none; undefined functions can't be pickled.
    """

    problem: str
    timeout: float

    def run(self) -> Iterator[Any]:
        """Yield explicit solutions without free constants, or text."""
        stated = entry(self.problem).statement()
        eq, func = stated["eq"], stated["func"]
        if len(func.args) == 1:
            found = dsolve(eq, func, ics=stated["bcs"])
        else:
            found = pdsolve(eq, func)
        known = eq.free_symbols | set(func.args) | set(stated["params"])
        for solution in found if isinstance(found, list) else [found]:
            if solution.lhs != func or solution.rhs.has(func):
                yield "no explicit solution"
            elif solution.rhs.has(Order):
                yield "a series only"
            elif solution.rhs.atoms(AppliedUndef) or solution.rhs.free_symbols - known:
                yield "a general solution only"
            else:
                yield solution.rhs


def _ask_sympy(run: Run, problem: Entry) -> Row:
    """SymPy's answer; one that can be neither proved nor refuted keeps its expression."""
    begin = time.monotonic()
    answers, error = shared_worker().run(SymPyTask(problem.id, run.timeout))
    seconds = time.monotonic() - begin
    reason, unchecked = error, None
    for answer in answers:
        if isinstance(answer, str):
            reason = answer
            continue
        verification: Verification = checkssdsol(sol=answer, **problem.statement())
        if verification:
            return Row(run, PROVED, seconds, expression=str(answer), method=SYMPY)
        reason = f"its answer is {verification.status}"
        unchecked = str(answer) if verification.status is Status.UNDECIDED else unchecked
    return Row(run, UNDECIDED, seconds, expression=unchecked, method=SYMPY, reason=reason)


# processes ---------------------------------------------------------------------------------------


class Runner(Protocol):
    """Something that runs one run after the other."""

    def run(self, run: Run) -> Row:
        """Run it; every run ends with a row."""

    def stop(self) -> None:
        """End it, whatever it is doing."""


class Process:
    """A process that runs one run after the other, and is replaced when it crashes or hangs."""

    COMMAND = (sys.executable, "-c", "from sympy_ssde.bench.runs import serve; serve()")

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._process: subprocess.Popen[str] | None = None

    def run(self, run: Run) -> Row:
        """Send the run and wait for its row."""
        process = self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(run.as_dict()) + "\n")
            process.stdin.flush()
        except OSError:
            return self._lost(run, process, 0.0)
        if not self._read(process, STARTUP):
            return self._lost(run, process, 0.0)
        begin = time.monotonic()
        line = self._read(process, run.timeout + PATIENCE)
        if not line:
            return self._lost(run, process, time.monotonic() - begin)
        return Row.from_dict(json.loads(line))

    def stop(self) -> None:
        """End the process, and let it end its own."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # what was meant for a process that has ended
                    assert pipe is not None
                    pipe.close()

    def _start(self) -> "subprocess.Popen[str]":
        if self._process is None:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
        return self._process

    @staticmethod
    def _read(process: "subprocess.Popen[str]", limit: float) -> str:
        """The next whole line, or nothing if the process ends or has to be ended before."""
        assert process.stdout is not None
        timer = threading.Timer(limit, _end, [process])
        timer.start()
        try:
            line = process.stdout.readline()
        except ValueError:  # stop() has closed the pipe
            return ""
        finally:
            timer.cancel()
        return line if line.endswith("\n") else ""

    def _lost(self, run: Run, process: "subprocess.Popen[str]", seconds: float) -> Row:
        if seconds >= run.timeout + PATIENCE:
            reason = f"no answer {PATIENCE:g} s after its time was up; the process was ended"
        else:
            _end(process)
            reason = f"the process ended with exit code {process.returncode}"
        self.stop()
        return Row(run, ERROR, seconds, reason=reason)


def _end(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def serve() -> None:
    """Run what comes as JSON lines on standard input, until it ends.

    Two lines answer each: that the run starts, and its row.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a run prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    signal.signal(signal.SIGTERM, _leave)
    warnings.simplefilter("ignore")
    warm: set[tuple[str, Changes]] = set()
    for line in sys.stdin:
        run = Run.from_dict(json.loads(line))
        if (run.config, run.changes) not in warm or run.config == SYMPY:
            warm_up(run)
            warm.add((run.config, run.changes))
        print("started", file=answers, flush=True)
        row = execute(run, entry(run.problem))
        print(json.dumps(row.as_dict()), file=answers, flush=True)


def _leave(*_: Any) -> None:
    """Exit as usual, so that the proof's process ends as well; a second signal changes nothing."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


# many runs ---------------------------------------------------------------------------------------

#: Called with a new row, the number of finished runs and that of all.
Report = Callable[[Row, int, int], None]


def run_all(
    runs: Sequence[Run],
    *,
    jobs: int = 1,
    path: Path | None = None,
    report: Report | None = None,
    runner: Callable[[], Runner] = Process,
) -> list[Row]:
    """The rows of all runs, in their order; rows that the file has already are not run again.

    A new row is appended to the file as soon as it is known.  Rows of other versions of the
    package stay in the file and are not used.
    """
    done = {row.run: row for row in restore_rows(path) if row.version == __version__}
    waiting = [run for run in dict.fromkeys(runs) if run not in done]
    finished = len(set(runs)) - len(waiting)
    with closing(_finish(waiting, jobs, runner)) as rows:
        for row in rows:
            append_row(path, row)
            done[row.run] = row
            finished += 1
            if report is not None:
                report(row, finished, len(set(runs)))
    return [done[run] for run in runs]


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
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row.as_dict()) + "\n")


# figures -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """Statistics of rows; runs without a proof count with their whole time."""

    runs: int
    proved: int
    median: float
    high: float  # the 95th percentile
    worst: float
    skeletons: float
    expression: str

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "Figures":
        """The figures of at least one row; the expression is the shortest proved one."""
        seconds = [row.cost for row in rows]
        found = [row.expression for row in rows if row.proved and row.expression]
        counted = [row.evaluations for row in rows if row.status != ERROR]
        return cls(
            len(rows),
            sum(row.proved for row in rows),
            statistics.median(seconds),
            float(np.percentile(seconds, 95)),
            max(seconds),
            statistics.median(counted) if counted else 0.0,
            min(found, key=lambda e: (len(e), e), default="-"),
        )


def format_table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Columns of text: numbers to the right, words to the left."""
    table = [list(header), *(list(line) for line in lines)]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    numeric = [
        all(line[i][:1].isdigit() or line[i] == "-" for line in table[1:])
        for i in range(len(header))
    ]
    numeric[-1] = False
    return "\n".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in table
    )


def shorten(text: str, width: int = 60) -> str:
    """At most that many characters."""
    return text if len(text) <= width else text[: width - 3] + "..."


def print_row(row: Row, number: int, total: int) -> None:
    """One line on the error stream, with colour if a person watches."""
    from rich.console import Console
    from rich.markup import escape

    colour = {PROVED: "green", ERROR: "red"}.get(row.status, "yellow")
    what = row.expression if row.proved else row.reason
    Console(stderr=True, highlight=False, emoji=False).print(
        f"{number}/{total}  {row.run.problem}  {row.run.config} seed {row.run.seed}  "
        f"[{colour}]{row.status}[/]  {row.seconds:.2f} s  {row.evaluations} skeletons  "
        + escape(shorten(str(what), 80)),
        soft_wrap=True,
    )
