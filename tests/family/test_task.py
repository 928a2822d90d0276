"""The worker's task."""

import pytest
from families_stated import BURGERS, KDV, WAVE, Q, U, a, u, x
from sympy import Function, sqrt

from sympy_ssde import ProblemWarning
from sympy_ssde.family.member import Family
from sympy_ssde.family.task import Families, proofs
from sympy_ssde.problem.problem import Problem


def members(problem, **more):
    return list(Families(problem, 120.0, **more).run())


def test_families_are_proved_and_named():
    (wave,) = members(Problem(WAVE, U))
    assert {f.__name__ for f in wave.family.functions} == {"F", "G"} and wave.sums
    (kdv,) = members(Problem(KDV, U))
    assert [str(c) for c in kdv.family.constants] == ["C1", "C2", "C3"] and not kdv.sums


def test_general_solutions_are_known_for_it():
    (found,) = members(Problem(Q.diff(x, 2) + Q, Q))
    assert found.general and len(found.family.constants) == 2


def test_few_conditions_hold_and_constants_stay():
    (found,) = members(Problem(Q.diff(x, 2) + Q, Q, {u(0): 3}))
    assert found.family.expr.subs(x, 0) == 3 and len(found.family.constants) == 1
    assert len(found.findings) == 2


@pytest.mark.slow
def test_several_without_special_cases():
    found = members(Problem(BURGERS, U), most=3, stages=(0,))
    assert len({m.family.expr for m in found}) == len(found) > 1


@pytest.mark.parametrize("sign", [1, -1])
def test_a_branch_that_holds_for_some_signs(sign):
    problem = Problem(Q.diff(x) - sqrt(Q), Q)
    family = Family((x + sign * a) ** 2 / 4, (a,))
    findings = proofs(problem, family, 20.0)
    if sign == 1:
        assert findings and {str(p) for f in findings for p in f.provided} == {"a > 0", "x > 0"}
    else:
        assert findings == ()


def test_systems_have_no_families_yet():
    v = Function("v")
    pair = [Q.diff(x) - v(x), v(x).diff(x) + Q]
    with pytest.warns(ProblemWarning, match="need 2 conditions"):
        problem = Problem(pair, [Q, v(x)])
    assert members(problem) == []
