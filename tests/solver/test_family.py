"""Families, as users ask for them."""

import pytest
from sympy import Eq, Function, cos, sin, symbols

from sympy_ssde import (
    NoSolutionFoundError,
    Solution,
    checkssdsol,
    find_solution,
    read_problem,
    ssdsolve,
)
from sympy_ssde.result.solution import Generality, Method

x, t, c = symbols("x t c")
u, F, G = map(Function, "uFG")
U, Q = u(x, t), u(x)
C1, C2 = symbols("C1 C2")


def test_an_equation_alone():
    answer = ssdsolve(Eq(U.diff(t, 2), c**2 * U.diff(x, 2)), U)
    assert answer.rhs in (
        F(x - c * t) + G(x + c * t),
        G(x - c * t) + F(x + c * t),
    )


def test_functions_make_a_solution_general():
    found = find_solution(Eq(U.diff(t), -c * U.diff(x)), U)
    assert found.generality is Generality.GENERAL and len(found.functions) == 1
    assert find_solution(U.diff(t) - U.diff(x, 2), U).generality is Generality.PARTICULAR


def test_general_solutions_say_so():
    found = find_solution(Q.diff(x, 2) + 4 * Q, Q)
    assert found.expr == C1 * cos(2 * x) + C2 * sin(2 * x)
    assert found.generality is Generality.GENERAL and found.method is Method.FAMILY
    assert found.constants == (C1, C2) and found.sums and found.assumptions == ()


def test_what_is_assumed_stands_in_the_answer():
    found = find_solution(Q.diff(x, 2) - Q.diff(x) ** 2, Q)
    assert checkssdsol(Q.diff(x, 2) - Q.diff(x) ** 2, found.eq, Q)
    found = find_solution(Q.diff(x, 2) + c * Q, Q)
    assert found and all(p.free_symbols <= {c, C1, C2} for p in found.assumptions)


def test_few_conditions():
    found = find_solution(Q.diff(x, 2) + 4 * Q, Q, {u(0): 1})
    assert found.expr.subs(x, 0) == 1 and len(found.constants) == 1
    assert found.generality is Generality.PARTICULAR


def test_text_and_files(tmp_path):
    found = find_solution(read_problem("u_t + 2*u_x = 0 on x, t"))
    assert found and found.functions
    found.save(tmp_path / "family.json")
    assert Solution.load(tmp_path / "family.json", check=True).status is found.status


def test_no_family_is_an_error_that_says_so():
    eq = Q.diff(x) - sin(Q * x) - x**3 * cos(Q**2)
    with pytest.raises(NoSolutionFoundError):
        ssdsolve(eq, Q, timeout=15)


def test_remarks_say_how_general_it_is_and_when():
    found = find_solution(Q.diff(x, 2) + 4 * Q, Q)
    assert found.remarks[0].startswith("general") and "sums" in found.remarks[1]
    assert "A family of solutions; general" in found._repr_html_()
    wave = find_solution(U.diff(x, t) - sin(U), U)
    assert wave.remarks[-1].startswith("provided ") and "!= 0" in wave.remarks[-1]
    assert find_solution(Q.diff(x) - Q, Q, {u(0): 1}).remarks == ()
