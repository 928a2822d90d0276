"""A search that is written to a file from time to time, for a later call to go on with."""

import logging
import os
import pickle
import time
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sympy_ssde._version import __version__
from sympy_ssde.errors import ConfigError
from sympy_ssde.problem.problem import Problem
from sympy_ssde.result.solution import Record
from sympy_ssde.solver.options import Options

if TYPE_CHECKING:
    from sympy_ssde.solver.direct import Left
    from sympy_ssde.solver.recursive import KeptRecursion
    from sympy_ssde.solver.reduced import KeptReduction
    from sympy_ssde.solver.searcher import Fit

logger = logging.getLogger("sympy_ssde")

_SHARE = 0.05  # of the time, at most, is spent on writing
_OFTEN = 1.0  # seconds between two files, at least
_MAGIC = "sympy_ssde checkpoint"


@dataclass(frozen=True)
class Position:
    """An attempt between two turns.

    ``lanes`` are the direct searches by their numbers; among the ``searchers`` that are left, a
    number stands for one of them.  ``passed`` are the seconds so far.
    """

    turn: int
    passed: float
    has_joined: bool
    records: tuple[Record, ...]
    fits: "tuple[Fit, ...]"
    lanes: "tuple[Left, ...]"
    searchers: "tuple[int | KeptRecursion | KeptReduction, ...]"


class Checkpoint:
    """The file of one problem with one set of options.

    Its head says whose it is and can be read without loading a search.  What follows are pickled
    objects: a file of somebody else could run code.
    """

    def __init__(self, path: Path, problem: Problem, options: Options):
        self._path = path
        self._head = {
            "what": _MAGIC,
            "version": __version__,
            "problem": problem,
            "options": {
                "config": options.config,
                "hint": options.hint,
                "seed": options.seed,
                "grammar": options.grammar,
                "library": options.own_library,
            },
        }
        self._begun = self._written = time.monotonic()
        self._spent = 0.0

    def check(self) -> None:
        """Raise for a file that is another's, or that can't be written."""
        folder = self._path.absolute().parent
        if not folder.is_dir():
            raise ConfigError(f"checkpoint {self._path}: there is no folder {folder}")
        self._opened()

    def read(self) -> Position | None:
        """Where the last call was left; None if there is no file yet."""
        source = self._opened()
        return None if source is None else self._loaded(source)

    def _opened(self) -> IO[bytes] | None:
        """What follows the head of the file, which must be ours."""
        try:
            source = BytesIO(self._path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ConfigError(f"checkpoint {self._path} can't be read: {error.strerror}") from None
        head = self._loaded(source)
        if not isinstance(head, dict) or head.get("what") != _MAGIC:
            raise ConfigError(f"{self._path} is not a checkpoint; give another path")
        for key, words in (
            ("version", f"version {head['version']}"),
            ("problem", "another problem"),
            ("options", "other options"),
        ):
            if head[key] != self._head[key]:
                raise ConfigError(
                    f"checkpoint {self._path} is of {words}; give another path, or delete it"
                )
        return source

    def _loaded(self, source: IO[bytes]) -> Any:
        try:
            return pickle.load(source)
        except Exception as error:  # whatever pickle makes of other bytes
            raise ConfigError(
                f"{self._path} can't be read as a checkpoint ({type(error).__name__}); give "
                "another path, or delete it"
            ) from None

    def is_due(self) -> bool:
        """Whether it is time for another file."""
        now = time.monotonic()
        return now - self._written >= _OFTEN and self._spent <= _SHARE * (now - self._begun)

    def write(self, position: Position) -> None:
        """The file with this position: whole, or as it was; a search goes on without it."""
        begin = time.monotonic()
        draft = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
        try:
            with open(draft, "wb") as sink:
                pickle.dump(self._head, sink)
                pickle.dump(position, sink)
                sink.flush()
                os.fsync(sink.fileno())
            os.replace(draft, self._path)
        except OSError as error:
            logger.warning("checkpoint %s can't be written: %s", self._path, error.strerror)
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            self._written = time.monotonic()
            self._spent += self._written - begin

    def remove(self) -> None:
        """There is nothing more to go on with."""
        self._path.unlink(missing_ok=True)


def checkpoint_of(problem: Problem, options: Options) -> Checkpoint | None:
    """The checkpoint that the options ask for."""
    if options.checkpoint is None:
        return None
    return Checkpoint(options.checkpoint, problem, options)
