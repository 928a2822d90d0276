"""Velocities that particles carry along."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Function, Matrix, Rational, cancel, sin
from sympy.abc import t, x, y, z
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_particles import free_particles

u, v = Function("u")(x, y, t), Function("v")(x, y, t)
SHORT = {x: (0, 1), y: (0, 1), t: (0, Rational(1, 20))}
entries = st.integers(-2, 2)


def free(functions, space, viscosity=0):
    pairs = list(zip(functions, space, strict=True))
    return [
        f.diff(t) + sum(g * f.diff(s) - viscosity * f.diff(s, 2) for g, s in pairs)
        for f in functions
    ]


@settings(max_examples=15, deadline=None)
@given(st.lists(entries, min_size=6, max_size=6))
def test_linear_velocities(numbers):
    a, b, c, d, e, f = numbers
    problem = Problem(
        free((u, v), (x, y)),
        [u, v],
        {u.subs(t, 0): a * x + b * y + e, v.subs(t, 0): c * x + d * y + f},
        SHORT,
    )
    (found,) = free_particles(problem)
    velocity = Matrix(found.exprs)
    carried = velocity.diff(t) + velocity.jacobian([x, y]) * velocity
    assert all(cancel(e) == 0 for e in carried)


def test_viscosity_does_not_see_them():
    data = {u.subs(t, 0): x + y, v.subs(t, 0): x - y}
    assert proved_by(Problem(free((u, v), (x, y), 3), [u, v], data, SHORT)) is not None


def test_in_space():
    flow = [Function(name)(x, y, z, t) for name in "uvw"]
    start = dict(zip([f.subs(t, 0) for f in flow], [y, z, x], strict=True))
    (found,) = free_particles(Problem(free(flow, (x, y, z)), flow, start))
    assert [e.subs(t, 0) for e in found.exprs] == [y, z, x]


@pytest.mark.parametrize("other", ["curved", "pushed", "alone"])
def test_others_are_left_alone(other):
    equations = free((u, v), (x, y))
    start = {u.subs(t, 0): sin(x) if other == "curved" else x, v.subs(t, 0): y}
    if other == "pushed":
        equations[1] = v.diff(t) + 2 * u * v.diff(x) + v * v.diff(y)
    if other == "alone":
        start = {u.subs(t, 0): x}
    assert list(free_particles(Problem(equations, [u, v], start, SHORT))) == []
