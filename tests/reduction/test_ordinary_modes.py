import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Poly, Rational, S, Symbol, cos, exp, sin, sqrt
from sympy.abc import x

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.reduction.ordinary_modes import Mode, modes

k = Symbol("k", positive=True)
c = Symbol("c", real=True)
NOTHING = Domain(())
WITH_K = Domain((Range(k, S(1) / 2, 2), Range(c, -1, 1)))


def operator(coefficients, expr):
    return sum(a * expr.diff(x, i) for i, a in enumerate(coefficients))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=4))
def test_every_function_of_a_basis_solves_the_equation(roots):
    r = Symbol("r")
    poly = Poly(1, r)
    for root in roots:
        poly *= Poly(r - root, r) if root > 0 else Poly(r**2 - root * r + root**2 + 1, r)
    coefficients = tuple(reversed(poly.all_coeffs()))
    found = modes(coefficients, NOTHING)
    basis = [b for m in found for b in m.basis(x)]
    assert len(basis) == poly.degree()
    assert all(operator(coefficients, b).expand().simplify() == 0 for b in basis)


def test_double_roots_bring_powers():
    assert modes((S(1), S(2), S(1)), NOTHING) == [Mode(S(-1), S(0), 2)]


@pytest.mark.parametrize(
    ("coefficients", "expected"),
    [
        ((k**2, S(0), S(1)), {cos(k * x), sin(k * x)}),
        ((-(k**2), S(0), S(1)), {exp(k * x), exp(-k * x)}),
        ((k, S(0), S(1)), {cos(sqrt(k) * x), sin(sqrt(k) * x)}),
        ((c, S(0), S(1)), {cos(sqrt(c) * x), sin(sqrt(c) * x)}),
        ((S(0), 1 / k, S(1)), {S(1), exp(-x / k)}),
    ],
)
def test_symbols_with_and_without_signs(coefficients, expected):
    basis = [b for m in modes(coefficients, WITH_K) for b in m.basis(x)]
    assert set(basis) == expected


def test_fourth_roots():
    found = modes((S(4), S(0), S(0), S(0), S(1)), NOTHING)
    assert {(m.growth, m.frequency) for m in found} == {(1, 1), (-1, 1)}
    beam = modes((-(k**4), S(0), S(0), S(0), S(1)), WITH_K)
    assert len([b for m in beam for b in m.basis(x)]) == 4


def test_roots_that_are_not_found_give_none():
    assert modes(tuple(map(S, (-1, -1, 0, 0, 0, 1))), NOTHING) is None


def test_rational_frequencies():
    assert modes((Rational(5, 4), S(1), S(1)), NOTHING) == [Mode(-S.Half, S.One, 1)]
