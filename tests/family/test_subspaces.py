"""Invariant subspaces."""

from itertools import islice

import pytest
from families_stated import Q, U, W, of, residual, t, x
from sympy import exp

from sympy_ssde.family.subspaces import subspaces


@pytest.mark.parametrize(
    ("eq", "constants"),
    [
        (U.diff(t) - (U * U.diff(x)).diff(x), 3),
        (U.diff(t) + U * U.diff(x) + U, 2),
        (U.diff(t) - U * U.diff(x, 2) - 2 * U, 3),
    ],
)
def test_polynomials_with_moving_amplitudes(eq, constants):
    equation = of(eq)
    found = max(islice(subspaces(equation), 2), key=lambda f: len(f.constants))
    assert len(found.constants) >= constants
    assert residual(found, equation) == 0


def test_exponentials_whose_rate_the_equation_chooses():
    equation = of(U.diff(t) - U.diff(x, 2) - U.diff(x) ** 2 + U**2)
    found = next(f for f in subspaces(equation) if f.expr.has(exp))
    assert residual(found, equation) == 0


def test_other_equations_have_none():
    for eq in (Q.diff(x) - Q, W.diff(t) - W.diff(x)):
        assert list(subspaces(of(eq))) == []
