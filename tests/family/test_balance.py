"""Leading powers."""

import pytest
from families_stated import BURGERS, FISHER, HEAT, KDV, U, of, t, x
from sympy import Rational, sin

from sympy_ssde.family.balance import leading_powers, weights


@pytest.mark.parametrize(
    ("eq", "power"),
    [
        (BURGERS, 1),
        (KDV, 2),
        (FISHER, 2),
        (U.diff(t) - U.diff(x, 2) - U + U**5, Rational(1, 2)),
        (U.diff(t) + U * U.diff(x) + U.diff(x, 4), 3),
    ],
)
def test_the_terms_that_balance(eq, power):
    assert power in leading_powers(of(eq))


def test_nothing_balances_terms_of_one_degree():
    assert leading_powers(of(HEAT)) == []
    assert weights(of(U.diff(x, t) - sin(U))) == []
