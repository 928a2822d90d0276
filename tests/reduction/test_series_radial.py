import pytest
from series_makers import first_series, make_problem, partial_value
from sympy import Eq, Function, exp
from sympy.abc import r, t

from sympy_ssde.reduction.series_radial import radial_problems
from sympy_ssde.reduction.view import view

u = Function("u")
U = u(r, t)
BALL = Eq(U.diff(t), U.diff(r, 2) + 2 * U.diff(r) / r)
DOMAIN = {r: (0, 1), t: (0, 1)}


def test_a_cooling_ball_agrees_with_images():
    """Carslaw & Jaeger: near the surface the first image is enough for short times."""
    found = first_series(BALL, U, {u(1, t): 0, u(r, 0): 1}, DOMAIN)
    assert partial_value(found, {r: 0.4, t: 1e-4}, 2000) == pytest.approx(1, abs=1e-3)
    assert partial_value(found, {r: 0.999999, t: 0.01}, 2000) == pytest.approx(0, abs=1e-4)


def test_terms_fulfil_the_equation():
    found = first_series(BALL, U, {u(1, t): 0, u(r, 0): 1 - r**2}, DOMAIN)
    term = found.args[0]
    left = (term.diff(t) - term.diff(r, 2) - 2 * term.diff(r) / r).simplify()
    assert left == 0


def test_what_is_no_ball():
    disk = Eq(U.diff(t), U.diff(r, 2) + U.diff(r) / r)
    seen = view(make_problem(disk, U, {u(1, t): 0, u(r, 0): 1}, DOMAIN))
    assert list(radial_problems(seen)) == []
    slope = {U.diff(r).subs(r, 1): 0, u(r, 0): exp(r)}
    assert list(radial_problems(view(make_problem(BALL, U, slope, DOMAIN)))) == []
