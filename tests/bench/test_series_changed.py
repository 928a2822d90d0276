"""Changed series are wrong, and a sample of them is refuted."""

from itertools import islice

import pytest

from sympy_ssde.bench.series_changed import CHANGES, changed_series, measure, summary, tables
from sympy_ssde.bench.tables import texts


def test_there_are_two_hundred_of_all_kinds():
    made = list(changed_series())
    assert len(made) == 200
    assert {kind for _, kind, _, _ in made} == {kind for kind, _, _ in CHANGES}
    assert all(solution != known.solution for known, _, _, solution in made)


@pytest.mark.slow
def test_none_is_proved_and_nearly_all_are_refuted():
    rows = list(islice(measure(timeout=20), 60))
    found = summary(rows)
    assert found["proved"] == 0
    assert found["refuted"] >= 0.95 * found["changed"]
    assert "all" in texts(tables(rows))
