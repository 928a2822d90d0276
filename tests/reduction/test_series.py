import numpy as np
import pytest
from numerical import chebyshev
from scipy.integrate import quad
from scipy.linalg import expm
from series_makers import (
    COLD,
    HEAT,
    LAPLACE,
    REST,
    WAVE,
    U,
    V,
    first_series,
    make_problem,
    partial_value,
    u,
)
from sympy import Abs, Eq, Heaviside, Min, Piecewise, Rational, Sum, cos, exp, oo, pi, sin, symbols
from sympy.abc import r, t, theta, x, y

from sympy_ssde.reduction.series import promises_series, separations, series
from sympy_ssde.reduction.view import view

HALF = Rational(1, 2)
n = symbols("n", integer=True, positive=True)


def test_the_textbook_sum():
    found = first_series(HEAT, U, {**COLD, u(x, 0): x * (1 - x)})
    odd = 2 * n - 1
    term = 8 * sin(odd * pi * x) * exp(-(odd**2) * pi**2 * t) / (odd**3 * pi**3)
    assert found == Sum(term, (n, 1, oo))


@pytest.mark.parametrize(
    "operator, data",
    [
        (lambda d: d @ d, x * (1 - x)),
        (lambda d: d @ d, x * (1 - x) * exp(x)),
        (lambda d: d @ d - 3 * d, sin(pi * x) * x),
        (lambda d: d @ d - 5 * np.eye(len(d)), x**2 * (1 - x)),
    ],
)
def test_heat_agrees_with_collocation(operator, data):
    points, matrix = chebyshev(40, 0.0, 1.0)
    space = operator(matrix)[1:-1, 1:-1]
    equations = {
        0: U.diff(x, 2),
        1: U.diff(x, 2),
        2: U.diff(x, 2) - 3 * U.diff(x),
        3: U.diff(x, 2) - 5 * U,
    }
    number = [x * (1 - x), x * (1 - x) * exp(x), sin(pi * x) * x, x**2 * (1 - x)].index(data)
    found = first_series(Eq(U.diff(t), equations[number]), U, {**COLD, u(x, 0): data})
    start = np.array([float(data.subs(x, p)) for p in points[1:-1]])
    state = expm(0.1 * space) @ start
    for place in range(0, 39, 2):
        value = partial_value(found, {x: points[1:-1][place], t: 0.1}, 100)
        assert value == pytest.approx(state[place], abs=1e-6)


@pytest.mark.parametrize(
    "data",
    [
        Min(x, 1 - x),
        Heaviside(x - HALF),
        Abs(x - Rational(1, 3)),
        Piecewise((1, x < Rational(1, 4)), (0, True)),
    ],
)
def test_rough_data_agree_with_the_kernel(data):
    """Images: the kernel of the heat equation on an interval, integrated over the data."""
    found = first_series(HEAT, U, {**COLD, u(x, 0): data})

    def kernel(place, source, time):
        images = np.arange(-5, 6)
        return sum(
            sign * np.exp(-((place - sign * source - 2 * images) ** 2) / (4 * time))
            for sign in (1, -1)
        ).sum() / np.sqrt(4 * np.pi * time)

    for place in (0.15, 0.5, 0.85):
        expected = quad(
            lambda s, place=place: kernel(place, s, 0.02) * float(data.subs(x, s)),
            0,
            1,
            points=[0.25, 1 / 3, 0.5],
        )[0]
        assert partial_value(found, {x: place, t: 0.02}, 60) == pytest.approx(expected, abs=1e-6)


def test_waves_agree_with_the_periodic_extension():
    data = Min(x, 1 - x)
    found = first_series(WAVE, U, {**COLD, u(x, 0): data, **REST})

    def extended(place):
        place = place % 2
        return min(place, 1 - place) if place <= 1 else -min(place - 1, 2 - place)

    for place, time in ((0.2, 0.35), (0.6, 1.3), (0.9, 2.2)):
        expected = (extended(place - time) + extended(place + time)) / 2
        assert partial_value(found, {x: place, t: time}, 20000) == pytest.approx(expected, abs=1e-5)


def poisson(source, radius, angle):
    """Poisson's kernel of the disk times the modulus of the angle."""
    size = 1 - 2 * radius * np.cos(angle - source) + radius**2
    return abs(source) * (1 - radius**2) / size / (2 * np.pi)


def test_a_disk_agrees_with_poisson():
    w = u(r, theta)
    laplace = Eq(w.diff(r, 2) + w.diff(r) / r + w.diff(theta, 2) / r**2, 0)
    period = [
        Eq(u(r, -pi), u(r, pi)),
        Eq(w.diff(theta).subs(theta, -pi), w.diff(theta).subs(theta, pi)),
    ]
    given = [*period, Eq(u(1, theta), Abs(theta))]
    found = first_series(laplace, w, given, {r: (0, 1), theta: (-pi, pi)})
    for radius, angle in ((0.3, 1.0), (0.7, -2.0)):
        expected = quad(poisson, -np.pi, np.pi, (radius, angle), points=[0.0, angle])[0]
        assert partial_value(found, {r: radius, theta: angle}, 200) == pytest.approx(expected)


@pytest.mark.parametrize(
    "given",
    [
        {u(0, y): 0, u(1, y): y, u(x, 0): 0, u(x, 1): x**2},
        {u(0, y): 0, u(1, y): 0, V.diff(y).subs(y, 0): 0, u(x, 1): x},
        {V.diff(x).subs(x, 0): 0, V.diff(x).subs(x, 1): 0, u(x, 0): x, u(x, 1): 0},
    ],
)
def test_laplace_has_the_data_of_its_sides(given):
    found = first_series(LAPLACE, V, given)
    for call, value in given.items():
        if call.func != u:
            continue
        place = dict(zip((x, y), call.args, strict=True))
        for at in (0.3, 0.6):
            there = {v: at if p == v else p for v, p in place.items()}
            inside = {v: 0.999 if p == 1 else 0.001 if p == 0 else at for v, p in place.items()}
            expected = float(value.subs({x: at, y: at})) if value != 0 else 0.0
            assert partial_value(found, inside, 4000) == pytest.approx(expected, abs=0.01), there


def test_a_ring_with_drift_moves_what_a_ring_without_has():
    still, moving = (
        first_series(
            Eq(U.diff(t) + speed * U.diff(x), U.diff(x, 2)),
            U,
            [
                Eq(u(-pi, t), u(pi, t)),
                Eq(U.diff(x).subs(x, -pi), U.diff(x).subs(x, pi)),
                Eq(u(x, 0), Abs(x)),
            ],
            {x: (-pi, pi), t: (0, 1)},
        )
        for speed in (0, 2)
    )
    at_rest = partial_value(still, {x: 0.3, t: 0.4}, 50)
    assert partial_value(moving, {x: 0.3 + 0.8, t: 0.4}, 50) == pytest.approx(at_rest)


def test_a_source_and_warm_sides():
    heated = Eq(U.diff(t), U.diff(x, 2) + 2)
    found = first_series(heated, U, {u(0, t): 1, u(1, t): 3, u(x, 0): 0})
    (rest,) = found.atoms(Sum)
    assert (found - rest - (1 + 3 * x - x**2)).expand() == 0
    assert partial_value(found, {x: 0.4, t: 0}, 20000) == pytest.approx(0, abs=1e-3)


def test_the_zero_mode_is_there():
    insulated = {U.diff(x).subs(x, 0): 0, U.diff(x).subs(x, 1): 0, u(x, 0): x}
    found = first_series(HEAT, U, insulated)
    (rest,) = found.atoms(Sum)
    assert found - rest == HALF


def test_what_is_left_alone():
    assert first_series(Eq(U.diff(t), U.diff(x, 2) + U**2), U, {**COLD, u(x, 0): x}) is None
    assert first_series(HEAT, U, {u(0, t): 0, u(x, 0): x}, {x: (0, oo), t: (0, 1)}) is None
    assert first_series(Eq(U.diff(t), x * U.diff(x, 2)), U, {**COLD, u(x, 0): x}) is None


def test_promises():
    assert promises_series(make_problem(HEAT, U, {**COLD, u(x, 0): x}))
    assert not promises_series(make_problem(HEAT, U, {u(x, 0): x}, {x: (0, 1), t: (0, 1)}))


def test_separations_name_the_variable_of_the_amplitudes():
    laplace = make_problem(LAPLACE, V, {u(0, y): 0, u(1, y): 0, u(x, 0): 0, u(x, 1): cos(x)})
    assert {way.y for way in separations(view(laplace))} == {x, y}


def test_steps_say_what_was_done():
    (found, *_) = series(make_problem(HEAT, U, {u(0, t): 0, u(1, t): 1, u(x, 0): 0}))
    assert len(found.lines) == 2
    assert "modes" in found.lines[1].words
