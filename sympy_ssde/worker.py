"""Processes that do tasks and can be ended when SymPy hangs.

A task is read from a process's standard input, pickled, and its results are written back.  All
processes of ours start here, isolated: nothing in the current folder, in ``PYTHONPATH`` or in the
user's settings of Python can run in them as code.
"""

import atexit
import dataclasses
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

from sympy_ssde.deadline import time_left


class Task(Protocol):
    """Something that a process can do: a picklable dataclass, with results that are picklable."""

    @property
    def timeout(self) -> float:
        """Seconds that the work may take."""

    def run(self) -> Iterator[Any]:
        """Yield results as they are found."""


class _Signal(NamedTuple):
    """Sent after the last result; ``error`` says why there are no more, if that is wrong."""

    error: str = ""


_LOST = _Signal("the worker process ended unexpectedly")
_READY = _Signal("ready")
_STOPPED = _Signal("stopped")
LATE = "out of time"

#: Bytes of address space that a process may use: SymPy can ask for all there is.
MEMORY = 6 * 2**30
#: Seconds of a task that is late after which its process ends itself, if nobody does.
_ORPHANED = 20

# -------------------------------------------------------------------------------------- isolation

#: Packages that this one needs; what isn't loaded here is not looked for there.
_NEEDED = ("sympy", "mpmath", "numpy", "flint", "torch", "numba", "llvmlite", "lark", "scipy")

#: Loads the package from the folder that it was loaded from here, whatever is in other places.
_LOADER = """
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
package, module, function, *folders = sys.argv[1:]
sys.path.extend(folders)
spec = spec_from_file_location("sympy_ssde", package + "/__init__.py",
                               submodule_search_locations=[package])
sys.modules["sympy_ssde"] = module_from_spec(spec)
spec.loader.exec_module(sys.modules["sympy_ssde"])
del sys.argv[1:]
getattr(import_module(module), function)()
"""


def isolated_command(module: str, function: str) -> list[str]:
    """The command that calls a function of this package in a new process.

    Explanation
    ===========

    Python's own modules and what is installed come first on its path; after them, the folders from
    which this process has SymPy and the like, for installations of other kinds.

    >>> isolated_command("sympy_ssde.worker", "main")[1:4]
    ['-P', '-s', '-c']
    """
    package = Path(__file__).resolve().parent
    return [sys.executable, "-P", "-s", "-c", _LOADER, str(package), module, function, *_folders()]


def _folders() -> list[str]:
    """Where the packages that this one needs are."""
    found: dict[str, None] = {}
    for name in _NEEDED:
        source = getattr(sys.modules.get(name), "__file__", None)
        if source is not None:
            found[str(Path(source).resolve().parent.parent)] = None
    return list(found)


def isolated_environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment without all that changes what Python loads; hashes are the same each time."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return {**kept, "PYTHONHASHSEED": "0", **(changes or {})}


# ----------------------------------------------------------------------------------- in the process


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer tasks until the input ends."""
    while True:
        try:
            task = pickle.load(source)
        except EOFError:
            return
        limit_time(task.timeout + _ORPHANED)
        for result in _results(task):
            pickle.dump(result, sink)
            sink.flush()


def _results(task: Task) -> Iterator[Any]:
    try:
        yield from task.run()
    except Exception as error:  # reported to the parent: a failed check is undecided
        yield _Signal(f"{type(error).__name__}: {error}")
    else:
        yield _Signal()


def limit_memory() -> None:
    """Let this process fail with MemoryError, where the system can, before the machine swaps."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def limit_time(seconds: float) -> None:
    """Let the system end this process when it has computed for so long: its parent may be gone."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(time.process_time() + seconds) + 1
    limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def main() -> None:
    """Serve tasks; nothing that SymPy prints may get between the results."""
    limit_memory()
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    import sympy  # noqa: F401  loaded before the first task, whose time is running

    pickle.dump(_READY, output)
    output.flush()
    serve(sys.stdin.buffer, output)


# -------------------------------------------------------------------------------------- the parent


class _Process:
    """One process, warm or about to be, that does one task at a time."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self._answers: queue.Queue[Any] = queue.Queue()
        self.popen = subprocess.Popen(
            isolated_command(__name__, main.__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=isolated_environment(),
        )
        threading.Thread(target=self._pump, daemon=True).start()

    def _pump(self) -> None:
        source = self.popen.stdout
        assert source is not None
        try:
            while True:
                answer = pickle.load(source)
                if answer == _READY:
                    self.ready.set()
                else:
                    self._answers.put(answer)
        except Exception:  # the pipe has ended, or what came through it is broken
            self._answers.put(_LOST)
            self.ready.set()  # nobody has to wait any more

    def is_alive(self) -> bool:
        return self.popen.poll() is None

    def send(self, task: Task) -> None:
        assert self.popen.stdin is not None
        self.popen.stdin.write(pickle.dumps(task))  # whole, or not at all
        self.popen.stdin.flush()

    def receive(self, end: float) -> Any:
        return self._answers.get(timeout=max(end - time.monotonic(), 0.001))

    def leave(self) -> None:
        """Let whoever waits for its answers go on without them."""
        self._answers.put(_STOPPED)

    def end(self) -> None:
        """Kill it and close its pipes."""
        self.popen.kill()
        self.popen.wait()
        for pipe in (self.popen.stdin, self.popen.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


class Worker:
    """Warm processes that do tasks, as many as there are tasks at a time.

    One that misses a deadline is ended, and another one is started in its place.

    Parameters
    ==========

    most : processes at a time; more tasks wait, and their time runs
    """

    def __init__(self, most: int | None = None) -> None:
        self._places = threading.BoundedSemaphore(most or max(2, os.cpu_count() or 1))
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._was_ready = False

    def start(self) -> None:
        """Start a process if none is waiting; returns at once."""
        with self._lock:
            self._idle = [p for p in self._idle if p.is_alive() or self._ended(p)]
            if not self._idle:
                self._idle.append(_Process())

    @staticmethod
    def _ended(process: _Process) -> bool:
        process.end()
        return False

    def stop(self) -> None:
        """End all processes at once."""
        with self._lock:
            processes, self._idle = [*self._idle, *self._busy], []
            self._busy.clear()
        for process in processes:
            process.end()

    def begin(self, task: Task) -> "Running":
        """Start a task and return at once."""
        return Running(self, task)

    def run(
        self,
        task: Task,
        grace: float = 0.4,
        startup: float = 10.0,
        running: "Running | None" = None,
    ) -> tuple[list[Any], str]:
        """Results found before the deadline, and why some are missing ("" if none are).

        The time of a task runs from the call on, and ends with a deadline that is set around it.
        Only the first process of all, which has SymPy to load, gets ``startup`` seconds on top.
        ``running`` is told of the process and of each result.
        """
        limit = min(task.timeout, time_left())
        grace = max(0.05, min(grace, time_left() - limit + 0.1))
        end = time.monotonic() + limit
        if not self._places.acquire(timeout=max(limit, 0.001)):
            return [], f"{LATE}: other tasks were running"
        try:
            process = self._taken()
            if running is not None:
                running.began(process)
            if not process.ready.is_set() and not self._was_ready:
                begin = time.monotonic()
                process.ready.wait(startup)
                end += time.monotonic() - begin
            return self._done(process, task, end, grace, running)
        finally:
            self._places.release()

    def _taken(self) -> _Process:
        """A process for this task alone, the one that is warm if there is one."""
        self.start()
        with self._lock:
            self._idle.sort(key=lambda p: p.ready.is_set())
            process = self._idle.pop() if self._idle else _Process()
            self._busy.add(process)
        return process

    def _done(
        self,
        process: _Process,
        task: Task,
        end: float,
        grace: float,
        running: "Running | None",
    ) -> tuple[list[Any], str]:
        results: list[Any] = []
        fine = False
        try:
            if not process.ready.wait(max(end - time.monotonic(), 0.001)):
                fine = True  # it is only slow to start
                return results, f"{LATE}: the process was starting"
            self._was_ready = True
            process.send(_within(task, end))
            while True:
                answer = process.receive(end + grace)
                if isinstance(answer, _Signal):
                    fine = answer not in (_LOST, _STOPPED)
                    return results, answer.error
                results.append(answer)
                if running is not None:
                    running.got(answer)
        except queue.Empty:
            return results, LATE
        except RecursionError:  # pickle's
            fine = True
            return results, "the task is nested too deeply"
        except (BrokenPipeError, ValueError):  # it has died, or stop() has closed its pipes
            return results, _LOST.error
        finally:  # after Ctrl-C, too: the process may be in the middle of a task
            was_left = running is not None and running.ended()
            self._back(process, fine and not was_left)

    def _back(self, process: _Process, fine: bool) -> None:
        with self._lock:
            known = process in self._busy
            self._busy.discard(process)
            if known and fine:
                self._idle.append(process)
                return
        process.end()
        if known:
            self.start()  # so that the next task finds a warm one


class Running:
    """A task that is under way in a worker's process; its results can be taken one by one."""

    def __init__(self, worker: Worker, task: Task):
        self._results: queue.Queue[Any] = queue.Queue()
        self._process: _Process | None = None
        self._lock = threading.Lock()
        self._is_stopped = self._is_over = False
        threading.Thread(target=self._work, args=(worker, task), daemon=True).start()

    def _work(self, worker: Worker, task: Task) -> None:
        try:
            worker.run(task, running=self)
        finally:
            self._is_over = True
            self._results.put(_STOPPED)  # for whoever is waiting

    def began(self, process: _Process) -> None:
        """The process that does it is known."""
        with self._lock:
            self._process = process
            if self._is_stopped:
                process.leave()

    def got(self, result: Any) -> None:
        """A result has come."""
        self._results.put(result)

    def ended(self) -> bool:
        """The process has done its part; returns whether it was told to leave."""
        with self._lock:
            self._process = None
            return self._is_stopped

    def take(self, seconds: float) -> Any:
        """The next result, or None if there is none in time, or no more at all."""
        try:
            found = self._results.get(timeout=max(seconds, 0.0001))
        except queue.Empty:
            return None
        if isinstance(found, _Signal):
            self._results.put(found)
            return None
        return found

    @property
    def is_over(self) -> bool:
        """Whether it has ended; there may be results that were not taken yet."""
        return self._is_over

    def stop(self) -> None:
        """End its process, if it is still at work."""
        with self._lock:
            self._is_stopped = True
            if self._process is not None:
                self._process.leave()


def _within(task: Task, end: float) -> Task:
    """The task with the time that is left of its own."""
    left = end - time.monotonic()
    if left < 0.9 * task.timeout and dataclasses.is_dataclass(task):
        return dataclasses.replace(task, timeout=max(left, 0.01))
    return task


@cache
def _worker_of(process: int) -> Worker:
    worker = Worker()
    atexit.register(worker.stop)
    return worker


def shared_worker() -> Worker:
    """The worker of this process; a forked child gets its own."""
    return _worker_of(os.getpid())
