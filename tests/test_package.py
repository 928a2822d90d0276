"""The installed package: import time, the command, the wheel outside the checkout."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
import sympy

import sympy_ssde
from sympy_ssde.resources import read_grammar

ROOT = Path(__file__).parent.parent


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=500, **options)


def seconds(statement):
    code = f"import time; s = time.perf_counter(); {statement}; print(time.perf_counter() - s)"
    return min(float(run(sys.executable, "-c", code).stdout) for _ in range(5))


def test_import_stays_light():
    heavy = "('torch', 'numba', 'hypothesis')"
    code = f"import sys, sympy_ssde; print([m for m in {heavy} if m in sys.modules])"
    assert run(sys.executable, "-c", code).stdout.strip() == "[]"
    assert seconds("import sympy_ssde") < seconds("import sympy") + 0.2


def test_what_can_be_used_is_listed_before_it_is_used():
    code = "import sympy_ssde; print([n for n in dir(sympy_ssde) if not n.startswith('_')])"
    listed = run(sys.executable, "-c", code).stdout.strip()
    assert listed == str([n for n in sorted(sympy_ssde.__all__) if not n.startswith("_")])


def test_command():
    result = run(sys.executable, "-m", "sympy_ssde", "bench", "--help")
    assert result.returncode == 0 and "proofs" in result.stdout
    command = Path(sys.executable).parent / "ssde"
    assert sympy_ssde.__version__ in run(str(command), "--version").stdout
    assert run(str(command), "no-such-command").returncode == 2


def test_grammars_are_found_in_the_checkout():
    assert "VARIABLE" in read_grammar("skeleton.lark")


@pytest.mark.slow
def test_wheel_works_in_a_fresh_environment(tmp_path):
    """Dependencies are borrowed from this environment; the package comes from the wheel alone."""
    build = run(sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT))
    assert build.returncode == 0, build.stderr
    wheel = next(tmp_path.glob("*.whl"))
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    install = run(str(python), "-m", "pip", "install", "--no-deps", str(wheel))
    assert install.returncode == 0, install.stderr
    borrowed = str(Path(sympy.__file__).parents[1])
    site = next((tmp_path / "env" / "lib").glob("python*/site-packages"))
    (site / "borrowed.pth").write_text(borrowed + "\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    code = (
        "import sympy_ssde; from sympy import *; from sympy_ssde.resources import read_grammar;"
        "x = Symbol('x'); u = Function('u');"
        "assert 'env' in sympy_ssde.__file__, sympy_ssde.__file__;"
        "assert 'VARIABLE' in read_grammar('skeleton.lark');"
        "print(sympy_ssde.checkssdsol(u(x).diff(x) - u(x), exp(x), u(x), {u(0): 1}).status)"
    )
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    result = run(str(python), "-c", code, cwd=elsewhere, env=clean)
    assert result.stdout.strip() == "proved", result.stderr
    command = run(str(tmp_path / "env" / "bin" / "ssde"), "--version", cwd=elsewhere, env=clean)
    assert sympy_ssde.__version__ in command.stdout, command.stderr
