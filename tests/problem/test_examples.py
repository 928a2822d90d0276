"""The problem files that ship with the package: readable, with a known solution that is proved."""

import warnings

import pytest

from sympy_ssde import ProblemError, checkssdsol, find_solution, read_problem, write_problem
from sympy_ssde.problem.examples import example_names, example_solution, example_title, read_example
from sympy_ssde.problem.text.reader import read_solution

NAMES = "burgers disk heat kdv neumann ode poisson ring sine_gordon wave".split()


def test_there_are_ten():
    assert list(example_names()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_known_solution_is_proved(name):
    problem = read_problem(read_example(name))  # warnings are errors: the data agree at corners
    assert read_problem(write_problem(problem)) == problem
    verification = checkssdsol(problem, read_solution(example_solution(name), problem))
    assert verification, verification
    assert example_title(name) and len(read_example(name).splitlines()) > 5


@pytest.mark.parametrize("name", NAMES)
def test_another_function_is_refuted(name):
    problem = read_problem(read_example(name))
    (known,) = read_solution(example_solution(name), problem)
    x = problem.variables[0]
    assert checkssdsol(problem, known + x / 100).counterexample is not None


def test_an_unknown_name_is_met_with_the_nearest():
    with pytest.raises(ProblemError, match="did you mean 'burgers'"):
        read_example("burger")
    with pytest.raises(ProblemError, match="there are: burgers, disk"):
        read_example("../cli")
    assert read_example("heat.txt") == read_example("heat")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_is_solved(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        solution = find_solution(read_problem(read_example(name)), timeout=300)
    assert solution, solution
