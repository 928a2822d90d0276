"""Docstrings in SymPy's style: underlined headings become rubrics, which autodoc can nest."""

from typing import Any

from sphinx.application import Sphinx


def flatten_headings(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """``Examples`` over ``========`` becomes a rubric."""
    flat: list[str] = []
    for line in lines:
        if line and set(line) == {"="} and flat and len(flat[-1]) == len(line):
            flat[-1] = f".. rubric:: {flat[-1]}"
            flat.append("")
        else:
            flat.append(line)
    lines[:] = flat


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", flatten_headings)
    return {"parallel_read_safe": True}
