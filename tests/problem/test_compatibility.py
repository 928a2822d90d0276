"""Equations that contradict each other are told, and no others."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Eq,
    Function,
    Heaviside,
    Rational,
    Symbol,
    cos,
    exp,
    log,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    symbols,
)

from sympy_ssde import ProblemError
from sympy_ssde.bench.systems_problems import ENTRIES
from sympy_ssde.problem.compatibility import check_equations
from sympy_ssde.problem.constraints import parse_constraint
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.problem.problem import Problem
from sympy_ssde.strategies import expressions, manufactured_systems

x, y, t = symbols("x y t")
k = Symbol("k", positive=True)
u, v, w = map(Function, "uvw")
U, V, W = u(x, y), v(x, y), w(x, y)
SQUARE = {x: (0, 1), y: (0, 1)}


def check(*equations, functions=(U, V, W), domain=SQUARE):
    """Raise, or return None."""
    read = [parse_constraint(e, functions, str(i + 1)) for i, e in enumerate(equations)]
    ranges = Domain(tuple(Range(s, *ends) for s, ends in domain.items()))
    return check_equations(read, functions[0].args, ranges)


def guilty(*equations, **rest):
    """The message about a contradiction."""
    with pytest.raises(ProblemError) as caught:
        check(*equations, **rest)
    return str(caught.value)


# contradictions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("equations", "message"),
    [
        ([U.diff(x) - 1, U.diff(x) - 2], "two equations contradict each other: 1 and 2; leave"),
        ([U.diff(x) - 1, V.diff(x), 2 * U.diff(x) - 3], "two equations contradict .*: 1 and 3;"),
        ([U + V - x, U - V, U - 1], "three equations contradict each other: 1, 2 and 3;"),
        ([U * U.diff(x) - 1, U * U.diff(x) - exp(x)], "two equations"),
        ([(U + V) ** 2 - 1, U**2 + 2 * U * V + V**2 - 2, V.diff(x)], "two equations"),
        ([pi * U.diff(x) - 1, pi * U.diff(x) - sqrt(2)], "two equations"),
        ([exp(x) * U.diff(x) - 1, exp(x) * U.diff(x) - y], "two equations"),
        ([U.diff(x) - k, U.diff(x) - 2 * k], "two equations"),
        ([U.diff(x) - y, U.diff(y) + x], "the equations 1 and 2 .*: their derivatives by y and x"),
        ([U.diff(x) - sin(y), U.diff(y) - cos(x)], "derivatives by y and x can't both hold"),
        ([U.diff(x, 2) - y**2, U.diff(y, 2) + x**2], "derivatives"),
        ([U.diff(x) - V, U.diff(y) - V, V.diff(x) - 1, V.diff(y) - 2], "can't all hold"),
        ([U.diff(x) - U, Eq(x, 1)], "the equation 2 has no unknown function in it, and doesn't"),
    ],
)
def test_contradictions_are_named(equations, message):
    domain = {k: (1, 2), **SQUARE}
    with pytest.raises(ProblemError, match=message):
        check(*equations, domain=domain)


@given(st.integers(-3, 3), st.integers(-3, 3), st.integers(1, 3), st.integers(1, 3))
@settings(deadline=None)
def test_two_values_of_one_derivative_contradict_each_other_unless_they_agree(a, b, m, n):
    equations = m * (U.diff(x) + V - a * x), n * (U.diff(x) + V - b * x)
    if a == b:
        check(*equations)
    else:
        assert "two equations contradict each other" in guilty(*equations)


@given(expressions((x, y), ("+", "*", "sin", "exp"), max_depth=2), st.integers(-2, 2))
@settings(deadline=None, max_examples=60)
def test_a_gradient_is_free_of_contradictions_and_a_changed_one_is_not(potential, change):
    gradient = [U.diff(s) - potential.diff(s) for s in (x, y)]
    check(*gradient)
    turned = gradient[0] - change * y, gradient[1]
    if change:
        assert "derivatives by y and x" in guilty(*turned)


# no contradictions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "equations",
    [
        [U.diff(x) - 1],
        [U.diff(x) - 1, U.diff(y) - 2],
        [U.diff(x) - y, U.diff(y) - x],
        [U.diff(x) - 1, 2 * U.diff(x) - 2],
        [U.diff(x) - V, V.diff(x) - U, U.diff(x, 2) - U],
        [U.diff(x) - sin(x) ** 2, U.diff(x) - 1 + cos(x) ** 2],
        [U.diff(x) ** 2 - 1, U.diff(x) - 1],
        [sin(U.diff(x)) - 1, sin(U.diff(x)) - 2],  # there is none, but it isn't a polynomial
        [U.diff(x) - Abs(x - y), U.diff(y) - sign(x - y)],
        [U.diff(x) - Heaviside(y - 2), U.diff(y)],
        [U.diff(x) / x - 1, U.diff(x) - x],
        [U.diff(x) - log(x), U.diff(y) - 1],
        [U.diff(x) + U.diff(y), U.diff(x) + (1 + Rational(1, 10**35)) * U.diff(y) - 1],
        [U.diff(x) + U.diff(y), U.diff(x) + (1 + exp(-100)) * U.diff(y) - 1],
        [Rational(1, 10**40) * U.diff(x) - 1, U.diff(y) - 1],
        [U.diff(x) - 1, U.diff(x) - 1 - Rational(1, 10**30)],  # too small to be sure of
    ],
)
def test_what_may_have_a_solution_is_accepted(equations):
    check(*equations)


@settings(max_examples=60, deadline=None)
@given(manufactured_systems(max_functions=4))
def test_systems_with_a_solution_are_accepted(made):
    problem = made.problem
    check_equations(problem.equations, problem.variables, problem.domain)
    twice = [*problem.equations, *problem.equations]
    check_equations(twice, problem.variables, problem.domain)


@pytest.mark.filterwarnings("ignore::sympy_ssde.ProblemWarning")
def test_systems_of_the_literature_are_accepted_quickly():
    problems = [entry.problem() for entry in ENTRIES]
    start = time.perf_counter()
    for problem in problems:
        check_equations(problem.equations, problem.variables, problem.domain)
    assert time.perf_counter() - start < 0.1 * len(problems)


def test_problems_say_it():
    with pytest.raises(ProblemError, match="two equations contradict each other: Eq"):
        Problem([U.diff(x) - 1, U.diff(x) - 2], U, {u(0, y): 0}, SQUARE)
    with pytest.raises(ProblemError, match="their derivatives by y and x can't both hold"):
        Problem([U.diff(x) - y, U.diff(y) + x], U, {u(0, 0): 0}, {x: (0, oo), y: (-oo, oo)})
    Problem([U.diff(x) - y, U.diff(y) - x], U, {u(0, 0): 0}, SQUARE)
