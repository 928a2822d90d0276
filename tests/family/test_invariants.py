"""Similarity, rotation and travelling solutions by ordinary equations."""

from families_stated import BURGERS, HEAT, U, V, W, of, t, x, y
from sympy import Symbol, sin

from sympy_ssde.family.generality import is_plausible, is_trivial
from sympy_ssde.family.invariants import invariant_solutions, weights

POROUS = U.diff(t) - (U * U.diff(x)).diff(x)


def found(eq):
    equation = of(eq)
    for family in invariant_solutions(equation, 0.1):
        if is_plausible(family, equation) and not is_trivial(family, equation):
            return family
    return None


def test_weights_leave_the_equation_alone():
    (only,) = weights(of(BURGERS))
    y, s = of(BURGERS).variables
    assert only[s] == 2 * only[y] and only[Symbol("u")] == -only[y]
    assert weights(of(U.diff(x, t) - sin(U))) == []


def test_a_parabola_that_flattens():
    assert found(POROUS) is not None


def test_heat_has_similarity_solutions():
    assert found(HEAT) is not None


def test_radial_solutions():
    assert found(V.diff(x) ** 2 + V.diff(y) ** 2 - 1) is not None


def test_three_variables_are_left_alone():
    assert list(invariant_solutions(of(W.diff(t) - W.diff(x, 2) - W.diff(y, 2)))) == []


def test_factors_without_derivatives():
    equation = of(U.diff(t) + U**3 * U.diff(x))
    y, s = equation.variables
    assert any((f.expr**3 - y / s).simplify() == 0 for f in invariant_solutions(equation, 0.1))
