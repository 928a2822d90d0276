"""Forms: sums of products at their points, threads and slices."""

import numpy as np
import pytest
from sympy.abc import x

from sympy_ssde.kernel.forms import (
    MOST_FACTORS,
    POWER,
    CompiledPart,
    Factor,
    Product,
    make_form,
    meaning,
    plain,
    spread,
)
from sympy_ssde.kernel.tables import JetSpace
from sympy_ssde.language.tokens import Library

POINTS = np.linspace(0, 1, 5)[None]
VALUE = ((Factor(POWER, 0, 1.0), 0, 0),)


def form(products):
    ones = np.ones(5)
    return make_form(POINTS, products, [0, 5], np.zeros(5), ones, ones)


def test_points_are_filled_up():
    made = form([Product(0, np.ones(5), VALUE)])
    assert made.points.shape == (1, 8) and (made.points[0, 5:] == 1.0).all()
    assert made.start.tolist() == [0, 1] and made.size.tolist() == [5]


def test_too_many_factors_are_left_to_torch():
    assert form([Product(0, np.ones(5), VALUE * MOST_FACTORS)]) is not None
    assert form([Product(0, np.ones(5), VALUE * (MOST_FACTORS + 1))]) is None


def test_a_side_has_memory_for_its_jets():
    part = CompiledPart(form([Product(0, np.ones(5), VALUE)]), JetSpace(1, {(2,)}))
    side = part.side(10, 3)
    assert side.values.shape == (1, 3, 8) and side.tangents.shape == (1, 3, 3, 8)
    assert side.none.shape == (1, 0, 3, 8)


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("batch", [0, 1, 249, 250, 1000, 1001])
def test_slices_cover_a_batch_once(workers, batch):
    seen = np.zeros(batch, int)

    def work(rows):
        seen[rows] += 1

    spread(batch, workers, work)
    assert (seen == 1).all()


def test_arrays_for_compiled_code():
    array = np.arange(6)[::2]
    assert plain(array, np.float64).flags.c_contiguous and plain(array).dtype == np.int64
    library = Library.build(["+"], [x])
    assert meaning(library).arity is library.arity
