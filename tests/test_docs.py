"""The docs say what is true: every example runs, every module that they name exists."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest

import sympy_ssde
from sympy_ssde.problem.examples import example_names

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(p for p in DOCS.rglob("*.md") if "_build" not in p.parts)
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))


def blocks(page, *languages):
    """The code blocks of a page in these languages."""
    pattern = rf"^```(?:{'|'.join(languages)})\n(.*?)^```$"
    return re.findall(pattern, page.read_text(), flags=re.MULTILINE | re.DOTALL)


def with_python(pages):
    return [p for p in pages if any(">>>" in b for b in blocks(p, "python"))]


def identity(page):
    return str(page.relative_to(DOCS))


@pytest.mark.slow
@pytest.mark.parametrize("page", with_python(PAGES), ids=identity)
def test_python_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "\n\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(
        optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL, verbose=False
    )
    report = []
    runner.run(test, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
    assert test.examples


def test_most_pages_have_examples():
    assert len(with_python(PAGES)) >= 8


CONSOLE = [
    (page, command, shown.strip("\n"))
    for page in PAGES
    for block in blocks(page, "console")
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", block, flags=re.MULTILINE)
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "command", "shown"), CONSOLE, ids=[c for _, c, _ in CONSOLE])
def test_commands_of_a_page_print_what_is_shown(page, command, shown):
    program = shutil.which("ssde", path=str(Path(sys.executable).parent))
    assert program and "ssde" in command
    line = re.sub(r"\bssde (?=solve|check|examples|bench)", f"{program} ", command)
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    checker = doctest.OutputChecker()
    assert checker.check_output(shown + "\n", done.stdout, doctest.ELLIPSIS), done.stdout


@pytest.mark.parametrize("page", PAGES, ids=identity)
def test_code_that_a_page_names_exists(page):
    """Paths of modules, and names behind them as in ``fit/rsco.py: RSCO``."""
    for path in re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py)`", page.read_text()):
        assert (ROOT / "sympy_ssde" / path).exists() or (ROOT / path).exists(), path


def test_names_in_the_algorithms_tables_exist():
    rows = re.findall(
        r"`([a-z_/]+\.py)`: ((?:`[\w.]+`(?:, )?)+)", (DOCS / "algorithm.md").read_text()
    )
    assert len(rows) > 20
    for path, names in rows:
        module = __import__(
            "sympy_ssde." + path.removesuffix(".py").replace("/", "."), fromlist=["_"]
        )
        for name in re.findall(r"`([\w.]+)`", names):
            found = module
            for part in name.split("."):
                found = getattr(found, part)


def test_the_apis_page_is_what_is_public():
    page = (DOCS / "api.md").read_text()
    named = re.findall(r"auto\w+:: sympy_ssde\.([\w.]+)", page) + re.findall(
        r"^`sympy_ssde\.(\w+)`$", page, flags=re.MULTILINE
    )
    assert sorted(named) == sorted(sympy_ssde.__all__)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.name)
def test_notebooks_run(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    assert not any(c.get("outputs") for c in notebook.cells), "clear the outputs before a commit"
    client = nbclient.NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute()
    shown = [o.get("data", {}) for c in notebook.cells for o in c.get("outputs", [])]
    assert any("<math" in data.get("text/html", "") for data in shown)
    assert sum("image/png" in data for data in shown) >= 2
    assert not any(o.output_type == "error" for c in notebook.cells for o in c.get("outputs", []))


def test_the_page_on_others_quotes_the_benchmarks():
    text = (DOCS / "others.md").read_text()
    quoted, beside = text.split("## Results")[1].split("## One problem")
    rows = [line for line in quoted.splitlines() if line.startswith("|")]
    assert len(rows) > 5
    assert not set(rows) - set((DOCS / "benchmarks" / "index.md").read_text().splitlines())
    figures = re.findall(r"\d+\.\d\de?-?\d*", beside)
    measured = (DOCS / "benchmarks" / "baselines.md").read_text()
    assert len(figures) >= 8 and all(figure in measured for figure in figures)


def test_there_are_notebooks():
    assert NOTEBOOKS


def test_formulas_of_the_docs_keep_their_structure(monkeypatch):
    monkeypatch.syspath_prepend(DOCS / "extensions")
    from offline_math import mathml

    written = mathml(r"\sqrt{a_\mathcal F} + \sqrt{\mathbf{x}}", "inline")
    assert written.count("<msqrt>") == 2 and "ℱ" in written and "𝐱" in written
    assert written.index("</msqrt>") < written.index("&#x0002B;") < written.rindex("<msqrt>")


@pytest.mark.slow
def test_the_docs_build_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-E"]
    done = subprocess.run(
        [*command, "-d", str(tmp_path / "trees"), str(DOCS), str(tmp_path / "html")],
        capture_output=True, text=True, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    gallery = (tmp_path / "html" / "gallery.html").read_text()
    for name in example_names():
        assert f"ssde examples {name} | ssde solve -" in gallery
    assert gallery.count("Proved: the equation and") == len(example_names())
    assert gallery.count("<math") >= len(example_names())
    pictures = re.findall(r'src="(_images/[^"]+\.png)"', gallery)
    assert len(pictures) == len(example_names())
    assert all((tmp_path / "html" / p).stat().st_size > 10_000 for p in pictures)
    api = (tmp_path / "html" / "api.html").read_text()
    for name in ("ssdsolve", "find_solution", "checkssdsol", "Problem", "Solution"):
        assert f"sympy_ssde.{name}" in api and hasattr(sympy_ssde, name)
