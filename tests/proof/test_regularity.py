"""Singular points: found where they are, and excluded where they aren't."""

from random import Random

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Function,
    Integral,
    Piecewise,
    Rational,
    S,
    Symbol,
    acos,
    atan,
    cos,
    coth,
    erf,
    exp,
    log,
    pi,
    sin,
    sqrt,
    tan,
    tanh,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.regularity import (
    Singularity,
    critical_expressions,
    find_singularity,
    is_smooth,
)
from sympy_ssde.proof.signs import Signs

x, y, k = (Symbol(name, real=True) for name in "xyk")


def box(low, high, *more):
    return Domain((Range(x, low, high), *more))


def found(expr, domain, equation=(), parameters=()):
    return find_singularity(expr, list(equation), domain, Signs(domain), set(parameters))


@pytest.mark.parametrize(
    ("expr", "criticals"),
    [
        (x**3 + exp(x) * sin(x), []),
        (tanh(x) + erf(y) + atan(x), []),
        (1 / x, [x]),
        (sqrt(1 - x), [1 - x]),
        (x ** Rational(-3, 2) * y**2, [x]),
        (log(x + y), [x + y]),
        (tan(x), [cos(x)]),
        (coth(x), [x]),
        (acos(x), [1 - x, 1 + x]),
        (Abs(x), [x]),
        (x**k, [x]),
        (2**x, []),
        (1 / pi + sqrt(2) * x, []),
    ],
)
def test_critical_expressions(expr, criticals):
    assert set(critical_expressions(expr)) == set(criticals)


def test_unknown_functions_and_cases_are_critical_themselves():
    f = Function("f")(x)
    cases = Piecewise((x, x < 1), (1, True))
    integral = Integral(exp(-(y**2)), (y, 0, x))
    for expr in (f, cases, integral):
        assert expr in critical_expressions(1 + x * expr)
        assert not is_smooth(expr, Signs(box(0, 1)))


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


def test_values_of_parameters_are_generic():
    domain = box(0, 1, Range(k, -1, 1))
    assert found(exp(k * x) / k, domain, parameters=[k]) is None
    assert found(1 / (x - k), domain, parameters=[k]).point is not None


def test_a_singular_point_is_preferred_to_a_doubtful_one():
    singularity = found(Abs(x) + 1 / (x - Rational(1, 2)), box(-1, 1))
    assert singularity.point is not None and singularity.expr == x - Rational(1, 2)


def test_points_lie_in_the_domain():
    triangle = Domain((Range(x, 0, 1), Range(y, 0, x)))
    singularity = find_singularity(1 / (x - 2 * y), [], triangle, Signs(triangle), set())
    at = singularity.point
    assert 0 < at[x] < 1 and 0 < at[y] < at[x]
    assert abs((x - 2 * y).subs(at)) < Rational(1, 10**6)


@given(st.sampled_from([sin, cos, exp, tanh, atan, erf, sympy.sinh]), st.integers(0, 99))
@settings(deadline=None, max_examples=30)
def test_entire_functions_of_polynomials_are_smooth(function, seed):
    random = Random(seed)
    argument = sum((S(random.randint(-3, 3)) * x**n for n in range(4)), S.Zero)
    assert critical_expressions(function(argument)) == []
    assert is_smooth(function(argument), Signs(box(-5, 5)))
