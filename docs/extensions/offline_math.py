"""Formulas of the pages as MathML, made while they are built: readers need no script for them."""

import re
import unicodedata
from typing import Any

import latex2mathml.converter
from docutils import nodes
from sphinx.application import Sphinx

#: Alphabets as browsers know them: by their letters, not by a style.
_ALPHABETS = {
    "mathcal": "SCRIPT",
    "mathbb": "DOUBLE-STRUCK",
    "mathbf": "BOLD",
}


def _letter(match: re.Match[str]) -> str:
    alphabet, letter = _ALPHABETS[match[1]], match[2] or match[3]
    case = "CAPITAL" if letter.isupper() else "SMALL"
    for start in ("", "MATHEMATICAL "):
        try:
            return unicodedata.lookup(f"{start}{alphabet} {case} {letter.upper()}")
        except KeyError:
            continue
    raise ValueError(f"there is no letter for {match[0]}")


def mathml(text: str, display: str) -> str:
    """The MathML of a formula in LaTeX."""
    command = r"\\(mathcal|mathbb|mathbf)\s*(?:\{([A-Za-z])\}|([A-Za-z]))"
    plain = re.sub(command, _letter, text)
    return latex2mathml.converter.convert(plain, display=display)


def write_inline(self: Any, node: nodes.Element) -> None:
    """A formula inside a line."""
    self.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def write_block(self: Any, node: nodes.Element) -> None:
    """A formula in a line of its own."""
    formula = mathml(node.astext(), "block")
    self.body.append(self.starttag(node, "div", CLASS="math") + formula + "</div>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_html_math_renderer("offline", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True}
