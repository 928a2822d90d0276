"""Processes are killed; answers are neither wrong nor lost."""

import pytest

from sympy_ssde.bench import kills


def test_a_line_for_each_kind():
    row = {"kind": "worker", "number": 0, "wrong": 0, "lost": 1, "seconds": 2.0, "left_behind": 0}
    (table,) = kills.tables([row, {**row, "lost": 2, "seconds": 3.0}])
    assert table.lines == (("worker", "2", "0", "3", "0", "3.0"),)


@pytest.mark.slow
def test_nothing_is_lost():
    """One of each kind: a worker, a client, a search, a worker and the scheduler of Dask."""
    pytest.importorskip("distributed")
    rows = list(kills.measure(len(kills.KINDS), seed=1))
    assert {row["kind"] for row in rows} == set(kills.KINDS)
    assert not any(row["wrong"] or row["lost"] or row["left_behind"] for row in rows), rows
