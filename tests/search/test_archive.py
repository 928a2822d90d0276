"""The archive agrees with a set, the hall of fame with a front found by comparing all pairs."""

import pickle

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.abc import x, y

from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import skeletons
from sympy_ssde.language.tokens import OPERATORS, Library
from sympy_ssde.search.archive import (
    Archive,
    HallOfFame,
    add_key,
    complexities,
    empty_table,
    has_key,
    token_costs,
)
from sympy_ssde.search.score import Scores

FULL = Library.build(OPERATORS, [x, y], [sympy.pi, sympy.Integer(2)])
GRAMMAR = Grammar.compile(FULL, max_length=12, max_constants=3)

# Few small keys, so that they come again; large ones that differ in the high bits only; any.
keys = st.one_of(
    st.integers(0, 40), st.integers(0, 40).map(lambda n: n << 58), st.integers(0, 2**64 - 1)
)
batches = st.lists(st.lists(st.tuples(keys, st.floats(0, 9)), max_size=120), max_size=6)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def columns(pairs):
    return (
        np.array([key for key, _ in pairs], np.uint64),
        np.array([loss for _, loss in pairs], np.float64),
    )


@given(batches, st.lists(keys, max_size=30))
@settings(max_examples=150, deadline=None)
def test_agrees_with_a_dictionary(inserted, others):
    archive, model = Archive(1), {}
    for pairs in inserted:
        new = archive.insert(*columns(pairs))
        for (key, loss), was_new in zip(pairs, new, strict=True):
            assert was_new == (key not in model)
            model[key] = min(loss, model.get(key, np.inf))
        assert len(archive) == len(model)
    asked = np.array([*model, *others], np.uint64)
    assert archive.contains(asked).tolist() == [key in model for key in asked.tolist()]
    best = [model.get(key, np.inf) for key in asked.tolist()]
    assert archive.losses(asked).tolist() == best


def test_grows_to_many():
    rng = np.random.default_rng(0)
    archive = Archive(10)
    many = rng.integers(0, 2**64, 200_000, dtype=np.uint64)
    for part in np.array_split(many, 50):
        archive.insert(part)
    assert len(archive) == len(set(many.tolist()))
    assert archive.contains(many).all()
    assert not archive.contains(rng.integers(0, 2**64, 1000, dtype=np.uint64)).any()


def test_losses_that_are_no_numbers_change_nothing():
    archive = Archive()
    key = np.array([5], np.uint64)
    archive.insert(key, np.array([np.nan]))
    assert archive.losses(key)[0] == np.inf
    archive.insert(key, np.array([2.0]))
    archive.insert(key, np.array([np.nan]))
    archive.insert(key)
    assert archive.losses(key)[0] == 2.0


def test_an_archive_can_be_pickled():
    archive = Archive(3)
    archive.insert(np.arange(100, dtype=np.uint64), np.arange(100.0))
    copy = pickle.loads(pickle.dumps(archive))
    copy.insert(np.array([1000], np.uint64))
    assert (len(archive), len(copy)) == (100, 101)
    assert copy.losses(np.array([7], np.uint64))[0] == 7.0


@given(st.lists(keys, max_size=100))
@settings(max_examples=50, deadline=None)
def test_tables_for_compiled_code(some):
    table, model = empty_table(len(some)), set()
    for key in some:
        assert has_key(table, np.uint64(key)) == (key in model)
        assert add_key(table, np.uint64(key)) == (key not in model)
        model.add(key)


def scored(count, rng):
    """Random skeletons; few different losses, some of them not finite."""
    programs, lengths = GRAMMAR.populate(count, rng)
    constants = rng.standard_normal((count, 3))
    losses = rng.choice([0.0, 0.1, 0.2, 0.5, 1.0, 3.0, np.inf, np.nan], count)
    ones = np.ones(count)
    return Batch(programs, lengths, ones[:, None] * 0), Scores(
        constants, ones, ones, ones > 0, losses
    )


def brute_force(costs, losses):
    """The pairs that no other one dominates, in order."""
    pairs = {(int(c), float(v)) for c, v in zip(costs, losses, strict=True) if np.isfinite(v)}
    return sorted(
        p for p in pairs if not any(q[0] <= p[0] and q[1] <= p[1] and q != p for q in pairs)
    )


@given(seeds, st.lists(st.integers(0, 40), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_hall_of_fame_is_the_pareto_front(rng, sizes):
    hall = HallOfFame(FULL)
    costs, losses, known = [], [], {}
    for size in sizes:
        batch, scores = scored(size, rng)
        hall = hall.update(batch, scores)
        for row, skeleton in enumerate(skeletons(batch.programs, batch.lengths, FULL)):
            costs.append(skeleton.complexity)
            losses.append(scores.losses[row])
            known[skeleton.tokens, *scores.constants[row]] = costs[-1], losses[-1]
    front = hall.front()
    pairs = list(zip(front.complexities.tolist(), front.losses.tolist(), strict=True))
    assert pairs == brute_force(costs, losses)
    # The rows belong together: program, fitted constants, loss.
    members = skeletons(front.batch.programs, front.batch.lengths, FULL)
    for pair, skeleton, constants in zip(pairs, members, front.batch.constants, strict=True):
        assert known[skeleton.tokens, *constants] == pair


def test_hall_of_fame_keeps_the_first_of_equals():
    batch, scores = scored(1, np.random.default_rng(1))
    scores = scores._replace(losses=np.array([0.5]))
    later = scores._replace(constants=scores.constants + 1)
    hall = HallOfFame(FULL).update(batch, scores).update(batch, later)
    assert np.array_equal(hall.front().batch.constants, scores.constants)


def test_empty_hall_of_fame():
    front = HallOfFame(FULL).front()
    assert len(front.batch) == len(front.losses) == len(front.complexities) == 0


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_complexities_are_those_of_skeletons(rng):
    programs, lengths = GRAMMAR.populate(30, rng)
    found = complexities(programs, lengths, token_costs(FULL))
    assert found.tolist() == [s.complexity for s in skeletons(programs, lengths, FULL)]


@pytest.mark.parametrize("count", [0, 1, 31, 32, 33, 1000])
def test_tables_have_room(count):
    size = len(empty_table(count)) - 1
    assert size >= 2 * count
    assert size & (size - 1) == 0
