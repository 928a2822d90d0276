"""Stream functions of pairs without sources."""

import pytest
from sympy import Eq, Function, Symbol, cos, exp, pi, simplify, sin, sinh
from sympy.abc import r, t, x, y, z
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.closed_space import closed_space
from sympy_ssde.reduction.superposition import superposition
from sympy_ssde.reduction.system_gradient import without_gradient
from sympy_ssde.reduction.system_stream import stream_function
from sympy_ssde.reduction.ways import WAYS

u, v = Function("u")(x, y), Function("v")(x, y)
SQUARE = {x: (0, pi), y: (0, pi)}
#: Velocity, rotation free or not, in terms of a stream function.
KNOWN = [
    (x * y**2, (x, y)),
    (exp(-y) * sin(x) * (1 + y), (x, y)),
    (sin(x - 2 * y) + x, (x, y)),
]


@pytest.mark.parametrize(("psi", "variables"), KNOWN)
def test_data_come_back_as_values_of_the_stream_function(psi, variables):
    velocity = {u: psi.diff(y), v: -psi.diff(x)}
    faces = [(x, 0), (x, pi), (y, 0), (y, pi)]
    data = {f.subs(*face): e.subs(*face) for f, e in velocity.items() for face in faces}
    problem = Problem([u.diff(x) + v.diff(y), u.diff(y, 2) - v.diff(x)], [u, v], data, SQUARE)
    (found,) = stream_function(problem)
    (part,) = found.problems
    whole = psi - psi.subs({x: 0, y: 0})
    gaps = [c.expression((part.functions[0],)) for c in part.conditions]
    put_in = [
        g.replace(
            part.functions[0].func, lambda a, b: whole.subs({x: a, y: b}, simultaneous=True)
        ).doit()
        for g in gaps
    ]
    assert len(gaps) == 8 and not any(simplify(g) for g in put_in)
    assert [c.traces[0].orders for c in part.conditions].count((0, 0)) == 4


def test_a_box_with_inflow_on_all_sides():
    """Only the flow through the sides is known, of neither component all around."""
    flow = [u.diff(x) + v.diff(y), u.diff(y) - v.diff(x)]
    data = {
        u.subs(x, 0): 0,
        u.subs(x, pi): sinh(pi) * cos(y),
        v.subs(y, 0): 0,
        v.subs(y, pi): -sinh(pi) * cos(x),
    }
    problem = Problem(flow, [u, v], data, SQUARE)
    assert proved_by(problem, stream_function, superposition, closed_space) is not None
    (found, _) = stream_function(problem)
    laplace = found.problems[0].equations[0].expression(found.problems[0].functions)
    psi = found.problems[0].functions[0]
    assert laplace == psi.diff(x, 2) + psi.diff(y, 2)


def test_slow_viscous_flow_has_the_biharmonic_equation():
    """Stokes flow over a plate whose motion is a sine, with the pressure."""
    p = Function("p")(x, y)
    exact = {u: (1 - y) * exp(-y) * sin(x), v: -y * exp(-y) * cos(x)}
    momentum = [Eq(f.diff(x, 2) + f.diff(y, 2), p.diff(s)) for f, s in ((u, x), (v, y))]
    box = {x: (0, pi), y: (0, 2)}
    faces = [(x, 0), (x, pi), (y, 0), (y, 2)]
    data = {f.subs(*face): e.subs(*face) for f, e in exact.items() for face in faces}
    problem = Problem(
        [*momentum, u.diff(x) + v.diff(y)], [u, v, p], data | {p.subs({x: 0, y: 0}): 2}, box
    )
    found = proved_by(problem, without_gradient, stream_function, closed_space)
    assert found is not None and simplify(found[2] - 4 + 2 * exp(-y) * cos(x)) == 0
    pair = next(without_gradient(problem)).problems[0]
    (part,) = next(stream_function(pair)).problems
    assert max(t.orders for t in part.equations[0].traces) == (4, 0)


def test_a_viscous_flow_whose_pair_has_no_other_way():
    """Vorticity between the walls of a box, carried by its own flow."""
    p, q, w = (Function(name)(x, y, t) for name in "uvw")
    moves = w.diff(t) + p * w.diff(x) + q * w.diff(y) - w.diff(x, 2) - w.diff(y, 2)
    equations = [p.diff(x) + q.diff(y), q.diff(x) - p.diff(y) - w, moves]
    walls = {f.subs(x, end): 0 for f in (p, w) for end in (0, pi)}
    walls |= {f.subs(y, end): 0 for f in (q, w) for end in (0, pi)}
    start = {w.subs(t, 0): sin(x) * sin(2 * y)}
    problem = Problem(equations, [p, q, w], walls | start, {**SQUARE, t: (0, 1)})
    others = [way for way in WAYS if way is not stream_function]
    assert proved_by(problem, *others) is None
    found = proved_by(problem, *WAYS)
    assert found is not None
    assert simplify(found[0] - 2 * exp(-5 * t) * sin(x) * cos(2 * y) / 5) == 0


def test_initial_velocities_are_integrated():
    """Fading vortices, with pressure and viscosity."""
    p, q, s = (Function(name)(x, y, t) for name in "uvp")
    nu = Symbol("nu", positive=True)

    def moves(f):
        return f.diff(t) + p * f.diff(x) + q * f.diff(y) - nu * (f.diff(x, 2) + f.diff(y, 2))

    flow = [moves(p) + s.diff(x), moves(q) + s.diff(y), p.diff(x) + q.diff(y)]
    data = {
        p.subs(t, 0): 2 * cos(x) * sin(2 * y),
        q.subs(t, 0): -sin(x) * cos(2 * y),
        s.subs({x: 0, y: 0}): 0,
    }
    problem = Problem(flow, [p, q, s], data, {**SQUARE, t: (0, 1)})
    pair = next(without_gradient(problem)).problems[0]
    (part,) = next(stream_function(pair)).problems
    assert len(part.conditions) == 1 and part.conditions[0].traces[0].orders == (0, 0, 0)
    assert proved_by(problem, without_gradient, stream_function) is not None


def test_flow_around_an_axis_has_a_factor():
    f, w = Function("f")(r, z), Function("w")(r, z)
    pair = [f.diff(r) + f / r + w.diff(z), f.diff(z) - w.diff(r)]
    data = {f.subs(z, 0): 0, w.subs(z, 0): r**2}
    problem = Problem(pair, [f, w], data, {r: (1, 2), z: (0, 1)})
    found = next(stream_function(problem))
    psi = found.problems[0].functions[0]
    assert found.combine == (psi.diff(z) / r, -psi.diff(r) / r)


def test_sound_has_a_displacement():
    f, p = Function("f")(x, t), Function("p")(x, t)
    pair = [2 * f.diff(t) + p.diff(x), p.diff(t) + 3 * f.diff(x)]
    data = {f.subs(t, 0): sin(x), p.subs(t, 0): 0}
    wave = next(stream_function(Problem(pair, [f, p], data))).problems[0]
    assert len(wave.functions) == 1
    assert {t.orders for t in wave.equations[0].traces} == {(2, 0), (0, 2)}


@pytest.mark.parametrize(
    "first",
    [
        u.diff(x) + v.diff(y) - 1,  # sources
        u.diff(x) + v.diff(x),  # one direction
        u.diff(x) + u * v.diff(y),  # not linear
        u.diff(x, 2) + v.diff(y),  # second order
        u.diff(x) + y * u + v.diff(y),  # no factor
    ],
)
def test_others_are_passed_over(first):
    problem = Problem([first, u.diff(y) - v.diff(x, 2)], [u, v], {u.subs(x, 0): 0})
    assert not list(stream_function(problem))
