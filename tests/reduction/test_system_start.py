"""All unknowns at one time."""

import pytest
from sympy import Function, oo, sin
from sympy.abc import t, x

from sympy_ssde import Problem
from sympy_ssde.reduction.system_start import (
    first_rates,
    given_level,
    initial_profiles,
    initial_values,
)
from sympy_ssde.reduction.view import View

u, v = Function("u")(x, t), Function("v")(x, t)
PAIR = [u.diff(t) - v, v.diff(t) - u]


def seen(data, **options):
    return View(Problem(PAIR, [u, v], data, **options), u)


def test_profiles():
    data = {u.subs(t, 0): sin(x), 2 * v.subs(t, 0): x}
    assert initial_profiles(seen(data), t) == (0, (sin(x), x / 2))
    assert initial_profiles(seen(data), x) is None


@pytest.mark.parametrize(
    "data",
    [
        {u.subs(t, 0): sin(x)},
        {u.subs(t, 0): sin(x), v.subs(t, 1): x},
        {u.subs(t, 0): sin(x), v.diff(t).subs(t, 0): sin(x)},
        {u.subs(t, 0): sin(x), v.subs(t, 0) + u.subs(t, 0): x},
    ],
)
def test_one_is_missing(data):
    assert initial_profiles(seen(data, domain={x: (0, 1), t: (0, 1)}), t) is None


def test_infinity_is_no_start():
    data = {u.subs(t, oo): 0, v.subs(t, oo): 0}
    assert initial_profiles(seen(data, domain={x: (0, 1), t: (0, oo)}), t) is None


def test_levels():
    first, second = seen({u.subs(t, 0): x, v.diff(x).subs(x, 0): 1}).conditions
    found = [given_level(c) for c in (first, second)]
    assert (0, x) in found and None in found


def test_initial_values():
    a, b = Function("a")(t), Function("b")(t)
    pair = [a.diff(t) - b, b.diff(t) + a]
    both = Problem(pair, [a, b], {a.subs(t, 0): 1, b.subs(t, 0): 2})
    assert initial_values(both) == ((0,), [1, 2])
    assert initial_values(Problem(pair, [a, b], {a.subs(t, 0): 1, b.subs(t, 1): 2})) is None
    assert first_rates(both) == [b, -a]
