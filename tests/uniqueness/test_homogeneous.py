"""The homogeneous problem: 0 solves it, and what it has can be added."""

import pytest
from sympy import S
from uniqueness_cases import BOXES, ORDINARY, k, solved

from sympy_ssde import checkssdsol
from sympy_ssde.uniqueness.homogeneous import homogeneous, substituted

LINEAR = {n: c for n, c in (ORDINARY | BOXES).items() if n != "nonlinear"}


@pytest.mark.parametrize("name", LINEAR)
def test_zero_solves_it(name):
    problem, _ = solved(LINEAR[name])
    smaller = homogeneous(problem)
    assert len(smaller.constraints) == len(problem.constraints)
    assert all(c.put_in([S.Zero], smaller.variables) == 0 for c in smaller.constraints)


def test_a_nonlinear_problem_has_none():
    assert homogeneous(ORDINARY["nonlinear"][0]) is None


def test_a_parameter_gets_a_value():
    problem, _ = solved(ORDINARY["eigenvalue problem"])
    special = substituted(problem, k, S(3))
    assert special.params == () and checkssdsol(special, S.Zero)
