"""Shapes of waves are closed under derivatives."""

import pytest
from sympy import Symbol, tanh

from sympy_ssde.family.shapes import BESIDE, EXP, MAIN, POLE, SECH, TAN, TANH

z = Symbol("z")


@pytest.mark.parametrize("shape", [EXP, POLE, SECH, TAN, TANH], ids=lambda s: s.name)
def test_derivatives_are_those_of_the_function(shape):
    body = MAIN**3 + 2 * MAIN
    expected = shape.function(z).subs(z, z)
    whole = (expected**3 + 2 * expected).diff(z)
    found = shape.written(shape.derivative(body), z)
    assert abs((whole - found).subs(z, 0.7).evalf()) < 1e-12


def test_squares_of_the_second_function_are_reduced():
    assert SECH.reduced(BESIDE**2) == 1 - MAIN**2
    assert SECH.written(BESIDE, z) == tanh(z)
