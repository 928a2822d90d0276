"""Seconds until a first answer."""

import pytest

from sympy_ssde.bench import start


def rows(**seconds):
    names = {
        "sympy": "import sympy",
        "both": "import sympy, torch",
        "easy": "an easy answer",
        "heat": "heat by its structure",
        "ever": "the first searched answer ever",
    }
    return [{"program": names[k], "seconds": s} for k, s in seconds.items()]


def test_limits():
    (table,) = start.tables(rows(sympy=1.0, both=2.0, easy=2.5, heat=2.5, ever=20.0))
    assert ("an easy answer", "1", "2.50", "+1.50", "1.25") in table.lines
    assert "SymPy and torch: 1.25 (within 1.5)" in table.note
    assert table.note.count("1.50 (NOT within 1.2)") == 2
    assert "ever, seconds: 20.00 (within 25)" in table.note


def test_medians():
    found = start.medians(rows(sympy=1.0) + rows(sympy=5.0) + rows(sympy=2.0, both=3.0))
    assert found == {"import sympy": 2.0, "import sympy, torch": 3.0}
    assert "ever" not in start.tables(rows(sympy=1.0, both=2.0, easy=2.5, heat=2.5))[0].note


@pytest.mark.slow
def test_all_programs_run():
    found = start.medians(start.measure(1, 0))
    assert set(found) == set(start.PROGRAMS)
    assert found["a searched answer"] > found["import sympy"]
