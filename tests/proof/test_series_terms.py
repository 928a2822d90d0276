"""Whether every term has a value."""

import pytest
from sympy import Symbol, gamma, oo, pi, sinh, sqrt

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.series_form import ModeSum, index_symbol
from sympy_ssde.proof.series_terms import Undefined, check_defined
from sympy_ssde.proof.signs import Signs

j = index_symbol(0)
n = Symbol("n")
a, x = Symbol("a", real=True), Symbol("x", positive=True)
signs = Signs(Domain((Range(j, -1, oo), Range(a, -oo, oo), Range(x, 0, 1))))


def defined(term):
    return check_defined(ModeSum(term, (j,), {n: j + 1}), signs, (x,), (a,))


@pytest.mark.parametrize(
    "divisor",
    [
        2 * j + 1,
        2 * j - 1,
        (j + 1) ** 2 * pi**2 - 4,
        (j + 1) ** 2 + a**2 + 1,
        sinh((j + 1) * pi),
        sqrt((j + 1) ** 2 * pi**2 - 1),
        j**2 - 2,
    ],
)
def test_divisors_that_never_vanish(divisor):
    assert defined(1 / divisor) == []


@pytest.mark.parametrize("divisor", [j, j - 3, (j + 1) ** 2 - 16, sinh(j * pi), j * (x + 1)])
def test_a_term_without_a_value_is_named(divisor):
    with pytest.raises(Undefined) as why:
        defined(1 / divisor)
    assert why.value.certain and "n = " in str(why.value)


def test_resonance_is_a_proviso():
    assert defined(1 / ((j + 1) ** 2 - a**2)) == [n**2 - a**2]


@pytest.mark.parametrize("term", [1 / (j - x), gamma(j - a)])
def test_what_is_not_known(term):
    with pytest.raises(Undefined) as why:
        defined(term)
    assert not why.value.certain
