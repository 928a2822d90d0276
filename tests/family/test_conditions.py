"""Few conditions."""

import pytest
from families_stated import HEAT, LAPLACE, Q, U, V, t, u, x, y
from sympy import Function, cos, exp, pi, sin, sqrt, symbols

from sympy_ssde import checkssdsol
from sympy_ssde.family.conditions import is_undetermined, meeting
from sympy_ssde.family.member import Family
from sympy_ssde.family.task import Families
from sympy_ssde.problem.problem import Problem

C1, C2, C3 = symbols("C1 C2 C3")
SPRING = Q.diff(x, 2) + Q


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (Problem(SPRING, Q), True),
        (Problem(SPRING, Q, {u(0): 1}), True),
        (Problem(SPRING, Q, {u(0): 1, u(pi): 1}), False),
        (Problem(HEAT, U, {u(0, t): 0}), True),
        (Problem(HEAT, U, {u(x, 0): sin(x)}), False),
        (Problem(LAPLACE, V, {u(0, y): 0, u(1, y): 0}), False),
    ],
)
def test_too_few_are_counted(problem, expected):
    assert is_undetermined(problem) is expected


def test_values_determine_some_constants():
    family = Family(C1 * cos(x) + C2 * sin(x), (C1, C2))
    (found,) = meeting(family, Problem(SPRING, Q, {u(x).diff(x).subs(x, 0): 2}))
    assert found.expr == C1 * cos(x) + 2 * sin(x) and found.constants == (C1,)


def test_conditions_along_a_face():
    family = Family(C1 * exp(-(C2**2) * t) * sin(C2 * x) + C3, (C1, C2, C3))
    found = list(meeting(family, Problem(HEAT, U, {u(0, t): 5})))
    assert any(f.expr.subs(x, 0) == 5 for f in found)


def test_no_conditions_change_nothing():
    family = Family(C1 * x, (C1,))
    assert list(meeting(family, Problem(Q.diff(x, 2), Q))) == [family]


def test_a_curve_may_determine_a_solution():
    s = symbols("s")
    disk = {x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)}
    assert not is_undetermined(Problem(LAPLACE, V, {u(cos(s), sin(s)): cos(s)}, disk))


def test_functions_are_reflected():
    F, G = Function("F"), Function("G")
    wave = U.diff(t, 2) - U.diff(x, 2)
    whole = Family(F(x - t) + G(x + t), ())
    for value in (0, sin(t)):
        (found,) = meeting(whole, Problem(wave, U, {u(0, t): value}))
        assert len(found.functions) == 1 and found.expr.subs(x, 0).expand() == value
        assert checkssdsol(wave, found.expr, U)
    slope = Problem(wave, U, {U.diff(x).subs(x, 0): 0})
    assert list(meeting(whole, slope)) == []


def test_trivial_members_are_left_out():
    """A value that the constant solution has, too."""
    found = next(Families(Problem(Q.diff(x, 2) - 2 * Q * Q.diff(x), Q, {u(0): 0}), 60.0).run())
    assert found.family.expr.diff(x) != 0 and len(found.family.constants) == 1
