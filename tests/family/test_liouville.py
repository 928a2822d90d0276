"""Liouville's equation."""

from families_stated import KDV, U, V, a, of, t, x, y
from sympy import exp

from sympy_ssde.family.liouville import liouville
from sympy_ssde.proof.verify import checkssdsol


def test_two_functions_whatever_the_coefficients():
    eq = V.diff(x, y) - 3 * exp(2 * V)
    (found,) = liouville(of(eq))
    user = dict(zip(of(eq).variables, (x, y), strict=True))
    assert checkssdsol(eq, found.expr.xreplace(user), V)


def test_other_equations_are_left_alone():
    for eq in (KDV, U.diff(x, t) - exp(U) - a * U, U.diff(x, t) - exp(x * U)):
        assert list(liouville(of(eq))) == []
