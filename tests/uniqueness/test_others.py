"""Second solutions are solutions, and others."""

import pytest
from sympy import Abs, Max, S, sqrt
from uniqueness_cases import BOXES, INITIAL, ORDINARY, U, solved, u, x

from sympy_ssde import Problem
from sympy_ssde.uniqueness.others import judge_by_another
from sympy_ssde.uniqueness.setting import Setting

ROOT = Problem(U.diff(x) - 2 * sqrt(U), U, {u(0): 0})
SQUARE = Problem(U.diff(x) ** 2 - 4 * U, U, {u(0): 1})


@pytest.mark.parametrize(
    ("problem", "expr", "other"),
    [
        (ROOT, x**2, "0"),
        (ROOT, S.Zero, "x**2"),
        (Problem(U.diff(x) - sqrt(Abs(U)), U, {u(0): 0}), S.Zero, "x**2/4"),
        (Problem(U.diff(x) - sqrt(Max(U, 0)), U, {u(0): 0}), S.Zero, "x**2/4"),
        (SQUARE, (x + 1) ** 2, "(1 - x)**2"),
        (Problem(U.diff(x) ** 2 - 1, U, {u(0): 0}), x, "-x"),
    ],
)
def test_another_solution_is_named(problem, expr, other):
    verdict = judge_by_another(Setting(problem, (expr,)), (expr,))
    assert verdict.unique is False and verdict.reason == f"{other} is another solution"


ALL = INITIAL | ORDINARY | BOXES


@pytest.mark.parametrize("name", [n for n, case in ALL.items() if case[2] is True])
def test_none_is_found_where_there_is_none(name):
    problem, exprs = solved(ALL[name])
    assert judge_by_another(Setting(problem, exprs), exprs) is None


def test_a_solution_written_otherwise_is_no_other():
    expr = (x**2 - 1) / (x - 1) - 1  # x
    problem = Problem(U.diff(x) ** 2 - 1, U, {u(0): 0, u(1): 1})
    assert judge_by_another(Setting(problem, (expr,)), (expr,)) is None
