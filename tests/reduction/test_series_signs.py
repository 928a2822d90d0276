"""Signs for all numbers, and the numbers that are exceptions."""

import pytest
from sympy import Rational, Symbol, pi, sqrt, symbols

from sympy_ssde.reduction.series_signs import (
    Exceptional,
    NoAmplitude,
    has_integer_root,
    largest_root,
    sign_for_all,
)

n, m = symbols("n m", integer=True, positive=True)
k = Symbol("k", positive=True)
BOTH = [(n, 1), (m, 1)]


def test_one_number():
    assert sign_for_all(4 - n**2, [(n, 3)]) == -1
    assert sign_for_all(sqrt(2) - Rational(14142, 10000), []) == 1
    with pytest.raises(Exceptional):
        sign_for_all(n**2 - 4, [(n, 1)])
    with pytest.raises(NoAmplitude):
        sign_for_all(n**2 - k, [(n, 1)])


def test_two_numbers():
    assert sign_for_all(n**2 + m**2, BOTH) == 1
    assert sign_for_all(pi**2 * (n**2 + m**2) - 1, BOTH) == 1
    assert sign_for_all(1 - 4 * pi**2 * ((2 * n - 1) ** 2 + m**2), BOTH) == -1
    for expr in (n**2 + m**2 - 3, n - m, n * m - m**2 + 5, sqrt(n + m) - 1):
        with pytest.raises(NoAmplitude):
            sign_for_all(expr, BOTH)


def test_roots():
    assert largest_root((n**2 - 9) / n, n) == pytest.approx(3)
    assert largest_root(n**2, n) is None
    assert has_integer_root(n**2 - 9, n, 1, 3.0)
    assert not has_integer_root(n**2 - 9, n, 4, 3.0)
