"""Branches that a domain decides."""

import pytest
from sympy import Abs, Heaviside, Max, Min, Piecewise, Symbol, exp, sign, sin, sqrt

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.branches import decided
from sympy_ssde.proof.signs import Signs

x, y = Symbol("x", real=True), Symbol("y", real=True)
SIGNS = Signs(Domain((Range(x, 0, 1), Range(y, -1, 1))))


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (Abs(x - 1), 1 - x),
        (Abs(y), Abs(y)),
        (sqrt((x - 2) ** 2), 2 - x),
        (sign(x + 1), 1),
        (Heaviside(x - 2), 0),
        (Max(x, 3) + Min(x, 3), 3 + x),
        (Max(x, y), Max(x, y)),
        (exp(Abs(sin(Abs(x)))), exp(sin(x))),
        (Piecewise((x, x < 2), (7, True)), x),
        (Piecewise((x, x > 2), (7, True)), 7),
        (Piecewise((1, (x > 0) & (x < 1)), (2, True)), 1),
        (Piecewise((1, (x > 5) | (x < 0)), (2, True)), 2),
        (Piecewise((1, y > 0), (2, True)), Piecewise((1, y > 0), (2, True))),
    ],
)
def test_decided(expr, expected):
    assert decided(expr, SIGNS) == expected
