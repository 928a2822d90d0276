"""Unknowns with their digits, and what stands for functions of them."""

import pytest
from mpmath import mp
from sympy import I, Integer, Rational, atan, cos, exp, log, pi, sin, sqrt, symbols

from sympy_ssde.exact.unknowns import (
    Definition,
    Unknowns,
    angle_of,
    real_symbol,
    values_of_turns,
)

a, c, k = symbols("a c k", positive=True)


def unknowns():
    return Unknowns({a: mp.mpf(2), c: mp.mpf("0.5")}, mp.mpf(10) ** -10, {k: mp.mpf(3)})


def test_numbers_by_the_digits_of_unknowns_and_parameters():
    known = unknowns()
    assert known.number(a**2 + k) == 7
    assert known.has(a + k) and not known.has(k + 1)
    assert known.is_near(mp.mpf(1), 1 + mp.mpf(10) ** -12) and not known.is_near(1, mp.mpf("1.1"))


def test_a_function_of_constants_is_one_unknown():
    known = unknowns()
    made = known.auxiliary(exp(c))
    assert known.auxiliary(exp(c)) == made and known.has(made)
    assert abs(known.digits[made] - mp.exp(0.5)) < 1e-12


@pytest.mark.parametrize(
    ("function", "value", "inside"),
    [
        (exp(c), Integer(3), (c, log(3))),
        (log(c), Integer(3), (c, exp(3))),
        (sqrt(c), Integer(3), (c, 9)),
        (c ** Rational(-1, 3), Integer(2), (c, Rational(1, 8))),
        (cos(c), Integer(1), None),
    ],
)
def test_what_is_inside_of_a_known_function(function, value, inside):
    assert Definition(function).inside(value, mp.mpf(1)) == inside


@pytest.mark.parametrize("angle", [0.3, 2.0, -2.5, 7.0, 3 * pi / 2, -20.1])
def test_an_angle_comes_back_from_its_cosine_and_sine(angle):
    exact = Rational(str(angle)) if isinstance(angle, float) else angle
    found = angle_of(cos(exact), sin(exact), mp.mpf(float(angle)))
    assert abs(float(found) - float(angle)) < 1e-12


def test_cosines_of_sums_are_taken_apart():
    cosine, sine = values_of_turns(pi / 4 + atan(2))
    assert cosine == -sqrt(10) / 10 and sine == 3 * sqrt(10) / 10


def test_complex_numbers_for_angles_become_cosines():
    known = unknowns()
    turn = known.turn(c)
    assert known.unturned(a * turn.whole**3) == a
    balanced = known.unturned(a * turn.whole**2 + a).expand()
    assert balanced == 2 * a * turn.cosine
    mixed = known.unturned(a * turn.whole + 1).expand()
    assert mixed == a * turn.cosine + I * a * turn.sine + 1
    assert known.relations() == [turn.cosine**2 + turn.sine**2 - 1]


def test_symbols_have_the_signs_of_their_values():
    assert real_symbol(mp.mpf(2)).is_positive and real_symbol(mp.mpf(-2)).is_negative
    assert real_symbol(mp.mpf(0)).is_positive is None
