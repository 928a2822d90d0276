"""The benchmark of constants: manufactured problems, and what is counted."""

from random import Random

import pytest

from sympy_ssde import checkssdsol
from sympy_ssde.bench.constants import measure, tables
from sympy_ssde.bench.constants_problems import KINDS, Draw, made


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.filterwarnings("ignore::sympy_ssde.errors.ProblemWarning")
def test_each_kind_states_a_problem_that_its_solution_solves(kind):
    problem, solution = kind(Draw(Random(kind.__name__)))
    assert problem.constraints and not solution.free_symbols - set(problem.variables)
    verification = checkssdsol(problem, solution, timeout=20)
    assert verification.counterexample is None


@pytest.mark.filterwarnings("ignore::sympy_ssde.errors.ProblemWarning")
def test_kinds_take_turns_and_the_seed_decides():
    first = [one.solution for one in made(len(KINDS), 3)]
    again = [one.solution for one in made(len(KINDS), 3)]
    others = [one.solution for one in made(len(KINDS), 4)]
    assert first == again != others


@pytest.mark.slow
def test_from_fitted_numbers_to_a_proof():
    rows = list(measure(3, 1, timeout=30))
    assert [row["proved"] for row in rows] == [True] * 3
    assert all(row["cpu_seconds"] >= 0 for row in rows)


def test_the_table_counts_proofs_and_tells_failures():
    row = {"kind": "heat", "solution": "x", "found": "", "cpu_seconds": 1.0, "number": 0}
    (table,) = tables([{**row, "proved": True}, {**row, "proved": False, "found": "2*x"}])
    assert ("all", "1/2", "50.0%", "1.00", "1.00") in table.lines
    assert "not proved: heat 0: x, found 2*x" in table.note
