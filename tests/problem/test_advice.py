"""What people write first, and the line that they are told to write instead."""

import pytest
from sympy import Derivative, Eq, Function, I, S, Symbol, conjugate, sin, symbols
from sympy.physics.units import meter, second

from sympy_ssde import (
    Problem,
    ProblemError,
    UnsupportedError,
    checkssdsol,
    find_solution,
    find_solutions,
    solve_many,
    ssdsolve,
)
from sympy_ssde.problem.advice import declared, refuse_complex, refuse_units

x, t = symbols("x t")
y, u = Function("y"), Function("u")
GROWTH = Eq(y(x).diff(x), y(x))
WAVE = Eq(u(x, t).diff(t, 2), u(x, t).diff(x, 2))
SPRING = y(x).diff(x, 2) + y(x)

MISTAKES = {
    "derivative of a constant": (
        lambda: ssdsolve(SPRING, y(x), {y(0): 1, Derivative(y(0), x): 0}),
        "write y(x).diff(x).subs(x, 0)",
    ),
    "beside another value": (
        lambda: ssdsolve(SPRING, y(x), [Eq(y(0) + Derivative(y(0), x, 2), 0)]),
        "write y(x).diff(x, 2).subs(x, 0)",
    ),
    "of two variables": (
        lambda: ssdsolve(WAVE, u(x, t), {u(x, 0): 0, Derivative(u(x, 0), t): 1}),
        "write u(x, t).diff(t).subs(t, 0)",
    ),
    "evaluated by SymPy": (
        lambda: ssdsolve(SPRING, y(x), {y(0): 1, y(0).diff(x): 0}),
        "write y(x).diff(x).subs(x, 0)",
    ),
    "evaluated in a list": (
        lambda: ssdsolve(SPRING, y(x), [Eq(y(0), 1), Eq(y(0).diff(x), 1)]),
        "u(x).diff(x).subs(x, 0)",
    ),
    "two equals signs": (
        lambda: ssdsolve(y(x).diff(x) == y(x), y(x), {y(0): 1}),
        "Write it with Eq: Eq(u(x).diff(x), 2*u(x))",
    ),
    "two in a condition": (
        lambda: ssdsolve(GROWTH, y(x), [y(0) == 1]),
        "Write it with Eq: Eq(u(0), 1)",
    ),
    "a string": (lambda: ssdsolve("y' = y", y(x), {y(0): 1}), "ssdsolve(read_problem("),
    "strings for conditions": (lambda: ssdsolve(GROWTH, y(x), "y(0) = 1"), "read_problem"),
    "a string for a value": (lambda: ssdsolve(GROWTH, y(x), {y(0): "1"}), "leave the quotes out"),
    "units": (
        lambda: ssdsolve(y(x).diff(x) - y(x) / second, y(x), {y(0): 1}),
        "the unit second; numbers were expected",
    ),
    "units in a condition": (
        lambda: ssdsolve(GROWTH, y(x), {y(0): 3 * meter}),
        "expr.subs({meter: 1})",
    ),
    "conditions for the unknown": (
        lambda: checkssdsol(GROWTH, x, {y(0): 1}),
        "or bcs={u(0): 1} by name",
    ),
    "a symbol for the unknown": (
        lambda: ssdsolve(Symbol("y") + x, Symbol("y"), {}),
        "write y = Function('y')",
    ),
    "the variable for the unknown": (
        lambda: ssdsolve(GROWTH, x, {y(0): 1}),
        "as the equation has it: y(x)",
    ),
    "a function without its argument": (
        lambda: ssdsolve(GROWTH, y(x), {y: 1}),
        "such as y(0) or y(x)",
    ),
    "no place": (lambda: ssdsolve(GROWTH, y(x), {y(x): 1}), "At a point, write y(0)"),
    "units in a range": (
        lambda: find_solution(GROWTH, y(x), {y(0): 1}, {x: (0, 2 * second)}),
        "the upper end of x has the unit second",
    ),
    "units in a solution": (
        lambda: checkssdsol(GROWTH, meter * x, y(x), {y(0): 1}),
        "the solution has the unit meter",
    ),
    "a pair for a condition": (
        lambda: ssdsolve(GROWTH, y(x), [(y(0), 1)]),
        "an equation was expected: Eq(y(0), 1)",
    ),
    "a dict for an equation": (
        lambda: ssdsolve({y(x).diff(x): y(x)}, y(x), {y(0): 1}),
        "an equation was expected: Eq(Derivative(y(x), x), y(x))",
    ),
    "two equals signs in a solution": (
        lambda: checkssdsol(GROWTH, y(x) == sin(x), y(x), {y(0): 1}),
        "Write it with Eq: Eq(u(x), exp(x))",
    ),
    "dsolve's third argument": (
        lambda: ssdsolve(GROWTH, y(x), "separable"),
        "A method is chosen by name: hint=",
    ),
    "a delay": (lambda: ssdsolve(y(x).diff(x) - y(x - 1), y(x), {y(0): 1}), "delays can't"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_error_shows_the_line_to_write(name):
    act, line = MISTAKES[name]
    with pytest.raises(ProblemError) as caught:
        act()
    assert line in str(caught.value)


REAL = Function("y", real=True)


@pytest.mark.parametrize(
    "state",
    [
        lambda: Problem(REAL(x).diff(x) - REAL(x), REAL(x), {y(0): 1}),
        lambda: Problem(GROWTH, REAL(x), {y(0): 1}),
        lambda: Problem(y(x).diff(x) - REAL(x), y(x), {y(0): 1}),
    ],
)
def test_functions_of_one_name_are_told_apart(state):
    with pytest.raises(ProblemError) as caught:
        state()
    told = str(caught.value)
    assert "Function('y', real=True)" in told and "two functions" in told and len(told) < 250


def test_symbols_of_one_name_are_told_apart():
    positive = Symbol("x", positive=True)
    with pytest.raises(ProblemError, match=r"Symbol\('x', positive=True\)"):
        find_solution(y(x).diff(x) - positive, y(x), {y(0): 1})


def test_a_derivative_by_the_place_is_one():
    length = Symbol("L", positive=True)
    beam = Problem(SPRING, y(x), [Eq(Derivative(y(length), length), 0)], {x: (0, length)})
    assert beam.conditions[0].traces[0].orders == (1,)


def test_initial_conditions_have_the_name_that_dsolve_has_for_them():
    assert Problem(GROWTH, y(x), ics={y(0): 1}) == Problem(GROWTH, y(x), {y(0): 1})
    assert ssdsolve(GROWTH, y(x), ics={y(0): 1}).rhs.subs(x, 0) == 1
    assert checkssdsol(GROWTH, S.Zero, y(x), ics={y(0): 0})


def test_boundary_and_initial_conditions_may_come_apart():
    edges, start = {u(0, t): 0, u(1, t): 0}, [Eq(u(x, 0), x), Eq(u(x, t).diff(t).subs(t, 0), 0)]
    with pytest.warns(UserWarning, match="corner"):
        apart = Problem(WAVE, u(x, t), edges, ics=start)
    assert len(apart.conditions) == 4
    with pytest.raises(ProblemError, match="contradict"):
        Problem(GROWTH, y(x), {y(0): 1}, ics={y(0): 2})
    with pytest.raises(ProblemError, match="ics= was given beside a Problem"):
        find_solution(Problem(GROWTH, y(x), {y(0): 1}), ics={y(0): 2})


def test_a_pair_is_the_range_of_the_only_variable():
    assert Problem(GROWTH, y(x), {y(0): 1}, (0, 2)) == Problem(GROWTH, y(x), {y(0): 1}, {x: (0, 2)})
    with pytest.raises(ProblemError, match="the domain is"):
        Problem(WAVE, u(x, t), {u(x, 0): 0}, (0, 2))


def test_a_complex_problem_is_solved_by_structure_or_told_to_be_split():
    assert ssdsolve(y(x).diff(x) - I * y(x), y(x), {y(0): 1}).rhs.has(I)
    with pytest.raises(UnsupportedError, match=r"\[a\(x\), b\(x\)\]"):
        find_solution(y(x).diff(x) - I * x * sin(y(x)), y(x), {y(0): 1}, hint="direct")
    with pytest.raises(UnsupportedError):
        refuse_complex([conjugate(x)], [y(x)])
    refuse_complex([x], [y(x)])


def test_what_has_no_units_is_fine():
    refuse_units(x + 1, "the equation")


def test_dsolve_s_conditions_are_understood_everywhere():
    given = {y(0): 0, y(x).diff(x).subs(x, 0): 1}
    (found,) = find_solutions(SPRING, y(x), ics=given, most=1)
    assert found and checkssdsol(SPRING, sin(x), y(x), ics=given)
    with pytest.raises(ProblemError, match=r"problem 1: .*write y\(x\).diff\(x\).subs\(x, 0\)"):
        solve_many([{"eq": SPRING, "func": y(x), "ics": {Derivative(y(0), x): 1}}])


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (ssdsolve, "ssdsolve(read_problem("),
        (find_solution, "find_solution(read_problem("),
        (find_solutions, "find_solutions(read_problem("),
        (Problem, ": read_problem("),
        (lambda text: checkssdsol(text, x), "checkssdsol(read_problem("),
    ],
)
def test_the_line_to_write_calls_the_same_function(call, line):
    with pytest.raises(ProblemError) as caught:
        call("y' = y")
    assert line in str(caught.value)


def test_declared_facts_are_those_that_were_declared():
    assert declared(Function("f", positive=True)) == {"positive": True}
    assert declared(Function("f")) == {}
    assert declared(Function("f", real=True, integer=False)).keys() >= {"real", "integer"}
    with pytest.raises(ProblemError, match="is declared positive; SymPy"):
        Problem(Function("f", positive=True)(x).diff(x) - 1)


def test_messages_name_the_function_that_was_called():
    for function in (ssdsolve, find_solution, find_solutions, Problem):
        with pytest.raises(TypeError, match=rf"^{function.__name__}\(\) got an unknown keyword"):
            function(GROWTH, y(x), {y(0): 1}, timout=3)
    with pytest.raises(TypeError, match=r"^checkssdsol\(\)"):
        checkssdsol(GROWTH, x, y(x), {y(0): 1}, timout=3)
