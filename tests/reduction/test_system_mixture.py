"""Combinations that have an equation of their own."""

import pytest
from sympy import Function, Symbol, cosh, exp, sin
from sympy.abc import t, x
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_mixture import mixture
from sympy_ssde.reduction.waves import two_waves

a, b, c = (Function(name)(t) for name in "abc")
k = Symbol("k", positive=True)


@pytest.mark.parametrize(("first", "second"), [(2, 1), (1, 3), (1, 1)])
def test_a_reaction_of_second_order(first, second):
    rate = k * a * b
    reaction = [a.diff(t) + rate, b.diff(t) + rate, c.diff(t) - rate]
    start = {a.subs(t, 0): first, b.subs(t, 0): second, c.subs(t, 0): 0}
    problem = Problem(reaction, [a, b, c], start, {t: (0, 2)}, [k])
    assert proved_by(problem, mixture) is not None


def test_sum_and_difference_of_a_pair():
    u, v = Function("u")(x, t), Function("v")(x, t)
    pair = [u.diff(t) + v.diff(x) + u * v, v.diff(t) + u.diff(x) + (u**2 + v**2) / 2]
    data = {u.subs(t, 0): x, v.subs(t, 0): 0}
    found = list(mixture(Problem(pair, [u, v], data)))
    assert {len(r.problems[0].equations) for r in found} == {1}
    shown = [str(r.problems[0].equations[0].expression(r.problems[0].functions)) for r in found]
    assert any("w(x, t)**2/2" in text for text in shown)


def test_derivatives_of_higher_order():
    u, v = Function("u")(t), Function("v")(t)
    springs = [u.diff(t, 2) + 2 * u - v, v.diff(t, 2) + 2 * v - u]
    slopes = {f.diff(t).subs(t, 0): 0 for f in (u, v)}
    problem = Problem(springs, [u, v], {u.subs(t, 0): 1, v.subs(t, 0): 0, **slopes})
    assert len(list(mixture(problem))) == 2
    assert proved_by(problem, mixture) is not None


def test_waves_in_both_directions():
    u, v = Function("u")(x, t), Function("v")(x, t)
    pair = [u.diff(t) + v.diff(x), v.diff(t) + u.diff(x)]
    data = {u.subs(t, 0): 1 / cosh(x), v.subs(t, 0): 0}
    problem = Problem(pair, [u, v], data, {x: (-1, 1), t: (0, 1)})
    assert proved_by(problem, mixture, two_waves) is not None


def test_nothing_closes():
    u, v = Function("u")(t), Function("v")(t)
    pair = [u.diff(t) - u * v, v.diff(t) - exp(u) - sin(v)]
    assert not list(mixture(Problem(pair, [u, v], {u.subs(t, 0): 1, v.subs(t, 0): 1})))
