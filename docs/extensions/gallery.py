"""The directive ``gallery``: every example file with its answer, its proof and a picture.

Nothing is searched for here.  The answers are those that the example files give, and each of them
is proved while the pages are built: an answer that isn't proved stops the build.
"""

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from sympy_ssde import Solution, Status
from sympy_ssde.markup.mathml import formula
from sympy_ssde.problem.examples import example_names, example_solution, example_title, read_example
from sympy_ssde.problem.text.reader import read_problem, read_solution
from sympy_ssde.proof.verify import verify

#: Pictures, relative to the folder of the pages.
FOLDER = Path("_build") / "gallery"


def solved(name: str) -> Solution:
    """An example with its known solution, proved."""
    problem = read_problem(read_example(name))
    (expr,) = read_solution(example_solution(name), problem)
    proof = verify(problem, (expr,), timeout=60)
    if proof.status is not Status.PROVED:
        raise ValueError(f"the answer of the example {name} is not proved:\n{proof}")
    return Solution(problem, expr, proof.status, proof, {}, 0, proof.seconds, 0, "known")


def statement_of(name: str) -> str:
    """The statement of an example, without its comments."""
    lines = read_example(name).splitlines()
    return "\n".join(line for line in lines if line and not line.startswith("#"))


def comment_of(name: str) -> str:
    """What the example's comment says, without its title and its solution."""
    lines = [line.lstrip("# ") for line in read_example(name).splitlines() if line.startswith("#")]
    return " ".join(line for line in lines[1:] if line and not line.startswith("solution:"))


class Gallery(SphinxDirective):
    """A section for each example."""

    def run(self) -> list[nodes.Node]:
        """The sections, in alphabetical order."""
        folder = Path(self.env.srcdir) / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        return [self.section(name, folder) for name in example_names()]

    def section(self, name: str, folder: Path) -> nodes.section:
        """Title, comment, statement, answer and picture of an example."""
        found = solved(name)
        found.plot().savefig(folder / f"{name}.png", dpi=110)
        title = example_title(name)
        section = nodes.section(ids=[f"example-{name.replace('_', '-')}"], names=[name])
        code = nodes.literal_block(text=statement_of(name), language="text")
        answer = nodes.raw(text=formula(found.eq), format="html")
        proved = nodes.paragraph(text=_proved(found))
        picture = nodes.image(uri=f"/{FOLDER / name}.png", alt=title)
        section += [nodes.title(text=title), nodes.paragraph(text=comment_of(name)), code]
        command = nodes.literal_block(text=f"ssde examples {name} | ssde solve -", language="text")
        section += [command, answer, proved, picture]
        return section


def _proved(found: Solution) -> str:
    count = len(found.problem.conditions)
    return f"Proved: the equation and {count} condition{'s' if count > 1 else ''}."


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    directive: type[Directive] = Gallery
    app.add_directive("gallery", directive)
    return {"parallel_read_safe": True}
