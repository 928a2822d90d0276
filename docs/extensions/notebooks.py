"""The directive ``notebook``: a notebook, run while the pages are built, with what it shows.

Markdown cells are read as the pages are; of the outputs text, formulas, tables and pictures are
shown.  An error in a cell stops the build.
"""

import base64
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import nbclient
import nbformat
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

#: Pictures, relative to the folder of the pages.
FOLDER = Path("_build") / "notebooks"


class Notebook(SphinxDirective):
    """The cells of a notebook and their outputs."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """All cells, one after the other."""
        name, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(name)
        book = nbformat.read(path, as_version=4)
        folder = Path(self.env.srcdir) / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        resources = {"metadata": {"path": str(folder)}}
        nbclient.NotebookClient(
            book, timeout=600, kernel_name="python3", resources=resources
        ).execute()
        holder = nodes.container()
        for cell in book.cells:
            if cell.cell_type == "markdown":
                self.add_words(cell.source, path, holder)
            elif cell.cell_type == "code":
                holder += nodes.literal_block(cell.source, cell.source, language="python")
                for output in cell.outputs:
                    holder += self.shown(output, folder)
        return holder.children

    def add_words(self, source: str, path: str, holder: nodes.Node) -> None:
        """A markdown cell; its headings are no sections, which would end the page's own."""
        for part in re.split(r"^(#+ .*)$", source, flags=re.MULTILINE):
            if part.startswith("#"):
                holder += nodes.rubric(text=part.lstrip("# "))
            elif part.strip():
                lines = StringList(part.strip().splitlines(), source=path)
                self.state.nested_parse(lines, 0, holder)

    def shown(self, output: Any, folder: Path) -> list[nodes.Node]:
        """An output as far as a page can show it: the richest form that it has."""
        if output.output_type == "stream":
            if output.name == "stderr":  # that it compiles, on a machine that never did
                return []
            return [nodes.literal_block(output.text, output.text, language="text")]
        data = output.get("data", {})
        if "text/html" in data:
            html = data["text/html"]
            return [nodes.raw(html, html, format="html")] if html else []
        if "image/png" in data:
            content = base64.b64decode(data["image/png"])
            name = f"{sha256(content).hexdigest()[:16]}.png"
            (folder / name).write_bytes(content)
            return [nodes.image(uri=f"/{FOLDER / name}", alt="the output of the cell above")]
        text = data.get("text/plain", "")
        return [nodes.literal_block(text, text, language="text")] if text else []


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_directive("notebook", Notebook)
    return {"parallel_read_safe": True}
