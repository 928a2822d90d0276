"""``python docs/screenshot.py``: take the picture of a report that the docs show.

Needs Chromium, as the tests of the report do.
"""

import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS.parent / "tests"), str(DOCS / "extensions")]

from browser import Browser, find_browser  # noqa: E402

from sympy_ssde import find_solution  # noqa: E402
from sympy_ssde.problem.examples import read_example  # noqa: E402
from sympy_ssde.problem.text.reader import read_problem  # noqa: E402
from sympy_ssde.result.report import write_report  # noqa: E402


def main() -> int:
    """Solve the example heat, write its report and show it to a browser."""
    program = find_browser()
    if program is None:
        print("no Chromium on this machine (Debian: apt-get install chromium)", file=sys.stderr)
        return 1
    solution = find_solution(read_problem(read_example("heat")))
    with tempfile.TemporaryDirectory() as folder:
        command = "ssde solve heat.txt --report report.html"
        page = write_report(solution, Path(folder) / "report.html", command)
        with Browser(program, Path(folder) / "profile") as browser:
            browser.resize(820, 900)
            browser.open(page)
            browser.screenshot(DOCS / "_static" / "report.png")
    return 0 if solution else 1


if __name__ == "__main__":
    raise SystemExit(main())
