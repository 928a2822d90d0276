"""Pairs that are the parts of one complex function."""

import pytest
from sympy import Function, I, cos, exp, log, re, sin
from sympy.abc import t, x, y
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.closed_space import closed_space
from sympy_ssde.reduction.system_complex import complex_pair

u, v = Function("u")(x, t), Function("v")(x, t)
FREE = [u.diff(t) + v.diff(x, 2) / 2, v.diff(t) - u.diff(x, 2) / 2]


@pytest.mark.parametrize("width", [1, 2, 5])
def test_a_wave_packet_spreads(width):
    data = {u.subs(t, 0): exp(-(x**2) / width), v.subs(t, 0): 0}
    problem = Problem(FREE, [u, v], data, {x: (-2, 2), t: (0, 1)})
    assert proved_by(problem, complex_pair) is not None


@pytest.mark.parametrize(
    "function", [lambda z: z**3, exp, lambda z: log(2 + z), lambda z: 1 / (2 + z)]
)
def test_analytic_functions_of_their_values_on_a_line(function):  # fmt: skip
    a, b = Function("a")(x, y), Function("b")(x, y)
    pair = [a.diff(x) - b.diff(y), a.diff(y) + b.diff(x)]
    data = {a.subs(y, 0): function(x), b.subs(y, 0): 0}
    problem = Problem(pair, [a, b], data, {x: (1, 2), y: (0, 1)})
    found = proved_by(problem, complex_pair)
    at = {x: 1.3, y: 0.4}
    assert abs(found[0].subs(at).evalf() - re(function(x + I * y).subs(at)).evalf()) < 1e-12


def test_both_signs_and_orders():
    data = {u.subs(t, 0): sin(x), v.subs(t, 0): 0}
    for pair in (FREE, FREE[::-1], [-FREE[0], FREE[1]]):
        (found,) = complex_pair(Problem(pair, [u, v], data))
        assert len(found.problems[0].functions) == 1
        assert proved_by(Problem(pair, [u, v], data), complex_pair, closed_space) is not None


@pytest.mark.parametrize(
    "pair",
    [
        [u.diff(t) - v.diff(x, 2), v.diff(t) - u.diff(x, 2)],  # no rotation
        [u.diff(t) + v.diff(x, 2), v.diff(t) - 2 * u.diff(x, 2)],
        [u.diff(t) + v * (u**2 + v**2), v.diff(t) - u * (u**2 + v**2)],  # not analytic
    ],
)
def test_other_pairs_are_no_parts_of_one_function(pair):
    data = {u.subs(t, 0): cos(x), v.subs(t, 0): 0}
    assert not list(complex_pair(Problem(pair, [u, v], data)))
