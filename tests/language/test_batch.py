"""Batches: rows are taken, joined and given other constants; skeletons come back."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sympy.abc import x, y

from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library

LIBRARY = Library.build(variables=[x, y])
GRAMMAR = Grammar.compile(LIBRARY, max_length=15, max_constants=4)


def drawn(count, seed=0):
    rng = np.random.default_rng(seed)
    return Batch(*GRAMMAR.populate(count, rng), rng.normal(size=(count, 4)))


def equal(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 9))
def test_what_is_joined_can_be_taken_apart(first, second, seed):
    one, other = drawn(first, seed), drawn(second, seed + 1)
    both = one.join(other)
    assert len(both) == first + second
    assert equal(both.take(np.arange(first)), one)
    assert equal(both.take(np.arange(first, first + second)), other)


def test_skeletons_come_back():
    batch = drawn(40)
    found = [(batch.skeleton(i, LIBRARY), batch.constants[i]) for i in range(len(batch))]
    again = Batch.of([(s, c[: s.constants]) for s, c in found], 15, 4)
    assert np.array_equal(again.programs, batch.programs)
    assert np.array_equal(again.lengths, batch.lengths)
    assert [s.constants for s, _ in found] == batch.used(LIBRARY).tolist()
    for row, (skeleton, _) in enumerate(found):
        used = skeleton.constants
        assert np.array_equal(again.constants[row, :used], batch.constants[row, :used])


def test_other_constants_leave_the_skeletons_alone():
    batch = drawn(5)
    other = batch.at(np.zeros((5, 2)))
    assert other.programs is batch.programs and other.constants.shape == (5, 2)


def test_one_skeleton_has_room_for_a_constant():
    assert Batch.single(Skeleton.from_text("x", LIBRARY), np.empty(0)).constants.shape == (1, 1)
    skeleton = Skeleton.from_text("* c sin * c x", LIBRARY)
    batch = Batch.repeated(skeleton, np.arange(6.0).reshape(3, 2))
    assert len(batch) == 3 and batch.constants.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert {batch.skeleton(i, LIBRARY) for i in range(3)} == {skeleton}


def test_nothing_has_a_shape():
    empty = Batch.empty(7, 3)
    assert len(empty) == 0 and empty.programs.shape == (0, 7) and empty.constants.shape == (0, 3)
    assert empty.used(LIBRARY).shape == (0,)
