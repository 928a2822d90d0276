"""Waves that all unknowns share, with data on different faces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Function, exp, sech, simplify, sin, tanh
from sympy.abc import t, x
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_wave import shared_wave

u, v, w = (Function(name)(x, t) for name in "uvw")


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 5), st.integers(1, 3))
def test_pulses_that_a_medium_lets_pass(a, scale):
    """McCall and Hahn's 2 pi pulse of any width: only the field is known at the entrance."""
    bloch = [u.diff(x) + v, v.diff(t) - u * w, w.diff(t) + u * v]
    rate = simplify(x - x + a) / scale
    phase = rate * t - x / rate
    exact = (2 * rate * sech(phase), -2 * sech(phase) * tanh(phase), 1 - 2 * sech(phase) ** 2)
    data = {
        u.subs(x, 0): exact[0].subs(x, 0),
        v.subs(t, 0): exact[1].subs(t, 0),
        w.subs(t, 0): exact[2].subs(t, 0),
    }
    (found,) = shared_wave(Problem(bloch, [u, v, w], data))
    gaps = [(f - e).subs({x: 0.3, t: 0.4}).n() for f, e in zip(found.exprs, exact, strict=True)]
    assert max(map(abs, gaps)) < 1e-9


def test_it_is_proved():
    pair = [u.diff(x) - v, v.diff(t) + 4 * u]
    data = {u.subs(x, 0): sin(2 * t), v.subs(t, 0): 2 * sin(2 * x).diff(x) / 2}
    assert proved_by(Problem(pair, [u, v], data)) is not None


@pytest.mark.parametrize(
    "data",
    [
        {u.subs(t, 0): exp(x), v.subs(t, 0): exp(x)},  # on one face
        {u.subs(x, 0): exp(t)},  # one of them
        {u.subs(x, 0): exp(t), v.diff(t).subs(t, 0): exp(x)},  # a derivative
    ],
)
def test_others_are_left_alone(data):
    problem = Problem([u.diff(x) + v, v.diff(t) - u * v], [u, v], data)
    assert list(shared_wave(problem)) == []
