from sympy import (
    Eq,
    Function,
    S,
    Symbol,
    besselj,
    bessely,
    cos,
    cosh,
    exp,
    log,
    oo,
    sin,
    sqrt,
    symbols,
)
from sympy.abc import x

from sympy_ssde import Problem
from sympy_ssde.problem.domain import Domain
from sympy_ssde.reduction.constants import Setting, determined, put_in, solve_linear

u = Function("u")
C1, C2 = symbols("C1 C2", real=True)


def values(expr, conditions, domain=None):
    problem = Problem(u(x).diff(x, 2) + u(x), u(x), conditions, domain)
    setting = Setting(x, problem.domain, problem.conditions)
    return list(determined([expr], [C1, C2], setting))


def test_robin_and_periodic_conditions():
    slope = u(x).diff(x).subs(x, 0)
    (found,) = values(C1 + C2 * x, [Eq(u(0) + slope, 4), Eq(u(1), 2 * u(0))])
    assert found == {C1: 2, C2: 2}


def test_terms_that_grow_are_absent():
    (found,) = values(C1 * exp(x) + C2 * exp(-x), {u(0): 2, u(oo): 0}, {x: (0, oo)})
    assert found == {C1: 0, C2: 2}


def test_regular_at_a_singular_point():
    (found,) = values(C1 + C2 * log(x) + x**2, {u(x).diff(x).subs(x, 0): 0, u(1): 5})
    assert found == {C1: 4, C2: 0}


def test_singular_terms_that_cancel():
    expr = (C1 * exp(x) + C2 * exp(-x)) / x
    (found,) = values(expr, {u(x).diff(x).subs(x, 0): 0, u(1): 1})
    assert (found[C1] + found[C2]).simplify() == 0 and found[C1] != 0


def test_constants_that_are_not_linear():
    found = values(sqrt(x + C1) + C2, {u(0): 1, u(1): sqrt(2)})
    assert {C1: 1, C2: 0} in found


def test_what_can_not_be_met_gives_nothing():
    assert values(C1 * sin(x), {u(0): 1}) == []


def test_what_nothing_determines_is_zero():
    assert values(C1 * exp(x) + C2, {u(0): 1}) in ([{C1: 0, C2: 1}], [{C1: 1, C2: 0}])


def test_elimination_sees_zeros_that_need_an_identity():
    nothing = sin(1) ** 2 + cos(1) ** 2 - 1
    found = solve_linear([[nothing, S(2)], [S(3), S(1)]], [S(4), S(5)], [C1, C2], Domain(()))
    assert {c: v.simplify() for c, v in found.items()} == {C1: 1, C2: 2}


def test_short_form():
    L = Symbol("L", positive=True)
    assert put_in(C1 * x * cosh(L), {C1: 1 / cosh(L)}) == x


def test_a_quotient_of_bessel_functions_that_is_a_number_is_one():
    rows = [[besselj(0, 1), bessely(0, 1)], [besselj(1, 1), bessely(1, 1)]]
    sides = [2 * r[0] - r[1] / 3 for r in rows]
    found = solve_linear(rows, sides, [C1, C2], Domain(()))
    assert found == {C1: 2, C2: -S(1) / 3}
