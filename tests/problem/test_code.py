"""Problems as people write them, and as code that states them again."""

import pytest
from sympy import Eq, Function, Rational, Symbol, cos, pi, sin, sqrt, symbols

from sympy_ssde import Problem
from sympy_ssde.bench.catalogue import entries
from sympy_ssde.problem.code import python_code, written_equation
from sympy_ssde.problem.constraints import parse_constraint

x, y, t = symbols("x y t")
u = Function("u")


def stated_by(code):
    names = {}
    exec(code, names)
    return names["problem"]


@pytest.mark.parametrize("entry", entries(), ids=lambda e: e.id)
def test_the_code_states_the_same_problem(entry):
    problem = entry.problem()
    again = stated_by(python_code(problem))
    assert (again.functions, again.params, again.domain) == (
        problem.functions, problem.params, problem.domain
    )  # fmt: skip
    for old, new in zip(problem.constraints, again.constraints, strict=True):
        # SymPy multiplies numbers out while it reads, so that equal terms may look different
        assert old == new or (old.expr - new.expr).expand() == 0
        assert old.traces == new.traces


@pytest.mark.parametrize("entry", entries(), ids=lambda e: e.id)
def test_an_equation_keeps_its_value(entry):
    problem = entry.problem()
    for constraint in problem.constraints:
        written = written_equation(constraint, problem)
        assert parse_constraint(written.lhs - written.rhs, problem.functions) == constraint


def test_data_stand_on_the_right():
    problem = Problem(
        u(x, y).diff(x, 2) + u(x, y).diff(y, 2) - x, u(x, y), {u(0, y): y, u(1, y): 2 * y}
    )
    (equation,) = problem.equations
    assert written_equation(equation, problem) == Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), x)
    assert written_equation(problem.conditions[1], problem) == Eq(u(1, y), 2 * y)


def test_names_of_python_and_sympy_are_avoided():
    rate, size = Symbol("lambda", positive=True), Symbol("S")
    sine = Function("sin")
    equation = Eq(sine(x).diff(x), rate * sine(x) * Rational(1, 3) + size)
    problem = Problem(equation, sine(x), {sine(0): sqrt(2) / 3}, params=[rate, size])
    code = python_code(problem)
    assert "lambda_ = Symbol('lambda', positive=True)" in code
    assert stated_by(code) == problem


def test_fractions_stay_exact():
    problem = Problem(
        u(x).diff(x) - x ** Rational(1, 3) * cos(pi * x / 7),
        u(x),
        {u(Rational(1, 3)): Rational(2, 7)},
    )
    assert "Rational(2, 7)" in python_code(problem)
    assert stated_by(python_code(problem)) == problem


def test_a_call_comes_last_and_is_imported():
    problem = Problem(u(x).diff(x) - sin(x), u(x), {u(0): 1})
    code = python_code(problem, "solution = find_solution(problem, seed=3)")
    assert code.endswith("\nsolution = find_solution(problem, seed=3)")
    assert "from sympy_ssde import Problem, find_solution\n" in code
