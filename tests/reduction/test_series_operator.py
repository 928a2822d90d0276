import pytest
from sympy import Function, Symbol, pi, simplify, symbols
from sympy.abc import r, t, x, y

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.series_modes import families, sides
from sympy_ssde.reduction.series_operator import amplitude_row, amplitude_rows, gauges
from sympy_ssde.reduction.view import view

n, m = symbols("n m", integer=True, positive=True)
k = Symbol("k", positive=True)
u = Function("u")
U = u(x, t)
ZERO = {u(0, t): 0, u(1, t): 0, u(x, 0): 0}


@pytest.mark.parametrize(
    "operator",
    [
        U.diff(t) - k * U.diff(x, 2),
        U.diff(t) - U.diff(x, 2) + 3 * U.diff(x) + U,
        U.diff(t, 2) + k * U.diff(t) - U.diff(x, 2),
        U.diff(t, 2) - U.diff(x, 2, t, 1) - U.diff(x, 2),
    ],
)
def test_the_row_is_what_the_operator_makes_of_a_mode(operator):
    seen = view(Problem(operator, U, ZERO))
    side = sides(seen, x)
    (rate,) = gauges(seen, t, [side])
    (mode,) = families(side, n, rate)
    row = amplitude_row(seen, t, [mode])
    a = Function("a")(t)
    expected = seen.applied(a * mode.function)
    found = sum(c * (a.diff(t, j) if j else a) for j, c in enumerate(row)) * mode.function
    assert simplify(expected - found) == 0


def test_modes_of_two_variables():
    w = u(x, y, t)
    faces = {u(0, y, t): 0, u(1, y, t): 0, u(x, 0, t): 0, u(x, 2, t): 0, u(x, y, 0): 0}
    seen = view(Problem(w.diff(t) - w.diff(x, 2) - k * w.diff(y, 2), w, faces))
    (first,), (second,) = (families(sides(seen, v), i) for v, i in ((x, n), (y, m)))
    row = amplitude_row(seen, t, [first, second])
    assert simplify(row[0] - pi**2 * (n**2 + k * m**2 / 4)) == 0 and row[1] == 1


def test_odd_derivatives_that_stay_have_no_modes():
    seen = view(Problem(U.diff(t) - U.diff(x, 2) + U.diff(x, t), U, ZERO))
    (mode,) = families(sides(seen, x), n)
    assert amplitude_row(seen, t, [mode]) is None


def test_coefficients_of_the_modes_variables_are_left_alone():
    w = u(r, t)
    operator = w.diff(t) - w.diff(r, 2) - w.diff(r) / r
    seen = view(Problem(operator, w, {u(1, t): 0, u(2, t): 0, u(r, 0): 0}, {r: (1, 2), t: (0, 1)}))
    assert gauges(seen, t, [sides(seen, r)]) is None


def test_around_a_ring_odd_derivatives_stand_apart():
    ring = {u(-1, t) - u(1, t): 0, U.diff(x).subs(x, -1) - U.diff(x).subs(x, 1): 0, u(x, 0): 0}
    seen = view(Problem(U.diff(t) - U.diff(x, 2) + 3 * U.diff(x), U, ring, {x: (-1, 1), t: (0, 1)}))
    _, mode, _ = families(sides(seen, x), n)
    rows = amplitude_rows(seen, t, [mode])
    assert rows.odd == (3 * pi * n, 0) and rows.even[1] == 1
    assert amplitude_row(seen, t, [mode]) is None
