from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Heaviside,
    Max,
    Min,
    Piecewise,
    Rational,
    S,
    Symbol,
    cos,
    exp,
    log,
    pi,
    sign,
    sin,
    sinh,
)
from sympy.abc import x

from sympy_ssde.problem.rough import is_rough
from sympy_ssde.reduction.series_pieces import pieces, shifted, spread, terms

L = Symbol("L", positive=True)
HALF = Rational(1, 2)

ROUGH = (
    Piecewise((x, x < HALF), (1 - x, True)),
    Heaviside(x - HALF),
    Abs(x - Rational(1, 3)),
    Max(0, x - HALF),
    Min(x, 1 - x, Rational(1, 4)),
    sign(x - HALF) * x,
    Abs(Abs(x - HALF) - Rational(1, 4)),
    Piecewise((0, x < Rational(1, 4)), (1, x <= Rational(3, 4)), (0, True)),
    Max(x, x**2 + Rational(1, 8)),
)


@pytest.mark.parametrize("expr", ROUGH)
@settings(deadline=None, max_examples=20)
@given(share=st.integers(1, 996))
def test_pieces_have_the_same_values(expr, share):
    place = Rational(share, 997)
    found = pieces(expr, x, S.Zero, S.One)
    inside = [p for p in found if p.low < place < p.high]
    assert len(inside) == 1
    assert not is_rough(inside[0].expr)
    assert abs(float(inside[0].expr.subs(x, place) - expr.subs(x, place))) < 1e-12


@pytest.mark.parametrize("expr", ROUGH)
def test_pieces_cover_the_interval(expr):
    found = pieces(expr, x, S.Zero, S.One)
    assert found[0].low == 0 and found[-1].high == 1
    assert all(a.high == b.low for a, b in pairwise(found))


def test_places_may_be_symbols():
    found = pieces(Min(x, L - x), x, S.Zero, L)
    assert [(p.low, p.high, p.expr) for p in found] == [(0, L / 2, x), (L / 2, L, L - x)]


def test_places_that_cannot_be_compared_are_left_alone():
    a = Symbol("a", positive=True)
    assert pieces(Heaviside(x - a), x, S.Zero, L) is None
    assert pieces(Heaviside(cos(7 * x) - x), x, S.Zero, S.One) is None


def test_samples_tell_places_apart():
    a = Symbol("a", positive=True)
    samples = [{a: Rational(k, 10), L: S(2)} for k in range(1, 9)]
    found = pieces(Heaviside(x - a), x, S.Zero, L, samples)
    assert [(p.low, p.high, p.expr) for p in found] == [(0, a, 0), (a, L, 1)]


def test_zeros_of_waves():
    found = pieces(Abs(cos(x)), x, S.Zero, S(5))
    assert [p.low for p in found] == [0, pi / 2, 3 * pi / 2]


@pytest.mark.parametrize(
    "expr",
    [
        3 * x**2 * exp(-x),
        sin(x) ** 3 * x,
        x * sinh(2 * x - 1) / sinh(1),
        cos(x) * sin(3 * x + 1),
        2**x,
    ],
)
def test_terms_add_up_to_the_expression(expr):
    total = S.Zero
    for t in terms(expr, x):
        wave = 1 if t.wave is None else t.wave(t.frequency * x + t.phase)
        total += t.factor * x**t.power * exp(t.rate * x) * wave
    for place in (0.3, 1.7):
        assert abs(complex((total - expr).subs(x, place).evalf())) < 1e-12


def test_other_functions_have_no_terms():
    for expr in (1 / x, log(x), exp(-(x**2)), sin(x**2), x**L):
        assert terms(expr, x) is None


def test_a_shift_moves_ends_and_expression():
    (moved,) = shifted(pieces(x**2, x, S(1), S(3)), x, S(1))
    assert (moved.low, moved.high, moved.expr.subs(x, 1)) == (0, 2, 4)


def test_what_has_no_variable_stays_together():
    assert spread(exp(2 - x) / (exp(2) - 1), [x]) == exp(2) * exp(-x) / (exp(2) - 1)
