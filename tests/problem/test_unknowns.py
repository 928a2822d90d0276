"""Which functions are unknown: found by themselves, or as the user names them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Derivative, Function, Symbol, Tuple, sin, symbols

from sympy_ssde import ProblemError, ProblemWarning, UnsupportedError
from sympy_ssde.problem.unknowns import check_count, find_functions

x, y, t = symbols("x y t")
u, v, w = map(Function, "uvw")
HEAT = u(x, t).diff(t) - u(x, t).diff(x, 2)


def test_the_only_function_is_the_unknown():
    assert find_functions([HEAT], None, False) == (u(x, t),)
    assert find_functions([HEAT], u, False) == find_functions([HEAT], u(x, t), False) == (u(x, t),)


@given(st.permutations([u(x), v(x), w(x)]))
def test_unknowns_of_a_system_keep_the_user_s_order(order):
    relations = [u(x).diff(x) - v(x), v(x).diff(x) - w(x), w(x).diff(x) - u(x)]
    assert find_functions(relations, list(order), True) == tuple(order)
    assert find_functions(relations, tuple(f.func for f in order), True) == tuple(order)
    assert find_functions(relations, Tuple(*order), True) == tuple(order)
    assert find_functions(relations, None, True) == (u(x), v(x), w(x))


def test_calls_at_points_are_no_unknowns():
    """u(0), u(x, x) and u(2*x) say nothing of the arguments."""
    assert find_functions([u(x).diff(x) - u(0)], None, False) == (u(x),)
    assert find_functions([u(x, y).diff(x) - u(y, y)], None, False) == (u(x, y),)
    assert find_functions([u(x).diff(x) - u(2 * x)], u, False) == (u(x),)


def test_other_functions_may_be_left_known():
    assert find_functions([u(x).diff(x) - v(x)], u(x), False) == (u(x),)


@pytest.mark.parametrize(
    ("relations", "func", "system", "message"),
    [
        ([x + 1], None, False, "no unknown function such as u"),
        ([sin(x)], None, True, "no unknown function"),
        ([u(0) - 1], None, False, "no unknown function"),
        ([u(x).diff(x) - v(x)], None, False, "has the functions u, v; say with func="),
        ([HEAT], v(x, t), False, r"func is v\(x, t\), but the equation does not contain it"),
        ([HEAT], v, False, "func is v, but the equation does not contain it"),
        ([HEAT], u(t, x), False, r"func is u\(t, x\), but the equation does not contain it"),
        ([HEAT], u(x, 0), False, "distinct symbols were expected"),
        ([HEAT], u(x, x), False, "distinct symbols were expected"),
        ([u(x).diff(x) - u(y)], u, False, "at different arguments"),
        (
            [HEAT],
            "u",
            False,
            r"func is 'u'; the unknown function was expected, as .* has it: u\(x, t\)",
        ),
        ([HEAT], x, False, "func is x; "),
        ([HEAT], [u, u(x, t)], True, "names a function twice"),
        ([HEAT], [u(x, t), w(x, t)], True, r"no equation contains w\(x, t\)"),
        ([HEAT, v(x, t).diff(x)], [u, v, w], True, "no equation contains w, which func= names"),
    ],
)
def test_messages_say_what_to_change(relations, func, system, message):
    with pytest.raises(ProblemError, match=message):
        find_functions(relations, func, system)


def test_fewer_equations_than_unknowns_are_warned_about():
    check_count([u(x), v(x)], 2)
    check_count([u(x)], 3)
    with pytest.warns(ProblemWarning, match=r"2 unknown functions \(u, v\) and 1 equation, which"):
        check_count([u(x), v(x)], 1)


def test_unknowns_of_different_variables_are_not_supported():
    with pytest.raises(UnsupportedError, match="must all depend on the same variables"):
        find_functions([u(x).diff(x) - v(t), v(t).diff(t)], [u(x), v(t)], True)


def test_arguments_may_have_assumptions():
    r = Symbol("r", positive=True)
    assert find_functions([Derivative(u(r), r)], None, False) == (u(r),)
