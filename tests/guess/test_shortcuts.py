"""Answers without a search: proved ones only, and soon."""

import time
from itertools import islice

import pytest
from hypothesis import given, settings
from sympy import Eq, Function, Rational, cos, exp, pi, sin, symbols

from sympy_ssde import Problem, Status, checkssdsol, find_solution
from sympy_ssde.bench.catalogue import entry
from sympy_ssde.guess.shortcuts import candidates, find_shortcut
from sympy_ssde.proof.verify import shortest_form
from sympy_ssde.strategies import numbers

x, y, a = symbols("x y a")
u = Function("u")
u_x, u_y = u(x, y).diff(x), u(x, y).diff(y)
SQUARE = {x: (0, 1), y: (0, 1)}

TRIVIAL = {
    "zero": (Problem(u(x).diff(x) + u(x) ** 3, u(x), {u(0): 0}), 0),
    "constant": (Problem(u(x).diff(x) - u(x) + 3, u(x), {2 * u(0): 6}), 3),
    "line": (Problem(u(x).diff(x, 2), u(x), {u(0): 1, u(2): 5}), 2 * x + 1),
    "slope": (
        Problem(u(x).diff(x, 2), u(x), {u(0): 1, u(x).diff(x).subs(x, 2): Rational(1, 3)}),
        x / 3 + 1,
    ),
    "robin": (
        Problem(u(x).diff(x, 2), u(x), [Eq(u(0) + u(x).diff(x).subs(x, 0), 3), Eq(u(1), 3)]),
        3 * x / 1 - 3 * x + 3,
    ),
    "plane": (
        Problem(u_x + u_y - 3, u(x, y), {u(x, 0): 2 * x + 1, u(0, y): y + 1}, SQUARE),
        2 * x + y + 1,
    ),
    "data carried inwards": (
        Problem(u_y, u(x, y), {u(x, 0): sin(x)}, SQUARE),
        sin(x),
    ),
    "sum of the data": (
        Problem(u_x.diff(y), u(x, y), {u(x, 0): exp(x), u(0, y): cos(y)}, SQUARE),
        exp(x) + cos(y) - 1,
    ),
    "product of the data": (
        Problem(u_y - u(x, y), u(x, y), {u(x, 0): 2 * cos(x), u(0, y): 2 * exp(y)}, SQUARE),
        2 * cos(x) * exp(y),
    ),
    "parameter": (Problem(u_y, u(x, y), {u(x, 0): a * sin(x)}, SQUARE, [a]), a * sin(x)),
}


def test_shortcuts_are_written_in_their_shortest_form():
    exact = exp(-(pi**2) * y) * sin(pi * x) / x
    eq = u_y - u_x.diff(x) - 2 * u_x / x
    low = Rational(1, 10)
    bcs = {u(x, 0): sin(pi * x) / x, u(1, y): 0, u(low, y): exact.subs(x, low)}
    expr, verification = find_shortcut(Problem(eq, u(x, y), bcs, {x: (low, 1), y: (0, 1)}), 10)
    assert verification and expr == exact


@pytest.mark.parametrize("name", TRIVIAL)
def test_trivial_problems(name):
    problem, exact = TRIVIAL[name]
    checkssdsol(problem, exact)  # the worker process is running now
    shortest_form(sin(x) + 1, problem.domain)  # and has loaded what it needs
    start = time.monotonic()
    expr, verification = find_shortcut(problem, 10)
    assert time.monotonic() - start < 2
    assert (expr - exact).equals(0)
    assert verification.status is Status.PROVED
    assert len(verification.outcomes) == len(problem.constraints)


@pytest.mark.parametrize(
    "problem",
    [
        Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}),
        Problem(u(x).diff(x, 2) + u(x), u(x), {u(0): 1, u(1): 1}),
        entry("gamma5").problem(),
    ],
)
def test_others_have_none(problem):
    assert find_shortcut(problem, 10) is None


def test_the_simplest_come_first_and_equal_ones_are_checked_once(monkeypatch):
    problem = Problem(u_y, u(x, y), {u(x, 0): sin(x), u(x, 1): sin(x)}, SQUARE)
    assert next(candidates(problem)) == 0
    tried = []

    def refute(problem, solution, **options):
        tried.append(solution)
        assert options["timeout"] == 4
        return False

    monkeypatch.setattr("sympy_ssde.guess.shortcuts.verify", refute)
    assert find_shortcut(problem, 8) is None
    assert (sin(x),) in tried and len(set(tried)) == len(tried)


def test_conditions_that_are_no_data_carry_nothing():
    """Derivatives, squares and other mixtures don't say what u is on a face."""
    bcs = [
        Eq(u(x).diff(x).subs(x, 0), 7),
        Eq(u(0) * u(1), 11),
        Eq(u(1) ** 2, 169),
    ]
    found = list(islice(candidates(Problem(u(x).diff(x, 3), u(x), bcs)), 100))
    assert found == [0]


@settings(max_examples=15, deadline=None)
@given(numbers(), numbers())
def test_straight_lines(left, right):
    problem = Problem(u(x).diff(x, 2), u(x), {u(0): left, u(1): right})
    expr, verification = find_shortcut(problem, 10)
    assert verification
    assert expr.subs(x, 0) == left and expr.subs(x, 1) == right
    assert expr.diff(x, 2) == 0


def test_the_history_of_a_shortcut_is_its_answer():
    problem = Problem(u(x).diff(x, 2) - 6 * x, u(x), {u(0): 1, u(1): 2}, {x: (0, 1)})
    found = find_solution(problem)
    assert found.method == "shortcut" and found.evaluations == len(found.history) == 0
    ((complexity, loss, text),) = found.history.front
    assert complexity > 1 and loss == 0 and text == str(found.expr)
