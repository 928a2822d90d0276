"""Sums over an index in texts."""

import pytest
from sympy import Sum, Symbol, oo, sin, symbols

from sympy_ssde.problem.text.mistakes import ProblemTextError
from sympy_ssde.problem.text.reader import read_problem, read_solution
from sympy_ssde.problem.text.writer import write_expression

HEAT = read_problem(
    "u_t = u_xx on x in [0, 1], t in [0, 1]; u(0, t) = 0; u(1, t) = 0; u(x, 0) = x*(1 - x)"
)
x, t = symbols("x t")
n = Symbol("n", integer=True, positive=True)


def read(text):
    (found,) = read_solution(text, HEAT)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "sum(n, 1, oo, sin(n*x)/n^2)",
        "Sum(sin(n*x)/n**2, (n, 1, oo))",
        "x - x + Sum(sin(n*x)/n**2, (n, 1, oo))",
    ],
)
def test_two_ways_to_write_a_sum(text):
    assert read(text) == Sum(sin(n * x) / n**2, (n, 1, oo))


def test_what_is_written_is_read_again():
    m = Symbol("m", integer=True)
    for expr in (
        x + 2 * Sum(sin(n * x) / n**3, (n, 1, oo)),
        Sum(sin(n * x) * sin(m * t), (n, 1, oo), (m, 0, oo)),
    ):
        assert read(write_expression(expr)) == expr


@pytest.mark.parametrize(
    "text",
    [
        "sum(x, 1, oo, x)",
        "sum(2, 1, oo, x)",
        "sum(n, 1, oo)",
        "Sum(x)",
        "sum(n, 1, oo, x) + n",
        "Sum(n*x, (n, 1))",
    ],
)
def test_mistakes_are_pointed_at(text):
    with pytest.raises(ProblemTextError):
        read(text)
