"""Known arguments: the same numbers to the last bit, with less to compute."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Piecewise, exp, sin, sqrt, symbols

from sympy_ssde.physics.folding import folded
from sympy_ssde.physics.torch_functions import torch_function

a, b, u, v = symbols("a b u v")

EXPRESSIONS = [
    u,
    u - a**3 - b**2 / 2 - 2,
    a**3 * b + sin(a) * u - exp(b) * sin(a) + 2 * a + b,
    u * v * b + v * sqrt(1 + a**2) - 3 * u,
    u + Piecewise((a, a < b), (b**2, True)),
    u + 7,
    u / 3 - v / 3,
    sin(a * u) * sin(a) + sin(a) ** 2,
]


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_the_same_bits(expr, seed):
    draw = torch.Generator().manual_seed(seed)
    given = [torch.rand(4, 3, dtype=torch.float64, generator=draw) for _ in range(4)]
    function = torch_function(expr, [a, b, u, v])
    rest, values = folded(function, given[:2])
    assert torch.equal(rest(*values, *given[2:]), function(*given))


def test_data_are_computed_once():
    function = torch_function(u - a**3 - b**2 / 2 - sin(a) * exp(b), [a, b, u, v])
    rest, values = folded(function, [torch.ones(2), torch.ones(2)])
    assert len(values) <= 2 and "portable" not in rest.__code__.co_names


def test_nothing_known():
    rest, values = folded(torch_function(2 * u + v, [u, v]), [])
    assert rest(*values, torch.ones(1), torch.ones(1)) == 3
