"""Numbers that refute."""

from sympy import S, Symbol, oo, pi, sin

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.series_coefficients import class_symbol, expansion
from sympy_ssde.proof.series_form import index_symbol
from sympy_ssde.proof.series_numbers import Numbers
from sympy_ssde.proof.signs import Signs

x, j = Symbol("x", positive=True), index_symbol(0)
UNIT = Range(x, S(0), S(1))
numbers = Numbers(Domain((UNIT,)))
signs = Signs(Domain((Range(class_symbol(0), -1, oo), UNIT)))


def refuted(term):
    whole = expansion(-x * (1 - x), [(term, (j,))], [UNIT], signs)
    return numbers.refuted_by_mode(3, whole, {x: Symbol("x")})


def test_the_mode_is_named():
    right = 8 * sin(pi * (2 * j + 1) * x) / (pi * (2 * j + 1)) ** 3
    assert refuted(right) is None
    found = refuted(2 * right)
    assert found.index == 3 and "sin(pi*x)" in found.reason
    assert abs(found.value - 8 / pi**3) < 1e-9


def test_what_is_seen_not_to_vanish():
    assert numbers.is_nonzero(x + j)
    assert not numbers.is_nonzero(sin(x) ** 2 - sin(x) ** 2 + 0 * j)
