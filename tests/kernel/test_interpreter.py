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


@pytest.mark.parametrize("functions", [2, 3])
def test_functions_of_a_system_are_those_evaluated_alone(functions, batch):
    """Tangents too: those of a function's constants, and nothing for the others."""
    library = Library.build(["+", "-", "*", "/", "sin", "exp"], [x, y], functions=functions)
    rng = np.random.default_rng(functions)
    singles = [GRAMMAR.populate(20, rng) for _ in range(functions)]
    pair = library.index[","]
    rows, used = [], []
    for trees in zip(*(zip(*single, strict=True) for single in singles), strict=True):
        own = [program[:length] for program, length in trees]
        rows.append([t for tree in own[:-1] for t in (pair, *tree)] + [*own[-1]])
        used.append([int((tree == LIBRARY.constant).sum()) for tree in own])
    lengths = np.array([len(row) for row in rows])
    programs = np.full((20, lengths.max()), -1, np.int16)
    for target, row in zip(programs, rows, strict=True):
        target[: len(row)] = row
    constants, points = rng.normal(1, 0.3, (20, 3 * functions)), batch[3][:, :140]
    found = evaluate(library, SPACE, programs, lengths, constants, points, tangents=True)
    indices = len(SPACE)
    for b in range(20):
        first = 0
        for f, (program, length) in enumerate((p[b], n[b]) for p, n in singles):
            count, part = used[b][f], slice(f * indices, (f + 1) * indices)
            mine = np.zeros((1, 3))
            mine[0, :count] = constants[b, first : first + count]
            alone = jets(program[None], np.array([length]), mine, points, tangents=True)
            np.testing.assert_array_equal(found.values[b, part], alone.values[0])
            own = found.tangents[b, first : first + count, part]
            np.testing.assert_array_equal(own, alone.tangents[0, :count])
            others = np.delete(found.tangents[b, :, part], range(first, first + count), axis=0)
            assert not others.any()
            first += count


@pytest.mark.parametrize("text", ["x", ", x", "+ , x y c", ", , x y x", ", x y x", ", x , x y"])
def test_what_is_no_pair_has_no_value(text):
    library = Library.build(["+"], [x, y], functions=2)
    tokens = [library.index[word] for word in text.split()]
    programs, constants = np.array([tokens], np.int16), np.ones((1, 1))
    found = evaluate(library, SPACE, programs, np.array([len(tokens)]), constants, np.ones((2, 3)))
    assert np.isnan(found.values).all()
