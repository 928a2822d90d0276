"""Shorter forms of expressions: equal where the domain is, and ever shorter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, cos, cosh, exp, log, oo, pi, sin, sqrt, symbols, tanh

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.simplify import Simplification, cost

x, y = symbols("x y")
POSITIVE = Domain((Range(x, 0, oo), Range(y, 0, 1)))
LINE = Domain((Range(x, -oo, oo), Range(y, -1, 1)))


def forms(expr, domain=POSITIVE, timeout=5.0):
    return list(Simplification(expr, domain, timeout).run())


terms = st.sampled_from(
    [
        x,
        y,
        x**2,
        x * y,
        sin(x),
        cos(x) ** 2,
        sin(x) ** 2,
        exp(x),
        exp(-x),
        exp(x + y),
        pi,
        x / (1 + x),
    ]
)


@given(st.lists(st.tuples(st.integers(-3, 3).filter(bool), terms), min_size=1, max_size=4))
@settings(deadline=None, max_examples=6)
def test_every_form_is_shorter_than_those_before_and_equal_to_them(given_terms):
    expr = sum(factor * term for factor, term in given_terms)
    found = forms(expr)
    assert found[0] == expr
    costs = [cost(e)[0] for e in found]  # characters are counted in the prover's own symbols
    assert costs == sorted(costs, reverse=True) and len(set(found)) == len(found)
    for place in ({x: Rational(2, 3), y: Rational(1, 7)}, {x: Rational(9, 4), y: Rational(6, 7)}):
        values = [complex(e.subs(place).evalf(20)) for e in found]
        assert values == pytest.approx([values[0]] * len(values), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    ("expr", "shortest"),
    [
        (sin(x) ** 2 + cos(x) ** 2, 1),
        ((x**2 - 1) / (x - 1), x + 1),
        (x**2 + 2 * x + 1 - (x + 1) ** 2, 0),
        (sqrt(x**2), x),
        (log(exp(x)), x),
        (tanh(log(x) / 2) * (x + 1), x - 1),
        (exp(x) * exp(y), exp(x + y)),
    ],
)
def test_what_a_person_would_write(expr, shortest):
    assert (forms(expr)[-1] - shortest).simplify() == 0
    assert cost(forms(expr)[-1]) <= cost(sum([shortest], 0 * x))


def test_signs_are_used_only_where_the_domain_has_them():
    assert forms(sqrt(x**2), POSITIVE)[-1] == x
    assert forms(sqrt(x**2), LINE)[-1] != x


def test_symbols_come_back_as_the_user_s_own():
    for form in forms(sqrt(x**2) * cosh(y) / x):
        assert form.free_symbols <= {x, y}


def test_what_is_short_is_left_alone():
    assert forms(x) == [x] and forms(sin(x)) == [sin(x)]


def test_without_time_the_expression_itself_is_given():
    long = (x + y) ** 2 - x**2 - 2 * x * y - y**2
    assert forms(long, timeout=-1.0) == [long]
