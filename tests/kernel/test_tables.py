"""Tables of jets: closures of multi-indices, and the arithmetic that they describe."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Poly, exp, series, symbols

from sympy_ssde.errors import ProblemError
from sympy_ssde.kernel.tables import Bilinear, JetSpace


@st.composite
def spaces(draw):
    dimension = draw(st.integers(1, 3))
    index = st.tuples(*[st.integers(0, 3)] * dimension)
    return JetSpace(dimension, draw(st.sets(index, max_size=4)))


def below(alpha):
    return set(product(*(range(a + 1) for a in alpha)))


@given(spaces())
def test_indices_are_the_needed_ones_and_all_below(space):
    wanted = {(0,) * space.dimension}.union(*(below(a) for a in space.needed))
    assert set(space.indices) == wanted and len(space) == len(wanted)
    degrees = [sum(a) for a in space.indices]
    assert degrees == sorted(degrees) and degrees[0] == 0
    assert space.order == max(degrees)
    assert all(space.indices[i] == a for a, i in space.place.items())


@given(spaces())
def test_spaces_with_the_same_indices_needed_are_equal(space):
    again = JetSpace(space.dimension, reversed([*space.needed, *space.needed]))
    assert again == space and hash(again) == hash(space)


def apply(table: Bilinear, f, h):
    """The bilinear map, as the docstring says it."""
    terms = table.weight * f[table.left] * h[table.right]
    return np.array([terms[a:b].sum() for a, b in zip(table.start, table.start[1:], strict=False)])


def jets(space, seed, count):
    return np.random.default_rng(seed).integers(-5, 6, (count, len(space))).astype(float)


@given(spaces(), st.integers(0, 999))
@settings(deadline=None)
def test_products_are_those_of_polynomials(space, seed):
    variables = symbols(f"x0:{space.dimension}")
    f, h = jets(space, seed, 2)
    polynomials = [
        Poly({a: int(c) for a, c in zip(space.indices, row, strict=True)}, *variables)
        for row in (f, h)
    ]
    whole = (polynomials[0] * polynomials[1]).as_dict()
    wanted = [whole.get(a, 0) for a in space.indices]
    np.testing.assert_array_equal(apply(space.tables.product, f, h), np.array(wanted, float))


@given(spaces(), st.integers(0, 999))
def test_squares_are_products_with_oneself(space, seed):
    (f,) = jets(space, seed, 1)
    tables = space.tables
    np.testing.assert_array_equal(apply(tables.square, f, f), apply(tables.product, f, f))
    assert len(tables.square.left) <= len(tables.product.left)


@given(spaces(), st.integers(0, 999))
def test_products_commute_and_have_a_unit(space, seed):
    f, h = jets(space, seed, 2)
    one = np.eye(len(space))[0]
    table = space.tables.product
    np.testing.assert_array_equal(apply(table, f, h), apply(table, h, f))
    np.testing.assert_array_equal(apply(table, f, one), f)


@given(spaces())
def test_the_recurrence_integrates(space):
    """With h = 1 the g with dg = h df is f itself, but for its value."""
    f = np.arange(1.0, 1 + len(space))
    one = np.eye(len(space))[0]
    g = apply(space.tables.recurrence, f, one)
    np.testing.assert_allclose(g[1:], f[1:], rtol=1e-14)
    assert g[0] == 0


def test_the_recurrence_makes_exponentials():
    """g = exp(f) has dg = g df: each entry needs lower ones of g only."""
    space = JetSpace(1, [(6,)])
    f = np.array([0.0, 1.0, 0.5, 0, 0, 0, 0])
    g = np.zeros(7)
    g[0] = 1.0
    table = space.tables.recurrence
    for a in range(1, 7):
        terms = slice(table.start[a], table.start[a + 1])
        g[a] = (table.weight[terms] * f[table.left[terms]] * g[table.right[terms]]).sum()
    x = symbols("x")
    wanted = series(exp(x + x**2 / 2), x, 0, 7).removeO()
    np.testing.assert_allclose(g, [float(wanted.coeff(x, n)) for n in range(7)], rtol=1e-14)


@given(spaces())
def test_places_of_first_derivatives_and_factorials(space):
    tables = space.tables
    for d, place in enumerate(tables.unit):
        unit = tuple(int(i == d) for i in range(space.dimension))
        assert place == space.place.get(unit, -1)
    for alpha, value in zip(space.indices, tables.factorial, strict=True):
        assert value == math.prod(math.factorial(i) for i in alpha)
    for alpha, inner in zip(space.indices, tables.inner, strict=True):
        above = [a for a in space.indices if a != alpha and alpha in below(a)]
        assert inner == bool(above)
    assert tables.order == space.order


def test_the_value_alone():
    space = JetSpace(2)
    assert space.indices == ((0, 0),) and space.order == 0
    assert space.tables.unit.tolist() == [-1, -1]


@pytest.mark.parametrize(
    ("dimension", "needed", "message"),
    [
        (0, [], "at least one coordinate, not 0"),
        (2, [(1,)], r"\(1,\) is no multi-index in 2 coordinates"),
        (1, [(-1,)], "each 0 or more"),
    ],
)
def test_what_is_no_space(dimension, needed, message):
    with pytest.raises(ProblemError, match=message):
        JetSpace(dimension, needed)
