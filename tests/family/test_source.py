"""Sources of linear equations."""

import pytest
from families_stated import HEAT, KDV, LAPLACE, WAVE, of, t, x, y
from sympy import cos, exp, sin

from sympy_ssde.family.member import Family
from sympy_ssde.family.source import homogeneous, particular, with_particular


@pytest.mark.parametrize(
    "eq",
    [HEAT - sin(x), HEAT - exp(-t) * x, WAVE - x * t, LAPLACE - x * y, WAVE - cos(x) * sin(t)],
)
def test_one_solution(eq):
    equation = of(eq)
    assert equation.put_in(particular(equation)).simplify() == 0


def test_without_the_source():
    equation = of(HEAT - sin(x))
    assert homogeneous(equation).linear.source == 0
    assert homogeneous(of(HEAT)) is None and homogeneous(of(KDV)) is None


def test_the_sum_has_the_lines_of_both():
    equation = of(HEAT - sin(x))
    whole = with_particular(Family(equation.variables[0], ()), particular(equation), equation)
    assert equation.put_in(whole.expr).simplify() == 0 and len(whole.lines) == 1
    assert particular(of(KDV)) is None and y not in whole.expr.free_symbols
