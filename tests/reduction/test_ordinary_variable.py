import pytest
from ordinary_makers import equation_of, initial, proved_by, slope, u, y, y1, y2
from sympy import S, airyai, besselj, cos, exp, sin, sinh, symbols, tan
from sympy.abc import x

from sympy_ssde.reduction.ordinary_variable import (
    exact,
    gaussian,
    known_solution,
    normal_form,
    other_variable,
    particular,
    polynomial,
)

k = symbols("k", positive=True)


@pytest.mark.parametrize(
    ("eq", "conditions", "expected"),
    [
        ((1 - x**2) * y2 - 2 * x * y1 + 6 * y, {u(0): -S.Half, u(1): 1}, (3 * x**2 - 1) / 2),
        ((1 - x**2) * y2 - x * y1 + 9 * y, {u(0): 0, u(1): 1}, 4 * x**3 - 3 * x),
        (y2 - 2 * x * y1 + 6 * y, initial(0, 0, -12), 8 * x**3 - 12 * x),
        (x * y2 + (1 - x) * y1 + 2 * y, {u(0): 1}, 1 - 2 * x + x**2 / 2),
        (y2 + x * y1 - y - 3 * x**2 - 2, {u(0): 0, slope(0): 1}, None),
    ],
    ids=str,
)
def test_polynomials_of_legendre_chebyshev_hermite_laguerre(eq, conditions, expected):
    if expected is None:
        with pytest.raises(AssertionError):
            proved_by(polynomial, eq, conditions)
    else:
        assert (proved_by(polynomial, eq, conditions) - expected).expand() == 0


def test_hermite_functions():
    found = proved_by(gaussian, -y2 + x**2 * y - 7 * y, initial(0, 0, -12))
    assert (found - (8 * x**3 - 12 * x) * exp(-(x**2) / 2)).expand() == 0
    assert list(gaussian(equation_of(y2 + x**2 * y, initial(0, 1, 0)))) == []


def test_exact_equations():
    assert proved_by(exact, y2 + 2 * x * y1 + 2 * y, initial(0, 1, 0)) == exp(-(x**2))


@pytest.mark.parametrize(
    "eq",
    [
        x * y2 - (x + 1) * y1 + y,
        x**2 * y2 - x * (x + 2) * y1 + (x + 2) * y - 2 * x**3,
        y2 - 4 * x * y1 + (4 * x**2 - 2) * y,
        (1 + x**2) * y2 - 2 * x * y1 + 2 * y,
    ],
    ids=str,
)
def test_a_known_solution_gives_the_other(eq):
    proved_by(known_solution, eq, initial(1, 1, 0))


def test_a_polynomial_beside_bessel_functions():
    found = proved_by(particular, x**2 * y2 + x * y1 + x**2 * (y - 1), {u(0): 0, slope(0): 0})
    assert found == 1 - besselj(0, x)
    assert proved_by(particular, y2 - x * y + x**2, initial(0, airyai(0), 1)).has(airyai(x))


def test_without_the_first_derivative():
    found = proved_by(normal_form, y2 + 2 * y1 / x + y, {u(0): 1, slope(0): 0})
    assert found == sin(x) / x
    found = proved_by(normal_form, y2 + 2 * y1 / x - 4 * y, {u(1): sinh(2), u(2): sinh(4) / 2})
    assert (found - sinh(2 * x) / x).rewrite(exp).simplify() == 0


def test_another_variable():
    proved_by(other_variable, x * y2 - y1 + 4 * x**3 * y, initial(1, 1, 1))
    proved_by(other_variable, y2 - y1 + exp(2 * x) * y, initial(0, 1, 1))
    found = proved_by(other_variable, y2 + tan(x) * y1 + cos(x) ** 2 * y, initial(0, 1, 1))
    assert found == sin(sin(x)) + cos(sin(x))


@pytest.mark.parametrize("method", [exact, known_solution, polynomial, other_variable])
def test_others_are_left_alone(method):
    assert list(method(equation_of(y2 + sin(x) * y - cos(x), initial(0, 1, 0)))) == []
    assert list(method(equation_of(y2 + y**2, initial(0, 1, 0)))) == []
