"""What a search returns."""

import dataclasses
import pickle

import pytest
from solutions import SHAPES, SYSTEMS, nothing, poisson_in_a_cube, rough_heat, waves
from sympy import Eq, Function, Symbol, exp

from sympy_ssde import NoSolutionFoundError, Problem, Solution, SSDEError, Status, checkssdsol
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.solution import History, Record

x = Symbol("x")
u = Function("u")
PROBLEM = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
RECORD = Record(0, "policy", 10, 0.5, 0.9, 0.01, "exp(x)")


def solution(expr, status, verification=None):
    history = History((RECORD,), ((1, 0.5, "x"), (4, 0.0, "exp(x)")))
    return Solution(
        PROBLEM, expr, status, verification, {"equation": 0.1}, 7, 1.234, 10, "direct",
        history=history, reason="out of time",
    )  # fmt: skip


def test_only_a_proved_solution_is_true():
    proof = checkssdsol(PROBLEM, exp(x))
    assert solution(exp(x), Status.PROVED, proof)
    assert not solution(exp(x), Status.UNDECIDED)
    assert not solution(exp(x), Status.REFUTED)


def test_an_equation_even_if_nothing_is_proved():
    assert solution(x + 1, Status.UNDECIDED).eq == Eq(u(x), x + 1)
    assert solution(None, Status.UNDECIDED).eq is None


def test_an_equation_is_not_evaluated():
    assert solution(u(x), Status.UNDECIDED).eq.lhs == u(x)


def test_how_a_solution_reads():
    assert str(solution(exp(x), Status.PROVED)) == "Eq(u(x), exp(x)) (proved, direct, 1.23 s)"
    assert str(solution(None, Status.UNDECIDED)) == "None (undecided, direct, 1.23 s)"
    tex = solution(exp(x), Status.PROVED)._repr_latex_()
    assert tex.startswith("$") and tex.endswith("$") and "e^{x}" in tex


@pytest.mark.parametrize("name", [*SHAPES, *SYSTEMS])
def test_a_terminal_sees_a_line_or_two(name):
    found = (SHAPES | SYSTEMS)[name]()
    text = repr(found)
    assert len(text) < 240 and "\n" not in text
    assert f"({found.status}, direct, 1.50 s)>" in text
    assert repr(nothing()).startswith("<Solution: nothing found (undecided")


def test_steps_are_a_tuple_that_shows_itself():
    found = poisson_in_a_cube()
    assert found.steps == tuple(found.steps) and pickle.loads(pickle.dumps(found.steps))
    assert "along y" in str(found.steps) and found.steps._repr_html_().count("<tr>") == 4
    assert "Step 2" in found.steps[1]._repr_html_()
    line = Line("put <b> in", (Eq(u(x), x),))
    told = dataclasses.replace(found, steps=(line,))
    assert "&lt;b&gt;" in told.steps._repr_html_() and "<math" in line._repr_html_()
    assert str(told.steps).startswith("1. put <b> in:")
    assert "No steps" in nothing().steps._repr_html_() and str(nothing().steps) == ""


def test_history_counts_generations():
    assert len(solution(exp(x), Status.PROVED).history) == 1
    assert len(History()) == 0 and History().front == ()


def test_results_are_frozen_and_can_be_pickled():
    found = solution(exp(x), Status.PROVED, checkssdsol(PROBLEM, exp(x)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.expr = x
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.eq == found.eq and again.verification


def test_the_error_carries_the_best_candidate():
    best = solution(x + 1, Status.UNDECIDED)
    error = NoSolutionFoundError("nothing", best)
    assert error.solution is best and str(error) == "nothing"
    assert isinstance(error, SSDEError) and isinstance(error, NotImplementedError)


def test_steps_are_a_table_as_in_the_paper():
    found = poisson_in_a_cube()
    assert found.steps_text() == (
        "        variable  u(x, y, z)                      parameters\n"
        "------  --------  ------------------------------  -------------\n"
        "Step 1  x         alpha_1 + 2.5*x**4              alpha_1(y, z)\n"
        "Step 2  y         alpha_2 + 2.5*x**4 - 1.3*y**3   alpha_2(z)\n"
        "Step 3  z         2.5*x**4 - 1.3*y**3 + 0.5*z**2\n"
        "Answer            5*x**4/2 - 13*y**3/10 + z**2/2"
    )
    rows = found.steps_latex().splitlines()
    assert rows[0] == r"\begin{tabular}{llll}" and rows[-1] == r"\end{tabular}"
    assert rows[4].startswith(r"Step 1 & $x$ & $\alpha_{1} + 2.5 x^{4}$ & $\alpha_{1}")
    assert all(row.count(" & ") == 3 for row in rows[4:8])


def test_a_last_step_that_is_the_answer_is_not_repeated():
    found = poisson_in_a_cube()
    last = dataclasses.replace(found.steps[-1], expr=found.expr)
    found = dataclasses.replace(found, steps=(*found.steps[:-1], last))
    assert found.steps_text().splitlines()[-1] == "Step 3  z         5*x**4/2 - 13*y**3/10 + z**2/2"


def test_answers_without_steps_have_no_table():
    assert rough_heat().steps_text() == "" == rough_heat().steps_latex()
    assert nothing().steps_latex() == ""


@pytest.mark.parametrize("name", SHAPES)
def test_notebooks_see_formula_status_and_proof(name):
    found = SHAPES[name]()
    page = found._repr_html_()
    assert page.startswith('<div class="sympy-ssde"><math display="block">')
    assert page.count(f'class="{found.status}"') == 1 + len(found.problem.constraints)
    assert ("alpha" in page or "α" in page) == bool(found.steps)


def test_notebooks_see_that_nothing_was_found():
    assert "No candidate was found" in nothing()._repr_html_()
    assert nothing()._repr_latex_() == "no solution was found"


# systems ----------------------------------------------------------------------------------------


def test_a_system_has_an_equation_for_each_function():
    found = waves()
    assert found.expr == found.exprs[0] and found.eq == found.eqs[0]
    assert [eq.lhs for eq in found.eqs] == list(found.problem.functions)
    assert [eq.rhs for eq in found.eqs] == list(found.exprs)
    assert str(found).startswith("Eq(u(x, t), sin(x)*cos(t)), Eq(v(x, t), sin(t)*cos(x)) (proved")


def test_latex_of_a_system_has_a_line_for_each_function():
    tex = waves()._repr_latex_()
    assert tex.startswith(r"$\displaystyle \begin{aligned} u") and tex.endswith(r"\end{aligned}$")
    first, second = tex.split(r" \\ ")
    assert r"&= \sin" in first and second.startswith("v")
    assert tex.count("{") == tex.count("}")


@pytest.mark.parametrize("name", SYSTEMS)
def test_notebooks_see_all_of_a_system(name):
    found = SYSTEMS[name]()
    page = found._repr_html_()
    assert page.count(f'class="{found.status}"') == 1 + len(found.problem.constraints)
    assert page.count('<math display="block">') >= len(found.exprs)


def test_systems_are_checked_again_as_a_whole():
    found = waves()
    assert found.checked().status is Status.PROVED
    forged = dataclasses.replace(found, exprs=(found.exprs[0], x))
    assert forged.checked().status is Status.REFUTED
