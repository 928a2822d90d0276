"""The benchmark of series: its problems, and what is counted."""

import pytest

from sympy_ssde.bench.series import measure, problems, tables
from sympy_ssde.problem.problem import Problem


def test_there_are_enough_of_them_and_each_names_its_source():
    assert len(problems()) >= 40
    assert len({p.name for p in problems()}) == len(problems())
    assert all(p.source for p in problems())


@pytest.mark.parametrize("problem", problems(), ids=lambda p: p.name)
@pytest.mark.filterwarnings("ignore::sympy_ssde.errors.ProblemWarning")
def test_each_problem_can_be_stated(problem):
    assert Problem(problem.eq, problem.func, problem.bcs, problem.domain).conditions


@pytest.mark.slow
def test_a_series_is_found_and_proved():
    (row,) = measure(60, ["rod_parabola"])
    assert row["proved"] and row["is_series"]


def test_the_tables_count_proofs():
    row = {"problem": "a", "kind": "heat", "source": "b", "found": "Sum", "seconds": 1.0}
    by_kind, each = tables([{**row, "proved": True}, {**row, "proved": False}])
    assert by_kind.lines[0] == ("heat", "1/2", "1.00", "1.00")
    assert [line[2] for line in each.lines] == ["yes", "no"]
