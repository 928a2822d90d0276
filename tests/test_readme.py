"""The README says what is true: its example runs, its commands are those of CI."""

import doctest
import re
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_example():
    failed, run = doctest.testfile(str(README), module_relative=False)
    assert failed == 0 and run >= 6


def test_results_are_those_of_the_benchmarks():
    section = README.read_text().split("## Results")[1].split("## ")[0]
    quoted = [line for line in section.splitlines() if line.startswith("|")]
    measured = (ROOT / "docs" / "benchmarks" / "index.md").read_text().splitlines()
    assert len(quoted) > 5 and not set(quoted) - set(measured)
    words = " ".join(line for line in section.splitlines() if not line.startswith("|"))
    assert not re.search(r"\d", words.replace("30 s", ""))  # numbers stand in the table only


def test_ci_runs_the_readmes_command():
    commands = [line for line in README.read_text().splitlines() if "python3 -m venv" in line]
    assert len(commands) == 2 and commands[1].endswith("pytest -n auto")
    assert "README.md" in (ROOT / ".ci" / "run").read_text()


def test_modules_named_in_the_readme_exist():
    named = README.read_text().split("| if you want to change")[1].split("\n\n")[0]
    paths = [
        p for p in named.replace("`", " ").replace(",", " ").split() if p.endswith((".py", "/"))
    ]
    assert len(paths) > 8
    for path in paths:
        assert (ROOT / "sympy_ssde" / path).exists(), path
    rooms = {p.parent.name for p in (ROOT / "sympy_ssde").glob("*/__init__.py")}
    assert rooms <= {p.split("/")[0] for p in paths}


def test_the_first_command_is_a_module():
    (name,) = re.findall(r"python -P -m ([\w.]+)", README.read_text())
    assert find_spec(name) is not None
