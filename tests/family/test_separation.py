"""Products and sums of functions of one variable."""

import pytest
from families_stated import HEAT, LAPLACE, U, V, W, of, t, x, y

from sympy_ssde.family.generality import is_plausible, is_trivial
from sympy_ssde.family.separation import products, s_power, sums

SCHERK = (
    (1 + V.diff(y) ** 2) * V.diff(x, 2)
    - 2 * V.diff(x) * V.diff(y) * V.diff(x, y)
    + (1 + V.diff(x) ** 2) * V.diff(y, 2)
)


@pytest.mark.parametrize(
    "eq",
    [
        HEAT,
        LAPLACE,
        y * V.diff(x, 2) + V.diff(y, 2),
        U.diff(t) - x**2 * U.diff(x, 2),
        W.diff(t) - W.diff(x, 2) - W.diff(y, 2),
    ],
)
def test_products_with_a_constant_of_separation(eq):
    equation = of(eq)
    found = next(products(equation))
    assert is_plausible(found, equation) and not is_trivial(found, equation)


def test_a_minimal_surface_is_a_sum():
    equation = of(SCHERK)
    assert any(is_plausible(f, equation) and not is_trivial(f, equation) for f in sums(equation))


def test_constants_are_written_as_powers():
    assert [s_power(n) for n in (1, 2, 3, 4, 6)] == [2, 2, 3, 4, 4]
