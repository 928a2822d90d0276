"""How fast terms decay."""

import pytest
from sympy import S, Symbol, cos, cosh, exp, oo, pi, sin, sinh, sqrt, symbols

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.series_bounds import Bounds, NoBound, Place
from sympy_ssde.proof.series_form import index_symbol
from sympy_ssde.proof.signs import Signs

x, t, y = symbols("x t y", positive=True)
k = Symbol("k", positive=True)
a = Symbol("a", real=True)
j, i = index_symbol(0), index_symbol(1)
n, m = j + 1, i + 1
domain = Domain(
    (
        Range(j, -1, oo), Range(i, -1, oo), Range(k, 0, oo), Range(a, -oo, oo),
        Range(x, 0, 1), Range(t, 0, oo), Range(y, 0, 1),
    )
)  # fmt: skip
signs = Signs(domain)
INSIDE = Place(signs)


def powers(expr, where=INSIDE, indices=(j,)):
    bounds = Bounds(indices, signs, (x, t, y))
    found = [bounds.powers(p, where) for p in bounds.pieces(expr)]
    return {index: max(p[index] for p in found) for index in indices}


def test_algebraic_decay():
    assert powers(sin(n * x) / n**3) == {j: -3}
    assert powers((n**2 + k) / (2 * j + 1) ** 4 * cos(sqrt(n**2 - 4) * t)) == {j: -2}
    assert powers(x * n - 1) == {j: 1}


def test_exponential_decay_inside_and_at_faces():
    term = exp(-k * n**2 * pi**2 * t) * n**5
    assert powers(term) == {j: -oo}
    assert powers(term, Place(signs, {x: S(0)})) == {j: -oo}
    assert powers(term, Place(signs, {t: S(0)})) == {j: 5}


def test_quotients_of_hyperbolic_functions():
    term = sinh(n * pi * y) / sinh(n * pi)
    assert powers(term) == {j: -oo}
    assert powers(term, Place(signs, {y: S(0)})) == {j: -oo}
    assert powers(term, Place(signs, {y: S(1)})) == {j: 0}
    assert powers(cosh(n * (y - S.Half)) / cosh(n / 2)) == {j: -oo}
    assert powers(x**n, Place(signs, {x: S(0)})) == {j: -oo}
    assert powers(x**n, Place(signs, {x: S(1)})) == {j: 0}


def test_two_indices():
    term = sin(n * x) * sin(m * y) / (n * m * (n**2 + m**2))
    assert powers(term, indices=(j, i)) == {j: -2, i: -2}
    heat = exp(-(n**2 + m**2) * t)
    assert powers(heat, indices=(j, i)) == {j: -oo, i: -oo}
    cube = sinh(sqrt(n**2 + m**2) * y) / sinh(sqrt(n**2 + m**2))
    assert powers(cube, indices=(j, i)) == {j: -oo, i: -oo}
    assert powers(cube, Place(signs, {y: S(1)}), (j, i)) == {j: 0, i: 0}


def test_parts_of_one_index_do_not_decay_with_the_other():
    assert powers(n**-2 + m**-2, indices=(j, i)) == {j: 0, i: 0}
    assert powers(3 + n**-2 + m**-2, indices=(j, i)) == {j: 0, i: 0}
    with pytest.raises(NoBound):
        powers(1 / (1 / n + m - 3), indices=(j, i))


def test_a_sum_that_is_a_single_power():
    assert powers((j * (j + 1) - j) / n**4) == {j: -2}


@pytest.mark.parametrize(
    "expr",
    [
        exp(n**2 * t),
        exp(a * n * t),
        sinh(n * y),
        sinh(n * y) / sinh(n / 2),
        cos(sqrt(4 - n**2) * t),
        cos(n * a + sqrt(-n) * t),
        1 / (n * x + 1),
        exp(n * (x - y)),
        n**n,
        a**n,
    ],
)
def test_what_has_no_bound(expr):
    with pytest.raises(NoBound):
        powers(expr)


def test_poles_at_a_face():
    assert powers(exp(-n * t) / t) == {j: -oo}
    with pytest.raises(NoBound):
        powers(exp(-n * t) / t, Place(signs, {t: S(0)}))
    with pytest.raises(NoBound):
        powers(exp(-n * t + 1 / t), Place(signs, {t: S(0)}))
