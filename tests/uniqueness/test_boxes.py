"""Partial equations on boxes."""

import pytest
from uniqueness_cases import BOXES, INITIAL, solved

from sympy_ssde.proof.verify import verify
from sympy_ssde.uniqueness.boxes import judge_box
from sympy_ssde.uniqueness.setting import Setting


@pytest.mark.parametrize("name", BOXES)
def test_the_verdict_is_that_of_the_textbook(name):
    problem, exprs = solved(BOXES[name])
    assert verify(problem, exprs)
    verdict = judge_box(Setting(problem, exprs))
    assert (None if verdict is None else verdict.unique) is BOXES[name][2]


@pytest.mark.parametrize("name", INITIAL)
def test_one_variable_is_no_box(name):
    assert judge_box(Setting(*solved(INITIAL[name]))) is None
