"""Bounds of what is left out, against sums of many terms."""

from contextlib import suppress

import numpy as np
import pytest
from sympy import S, cos, cosh, exp, lambdify, pi, sin, sinh, sqrt, symbols

from sympy_ssde.proof.series_bounds import NoBound
from sympy_ssde.proof.series_form import index_symbol
from sympy_ssde.proof.series_tails import Tails, box_of_point

x, y, t, r = symbols("x y t r", real=True)
j, i = index_symbol(0), index_symbol(1)
n, odd = j + 1, 2 * j + 1
BOX = {x: (S(0), S(1)), y: (S(0), S(9) / 10), t: (S(1) / 50, S(3)), r: (S(0), S(4) / 5)}

TERMS = [
    sin(n * pi * x) / n**3,
    8 * sin(odd * pi * x) * exp(-(odd**2) * pi**2 * t) / (odd * pi) ** 3,
    sin(odd * x) * sinh(odd * pi * y) / (odd * sinh(odd * pi)),
    cosh(n * (y - S.Half)) / cosh(n / 2) / n**2,
    r**n * cos(n * x),
    sin(n * x) * exp(-t) * cos(sqrt(n**2 * pi**2 - 1) * t) / (n**2 - S.Half),
    (r**n - r ** (2 * n)) / (2**n - 2 ** (-n)),
    sinh(sqrt(n**2 * pi**2 + 3) * y) / sinh(sqrt(n**2 * pi**2 + 3)),
    sin(n * pi * r) / (n * pi * r) * exp(-(n**2) * t),
]


@pytest.mark.parametrize("term", TERMS, ids=str)
@pytest.mark.parametrize("count", [3, 20])
def test_a_bound_is_above_what_is_left_out(term, count):
    bound = Tails((j,), BOX).tail(term, count)
    symbols_ = sorted(BOX, key=str)
    value = lambdify([j, *symbols_], term, "numpy")
    numbers = np.arange(count, 90)[:, None]
    random = np.random.default_rng(1)
    places = [float(BOX[s][0]) + random.random(40) * float(BOX[s][1] - BOX[s][0]) for s in symbols_]
    left = np.abs(np.nansum(value(numbers.astype(float), *places) * np.ones((1, 40)), axis=0))
    assert left.max() <= bound < np.inf


def test_two_indices():
    term = sin(n * x) * sin((i + 1) * y) / (n**2 * (i + 1) ** 2 * (n**2 + (i + 1) ** 2))
    bound = Tails((j, i), BOX).tail(term, 10)
    numbers = np.arange(1.0, 200.0)
    sizes = 1 / np.outer(numbers**2, numbers**2) / np.add.outer(numbers**2, numbers**2)
    assert sizes.sum() - sizes[:10, :10].sum() <= bound < 0.1


@pytest.mark.parametrize(
    "term", [1 / n, exp(n * t), sin(n * x), 1 / (j - 3), exp(n * (y - S.Half))]
)
def test_what_has_no_bound(term):
    with suppress(NoBound):
        assert Tails((j,), BOX).tail(term, 2) == np.inf


def test_a_point_is_a_box():
    term = exp(-n * t) * t**2
    bound = Tails((j,), box_of_point({t: S(2)})).tail(term, 4)
    exact = 4 * np.exp(-10.0) / (1 - np.exp(-2.0))
    assert exact <= bound <= 1.01 * exact
