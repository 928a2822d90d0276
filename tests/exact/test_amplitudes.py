"""Constants that are solved for exactly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Function, Rational, Subs, cos, exp, pi, sin, sinh, symbols

from sympy_ssde import Problem, checkssdsol
from sympy_ssde.exact.amplitudes import amplitudes

x, y, a, b, c, k = symbols("x y a b c k")
u = Function("u")

SOLVED = {
    "boundary layer": (
        Problem(u(x).diff(x, 2) / 10 + u(x).diff(x), u(x), {u(0): 0, u(1): 1}),
        a + b * exp(-10 * x),
        (a, b),
    ),
    "slope and mixed condition": (
        Problem(
            u(x).diff(x, 2) + 9 * u(x),
            u(x),
            {Subs(u(x).diff(x), x, 0): 1, u(2) + Subs(u(x).diff(x), x, 2): 5},
        ),
        a * sin(3 * x) + b * cos(3 * x),
        (a, b),
    ),
    "what the conditions leave open": (
        Problem(u(x).diff(x, 2) - u(x) - x, u(x), {u(0): 0, u(1): 0}),
        a * sinh(x) + b * x,
        (a, b),
    ),
    "a face": (
        Problem(
            u(x, y).diff(x, 2) + u(x, y).diff(y, 2),
            u(x, y),
            {u(0, y): 0, u(1, y): 0, u(x, 0): 0, u(x, 1): sin(pi * x)},
            {x: (0, 1), y: (0, 1)},
        ),
        a * sin(pi * x) * sinh(pi * y),
        (a,),
    ),
}


@pytest.mark.parametrize("name", SOLVED)
def test_amplitudes_follow_from_the_constraints(name):
    problem, expr, unknown = SOLVED[name]
    found = amplitudes([expr], unknown, problem)
    assert set(found) == set(unknown)
    assert checkssdsol(problem, expr.xreplace(found))


@pytest.mark.parametrize(
    ("problem", "expr", "unknown"),
    [
        (Problem(u(x).diff(x) - u(x) ** 2, u(x), {u(0): 1}), a + b * x, (a, b)),  # not linear
        (Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}), exp(a * x), (a,)),  # nor is this
        (Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}), a * exp(x) + b * exp(x), (a, b)),  # open
        (Problem(u(x).diff(x) - k * u(x), u(x), {u(0): 1}, None, [k]), a * exp(k * x), (a,)),
    ],
)
def test_what_is_not_linear_or_not_determined_has_no_answer(problem, expr, unknown):
    assert amplitudes([expr], unknown, problem) is None


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=3, max_size=3), st.integers(1, 3))
def test_known_amplitudes_come_back(values, rate):
    expr = a * exp(rate * x) + b * sin(x) + c * x
    exact = expr.xreplace(dict(zip((a, b, c), values, strict=True)))
    bcs = {u(p): exact.subs(x, p) for p in (0, Rational(1, 2), 1)}
    problem = Problem(u(x).diff(x, 4) - u(x).diff(x, 2), u(x), bcs, {x: (0, 1)})
    found = amplitudes([expr], (a, b, c), problem)
    assert [found[s].equals(v) for s, v in zip((a, b, c), values, strict=True)] == [True] * 3
