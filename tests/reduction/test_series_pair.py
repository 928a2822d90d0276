import numpy as np
import pytest
from scipy.linalg import expm
from series_makers import make_problem, partial_value
from sympy import Eq, Function, Min, pi, sin
from sympy.abc import t, x

from sympy_ssde.reduction.series_pair import pair_series

u, v = Function("u"), Function("v")
U, V = u(x, t), v(x, t)
ENDS = {f(end, t): 0 for f in (u, v) for end in (0, 1)}


def found(equations, start, ends=ENDS):
    return next(iter(pair_series(make_problem(equations, [U, V], {**ends, **start}))), None)


@pytest.mark.parametrize(
    "coupling", [((0, 1), (-1, 0)), ((-1, 2), (3, -4)), ((0, 1), (1, 0)), ((-2, 0), (1, -2))]
)
def test_coupled_diffusion_agrees_with_matrices(coupling):
    (a, b), (c, d) = coupling
    equations = [
        Eq(U.diff(t), U.diff(x, 2) + a * U + b * V),
        Eq(V.diff(t), U * c + V.diff(x, 2) + d * V),
    ]
    first, second = found(equations, {u(x, 0): x * (1 - x), v(x, 0): sin(2 * pi * x)})
    place, time = 0.3, 0.05
    expected = np.zeros(2)
    for number in range(1, 40):
        start = [8 / (np.pi * number) ** 3 if number % 2 else 0.0, float(number == 2)]
        matrix = np.array(coupling, float) - (np.pi * number) ** 2 * np.eye(2)
        expected += expm(time * matrix) @ start * np.sin(np.pi * number * place)
    values = [partial_value(e, {x: place, t: time}, 60) for e in (first, second)]
    assert values == pytest.approx(list(expected), abs=1e-9)


def test_a_wave_packet_keeps_its_norm():
    free = [Eq(U.diff(t), -V.diff(x, 2)), Eq(V.diff(t), U.diff(x, 2))]
    first, second = found(free, {u(x, 0): Min(x, 1 - x), v(x, 0): 0})
    places = np.linspace(0, 1, 201)[1:-1]
    sizes = [
        sum(
            partial_value(first, {x: p, t: time}, 200) ** 2
            + partial_value(second, {x: p, t: time}, 200) ** 2
            for p in places[::4]
        )
        for time in (0, 0.1)
    ]
    assert sizes[0] == pytest.approx(sizes[1], rel=0.05)


def test_what_is_left_alone():
    mixed = {u(0, t): 0, u(1, t): 0, V.diff(x).subs(x, 0): 0, V.diff(x).subs(x, 1): 0}
    equations = [Eq(U.diff(t), U.diff(x, 2) + V), Eq(V.diff(t), V.diff(x, 2) + U)]
    assert found(equations, {u(x, 0): x, v(x, 0): x}, mixed) is None
    square = [Eq(U.diff(t), U.diff(x, 2) + V**2), Eq(V.diff(t), V.diff(x, 2))]
    assert found(square, {u(x, 0): x, v(x, 0): x}) is None
