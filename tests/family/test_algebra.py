"""Polynomial equations, all cases."""

from sympy import sqrt, symbols

from sympy_ssde.family.algebra import Cases, free_of

a, b, c, k = symbols("a b c k", real=True)


def solved(equations, unknowns, **more):
    return list(Cases(unknowns, **more).solve(equations))


def test_factors_are_cases():
    assert solved([a * (b - 2)], [a, b]) == [{a: 0}, {b: 2}]


def test_what_must_not_vanish_is_no_case():
    assert solved([a * (b - 2)], [a, b], nonzero=[a]) == [{b: 2}]


def test_linear_unknowns_come_before_roots():
    assert solved([a + b**2 - 1, b - 3], [a, b]) == [{b: 3, a: -8}]


def test_roots_are_taken_with_both_signs_or_one():
    assert {v[a] for v in solved([a**2 - 3], [a])} == {sqrt(3), -sqrt(3)}
    assert solved([a**2 - 3], [a], even=[a]) == [{a: sqrt(3)}]


def test_roots_that_are_not_real_are_left_out():
    assert solved([a**2 + 4], [a]) == []


def test_contradictions_have_no_case():
    assert solved([a - 1, a - 2], [a]) == []


def test_roots_of_squares_have_no_sign():
    found = solved([a**2 - (k - 1) ** 2], [a])
    assert all(not v[a].has(sqrt(k**2 - 2 * k + 1)) for v in found) and len(found) == 2


def test_what_is_free():
    assert free_of({a: b}, [a, b, c]) == (b, c)
