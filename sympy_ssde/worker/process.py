"""One warm process: it is started, given tasks, signalled and ended."""

import logging
import os
import pickle
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sympy_ssde.deadline import Flag
from sympy_ssde.worker.isolation import isolated_command, isolated_environment
from sympy_ssde.worker.serving import LOST, READY, Signal, Task

logger = logging.getLogger("sympy_ssde")

GIVEN_UP = Signal("given up")

#: Seconds after which a process that was asked to leave its task is given up.
_PATIENCE = 0.5
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows the one is the other


class Process:
    """A process that does one task at a time; it may still have to start.

    A thread starts it, reads its answers and waits for its end.  Who can meet a deadline or Ctrl-C
    doesn't touch ``Popen``: left in the middle of its methods, its lock would stay closed for ever.
    """

    def __init__(self, entry: Callable[[], None]) -> None:
        self.ready = Flag()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._popen: subprocess.Popen[bytes] | None = None
        self._is_unwanted = self._is_reaped = False
        self._signalling = threading.Lock()
        self._is_over = Flag()
        threading.Thread(target=self._live, args=[entry], daemon=True).start()

    @property
    def number(self) -> int | None:
        """As the system counts processes; none while it can't be signalled."""
        with self._signalling:
            return None if self._popen is None or self._is_reaped else self._popen.pid

    def _live(self, entry: Callable[[], None]) -> None:
        """From its beginning to its end."""
        try:
            popen = self._begun(entry)
            if popen is not None:
                self._listen(popen)
                with suppress(OSError), popen:  # its pipes are closed, its end is waited for
                    pass
        except OSError as error:
            logger.warning("no process could be started: %s", error)
        finally:
            self._answers.put(LOST)
            self.ready.set()  # nobody has to wait any more
            self._is_over.set()

    def _begun(self, entry: Callable[[], None]) -> "subprocess.Popen[bytes] | None":
        """The process, unless it was ended before it began."""
        with self._signalling:
            if not self._is_unwanted:
                self._popen = subprocess.Popen(
                    isolated_command(entry.__module__, entry.__name__),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    process_group=0,  # no Ctrl-C; a session of its own would not let it stand back
                    env=isolated_environment(),
                )
            return self._popen

    def _listen(self, popen: "subprocess.Popen[bytes]") -> None:
        """Take answers until it ends, or what comes is broken; then it is ended."""
        assert popen.stdout is not None
        try:
            while True:
                answer = pickle.load(popen.stdout)
                if answer == READY:
                    self.ready.set()
                else:
                    self._answers.put(answer)
        except Exception as error:  # of any kind: the answers are somebody's classes
            logger.debug("a process has no more answers: %s: %s", type(error).__name__, error)
        finally:
            with self._signalling:  # its number may soon be another's
                self._is_reaped = True
            popen.kill()

    @property
    def is_over(self) -> bool:
        """Whether its end was seen."""
        return self._is_over.is_set()

    def is_alive(self) -> bool:
        """Whether it may answer; looks at the process, so not to be asked under a deadline."""
        with self._signalling:
            if self._popen is not None and not self._is_reaped:
                self._is_reaped = self._popen.poll() is not None
            return not (self._is_reaped or self.is_over)

    def send(self, task: Task) -> None:
        """Let it do a task; a ``BrokenPipeError`` says that it can't."""
        if self._popen is None or self._popen.stdin is None:
            raise BrokenPipeError("the process was never started")
        self._popen.stdin.write(pickle.dumps(task))  # whole, or not at all
        self._popen.stdin.flush()

    def receive(self, end: float) -> Any:
        """Its next answer."""
        return self._answers.get(timeout=max(end - time.monotonic(), 0.001))

    def leave(self) -> None:
        """Ask it to leave its task and stay warm; whoever waits for it won't wait for long."""
        if hasattr(signal, "SIGUSR1"):
            self._signal(signal.SIGUSR1)
        given_up = threading.Timer(_PATIENCE, self._answers.put, [GIVEN_UP])
        given_up.daemon = True
        given_up.start()

    def end(self) -> None:
        """Kill it, whatever it is doing."""
        with self._signalling:
            self._is_unwanted = True
        self._signal(_KILL)

    def wait(self, seconds: float) -> bool:
        """Until it has ended; whether it has."""
        return self._is_over.wait(seconds)

    def _signal(self, number: int) -> None:
        with self._signalling:
            if self._popen is not None and not self._is_reaped:
                with suppress(ProcessLookupError):
                    os.kill(self._popen.pid, number)
