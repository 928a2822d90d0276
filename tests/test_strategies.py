"""The strategies draw what they promise."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import Function, symbols

from sympy_ssde import Problem, Status, checkssdsol
from sympy_ssde.language.tokens import OPERATORS
from sympy_ssde.proof.evaluate import evaluate_mp
from sympy_ssde.strategies import (
    boxes,
    expressions,
    manufactured_problems,
    manufactured_systems,
    numbers,
)

x, y = symbols("x y")


@settings(max_examples=100, deadline=None)
@given(expressions((x, y), tuple(OPERATORS)))
def test_expressions_are_defined_everywhere(expr):
    assert expr.free_symbols <= {x, y}
    for at in ((0, 0), (-1, 1), (2, -3)):
        value = evaluate_mp(expr, {x: mp.mpf(at[0]), y: mp.mpf(at[1])})
        assert mp.im(value) == 0


@settings(max_examples=100, deadline=None)
@given(expressions((x,), ("exp", "sin", "cube"), max_depth=5))
def test_no_function_of_a_number(expr):
    """exp(exp(8)) is too large for anybody."""
    assert all(call.free_symbols for call in expr.atoms(Function))


@settings(max_examples=50, deadline=None)
@given(expressions((x,), ("+", "*"), max_depth=2))
def test_only_the_named_operators_are_used(expr):
    assert expr.is_polynomial(x)


@given(boxes((x, y)))
def test_boxes_are_not_empty(box):
    assert set(box) == {x, y} and all(low < high for low, high in box.values())


@given(numbers())
def test_numbers_are_small_and_not_zero(number):
    assert number.is_Rational and 0 < abs(number) < 10


@settings(max_examples=20, deadline=None)
@given(manufactured_problems(max_variables=3, max_depth=2))
def test_manufactured_problems_are_solved_by_their_solution(made):
    assert isinstance(made.problem, Problem)
    assert checkssdsol(made.problem, made.exact).status is not Status.REFUTED


@settings(max_examples=30, deadline=None)
@given(manufactured_systems())
def test_manufactured_systems_are_solved_by_their_solution(made):
    assert isinstance(made.problem, Problem)
    assert len(made.exact) == len(made.problem.functions) == len(made.problem.equations) > 1
    assert checkssdsol(made.problem, made.exact).status is Status.PROVED


@settings(max_examples=20, deadline=None)
@given(manufactured_systems(), st.data())
def test_with_one_function_changed_they_are_refuted(made, data):
    number = data.draw(st.integers(0, len(made.exact) - 1))
    change = data.draw(numbers())
    wrong = [e + change if i == number else e for i, e in enumerate(made.exact)]
    assert checkssdsol(made.problem, wrong).status is Status.REFUTED


@given(manufactured_systems(max_functions=4))
@settings(max_examples=30, deadline=None)
def test_each_equation_of_a_system_couples_two_functions(made):
    for number, equation in enumerate(made.problem.equations):
        present = {t.function for t in equation.traces}
        assert number in present and len(present) == 2


@pytest.mark.parametrize("depth", [0, 1])
def test_depth_limits_size(depth):
    @settings(max_examples=20, deadline=None)
    @given(expressions((x,), ("+", "*", "sin"), max_depth=depth))
    def check(expr):
        assert expr.count_ops() <= 6 * depth + 2

    check()


@settings(max_examples=40)
@given(manufactured_problems(max_depth=2))
def test_solutions_move_and_conditions_are_as_many_as_the_order_needs(made):
    problem = made.problem
    assert made.exact.free_symbols
    for i, v in enumerate(problem.variables):
        order = max(t.orders[i] for c in problem.equations for t in c.traces)
        given_there = [c for c in problem.conditions if c.traces[0].point[i] != v]
        assert len(given_there) == max(order, 1)


NAKED = """
import sys
sys.modules["hypothesis"] = None
import sympy_ssde
try:
    sympy_ssde.strategies
except ImportError as error:
    print(type(error).__name__, error)
"""


def test_without_hypothesis_it_says_what_to_install():
    done = subprocess.run([sys.executable, "-c", NAKED], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("MissingPackageError") and "pip install hypothesis" in done.stdout


FIRST = """
from hypothesis import given, settings
from sympy_ssde import Status, checkssdsol
from sympy_ssde.strategies import manufactured_problems

@settings(max_examples=1, derandomize=True, database=None)
@given(manufactured_problems(max_variables=1, max_depth=0))
def test_first(made):
    assert checkssdsol(made.problem, made.exact).status is not Status.REFUTED

test_first()
"""


def test_the_first_call_keeps_the_usual_deadline():
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
