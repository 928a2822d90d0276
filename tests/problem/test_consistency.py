"""Consistency: empty ranges, places off the domain, contradictions, corners that don't match."""

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Eq,
    Function,
    Heaviside,
    Rational,
    S,
    Symbol,
    cos,
    exp,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    symbols,
)

from sympy_ssde import Problem, ProblemError, ProblemWarning
from sympy_ssde.problem.consistency import check_consistency
from sympy_ssde.problem.constraints import parse_constraint
from sympy_ssde.problem.domain import Domain, Range

x, y, s = symbols("x y s")
k = Symbol("k", positive=True)
u, v = map(Function, "uv")
SQUARE = {x: (0, 1), y: (0, 1)}


def check(conditions, domain=SQUARE, params=(), variables=(x, y), equations=()):
    """Raise, warn (which is an error in tests) or return None."""
    functions = [u(*variables), v(*variables)]
    read = [parse_constraint(Eq(a, b), functions, f"{a} = {b}") for a, b in conditions.items()]
    ranges = Domain(tuple(Range(s, *ends) for s, ends in domain.items()))
    inside = [parse_constraint(e, functions, f"equation {i}") for i, e in enumerate(equations)]
    return check_consistency(read, variables, params, ranges, inside)


# ranges ------------------------------------------------------------------------------------------


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_ranges_are_empty_unless_their_ends_are_in_order(low, high):
    if low < high:
        check({}, {x: (low, high)}, variables=(x,))
    else:
        with pytest.raises(ProblemError, match=r"the range of x is empty: \(.*\); its lower end"):
            check({}, {x: (low, high)}, variables=(x,))


def test_ranges_that_depend_on_others():
    check({}, {x: (0, 1), y: (x, x + 1)})
    check({}, {x: (0, oo), y: (-oo, oo)})
    with pytest.raises(ProblemError, match="the range of y is empty"):
        check({}, {x: (0, 1), y: (x, -x)})


# places ------------------------------------------------------------------------------------------


@given(st.integers(-20, 20))
@settings(deadline=None)
def test_a_point_is_off_the_domain_if_and_only_if_it_is_outside(tenths):
    place = Rational(tenths, 10)
    if 0 <= place <= 1:
        check({u(place): 1}, {x: (0, 1)}, variables=(x,))
    else:
        with pytest.raises(ProblemError, match="is off the domain: x = "):
            check({u(place): 1}, {x: (0, 1)}, variables=(x,))


def test_irrational_ends_belong_to_the_domain():
    check({u(2 * pi): 1, u(sqrt(2)): 2}, {x: (sqrt(2), 2 * pi)}, variables=(x,))


def test_conditions_at_infinity_need_an_infinite_range():
    check({u(oo, y): 0}, {x: (0, oo), y: (0, 1)})
    with pytest.raises(ProblemError, match="off the domain"):
        check({u(oo, y): 0})


def test_curves_must_lie_in_the_domain():
    edge = sqrt(1 - x**2)
    disk = {x: (-1, 1), y: (-edge, edge), s: (0, 2 * pi)}
    check({u(cos(s), sin(s)): 1}, disk)
    with pytest.raises(ProblemError, match="off the domain"):
        check({u(2 * cos(s), 2 * sin(s)): 1}, disk)


def test_places_may_depend_on_parameters():
    domain = {k: (1, 2), x: (0, k), y: (0, 1)}
    check({u(k, y): 1}, domain, (k,))
    with pytest.raises(ProblemError, match="off the domain"):
        check({u(k + 1, y): 1}, domain, (k,))


def test_places_must_be_real():
    with pytest.raises(ProblemError, match="is not at a real point"):
        check({u(sqrt(-1 - k), y): 1}, {k: (1, 2), **SQUARE}, (k,))


# contradictions ----------------------------------------------------------------------------------


@given(st.integers(-3, 3), st.integers(-3, 3))
@settings(deadline=None)
def test_two_values_of_one_face_contradict_each_other_unless_they_agree(a, b):
    first, second = {u(0, y): a * y}, {u(0, y) * 2: 2 * b * y}
    if a == b:
        check(first | second)
    else:
        with pytest.raises(ProblemError, match="two conditions contradict each other"):
            check(first | second)


def test_equal_values_that_are_written_differently_agree():
    check({u(0, y): sin(y) ** 2, 3 * u(0, y): 3 - 3 * cos(y) ** 2})


def test_values_and_slopes_are_told_apart():
    slope = u(x, y).diff(x).subs(x, 0)
    check({u(0, y): 1, slope: 2})
    with pytest.raises(ProblemError, match="contradict"):
        check({slope: 1, 2 * slope: 4})


def test_conditions_with_several_traces_are_not_compared():
    check({u(0, y) - u(1, y): 0, u(0, y): y, u(1, y) + u(0, y): 5})


def test_conditions_that_are_not_linear_are_not_compared():
    check({u(0, y) ** 2: 1, u(0, y): 2})


# corners -----------------------------------------------------------------------------------------


@given(st.integers(-2, 2), st.integers(-2, 2))
@settings(deadline=None)
def test_faces_that_disagree_at_a_corner_are_warned_about(a, b):
    conditions = {u(0, y): a + y, u(x, 0): b - x}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check(conditions)
    assert [w.category for w in caught] == ([] if a == b else [ProblemWarning])
    if caught:
        assert "do not agree at the corner x = 0, y = 0" in str(caught[0].message)


def test_opposite_faces_have_no_corner():
    check({u(0, y): 1, u(1, y): 2})


def test_corners_of_slopes_are_not_looked_at():
    check({u(x, y).diff(x).subs(x, 0): 1, u(x, y).diff(x).subs(y, 0): exp(x) + S.Half})


# conditions and equations of systems -------------------------------------------------------------


@given(st.integers(-2, 2), st.integers(-2, 2), st.integers(-2, 2))
@settings(deadline=None)
def test_a_condition_that_couples_functions_must_agree_with_their_values(a, b, c):
    conditions = {u(0, y) - 2 * v(0, y): c * y, u(0, y): a * y, v(0, y): b * y}
    if a - 2 * b == c:
        check(conditions)
    else:
        with pytest.raises(ProblemError, match=r"contradict each other: u.*, u\(0, y\) = .* and v"):
            check(conditions)


def test_functions_are_told_apart():
    check({u(0, y): 1, v(0, y): 2})
    with pytest.raises(ProblemError, match="two conditions contradict each other"):
        check({u(0, y): 1, v(0, y): 2, 2 * v(0, y): 3})


def test_conditions_at_other_places_are_not_put_in():
    check({u(0, y) - v(0, y): 0, u(0, y): 1, v(1, y): 2})
    check({u(0, y) - u(1, y): 0, u(0, y): y, v(1, y): 2})


@given(st.integers(-2, 2), st.integers(-2, 2))
@settings(deadline=None)
def test_values_that_no_equation_allows_are_warned_about(a, b):
    slope = u(x, y).diff(x).subs(x, 0)
    equation = u(x, y).diff(x) - (1 + x) * v(x, y) ** 2
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check({slope: a * y**2, v(0, y): b * y}, equations=[equation])
    assert [w.category for w in caught] == ([] if a == b**2 else [ProblemWarning])
    if caught:
        assert "do not agree with the equation equation 0 at x = 0" in str(caught[0].message)


@pytest.mark.parametrize(
    "equation",
    [
        u(x, y) - v(x, y) - 1 + Heaviside(x),  # jumps there
        x * u(x, y) / x**2 - v(x, y),  # has no value there
        u(x, y) - v(x, y).diff(x),  # another trace
        u(x, y) - v(x, y) + sign(x) - 1,
    ],
)
def test_where_an_equation_has_no_certain_value_nothing_is_said(equation):
    check({u(0, y): 1, v(0, y): 1}, equations=[equation])


def test_derivatives_along_a_face_must_be_those_of_its_values():
    u, v = Function("u")(x, y), Function("v")(x, y)
    pair = [u.diff(x) - v.diff(y), u.diff(y) + v.diff(x)]
    slope = u.diff(x).subs(y, 0)
    with pytest.warns(ProblemWarning, match="derivative of the first"):
        Problem(pair, [u, v], {u.subs(y, 0): x, slope: 2})
    Problem(pair, [u, v], {u.subs(y, 0): x**2, slope: 2 * x})  # agrees
    Problem(pair, [u, v], {u.subs(y, 0): x, u.diff(y).subs(y, 0): 2})  # across the face
