"""The form that a textbook prints."""

import pytest
from sympy import (
    E,
    I,
    Rational,
    atan,
    cos,
    cosh,
    exp,
    log,
    pi,
    sin,
    sinh,
    sqrt,
    symbols,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.cost import cost
from sympy_ssde.proof.textbook import Textbook, textbook_form

t, x, y, k, length = symbols("t x y k L")
DOMAIN = Domain((*(Range(s, 1, 2) for s in (k, length)), *(Range(s, 0, 1) for s in (t, x, y))))

PRINTED = [
    (
        -(1 - exp(2)) * (sin(t) + 2 * cos(t)) / (2 * cosh(t) - 2 * E * cosh(t + 1)),
        -(sin(t) + 2 * cos(t)) * exp(-t),
    ),
    (
        sqrt(10) / 3 * cos(3 * t - atan(Rational(1, 3))) * exp(-t),
        (sin(3 * t) / 3 + cos(3 * t)) * exp(-t),
    ),
    (
        (exp(pi * x) - exp(-pi * x)) / (exp(pi) - exp(-pi)) * sin(y),
        sinh(pi * x) * sin(y) / sinh(pi),
    ),
    (
        exp(2 * length * k - k * x) / (exp(2 * length * k) - 1)
        - exp(k * x) / (exp(2 * length * k) - 1),
        sinh(k * length - k * x) / sinh(k * length),
    ),
    (
        1 / (1 - exp(-10)) - exp(-10 * x) / (1 - exp(-10)),
        (1 - exp(-10 * x)) / (1 - exp(-10)),
    ),
    (
        (Rational(1, 2) - I / 2) * exp((-1 - 2 * I) * x)
        + (Rational(1, 2) + I / 2) * exp((-1 + 2 * I) * x),
        (cos(2 * x) - sin(2 * x)) * exp(-x),
    ),
    (sin(1) * cos(x) + cos(1) * sin(x), sin(x + 1)),
    (log(x) + log(2) - log(x / 3), log(6)),
    (x / 2 + sqrt(x**2) / 2, x),
]


@pytest.mark.parametrize(("found", "printed"), PRINTED)
def test_found_and_printed(found, printed):
    forms = list(Textbook(found, DOMAIN, 10.0).run())
    assert cost(forms[-1]) <= cost(printed)
    place = {s: Rational(n + 2, n + 3) for n, s in enumerate((t, x, y, k, length))}
    for form in forms:
        assert abs(complex((form - printed).subs(place).evalf(30))) < 1e-20


@pytest.mark.parametrize(
    "expr",
    [
        sinh(pi * x) * sin(pi * y) / sinh(pi),
        sum(sin(n * pi * x) * exp(-((n * pi) ** 2) * t) / n for n in range(1, 6)),
        sum(sin(n * x) * sinh(n * y) / sinh(n) for n in range(1, 4)),
        2 / cosh(t / 2 - x / 2) ** 2,
        1 / (1 + exp(-x)),
        x * sin(x) + (log(cos(x)) + 1) * cos(x),
    ],
)
def test_what_is_printed_like_that_stays(expr):
    assert list(Textbook(expr, DOMAIN, 10.0).run()) == [expr]


def test_costs_fall():
    forms = list(Textbook(PRINTED[0][0], DOMAIN, 10.0).run())
    costs = [cost(form) for form in forms]
    assert costs == sorted(costs, reverse=True) and len(set(costs)) == len(costs) > 1


def test_the_worker_gives_the_last_form():
    assert textbook_form((exp(x) - exp(-x)) / 2, DOMAIN) == sinh(x)


def test_without_time_the_expression_stays():
    long = (x + y) ** 2 - x**2 - 2 * x * y - y**2
    assert list(Textbook(long, DOMAIN, -1.0).run()) == [long]
