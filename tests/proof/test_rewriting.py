"""Other ways to write an expression: equal to it, and what they are for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    E,
    I,
    Rational,
    Symbol,
    atan,
    cos,
    cosh,
    exp,
    log,
    pi,
    sin,
    sinh,
    sqrt,
    tanh,
)

from sympy_ssde.proof.rewriting import (
    by_common_exponentials,
    by_exponentials,
    by_hyperbolics,
    in_reals,
    with_sign_inside,
    with_simple_numbers,
    without_logarithms_inside,
    without_phases,
)

x = Symbol("x", positive=True)
y = Symbol("y", real=True)

FORMS = (
    in_reals,
    with_sign_inside,
    by_exponentials,
    by_hyperbolics,
    by_common_exponentials,
    without_phases,
    with_simple_numbers,
    without_logarithms_inside,
)

factors = st.sampled_from(
    [
        exp(x),
        exp(-2 * x + 1),
        exp(y - x),
        sinh(x),
        cosh(2 * x + 1),
        sin(x + 1),
        cos(2 * y - atan(3)),
        1 / (E - exp(x) * 5),
        sqrt(3) - 1,
        1 / (1 - exp(-3)),
        x,
        tanh(log(x)),
        exp(I * y) + exp(-I * y),
    ]
)


@pytest.mark.parametrize("form", FORMS)
@given(st.lists(st.lists(factors, min_size=1, max_size=3), min_size=1, max_size=3))
@settings(deadline=None, max_examples=10)
def test_every_form_has_the_same_values(form, terms):
    total = 0
    for parts in terms:
        product = 1
        for part in parts:
            product *= part
        total += product
    place = {x: Rational(2, 7), y: Rational(-5, 9)}
    wanted = complex((total + 0 * x).subs(place).evalf(20))
    assert complex(form(total + 0 * x).subs(place).evalf(20)) == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize(
    ("form", "expr", "wanted"),
    [
        (by_exponentials, (exp(2 * x) - 1) / (exp(x) - 1), exp(x) + 1),
        (by_exponentials, cosh(x + 1) - cosh(x) * cosh(1), sinh(1) * sinh(x)),
        (by_hyperbolics, exp(x) / 4 + cos(y) / 2 + exp(-x) / 4, cosh(x) / 2 + cos(y) / 2),
        (by_hyperbolics, (exp(x) - exp(-x)) / (E - exp(-1)), sinh(x) / sinh(1)),
        (without_phases, sqrt(10) * cos(3 * y - atan(Rational(1, 3))), 3 * cos(3 * y) + sin(3 * y)),
        (without_phases, sin(y + pi / 2), cos(y)),
        (in_reals, x ** (1 + 2 * I) + x ** (1 - 2 * I), 2 * x * cos(2 * log(x))),
        (in_reals, exp((-1 + sqrt(3) * I) * y / 2) * I, None),  # is not real: stays as it is
    ],
)
def test_what_each_form_is_for(form, expr, wanted):
    found = form(expr)
    if wanted is None:
        assert found == expr
    else:
        assert found == wanted or (found - wanted).rewrite(exp).expand().simplify() == 0
        assert not found.has(I)


def test_numbers_are_simplified_where_they_stand():
    assert with_simple_numbers(x * (E - exp(3)) / (1 - exp(2)) + y) == E * x + y
    assert with_simple_numbers(x / (sqrt(3) + 1) * (sqrt(3) + 1) ** 2) == x * (1 + sqrt(3))


def test_a_common_exponential_stands_outside():
    assert by_common_exponentials(exp(-y) * cos(y) + exp(-y) * x) == (x + cos(y)) * exp(-y)


def test_a_sign_before_a_quotient_goes_into_it():
    assert str(with_sign_inside(-1 / (x - 2))) == "1/(2 - x)"
    assert str(with_sign_inside(-((x - 2) ** 3) * exp(y))) == "(2 - x)**3*exp(y)"
    assert with_sign_inside(-x / (x - 2) ** 2) == -x / (x - 2) ** 2
    assert with_sign_inside(x / (x - 2)) == x / (x - 2)
