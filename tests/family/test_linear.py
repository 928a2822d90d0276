"""Linear equations with constant coefficients."""

import pytest
from families_stated import HEAT, LAPLACE, WAVE, U, V, W, a, b, of, residual, t, x, y

from sympy_ssde.family.generality import is_plausible, is_trivial
from sympy_ssde.family.linear import arbitrary_functions, operator, plane_waves
from sympy_ssde.proof.arbitrary import in_numbers


@pytest.mark.parametrize(
    ("eq", "functions"),
    [
        (WAVE, 2),
        (V.diff(x, y), 2),
        (U.diff(t) + a * U.diff(x) + b * U, 1),
        (V.diff(x, 2) - 2 * V.diff(x, y) + V.diff(y, 2), 2),
        (W.diff(t) + 2 * W.diff(x) - W.diff(y), 1),
        (U.diff(t, 2) - a * U.diff(x, 2), 2),
        (U.diff(t, 2) - U.diff(x, 2) + 2 * U.diff(t) + U, 2),
    ],
)
def test_factors_of_first_order_have_functions(eq, functions):
    (found,) = arbitrary_functions(of(eq))
    assert len(found.functions) == functions
    assert in_numbers(of(eq).put_in(found.expr)).expand() == 0


@pytest.mark.parametrize("eq", [HEAT, LAPLACE, U.diff(t) - x * U.diff(x)])
def test_others_have_none(eq):
    assert list(arbitrary_functions(of(eq))) == []


@pytest.mark.parametrize("eq", [HEAT, LAPLACE, WAVE, U.diff(t) + U.diff(x, 3)])
def test_waves_solve_the_equation(eq):
    equation = of(eq)
    found = next(plane_waves(equation))
    assert residual(found, equation) == 0 and not is_trivial(found, equation)
    assert is_plausible(found, equation)


def test_coefficients_that_vary_have_no_operator():
    assert operator(of(U.diff(t) - x * U.diff(x))) is None
