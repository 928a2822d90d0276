"""A solution that is not the only one is called so."""

import warnings

import pytest
from sympy import Function, Symbol, exp, pi, sqrt
from sympy.abc import x

from sympy_ssde import Problem, ProblemWarning, find_solution, solve_many, ssdsolve

u = Function("u")
GROWTH = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
RESONANCE = Problem(u(x).diff(x, 2) + u(x), u(x), {u(0): 0, u(pi): 0})


def test_the_only_solution_is_known_to_be():
    found = find_solution(GROWTH)
    assert found.unique is True and found.uniqueness.startswith("Picard-Lindelöf")
    assert "This is the only solution" in found._repr_html_()


def test_a_kernel_is_told_where_the_call_stands():
    with pytest.warns(ProblemWarning, match="not the only solution: every multiple of") as caught:
        found = find_solution(RESONANCE)
    assert caught[0].filename == __file__
    assert found.unique is False and "not the only one" in repr(found)
    assert "This is not the only solution" in found._repr_html_()
    with pytest.warns(ProblemWarning) as caught:
        ssdsolve(RESONANCE)
    assert caught[0].filename == __file__


def test_zero_for_an_eigenvalue_problem_comes_with_a_warning():
    k = Symbol("k", positive=True)
    with pytest.warns(ProblemWarning, match="for k = "):
        find_solution(u(x).diff(x, 2) + k**2 * u(x), u(x), {u(0): 0, u(pi): 0})
    with pytest.warns(ProblemWarning, match="other solutions were not excluded"):
        found = find_solution(u(x).diff(x, 2) + exp(x) * u(x), u(x), {u(0): 0, u(1): 0})
    assert found.expr == 0 and found.unique is None


def test_a_root_may_rest_or_move():
    with pytest.warns(ProblemWarning, match="is another solution"):
        assert find_solution(u(x).diff(x) - 2 * sqrt(u(x)), u(x), {u(0): 0}).unique is False


def test_many_solutions_say_it_themselves():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first, second = solve_many([GROWTH, RESONANCE], workers=1)
    assert first.unique is True and second.unique is False


def test_what_is_not_proved_is_not_judged():
    eq = u(x).diff(x) - x**2 - u(x) ** 2
    found = find_solution(eq, u(x), {u(0): 1}, {x: (0, 0.5)}, hint="shortcuts")
    assert not found and found.unique is None


def test_a_family_says_by_itself_that_it_has_many_members():
    found = find_solution(u(x).diff(x) - u(x), u(x))
    assert found.unique is False and found.uniqueness == "it is a family of solutions"
