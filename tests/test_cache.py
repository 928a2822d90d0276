"""Compiled code is used only if it is of today's sources, and for this CPU."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sympy_ssde
from sympy_ssde.cache import SOURCES, digest

PACKAGE = Path(sympy_ssde.__file__).parent

FUNCTION = """
from sympy_ssde import cache

@cache.plain
def double(x):
    return x + x
"""

CALL = """
import function
from sympy_ssde.cache import is_compiled
known = is_compiled(function.double)
function.double(1.5)
hits = sum(function.double.stats.cache_hits.values())
print(known, hits, is_compiled(function.double))
"""

LOADED, COMPILED = ["True", "1", "True"], ["False", "0", "True"]


def test_all_compiled_modules_are_listed():
    compiled = re.compile(r"^@(njit|plain|compiled|entry|inlined|spliced)\b|= _?njit\(", re.M)
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if compiled.search(path.read_text(encoding="utf-8"))
    }
    assert found and found <= set(SOURCES)


def test_every_source_counts(tmp_path):
    for name in SOURCES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(PACKAGE / name, tmp_path / name)
    before = digest(tmp_path)
    assert before == digest()
    for name in SOURCES:
        with (tmp_path / name).open("a") as file:
            file.write("\n# another\n")
        digest.cache_clear()
        assert digest(tmp_path) != before
        before = digest(tmp_path)


@pytest.fixture
def call(tmp_path):
    """Call a compiled function in a process of its own, with its cache in a folder."""
    (tmp_path / "function.py").write_text(FUNCTION)
    # whatever CPU the tests themselves run as
    own = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_CPU_")}

    def run(code=CALL, **environment):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**own, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), **environment},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.split()

    return run


def test_code_of_another_cpu_is_never_used(call):
    assert call() == COMPILED
    assert call() == LOADED
    assert call(NUMBA_CPU_NAME="generic") == COMPILED
    assert call(NUMBA_CPU_FEATURES="") == COMPILED  # the same CPU's name, without its features
    for other in ({}, {"NUMBA_CPU_NAME": "generic"}, {"NUMBA_CPU_FEATURES": ""}):
        assert call(**other) == LOADED


def test_code_of_other_sources_is_never_used(call):
    assert call() == COMPILED
    changed = "from sympy_ssde import cache; cache.digest = lambda: 'other'\n" + CALL
    assert call(changed) == COMPILED
    assert call(changed) == LOADED


def test_what_is_outdated_goes(call, tmp_path):
    forget = "from sympy_ssde.cache import forget_outdated; import function; forget_outdated()\n"
    assert call() == COMPILED
    changed = "from sympy_ssde import cache; cache.digest = lambda: 'other' * 9\n"
    assert call(changed + CALL) == COMPILED
    files = {f.name for f in (tmp_path / "cache").rglob("function.*.nb[ic]")}
    assert len(files) == 4
    call(changed + forget)
    assert all(".other" in f.name for f in (tmp_path / "cache").rglob("function.*.nb[ic]"))
    assert call(changed + CALL) == LOADED and call() == COMPILED
