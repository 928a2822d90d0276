"""Symmetries give a family constants."""

from families_stated import BURGERS, HEAT, KDV, of
from sympy import sech, symbols

from sympy_ssde.family.generality import independent, is_plausible
from sympy_ssde.family.member import Family
from sympy_ssde.family.symmetry import images, is_invariant


def test_every_image_is_a_solution():
    kdv = of(KDV)
    y, s = kdv.variables
    soliton = Family(2 * sech(y - 4 * s) ** 2, ())
    found = list(images(soliton, kdv))
    assert len(found) >= 4
    assert all(is_plausible(f, kdv) for f in found)
    assert max(independent(f, kdv) for f in found) == 1


def test_galilei_is_found_from_the_coefficients():
    burgers = of(BURGERS)
    y, s = burgers.variables
    c = symbols("c_0", real=True)
    moved = [f.expr for f in images(Family(y / s, ()), burgers)]
    assert any((e - ((y - c * s) / s + c)).simplify() == 0 for e in moved)


def test_a_quick_look_at_a_residual():
    heat = of(HEAT)
    y, s = heat.variables
    assert is_invariant(y**2 + 2 * s, heat) and not is_invariant(y**2, heat)
