"""Problems on which SymPy hangs end in time."""

from random import Random

import pytest

from sympy_ssde.bench.deadlines import ALLOWED, hostile, measure, tables


def test_they_are_different():
    assert len({hostile(Random(seed)) for seed in range(60)}) > 40


def test_the_table_names_those_that_are_late():
    row = {
        "first": 0, "count": 2, "outcomes": {"proved": 2}, "late": [[1, 3.5]],
        "largest_delay": 3.5, "left_behind": 0,
    }  # fmt: skip
    assert "seed 1: 3.5 s" in tables([row])[0].text()


@pytest.mark.slow
def test_none_is_late_and_nothing_is_left():
    rows = measure(30, first=5000)
    assert all(row["late"] == [] and row["largest_delay"] < ALLOWED for row in rows)
    assert not any("lost" in key for row in rows for key in row["outcomes"])
