"""Modes and the families that are complete."""

import pytest
from sympy import S, Symbol, cos, exp, pi, sin, sqrt

from sympy_ssde.problem.domain import Range
from sympy_ssde.proof.series_form import index_symbol
from sympy_ssde.proof.series_modes import (
    COSINES,
    HALF_COSINES,
    HALF_SINES,
    PERIODIC,
    SINES,
    NoModes,
    family_of,
    mode_terms,
    place,
)

j, i = index_symbol(0), index_symbol(1)
x, y, L = Symbol("x", real=True), Symbol("y", real=True), Symbol("L", positive=True)
unit = Range(x, S(0), S(1))


def waves(expr, ranges=(unit,), indices=(j,)):
    return mode_terms(expr, indices, ranges)[0]


def test_families():
    assert family_of([t.waves[0] for t in waves(sin(3 * (j + 1) * pi * x))]) is SINES
    assert family_of([t.waves[0] for t in waves(cos(j * pi * x))]) is COSINES
    assert family_of([t.waves[0] for t in waves(sin((2 * j + 1) * pi * x / 2))]) is HALF_SINES
    assert family_of([t.waves[0] for t in waves(cos((2 * j + 1) * pi * x / 2))]) is HALF_COSINES
    both = waves(cos(2 * j * pi * x) + 3 * sin(2 * j * pi * x))
    assert family_of([t.waves[0] for t in both]) is PERIODIC


def test_a_phase_becomes_coefficients():
    (one,) = waves(sin((j + 1) * pi * (1 - x)))
    assert one.waves[0].kind == "sin" and one.waves[0].start == 1
    assert one.coefficient.subs(j, 0) == 1 and one.coefficient.subs(j, 1) == -1


def test_a_range_that_begins_elsewhere():
    shifted = Range(x, -pi, pi)
    (one,) = waves(cos((j + 1) * x), (shifted,))
    assert one.waves[0].step == 2 and one.waves[0].start == 2
    assert [one.coefficient.subs(j, k) for k in range(3)] == [-1, 1, -1]


def test_weights_are_common_factors():
    found, weights = mode_terms(exp(3 * x) * sin((j + 1) * pi * x), [j], [unit])
    assert weights == (exp(3 * place(0)),) and found[0].coefficient == 1


def test_products_for_two_indices():
    (one,) = waves(
        y * sin((j + 1) * pi * x) * cos(i * pi * y / L) / y,
        (unit, Range(y, S(0), L)),
        (j, i),
    )
    assert [w.kind for w in one.waves] == ["sin", "cos"]


@pytest.mark.parametrize(
    "expr",
    [
        sin(sqrt(j + 1) * x),
        sin((j + 1) * x),
        x * sin((j + 1) * pi * x),
        exp((j + 1) * x),
        sin(j * pi * x / 2),
        sin(j * pi * x) * cos(j * pi * x),
        sin(pi * x) / (j + 1),
    ],
)
def test_what_is_no_mode(expr):
    with pytest.raises(NoModes):
        waves(expr)


def test_sines_and_cosines_of_odd_multiples_are_not_orthogonal():
    with pytest.raises(NoModes):
        family_of([t.waves[0] for t in waves(sin((j + 1) * pi * x) + cos((j + 1) * pi * x))])


def test_weights_below_a_fraction():
    shell = Range(x, S(1), S(2))
    found, weights = mode_terms(sin((j + 1) * pi * (x - 1)) / (x * (j + 1)), [j], [shell])
    assert weights == (1 / (place(0) + 1),) and found[0].coefficient == 1 / (j + 1)
    found, weights = mode_terms(exp(x) * sin((j + 1) * pi * (x - 1)), [j], [shell])
    assert weights == (exp(place(0)),) and found[0].coefficient == exp(1)


def test_single_waves():
    square = (unit, Range(y, S(0), S(1)))
    (flat,) = waves(sin((j + 1) * pi * x), square, (j, None))
    assert (flat.waves[1].kind, flat.waves[1].start, flat.waves[1].step) == ("cos", 0, 0)
    (third,) = waves(sin((j + 1) * pi * x) * sin(3 * pi * y), square, (j, None))
    assert (third.waves[1].kind, third.waves[1].start) == ("sin", 3)
    with pytest.raises(NoModes):
        waves(sin((j + 1) * pi * x) * sin(3 * y), square, (j, None))
