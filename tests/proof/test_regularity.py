"""Singular points: found where they are, and excluded where they aren't."""

from random import Random

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Function,
    I,
    Integral,
    Ne,
    Piecewise,
    Rational,
    S,
    Symbol,
    atan,
    cos,
    erf,
    exp,
    log,
    oo,
    sin,
    sqrt,
    tan,
    tanh,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.regularity import (
    Singularity,
    Space,
    equation_poles,
    examine,
    is_analytic,
    is_pole_of_all,
    is_smooth,
    real_provisos,
)
from sympy_ssde.proof.signs import Signs

x, y, k = (Symbol(name, real=True) for name in "xyk")


def box(low, high, *more):
    return Domain((Range(x, low, high), *more))


def regularity(expr, domain, equation=(), parameters=(), unbounded=()):
    variables = frozenset(domain.by_symbol) - frozenset(parameters)
    return examine(expr, Space(Signs(domain), variables, frozenset(unbounded), tuple(equation)))


def found(*args, **options):
    return regularity(*args, **options).singularity


def test_unknown_functions_and_improper_integrals_are_not_smooth():
    f = Function("f")(x)
    improper = [Integral(1 / y, (y, 0, x)), Integral(exp(-x * y), (y, 0, oo))]
    for expr in (f, *improper, 1 + x * f):
        assert not is_smooth(expr, Signs(box(0, 1)))


def test_integrals_of_entire_functions_between_finite_ends_are_smooth():
    for integrand in (exp(-(y**2)), y * cos(x * y), y**3):
        assert is_smooth(Integral(integrand, (y, 0, x)), Signs(box(0, 1)))


def test_a_denominator_that_cancels_is_no_pole_of_an_equation():
    assert is_pole_of_all(x, y / x + 1)
    assert is_pole_of_all(x, y / sqrt(x))
    assert is_pole_of_all(x, y * x / x**2)
    assert not is_pole_of_all(x, y * x * (1 + 1 / x))
    assert not is_pole_of_all(x, y / (1 + 1 / x))
    assert not is_pole_of_all(x, (x**2 + 2 * x) * (y + y**2 / x))


def test_the_sign_of_an_exponent_decides_on_a_pole():
    n = Symbol("n", positive=True)
    assert equation_poles(y * x**-n, {y}) == [x]
    assert equation_poles(y * x ** (-k), {y}) == []
    assert equation_poles(y * x**n, {y}) == []


def test_cases_are_smooth_where_one_of_them_holds():
    cases = Piecewise((x, x < 2), (1, True))
    assert is_smooth(cases, Signs(box(0, 1)))
    assert not is_smooth(cases, Signs(box(1, 3)))


@given(st.integers(-6, 6), st.integers(1, 4), st.integers(-9, 9))
@settings(deadline=None, max_examples=30)
def test_a_pole_is_found_if_and_only_if_it_lies_inside(low, width, twice):
    place = Rational(twice, 2)
    domain = box(low, low + width)
    singularity = found(1 / (x - place) + x, domain)
    if low < place < low + width:
        assert singularity.expr == x - place
        assert abs(singularity.point[x] - place) < Rational(1, 10**6)
    else:
        assert singularity is None
    assert is_smooth(1 / (x - place), Signs(domain)) == (singularity is None)


@pytest.mark.parametrize(
    ("expr", "low", "high"),
    [
        (log(x), -1, 1),
        (sqrt(x), -1, 1),
        (tan(x), 0, 3),
        (1 / (exp(x) - 2), 0, 1),
        (x ** Rational(-1, 3), -1, 1),
    ],
)
def test_kinds_of_singular_points(expr, low, high):
    singularity = found(expr, box(low, high))
    assert isinstance(singularity, Singularity) and singularity.point is not None
    value = singularity.expr.subs(singularity.point).evalf()
    assert abs(value) < 1e-6


@pytest.mark.parametrize(
    ("expr", "low", "high"),
    [
        (log(x), 0, 5),
        (sqrt(1 - x**2), -1, 1),
        (tan(x), 0, Rational(3, 2)),
        (1 / (1 + x**2), -5, 5),
        (1 / (2 + sin(x)), -9, 9),
        (log(exp(x) + 1), -3, 3),
    ],
)
def test_singular_points_at_the_ends_or_nowhere(expr, low, high):
    assert found(expr, box(low, high)) is None
    assert is_smooth(expr, Signs(box(low, high)))


def test_a_removable_point_is_doubtful_not_singular():
    singularity = found(sin(x) / x, box(-1, 1))
    assert singularity is not None and singularity.point is None


def test_kinks_are_doubtful():
    singularity = found(Abs(x), box(-1, 1))
    assert singularity is not None and singularity.point is None and singularity.expr == x


def test_where_the_equation_is_singular_the_solution_may_be():
    assert found(log(x), box(-1, 1), equation=[x]) is None
    assert found(log(x), box(-1, 1), equation=[3 * x]) is None
    assert found(log(x), box(-1, 1), equation=[x - 1]).point is not None


def test_exceptional_values_of_parameters_are_named():
    domain = box(0, 1, Range(k, -1, 1))
    assert regularity(exp(k * x) / k, domain, parameters=[k]).provisos == (Ne(k, 0),)
    assert regularity(exp(k * x) * log(k**2 + 1), domain, parameters=[k]).provisos == ()
    assert found(1 / (x - k), domain, parameters=[k]).point is not None


def test_poles_for_some_values_of_a_parameter_without_a_range_are_a_proviso():
    domain = Domain((Range(k, -oo, oo), Range(x, 0, 1)))
    known = regularity(1 / (x - k), domain, parameters=[k], unbounded=[k])
    assert known.singularity is None and known.provisos == (Ne(x - k, 0),)
    never = regularity(1 / ((x - Rational(1, 2)) * (1 + k**2)), domain, (), [k], [k])
    assert never.singularity is not None
    tangent = regularity(tanh(sqrt(k) * x), domain, parameters=[k], unbounded=[k])
    assert tangent.provisos == (k > 0,)


def test_constants_may_be_roots_of_anything():
    domain = Domain((Range(k, -oo, oo), Range(x, 0, 1)))
    known = regularity(sin(sqrt(k) * x), domain, parameters=[k], unbounded=[k])
    assert known.singularity is None and known.provisos == ()
    space = Space(Signs(domain), frozenset([x]), frozenset([k]))
    assert real_provisos(sqrt(k) * x + log(1 + k**2), space) == [k > 0]


def test_where_an_equation_has_no_value():
    poles = equation_poles(k / x + log(y) * k + Abs(x - y) + sqrt(x + y) + 1 / k, {k})
    assert set(poles) == {x, y}


@pytest.mark.parametrize(
    ("expr", "smooth"),
    [
        (1 / (exp(I * x) + 2), True),
        (1 / (exp(I * x) + 1), False),
        (atan(x + 2 * I), False),
        (atan(x + I / 2), True),
        (tanh(sqrt(x - 25)), False),
        (tanh(sqrt(x / 4 - 2)), True),
        (sympy.gamma(x - Rational(9, 2)), False),
        (sympy.zeta(x + Rational(3, 2)), True),
        (sympy.zeta(x), False),
        (sympy.besselj(-Rational(1, 2), x - 1), False),
        (sympy.elliptic_k(x / 5), True),
        (sympy.elliptic_k(x), False),
    ],
)
def test_balls_show_what_signs_do_not(expr, smooth):
    assert is_analytic(expr, Signs(box(0, 4))) is smooth


def test_a_singular_point_is_preferred_to_a_doubtful_one():
    singularity = found(Abs(x) + 1 / (x - Rational(1, 2)), box(-1, 1))
    assert singularity.point is not None and singularity.expr == x - Rational(1, 2)


def test_points_lie_in_the_domain():
    triangle = Domain((Range(x, 0, 1), Range(y, 0, x)))
    at = found(1 / (x - 2 * y), triangle).point
    assert 0 < at[x] < 1 and 0 < at[y] < at[x]
    assert abs((x - 2 * y).subs(at)) < Rational(1, 10**6)


@given(st.sampled_from([sin, cos, exp, tanh, atan, erf, sympy.sinh]), st.integers(0, 99))
@settings(deadline=None, max_examples=30)
def test_entire_functions_of_polynomials_are_smooth(function, seed):
    random = Random(seed)
    argument = sum((S(random.randint(-3, 3)) * x**n for n in range(4)), S.Zero)
    assert is_smooth(function(argument), Signs(box(-5, 5)))
