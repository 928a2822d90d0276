"""What conditions say of an unknown itself."""

import pytest
from sympy import Eq, Function, Symbol, cos, pi, sin
from sympy.abc import t, x

from sympy_ssde import Problem
from sympy_ssde.guess.data import given_values

u, v = Function("u"), Function("v")
s = Symbol("s")
HEAT = u(x, t).diff(t) - u(x, t).diff(x, 2)


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        (Eq(u(x, 0), x**2), ({t: 0}, x**2)),
        (Eq(3 * u(0, t), sin(t)), ({x: 0}, sin(t) / 3)),
        (Eq(u(1, t) + 2, t), ({x: 1}, t - 2)),
        (Eq(u(x, t).diff(x).subs(x, 0), 1), None),  # a slope
        (Eq(u(0, t), u(1, t)), None),  # periodic
        (Eq(u(x, 0) ** 2, x**2), None),  # not linear
        (Eq(x * u(x, 0), x**2), None),  # a factor that may vanish
    ],
)
def test_values_on_faces(condition, wanted):
    problem = Problem(HEAT, u(x, t), [condition], {x: (0, 1), t: (0, 1)})
    assert given_values(problem.conditions[0], problem) == wanted


def test_values_on_a_curve_are_none_of_a_face():
    laplace = u(x, t).diff(x, 2) + u(x, t).diff(t, 2)
    around = [Eq(u(cos(s), sin(s)), cos(s))]
    problem = Problem(laplace, u(x, t), around, {x: (-1, 1), t: (-1, 1), s: (0, 2 * pi)})
    assert given_values(problem.conditions[0], problem) is None
