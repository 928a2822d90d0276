"""Several families, as users ask for them."""

import pytest
from sympy import Function, symbols

from sympy_ssde import ProblemError, checkssdsol, find_solutions

x, t = symbols("x t")
u = Function("u")
U, Q = u(x, t), u(x)


def test_several_families_the_most_general_first():
    found = find_solutions(U.diff(t) + 6 * U * U.diff(x) + U.diff(x, 3), U, most=2)
    assert [bool(s) for s in found] == [True, True]
    assert len(found[0].constants) >= len(found[1].constants)


def test_a_general_solution_is_the_only_one():
    (only,) = find_solutions(U.diff(t, 2) - U.diff(x, 2), U)
    assert len(only.functions) == 2


def test_all_of_them_are_proved():
    heat = U.diff(t) - U.diff(x, 2)
    found = find_solutions(heat, U, most=3)
    assert len(found) > 1 and len({s.expr for s in found}) == len(found)
    assert all(checkssdsol(heat, s.eq, U) and s.sums for s in found)


def test_conditions_that_determine_the_solution():
    (only,) = find_solutions(Q.diff(x) - Q, Q, {u(0): 2})
    assert only.expr.subs(x, 0) == 2 and not only.constants


def test_misuse():
    with pytest.raises(ProblemError, match="most is 0"):
        find_solutions(Q.diff(x) - Q, Q, most=0)
