"""What is called from compiled code only is linked into its callers, with the same results."""

import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest
from numba import njit
from numba.core import codegen

from sympy_ssde import linking
from sympy_ssde.kernel.elementary import FLAGS
from sympy_ssde.linking import part, whole

_as_usual = njit(**FLAGS)


def made(decorate, entry):
    """A function of two others, one of which calls the other."""

    @decorate
    def square(x):
        return x * x

    @decorate
    def fourth(x):
        return square(square(x))

    @entry
    def total(values):
        found = 0.0
        for x in values:
            found += fourth(x) - square(x)
        return found

    return square, fourth, total


def test_the_same_numbers():
    values = np.linspace(0.1, 3, 17)
    *_, linked = made(part(**FLAGS), lambda f: whole(njit(**FLAGS)(f)))
    *_, usual = made(_as_usual, _as_usual)
    assert linked(values) == usual(values)


def test_this_numba_is_known():
    assert linking.IS_KNOWN


def test_parts_have_no_machine_code_of_their_own():
    square, fourth, total = made(part(**FLAGS), lambda f: whole(njit(**FLAGS)(f)))
    total(np.ones(3))
    for inner in (square, fourth):
        (found,) = inner.overloads.values()
        with pytest.raises((KeyError, TypeError)):
            found.entry_point(1.0)
    library = codegen.JITCPUCodegen._library_class
    assert library is codegen.JITCodeLibrary  # what others compile is compiled as usual


def test_what_is_linked_is_optimised_once(monkeypatch):
    turns = []
    usual = codegen.CPUCodegen._module_pass_manager

    def counted(self, **options):
        turns.append(options)
        return usual(self, **options)

    monkeypatch.setattr(codegen.CPUCodegen, "_module_pass_manager", counted)
    *_, total = made(part(**FLAGS), lambda f: whole(njit(**FLAGS)(f)))
    assert total(np.ones(3)) == 0.0
    assert len(turns) == 1


def test_other_versions_compile_as_usual(monkeypatch):
    monkeypatch.setattr(linking, "IS_KNOWN", False)
    *_, total = made(part(**FLAGS), lambda f: whole(njit(**FLAGS)(f)))
    assert total(np.ones(3)) == 0.0


def test_what_is_missing_is_noticed():
    code = (
        "from numba.core import codegen; codegen.JITCodeLibrary = object;"
        "from sympy_ssde import linking; assert not linking.IS_KNOWN"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize(
    "module", ["search.variation", "search.breeding", "language.canonical", "language.automaton"]
)
def test_entries_and_parts_of_the_package_are_told_apart(module):
    """What Python calls has a file on disk, the others don't."""
    found = import_module(f"sympy_ssde.{module}")
    dispatchers = [v for v in vars(found).values() if hasattr(v, "py_func")]
    kinds = {type(d._cache).__name__ for d in dispatchers if d.py_func.__module__ == found.__name__}
    assert kinds <= {"FunctionCache", "NullCache"} and "NullCache" in kinds
