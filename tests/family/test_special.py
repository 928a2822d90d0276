"""Which families are parts of others."""

import pytest
from families_stated import BURGERS, HEAT, KDV, WAVE, Q, of, x
from sympy import Function, cos, exp, sech, sin, symbols, tanh

from sympy_ssde.family.member import Family
from sympy_ssde.family.special import is_special, met, substitution

p, q, r = symbols("p q r", real=True)
SPRING = of(Q.diff(x, 2) + Q)
S = SPRING.variables[0]
WHOLE = Family(p * cos(S) + q * sin(S), (p, q))


def test_a_substitution_is_found_and_proved():
    assert substitution(Family(r * cos(S), (r,)), WHOLE, SPRING) == {p: r, q: 0}
    assert substitution(Family(p * sin(S) - p * cos(S), (p,)), WHOLE, SPRING) == {p: -p, q: p}
    assert substitution(Family(r * exp(S), (r,)), WHOLE, SPRING) is None


def test_numbers_tell_families_apart():
    assert met(Family(r * exp(S), (r,)), WHOLE, SPRING, 0) is None
    assert not is_special(Family(r * exp(S), (r,)), WHOLE, SPRING)


def test_another_form_of_the_same():
    assert is_special(Family(p * cos(S + q), (p, q)), WHOLE, SPRING)


def test_a_substitution_in_a_wave():
    kdv = of(KDV)
    y, s = kdv.variables
    soliton = Family(p + 2 * q**2 * sech(q * (y - s * (6 * p + 4 * q**2)) + r) ** 2, (p, q, r))
    still = Family(2 * p**2 * sech(p * (y - 4 * p**2 * s)) ** 2, (p,))
    assert substitution(still, soliton, kdv) == {p: 0, q: p, r: 0}
    assert not is_special(soliton, still, kdv)


def test_what_is_no_part_of_a_shock():
    burgers = of(BURGERS)
    y, s = burgers.variables
    shock = Family(p - 2 * q * tanh(q * (y - p * s) + r), (p, q, r))
    assert not is_special(Family((y + p) / (s + q), (p, q)), shock, burgers)


@pytest.mark.parametrize("functions", [2, 1])
def test_functions_have_all_or_not(functions):
    wave = of(WAVE)
    y, s = wave.variables
    (c,) = wave.parameters
    expr = Function("F")(y - c * s) + (Function("G")(y + c * s) if functions == 2 else 0)
    plane = Family(p * sin(q * (y + c * s)), (p, q))
    assert is_special(plane, Family(expr, ()), wave) is (functions == 2)


def test_functions_are_no_part_of_constants():
    heat = of(HEAT)
    y, _ = heat.variables
    assert not is_special(Family(Function("F")(y), ()), Family(p * y + q, (p, q)), heat)
