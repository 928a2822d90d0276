"""A display in a notebook: in the cell, without widgets, and gone in the end."""

import sys
import types

import nbclient
import nbformat
import pytest
from first_notebook import CELLS

from sympy_ssde.solver import notebook
from sympy_ssde.solver.notebook import NotebookDisplay, in_notebook


def test_only_a_kernel_is_a_notebook(monkeypatch):
    assert not in_notebook()
    shell = types.SimpleNamespace(config={"IPKernelApp": {}})
    fake = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", fake)
    assert in_notebook()
    shell.config = {}
    assert not in_notebook()
    fake.get_ipython = lambda: None
    assert not in_notebook()


def test_changes_come_now_and_then_only(monkeypatch):
    now, shown = types.SimpleNamespace(seconds=0.0), []
    handle = types.SimpleNamespace(update=lambda html: shown.append(html.data))
    monkeypatch.setattr("IPython.display.display", lambda html, display_id: handle)
    monkeypatch.setattr(notebook.time, "monotonic", lambda: now.seconds)
    display = NotebookDisplay()
    for now.seconds in (0.0, 0.1, 0.2, 0.7, 0.8):
        display.show(str(now.seconds))
    display.stop()
    display.stop()
    assert shown == ["0.7", ""]


@pytest.mark.slow
def test_a_kernel_shows_progress_and_formulas_and_says_nothing_else(tmp_path):
    cells = [
        nbformat.v4.new_code_cell(source)
        for source in (*CELLS, "import sympy_ssde; dir(sympy_ssde)")
    ]
    book = nbformat.v4.new_notebook(cells=cells)
    client = nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    outputs = [o for cell in book.cells for o in cell.outputs]
    said = "".join(o.text for o in outputs if o.output_type == "stream")
    assert all("compiling" in line for line in said.splitlines()), said
    problem, answer, found, history, proof, steps, *_ = (
        "".join(o.data.get("text/html", "") for o in c.outputs if "data" in o) for c in book.cells
    )
    assert "<math" in problem and "proved" in answer and "<math" in answer
    assert "<progress" not in found and "<math" in found  # the bar has gone
    assert "<svg" in history and "because" in proof and "<math" in proof and "<li>" in steps
    values, plot, report, names = (cell.outputs[0].data for cell in book.cells[6:])
    assert "array([0." in values["text/plain"] and len(plot["image/png"]) > 10_000
    assert "report.html" in report["text/plain"] and (tmp_path / "report.html").exists()
    assert "ssdsolve" in names["text/plain"]
