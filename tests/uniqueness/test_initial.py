"""Initial values: a theorem's conditions are all checked."""

import pytest
from uniqueness_cases import BOXES, INITIAL, ORDINARY, solved

from sympy_ssde.proof.verify import verify
from sympy_ssde.uniqueness.initial import judge_initial_values
from sympy_ssde.uniqueness.setting import Setting


@pytest.mark.parametrize("name", INITIAL)
def test_values_at_a_point_determine_where_the_equation_is_lipschitz(name):
    problem, exprs = solved(INITIAL[name])
    assert verify(problem, exprs)
    verdict = judge_initial_values(Setting(problem, exprs))
    assert (None if verdict is None else verdict.unique) is INITIAL[name][2]
    assert verdict is None or verdict.reason


@pytest.mark.parametrize("case", [*(ORDINARY | BOXES).values()], ids=[*(ORDINARY | BOXES)])
def test_nothing_is_said_of_other_conditions(case):
    verdict = judge_initial_values(Setting(*solved(case)))
    assert verdict is None or verdict.unique is None
