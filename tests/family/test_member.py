"""Families and the names of their constants."""

from sympy import Function, Symbol, cos, exp, symbols

from sympy_ssde.family.member import Family, numbered, some

x = Symbol("x")


def test_constants_are_numbered_in_the_order_of_appearance():
    p, q = symbols("p q")
    found = numbered(Family(q * exp(x) + p, (p, q)), [])
    assert set(map(str, found.constants)) == {"C1", "C2"}
    assert found.expr.subs({"C1": 0, "C2": 0}) == 0


def test_names_that_are_taken_are_left_out():
    (p,) = some(1)
    assert numbered(Family(p * x, (p,)), ["C1"]).constants == (Symbol("C2"),)


def test_functions_have_letters():
    one, two = Function("F1"), Function("F0")
    found = numbered(Family(one(x) + two(2 * x), ()), ["F"])
    assert {f.__name__ for f in found.functions} == {"G", "H"}


def test_a_form_without_a_constant_has_one_less():
    p, q = some(2)
    assert Family(p * cos(x) + q, (p, q)).at(p * cos(x)).constants == (p,)
