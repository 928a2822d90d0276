"""Potentials and pressures."""

import pytest
from sympy import Function, Symbol, cos, exp, log, simplify, sin
from sympy.abc import t, x, y, z
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_gradient import potential, without_gradient
from sympy_ssde.reduction.system_motion import shared_motion

nu = Symbol("nu", positive=True)
KNOWN = [
    (x**2 * y + sin(x * y), (x, y)),
    (exp(x) * cos(y) * z - log(1 + x) * z**2, (x, y, z)),
    (sin(x - 2 * t) + t**3, (x, t)),
]


@pytest.mark.parametrize(("known", "variables"), KNOWN)
def test_functions_come_back_from_their_derivatives(known, variables):
    p = Function("p")(*variables)
    given = [p.diff(v) - known.diff(v) for v in variables]
    origin = dict.fromkeys(variables, 0)
    problem = Problem(given, [p], {p.subs(origin): known.subs(origin)})
    (found,) = potential(problem)
    assert simplify(found.exprs[0] - known) == 0


def test_combinations_of_derivatives_are_solved_for():
    p = Function("p")(x, y)
    known = x * y**2
    given = [
        p.diff(x) + p.diff(y) - known.diff(x) - known.diff(y),
        p.diff(x) - p.diff(y) - known.diff(x) + known.diff(y),
    ]
    (found,) = potential(Problem(given, [p], {p.subs({x: 0, y: 0}): 0}))
    assert simplify(found.exprs[0] - known) == 0


def test_a_value_that_depends_on_what_is_not_given():
    p = Function("p")(x, y, t)
    known = x * y + t**2
    given = [p.diff(v) - known.diff(v) for v in (x, y)]
    (found,) = potential(Problem(given, [p], {p.subs({x: 0, y: 0}): t**2}))
    assert simplify(found.exprs[0] - known) == 0


def test_others_are_passed_over():
    p = Function("p")(x, y)
    assert not list(potential(Problem([p.diff(x) - p, p.diff(y)], [p], {p.subs(x, 0): 1})))
    assert not list(potential(Problem([p.diff(x, 2), p.diff(y)], [p], {p.subs(x, 0): 1})))


def test_pressure_of_a_flow():
    """Taylor and Green's vortices, which fade."""
    u, v, p = (Function(name)(x, y, t) for name in "uvp")

    def moves(f, *force):
        return f.diff(t) + u * f.diff(x) + v * f.diff(y) - nu * (f.diff(x, 2) + f.diff(y, 2))

    flow = [moves(u) + p.diff(x), moves(v) + p.diff(y), u.diff(x) + v.diff(y)]
    data = {
        u.subs(t, 0): cos(x) * sin(y),
        v.subs(t, 0): -sin(x) * cos(y),
        p.subs({x: 0, y: 0}): -exp(-4 * nu * t) / 2,
    }
    problem = Problem(flow, [u, v, p], data, params=[nu])
    (reduction,) = without_gradient(problem)
    assert reduction.problems[0].functions == (u, v) and reduction.rest.functions == (p,)
    found = proved_by(problem, without_gradient, leaves=(shared_motion, potential))
    assert simplify(found[0] - exp(-2 * nu * t) * cos(x) * sin(y)) == 0


def test_an_unknown_that_occurs_otherwise_stays():
    u, p = Function("u")(x, y), Function("p")(x, y)
    pair = [u.diff(x) + p.diff(x), u.diff(y) + p.diff(y) + p]
    data = {u.subs(x, 0): 0, p.subs(x, 0): 0}
    assert [r.rest.functions for r in without_gradient(Problem(pair, [u, p], data))] == [(u,)]


def test_in_space_all_crosswise_derivatives_count():
    """Beltrami's flow: two of three would allow a component that doesn't fade."""
    u, v, w, p = (Function(name)(x, y, z, t) for name in "uvwp")
    flow = (u, v, w)

    def moves(f):
        carried = sum(c * f.diff(s) for c, s in zip(flow, (x, y, z), strict=True))
        return f.diff(t) + carried - sum(f.diff(s, 2) for s in (x, y, z))

    equations = [moves(f) + p.diff(s) for f, s in zip(flow, (x, y, z), strict=True)]
    equations.append(u.diff(x) + v.diff(y) + w.diff(z))
    start = {u: sin(2 * z), v: cos(2 * z) + sin(2 * x), w: cos(2 * x)}
    data = {f.subs(t, 0): e for f, e in start.items()} | {p.subs({x: 0, y: 0, z: 0}): 0}
    problem = Problem(equations, [*flow, p], data)
    every, few = without_gradient(problem)
    assert [len(r.problems[0].equations) for r in (every, few)] == [4, 3]
    found = proved_by(problem, without_gradient)
    assert found is not None and simplify(found[0] - exp(-4 * t) * sin(2 * z)) == 0
