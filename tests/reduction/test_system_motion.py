"""Profiles that move together, grow, and turn into each other."""

import pytest
from sympy import Function, Rational, cos, exp, sech, simplify, sin, sqrt, tanh
from sympy.abc import t, x, y
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_motion import shared_motion

u, v = Function("u")(x, t), Function("v")(x, t)


def proved(pair, known, functions=(u, v)):
    data = {f.subs(t, 0): k.subs(t, 0) for f, k in zip(functions, known, strict=True)}
    return proved_by(Problem(pair, list(functions), data), leaves=(shared_motion,))


def schroedinger(sign):
    size = u**2 + v**2
    return [
        u.diff(t) + v.diff(x, 2) / 2 + sign * size * v,
        v.diff(t) - u.diff(x, 2) / 2 - sign * size * u,
    ]


@pytest.mark.parametrize("speed", [0, 1, Rational(-1, 2)])
@pytest.mark.parametrize("size", [1, 2])
def test_solitons_of_the_nonlinear_schroedinger_equation(speed, size):
    phase = speed * x + (size**2 - speed**2) * t / 2
    hump = size * sech(size * (x - speed * t))
    assert proved(schroedinger(1), (hump * cos(phase), hump * sin(phase)))


def test_a_dark_soliton():
    assert proved(schroedinger(-1), (tanh(x) * cos(t), -tanh(x) * sin(t)))


@pytest.mark.parametrize("growth", [-2, 0, 1])
def test_waves_that_travel_and_grow(growth):
    wave = exp(growth * t) * sin(x - 3 * t)
    pair = [u.diff(t) + 3 * v.diff(x) - growth * u, v.diff(t) + 3 * u.diff(x) - growth * v]
    assert proved(pair, (wave, wave))


def test_shapes_that_widen():
    """A rarefaction wave of shallow water."""
    pair = [u.diff(t) + (u * v).diff(x), v.diff(t) + v * v.diff(x) + u.diff(x)]
    known = ((2 - x / (1 + t)) ** 2 / 9, Rational(2, 3) + 2 * x / (3 * (1 + t)))
    assert proved(pair, known)


def test_vortices_in_a_stream():
    """What fades is what differs from the stream, with which it drifts."""
    functions = [Function(name)(x, y, t) for name in "uv"]
    a, b = functions
    pair = [
        a.diff(t) + 3 * a.diff(x) - a.diff(x, 2) - a.diff(y, 2) + b.diff(x) - b.diff(x),
        b.diff(t) + 3 * b.diff(x) - b.diff(x, 2) - b.diff(y, 2) + a * b.diff(y) - a * b.diff(y),
    ]
    wave = exp(-2 * t) * sin(x - 3 * t) * cos(y)
    assert proved(pair, (2 + wave, 5 * wave), functions)


def test_two_variables_of_space():
    functions = [Function(name)(x, y, t) for name in "uv"]
    a, b = functions
    pair = [
        a.diff(t) + a.diff(x) + 2 * a.diff(y) - a * b,
        b.diff(t) + b.diff(x) + 2 * b.diff(y) + b * a,
    ]
    known = (exp(x - t), x - x + y - y)
    assert proved(pair, known, functions)


def test_profiles_that_change_their_shape_are_not_moved():
    pair = [u.diff(t) - u.diff(x, 2), v.diff(t) - u]
    assert not proved(pair, (exp(-(x**2)), x - x))


def test_a_second_derivative_by_time():
    """Zakharov's soliton, carried by a well in the density that moves with it."""
    u, v, w = (Function(name)(x, t) for name in "uvw")
    waves = [
        u.diff(t) + v.diff(x, 2) - w * v,
        v.diff(t) - u.diff(x, 2) + w * u,
        w.diff(t, 2) - (w + u**2 + v**2).diff(x, 2),
    ]
    height = sqrt(6) / 2 * sech(x)
    data = {
        u.subs(t, 0): height * cos(x / 4),
        v.subs(t, 0): height * sin(x / 4),
        w.subs(t, 0): -2 * sech(x) ** 2,
        w.diff(t).subs(t, 0): -2 * sech(x) ** 2 * tanh(x),
    }
    found = proved_by(Problem(waves, [u, v, w], data))
    assert found is not None and simplify(found[2] + 2 * sech(x - t / 2) ** 2) == 0


def test_what_fades_about_a_mean_that_stays():
    """A scalar that is stirred and carried along: its mean isn't seen by derivatives."""
    pair = [
        (u.diff(t) + 3 * u.diff(x) - u.diff(x, 2)).diff(x),
        v.diff(t) + 3 * v.diff(x) - v.diff(x, 2),
    ]
    found = proved(pair, (5 + exp(-t) * cos(x - 3 * t), 2 + exp(-t) * sin(x - 3 * t)))
    assert found is not None and simplify(found[1] - 2 - exp(-t) * sin(x - 3 * t)) == 0
