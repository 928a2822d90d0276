"""No code from anywhere: files around a call, and variables of Python, stay out of processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sympy_ssde
from sympy_ssde.worker.isolation import isolated_command, isolated_environment

PACKAGE = Path(sympy_ssde.__file__).parent
MARK = "import pathlib; pathlib.Path({mark!r}).touch()\n"
FILES = (
    "queue.py", "pickle.py", "signal.py", "resource.py", "dataclasses.py", "sitecustomize.py",
    "usercustomize.py", "sympy.py", "mpmath.py", "numpy.py", "flint.py", "gmpy2.py",
    "sympy_ssde/__init__.py", "sympy_ssde/__main__.py", "sympy_ssde/worker/serving.py",
    "sympy_ssde/worker/__init__.py", "sympy_ssde/worker/pool.py",
    "sympy_ssde/proof/__init__.py", "sympy_ssde/proof/check.py", "sympy_ssde/proof/__main__.py",
)  # fmt: skip
CHECK = """
import sys
sys.path.insert(0, {root!r})
from sympy import Function, Symbol, exp
from sympy_ssde import checkssdsol
sys.path.remove({root!r})
x, u = Symbol("x"), Function("u")
for sol in (exp(x), exp(2*x)):
    print(checkssdsol(u(x).diff(x) - u(x), sol, u(x), {{u(0): 1}}, timeout=30).status)
"""


@pytest.fixture
def trap(tmp_path):
    """A folder in which everything that is imported leaves a mark."""
    mark = tmp_path / "it ran"
    folder = tmp_path / "downloaded"
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MARK.format(mark=str(mark)))
    (folder / "startup.py").write_text(MARK.format(mark=str(mark)))
    return folder, mark


def script(tmp_path):
    path = tmp_path / "user.py"
    path.write_text(CHECK.format(root=str(PACKAGE.parent)))
    return path


def answers(command, folder, **environment):
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_current_folder_does_not_run(trap, tmp_path):
    folder, mark = trap
    found = answers([sys.executable, script(tmp_path)], folder)
    assert found == ["proved", "refuted"] and not mark.exists()


def test_variables_of_python_do_not_reach_the_processes(trap, tmp_path):
    folder, mark = trap
    path = script(tmp_path)
    changed = {
        "PYTHONPATH": str(folder),
        "PYTHONSTARTUP": str(folder / "startup.py"),
        "PYTHONINSPECT": "1",
        "PYTHONUSERBASE": str(folder),
        "PYTHONHOME": "/nowhere",
    }
    late = f"import os; os.environ.update({changed!r})\n"
    path.write_text(late + path.read_text())
    assert answers([sys.executable, path], folder) == ["proved", "refuted"]
    assert not mark.exists()


def test_a_startup_file_does_not_run(trap, tmp_path):
    folder, mark = trap
    found = answers([sys.executable, script(tmp_path)], folder, PYTHONSTARTUP="startup.py")
    assert found == ["proved", "refuted"] and not mark.exists()


@pytest.mark.parametrize(
    ("module", "function"),
    [("sympy_ssde.worker.serving", "main"), ("sympy_ssde.bench.processes", "serve")],
)
def test_every_kind_of_process_is_isolated(trap, module, function):
    folder, mark = trap
    done = subprocess.run(
        isolated_command(module, function),
        cwd=folder,
        env=isolated_environment(),
        input=b"",
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert not mark.exists()


def test_the_package_is_the_one_that_started_it(tmp_path):
    """Whatever else of that name is installed or lies around."""
    code = "import sympy_ssde; print(sympy_ssde.__file__)"
    command = isolated_command("sympy_ssde.worker.serving", "main")
    place = command.index("-c") + 1
    command[place] = command[place].rpartition("getattr")[0] + code
    done = subprocess.run(
        command, cwd=tmp_path, env=isolated_environment(), capture_output=True, text=True
    )
    assert Path(done.stdout.strip()).parent == PACKAGE


def test_the_command_in_a_downloaded_folder(trap):
    folder, mark = trap
    (folder / "p.ssde").write_text("u' = u on x in [0, 1]\nu(0) = 1\n", encoding="utf-8")
    program = [sys.executable, "-P", "-c",
               f"import sys; sys.path.append({str(PACKAGE.parent)!r});"
               "from sympy_ssde.cli.main import main; sys.exit(main())"]  # fmt: skip
    found = answers([*program, "check", "p.ssde", "--solution", "exp(x)"], folder)
    assert "proved" in found and not mark.exists()


def test_nothing_else_starts_processes():
    """Every command that runs Python is made by isolated_command."""
    for path in PACKAGE.rglob("*.py"):
        if path.name != "isolation.py":
            assert "sys.executable" not in path.read_text(encoding="utf-8"), path
