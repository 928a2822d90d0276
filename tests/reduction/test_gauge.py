"""Factors in front: what is left, and whole problems that are solved by them."""

import time

import pytest
from sympy import Function, Symbol, exp, pi, sin, symbols
from sympy.abc import r, x

from sympy_ssde import Problem
from sympy_ssde.reduction.gauge import factored
from sympy_ssde.reduction.structure import Answer, Structure

t, a, c = symbols("t a c")
K = Symbol("K", positive=True)
u, v = Function("u"), Function("v")
U, R = u(x, t), u(r, t)


def smaller(equation, func, data, domain=None):
    (found, *_) = factored(Problem(equation, func, data, domain))
    return found


def orders(problem):
    return {trace.orders for trace in problem.equations[0].traces}


def test_advection_goes():
    equation = U.diff(t) + c * U.diff(x) - K * U.diff(x, 2)
    found = smaller(equation, U, {u(x, 0): exp(c * x / (2 * K)) * sin(x), u(0, t): 0})
    assert orders(found.problems[0]) == {(0, 1), (2, 0)}
    assert str(found.problems[0].conditions[1].expression([v(x, t)])) == "v(x, 0) - sin(x)"


def test_damping_goes_and_the_velocity_changes():
    equation = U.diff(t, 2) + 2 * a * U.diff(t) + a**2 * U - U.diff(x, 2)
    data = {u(x, 0): sin(x), U.diff(t).subs(t, 0): 0}
    found = smaller(equation, U, data)
    assert orders(found.problems[0]) == {(0, 2), (2, 0)}
    assert found.combine == (exp(-a * t) * v(x, t),)
    texts = [str(e.expression([v(x, t)])) for e in found.problems[0].conditions]
    assert "-a*sin(x) + Subs(Derivative(v(x, t), t), t, 0)" in texts


def test_spherical_waves_vanish_at_the_centre():
    equation = R.diff(t, 2) - c**2 * (R.diff(r, 2) + 2 / r * R.diff(r))
    data = {u(r, 0): exp(-(r**2)), R.diff(t).subs(t, 0): 0, R.diff(r).subs(r, 0): 0}
    found = smaller(equation, R, data, {r: (0, 1), t: (0, 1)})
    assert found.combine == (v(r, t) / r,)
    assert v(0, t) in [e.expression([v(r, t)]) for e in found.problems[0].conditions]


def test_ordinary_equations_too():
    V = u(r)
    found = smaller(V.diff(r, 2) + 2 * V.diff(r) / r + V, V, {u(1): 1, V.diff(r).subs(r, 0): 0})
    assert found.combine == (v(r) / r,)


SOLVED = [
    (U.diff(t) - U.diff(x, 2) + t * U, U, {u(x, 0): sin(pi * x), u(0, t): 0, u(1, t): 0}),
    (
        U.diff(t, 2) + 2 * a * U.diff(t) + a**2 * U - U.diff(x, 2),
        U,
        {u(x, 0): exp(-(x**2)), U.diff(t).subs(t, 0): 0},
    ),
    (
        R.diff(t, 2) - K**2 * (R.diff(r, 2) + 2 / r * R.diff(r)),
        R,
        {u(r, 0): exp(-(r**2)), R.diff(t).subs(t, 0): 0},
    ),
]


@pytest.mark.parametrize("equation, func, data", SOLVED, ids=str)
def test_whole_problems(equation, func, data):
    problem = Problem(equation, func, data, {func.args[0]: (0, 1), t: (0, 1)})
    assert any(isinstance(found, Answer) for found in Structure(problem, 20).run())


@pytest.mark.parametrize(
    "equation",
    [U.diff(t) - U.diff(x, 2), U.diff(t) - U.diff(x, 2) + U**2, U.diff(t) - U.diff(x, 2) - x * U],
    ids=str,
)
def test_others_are_left_alone_at_once(equation):
    problem = Problem(equation, U, {u(x, 0): sin(x)})
    start = time.process_time()
    assert list(factored(problem)) == []
    assert time.process_time() - start < 0.1
