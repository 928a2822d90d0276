"""The errors that a user can meet, under one base class."""


class SSDEError(Exception):
    """Base class of all errors of this package."""


class ProblemError(SSDEError, ValueError):
    """A problem was stated in a way that can't be understood."""


class GrammarError(SSDEError, ValueError):
    """A grammar or a skeleton's text is not valid; ``line`` and ``column`` say where."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None):
        where = f" (line {line}, column {column})" if line is not None else ""
        super().__init__(message + where)
        self.line = line
        self.column = column


class UnsupportedError(SSDEError, NotImplementedError):
    """The problem is well stated but uses something that this version can't handle."""
