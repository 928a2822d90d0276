"""A display in a notebook: in the cell, without widgets, and gone in the end."""

import sys
import types

import nbclient
import nbformat
import pytest

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


SEARCH = """
from sympy import Function, Rational
from sympy.abc import x
from sympy_ssde import find_solution, SearchConfig
u = Function("u")
found = find_solution(
    u(x).diff(x) - x**2 - u(x)**2, u(x), {u(0): 1}, {x: (0, Rational(1, 2))}, progress=True,
    config=SearchConfig(batch=30, generations=1, max_rounds=1),
)
found.problem
"""
ANSWER = """
solution = find_solution(u(x).diff(x, 2) + u(x), u(x), {u(0): 0, u(x).diff(x).subs(x, 0): 1})
solution
"""


@pytest.mark.slow
def test_a_kernel_shows_progress_and_formulas_and_says_nothing_else(tmp_path):
    sources = [SEARCH, ANSWER, "solution.verification", "found.history", "solution.steps"]
    sources += ["solution.problem", "solution([0, 1])", "dir(__import__('sympy_ssde'))"]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    book = nbformat.v4.new_notebook(cells=cells)
    client = nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    outputs = [o for cell in book.cells for o in cell.outputs]
    said = "".join(o.text for o in outputs if o.output_type == "stream")
    assert all("compiling" in line for line in said.splitlines()), said
    html = [
        "".join(o.data.get("text/html", "") for o in c.outputs if "data" in o) for c in book.cells
    ]
    assert "<progress" not in html[0] and "<math" in html[0]  # the bar has gone
    assert "proved" in html[1] and "<math" in html[1]
    assert "because" in html[2] and "<svg" in html[3] and "<li>" in html[4] and "<math" in html[5]
    assert "array([0.        , 0.84147098])" in book.cells[6].outputs[0].data["text/plain"]
    assert "ssdsolve" in book.cells[7].outputs[0].data["text/plain"]
