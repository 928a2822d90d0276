"""Polynomials that fulfil linear systems."""

import pytest
from sympy import Function, Symbol, sin
from sympy.abc import t, x, y
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_polynomial import polynomial_functions

u, v = Function("u")(x, y), Function("v")(x, y)
k = Symbol("k", positive=True)
CONJUGATE = [u.diff(x) - v.diff(y), u.diff(y) + v.diff(x)]


@pytest.mark.parametrize(
    "known",
    [(x, y), (x**2 - y**2 + 3, 2 * x * y), (k * (x**3 - 3 * x * y**2), k * (3 * x**2 * y - y**3))],
)
def test_polynomials_come_back(known):
    data = {u.subs(y, 0): known[0].subs(y, 0), v.subs(y, 0): known[1].subs(y, 0)}
    box, params = {x: (0, 1), y: (0, 1)}, [k] if known[0].has(k) else None
    problem = Problem(CONJUGATE, [u, v], data, box, params)
    assert proved_by(problem, leaves=(polynomial_functions,)) is not None


def test_ordinary_systems_too():
    a, b = Function("a")(t), Function("b")(t)
    problem = Problem([a.diff(t) - b, b.diff(t) - 2], [a, b], {a.subs(t, 0): 1, b.subs(t, 0): 0})
    assert next(polynomial_functions(problem)).exprs == (t**2 + 1, 2 * t)


@pytest.mark.parametrize(
    "pair", [CONJUGATE, [u.diff(x) - u * v, v.diff(y) - u], [u.diff(x) - sin(v), v.diff(y)]]
)
def test_others_are_passed_over(pair):
    data = {u.subs(y, 0): sin(x) if pair is CONJUGATE else x, v.subs(y, 0): 0}
    assert not list(polynomial_functions(Problem(pair, [u, v], data)))
