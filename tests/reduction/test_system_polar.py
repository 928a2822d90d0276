"""Distance and angle of pairs that turn."""

import pytest
from sympy import Function, Rational, Symbol, pi, sqrt
from sympy.abc import t
from system_makers import proved_by

from sympy_ssde import Problem
from sympy_ssde.reduction.system_polar import polar

u, v = Function("u")(t), Function("v")(t)
k = Symbol("k", positive=True)
SIZE = u**2 + v**2


def made(radial, angular, values):
    pair = [u.diff(t) - radial * u + angular * v, v.diff(t) - radial * v - angular * u]
    start = {u.subs(t, 0): values[0], v.subs(t, 0): values[1]}
    return Problem(pair, [u, v], start, {t: (0, 1)})


@pytest.mark.parametrize("values", [(Rational(1, 2), 0), (0, 1), (-1, 0), (1, 1), (0, -2)])
@pytest.mark.parametrize(("radial", "angular"), [(1 - SIZE, 3), (-SIZE, 1), (1 - SIZE, SIZE)])
def test_limit_cycles(radial, angular, values):
    assert proved_by(made(radial, angular, values), polar) is not None


def test_the_distance_alone_comes_first():
    (found,) = polar(made(1 - SIZE, pi, (3, 4)))
    assert (
        str(found.problems[0].conditions[0].expression(found.problems[0].functions)) == "r(0) - 5"
    )
    assert found.combine[0].has(Function("r"), Function("a"))


@pytest.mark.parametrize(
    ("radial", "angular", "values"),
    [(u, 1, (1, 0)), (sqrt(SIZE), v, (1, 0)), (1 - SIZE, 1, (0, 0))],
)
def test_others_are_passed_over(radial, angular, values):
    assert not list(polar(made(radial, angular, values)))
