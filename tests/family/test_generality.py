"""How general a family is."""

import pytest
from families_stated import EIKONAL, HEAT, KDV, WAVE, Q, of, x
from sympy import Function, cos, exp, sin, symbols

from sympy_ssde.family.generality import (
    independent,
    is_general,
    is_plausible,
    is_trivial,
    rank,
    without_redundancy,
)
from sympy_ssde.family.member import Family

p, q, r = symbols("p q r", real=True)
SPRING = of(Q.diff(x, 2) + Q)
S = SPRING.variables[0]


def test_the_rank_of_scaled_columns():
    assert rank([[1e-6, 2], [2e-6, 5]]) == 2
    assert rank([[1, 0], [1, 0]]) == 1


def test_two_constants_of_a_spring():
    assert is_general(Family(p * cos(S) + q * sin(S), (p, q)), SPRING)
    assert not is_general(Family(p * cos(S), (p,)), SPRING)
    assert not is_general(Family(p * (cos(S) + q * cos(S)), (p, q)), SPRING)


def test_constants_that_say_the_same():
    family = Family(p * cos(S + q) + r * sin(S), (p, q, r))
    assert independent(family, SPRING) == 2
    assert len(without_redundancy(family, SPRING).constants) == 2


@pytest.mark.parametrize("expr", [0 * x, 3 + 0 * x, p])
def test_constants_are_trivial(expr):
    for eq in (HEAT, KDV, EIKONAL):
        assert is_trivial(Family(expr, (p,)), of(eq))


def test_what_a_simpler_equation_has_already_is_trivial():
    heat, kdv = of(HEAT), of(KDV)
    y, s = heat.variables
    assert is_trivial(Family(p * y + q, (p, q)), heat)
    assert is_trivial(Family(y / (6 * s), ()), kdv)  # a solution without dispersion
    assert not is_trivial(Family(exp(p * y + p**2 * s), (p,)), heat)
    y, s = of(EIKONAL).variables
    assert not is_trivial(Family(p * y + (1 - p**2) ** 0.5 * s, (p,)), of(EIKONAL))


def test_plausible_families_solve_the_equation_at_points():
    heat = of(HEAT)
    y, s = heat.variables
    assert is_plausible(Family(exp(p * y + p**2 * s), (p,)), heat)
    assert not is_plausible(Family(exp(p * y + p * s), (p,)), heat)
    assert not is_plausible(Family(Function("F")(y), ()), heat)


def test_as_many_functions_as_orders_are_general():
    F, G = Function("F"), Function("G")
    wave, heat = of(WAVE), of(HEAT)
    y, s = wave.variables
    (speed,) = wave.parameters
    both = F(y - speed * s) + G(y + speed * s)
    assert is_general(Family(both, ()), wave)
    assert not is_general(Family(F(y - speed * s), ()), wave)
    assert not is_general(Family(p * exp(y + s), (p,)), heat)
