"""One verdict from all theorems, quickly, and never a wrong one."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import I, Integer, Rational, Symbol, cos, exp, sin
from uniqueness_cases import BOXES, INITIAL, ORDINARY, U, solved, u, x

from sympy_ssde import Problem
from sympy_ssde.uniqueness.judgement import judge

ALL = INITIAL | ORDINARY | BOXES
#: Those that a second solution is found for.
MORE = {"root at rest", "several slopes", "half a start"}


@pytest.mark.parametrize("name", ALL)
def test_verdicts_have_reasons_and_take_milliseconds(name):
    problem, exprs = solved(ALL[name])
    judge(problem, exprs)
    begin = time.process_time()
    verdict = judge(problem, exprs)
    assert time.process_time() - begin < 0.2
    assert verdict.unique is (False if name in MORE else ALL[name][2])
    assert verdict.unique is None or verdict.reason


def test_families_are_not_the_only_solution():
    C1 = Symbol("C1")
    problem = Problem(U.diff(x, 2), U, {u(0): 0})
    assert judge(problem, (C1 * x,)).reason == "C1 may have every value"


def test_a_constant_that_changes_nothing_is_no_family():
    c = Symbol("c")
    problem = Problem(U.diff(x) - U, U, {u(0): 1})
    assert judge(problem, (exp(x) * (sin(c) ** 2 + cos(c) ** 2),)).unique is None


def test_numbers_that_are_too_large_for_floats():
    slopes = {U.diff(x).subs(x, 0): 0, U.diff(x).subs(x, 50): 0}
    problem = Problem(U.diff(x, 2) - 100 * U, U, slopes, {x: (0, 50)})
    assert judge(problem, (Integer(0),)).unique is not False


def test_nothing_is_said_of_complex_solutions():
    problem = Problem(U.diff(x) - I * U, U, {u(0): 1})
    assert judge(problem, (exp(I * x),)).unique is None


def test_late_is_not_known():
    problem, exprs = solved(INITIAL["spring"])
    assert judge(problem, exprs, seconds=1e-9).unique is None


@settings(max_examples=40, deadline=None)
@given(
    st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([Rational(1, 2), 1, 2, 3]),
    st.sampled_from(["value", "slope"]), st.sampled_from(["value", "slope"]),
)  # fmt: skip
def test_two_point_problems_are_judged_as_their_determinant_says(b, c, length, low, high):
    """Another way: shoot from both ends with the two solutions of the homogeneous equation."""
    operator = U.diff(x, 2) + b * U.diff(x) + c * U
    at = [U if kind == "value" else U.diff(x) for kind in (low, high)]
    problem = Problem(operator, U, [at[0].subs(x, 0), at[1].subs(x, length)])
    verdict = judge(problem, (0 * x,))
    half, root = -Rational(b, 2), (Rational(b * b, 4) - c) ** Rational(1, 2)
    if root == 0:
        pair = [exp(half * x), x * exp(half * x)]
    elif root.is_real:
        pair = [exp((half + root) * x), exp((half - root) * x)]
    else:
        pair = [exp(half * x) * cos(-I * root * x), exp(half * x) * sin(-I * root * x)]
    rows = [
        [(p if kind == "value" else p.diff(x)).subs(x, end) for p in pair]
        for kind, end in ((low, 0), (high, length))
    ]
    determinant = complex((rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]).evalf(20))
    assert verdict.unique is (abs(determinant) > 1e-12)
