"""The interpreter: a stack machine of power series that checks its programs."""

import numpy as np
import pytest
from sympy.abc import x, y

from sympy_ssde.kernel.interpreter import Work
from sympy_ssde.kernel.jets import JetSpace, evaluate
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import Library

LIBRARY = Library.build(["+", "-", "*", "/", "sin", "exp"], [x, y])
GRAMMAR = Grammar.compile(LIBRARY, max_length=14, max_constants=3)
SPACE = JetSpace(2, {(1, 1)})


def jets(programs, lengths, constants, points, **options):
    return evaluate(LIBRARY, SPACE, programs, lengths, constants, points, **options)


@pytest.fixture(scope="module")
def batch():
    rng = np.random.default_rng(0)
    return *GRAMMAR.populate(60, rng), rng.normal(1, 0.3, (60, 3)), rng.uniform(0.5, 1.5, (2, 300))


def test_blocks_of_points_change_nothing(batch):
    programs, lengths, constants, points = batch
    whole = jets(programs, lengths, constants, points).values
    for part in (slice(0, 1), slice(5, 133), slice(250, 300)):
        alone = jets(programs, lengths, constants, points[:, part]).values
        np.testing.assert_array_equal(alone, whole[:, :, part])


def test_tangents_are_the_slopes(batch):
    programs, lengths, constants, points = batch
    found = jets(programs, lengths, constants, points[:, :5], tangents=True)
    step = 1e-6
    for k in range(3):
        shift = np.zeros(3)
        shift[k] = step
        up, down = (
            jets(programs, lengths, constants + s * shift, points[:, :5]).values for s in (1, -1)
        )
        slope, size = (up - down) / (2 * step), np.abs(up) + np.abs(down)
        fine = np.isfinite(slope) & (np.abs(slope) + size < 1e3)
        assert fine.mean() > 0.5
        close = np.isclose(found.tangents[:, k], slope, rtol=1e-4, atol=1e-4)
        assert close[fine].mean() > 0.99  # next to a pole differences are no slopes


def test_the_rest_of_the_batch_changes_nothing(batch):
    programs, lengths, constants, points = batch
    whole = jets(programs, lengths, constants, points, tangents=True)
    for row in (0, 17, 59):
        one = slice(row, row + 1)
        alone = jets(programs[one], lengths[one], constants[one], points, tangents=True)
        np.testing.assert_array_equal(alone.values[0], whole.values[row])
        np.testing.assert_array_equal(alone.tangents[0], whole.tangents[row])


def test_memory_grows_with_programs_and_tangents():
    small, large = Work.allocate(SPACE, 5, 0), Work.allocate(SPACE, 50, 4)
    assert small.rows.shape[0] < large.rows.shape[0]
    assert len(set(large.place) | set(large.carrier)) == large.rows.shape[0]
