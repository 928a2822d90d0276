"""``python docs/screenshot.py [NAME ...]``: take the pictures that the docs show, anew.

Needs Chromium, and for the notebook JupyterLab, as the tests do; ``front`` needs the built pages.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS.parent / "tests"), str(DOCS / "extensions")]

from browser import Browser, find_browser  # noqa: E402
from first_notebook import CELLS  # noqa: E402
from lab import Lab, missing  # noqa: E402

from sympy_ssde import SearchConfig, find_solution, read_problem  # noqa: E402
from sympy_ssde.problem.examples import read_example  # noqa: E402
from sympy_ssde.result.report import write_report  # noqa: E402
from sympy_ssde.result.solution import Solution  # noqa: E402

PICTURES = DOCS / "_static"
#: Its solution is an integral that has no closed form.
OPEN = "u' = sin(x**2)*u + x on x in [0, 1]; u(0) = 1"


def show_page(page: Path, name: str, folder: Path, size: tuple[int, int], whole: bool) -> None:
    """Save a picture of a page as a browser shows it."""
    program = find_browser()
    assert program is not None
    with Browser(program, folder / "profile") as browser:
        browser.resize(*size)
        browser.open(page)
        part = None if whole else {"x": 0, "y": 0, "width": size[0], "height": size[1]}
        browser.screenshot(PICTURES / f"{name}.png", part)


def show_report(solution: Solution, name: str, folder: Path) -> None:
    """Save a picture of a report."""
    page = write_report(solution, folder / "report.html", f"ssde solve {name}.txt --report r.html")
    show_page(page, name, folder, (820, 900), whole=True)


def report(folder: Path) -> None:
    """The report of an example that was found by a search."""
    problem = read_problem(read_example("heat"))
    show_report(find_solution(problem, hint="direct"), "report", folder)


def approximation(folder: Path) -> None:
    """The report of a problem without a closed form."""
    config = SearchConfig(max_rounds=1)
    show_report(find_solution(read_problem(OPEN), config=config), "approximation", folder)


def notebook(folder: Path) -> None:
    """A first notebook in JupyterLab, on a machine that has compiled nothing yet."""
    with Lab(folder, CELLS, NUMBA_CACHE_DIR=str(folder / "compiled")) as lab:
        lab.run(seconds=300)
        lab.picture(PICTURES / "notebook.png")


def front(folder: Path) -> None:
    """The first page of the docs."""
    show_page(DOCS / "_build" / "index.html", "front", folder, (1240, 800), whole=False)


TAKE: dict[str, Callable[[Path], None]] = {
    function.__name__: function for function in (report, approximation, notebook, front)
}


def main(names: list[str]) -> int:
    """Take the pictures of these names, or all."""
    if lacking := missing():
        print(lacking, file=sys.stderr)
        return 1
    for name in names or TAKE:
        with tempfile.TemporaryDirectory() as folder:
            TAKE[name](Path(folder))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
