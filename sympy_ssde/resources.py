"""Files that ship with the package: grammars and style sheets."""

from importlib.resources import files
from pathlib import Path


def read_grammar(name: str) -> str:
    """Return the text of ``grammar/<name>``.

    In a wheel the folder is mapped to ``sympy_ssde/grammars``; in a checkout it stands at the
    top level, beside the package.
    """
    packaged = files("sympy_ssde") / "grammars" / name
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (Path(__file__).parent.parent / "grammar" / name).read_text(encoding="utf-8")


def read_style(name: str) -> str:
    """Return the text of ``styles/<name>``, a style sheet of the package."""
    return (files("sympy_ssde") / "styles" / name).read_text(encoding="utf-8")
