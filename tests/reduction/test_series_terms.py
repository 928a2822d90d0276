from sympy import Rational, S, Sum, Symbol, cos, exp, oo, pi, sin
from sympy.abc import t, x

from sympy_ssde.reduction.series_modes import Family
from sympy_ssde.reduction.series_terms import (
    Part,
    alternating,
    at_parity,
    grouped,
    plain,
    summed,
    told_apart,
)

n = Symbol("n", integer=True, positive=True)
MODE = Family(x, S.Zero, S.One, sin, pi * n, n)
DECAY = exp(-(pi**2) * n**2 * t)


def part(coefficient, start=1):
    return Part(coefficient, DECAY, (MODE,), ((n, start),))


def test_odd_numbers_are_written_as_such():
    found = told_apart(part(4 * (1 - (-1) ** n) / (pi * n) ** 3))
    assert found.coefficient == 8 / (pi**3 * (2 * n - 1) ** 3)
    assert found.amplitude == exp(-(pi**2) * t * (2 * n - 1) ** 2)
    assert found.limits == ((n, 1),)


def test_even_numbers_and_later_starts():
    assert told_apart(part(1 + (-1) ** n, 3)).limits == ((n, 2),)
    assert told_apart(part(1 - (-1) ** n, 2)).limits == ((n, 2),)
    assert told_apart(part(1 - (-1) ** n, 3)).limits == ((n, 2),)


def test_what_vanishes_is_left_out():
    assert told_apart(part(sin(pi * n))) is None
    assert told_apart(part((-1) ** n / n)) == part((-1) ** n / n)


def test_quarter_waves_alternate_over_odd_numbers():
    found = told_apart(part(sin(pi * n / 2) / n**2))
    for number in range(1, 8):
        expected = (sin(pi * n / 2) / n**2).subs(n, 2 * number - 1)
        assert found.coefficient.subs(n, number) == expected


def test_values_at_a_parity_are_those_of_the_formula():
    formula = (3 + (-1) ** n * n) / (n**2 + 1) + cos(pi * n / 2)
    for new in (2 * n, 2 * n - 1):
        found = at_parity(formula, n, new)
        for number in range(1, 6):
            assert found.subs(n, number) == formula.subs(n, new).subs(n, number)


def test_denominators_stay_together():
    assert grouped(1 / (4 * n**2 - 4 * n + 1), n, 2 * n - 1) == (2 * n - 1) ** -2


def test_sums_that_count_alike_are_one():
    both = summed([part(1 / n), part(-3 / n**2), part(S.One, 2)])
    sums = sorted(both.atoms(Sum), key=str)
    assert sorted(s.limits[0][1] for s in sums) == [1, 2]
    assert all(s.limits[0][2] is oo for s in sums)
    assert both.subs(t, 0).subs(x, 0).doit() == 0


def test_opposite_parts_cancel():
    assert summed([part(1 / n), part(-1 / n)]) == 0


def test_single_modes_are_no_sums():
    single = Part(S(3), exp(-t), (MODE.at(1),), ())
    assert summed([single]) == 3 * exp(-t) * sin(pi * x)


def test_signs_in_front():
    assert alternating(-2 * (-1) ** n / n) == 2 * (-1) ** (n + 1) / n
    assert alternating(2 / n) == 2 / n
    assert alternating(-2 * (cos(pi * n / 2) - 1) / n) == 2 * (1 - cos(pi * n / 2)) / n


def test_numbers_without_exponentials_stay():
    assert plain(Rational(3, 2) / n) == Rational(3, 2) / n
