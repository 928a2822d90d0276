"""Solutions in files: JSON that later versions and other programs can read.

A value is written with the name of what it is: ``{"Line": {"words": ..., "formulas": ...}}``.
Fields that a reader doesn't know are left out, and those that a file doesn't have get their
defaults, so that a file outlives the version that wrote it.  Reading runs no code.
"""

import dataclasses
import json
import os
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from sympy import Basic, Dummy

from sympy_ssde._version import __version__
from sympy_ssde.config import Hint, SearchConfig
from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.problem import Problem
from sympy_ssde.problem.trees import from_tree, to_tree
from sympy_ssde.proof.verify import Outcome, Status, Verification
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.solution import Ending, Generality, History, Method, Record, Solution, Step

FORMAT = "sympy_ssde solution"
VERSION = 1

_KINDS = {
    kind.__name__: kind
    for kind in (Solution, Verification, Outcome, History, Record, Step, Line, SearchConfig)
}
_CHOICES = {kind.__name__: kind for kind in (Status, Method, Ending, Generality, Hint)}


def write_solution(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Write a solution to a file, at once: whoever looks sees the old file or the new one."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "written by": __version__,
        "solution": encoded(solution),
    }
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def read_solution(path: str | os.PathLike[str]) -> Solution:
    """The solution of a file; raises :class:`ProblemError` for a file that has none."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ProblemError(f"{path} has no solution: it is no JSON ({error})") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ProblemError(f"{path} has no solution: Solution.save writes such files")
    version = content.get("version")
    if isinstance(version, int) and version > VERSION:
        raise ProblemError(
            f"{path} was written by sympy_ssde {content.get('written by')}, a later version than "
            f"this one ({__version__}); update to read it"
        )
    try:
        found = decoded(content["solution"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ProblemError(f"{path} has no solution that can be read: {error}") from None
    if not isinstance(found, Solution):
        raise ProblemError(f"{path} has no solution, but a {type(found).__name__}")
    return found


def encoded(value: Any) -> Any:
    """A value as JSON can say it.

    >>> encoded((1, None, Status.PROVED))
    {'tuple': [1, None, {'Status': 'proved'}]}
    """
    if isinstance(value, Problem):
        return {"Problem": encoded(value.as_given())}
    if type(value).__name__ in _CHOICES:
        return {type(value).__name__: value.value}
    if isinstance(value, StrEnum):  # words that other rooms choose among
        return value.value
    if isinstance(value, Basic):
        return {"expr": to_tree(value)}
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return {"float": repr(float(value))}
    if isinstance(value, (tuple, list)):
        kind = "list" if isinstance(value, list) else "tuple"
        return {kind: [encoded(item) for item in value]}
    if isinstance(value, Mapping):
        return {"dict": [[encoded(k), encoded(v)] for k, v in value.items()]}
    if type(value).__name__ in _KINDS:
        known = {f.name: encoded(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {type(value).__name__: known}
    raise TypeError(f"{value!r} can't be saved")


def decoded(value: Any, dummies: dict[int, Dummy] | None = None) -> Any:
    """The value that was encoded.

    >>> decoded(encoded((1, None, Status.PROVED)))
    (1, None, <Status.PROVED: 'proved'>)
    """
    dummies = {} if dummies is None else dummies
    if not isinstance(value, dict):
        return value
    ((name, content),) = value.items()

    def inner(item: Any) -> Any:
        return decoded(item, dummies)

    readers: dict[str, Callable[[], Any]] = {
        "expr": lambda: from_tree(content, dummies),
        "float": lambda: float(content),
        "tuple": lambda: tuple(map(inner, content)),
        "list": lambda: list(map(inner, content)),
        "dict": lambda: {inner(k): inner(v) for k, v in content},
        "Problem": lambda: Problem(**inner(content)),
    }
    if name in readers:
        return readers[name]()
    if name in _CHOICES:
        return _CHOICES[name](content)
    kind = _KINDS[name]
    known = {field.name for field in dataclasses.fields(kind)}
    return kind(**{k: inner(v) for k, v in content.items() if k in known})
