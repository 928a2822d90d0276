"""Orbits of systems without time in them."""

import pytest
from sympy import Function, Rational, Symbol, cos, simplify, sqrt
from sympy.abc import t
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_orbit import orbit
from sympy_ssde.reduction.system_order import in_turn

u, v, w = (Function(name)(t) for name in "uvw")
k = Symbol("k", positive=True)


def start(*values):
    return {f.subs(t, 0): e for f, e in zip((u, v, w), values, strict=False)}


@pytest.mark.parametrize(
    ("pair", "values"),
    [
        ([u.diff(t) - u * v, v.diff(t) + u**2], (1, 0)),
        ([u.diff(t) - v**2, v.diff(t) - u * v], (0, 1)),
        ([u.diff(t) + u * v, v.diff(t) - u * v], (2, 1)),
        ([u.diff(t) - v / u, v.diff(t) - 1], (1, 1)),
    ],
)
def test_pairs(pair, values):
    problem = Problem(pair, [u, v], start(*values), {t: (0, Rational(1, 2))})
    assert proved_by(problem, orbit) is not None


def test_a_rigid_body():
    """Euler's equations on the separatrix; the second has no speed at the start of the others."""
    top = [u.diff(t) + v * w, v.diff(t) - u * w, w.diff(t) + u * v / 3]
    problem = Problem(top, [u, v, w], start(sqrt(3), 0, 1), {t: (0, 1)})
    (found,) = orbit(problem)
    assert found.rest.functions == (v,)
    assert proved_by(problem, orbit, in_turn) is not None


def test_parameters():
    pair = [u.diff(t) + k * u * v, v.diff(t) + k * u * v]
    problem = Problem(pair, [u, v], start(2, 1), {t: (0, 1)}, [k])
    found = proved_by(problem, orbit)
    assert simplify(found[0] - found[1] - 1) == 0


def test_time_in_the_equations():
    pair = [u.diff(t) - v * cos(t), v.diff(t) + u]
    assert not list(orbit(Problem(pair, [u, v], start(1, 1))))
