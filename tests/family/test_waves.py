"""Travelling waves with unknown coefficients."""

import pytest
from families_stated import BURGERS, FISHER, HEAT, KDV, U, W, a, of, t, x, y
from sympy import cos, sech, sin, tanh

from sympy_ssde import checkssdsol
from sympy_ssde.family.generality import independent, is_plausible, is_trivial
from sympy_ssde.family.waves import travelling_waves, wave_of

MKDV = U.diff(t) + 6 * U**2 * U.diff(x) + U.diff(x, 3)
KP = (W.diff(t) + 6 * W * W.diff(x) + W.diff(x, 3)).diff(x) + 3 * W.diff(y, 2)
PHI_FOUR = U.diff(t, 2) - U.diff(x, 2) - U + U**3
COMPACTONS = U.diff(t) + (U**2).diff(x) + (U**2).diff(x, 3)
HUXLEY = U.diff(t) - U.diff(x, 2) - U * (1 - U) * (U - a)


@pytest.mark.parametrize(
    ("eq", "function", "constants"),
    [
        (BURGERS, tanh, 3),
        (KDV, sech, 3),
        (MKDV, sech, 2),
        (KP, sech, 4),
        (FISHER, tanh, 1),
        (PHI_FOUR, tanh, 2),
        (HUXLEY, tanh, 1),
        (COMPACTONS, cos, 3),
    ],
)
def test_kinks_and_solitons(eq, function, constants):
    equation = of(eq)
    found = [
        f
        for f in travelling_waves(equation)
        if f.expr.has(function) and is_plausible(f, equation) and not is_trivial(f, equation)
    ]
    assert found and max(independent(f, equation) for f in found) == constants


def test_the_soliton_is_exact():
    family = next(travelling_waves(of(KDV)))
    assert checkssdsol(KDV, family.expr, U)


def test_only_polynomial_equations_without_places_have_them():
    assert list(travelling_waves(of(U.diff(x, t) - sin(U)))) == []
    assert wave_of(of(HEAT + x * U)) is None
