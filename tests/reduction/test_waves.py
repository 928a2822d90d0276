"""d'Alembert, Duhamel, Goursat: random problems, proved; what doesn't fit, left alone."""

import time
from random import Random

import pytest
from sympy import Function, Symbol, cos, exp, oo, sech, sin, symbols, tanh
from sympy.abc import x, y

from sympy_ssde import Problem
from sympy_ssde.proof.verify import Status, verify
from sympy_ssde.reduction.waves import waves

t, c = symbols("t c")
K = Symbol("K", positive=True)
u = Function("u")
U = u(x, t)
V = u(x, y)


def proved(problem):
    for found in waves(problem):
        if verify(problem, found.exprs).status is Status.PROVED:
            return found
    return None


def cauchy(displacement, velocity):
    return {u(x, 0): displacement, U.diff(t).subs(t, 0): velocity}


def wave(speed, source=0):
    return U.diff(t, 2) - speed**2 * U.diff(x, 2) - source


PROFILES = [0, sin(x), exp(-(x**2)), x**2 - x, sech(x) ** 2, 1 / (1 + x**2), x * exp(-(x**2))]
SOURCES = [0, 0, 1, x, t, x * t, sin(x), exp(-t), sin(x) * cos(3 * t), exp(-x)]


def random_wave(random):
    displacement, velocity = random.choice(PROFILES), random.choice(PROFILES)
    if displacement == velocity == 0:
        velocity = cos(2 * x)
    equation = wave(random.choice([1, 2, K, c, 3 * K]), random.choice(SOURCES))
    ranges = {K: (1, 2)} if equation.has(K) else {}  # K = 3 is a resonance of some
    return Problem(equation, U, cauchy(displacement, velocity), {x: (-2, 2), t: (0, 1)}, ranges)


@pytest.mark.parametrize("seed", range(10))
def test_random_waves_are_solved(seed):
    problem = random_wave(Random(seed))
    found = proved(problem)
    assert found is not None, problem
    assert found.lines[0].formulas


def test_half_line_with_odd_data():
    data = cauchy(x * exp(-(x**2)), tanh(x) * sech(x) ** 2) | {u(0, t): 0}
    assert proved(Problem(wave(K), U, data, {x: (0, oo), t: (0, oo)})) is not None


@pytest.mark.parametrize("mixed, along", [(-3, 2), (-2, 1), (1, -2)], ids=str)
def test_other_speeds_and_double_ones(mixed, along):
    equation = U.diff(t, 2) + mixed * U.diff(x, t) + along * U.diff(x, 2) - x
    assert proved(Problem(equation, U, cauchy(exp(-(x**2)), x))) is not None


def test_values_on_two_characteristics():
    product = Problem(V.diff(x, y) - x * y, V, {u(x, 0): sin(x), u(0, y): y**2})
    assert proved(product).exprs == (x**2 * y**2 / 4 + y**2 + sin(x),)
    data = {u(x, x): x**2, u(x, -x): x**3}
    assert proved(Problem(wave(1), U, data, {x: (0, 1), t: (-1, 1)})) is not None


def test_values_on_one_characteristic_and_a_line():
    data = {u(x, 0): sin(x), u(x, x): x**2}
    assert proved(Problem(wave(1), U, data, {x: (0, 1), t: (0, 1)})) is not None


def test_time_may_begin_anywhere():
    data = {u(x, 1): exp(-(x**2)), U.diff(t).subs(t, 1): 0}
    assert proved(Problem(wave(2, t), U, data, {x: (0, 1), t: (1, 2)})) is not None


@pytest.mark.parametrize(
    "equation",
    [
        U.diff(t) - U.diff(x, 2),
        U.diff(t, 2) + U.diff(x, 2),
        U.diff(t, 2) - x * U.diff(x, 2),
        U.diff(t, 2) - U.diff(x, 2) + U**3,
        U.diff(t, 2) - U.diff(x, 2) + U.diff(t),
    ],
    ids=str,
)
def test_others_are_left_alone_at_once(equation):
    problem = Problem(equation, U, cauchy(sin(x), 0))
    start = time.process_time()
    assert list(waves(problem)) == []
    assert time.process_time() - start < 0.1
