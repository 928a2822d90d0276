"""Exact integrals, against quadrature."""

import pytest
from mpmath import mp
from sympy import (
    Abs,
    Eq,
    Heaviside,
    Max,
    Min,
    Piecewise,
    Rational,
    S,
    Symbol,
    cos,
    cosh,
    exp,
    lambdify,
    oo,
    pi,
    sin,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.series_integrals import NoIntegral, monomials, projection, smooth_pieces
from sympy_ssde.proof.signs import Signs

x = Symbol("x", positive=True)
L = Symbol("L", positive=True)
signs = Signs(Domain((Range(L, 0, oo), Range(x, 0, L))))
number_signs = Signs(Domain((Range(x, 0, 2),)))

DATA = [
    S.One,
    x**3 - x + 2,
    x**2 * exp(-x),
    exp(x) * sin(3 * x),
    x * cos(pi * x) ** 2,
    cosh(x) * x,
    Abs(x - Rational(1, 3)),
    Heaviside(x - 1) * x,
    Max(x, 1) - Min(x**1, Rational(1, 2)),
    Piecewise((x, x < Rational(1, 2)), (1 - x, x < 1), (0, True)),
    sin(pi * x),
    Abs(sin(3 * x)),
    Heaviside(cos(2 * x + 1)) * x,
]


@pytest.mark.parametrize("data", DATA, ids=str)
@pytest.mark.parametrize("kind", ["sin", "cos"])
@pytest.mark.parametrize("frequency", [S.Zero, pi, 5 * pi / 2])
def test_projections_agree_with_quadrature(data, kind, frequency):
    pieces = smooth_pieces(data, x, S.Zero, S(2), number_signs)
    exact, below = projection([(p, monomials(p.expr, x)) for p in pieces], x, kind, frequency)
    wave = sin if kind == "sin" else cos
    whole = lambdify(x, data * wave(frequency * x), "mpmath")
    ends = [p.low for p in pieces] + [S(2)]
    wanted = mp.quad(whole, [mp.mpf(str(e.evalf(30))) for e in ends])
    assert abs(exact.evalf(20) - wanted) < 1e-12
    assert all(b.is_number and b.is_nonzero is not False for b in below)


def test_places_with_symbols_are_ordered_by_their_signs():
    pieces = smooth_pieces(Min(x, L - x) + Abs(x - L / 4), x, S.Zero, L, signs)
    assert [p.low for p in pieces] == [0, L / 4, L / 2]


@pytest.mark.parametrize(
    "data",
    [
        Abs(sin(30 * x)),
        Abs(sin(x**2)),
        Heaviside(x**2 - 1),
        Piecewise((1, Eq(x, 1)), (2, True)),
        exp(x**2),
    ],
)
def test_what_is_not_integrated(data):
    with pytest.raises(NoIntegral):
        for p in smooth_pieces(data, x, S.Zero, S(2), number_signs):
            monomials(p.expr, x)
