"""Closed spaces of modes."""

import pytest
from sympy import Eq, Function, S, cos, cot, exp, log, oo, pi, sin
from sympy.abc import r, t, theta, x, y

from sympy_ssde import Problem
from sympy_ssde.errors import ProblemWarning
from sympy_ssde.reduction.space import Space, evolution_variables
from sympy_ssde.reduction.view import view

u = Function("u")
U, W, P = u(x, t), u(x, y), u(r, theta)
HEAT = Eq(U.diff(t), U.diff(x, 2))
POLAR = Eq(P.diff(r, 2) + P.diff(r) / r + P.diff(theta, 2) / r**2, 0)


def space(eq, func, bcs, variable, domain=None):
    return Space(view(Problem(eq, func, bcs, domain)), variable)


def test_time_comes_first_whatever_its_name():
    bcs = {u(0, y): sin(x) * 0, u(pi, y): 0, u(x, 0): sin(x)}
    seen = view(Problem(Eq(W.diff(y), W.diff(x, 2)), W, bcs))
    assert evolution_variables(seen) == [y, x]
    swapped = {u(x, 0): 0, u(x, pi): 0, u(0, y): sin(y)}
    assert evolution_variables(view(Problem(Eq(W.diff(x), W.diff(y, 2)), W, swapped)))[0] == x


def test_a_polynomial_is_closed_with_its_derivatives():
    found = space(HEAT, U, {u(x, 0): x**4}, t).solved
    assert set(found.basis) == {x**4, x**2, 1}
    assert [b.members for b in found.blocks] == [(0, 1, 2)]


def test_the_leading_coefficient_is_divided_by():
    wedge = space(POLAR, P, {u(r, 0): 0, u(r, 1): r**2}, theta, {r: (1, 2), theta: (0, 1)})
    assert wedge.divisor == 1 / r**2
    assert wedge.solved.basis == (r**2,)


def test_amplitudes_without_data_are_left_out():
    bcs = {u(x, 0): sin(x), U.diff(t).subs(t, 0): 0}
    found = space(Eq(U.diff(t, 2), U.diff(x, 2)), U, bcs, t).solved
    assert found.members == [0] and found.basis == (sin(x),)
    assert space(HEAT, U, {u(x, 0): 0}, t).solved is None


SPHERE = Eq(
    P.diff(r, 2) + 2 * P.diff(r) / r + (P.diff(theta, 2) + cot(theta) * P.diff(theta)) / r**2, 0
)


@pytest.mark.parametrize("legendre", [2 * cos(theta), 3 * cos(theta) ** 2 - 1])
def test_angles_of_a_sphere_are_closed_and_calm_at_its_centre(legendre):
    ball = space(SPHERE, P, {u(1, theta): legendre}, r, {r: (0, 1), theta: (0, pi)})
    found = ball.solved.completed(ball.seen, r)
    assert set(found.basis) <= {1, cos(theta), cos(2 * theta)}
    for block in found.blocks:
        assert len(block.conditions) == 2 * len(block.members)


def test_spaces_without_end_are_given_up():
    assert space(HEAT, U, {u(x, 0): exp(-(x**2))}, t).solved is None
    assert space(Eq(U.diff(t), x * U.diff(x, 2) + x**2 * U), U, {u(x, 0): x}, t).solved is None


def test_a_side_that_no_mode_meets():
    bcs = {u(x, 0): sin(x), U.diff(x).subs(x, 0): 0}
    forbidden = space(HEAT, U, bcs, t)
    assert not forbidden.fits(forbidden.solved)
    allowed = space(HEAT, U, {u(x, 0): sin(x), u(0, t): 0}, t)
    assert allowed.fits(allowed.solved)


@pytest.mark.parametrize("mode, order", [(cos(theta), 0), (S.One, 1)])
def test_at_a_pole_and_at_infinity_nothing_grows(mode, order):
    for domain, end in (((0, 1), S.Zero), ((1, oo), oo)):
        disk = space(POLAR, P, {u(1, theta): mode}, r, {r: domain, theta: (0, 2 * pi)})
        (block,) = disk.solved.completed(disk.seen, r).blocks
        (key, _), *_ = block.conditions[-1].terms
        assert key == (0, order, end)


def test_given_ends_and_regular_ends_are_not_completed():
    domain = {r: (1, 2), theta: (0, 2 * pi)}
    ring = space(POLAR, P, {u(1, theta): cos(theta)}, r, domain)
    assert ring.solved.completed(ring.seen, r) == ring.solved


def test_modes_without_traces_at_the_sides_are_clear():
    bcs = {u(0, t): 0, u(pi, t): 1, u(x, 0): sin(x)}
    domain = {x: (0, pi), t: (0, 1)}
    with pytest.warns(ProblemWarning):
        strip = space(HEAT, U, bcs, t, domain)
    assert strip.is_clear(strip.solved)
    slope = space(HEAT, U, {u(0, t): 0, u(pi, t): pi, u(x, 0): x}, t, domain)
    assert not slope.is_clear(slope.solved)


def test_functions_that_are_not_tame_close_where_they_are_eigenfunctions():
    V = u(x, y, t)
    heat = Eq(V.diff(t), V.diff(x, 2) + V.diff(y, 2))
    box = {x: (1, 2), y: (1, 2), t: (0, 1)}
    harmonic = space(heat, V, {u(x, y, 0): log(x**2 + y**2)}, t, box)
    assert harmonic.may_close(log(x**2 + y**2))
    assert not harmonic.may_close(exp(-(x**2) - y**2))
    line = space(HEAT, U, {u(x, 0): sin(x)}, t)
    assert not line.may_close(exp(-(x**2)))
