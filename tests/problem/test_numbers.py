"""Floats are what their digits say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import (
    AccumBounds,
    Float,
    Function,
    Piecewise,
    Rational,
    S,
    exp,
    nan,
    oo,
    sin,
    symbols,
    zoo,
)

from sympy_ssde import Problem, Status, checkssdsol
from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.numbers import decimal_value, is_finite, rationalized

x = symbols("x")
u = Function("u")


@given(st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False))
def test_a_float_is_the_decimal_that_python_prints(value):
    assert decimal_value(Float(value)) == Rational(repr(value))


@pytest.mark.parametrize("text", ["0.1", "0.3333333333", "2.5e-30", "1.00000000000000000002"])
@pytest.mark.parametrize("digits", [25, 50])
def test_more_digits_say_the_same(text, digits):
    assert decimal_value(Float(text, digits)) == Rational(text)


def test_single_precision():
    assert rationalized(S(np.float32(0.1))) == Rational(1, 10)


def test_too_large_to_be_written_out():
    with pytest.raises(ProblemError, match="power"):
        decimal_value(Float("1e100000"))


@pytest.mark.parametrize("rate", [1.0000000000000002, 0.9999999999999999, 1.0000000001])
def test_a_rate_next_to_one_is_not_one(rate):
    assert checkssdsol(u(x).diff(x) - rate * u(x), exp(x), u(x), {u(0): 1}).status is Status.REFUTED
    exact = exp(Rational(repr(rate)) * x)
    assert checkssdsol(u(x).diff(x) - rate * u(x), exact, u(x), {u(0): 1}).status is Status.PROVED


@pytest.mark.parametrize(
    "third", [0.3333333333, 0.3333333333333333, Float("0.333333333333333333", 18)]
)
def test_a_third_in_a_solution_is_not_one(third):
    eq, bcs = 3 * u(x).diff(x) - u(x), {u(0): 1}
    assert checkssdsol(eq, exp(third * x), u(x), bcs).status is Status.REFUTED
    assert checkssdsol(eq, exp(x / 3), u(x), bcs).status is Status.PROVED


def test_floats_in_conditions_ends_and_pieces():
    given_ = Piecewise((0.25 * x, x < 0.5), (0.125, True))
    problem = Problem(u(x).diff(x) - given_, u(x), {u(0.1): 0.7}, {x: (0.1, 0.9)})
    assert not problem.constraints[0].expr.atoms(Float)
    assert problem.domain.by_symbol[x].low == Rational(1, 10)


@pytest.mark.parametrize(
    "bad", [nan, oo, -oo, zoo, AccumBounds(-1, 1), sin(oo), float("inf"), float("nan")]
)
def test_what_is_not_finite_is_refused(bad):
    assert not is_finite(S(bad))
    with pytest.raises(ProblemError, match=r"finite|evaluated"):
        Problem(u(x).diff(x) - bad, u(x), {u(0): 1})
    with pytest.raises(ProblemError, match="finite"):
        Problem(u(x).diff(x) - u(x), u(x), {u(0): bad})
    with pytest.raises(ProblemError):
        Problem(u(x).diff(x) - u(x), u(x), [u(0) + bad * u(1)])


@pytest.mark.parametrize("bad", [nan, zoo, AccumBounds(0, 1)])
def test_places_that_are_none(bad):
    with pytest.raises(ProblemError):
        Problem(u(x).diff(x) - u(x), u(x), {u(bad): 1}, {x: (0, 1)})
    with pytest.raises(ProblemError):
        Problem(u(x).diff(x) - u(x), u(x), {u(0): 1}, {x: (0, bad)})


def test_a_value_that_is_infinite_only_after_a_substitution():
    with pytest.raises(ProblemError, match="finite"):
        Problem(u(x).diff(x) - u(x), u(x), [(u(x).diff(x) / x).subs(x, 0) - 1], {x: (0, 1)})
