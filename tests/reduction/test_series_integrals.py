import pytest
from scipy.integrate import quad
from sympy import Rational, S, Symbol, cos, exp, lambdify, pi, sin, sinh
from sympy.abc import x

from sympy_ssde.reduction.series_integrals import coinciding, integral, multiplied, tidied
from sympy_ssde.reduction.series_pieces import Piece

n = Symbol("n", integer=True, positive=True)
m = Symbol("m", integer=True, positive=True)


@pytest.mark.parametrize("wave", [sin, cos])
@pytest.mark.parametrize(
    "expr",
    [S.One, x**3 - x, exp(2 * x), x * exp(-x), x**2 * sin(x + 1), exp(x) * cos(3 * x), sinh(x - 1)],
)
@pytest.mark.parametrize("rate", [pi * n, pi * (2 * n - 1) / 2])
def test_integrals_are_those_of_quadrature(expr, wave, rate):
    found = integral([Piece(S.Zero, S.One, expr)], x, wave, rate)
    for number in (1, 4):
        product = lambdify(x, expr * wave(rate.subs(n, number) * x))
        expected = quad(product, 0, 1, epsabs=1e-13, epsrel=1e-12)[0]
        assert float(found.subs(n, number)) == pytest.approx(expected, abs=1e-10)


def test_pieces_add_up():
    half = Rational(1, 2)
    found = integral([Piece(S.Zero, half, x), Piece(half, S.One, 1 - x)], x, sin, pi * n)
    assert (found - 2 * sin(pi * n / 2) / (pi * n) ** 2).simplify() == 0


def test_symbols_stay():
    length = Symbol("L", positive=True)
    found = integral([Piece(S.Zero, length, x)], x, sin, pi * n / length)
    assert (found + (-1) ** n * length**2 / (pi * n)).simplify() == 0


def test_without_a_wave():
    assert integral([Piece(S.Zero, S(2), x**2)], x, None, S.Zero) == Rational(8, 3)


def test_what_is_not_known():
    assert integral([Piece(S.Zero, S.One, 1 / (1 + x))], x, sin, pi * n) is None


def test_frequencies_that_coincide():
    data = [Piece(S.Zero, S.One, x * sin(4 * pi * x) + cos(2 * x))]
    assert coinciding(data, x, pi * n, n) == {4}
    assert coinciding(data, x, pi * (2 * n - 1) / 2, n) == set()


def test_powers_of_minus_one_cancel():
    assert tidied((-1) ** (2 * n) - 1) == 0
    assert tidied(((-1) ** n - 1) * ((-1) ** n + 1)) == 0
    assert tidied((-1) ** (n + m) * (-1) ** n - (-1) ** m) == 0


def test_complex_products():
    a, b = (Symbol("a"), Symbol("b")), (S(2), S(-3))
    re, im = multiplied(a, b)
    assert (re, im) == (2 * a[0] + 3 * a[1], 2 * a[1] - 3 * a[0])
