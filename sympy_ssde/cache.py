"""Compiled code that numba keeps on disk, used only if it is this code for this CPU.

Numba keeps what it compiles in the package's ``__pycache__`` or in ``NUMBA_CACHE_DIR`` and files it
under the CPU's name and features, so that a folder may be shared by machines of several kinds.  Of
changes it notices those of the function's own file only; a function compiled together with others
would go on with their old code.  Here the name of a file has a digest of all sources of compiled
code, whatever their dates.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from sympy_ssde.linking import part, whole

#: The modules with compiled code, and those whose numbers are compiled into it.
SOURCES = (
    "language/alphabet.py",
    "language/automaton.py",
    "language/canonical.py",
    "language/functions.py",
    "kernel/forms.py",
    "kernel/rows.py",
    "fit/least_squares.py",
    "kernel/arithmetic.py",
    "kernel/elementary.py",
    "kernel/tables.py",
    "kernel/interpreter.py",
    "kernel/rules.py",
    "cache.py",
    "linking.py",
    "kernel/portable.py",
    "search/archive.py",
    "search/walk.py",
    "search/breeding.py",
    "search/variation.py",
    "language/batch.py",
    "language/tokens.py",
)


@cache
def digest(package: Path = Path(__file__).parent) -> str:
    """What the sources of compiled code are."""
    found = sha256()
    for name in SOURCES:
        found.update((package / name).read_bytes())
    return found.hexdigest()


#: Where compiled code of this process is kept.
_FOLDERS: set[Path] = set()


def cached(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator: compile with numba's options and all parts, and keep the result on disk.

    The files' names have the digest in them: those of other sources are not even opened, since they
    may speak of classes that are gone.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        dispatcher: Any = whole(njit(cache=True, **options)(function))
        cache = dispatcher._cache
        base = f"{cache._impl.filename_base}.{digest()[:16]}"
        cache._cache_file = type(cache._cache_file)(cache.cache_path, base, digest())
        _FOLDERS.add(Path(cache.cache_path))
        return dispatcher

    return decorate


def forget_outdated() -> None:
    """Remove what was compiled from other sources than today's."""
    for folder in _FOLDERS:
        for file in folder.glob("*.nb[ic]"):
            if f".{digest()[:16]}." not in file.name:
                with suppress(OSError):  # a folder that others own
                    file.unlink()


#: Compiled code that holds no lock and divides as IEEE 754 says.
PLAIN: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
plain = cached(**PLAIN)
#: As plain, for what is called from such code only.
plain_part = part(**PLAIN)


@plain_part
def copy_row(source: np.ndarray, target: np.ndarray) -> None:
    """Element by element: assignments of arrays take numba seconds to compile."""
    for k in range(source.shape[0]):
        target[k] = source[k]


def is_compiled(dispatcher: Any) -> bool:
    """Whether the disk has code of a function for this CPU, of today's sources."""
    wanted = dispatcher.targetctx.codegen().magic_tuple()
    return any(key[1] == wanted for key in dispatcher._cache._cache_file._load_index())
