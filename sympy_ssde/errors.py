"""The errors that a user can meet, under one base class."""

import sys
import warnings
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

_PACKAGE = str(Path(__file__).parent)
#: What users call with a problem.
_CALLS = frozenset("ssdsolve find_solution find_solutions checkssdsol solve_many Problem".split())


class SSDEError(Exception):
    """Base class of all errors of this package."""


class ProblemError(SSDEError, ValueError):
    """A problem was stated in a way that can't be understood."""


class ConfigError(SSDEError, ValueError):
    """A setting of a search, or an option of a solver, has a value that can't be meant."""


class KeywordError(SSDEError, TypeError):
    """A function was called with a keyword that it doesn't know."""


class GrammarError(SSDEError, ValueError):
    """A grammar or a skeleton's text is not valid; ``line`` and ``column`` say where."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None):
        where = f" (line {line}, column {column})" if line is not None else ""
        super().__init__(message + where)
        self.line = line
        self.column = column


class UnsupportedError(SSDEError, NotImplementedError):
    """The problem is well stated but uses something that this version can't handle."""


class OutOfTimeError(SSDEError, TimeoutError):
    """A problem could not even be read in the time that was given."""


class MissingPackageError(SSDEError, ImportError):
    """A package that only some uses need, such as matplotlib, is not installed."""


class ProblemWarning(UserWarning):
    """A problem is stated in a way that may not be meant."""


def comes_of(error: BaseException | None, kind: type[BaseException]) -> bool:
    """Whether an error is of a kind, or was caused by one: compiled code makes others of it.

    >>> comes_of(KeyboardInterrupt(), KeyboardInterrupt), comes_of(None, KeyboardInterrupt)
    (True, False)
    """
    while error is not None:
        if isinstance(error, kind):
            return True
        error = error.__cause__ or error.__context__
    return False


def called() -> tuple[str, int]:
    """The function that the user has called, and how many frames this one is inside of it.

    Messages name it, and warnings point at the line that called it.  Where a command was typed,
    that is ``ssdsolve``.
    """
    frame, depth, name = sys._getframe(1), 1, "ssdsolve"
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        code = frame.f_code
        function = "Problem" if code.co_qualname == "Problem.__init__" else code.co_name
        name = function if function in _CALLS else name
        frame, depth = frame.f_back, depth + 1
    return name, depth


def warn_user(text: str) -> None:
    """Warn of a problem, at the line of the user's that called us."""
    warnings.warn(text, ProblemWarning, stacklevel=called()[1])


def reject_unknown(function: str, unknown: dict[str, Any], known: Iterable[str]) -> None:
    """Raise :class:`KeywordError` for the first unknown keyword, with the nearest known one."""
    known = list(known)
    for name in unknown:
        near = get_close_matches(name, known, n=1)
        advice = f"did you mean {near[0]!r}?" if near else f"the keywords are: {', '.join(known)}"
        raise KeywordError(f"{function}() got an unknown keyword {name!r}; {advice}")
