import pytest
from sympy import Function, Rational, S, Symbol, cos, diff, exp, oo, pi, simplify, sin
from sympy.abc import r, t, y

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.series_amplitudes import Response, condition_rows
from sympy_ssde.reduction.series_signs import Exceptional, NoAmplitude
from sympy_ssde.reduction.view import view

n = Symbol("n", integer=True, positive=True)
k = Symbol("k", positive=True)
ONE, ALL = S.One, ((n, 1),)
START = ((S.Zero, (ONE,)), (S.Zero, (S.Zero, ONE)))
BETWEEN = ((S.Zero, (ONE,)), (S(2), (ONE,)))


def residual(response, amplitude, source=S.Zero):
    y_ = response.y
    return sum(c * diff(amplitude, y_, j) for j, c in enumerate(response.row)) - source


def value(response, amplitude, number):
    place, coefficients = response.conditions[number]
    return sum(
        c * diff(amplitude, response.y, j).subs(response.y, place)
        for j, c in enumerate(coefficients)
    )


def is_zero(expr):
    return all(
        abs(expr.subs({n: number, k: 0.7, t: 0.37, y: 0.8, r: 1.3}).evalf(30)) < 1e-12
        for number in (3, 4, 7)
    )


RESPONSES = [
    Response(t, (k * pi**2 * n**2, ONE), START[:1], (S.Zero, oo), ALL),
    Response(t, (pi**2 * n**2, S.Zero, ONE), START, (S.Zero, oo), ALL),
    Response(t, (pi**2 * n**2 + 1, S(2), ONE), START, (S.Zero, oo), ALL),
    Response(y, (-(pi**2) * n**2, S.Zero, ONE), BETWEEN, (S.Zero, S(2)), ALL),
    Response(
        y,
        (-(n**2), S.Zero, ONE),
        ((S.Zero, (S.Zero, ONE)), (S(2), (ONE, S(3)))),
        (S.Zero, S(2)),
        ALL,
    ),
    Response(y, (-(n**2), S.Zero, ONE), BETWEEN[:1], (S.Zero, oo), ALL),
    Response(r, (-(n**2) / r**2, 1 / r, ONE), ((S(2), (ONE,)),), (S.Zero, S(2)), ALL),
    Response(r, (-(n**2) / r**2, 1 / r, ONE), ((ONE, (ONE,)), (S(2), (ONE,))), (ONE, S(2)), ALL),
    Response(t, ((1 + t) * n**2, ONE), START[:1], (S.Zero, oo), ALL),
]


@pytest.mark.parametrize("response", RESPONSES)
def test_a_unit_value_at_one_condition(response):
    for number in range(len(response.conditions)):
        amplitude = response.to_value(number)
        assert is_zero(residual(response, amplitude))
        for other in range(len(response.conditions)):
            assert is_zero(value(response, amplitude, other) - int(other == number))


@pytest.mark.parametrize(
    "source", [S.One, t**2, exp(-t), t * exp(-2 * t), sin(3 * t), t * cos(t), exp(-t) * sin(t)]
)
@pytest.mark.parametrize("response", RESPONSES[:3])
def test_a_source(response, source):
    amplitude = response.to_source(source)
    assert is_zero(residual(response, amplitude, source))
    for number in range(len(response.conditions)):
        assert is_zero(value(response, amplitude, number))


def test_powers_as_sources_in_polar_coordinates():
    response = RESPONSES[6]
    response = Response(r, response.row, response.conditions, response.ends, ((n, 4),))
    amplitude = response.to_source(r + 2)
    assert is_zero(residual(response, amplitude, r + 2).subs(n, n + 4))


def test_modes_that_differ_from_later_ones_are_named():
    overdamped = Response(t, (pi**2 * n**2, S(10), ONE), START, (S.Zero, oo), ALL)
    with pytest.raises(Exceptional) as caught:
        overdamped.to_value(0)
    assert caught.value.number == 1
    resonant = Response(t, (pi**2 * n**2, S.Zero, ONE), START, (S.Zero, oo), ALL)
    with pytest.raises(Exceptional) as caught:
        resonant.to_source(sin(3 * pi * t))
    assert caught.value.number == 3
    later = Response(t, (pi**2 * n**2, S.Zero, ONE), START, (S.Zero, oo), ((n, 4),))
    assert later.to_source(sin(3 * pi * t)) != 0


def test_what_is_not_solved_here():
    with pytest.raises(NoAmplitude):
        Response(t, (n, t, ONE), START, (S.Zero, oo), ALL).to_value(0)
    with pytest.raises(NoAmplitude):
        Response(t, (n, ONE), START[:1], (S.Zero, oo), ALL).to_source(1 / (1 + t))
    with pytest.raises(NoAmplitude):
        Response(t, (n, S.Zero, S.Zero, ONE), START, (S.Zero, oo), ALL).to_value(0)


def test_rows_of_conditions():
    u, x = Function("u"), Symbol("x")
    robin = {u(x, 0) + 2 * u(x, t).diff(t).subs(t, 0): x, u(0, t): 0, u(1, t): 0}
    seen = view(Problem(u(x, t).diff(t, 2) - u(x, t).diff(x, 2), u(x, t), robin))
    assert condition_rows(seen.on(t), 1) == ((0, (1, 2)),)
    assert simplify(sum(c.value for c in seen.on(t)) - x) == 0


def test_a_single_mode_has_no_hyperbolic_functions_that_cancel():
    still = Response(t, (S.Zero, Rational(1, 5), ONE), START, (S.Zero, oo))
    assert still.to_value(0) == 1


def test_rates_keep_odd_numbers_together():
    quarter = Response(
        y, (-((pi * (n - S.Half)) ** 2), S.Zero, ONE), BETWEEN[:1], (S.Zero, oo), ALL
    )
    assert quarter.to_value(0) == exp(-pi * y * (2 * n - 1) / 2)
