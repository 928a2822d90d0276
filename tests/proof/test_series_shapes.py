"""Tails of sums of powers and exponentials."""

import math

import pytest

from sympy_ssde.proof.series_shapes import Shape, left_out

SHAPES = [
    Shape(power=-2.0),
    Shape(power=-1.5),
    Shape(power=3.0, linear=0.5),
    Shape(power=1.0, square=0.01),
    Shape(power=-3.0, linear=0.1),
    Shape(square=2.0, linear=-1.0),
]


def plain(shape, start, stop=20000):
    return math.fsum(
        math.exp(shape.power * math.log(s) - shape.square * s * s - shape.linear * s)
        for s in range(start, stop)
    )


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("start", [1, 7, 40])
def test_a_tail_is_above_the_sum(shape, start):
    assert shape.tail(start) >= plain(shape, start)


@pytest.mark.parametrize("shape", SHAPES)
def test_far_out_it_is_close(shape):
    assert shape.tail(100) <= 1.5 * plain(shape, 100, 200000) + 1e-200


def test_a_sum_that_does_not_converge_has_no_bound():
    assert math.isinf(Shape(power=-1.0).tail(10))
    assert math.isinf(Shape(linear=-0.1).tail(10))


def test_what_a_square_leaves_out():
    shape = Shape(power=-2.0)
    inside = plain(shape, 1, 11)
    assert left_out([shape, shape], 11) >= plain(shape, 1) ** 2 - inside**2
