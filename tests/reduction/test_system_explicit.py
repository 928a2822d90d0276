"""Unknowns that an equation gives in terms of the others."""

import pytest
from sympy import Function, Symbol, exp, sin, tanh
from sympy.abc import t, x
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_explicit import explicit

k = Symbol("k", positive=True)


def test_a_flux_is_put_in():
    u, q = Function("u")(x, t), Function("q")(x, t)
    pair = [u.diff(t) + q.diff(x) + u * u.diff(x), q + u.diff(x)]
    problem = Problem(pair, [u, q], {u.subs(t, 0): -2 * tanh(x), q.subs(x, 0): 2})
    (found,) = explicit(problem)
    assert found.problems[0].functions == (u,) and found.combine == (u, -u.diff(x))
    assert len(found.problems[0].conditions) == 2  # that on the flux is one on the slope
    assert proved_by(problem, explicit) is not None


@pytest.mark.parametrize("rate", [1, 2])
def test_a_system_becomes_one_equation_of_higher_order(rate):
    u, v = Function("u")(t), Function("v")(t)
    pair = [u.diff(t) - rate * v - t, v.diff(t) + rate * u]
    problem = Problem(pair, [u, v], {u.subs(t, 0): 1, v.subs(t, 0): 0})
    assert len(list(explicit(problem))) == 2
    assert proved_by(problem, explicit) is not None


def test_a_coefficient_that_varies():
    u, v = Function("u")(t), Function("v")(t)
    pair = [u.diff(t) - exp(t) * v, v.diff(t) + v - exp(-t)]
    problem = Problem(pair, [u, v], {u.subs(t, 0): 0, v.subs(t, 0): 0})
    first = next(explicit(problem))
    assert (first.combine[1] - exp(-t) * u.diff(t)).expand() == 0


@pytest.mark.parametrize("equation", ["square", "sine", "slope"])
def test_what_is_not_linear_or_has_derivatives_stays(equation):
    u, v = Function("u")(t), Function("v")(t)
    left = {"square": v**2 - u, "sine": sin(v) - u, "slope": v.diff(t) - u}[equation]
    pair = [left, u.diff(t) + u**2 + sin(v) ** 2 + u.diff(t) ** 2]
    found = list(explicit(Problem(pair, [u, v], {u.subs(t, 0): 0, v.subs(t, 0): 0})))
    assert not any(r.combine[1] != v for r in found)


def test_what_stands_beside_another_unknown_is_divided_by_it():
    """Cole and Hopf's quotient, whose numerator fulfils the heat equation."""
    f, u = Function("f")(x, t), Function("u")(x, t)
    pair = [f.diff(t) - f.diff(x, 2), u * f + 2 * f.diff(x)]
    problem = Problem(pair, [f, u], {f.subs(t, 0): 2 + sin(x)})
    (found,) = explicit(problem)
    assert found.combine == (f, -2 * f.diff(x) / f)
    assert proved_by(problem, explicit) is not None


def test_constants_come_before_divisions():
    u, v = Function("u")(t), Function("v")(t)
    pair = [u.diff(t) - u * v, v.diff(t) + u + v]
    problem = Problem(pair, [u, v], {u.subs(t, 0): 1, v.subs(t, 0): 0})
    first, second = explicit(problem)
    assert first.combine == (-v - v.diff(t), v) and second.combine == (u, u.diff(t) / u)
