"""Points inside a domain, however small or large, that assumptions allow."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Rational, Symbol, oo, pi, sqrt, symbols

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.points import NoPoint, is_inside, near_corner, sample

x, y = symbols("x y", real=True)


@given(st.integers(0, 99), st.integers(-40, 40), st.integers(-40, 40))
def test_points_lie_inside_whatever_the_scale(seed, exponent, shift):
    low = Integer(10) ** shift
    domain = Domain((Range(x, low, low + Integer(10) ** exponent),))
    at = sample(domain, Random(seed), seed)
    assert low < at[x] < low + Integer(10) ** exponent
    assert is_inside(at, domain)


def test_bounds_may_depend_on_earlier_symbols():
    disk = Domain((Range(x, -1, 1), Range(y, -sqrt(1 - x**2), sqrt(1 - x**2))))
    for seed in range(20):
        at = sample(disk, Random(seed), seed)
        assert at[x] ** 2 + at[y] ** 2 < 1
        edge = near_corner(disk, Random(seed))
        assert is_inside(edge, disk) and edge[x] ** 2 + edge[y] ** 2 > Rational(9, 10)


def test_infinite_ranges_are_tried_at_several_scales():
    line = Domain((Range(x, -oo, oo), Range(y, 0, oo)))
    points = [sample(line, Random(seed), seed) for seed in range(10)]
    assert min(p[x] for p in points) < -1 and max(p[x] for p in points) > 1
    assert min(p[y] for p in points) < 1 and max(p[y] for p in points) > 10
    assert all(p[y] > 0 for p in points)


@pytest.mark.parametrize(
    ("assumptions", "allowed"),
    [
        ({"integer": True, "positive": True}, lambda v: v in (1, 2, 3, 4)),
        ({"even": True}, lambda v: v in (2, 4)),
        ({"prime": True}, lambda v: v in (2, 3)),
        ({"odd": True, "positive": True}, lambda v: v in (1, 3)),
        ({"positive": True}, lambda v: 0 < v < 5),
    ],
)
def test_assumptions_are_respected(assumptions, allowed):
    k = Symbol("k", **assumptions)
    for seed in range(20):
        assert allowed(sample(Domain((Range(k, 0, 5),)), Random(seed), seed)[k])


def test_a_domain_without_points():
    whole = Symbol("whole", integer=True)
    negative = Symbol("negative", negative=True)
    for r in (Range(whole, 0, 1), Range(negative, 0, 1), Range(x, pi, 3)):
        with pytest.raises(NoPoint):
            sample(Domain((r,)), Random(0))
