from sympy import Symbol, cos, exp, log, oo, sqrt, tan
from sympy.abc import x

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.reduction.ordinary_branches import begins_at, beside, branches, grown

y = Symbol("y", real=True)
UNIT = Domain((Range(x, 0, 1),))


def test_growth_from_a_value_is_real_on_either_side():
    assert grown(log(y), y, -3) == log(-y / 3)
    assert grown(log(y), y, 0) is None
    assert grown(y**2, y, 2) == y**2 - 4


def test_sums_of_logarithms_are_solved():
    left = log(y / 3) / sqrt(2) - log((1 - y) / -2) / sqrt(2)
    (found,) = branches(left, y, x)
    assert abs(left.subs(y, found).subs(x, 0.3).evalf() - 0.3) < 1e-12


def test_both_roots_are_given():
    assert set(branches(y**2, y, x)) == {sqrt(x), -sqrt(x)}


def test_what_sympy_must_solve():
    assert any(e.has(exp) or e.func.__name__ == "LambertW" for e in branches(y + log(y), y, x))


def test_the_branch_that_begins_where_it_should():
    assert begins_at(cos(x), x, x * 0, x * 0 + 1, UNIT)
    assert not begins_at(-cos(x), x, x * 0, x * 0 + 1, UNIT)
    assert begins_at(sqrt(x), x, x * 0, x * 0, UNIT)
    assert not begins_at(tan(x), x, x * 0, x * 0 + 1, UNIT)


def test_a_range_on_one_side_of_a_value():
    assert beside(y * 0 + 2, y, UNIT, upwards=False).by_symbol[y].high == 2
    assert beside(y * 0 + 2, y, UNIT, upwards=True).by_symbol[y].high == 3
    assert oo not in beside(y * 0, y, UNIT, upwards=True).by_symbol[y].high.atoms()
