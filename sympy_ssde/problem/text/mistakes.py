"""What is wrong in a text: the line, a caret below the place, and what to try."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from sympy_ssde.errors import ProblemError

#: Characters of a line that are shown around the place.
_WIDTH = 88


class ProblemTextError(ProblemError):
    """A problem's text can't be understood; ``line`` and ``column`` count from 1.

    >>> print(ProblemTextError("unknown name 'sinn'", "u' = sinn(x)", 5, "did you mean 'sin'?"))
    line 1: unknown name 'sinn'
        u' = sinn(x)
             ^
    did you mean 'sin'?
    """

    def __init__(
        self, message: str, text: str = "", position: int | None = None, suggestion: str = ""
    ):
        self.message, self.text, self.position = message, text, position
        self.suggestion = suggestion
        self.line: int | None = None
        self.column: int | None = None
        shown = message
        if position is not None:
            position = min(position, len(text))
            begin = text.rfind("\n", 0, position) + 1
            self.line = text.count("\n", 0, position) + 1
            self.column = position - begin + 1
            shown = f"line {self.line}: {message}\n{_excerpt(text, begin, position)}"
        super().__init__("\n".join(part for part in (shown, suggestion) if part))

    def __reduce__(self) -> tuple[Any, ...]:
        return (ProblemTextError, (self.message, self.text, self.position, self.suggestion))


@contextmanager
def told_alone() -> Iterator[None]:
    """Let mistakes be told without the parser's own errors, which can't be pickled."""
    try:
        yield
    except ProblemError as error:
        error.__cause__ = error.__context__ = None
        raise


def _excerpt(text: str, begin: int, position: int) -> str:
    end = text.find("\n", begin)
    line = text[begin : end if end >= 0 else len(text)]
    line = "".join(c if c.isprintable() else " " for c in line)
    place = position - begin
    first = max(0, place - _WIDTH // 2) if len(line) > _WIDTH else 0
    part = line[first : first + _WIDTH].rstrip()
    before, after = "..." if first else "", "..." if len(line) > first + _WIDTH else ""
    return f"    {before}{part}{after}\n    {' ' * (place - first + len(before))}^"


def nearest_function(name: str) -> str:
    """The same for a function of two letters, which may be one of three: ``sn``."""
    usual = ("sin", "cos", "tan", "exp", "log", "sqrt", "sinh", "cosh", "tanh", "abs")
    found = get_close_matches(name, usual, n=1, cutoff=0.7) if len(name) == 2 else []
    return f"did you mean {found[0]!r}?" if found else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """``did you mean 'sin'?``, or nothing if no known name is near."""
    if not 2 < len(name) <= 40:  # one or two letters are near everything
        return ""
    found = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean {found[0]!r}?" if found else ""
