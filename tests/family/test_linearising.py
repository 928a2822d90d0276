"""Another unknown that makes an equation linear."""

import pytest
from families_stated import BURGERS, KDV, Q, U, V, a, of, t, x, y
from sympy import Symbol, exp, log, sqrt

from sympy_ssde.family.engine import stage
from sympy_ssde.family.linearising import linearising
from sympy_ssde.family.substitution import changes

v = Symbol("v", positive=True)


@pytest.mark.parametrize(
    ("eq", "change"),
    [
        (U.diff(t) - U.diff(x, 2) - U.diff(x) ** 2, log(v)),
        (U.diff(t, 2) - U.diff(x, 2) - 2 * U.diff(x) ** 2 + 2 * U.diff(t) ** 2, log(v) / 2),
        (V.diff(x, y) - V.diff(x) * V.diff(y), -log(v)),
        (V * V.diff(x, y) - V.diff(x) * V.diff(y), exp(v)),
        (V * V.diff(x, 2) + V.diff(x) ** 2 + V * V.diff(y, 2) + V.diff(y) ** 2, sqrt(v)),
    ],
)
def test_the_new_equation_is_linear(eq, change):
    equation = of(eq)
    (found,) = linearising(equation)
    assert (found(v) - change).simplify() == 0
    assert next(changes(equation)).equation.linear is not None


def test_others_have_none():
    uneven = V.diff(x, 2) + V.diff(y, 2) - V.diff(x) ** 2
    for eq in (BURGERS, KDV, Q.diff(x) - Q**2, uneven, U.diff(t) - a * U.diff(x, 2)):
        assert list(linearising(of(eq))) == []


def test_general_solutions_come_of_it():
    equation = of(V.diff(x, y) - V.diff(x) * V.diff(y))
    assert any(f.general and len(f.family.functions) == 2 for f in stage(equation, 0))


def test_products_of_functions_have_either_sign():
    found = [f.family for f in stage(of(V * V.diff(x, y) - V.diff(x) * V.diff(y)), 0) if f.general]
    assert len(found) == 1 and found[0].expr.is_Mul and not found[0].expr.has(exp)
