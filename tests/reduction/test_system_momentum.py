"""Moments that are conserved."""

import pytest
from sympy import Function, Integer, atan, simplify, sqrt, symbols
from sympy.abc import t
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_momentum import conserved_moment

r, q = Function("r")(t), Function("q")(t)
h = symbols("h", positive=True)
ANGULAR = r * q.diff(t, 2) + 2 * r.diff(t) * q.diff(t)


def orbit(force, rate):
    start = {r.subs(t, 0): 1, r.diff(t).subs(t, 0): 0, q.subs(t, 0): 0, q.diff(t).subs(t, 0): rate}
    return Problem([r.diff(t, 2) - r * q.diff(t) ** 2 - force, ANGULAR], [r, q], start)


def test_a_free_particle_moves_straight_in_polar_coordinates():
    found = proved_by(orbit(0, 1), conserved_moment)
    assert found == (sqrt(t**2 + 1), atan(t))


def test_a_circle_around_the_sun():
    assert proved_by(orbit(-1 / r**2, 1), conserved_moment) == (1, t)


def test_the_moment_is_that_of_the_start():
    (found,) = conserved_moment(orbit(-1 / r**2, h))
    assert found.rest is not None
    assert simplify(found.rest.equations[0] - q.diff(t) + h / r**2) == 0
    assert found.problems[0].functions == (r,)


@pytest.mark.parametrize("power", [1, 2, -3])
def test_mass_that_is_lost(power):
    m, v = Function("m")(t), Function("v")(t)
    loss = [m * v.diff(t) + power * m.diff(t) * v, m.diff(t) + 1]
    problem = Problem(loss, [m, v], {m.subs(t, 0): 2, v.subs(t, 0): 3})
    reduced = {r.combine for r in conserved_moment(problem)}
    assert (m, 3 * Integer(2) ** power * m**-power) in {tuple(map(simplify, e)) for e in reduced}
    assert proved_by(problem, conserved_moment) is not None


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        (r * q.diff(t, 2) + 2 * r.diff(t) * q.diff(t) - 1, {}),
        (r**2 * q.diff(t, 2) + 2 * r.diff(t) * q.diff(t), {}),
        (r * q.diff(t, 2) + t * r.diff(t) * q.diff(t), {}),
        (ANGULAR, {r.subs(t, 0): 0}),
    ],
)
def test_others_are_left_alone(equation, data):
    start = {r.subs(t, 0): 1, r.diff(t).subs(t, 0): 0, q.subs(t, 0): 0, q.diff(t).subs(t, 0): 1}
    problem = Problem([r.diff(t, 2) - q.diff(t) ** 2, equation], [r, q], start | data)
    assert list(conserved_moment(problem)) == []
