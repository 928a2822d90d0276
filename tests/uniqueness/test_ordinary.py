"""Linear ordinary equations with conditions at several places."""

import pytest
from uniqueness_cases import INITIAL, ORDINARY, solved

from sympy_ssde.proof.verify import verify
from sympy_ssde.uniqueness.ordinary import judge_linear_ordinary
from sympy_ssde.uniqueness.setting import Setting


@pytest.mark.parametrize("name", ORDINARY)
def test_the_verdict_is_that_of_the_textbook(name):
    problem, exprs = solved(ORDINARY[name])
    assert verify(problem, exprs)
    verdict = judge_linear_ordinary(Setting(problem, exprs))
    assert (None if verdict is None else verdict.unique) is ORDINARY[name][2]


@pytest.mark.parametrize("name", INITIAL)
def test_two_theorems_never_contradict_each_other(name):
    verdict = judge_linear_ordinary(Setting(*solved(INITIAL[name])))
    assert verdict is None or verdict.unique is None or INITIAL[name][2] in (None, verdict.unique)


def test_special_values_of_a_parameter_are_named():
    verdict = judge_linear_ordinary(Setting(*solved(ORDINARY["eigenvalue problem"])))
    assert verdict.reason == "for k = 1, every multiple of sin(x) can be added"
