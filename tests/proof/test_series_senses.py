"""In which sense sums hold."""

from sympy import Abs, Heaviside, S, cos, exp, oo, pi, sin, sqrt, symbols, tanh

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.series_form import ModeSum, index_symbol
from sympy_ssde.proof.series_senses import (
    CLASSICAL,
    EVERYWHERE,
    GENERALISED,
    MEAN,
    WEAK,
    Part,
    Senses,
)
from sympy_ssde.proof.signs import Signs

x, t = symbols("x t", positive=True)
j = index_symbol(0)
n = j + 1
senses = Senses(Signs(Domain((Range(j, -1, oo), Range(x, 0, 1), Range(t, 0, 1)))), (x, t))
START, SIDE = Trace(0, (0, 0), (x, S(0))), Trace(0, (0, 0), (S(0), t))


def part(term, trace, *by):
    derivative = term.diff(*by) if by else term
    return Part(ModeSum(term, (j,), {}), S.Zero, ((trace, derivative),))


def test_data_by_the_decay_of_their_coefficients():
    wave = sin(n * pi * x) * exp(-(n**2) * t)
    assert senses.of_condition([part(wave / n**2, START)]) is EVERYWHERE
    assert senses.of_condition([part(wave / n, START)]) is MEAN
    assert senses.of_condition([part(wave, START)]) is WEAK
    assert senses.of_condition([part(wave * n**7, SIDE)]) is EVERYWHERE


def test_sides_of_a_wave():
    wave = sin(n * pi * x) * cos(n * pi * t)
    assert senses.of_condition([part(wave / n**2, SIDE)]) is EVERYWHERE
    assert senses.of_condition([part(wave / n, SIDE)]) is MEAN
    other = sin(n * pi * x) * cos(n * t)  # not orthogonal on the range of t
    assert senses.of_condition([part(other / n, SIDE)]) is WEAK
    still = sin(n * pi * x) / n  # tends to 1 - x, which is not zero at the end
    assert senses.of_condition([part(still, SIDE)]) is None


def test_equations():
    heat, wave = sin(n * pi * x) * exp(-(n**2) * t), sin(n * pi * x) * cos(n * pi * t)
    inside = Trace(0, (2, 0), (x, t))
    assert senses.of_equation([part(heat, inside, x, x)]) is CLASSICAL
    assert senses.of_equation([part(wave / n**4, inside, x, x)]) is CLASSICAL
    assert senses.of_equation([part(wave / n**2, inside, x, x)]) is GENERALISED
    assert senses.of_equation([part(wave / n, inside, x, x)]) is GENERALISED
    assert senses.of_equation([part(wave, inside, x, x)]) is None
    assert senses.of_equation([part(heat.subs(t, -t), inside, x, x)]) is None


def test_the_weakest_trace_decides():
    wave = sin(n * pi * x) * exp(-(n**2) * t)
    assert senses.of_condition([part(wave / n**2, START), part(wave / n, START)]) is MEAN


def test_two_waves_along_a_face_may_cancel_each_other():
    still = sin(n * pi * x) * cos(n * t) ** 2
    assert senses.of_condition([part(still, SIDE)]) is None


def test_derivatives_that_decay_faster_than_the_sum_itself():
    inside = Trace(0, (2, 0), (x, t))
    slow = cos(x / n) * exp(-t / n**2)
    assert senses.of_equation([part(slow, inside, x, x)]) is None
    assert senses.of_equation([part(slow / n**2, inside, x, x)]) is CLASSICAL


def test_distributions_have_products_with_smooth_factors_only():
    wave, inside = sin(n * pi * x) * cos(n * pi * t) / n, Trace(0, (2, 0), (x, t))
    parts = [part(wave, inside, x, x)]
    assert senses.of_equation(parts, [1 / (1 + x), t**2]) is GENERALISED
    for factor in (Abs(x - S.Half), Heaviside(x - S.Half), 1 / (x - S.Half)):
        assert senses.of_equation(parts, [factor]) is None


def test_a_front_along_a_face_is_no_wave():
    still = sin(n * pi * x) * sin(n * t) * tanh(n * (t - S.Half))
    assert senses.of_condition([part(still, SIDE)]) is None


def test_waves_that_quicken_with_both_indices():
    y, i = symbols("y", positive=True), index_symbol(1)
    m = i + 1
    ranges = (Range(j, -1, oo), Range(i, -1, oo), Range(x, 0, 1), Range(y, 0, 1), Range(t, 0, 1))
    plate = Senses(Signs(Domain(ranges)), (x, y, t))
    term = cos(t * sqrt(n**2 + m**2)) * sin(n * pi * x) * sin(m * pi * y)
    free = Trace(0, (0, 0, 0), (S(0), y, t))
    assert plate.of_condition([Part(ModeSum(term, (j, i), {}), S.Zero, ((free, term),))]) is WEAK
    still = term.subs(t, 1)
    assert plate.of_condition([Part(ModeSum(still, (j, i), {}), S.Zero, ((free, still),))]) is None
