"""Compiled code that numba keeps on disk, thrown away when any part of its source has changed.

Numba notices a change of the function's own file only; a function compiled together with others
would go on with their old code, which after an update from a repository means wrong numbers.
"""

from hashlib import sha256
from pathlib import Path

#: The modules with compiled code, and those whose numbers are compiled into it.
SOURCES = (
    "automaton.py",
    "canonical.py",
    "compiled.py",
    "fit/least_squares.py",
    "jet_arithmetic.py",
    "jet_math.py",
    "jet_tables.py",
    "jets.py",
    "search/archive.py",
    "search/policy.py",
    "search/variation.py",
    "tokens.py",
)


def drop_stale(package: Path = Path(__file__).parent) -> bool:
    """Remove what was compiled from other sources than today's; whether that was necessary."""
    digest = sha256()
    for name in SOURCES:
        digest.update((package / name).read_bytes())
    note = package / "__pycache__" / "kernel_sources.txt"
    try:
        if note.exists() and note.read_text(encoding="ascii") == digest.hexdigest():
            return False
        for folder in {(package / name).parent for name in SOURCES}:
            for file in (folder / "__pycache__").glob("*.nb[ic]"):
                file.unlink(missing_ok=True)
        note.parent.mkdir(exist_ok=True)
        note.write_text(digest.hexdigest(), encoding="ascii")
    except OSError:  # a folder that others own: numba keeps nothing there either
        return False
    return True
