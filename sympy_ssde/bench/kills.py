"""``ssde bench kills``: processes are killed at random; answers may be neither wrong nor lost.

Killed are workers of ours and of Dask, Dask's scheduler, a program that solves many problems into a
file, and one that searches with a checkpoint.  Whoever is left, or starts again, must end with the
answers of a run that nothing has disturbed, and no process may be left behind.
"""

import os
import signal
import socket
import subprocess
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from sympy import exp, sin

from sympy_ssde.bench.deadlines import left_behind, mark
from sympy_ssde.bench.letters import u, x
from sympy_ssde.bench.tables import Table
from sympy_ssde.config import SearchConfig
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Status
from sympy_ssde.result.solution import Solution
from sympy_ssde.solver.many import solve_many
from sympy_ssde.solver.solve import find_solution
from sympy_ssde.worker.isolation import isolated_command, isolated_environment

_MANY = SearchConfig(reductions=False, shortcuts=False)
_LONG = SearchConfig(reductions=False, shortcuts=False, hints=False, batch=200, generations=3)
_TIMEOUT = 100.0
_LATEST = 4.0  # seconds after which a process is killed, at most
_WORKERS = 2
_WHAT, _WHERE = "SSDE_KILLS_WHAT", "SSDE_KILLS_WHERE"  # what a program is told


def _problems() -> list[Problem]:
    return [
        Problem(u(x).diff(x) - n * sin(x) * u(x), u(x), {u(0): exp(-n)}, {x: (0, 1)})
        for n in (1, -1, 2, 3)
    ]


def _long() -> Problem:
    exact = exp(-x) * sin(x)
    equation = u(x).diff(x) + u(x) - (exact.diff(x) + exact).expand()
    return Problem(equation, u(x), {u(0): 0}, {x: (0, 2)})


def _many(workers: Any, path: Path | None = None) -> list[Solution]:
    return solve_many(
        _problems(), workers=workers, save=path, config=_MANY, timeout=_TIMEOUT, progress=False
    )


def _search(path: Path | None = None) -> list[Solution]:
    return [find_solution(_long(), config=_LONG, seed=3, checkpoint=path, timeout=_TIMEOUT)]


def _told(solutions: Sequence[Solution]) -> list[tuple[Any, ...]]:
    return [(s.eqs, s.status, s.evaluations, s.method) for s in solutions]


@cache
def _undisturbed(kind: str) -> list[tuple[Any, ...]]:
    return _told(_search() if kind == "search" else _many(_WORKERS))


# who is killed -----------------------------------------------------------------------------------


def _worker(random: Random, folder: Path) -> list[Solution]:
    """One of our processes, while they solve problems."""
    with _later(random, lambda: _kill_one(random, _children())):
        return _many(_WORKERS)


def _client(random: Random, folder: Path) -> list[Solution]:
    """The program that solves problems into a file."""
    _run_and_kill(random, "many", folder / "lines")
    return _many(_WORKERS, folder / "lines")


def _searcher(random: Random, folder: Path) -> list[Solution]:
    """The program that searches with a checkpoint, twice."""
    for _ in range(2):
        _run_and_kill(random, "search", folder / "checkpoint")
    return _search(folder / "checkpoint")


def _dask_worker(random: Random, folder: Path) -> list[Solution]:
    """A worker of Dask, while it solves problems."""
    with _cluster(folder) as (address, (_, *workers)):
        victim = random.choice(workers)
        with _later(random, lambda: _kill(victim)):
            return _many(address)


def _scheduler(random: Random, folder: Path) -> list[Solution]:
    """Dask's scheduler, while it hands out problems."""
    with _cluster(folder) as (address, processes), _later(random, lambda: _kill(processes[0])):
        return _many(address, folder / "lines")


KINDS: dict[str, Callable[[Random, Path], list[Solution]]] = {
    "worker": _worker,
    "client": _client,
    "search": _searcher,
    "Dask worker": _dask_worker,
    "Dask scheduler": _scheduler,
}


@contextmanager
def _later(random: Random, action: Callable[[], None]) -> Iterator[None]:
    """Do something at a random moment of a block."""
    timer = threading.Timer(random.uniform(0.1, _LATEST), action)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _children() -> list[int]:
    """Processes of ours whose parent this one is, on systems that can tell."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = entry.read_text().rpartition(")")[2].split()
            if fields[1] == str(os.getpid()):
                words = (entry.parent / "cmdline").read_bytes()
                found += [int(entry.parent.name)] if b"sympy_ssde.worker" in words else []
    return sorted(found)


def _kill_one(random: Random, numbers: Sequence[int]) -> None:
    if numbers:
        with suppress(ProcessLookupError):
            os.kill(random.choice(numbers), signal.SIGKILL)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _run_and_kill(random: Random, what: str, path: Path) -> None:
    """Start a program that does it, and kill it."""
    process = subprocess.Popen(
        isolated_command(__name__, main.__name__),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=isolated_environment({_WHAT: what, _WHERE: str(path)}),
    )
    with suppress(subprocess.TimeoutExpired):
        process.wait(3.0 + random.uniform(0.1, _LATEST))  # it has to load first
    with suppress(ProcessLookupError):
        process.kill()  # it alone: what it has started must end by itself
    process.wait()


def main() -> None:
    """The program that is killed."""
    path = Path(os.environ[_WHERE])
    if os.environ[_WHAT] == "search":
        _search(path)
    else:
        _many(_WORKERS, path)


@contextmanager
def _cluster(folder: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """The address of a scheduler of Dask, and its process with those of two workers."""
    from dask.distributed import Client

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    dask = [str(Path(sysconfig.get_path("scripts")) / "dask")]
    options: dict[str, Any] = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "cwd": folder,
        "start_new_session": True,
    }
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = [*dask, "worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
    processes = [subprocess.Popen(scheduler, **options)]
    processes += [subprocess.Popen(worker, **options) for _ in range(_WORKERS)]
    try:
        with Client(address, timeout="60s") as client:
            client.wait_for_workers(_WORKERS, timeout=60)
        yield address, processes
    finally:
        for process in processes:
            _kill(process)


# measuring ---------------------------------------------------------------------------------------


def measure(kills: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """A row for each kill, in turns of all kinds."""
    mark()
    for number in range(kills):
        kind = list(KINDS)[number % len(KINDS)]
        random = Random(f"{seed} {number}")
        reference = _undisturbed(kind)
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            found = _told(KINDS[kind](random, Path(folder)))
        lost = [a[1] is not Status.PROVED for a in found]
        differs = [a != b for a, b in zip(found, reference, strict=True)]
        yield {
            "kind": kind,
            "number": number,
            "wrong": sum(d and not gone for d, gone in zip(differs, lost, strict=True)),
            "lost": sum(lost),
            "seconds": round(time.monotonic() - begin, 2),
            "left_behind": len(left_behind()),
        }


def tables(rows: Sequence[dict[str, Any]]) -> list[Table]:
    """A line for each kind."""
    lines = []
    for kind in dict.fromkeys(row["kind"] for row in rows):
        some = [row for row in rows if row["kind"] == kind]
        counted = (str(sum(row[name] for row in some)) for name in ("wrong", "lost"))
        left = max(row["left_behind"] for row in some)
        slowest = max(row["seconds"] for row in some)
        lines.append((kind, str(len(some)), *counted, str(left), f"{slowest:.1f}"))
    header = ("killed", "times", "wrong answers", "lost answers", "processes left", "slowest s")
    return [Table("Kills", header, tuple(lines))]
