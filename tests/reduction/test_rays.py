"""Hamilton-Jacobi and eikonal equations along rays."""

import time

import pytest
from sympy import Function, Rational, Symbol, symbols
from sympy.abc import x, y

from sympy_ssde import Problem
from sympy_ssde.proof.verify import Status, verify
from sympy_ssde.reduction.plausible import is_plausible
from sympy_ssde.reduction.rays import rays

t = symbols("t")
K = Symbol("K", positive=True)
u = Function("u")
U, V = u(x, t), u(x, y)


def proved(problem):
    for found in rays(problem):
        if is_plausible(problem, found.exprs):
            assert verify(problem, found.exprs).status is Status.PROVED
            return found
    return None


@pytest.mark.parametrize(
    "equation, start",
    [
        (U.diff(t) + U.diff(x) ** 2 / 2, x**2 / 2),
        (U.diff(t) + K * U.diff(x) ** 2, 3 * x**2 + x),
        (U.diff(t) + U.diff(x) ** 3, 2 * x + 1),
        (U.diff(t) - U.diff(x) ** 2 + U.diff(x), -(x**2)),
        (U.diff(t) + U.diff(x) ** 2, Rational(2, 3) * x ** Rational(3, 2)),
    ],
    ids=str,
)
def test_hamilton_jacobi(equation, start):
    assert proved(Problem(equation, U, {u(x, 0): start}, {x: (1, 2), t: (0, 1)})) is not None


@pytest.mark.parametrize("slope", [0, Rational(3, 5), Rational(-5, 13)])
def test_eikonal(slope):
    equation = V.diff(x) ** 2 + V.diff(y) ** 2 - 1
    problem = Problem(equation, V, {u(x, 0): slope * x}, {x: (0, 1), y: (0, 1)})
    assert len(list(rays(problem))) == 2  # both directions
    assert proved(problem) is not None


@pytest.mark.parametrize(
    "equation",
    [
        U.diff(t) + U.diff(x),
        U.diff(t) + U * U.diff(x) ** 2,
        U.diff(t) - U.diff(x, 2) - U.diff(x) ** 2,
    ],
    ids=str,
)
def test_others_are_left_alone_at_once(equation):
    problem = Problem(equation, U, {u(x, 0): x})
    start = time.process_time()
    assert list(rays(problem)) == []
    assert time.process_time() - start < 0.1
