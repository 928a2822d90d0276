"""Runs in processes of their own, which solve a tiny problem first.

What is measured is neither import nor compilation, and one run that crashes or hangs spoils no
other.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol, TextIO

from sympy_ssde.bench.catalogue import entry
from sympy_ssde.bench.execution import STARTUP, answer, warm_up
from sympy_ssde.bench.runs import ERROR, SYMPY, Changes, Row, Run
from sympy_ssde.worker.isolation import isolated_command, isolated_environment

#: Seconds for a run that doesn't stop in time, and for measuring how good its answer is.
PATIENCE = 60.0


class Runner(Protocol):
    """Something that runs one run after the other."""

    def run(self, run: Run) -> Row:
        """Run it; every run ends with a row."""

    def stop(self) -> None:
        """End it, whatever it is doing."""


class Held:
    """Somebody who holds one process at a time, and can end it."""

    _process: "subprocess.Popen[str] | None" = None

    def stop(self) -> None:
        """End the process, and drop what was meant for it."""
        if self._process is None:
            return
        self._end(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()
        self._process = None

    @staticmethod
    def _end(process: "subprocess.Popen[str]") -> None:
        """End it, and let it end its own."""
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Process(Held):
    """A process that runs one run after the other, and is replaced when it crashes or hangs."""

    def __init__(
        self, command: Sequence[str] = (), environment: Mapping[str, str] | None = None
    ) -> None:
        self._command = command or isolated_command(__name__, serve.__name__)
        self._environment = isolated_environment(environment)

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

    def _start(self) -> "subprocess.Popen[str]":
        if self._process is None:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=self._environment,
            )
        return self._process

    @staticmethod
    def _read(process: "subprocess.Popen[str]", limit: float) -> str:
        """The next whole line, or nothing if the process ends or has to be ended before."""
        assert process.stdout is not None
        timer = threading.Timer(limit, Held._end, [process])
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
            self._end(process)
            reason = f"the process ended with exit code {process.returncode}"
        self.stop()
        return Row(run, ERROR, seconds, reason=reason)


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
        if not _told(answers, "started"):
            break
        row = answer(run, entry(run.problem))
        if not _told(answers, json.dumps(row.as_dict())):
            break


def _told(answers: TextIO, line: str) -> bool:
    """Write a line; false if nobody is listening any more."""
    try:
        print(line, file=answers, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())  # for the flush at the exit
        return False
    return True


def _leave(*_: Any) -> None:
    """Exit as usual, so that the proof's process ends as well; a second signal changes nothing."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)
