"""The stepwise table: rows, plain text and LaTeX."""

from dataclasses import replace

import pytest
from solutions import decay, nothing, poisson_in_a_cube, rough_heat, waves_step_by_step
from sympy import Function, Symbol, cos, exp, sin, symbols

from sympy_ssde.result.solution import Step
from sympy_ssde.result.steps import step_rows, steps_latex, steps_text

x, y, z = symbols("x y z")
CUBE = poisson_in_a_cube()


def test_one_row_for_each_round_and_one_for_the_answer():
    rows = step_rows(CUBE)
    assert [name for name, *_ in rows] == ["Step 1", "Step 2", "Step 3", "Answer"]
    assert [variable for _, variable, *_ in rows] == [x, y, z, None]
    assert rows[-1][2] == CUBE.expr and rows[-1][3] == ()


def test_parameters_depend_on_what_is_left():
    parameters = [row[3] for row in step_rows(CUBE)]
    first, second = Function("alpha_1"), Function("alpha_2")
    assert parameters == [(first(y, z),), (second(z),), (), ()]


@pytest.mark.parametrize("order", [(x, y, z), (z, x, y), (y, z, x)])
def test_the_order_of_the_rounds_is_free(order):
    alpha = Symbol("alpha")
    steps = tuple(Step(i + 1, v, alpha * v, (alpha,)) for i, v in enumerate(order))
    rows = step_rows(replace(CUBE, steps=steps))
    for i in range(2):
        assert set(rows[i][3][0].args) == {x, y, z} - set(order[: i + 1])
    assert rows[2][3] == (alpha,)  # nothing is left to depend on


def test_parameters_of_the_problem_count_as_variables():
    found = decay()
    alpha = Symbol("alpha")
    (k,) = found.problem.params
    rows = step_rows(replace(found, steps=(Step(1, x, exp(alpha * x), (alpha,)),)))
    assert rows[0][3] == (Function("alpha")(k),)
    assert rows[1][:3] == ("Answer", None, found.expr)


def test_the_answer_is_not_repeated():
    last = replace(CUBE.steps[-1], expr=CUBE.expr)
    found = replace(CUBE, steps=(*CUBE.steps[:-1], last))
    assert [name for name, *_ in step_rows(found)] == ["Step 1", "Step 2", "Step 3"]


def test_rounds_without_an_answer():
    assert len(step_rows(replace(CUBE, expr=None, exprs=()))) == 3


@pytest.mark.parametrize("made", [rough_heat, nothing])
def test_without_rounds_there_is_no_table(made):
    found = made()
    assert step_rows(found) == () and steps_text(found) == steps_latex(found) == ""


def test_columns_of_the_text_stand_below_each_other():
    lines = steps_text(CUBE).splitlines()
    head, rule, *body = lines
    starts = [i for i, c in enumerate(rule) if c == "-" and (i == 0 or rule[i - 1] == " ")]
    assert len(starts) == 4 and len(body) == 4
    assert head[starts[1] :].startswith("variable") and head[starts[3] :] == "parameters"
    for line, (name, variable, expr, _) in zip(body, step_rows(CUBE), strict=True):
        assert line.startswith(name) and line == line.rstrip()
        assert line[starts[1] : starts[2]].strip() == ("" if variable is None else str(variable))
        assert line[starts[2] :].startswith(str(expr))


def test_latex_is_balanced_and_has_a_row_each():
    text = steps_latex(CUBE)
    assert text.count("{") == text.count("}") and text.count("$") % 2 == 0
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert len(rows) == 1 + len(step_rows(CUBE))
    assert all(row.count("&") == 3 for row in rows)
    assert rows[-1].startswith("Answer & -- & ") and rows[-1].endswith(r"& -- \\")


def test_steps_of_a_system_have_all_of_its_functions():
    found = waves_step_by_step()
    assert found.steps_text().splitlines()[0].split() == [
        "variable", "(u(x,", "t),", "v(x,", "t))", "parameters"
    ]  # fmt: skip
    rows = step_rows(found)
    assert [name for name, *_ in rows] == ["Step 1", "Step 2"]  # the last one is the answer
    assert rows[0][2].args == (Symbol("alpha_1") * sin(x), Symbol("alpha_2") * cos(x))
    text = steps_latex(found)
    assert text.count("{") == text.count("}") and r"\sin" in text
