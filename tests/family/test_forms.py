"""Printed forms."""

import pytest
from sympy import Function, sech, sqrt, symbols, tanh

from sympy_ssde.family.forms import shortest, with_roots

x, t, v, k = symbols("x t v k", real=True)


@pytest.mark.parametrize(
    "expr",
    [
        tanh(k * x - 4 * k**3 * t) ** 2 / 4 + tanh(k * x - 4 * k**3 * t) / 2 + 1,
        sqrt(-1 / (v**2 - 1)) * x,
        sech(v * t - x) ** 2 + tanh(v * t - x),
        Function("F")(x - t) + 1,
    ],
)
def test_forms_are_equal(expr):
    at = {x: 0.3, t: 0.7, v: 0.5, k: 1.2}
    found = shortest(expr, (x, t))
    if not expr.has(Function("F")):
        assert abs((found - expr).subs(at).evalf()) < 1e-12
    assert found.count_ops() <= expr.count_ops() + 2


def test_the_first_variable_is_positive_inside():
    assert shortest(tanh(v * t - x), (x, t)) == -tanh(x - v * t, evaluate=False)


def test_roots_of_quotients():
    assert with_roots(sqrt(-1 / (v**2 - 1))) == 1 / sqrt(1 - v**2)
