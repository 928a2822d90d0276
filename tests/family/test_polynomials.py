"""Polynomial solutions."""

from families_stated import BURGERS, EIKONAL, HEAT, LAPLACE, Q, V, of, residual, x, y

from sympy_ssde.family.polynomials import monomials, polynomials


def test_all_products_of_a_degree():
    assert len(monomials(of(HEAT), 2)) == 6


def test_linear_equations_have_as_many_as_there_are():
    for eq, free in ((HEAT, 4), (LAPLACE, 7)):
        found = next(polynomials(of(eq)))
        assert len(found.constants) == free and residual(found, of(eq)) == 0


def test_nonlinear_equations_have_complete_integrals():
    found = list(polynomials(of(EIKONAL)))
    assert found and all(residual(f, of(EIKONAL)) == 0 for f in found)
    assert max(len(f.constants) for f in found) == 2


def test_quadratic_forms_of_monge_and_ampere():
    equation = of(V.diff(x, y) ** 2 - V.diff(x, 2) * V.diff(y, 2) - 1)
    assert any(len(f.constants) == 5 for f in polynomials(equation))


def test_what_is_found_solves_the_equation():
    assert all(residual(f, of(BURGERS)) == 0 for f in polynomials(of(BURGERS)))
    assert list(polynomials(of(Q.diff(x) - Q))) == []
