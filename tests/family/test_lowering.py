"""Ordinary equations by two smaller ones."""

import pytest
from families_stated import Q, of, x
from sympy import exp, sin

from sympy_ssde.family.generality import is_general, is_plausible, without_redundancy
from sympy_ssde.family.lowering import autonomous, riccati
from sympy_ssde.family.ordinary import written


def first_general(way, eq):
    equation = of(eq)
    for family in way(written(equation), equation.func):
        if is_plausible(family, equation):
            found = without_redundancy(family, equation)
            if is_general(found, equation):
                return found
    return None


@pytest.mark.parametrize("eq", [Q.diff(x) - Q**2 - x, Q.diff(x) - Q**2 + 1 / x**2])
def test_riccati_is_linear_for_another_unknown(eq):
    assert first_general(riccati, eq) is not None


@pytest.mark.parametrize("eq", [Q.diff(x, 2) - 2 * Q * Q.diff(x), Q.diff(x, 2) - exp(Q)])
def test_equations_without_the_variable(eq):
    assert first_general(autonomous, eq) is not None


def test_others_are_left_alone():
    for eq in (Q.diff(x, 2) - x * Q, Q.diff(x) - sin(Q)):
        expr = written(of(eq))
        assert list(autonomous(expr, of(eq).func)) == list(riccati(expr, of(eq).func)) == []
