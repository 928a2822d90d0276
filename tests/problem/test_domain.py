"""Random points of domains."""

from random import Random

import pytest
from sympy import Integer, Rational, Symbol, oo, sqrt, symbols

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.domain import Domain, Range, default_range, exact

x, y, z = symbols("x y z")
n = Symbol("n", integer=True)


def test_points_lie_inside_a_ball():
    ball = Domain(
        (
            Range(x, -1, 1),
            Range(y, -sqrt(1 - x**2), sqrt(1 - x**2)),
            Range(z, -sqrt(1 - x**2 - y**2), sqrt(1 - x**2 - y**2)),
        )
    )
    random = Random(0)
    for _ in range(50):
        at = ball.point(random)
        assert sum(v**2 for v in at.values()) < 1
        assert all(v.is_Rational for v in at.values())


def test_infinite_ends_get_a_window():
    domain = Domain((Range(x, 2, oo), Range(y, -oo, oo), Range(z, -oo, 0)))
    at = domain.point(Random(1))
    assert 2 < at[x] < 10 and -10 < at[y] < 10 and -10 < at[z] < 0


def test_integer_symbols_get_integers():
    domain = Domain((Range(n, Rational(1, 2), 3),))
    assert {domain.point(Random(i))[n] for i in range(40)} == {1, 2, 3}


def test_the_same_seed_gives_the_same_point():
    domain = Domain((Range(x, 0, 1),))
    assert domain.point(Random(5)) == domain.point(Random(5))


@pytest.mark.parametrize(
    ("assumptions", "expected"),
    [
        ({}, (-1, 1)),
        ({"positive": True}, (Rational(1, 2), 2)),
        ({"negative": True}, (-2, Rational(-1, 2))),
        ({"integer": True, "positive": True}, (1, 4)),
    ],
)
def test_default_ranges(assumptions, expected):
    assert default_range(Symbol("a", **assumptions)) == expected


def test_exact_numbers():
    assert exact(0.1, "it") == Rational(1, 10)
    assert exact(3, "it") == Integer(3)
    with pytest.raises(ProblemError, match="string"):
        exact("x", "it")
