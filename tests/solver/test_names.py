"""Names are data: whatever a symbol is called, it is only called so."""

import pytest
from sympy import Function, Symbol, cos, exp, sin

from sympy_ssde import Problem, checkssdsol, find_solution
from sympy_ssde.problem.code import python_code

NAMES = ["my x", "x'", 'x"', "{x}", "x{0}", r"\alpha_{1}", "ä", "λ", "lambda", "class", "None", "",
         " ", "1x", "x-1", "c", "c0", "C1", "sin", "pi", "x\n", "%s", "<b>", "+", "pow", "a,b",
         "exec('1/0')"]  # fmt: skip
u = Function("u")


@pytest.mark.parametrize("name", NAMES)
def test_checks(name):
    x, k = Symbol(name), Symbol(name + " k")
    eq, bcs = u(x).diff(x) - k * u(x), {u(0): 1}
    assert checkssdsol(eq, exp(k * x), u(x), bcs)
    assert not checkssdsol(eq, exp(x), u(x), bcs)


@pytest.mark.parametrize("name", NAMES)
def test_code_that_states_it_again_is_code(name):
    x = Symbol(name)
    problem = Problem(u(x).diff(x) - cos(x), u(x), {u(0): 1})
    compile(python_code(problem), "problem", "exec")
    assert name.strip() in str(problem) + repr(problem)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hint", ["direct", "recursive"])
def test_searches(name, hint):
    x, y = Symbol(name), Symbol(name + "2")
    problem = Problem(
        u(x, y).diff(x) - u(x, y).diff(y), u(x, y), {u(0, y): sin(y)}, {x: (0, 1), y: (0, 1)}
    )
    found = find_solution(problem, hint=hint, timeout=30)
    assert found.expr == sin(x + y) and str(found) and repr(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["my u", "lambda", "{u}", "sin", "f'"])
def test_functions(name):
    v, x = Function(name), Symbol("x")
    assert find_solution(v(x).diff(x) - v(x), v(x), {v(0): 1}, timeout=30).expr == exp(x)
    compile(python_code(Problem(v(x).diff(x) - v(x), v(x), {v(0): 1})), "problem", "exec")
