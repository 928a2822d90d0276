"""The worker process: reads pickled tasks from standard input, writes their results.

A process of its own can be ended when SymPy hangs.
"""

import atexit
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from typing import IO, Any, NamedTuple, Protocol


class Task(Protocol):
    """Something that the process can do: picklable, with results that are too."""

    @property
    def timeout(self) -> float:
        """Seconds that the work may take."""

    def run(self) -> Iterator[Any]:
        """Yield results as they are found."""


class _Signal(NamedTuple):
    """Sent after the last result; ``error`` says why there are no more, if that is wrong."""

    error: str = ""


_LOST = _Signal("the worker process ended unexpectedly")

#: Bytes of address space that the process may use: SymPy can ask for all there is.
MEMORY = 6 * 2**30


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer tasks until the input ends."""
    while True:
        try:
            task = pickle.load(source)
        except EOFError:
            return
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


class Worker:
    """A warm process that does tasks and is replaced when it misses a deadline."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[Any] = queue.Queue()

    def start(self) -> None:
        """Start the process if it isn't running; returns at once."""
        if self._process is not None and self._process.poll() is None:
            return
        self.stop()  # closes the pipes of a process that has died
        self._answers = queue.Queue()
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from sympy_ssde.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        reader = threading.Thread(
            target=_pump, args=(self._process.stdout, self._answers), daemon=True
        )
        reader.start()

    def stop(self) -> None:
        """End the process at once."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def run(self, task: Task, grace: float = 0.5, startup: float = 10.0) -> tuple[list[Any], str]:
        """Results found before the deadline, and why some are missing ("" if none are)."""
        with self._lock:
            fresh = self._process is None or self._process.poll() is not None
            self.start()
            assert self._process is not None and self._process.stdin is not None
            end = time.monotonic() + task.timeout + grace + (startup if fresh else 0.0)
            results: list[Any] = []
            try:
                pickle.dump(task, self._process.stdin)
                self._process.stdin.flush()
                while True:
                    answer = self._answers.get(timeout=max(end - time.monotonic(), 0.001))
                    if not isinstance(answer, _Signal):
                        results.append(answer)
                        continue
                    if answer == _LOST:
                        self.stop()
                    return results, answer.error
            except queue.Empty:
                self.stop()
                return results, "out of time"
            except BrokenPipeError:
                self.stop()
                return results, _LOST.error
            except BaseException:  # Ctrl-C: the process may be in the middle of a task
                self.stop()
                raise


def _pump(source: IO[bytes], answers: "queue.Queue[Any]") -> None:
    try:
        while True:
            answers.put(pickle.load(source))
    except Exception:  # the pipe has ended, or what came through it is broken
        answers.put(_LOST)


@cache
def _worker_of(process: int) -> Worker:
    worker = Worker()
    atexit.register(worker.stop)
    return worker


def shared_worker() -> Worker:
    """The worker of this process; a forked child gets its own."""
    return _worker_of(os.getpid())


def limit_memory() -> None:
    """Let this process fail with MemoryError, where the system can, before the machine swaps."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def main() -> None:
    """Serve tasks; nothing that SymPy prints may get between the results."""
    limit_memory()
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    serve(sys.stdin.buffer, output)
