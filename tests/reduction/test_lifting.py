"""A part of the data is subtracted."""

from random import Random

import pytest
from sympy import Function, pi, sin, sinh
from sympy.abc import t, x, y

from sympy_ssde import Problem
from sympy_ssde.reduction.closed_space import closed_space
from sympy_ssde.reduction.lifting import lifted_by, lifting
from sympy_ssde.reduction.superposition import superposition
from sympy_ssde.reduction.view import view

u = Function("u")
W, U = u(x, y), u(x, t)
LAPLACE = W.diff(x, 2) + W.diff(y, 2)
FACES = [(x, 0), (x, 1), (y, 0), (y, 1)]


def on_all_sides(exact, eq=LAPLACE):
    bcs = {W.subs(v, e): exact.subs(v, e) for v, e in FACES}
    return Problem(eq, W, bcs, {x: (0, 1), y: (0, 1)})


@pytest.mark.parametrize("seed", range(3))
def test_warm_sides_that_meet_at_warm_corners(seed, proved):
    random = Random(seed)
    a, b, c, d = (random.randint(-3, 3) for _ in range(4))
    exact = a + b * x + c * y + d * (x**2 - y**2) + 3 * sin(pi * x) * sinh(pi * y) / sinh(pi)
    exact += sin(2 * pi * y) * sinh(2 * pi * (1 - x))
    problem = on_all_sides(exact)
    assert proved(problem, lifting, closed_space, superposition, depth=2) is not None


def test_what_is_left_has_no_data_on_these_faces():
    exact = x * y + sin(pi * x) * sinh(pi * y) + sin(pi * y) * sinh(pi * x)
    found = next(lifting(on_all_sides(exact)))
    values = {c.face: c.value for c in view(found.problems[0]).conditions}
    assert [values[v, e] for v, e in FACES if v == y] == [0, 0]
    assert values[x, 1] != 0


def test_initial_values_beside_an_end():
    problem = Problem(
        U.diff(t) - U.diff(x, 2), U, {u(x, 0): x**2, u(0, t): t**3}, {x: (0, 9), t: (0, 1)}
    )
    found = next(lifting(problem))
    assert (found.combine[0] - x**2 - 2 * t).func == found.problems[0].functions[0].func
    values = {c.face: c.value for c in view(found.problems[0]).conditions}
    assert values == {(t, 0): 0, (x, 0): t**3 - 2 * t}


def test_nothing_is_lifted_where_nothing_is_left():
    heat = U.diff(t) - U.diff(x, 2)
    assert list(lifting(Problem(heat, U, {u(x, 0): sin(x), u(0, t): 0}))) == []
    whole = Problem(heat, U, {u(x, 0): x, u(0, t): 0, u(1, t): 1})
    assert list(lifting(whole)) == []
    assert lifted_by(view(on_all_sides(x * y)), x * y, "all") is None
    assert list(lifting(Problem(heat + U**2, U, {u(x, 0): sin(x), u(0, t): t}))) == []
