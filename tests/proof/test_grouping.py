"""Forms that put terms together: equal to what they come from, and shorter."""

from random import Random

import pytest
from sympy import (
    Rational,
    Symbol,
    atanh,
    cos,
    cosh,
    erf,
    erfc,
    exp,
    log,
    pi,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
    tanh,
)

from sympy_ssde.proof.cost import cost
from sympy_ssde.proof.grouping import (
    by_data,
    by_functions,
    by_inverse_tangents,
    by_products_of_angles,
    by_quotients_in_logarithms,
    by_sums_of_angles,
    by_tangents,
    in_partial_fractions,
    with_one_error_function,
)

a, b, r, t, x, k, q = symbols("a b r t x k q", positive=True)

FORMS = [
    (by_functions, a - a * erfc(x) + b * erfc(x), a + (b - a) * erfc(x)),
    (by_data, a + q * k**2 / 6 - q * r**2 / 6, a + q * (k - r) * (k + r) / 6),
    (by_quotients_in_logarithms, (log(r) - log(a)) / (log(b) - log(a)), log(r / a) / log(b / a)),
    (by_sums_of_angles, q * (cos(t) * cos(k * x) + sin(t) * sin(k * x)), q * cos(k * x - t)),
    (by_sums_of_angles, (tan(x) + 1) / (1 - tan(x)), tan(x + pi / 4)),
    (
        by_sums_of_angles,
        3 * (tan(x) - sqrt(3)) / (1 + sqrt(3) * tan(x)),
        3 * tan(x - pi / 3),
    ),
    (
        by_products_of_angles,
        (sinh(k * (a - x)) + sinh(k * (a + x))) / sinh(2 * k * a),
        cosh(k * x) / cosh(k * a),
    ),
    (by_tangents, 2 * sinh(x) / cosh(x), 2 * tanh(x)),
    (by_tangents, log(1 - sinh(x) ** 2 / cosh(x) ** 2), -2 * log(cosh(x))),
    (by_tangents, 3 + 3 * tan(x) ** 2, 3 / cos(x) ** 2),
    (by_inverse_tangents, q * log(1 + x) / 2 - q * log(1 - x) / 2, q * atanh(x)),
    (by_inverse_tangents, log(1 - sin(x)) - log(1 + sin(x)) + a, a - 2 * atanh(sin(x))),
    (by_tangents, sinh(x / 2) ** 2 * cosh(x / 2) ** 2 / cosh(x), sinh(x) ** 2 / cosh(x) / 4),
    (with_one_error_function, (1 - erfc(x)) * exp(t) + a, erf(x) * exp(t) + a),
    (in_partial_fractions, (x**2 - 2 * x - 1) / (x - 2), x - 1 / (x - 2)),
]


@pytest.mark.parametrize(
    ("form", "long", "short"), FORMS, ids=lambda v: getattr(v, "__name__", str(v))
)
def test_the_shorter_form_is_found(form, long, short):
    found = form(long)
    assert (found - short).simplify() == 0
    assert cost(found) <= cost(short) and cost(found) < cost(long)


@pytest.mark.parametrize("form", [f for f, _, _ in FORMS], ids=lambda f: f.__name__)
def test_a_form_changes_nothing_but_the_writing(form):
    random = Random(3)
    for _, expr, _ in FORMS:
        symbols_ = sorted(expr.free_symbols, key=str)
        at = {s: Rational(random.randint(2, 6), 7) for s in symbols_}
        gap = form(expr).subs(at) - expr.subs(at)
        assert abs(gap.evalf(20)) < 1e-15


def test_logarithms_of_what_may_be_negative_stay():
    s = Symbol("s", real=True)
    assert by_quotients_in_logarithms(log(s) - log(a)) == log(s) - log(a)


def test_a_tangent_of_an_unknown_angle_stays():
    assert by_sums_of_angles((tan(x) + 2) / (1 - 2 * tan(x))).has(tan(x))
    assert by_sums_of_angles((tan(x) + 2) / (1 - tan(x))).has(tan(x))
