"""Profiles that keep their shape: waves, fronts, solitons, sources; random speeds and widths."""

import time
from random import Random

import pytest
from sympy import Function, Rational, S, Symbol, atan, exp, sech, sin, sqrt, symbols, tanh
from sympy.abc import x, y

from sympy_ssde import Problem
from sympy_ssde.proof.verify import Status, verify
from sympy_ssde.reduction.plausible import is_plausible
from sympy_ssde.reduction.similarity import similarity

t = Symbol("t")
K, nu = symbols("K nu", positive=True)
u = Function("u")
U = u(x, t)
ut, ux, uxx = U.diff(t), U.diff(x), U.diff(x, 2)


def proved(problem):
    for found in similarity(problem):
        if is_plausible(problem, found.exprs):
            assert verify(problem, found.exprs).status is Status.PROVED
            return found
    return None


def rational(random, low=1, high=5):
    return Rational(random.randint(low, high), random.randint(1, 3))


def burgers(random):
    speed, size, rate = rational(random), rational(random), random.choice([1, nu, rational(random)])
    return ut + U * ux - rate * uxx, speed - size * tanh(size * (x - 1) / (2 * rate)), {}


def soliton(random):
    speed, place = random.choice([K, rational(random)]), rational(random, 0)
    profile = speed / 2 * sech(sqrt(speed) * (x - place) / 2) ** 2
    return ut + 6 * U * ux + U.diff(x, 3), profile, {}


def fisher(random):
    rate, place = random.choice([1, 2, K]), rational(random, 0)
    return ut - uxx - rate * U * (1 - U), 1 / (1 + exp(sqrt(rate / S(6)) * (x - place))) ** 2, {}


def bistable(random):
    level = Rational(random.randint(1, 4), 9)
    return ut - uxx - U * (1 - U) * (U - level), 1 / (1 + exp(x / sqrt(2))), {}


def porous(random):
    m, width = random.choice([1, 2, 3]), rational(random, 4, 9)
    profile = (1 - x**2 / width**2) ** Rational(1, m)
    return ut - (U**m * ux).diff(x), profile, {x: (-1, 1), t: (0, 1)}


def spreading(random):
    return ut - K * uxx, rational(random) * exp(-rational(random) * (x - 1) ** 2), {}


FAMILIES = [burgers, soliton, fisher, bistable, porous, spreading]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.__name__)
def test_random_members_of_families(family, seed):
    equation, profile, domain = family(Random(seed))
    problem = Problem(equation, U, {u(x, 0): profile}, domain or {x: (-2, 2), t: (0, 1)})
    assert proved(problem) is not None, problem


def test_velocity_decides_the_direction():
    sine_gordon = U.diff(t, 2) - uxx + sin(U)
    kink = 4 * atan(exp(Rational(5, 4) * x - Rational(3, 4) * t))
    data = {u(x, 0): kink.subs(t, 0), ut.subs(t, 0): kink.diff(t).subs(t, 0)}
    assert proved(Problem(sine_gordon, U, data)).exprs == (kink,)


def test_speed_from_an_equation_of_second_order():
    problem = Problem(U.diff(t, 2) - uxx - 2 * U + 2 * U**3, U, {u(x, 0): tanh(Rational(5, 4) * x)})
    assert len(list(similarity(problem))) == 2  # both directions


def test_two_dimensions():
    W = u(x, y, t)
    equation = W.diff(t) - (W * W.diff(x)).diff(x) - (W * W.diff(y)).diff(y)
    domain = {x: (-1, 1), y: (-1, 1), t: (0, 1)}
    assert proved(Problem(equation, W, {u(x, y, 0): 1 - (x**2 + y**2) / 8}, domain)) is not None


@pytest.mark.parametrize(
    "equation, profile",
    [
        (ut - uxx, sin(x) + sin(3 * x)),
        (ut - uxx + U**3, exp(-(x**2))),
        (U.diff(t, 2) - uxx + U**3, tanh(x)),
    ],
    ids=str,
)
def test_others_are_left_alone_at_once(equation, profile):
    problem = Problem(equation, U, {u(x, 0): profile})
    start = time.process_time()
    assert list(similarity(problem)) == []
    assert time.process_time() - start < 0.2
