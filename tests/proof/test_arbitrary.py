"""Solutions with arbitrary functions."""

import pytest
from sympy import Derivative, Eq, Function, Integral, Subs, exp, symbols

from sympy_ssde import Status, checkssdsol
from sympy_ssde.proof.arbitrary import in_numbers, with_examples

x, y, t, c, s = symbols("x y t c s")
u, F, G = map(Function, "uFG")
U = u(x, t)
WAVE = Eq(U.diff(t, 2), c**2 * U.diff(x, 2))


@pytest.mark.parametrize(
    ("eq", "solution"),
    [
        (WAVE, F(x - c * t) + G(x + c * t)),
        (WAVE, F(x - c * t)),
        (U.diff(t) + U.diff(x) + 2 * U, F(x - t) * exp(-2 * t)),
        (U.diff(x, t), F(x) + G(t)),
        (U.diff(x, t) - U.diff(t), F(t) * exp(x) + G(x)),
        (x * U.diff(t) - t * U.diff(x), F(x**2 + t**2)),
    ],
)
def test_general_solutions_are_proved(eq, solution):
    assert checkssdsol(eq, solution, U).status is Status.PROVED


@pytest.mark.parametrize(
    ("eq", "solution"),
    [
        (WAVE, F(x - 2 * c * t) + G(x + c * t)),
        (WAVE, F(x - c * t) * G(x + c * t)),
        (U.diff(t) + U.diff(x), F(x + t)),
        (U.diff(t) - U.diff(x, 2), F(x)),
        (U.diff(x, t), F(x) + G(t) + x * t),
    ],
)
def test_near_misses_are_not(eq, solution):
    assert checkssdsol(eq, solution, U).status is Status.REFUTED


def test_places_that_differ_are_different_numbers():
    assert in_numbers(F(x) - F(y)) != 0
    assert in_numbers(F(x + x * y) - F(x * (1 + y))) == 0
    derived = F(2 * x).diff(x)
    assert in_numbers(derived - 2 * Subs(Derivative(F(s), s), s, 2 * x)) == 0
    assert in_numbers(derived - 2 * Subs(Derivative(F(s), s), s, x)) != 0


def test_bound_variables_are_no_places():
    integral = Integral(F(s), (s, 0, x))
    assert in_numbers(integral - x * Integral(F(s), (s, 0, 1))) != 0
    assert in_numbers(integral - integral) == 0
    assert in_numbers(Subs(s * F(s), s, x) - Subs(s * F(s), s, y)) != 0


def test_examples_are_functions_of_all_arguments():
    for turn in (0, 1):
        (found,) = with_examples((F(x, y) + G(t),), turn)
        assert not found.has(F, G) and found.free_symbols == {x, y, t}


def test_a_solution_with_the_unknown_itself_is_none():
    with pytest.raises(ValueError, match="contains"):
        checkssdsol(U.diff(t) - U, U, U)
