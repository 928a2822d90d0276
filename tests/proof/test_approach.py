"""Numbers on the way to a face."""

import pytest
from sympy import S, Symbol, erf, exp, log, oo, pi, sin, sqrt, symbols, tanh

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.approach import Trend, agrees_nearby, tends_to

x, y = symbols("x y", positive=True)
s = Symbol("s", real=True)
QUARTER = Domain((Range(x, 0, oo), Range(y, 0, 1)))


@pytest.mark.parametrize(
    ("expr", "value", "place", "trend"),
    [
        (sin(x) / x, 1, {x: 0}, Trend.AGREES),
        (sin(x) / x, 0, {x: 0}, Trend.DISAGREES),
        (x ** (log(2) / (log(x) + 1)), 2, {x: 0}, Trend.AGREES),
        (x ** (log(2) / (log(x) + 1)), 1, {x: 0}, Trend.DISAGREES),
        (erf(tanh(x)), 1, {x: oo}, Trend.DISAGREES),
        (sin(x), 0, {x: oo}, Trend.DISAGREES),
        (exp(-x) * x**5, 0, {x: oo}, Trend.AGREES),
        (1 / x, oo, {x: 0}, Trend.AGREES),
        (1 / x, -oo, {x: 0}, Trend.DISAGREES),
        (exp(-y / x), 0, {x: 0}, Trend.AGREES),
        (x / (x + y), 0, {x: 0, y: 0}, Trend.DISAGREES),
        (exp(-(((y - S(1) / 2) / x) ** 2)), 0, {x: 0}, Trend.DISAGREES),
        ((y - S(1) / 2) * x / ((y - S(1) / 2) ** 2 + x**2), 0, {x: 0}, Trend.DISAGREES),
    ],
)
def test_trends(expr, value, place, trend):
    place = {v: S(p) for v, p in place.items()}
    assert tends_to(expr, S(value), place, QUARTER) is trend


def test_curves_are_places_too():
    disk = Domain((Range(x, -1, 1), Range(y, -sqrt(1 - x**2), sqrt(1 - x**2)), Range(s, 0, 2 * pi)))
    circle = {x: sympy_cos(s), y: sin(s)}
    assert agrees_nearby(1 - x**2 - y**2, S(0), circle, disk)
    assert not agrees_nearby(2 - x**2 - y**2, S(0), circle, disk)


def sympy_cos(a):
    return sin(a + pi / 2)


def test_nothing_is_claimed_where_the_value_has_none():
    c, t = symbols("c t")
    domain = Domain((Range(c, -1, 1), Range(s, -1, 1), Range(t, 0, 1)))
    place = {t: S.Zero}
    assert tends_to((2 + t * s) / c, 2 / c, place, domain) is Trend.AGREES
    assert tends_to((2 + t * s) / c, 3 / c, place, domain) is Trend.DISAGREES
    assert tends_to(c / (c + t), S.One, place, domain) is Trend.DISAGREES
