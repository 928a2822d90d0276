"""Coefficients of all modes."""

import pytest
from sympy import Abs, E, Rational, S, Symbol, cos, exp, oo, pi, sin

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.ladder import prove_zero
from sympy_ssde.proof.limits import Clock
from sympy_ssde.proof.series_coefficients import class_symbol, expansion
from sympy_ssde.proof.series_form import index_symbol
from sympy_ssde.proof.series_numbers import Numbers
from sympy_ssde.proof.signs import Signs

x, y = Symbol("x", positive=True), Symbol("y", positive=True)
j, i = index_symbol(0), index_symbol(1)
n, m = j + 1, i + 1
UNIT, OTHER = Range(x, S(0), S(1)), Range(y, S(0), S(1))
counted = tuple(Range(class_symbol(k), -1, oo) for k in range(2))
signs = Signs(Domain((*counted, UNIT, OTHER)))
numbers = Numbers(Domain((UNIT, OTHER)))


def vanish(data, term, indices=(j,), ranges=(UNIT,), factor=1):
    whole = expansion(-data, [(term, indices)], ranges, signs)
    return [
        not numbers.is_nonzero(d.expr) and prove_zero(d.expr, signs, Clock(5)) is not None
        for d in whole.differences(factor)
    ]


RIGHT = [
    (x * (1 - x), 8 * sin((2 * j + 1) * pi * x) / (pi * (2 * j + 1)) ** 3),
    (x, 2 * (-1) ** j * sin(n * pi * x) / (n * pi)),
    (S.One, 4 * sin((2 * j + 1) * pi * x / 2) / (pi * (2 * j + 1))),
    (x - S.Half, -4 * cos((2 * j + 1) * pi * x) / (pi * (2 * j + 1)) ** 2),
    (exp(x), 2 * n * pi * (1 - (-1) ** n * E) / (1 + n**2 * pi**2) * sin(n * pi * x)),
    (x * (1 - x) - Rational(1, 6), -cos(2 * n * pi * x) / (n * pi) ** 2),
    (S.Half - Abs(x - S.Half), 4 * sin(n * pi / 2) / (n * pi) ** 2 * sin(n * pi * x)),
]


@pytest.mark.parametrize(("data", "term"), RIGHT, ids=[str(d) for d, _ in RIGHT])
def test_known_expansions(data, term):
    assert all(vanish(data, term)) or all(vanish(data, term, factor=4))


@pytest.mark.parametrize(("data", "term"), RIGHT, ids=[str(d) for d, _ in RIGHT])
def test_each_change_is_seen(data, term):
    assert not all(vanish(data + 1, term, factor=4))
    assert not all(vanish(data + x**2, term, factor=4))
    assert not all(vanish(data, 2 * term, factor=4))
    assert not all(vanish(data, term.subs(j, j + 1), factor=4))  # the first one is missing
    assert not all(vanish(data + sin(pi * x), term, factor=4))


def test_a_missing_constant_is_seen():
    assert not all(vanish(x, -4 * cos((2 * j + 1) * pi * x) / (pi * (2 * j + 1)) ** 2))


def test_double_sums():
    term = (
        64 * sin((2 * j + 1) * pi * x) * sin((2 * i + 1) * pi * y)
        / (pi**6 * (2 * j + 1) ** 3 * (2 * i + 1) ** 3)
    )  # fmt: skip
    data = x * (1 - x) * y * (1 - y)
    assert all(vanish(data, term, (j, i), (UNIT, OTHER)))
    assert not all(vanish(data + x * y, term, (j, i), (UNIT, OTHER)))


def test_waves_with_a_negative_frequency_count_at_the_positive_one():
    whole = expansion(S.Zero, [(sin((j - 1) * pi * x) / n, (j,))], (UNIT,), signs)
    first = next(d for d in whole.differences() if d.cases[0].frequency == 1)
    assert first.expr == Rational(1, 3) - 1


def differences(data, sums, ranges=(UNIT, OTHER)):
    whole = expansion(-data, sums, ranges, signs)
    return [prove_zero(d.expr, signs, Clock(5)) is not None for d in whole.differences()]


def test_sums_of_one_index_beside_those_of_two():
    along = 2 * (-1) ** j * sin(n * pi * x) / (n * pi)
    across = -4 * cos((2 * i + 1) * pi * y) / (pi * (2 * i + 1)) ** 2
    both = [(along / 2, (j,)), (along * across, (j, i))]
    assert all(differences(x * y, both))
    assert not all(differences(x * y + x, both))
    assert not all(differences(x * y, [(along, (j,)), both[1]]))


def test_sums_over_different_variables():
    first = -4 * cos((2 * j + 1) * pi * x) / (pi * (2 * j + 1)) ** 2
    second = first.subs({x: y, j: i}, simultaneous=True)
    assert all(differences(x + y - 1, [(first, (j,)), (second, (i,))]))
    assert not all(differences(x + y, [(first, (j,)), (second, (i,))]))
    assert not all(differences(x + 2 * y - S(3) / 2, [(first, (j,)), (second, (i,))]))
