"""Reading sums without end."""

import pytest
from sympy import Integral, Sum, Symbol, cos, exp, oo, sin, symbols

from sympy_ssde.proof.series_form import NotASeries, has_series, index_symbol, read_series

x, t = symbols("x t")
n, m = symbols("n m", integer=True, positive=True)
j0, j1 = index_symbol(0), index_symbol(1)


def test_a_factor_and_a_finite_part_are_taken_apart():
    found = read_series(x + exp(-t) * (t + Sum(sin(n * x), (n, 3, oo))))
    assert found.finite == x + t * exp(-t)
    (one,) = found.sums
    assert one.term == exp(-t) * sin((j0 + 3) * x)
    assert one.in_words_of_author(j0**2) == (n - 3) ** 2


def test_a_sum_over_all_integers_is_cut_in_two():
    found = read_series(Sum(exp(m * x), (m, -oo, oo)))
    assert {s.term for s in found.sums} == {exp(j0 * x), exp(-(j1 + 1) * x)}


def test_double_and_nested_sums_are_the_same():
    double = read_series(Sum(sin(n * x) * sin(m * t), (n, 1, oo), (m, 0, oo)))
    nested = read_series(Sum(sin(n * x) * Sum(sin(m * t), (m, 0, oo)), (n, 1, oo)))
    assert double.sums[0].term == nested.sums[0].term


def test_finite_ranges_are_written_out():
    found = read_series(Sum(sin(n * x) * cos(m * t), (m, 1, 2), (n, 1, oo)))
    assert len(found.sums) == 2 and all(len(s.indices) == 1 for s in found.sums)


def test_an_index_with_the_name_of_a_variable_is_bound():
    found = read_series(x + Sum(sin(x * t), (x, 1, oo)))
    assert found.finite == x and found.sums[0].term == sin((j0 + 1) * t)


def test_an_index_that_stands_in_the_factor_too():
    found = read_series(n * Sum(sin(n * x), (n, 1, oo)))
    assert found.sums[0].term == n * sin((j0 + 1) * x)


@pytest.mark.parametrize(
    "expr",
    [
        Sum(sin(n * x), (n, 1, oo)) ** 2,
        Sum(sin(n * x), (n, 1, oo)) * Sum(cos(n * x), (n, 1, oo)),
        exp(Sum(sin(n * x), (n, 1, oo))),
        Sum(sin(n * x), (n, t, oo)),
        Sum(sin(n * m * x), (m, 1, n), (n, 1, oo)),
        Sum(m * sin(n * x), (n, 1, oo), (m, 3, 1)),  # minus the term of m = 2, by convention
        Sum(sin(Symbol("k", odd=True) * x), (Symbol("k", odd=True), 1, oo)),
        Integral(Sum(sin(n * x), (n, 1, oo)), (x, 0, t)),
    ],
)
def test_what_is_not_read(expr):
    assert has_series(expr)
    with pytest.raises(NotASeries):
        read_series(expr)
