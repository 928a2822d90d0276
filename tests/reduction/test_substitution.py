"""Other unknowns: the equations that they lead to, and whole problems that are solved by them."""

import time

import pytest
from sympy import Derivative, Function, cos, exp, log, pi, sin, sqrt, symbols, tanh
from sympy.abc import x, y

from sympy_ssde import Problem
from sympy_ssde.reduction.reduction import Reduction
from sympy_ssde.reduction.structure import Answer, Structure
from sympy_ssde.reduction.substitution import other_unknown
from sympy_ssde.reduction.view import view

t, c = symbols("t c")
K, nu = symbols("K nu", positive=True)
u, v = Function("u"), Function("v")
U = u(x, t)


def first(equation, func, data, domain=None) -> Reduction:
    return next(iter(other_unknown(Problem(equation, func, data, domain))))


LINEAR = [
    (
        U.diff(t) - K * U.diff(x, 2) - c * U.diff(x) ** 2,
        K * log(2 + sin(x)) / c,
        K * log(v(x, t)) / c,
    ),
    (U.diff(t) - U.diff(x, 2) + U.diff(x) ** 2 / U, exp(sin(x)), exp(v(x, t))),
    (U * U.diff(x, 2) + U.diff(x) ** 2 - U * U.diff(t), sqrt(2 + sin(x)), sqrt(v(x, t))),
    (U.diff(t) - U.diff(x, 2) + U.diff(x) ** 2 / U - U * log(U), exp(cos(x)), exp(v(x, t))),
    (
        U.diff(t) + U * U.diff(x) - nu * U.diff(x, 2),
        -2 * nu * tanh(x),
        -2 * nu * Derivative(v(x, t), x) / v(x, t),
    ),
]


@pytest.mark.parametrize("equation, start, form", LINEAR, ids=str)
def test_what_becomes_linear(equation, start, form):
    found = first(equation, U, {u(x, 0): start})
    assert (found.combine[0] - form).expand() == 0
    assert view(found.problems[0]).is_linear
    assert found.line.formulas


def test_liouville_becomes_a_polynomial():
    V = u(x, y)
    data = {u(x, 0): -2 * log(1 + x), u(0, y): -2 * log(1 + y)}
    found = first(V.diff(x, y) - 2 * exp(V), V, data)
    assert found.combine == (-2 * log(v(x, y)),)
    slots = found.problems[0].equations[0]
    assert slots.expr.is_polynomial(*slots.slots)


@pytest.mark.parametrize("equation, start, form", LINEAR, ids=str)
def test_whole_problems(equation, start, form):
    problem = Problem(equation, U, {u(x, 0): start}, {x: (-1, 1), t: (0, 1)})
    assert any(isinstance(found, Answer) for found in Structure(problem, 20).run())


def test_sides_are_carried_over():
    burgers = U.diff(t) + U * U.diff(x) - nu * U.diff(x, 2)
    start = 2 * nu * pi * sin(pi * x) / (2 + cos(pi * x))
    found = first(burgers, U, {u(x, 0): start, u(0, t): 0, u(1, t): 0})
    assert len(found.problems[0].conditions) == 3
    assert v(x, 0) - cos(pi * x) - 2 in [
        e.expression([v(x, t)]) for e in found.problems[0].conditions
    ]


@pytest.mark.parametrize(
    "equation",
    [
        U.diff(t) - U.diff(x, 2),
        U.diff(t) - U.diff(x, 2) + U**3,
        U.diff(t, 2) - U.diff(x, 2) + sin(U),
        U.diff(t) + 6 * U * U.diff(x) + U.diff(x, 3),
    ],
    ids=str,
)
def test_others_are_left_alone_at_once(equation):
    problem = Problem(equation, U, {u(x, 0): sin(x)})
    start = time.process_time()
    assert list(other_unknown(problem)) == []
    assert time.process_time() - start < 0.1
