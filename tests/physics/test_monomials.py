"""Sums of products: the same function as the expression, or none."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Integer,
    Rational,
    cos,
    cosh,
    exp,
    log,
    pi,
    sin,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde.kernel.forms import COS, COSH, EXP, LOG, POWER, SIN, Factor
from sympy_ssde.language.functions import opcode
from sympy_ssde.physics.monomials import Monomial, sum_of_products
from sympy_ssde.problem.constraints import slot

SINH = opcode("sinh")
x, t = symbols("x t")
T = tuple(slot(i) for i in range(3))
FUNCTIONS = {
    EXP: math.exp, SIN: math.sin, COS: math.cos, SINH: math.sinh, COSH: math.cosh, LOG: math.log,
}  # fmt: skip


def value(monomials, at):
    """The sum at a point, by the meaning of its parts."""
    total = 0.0
    for monomial in monomials:
        product = float(monomial.coefficient.subs(at))
        for factor in monomial.factors:
            inner = factor.inner * float(at[T[factor.slot]])
            if factor.kind == POWER:
                product *= inner**factor.power
            else:
                product *= FUNCTIONS[factor.kind](inner)
        total += product
    return total


parts = st.sampled_from(
    [T[0], T[1], T[2] ** 2, sin(T[0]), cos(2 * T[1]), exp(-T[2]), sqrt(T[0]), 1 / T[1], x, sin(x),
     exp(x * t), sinh(T[1]), cosh(T[0] / 3), log(3 * T[2]), Integer(2), pi]
)  # fmt: skip


@given(st.lists(st.lists(parts, min_size=1, max_size=3), min_size=1, max_size=4))
@settings(deadline=None, max_examples=60)
def test_sums_have_the_expression_s_values(products):
    expr = Integer(0)
    for factors in products:
        term = Integer(1)
        for factor in factors:
            term *= factor
        expr += term
    found = sum_of_products(expr, T)
    at = {T[0]: Rational(7, 5), T[1]: Rational(2, 3), T[2]: Rational(9, 8), x: 0.3, t: 0.6}
    if found is None:  # powers of functions
        assert any(
            f.func in (sin, cos, exp, sinh, cosh, log)
            for f in expr.atoms(sin, cos, exp, sinh, cosh, log)
        )
        return
    assert value(found, at) == pytest.approx(float(expr.subs(at)), rel=1e-10, abs=1e-12)
    for monomial in found:
        assert not monomial.coefficient.free_symbols & set(T)


@pytest.mark.parametrize(
    ("expr", "factor"),
    [
        (T[0], Factor(POWER, 0, 1.0, 1.0)),
        (T[1] ** 3, Factor(POWER, 1, 1.0, 3.0)),
        (1 / T[0], Factor(POWER, 0, 1.0, -1.0)),
        (sqrt(T[2]), Factor(POWER, 2, 1.0, 0.5)),
        (sin(2 * T[0]), Factor(SIN, 0, 2.0)),
        (exp(-T[1] / 4), Factor(EXP, 1, -0.25)),
        (cos(pi * T[0]), Factor(COS, 0, math.pi)),
        (log(T[0]), Factor(LOG, 0, 1.0)),
    ],
)
def test_kinds_of_factors(expr, factor):
    assert sum_of_products(expr, T) == (Monomial(Integer(1), (factor,)),)
    assert sum_of_products(x**2 * expr, T) == (Monomial(x**2, (factor,)),)


@pytest.mark.parametrize(
    "expr",
    [
        tanh(T[0]),
        sin(T[0]) ** 2,
        sin(T[0] * T[1]),
        sin(T[0] + T[1]),
        sin(x * T[0]),
        exp(T[0] ** 2),
        T[0] ** x,
        T[0] ** T[1],
        2 ** T[0],
        1 / (1 + T[0]),
        sqrt(T[0] + T[1]),
    ],
)
def test_what_is_no_sum_of_products_is_left_to_others(expr):
    assert sum_of_products(expr + T[2], T) is None


def test_data_alone_are_monomials_without_factors():
    assert sum_of_products(sin(x) * t, T) == (Monomial(t * sin(x), ()),)
    assert sum_of_products(Integer(3), T) == (Monomial(Integer(3), ()),)


def test_brackets_are_multiplied_out():
    found = sum_of_products((T[0] + x) * (T[1] - 1), T)
    assert len(found) == 4
    assert sorted(len(m.factors) for m in found) == [0, 1, 1, 2]


def test_too_many_products_are_left_to_others():
    few = sum(T[0] ** n for n in range(1, 41))
    assert len(sum_of_products(few, T)) == 40
    assert sum_of_products(few + T[0] ** 41, T) is None
