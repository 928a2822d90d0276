"""Linear equations of first order."""

import pytest
from families_stated import HEAT, V, W, of, t, x, y
from sympy import exp

from sympy_ssde.family.generality import is_plausible
from sympy_ssde.family.transport import by_pdsolve, transport

VX, VY = V.diff(x), V.diff(y)


@pytest.mark.parametrize(
    "eq",
    [
        x * VX - y * VY,
        x * VX + y * VY - 2 * V,
        y * VX + VY,
        VX + 2 * VY + 3 * V - x * y,
        exp(2 * x) * VY + y * V - V,
        x * W.diff(x) + y * W.diff(y) + t * W.diff(t),
    ],
)
def test_a_function_of_the_invariants(eq):
    equation = of(eq)
    found = [f for f in transport(equation) if is_plausible(f, equation)]
    assert found and len(found[0].functions) == 1


def test_second_order_is_left_alone():
    assert list(transport(of(HEAT))) == list(by_pdsolve(of(HEAT))) == []


def test_what_pdsolve_finds_is_taken():
    equation = of(VX + VY + V)
    assert all(is_plausible(f, equation) for f in by_pdsolve(equation))
