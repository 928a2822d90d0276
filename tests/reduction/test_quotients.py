"""Sines divided by sines."""

import pytest
from sympy import cos, cot, csc, exp, sec, sin, tan
from sympy.abc import r, theta, x

from sympy_ssde.reduction.quotients import divided


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [
        (cot(x) * sin(x), cos(x)),
        (cos(x) * tan(x), sin(x)),
        (sin(2 * x) * cot(x), 2 - 2 * sin(x) ** 2),
        (sin(3 * x) / sin(x), 3 - 4 * sin(x) ** 2),
        (sin(2 * x) * sec(x), 2 * sin(x)),
        (cos(x) ** 2 / sin(x), 1 / sin(x) - sin(x)),
        (exp(r) * csc(x) * sin(x), exp(r)),
        (cot(r) * sin(x), cot(r) * sin(x)),
        (cos(x) / r, cos(x) / r),
    ],
    ids=str,
)
def test_what_divides_is_divided(expr, wanted):
    assert divided(expr, {x}) == wanted


@pytest.mark.parametrize("n", range(1, 6))
def test_the_angles_of_a_sphere_are_polynomials_again(n):
    mode = cos(n * theta)
    found = divided(mode.diff(theta) * cot(theta), {theta})
    assert not found.has(cot, 1 / sin(theta))
    gap = (found - mode.diff(theta) * cot(theta)).subs(theta, 1)
    assert abs(gap.evalf(20)) < 1e-15
