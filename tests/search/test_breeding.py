"""Children are grammatical, new, and fewer where nothing new is found."""

import dataclasses

import numpy as np
import pytest
from evolution_makers import (
    GRAMMARS,
    OPERATORS_OF,
    PAPER,
    SMALL,
    children_of,
    grammars,
    keys_of,
    only,
    people,
    seeds,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.abc import x

from sympy_ssde.language.automaton import accepts_each
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import Library
from sympy_ssde.search.archive import Archive
from sympy_ssde.search.population import Population


@given(grammars, seeds, st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_children_are_in_the_language(grammar, rng, size):
    batch, keys = children_of(people(grammar, size, rng), 60, rng, grammar, SMALL)
    assert accepts_each(batch.programs, batch.lengths, grammar.tables).all()
    assert np.array_equal(keys, keys_of(grammar, batch))
    assert len(batch) <= 60
    padding = np.arange(batch.programs.shape[1]) >= batch.lengths[:, None]
    assert np.array_equal(batch.programs == -1, padding)


@pytest.mark.parametrize("name", ["paper", "full", "short", "waves"])
@pytest.mark.parametrize("operator", OPERATORS_OF)
def test_each_operator_makes_children(operator, name):
    grammar, rng = GRAMMARS[name], np.random.default_rng(3)
    batch, _ = children_of(people(grammar, 60, rng), 40, rng, grammar, only(operator))
    assert accepts_each(batch.programs, batch.lengths, grammar.tables).all()
    assert len(batch) >= 5


@given(grammars, seeds)
@settings(max_examples=40, deadline=None)
def test_no_child_is_known(grammar, rng):
    population = people(grammar, 30, rng)
    archive = Archive()
    archive.insert(population.keys)
    config = dataclasses.replace(SMALL, constants=0.0)
    for _ in range(4):
        _, keys = children_of(population, 80, rng, grammar, config, archive)
        assert not archive.contains(keys).any()
        assert len(set(keys.tolist())) == len(keys)
        archive.insert(keys)


def test_only_perturbed_parents_are_known():
    grammar, rng = GRAMMARS["paper"], np.random.default_rng(0)
    population = people(grammar, 50, rng)
    archive = Archive()
    archive.insert(population.keys)
    batch, keys = children_of(population, 300, rng, grammar, only("constants"), archive)
    assert len(batch) > 5
    assert archive.contains(keys).all()
    assert len(set(keys.tolist())) == len(keys)
    rows = {
        bytes(p): c
        for p, c in zip(population.batch.programs, population.batch.constants, strict=True)
    }
    for program, constants in zip(batch.programs, batch.constants, strict=True):
        count = np.count_nonzero(program == PAPER.constant)
        assert (rows[bytes(program)][:count] != constants[:count]).any()


def test_a_language_that_is_used_up_has_fewer_children():
    library = Library.build(["sin"], [x])
    grammar, rng = Grammar.compile(library, max_length=2), np.random.default_rng(0)
    population = people(grammar, 10, rng)
    archive = Archive()
    archive.insert(population.keys)
    batch, _ = children_of(population, 100, rng, grammar, SMALL, archive)
    assert len(batch) == 0


def test_nobody_has_no_children():
    grammar = GRAMMARS["paper"]
    nobody = Population.empty(30, 10)
    batch, keys = children_of(nobody, 10, np.random.default_rng(0), grammar, SMALL)
    assert len(batch) == len(keys) == 0
    assert batch.programs.shape == (0, 30)


@given(grammars, st.integers(0, 2**32 - 1))
@settings(max_examples=15, deadline=None)
def test_same_generator_same_children(grammar, seed):
    population = people(grammar, 20, np.random.default_rng(seed))
    first, second = (
        children_of(population, 30, np.random.default_rng(seed + 1), grammar, SMALL)
        for _ in range(2)
    )
    for one, other in zip((*first[0], first[1]), (*second[0], second[1]), strict=True):
        assert np.array_equal(one, other)
