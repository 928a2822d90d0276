"""Another unknown that makes an equation polynomial."""

import pytest
from families_stated import KDV, U, of, t, x
from sympy import Symbol, exp, sin, sinh

from sympy_ssde.family.generality import is_plausible, is_trivial
from sympy_ssde.family.substitution import changes
from sympy_ssde.family.waves import travelling_waves

n = Symbol("n", positive=True)


@pytest.mark.parametrize(
    "eq",
    [
        U.diff(x, t) - sin(U),
        U.diff(x, t) - exp(U),
        U.diff(t, 2) - U.diff(x, 2) + sinh(2 * U),
        U.diff(x, t) - exp(U) + exp(-2 * U),
        U.diff(t) - U.diff(x, 2) - U + U**5,
        U.diff(t) - U.diff(x, 2) - U * (1 - U**n),
    ],
)
def test_waves_of_the_other_unknown_are_waves(eq):
    equation = of(eq)
    for changed in changes(equation):
        assert changed.equation.is_polynomial
        for family in travelling_waves(changed.equation):
            found = changed.family(family)
            if is_plausible(found, equation) and not is_trivial(found, equation):
                return
    raise AssertionError("no wave")


def test_equations_that_need_no_other_unknown():
    assert [c for c in changes(of(KDV)) if not c.equation.is_polynomial] == []
