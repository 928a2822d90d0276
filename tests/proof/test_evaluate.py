"""Values with many digits, and intervals that enclose them."""

import math
import time

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp
from sympy import Max, Rational, exp, log, sin, sqrt, symbols

from sympy_ssde.proof.evaluate import Undefined, evaluate_interval, evaluate_mp
from sympy_ssde.strategies import expressions

x, y = symbols("x y", real=True)
ALL = (
    "+",
    "-",
    "*",
    "/",
    "sin",
    "cos",
    "exp",
    "log",
    "sqrt",
    "tanh",
    "sinh",
    "cosh",
    "atan",
    "pow",
)


@settings(max_examples=80, deadline=None)
@given(expressions((x, y), ALL, max_depth=2), st.integers(-9, 9), st.integers(-9, 9))
def test_agrees_with_sympy(expr, p, q):
    at = {x: Rational(p, 4), y: Rational(q, 7)}
    with mp.workdps(60):
        ours = evaluate_mp(expr, {s: mp.mpf(v.p) / v.q for s, v in at.items()})
        theirs = mp.mpmathify(expr.subs(at).evalf(60, maxn=2000))
        assert abs(ours - theirs) <= mp.mpf(10) ** -25 * (1 + abs(theirs))


@pytest.mark.parametrize("expr", [1 / x, log(x), x**-2, sympy.cot(x), sympy.coth(x)])
def test_undefined(expr):
    with pytest.raises(Undefined):
        evaluate_mp(expr, {x: mp.mpf(0)})


def test_functions_without_a_table_entry():
    value = evaluate_mp(sympy.Piecewise((x, x < 1), (x**2, True)) + sympy.Si(x), {x: mp.mpf(2)})
    assert abs(value - 4 - mp.si(2)) < 1e-12


@settings(max_examples=150, deadline=None)
@given(
    expressions((x, y), ALL, max_depth=2),
    st.floats(-3, 3),
    st.floats(0, 2),
    st.floats(-3, 3),
    st.floats(0, 2),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=5),
)
def test_intervals_enclose(expr, a, width, b, height, places):
    box = {x: (a, a + width), y: (b, b + height)}
    low, high = evaluate_interval(expr, box)
    for i, j in places:
        at = {x: mp.mpf(min(a + i * width, a + width)), y: mp.mpf(min(b + j * height, b + height))}
        with mp.workdps(50):
            value = evaluate_mp(expr, at)
            assert low <= value <= high


@pytest.mark.parametrize(
    ("expr", "box", "expected"),
    [
        (sin(x), (0.0, 3.0), (0.0, 1.0)),
        (sin(x), (1.0, 7.0), (-1.0, 1.0)),
        (x**2, (-1.0, 2.0), (0.0, 4.0)),
        (1 / x, (2.0, 4.0), (0.25, 0.5)),
        (Max(x, 0), (-1.0, 2.0), (0.0, 2.0)),
        (exp(x), (-math.inf, 0.0), (0.0, 1.0)),
    ],
)
def test_intervals_are_tight(expr, box, expected):
    assert evaluate_interval(expr, {x: box}) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("expr", [1 / x, sympy.gamma(x), log(x - 3), sqrt(x - 3)])
def test_possibly_undefined_is_the_whole_line(expr):
    assert evaluate_interval(expr, {x: (-1.0, 1.0)}) == (-math.inf, math.inf)


def test_huge_values_stay_on_their_side():
    low, high = evaluate_interval(sympy.sinh(x), {x: (-2000.0, -1000.0)})
    assert low == -math.inf
    assert high < 0


def test_roots_and_logarithms_are_taken_of_what_they_are_real_for():
    """The caller knows the expression to be real: a bound below zero comes from rounding."""
    low, high = evaluate_interval(sqrt(x), {x: (-1.0, 4.0)})
    assert -1e-12 < low <= 0 and 2 <= high < 2.1
    assert evaluate_interval(log(x), {x: (-1.0, 1.0)})[0] == -math.inf


@pytest.mark.parametrize("make", [exp, sin, lambda z: 2**z, lambda z: z**z])
def test_functions_of_giants_have_no_value_and_cost_no_time(make):
    start = time.process_time()
    with pytest.raises(Undefined):
        evaluate_mp(make(exp(exp(exp(14 * x)))), {x: mp.mpf(2)})
    assert time.process_time() - start < 0.5
    assert evaluate_mp(exp(exp(10 * x)), {x: mp.mpf(2)}) > 0
