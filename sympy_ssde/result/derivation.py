"""The derivation of a solution, for people: sentences with formulas, as text, LaTeX and HTML."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from sympy import latex

from sympy_ssde.markup.mathml import formula
from sympy_ssde.reduction.reduction import Line

if TYPE_CHECKING:
    from sympy_ssde.result.solution import Solution


def lines_of(solution: "Solution") -> tuple[Line, ...]:
    """The lines among a solution's steps; none if it was found by a search."""
    return tuple(step for step in solution.steps if isinstance(step, Line))


def derivation_text(solution: "Solution") -> str:
    """Numbered sentences, each formula on a line of its own."""
    return lines_text(lines_of(solution))


def lines_text(steps: Sequence[Line]) -> str:
    """The same for the lines themselves."""
    lines = []
    for number, line in enumerate(steps, 1):
        lines.append(f"{number}. {_sentence(line)}")
        lines += [f"       {_plain(f)}" for f in line.formulas]
    return "\n".join(lines)


def _sentence(line: Line) -> str:
    """The words of a line, with a colon before formulas."""
    return f"{line.words.removesuffix('.')}:" if line.formulas else line.words


def _plain(shown: object) -> str:
    """``u(x) = x`` for an equation."""
    sides = (getattr(shown, "lhs", None), getattr(shown, "rhs", None))
    return str(shown) if None in sides else f"{sides[0]} = {sides[1]}"


def derivation_latex(solution: "Solution") -> str:
    """A LaTeX ``enumerate``; empty if there are no lines."""
    items = []
    for line in lines_of(solution):
        formulas = "".join(rf" \[{latex(f)}\]" for f in line.formulas)
        items.append(rf"\item {_escaped(_sentence(line))}{formulas}")
    if not items:
        return ""
    return "\n".join([r"\begin{enumerate}", *items, r"\end{enumerate}"])


def _escaped(words: str) -> str:
    """Words in which LaTeX finds nothing to do."""
    special = {
        "\\": r"\textbackslash{}",
        "^": r"\^{}",
        "~": r"\textasciitilde{}",
        **{c: f"\\{c}" for c in "#$%&_{}"},
    }
    return "".join(special.get(c, c) for c in words)


def derivation_html(solution: "Solution") -> str:
    """An ordered list; empty if there are no lines."""
    return lines_html(lines_of(solution))


def lines_html(steps: Sequence[Line]) -> str:
    """The same for the lines themselves."""
    items = []
    for line in steps:
        formulas = "".join(formula(f) for f in line.formulas)
        items.append(f"<li>{escape(_sentence(line))}{formulas}</li>")
    return f'<ol class="derivation">{"".join(items)}</ol>' if items else ""
