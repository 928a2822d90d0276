"""General solutions of ordinary equations."""

import pytest
from families_stated import Q, a, k, of, x
from sympy import Integral, cos, exp, sin

from sympy_ssde.family.generality import is_general, is_plausible
from sympy_ssde.family.ordinary import ordinary

EQUATIONS = {
    "linear": Q.diff(x) + 2 * x * Q - x,
    "separable": Q.diff(x) - x * Q**2,
    "logistic": Q.diff(x) - a * Q * (1 - Q),
    "spring": Q.diff(x, 2) + k**2 * Q,
    "resonance": Q.diff(x, 2) + Q - cos(x),
    "euler": x**2 * Q.diff(x, 2) + x * Q.diff(x) - 4 * Q,
    "airy": Q.diff(x, 2) - x * Q,
    "clairaut": Q - x * Q.diff(x) - Q.diff(x) ** 2,
    "third": Q.diff(x, 3) - Q.diff(x),
    "without x": Q * Q.diff(x, 2) - Q.diff(x) ** 2,
    "exponential": Q.diff(x) - exp(x - Q) + 0 * sin(x),
}


@pytest.mark.parametrize("name", EQUATIONS)
def test_the_general_solution_is_found(name):
    equation = of(EQUATIONS[name])
    for family in ordinary(equation):
        if is_plausible(family, equation) and is_general(family, equation):
            assert not family.expr.has(Integral)
            return
    raise AssertionError("no general solution")
