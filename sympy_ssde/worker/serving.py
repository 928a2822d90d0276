"""The inside of a worker process: tasks are read from its standard input, pickled, and answered."""

import ctypes
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import IO, Any, NamedTuple, Protocol

from sympy_ssde.deadline import is_unsafe


class Task(Protocol):
    """Something that a process can do: a picklable dataclass, with results that are picklable."""

    @property
    def timeout(self) -> float:
        """Seconds that the work may take."""

    def run(self) -> Iterator[Any]:
        """Yield results as they are found."""


class Signal(NamedTuple):
    """Sent after the last result; ``error`` says why there are no more, if that is wrong."""

    error: str = ""


LOST = Signal("the worker process ended unexpectedly")
READY = Signal("ready")
STOPPED = Signal("stopped")

#: Bytes of address space that a process may use: SymPy can ask for all there is.
MEMORY = 6 * 2**30
#: Seconds of a task that is late after which its process ends itself, if nobody does.
_ORPHANED = 20
#: By how much a process in the background stands back.
_NICENESS = 15
_PR_SET_PDEATHSIG = 1  # as <sys/prctl.h> numbers it
#: Seconds between two looks whether the parent is still there.
_LOOK = 0.5


class _Leave(BaseException):
    """Nobody needs the task any more; not an Exception, so that SymPy can't swallow it."""


class _Leaving:
    """Raises :class:`_Leave` on a signal, but only while a task computes, never while it writes."""

    def __init__(self) -> None:
        self._computes = self._is_wanted = False
        if hasattr(signal, "SIGUSR1") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGUSR1, self._handle)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._is_wanted = True
        if self._computes and not is_unsafe(frame):
            self._computes = False
            raise _Leave

    def begin(self) -> None:
        """Another task: a signal that came before was not meant for it."""
        self._is_wanted = False

    def next(self, results: Iterator[Any]) -> Any:
        """The next result; after a signal there is none."""
        try:
            self._computes = True
            return STOPPED if self._is_wanted else next(results)
        except _Leave:
            return STOPPED
        finally:
            self._computes = False


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer tasks until the input ends."""
    leaving = _Leaving()
    while True:
        try:
            task = pickle.load(source)
        except EOFError:
            return
        leaving.begin()
        limit_time(task.timeout + _ORPHANED)
        results, result = _results(task), None
        while not isinstance(result, Signal):
            result = leaving.next(results)
            pickle.dump(result, sink)
            sink.flush()


def _results(task: Task) -> Iterator[Any]:
    try:
        yield from task.run()
    except Exception as error:  # reported to the parent: a failed check is undecided
        yield Signal(f"{type(error).__name__}: {error}")
    else:
        yield Signal()


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


def _end_with(parent: int) -> None:
    """End this process soon after its parent, when Python code runs in it now and then."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)


def _be_killed_with_parent() -> None:
    """Linux ends it with the thread that has started it, whatever it is doing."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    """Serve tasks; nothing that SymPy prints may get between the results."""
    parent = os.getppid()
    _be_killed_with_parent()
    threading.Thread(target=_end_with, args=[parent], daemon=True).start()
    limit_memory()
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    import sympy  # noqa: F401  loaded before the first task, whose time is running

    pickle.dump(READY, output)
    output.flush()
    serve(sys.stdin.buffer, output)


def main_in_the_background() -> None:
    """As :func:`main`, for what nobody waits for: others on this machine come first."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    if hasattr(os, "SCHED_IDLE"):  # Linux: only what nobody else needs
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    main()
