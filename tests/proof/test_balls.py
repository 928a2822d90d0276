"""Balls contain the true values, and analytic ones only what is analytic."""

import pytest
import sympy
from flint import acb, arb
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Float,
    I,
    Max,
    Piecewise,
    Rational,
    exp,
    floor,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    zoo,
)

from sympy_ssde.proof.balls import (
    Evaluation,
    NoValue,
    is_nonzero,
    number,
    point_balls,
    precision,
)
from sympy_ssde.proof.evaluate import Undefined
from sympy_ssde.strategies import expressions

x, y = symbols("x y", real=True)


def at(**values):
    names = {"x": x, "y": y}
    return {names[k]: acb(v) for k, v in values.items()}


@settings(deadline=None, max_examples=60)
@given(expressions((x, y)), st.integers(1, 50))
def test_balls_agree_with_evalf(expr, seed):
    point = {x: Rational(seed, 53), y: Rational(seed, 31)}
    with precision(120):
        ball = Evaluation(point_balls(point)).value(expr)
    value = expr.subs(point).evalf(25)
    if not ball.is_finite() or not value.is_number:
        return
    middle = ball.mid()
    found = Float(middle.real.str(25, radius=False)) + I * Float(middle.imag.str(25, radius=False))
    assert abs(value - found) <= 1e-12 * (1 + abs(value))  # SymPy's numbers know no overflow


def test_more_bits_make_smaller_balls():
    sizes = []
    for bits in (60, 120, 240):
        with precision(bits):
            sizes.append(Evaluation(at(x=2)).value(exp(sin(x)) - sqrt(x)).rad())
    assert sizes[2] < sizes[1] < sizes[0]


@pytest.mark.parametrize(
    ("expr", "finite"),
    [
        (1 / x, False),
        (1 / (x + 2), True),
        (sqrt(x + 2), True),
        (sqrt(x), False),
        (sqrt(x - 2), True),
        (log(x - 2), True),
        (log(x + I), True),
        (log(x - 2 + I * x), False),
        (Abs(x), False),
        (Abs(x + 2), True),
        (floor(x + Rational(1, 2)), False),
        (Max(x, 3), True),
        (Max(x, 0), False),
        (Piecewise((x, x < 2), (0, True)), True),
        (Piecewise((x, x < 0), (0, True)), False),
        (sympy.gamma(x + 2), True),
        (sympy.gamma(x), False),
        (sympy.asin(x / 2), True),
        (sympy.asin(2 * x), False),
        (sympy.besselj(Rational(1, 2), x + 2), True),
        (sympy.besselj(Rational(1, 2), x), False),
        (sympy.besselj(1, x), True),
        (sympy.hyper((1, 1), (2,), x / 2), True),
        (sympy.hyper((1, 1), (2,), 2 * x), False),
        (sympy.hyper((1,), (2,), 2 * x), True),
        (sympy.Function("f")(x), False),
    ],
)
def test_boxes_are_finite_only_where_the_function_is_analytic(expr, finite):
    box = {x: acb(arb(0, 1))}
    assert bool(Evaluation(box, analytic=True).value(expr).is_finite()) is finite


def test_what_has_no_value_says_so():
    with pytest.raises(Undefined):
        Evaluation(at(x=0)).value(1 / x)
    with pytest.raises(Undefined):
        Evaluation({}).value(zoo)
    with pytest.raises(Undefined):
        Evaluation({}).value(oo)
    with pytest.raises(NoValue):
        Evaluation(at(x=1)).value(sympy.Function("f")(x))
    with pytest.raises(NoValue):
        Evaluation({}).value(x)


def test_functions_without_numbers_can_be_stood_in_for():
    f = sympy.mathieuc(1, 2, x)
    evaluation = Evaluation(at(x=1), stand_ins=1)
    assert evaluation.value(f - f * (sin(x) ** 2 + sympy.cos(x) ** 2)).contains(0)
    assert not evaluation.value(f - sympy.mathieus(1, 2, x)).contains(0)
    assert evaluation.used_stand_ins


def test_functions_that_only_mpmath_has():
    with precision(100):
        ball = Evaluation(at(x=1)).value(sympy.meijerg(((1,), ()), ((1,), (0,)), x / 2))
    assert is_nonzero(ball) and ball.imag.contains(0)


def test_numbers():
    assert number(Rational(1, 3)).overlaps(acb(1) / 3)
    assert Evaluation({}).value(pi + I).overlaps(acb(arb.pi(), 1))


@pytest.mark.parametrize("integrand", [exp(-(y**2)), sin(3 * y) * y, 1 / (1 + y**2)])
def test_integrals_are_computed_with_bounds(integrand):
    integral = sympy.Integral(integrand, (y, 0, x))
    with precision(100):
        found = Evaluation(at(x=1)).value(integral)
        known = Evaluation(at(x=1)).value(integral.doit())
    assert found.overlaps(known) and found.real.rad() < 1e-20


def test_an_integrand_that_fails_leaves_no_exception_behind():
    with precision(60), pytest.raises(NoValue):
        Evaluation(at()).value(sympy.Integral(y * x, (y, 0, 1)))


@pytest.mark.parametrize("order", [0, 1, 2])
def test_spherical_functions_of_negative_numbers(order):
    plain = sympy.expand_func(sympy.jn(order, x))
    with precision(100):
        found, known = (Evaluation(at(x=-2)).value(e) for e in (sympy.jn(order, x), plain))
    assert found.overlaps(known)
