"""Separation in a closed space."""

import time
from random import Random

import pytest
from sympy import Eq, Function, Rational, Symbol, cos, exp, log, pi, sin, sqrt
from sympy.abc import r, t, theta, x, y

from sympy_ssde import Problem
from sympy_ssde.reduction.closed_space import closed_space
from sympy_ssde.reduction.view import view

u = Function("u")
U, W = u(x, t), u(x, y)
HEAT = Eq(U.diff(t), U.diff(x, 2))
WAVE = Eq(U.diff(t, 2), U.diff(x, 2))
LAPLACE = Eq(W.diff(x, 2) + W.diff(y, 2), 0)


def fixed(length, data):
    return {u(0, t): 0, u(length, t): 0, u(x, 0): data}


def test_modes_of_a_rod_are_independent_problems():
    data = 3 * sin(pi * x) + sin(2 * pi * x)
    (found,) = closed_space(Problem(HEAT, U, fixed(1, data)))
    assert len(found.problems) == 2
    assert all(len(p.functions) == 1 for p in found.problems)
    assert "t" in found.line.words and found.line.formulas[0].lhs == U


@pytest.mark.parametrize("seed", range(6))
def test_random_heat_problems_are_proved(seed, proved):
    random = Random(seed)
    length = random.choice([1, 2, pi, Rational(3, 2)])
    rate = Rational(random.randint(1, 7), random.randint(1, 4))
    data = sum(
        random.randint(-4, 4) * sin(n * pi * x / length) for n in random.sample(range(1, 9), 3)
    )
    data += sin(pi * x / length) * cos(pi * x / length)
    eq = Eq(U.diff(t), rate * U.diff(x, 2) - random.randint(0, 2) * U)
    problem = Problem(eq, U, fixed(length, data), {x: (0, length), t: (0, 1)})
    assert proved(problem, closed_space) is not None


def test_symbols_for_length_and_diffusivity(proved):
    k, L = Symbol("k", positive=True), Symbol("L", positive=True)
    data = sin(pi * x / L) - 2 * sin(3 * pi * x / L)
    problem = Problem(Eq(U.diff(t), k * U.diff(x, 2)), U, fixed(L, data), {x: (0, L), t: (0, 1)})
    assert proved(problem, closed_space) is not None


def test_struck_string_and_beam(proved):
    struck = fixed(pi, sin(x)) | {U.diff(t).subs(t, 0): sin(2 * x) ** 3}
    assert proved(Problem(WAVE, U, struck), closed_space) is not None
    beam = Eq(U.diff(t, 2), -U.diff(x, 4))
    ends = {U.diff(x, 2).subs(x, e): 0 for e in (0, pi)}
    still = {U.diff(t).subs(t, 0): 0}
    assert proved(Problem(beam, U, fixed(pi, sin(2 * x)) | ends | still), closed_space) is not None


def test_sources_and_insulated_ends(proved):
    eq = Eq(U.diff(t), U.diff(x, 2) + exp(-t) * cos(2 * x) + t)
    bcs = {u(x, 0): 1 + cos(x), U.diff(x).subs(x, 0): 0, U.diff(x).subs(x, pi): 0}
    assert proved(Problem(eq, U, bcs), closed_space) is not None


def test_square_with_a_warm_side_and_a_half_strip(proved):
    warm = {u(0, y): 0, u(1, y): sin(pi * y), u(x, 0): 0, u(x, 1): 0}
    assert proved(Problem(LAPLACE, W, warm), closed_space) is not None
    sides = {u(x, 0): 0, u(x, pi): 0, u(0, y): sin(y) + sin(3 * y)}
    strip = Problem(LAPLACE, W, sides, {x: (0, 10), y: (0, pi)})
    assert next(closed_space(strip)).problems[0].variables == (x,)


def test_annulus_with_angles(proved):
    P = u(r, theta)
    eq = Eq(P.diff(r, 2) + P.diff(r) / r + P.diff(theta, 2) / r**2, 0)
    bcs = {u(1, theta): 1 + cos(2 * theta), u(2, theta): sin(theta)}
    problem = Problem(eq, P, bcs, {r: (1, 2), theta: (0, 2 * pi)})
    found = proved(problem, closed_space)
    assert found is not None and found.has(log)


def test_angles_can_be_the_amplitudes_variable(proved):
    P = u(r, theta)
    eq = Eq(P.diff(r, 2) + P.diff(r) / r + P.diff(theta, 2) / r**2, 0)
    bcs = {u(r, 0): 0, u(r, pi / 6): r**3}
    problem = Problem(eq, P, bcs, {r: (1, 2), theta: (0, pi / 6)})
    assert proved(problem, closed_space) == r**3 * sin(3 * theta)


def test_variable_coefficients_that_close(proved):
    eq = Eq(U.diff(t), x**2 * U.diff(x, 2) + x * U.diff(x))
    problem = Problem(eq, U, {u(x, 0): x**2 + 1 / x}, {x: (1, 2), t: (0, 1)})
    assert proved(problem, closed_space) is not None


def test_amplitudes_of_a_polynomial_are_coupled():
    problem = Problem(HEAT, U, {u(x, 0): x**4}, {x: (0, 1), t: (0, 1)})
    (found,) = closed_space(problem)
    assert [len(p.functions) for p in found.problems] == [3]


def test_modes_that_the_sides_forbid_are_not_tried():
    sides = {U.diff(x).subs(x, 0): 0, u(1, t): 0, u(x, 0): sin(pi * x)}
    assert list(closed_space(Problem(HEAT, U, sides))) == []


@pytest.mark.parametrize(
    "eq, data",
    [
        (HEAT, exp(-(x**2))),
        (HEAT, 1 / (1 + x**2)),
        (HEAT, sqrt(1 + x**2) * exp(-(x**3))),
        (Eq(U.diff(t), U.diff(x, 2) + 1 / (1 + x * t)), sin(x)),
        (Eq(U.diff(t), U * U.diff(x)), sin(x)),
    ],
)
def test_what_does_not_close_is_noticed_soon(eq, data):
    problem = Problem(eq, U, {u(x, 0): data}, {x: (0, 1), t: (0, 1)})
    start = time.process_time()
    assert list(closed_space(problem)) == []
    assert time.process_time() - start < 1


def test_ordinary_equations_and_systems_are_for_others():
    v = Function("v")
    assert list(closed_space(Problem(u(x).diff(x) - 1, u(x), {u(0): 0}))) == []
    both = Problem([u(x).diff(x) - v(x), v(x).diff(x) + u(x)], [u(x), v(x)], {u(0): 0, v(0): 1})
    assert view(both) is None and list(closed_space(both)) == []
