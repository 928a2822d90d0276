"""Compiled code never outlives its sources."""

import re
import shutil
from pathlib import Path

import sympy_ssde
from sympy_ssde.kernel_cache import SOURCES, drop_stale

PACKAGE = Path(sympy_ssde.__file__).parent


def test_all_compiled_modules_are_listed():
    compiled = re.compile(r"^@(njit|compiled|entry|inlined|spliced)\b|= _?njit\(", re.MULTILINE)
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if compiled.search(path.read_text(encoding="utf-8"))
    }
    assert found and found <= set(SOURCES)


def test_caches_go_when_any_source_changes(tmp_path):
    for name in SOURCES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(PACKAGE / name, tmp_path / name)
    caches = [tmp_path / "__pycache__" / "jets.nbi", tmp_path / "search/__pycache__/policy.nbc"]

    def compile_anew():
        for path in caches:
            path.parent.mkdir(exist_ok=True)
            path.write_text("code")

    compile_anew()
    assert drop_stale(tmp_path) and not any(c.exists() for c in caches)
    compile_anew()
    assert not drop_stale(tmp_path) and all(c.exists() for c in caches)
    with (tmp_path / "tokens.py").open("a") as file:
        file.write("\n# another\n")
    assert drop_stale(tmp_path) and not any(c.exists() for c in caches)
    assert not drop_stale(tmp_path)


def test_a_folder_that_cant_be_written_is_left_alone(tmp_path, monkeypatch):
    for name in SOURCES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(PACKAGE / name, tmp_path / name)

    def refuse(*_, **__):
        raise PermissionError

    monkeypatch.setattr(Path, "write_text", refuse)
    assert not drop_stale(tmp_path)
