"""One expression from the values on two faces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Function,
    Integer,
    Rational,
    acosh,
    atan,
    cos,
    cosh,
    exp,
    log,
    sech,
    sin,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde import Status, find_solution
from sympy_ssde.guess.merging import merged

x, y, t, c = symbols("x y t c")
u = Function("u")

KNOWN = [
    (sqrt(4 - x**2 - y**2), {x: 0}, {y: 0}),
    (acosh(sqrt(x**2 + y**2)), {x: 1}, {y: 2}),
    (1 / (1 + x**2 + y**2) ** 2, {x: 1}, {y: 0}),
    (tanh(x - 3 * y), {x: -1}, {y: 0}),
    (2 * sech(x - 4 * y) ** 2, {x: 4}, {y: 0}),
    (1 / cosh(x - 2 * y) ** 2 + 1, {x: -4}, {y: 0}),
    (15 * tanh(x / 2 - y) ** 3 - 15 * tanh(x / 2 - y) ** 2 + 11, {x: -10}, {y: 0}),
    ((1 + exp(x - 5 * y)) ** -2, {x: 3}, {y: 0}),
    (atan(exp(2 * x - y)), {x: 1}, {y: 0}),
    (log(1 + x * y), {x: 1}, {y: 1}),
    (exp(-(x**2) / (4 * y)) / sqrt(y), {x: 2}, {y: 1}),
    (exp(-(x**2) / (2 + 2 * exp(-2 * y))) / sqrt(1 + exp(-2 * y)), {x: 3}, {y: 0}),
    (x * y * exp(-x - y), {x: 1}, {y: 2}),
    (exp(-c * (x - c * y)), {x: 1}, {y: 0}),
]


@pytest.mark.parametrize(("exact", "here", "there"), KNOWN)
def test_known_forms_come_back(exact, here, there):
    found = list(merged(exact.subs(here), exact.subs(there), here, there))
    assert any(_agree(f, exact, {}) for f in found)
    assert len(found) < 100


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([exp, sin, cos, tanh, atan]),
    st.lists(st.integers(-3, 3), min_size=3, max_size=3),
    st.tuples(st.integers(-2, 2), st.integers(-2, 2)),
)
def test_functions_of_sums_come_back(function, slopes, places):
    a, b, shift = slopes
    exact = function(a * x + b * y + shift)
    here, there = {x: Integer(places[0])}, {y: Integer(places[1])}
    found = list(merged(exact.subs(here), exact.subs(there), here, there))
    assert all(_agree(f, exact, face) for f in found[:2] for face in (here, there))
    assert any(_agree(f, exact, {}) for f in found)


def _agree(first, second, face):
    at = {x: Rational(7, 10), y: Rational(3, 10), c: Rational(6, 5), **face}
    return abs((first - second).subs(at).evalf(30)) < 1e-25


def test_data_that_contradict_each_other_give_nothing():
    assert not list(merged(sin(y), cos(x), {x: 0}, {y: 0}))


def test_a_minimal_surface_needs_no_search():
    exact = acosh(sqrt(x**2 + y**2))
    w = u(x, y)
    p, q = w.diff(x), w.diff(y)
    eq = (1 + q**2) * p.diff(x) - 2 * p * q * p.diff(y) + (1 + p**2) * q.diff(y)
    faces = ({x: 1}, {x: 2}, {y: 1}, {y: 2})
    bcs = {w.subs(face): exact.subs(face) for face in faces}
    found = find_solution(eq, w, bcs, {x: (1, 2), y: (1, 2)}, timeout=30)
    assert (found.status, found.method) == (Status.PROVED, "shortcut")
    assert found.expr == exact
