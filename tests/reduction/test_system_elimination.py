"""One equation for one of the unknowns of a linear system."""

import pytest
from sympy import Function, Symbol, cos, exp, simplify, sin
from sympy.abc import t, x
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_elimination import elimination
from sympy_ssde.reduction.waves import two_waves

u, p = Function("u")(x, t), Function("p")(x, t)
c = Symbol("c", positive=True)
BOX = {x: (-1, 1), t: (0, 1)}


def sound(start, speed=c):
    pair = [u.diff(t) + p.diff(x), p.diff(t) + speed**2 * u.diff(x)]
    data = {u.subs(t, 0): start[0], p.subs(t, 0): start[1]}
    return Problem(pair, [u, p], data, BOX, [c] if speed == c else None)


@pytest.mark.parametrize("start", [(exp(-(x**2)), 0), (0, exp(-(x**2))), (sin(x), x)])
def test_sound_in_a_tube(start):
    assert proved_by(sound(start, 2), elimination, two_waves) is not None


def test_the_rate_at_the_start_follows_from_the_equations():
    found = next(elimination(sound((0, sin(x)))))
    assert found.problems[0].functions == (u,)
    conditions = [d.expression((u,)) for d in found.problems[0].conditions]
    assert any(e.has(cos(x)) for e in conditions)


def test_sources_are_carried_along():
    pair = [u.diff(t) + p.diff(x) - x, p.diff(t) + u.diff(x) - exp(-t)]
    data = {u.subs(t, 0): 0, p.subs(t, 0): 0}
    found = next(elimination(Problem(pair, [u, p], data, BOX)))
    equation = found.problems[0].equations[0].expression((u,))
    assert simplify(equation - (u.diff(t, 2) - u.diff(x, 2))) == 0  # d/dt x = d/dx exp(-t) = 0
    slopes = [d.expression((u,)) for d in found.problems[0].conditions]
    assert any(simplify(e - (u.diff(t).subs(t, 0) - x)) == 0 for e in slopes)


def test_what_is_not_linear_or_not_constant_is_passed_over():
    for extra in (u * p, x * u):
        pair = [u.diff(t) + p.diff(x) + extra, p.diff(t) + u.diff(x)]
        data = {u.subs(t, 0): 0, p.subs(t, 0): 0}
        assert not list(elimination(Problem(pair, [u, p], data, BOX)))
