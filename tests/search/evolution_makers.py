"""Grammars, populations and scores for tests of the evolution."""

import dataclasses

import numpy as np
import sympy
from hypothesis import strategies as st
from sympy.abc import x, y

from sympy_ssde.language.alphabet import Alphabet
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.canonical import canonical_keys
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import OPERATORS, Library
from sympy_ssde.search.archive import Archive
from sympy_ssde.search.genetic import Evolution, GeneticConfig
from sympy_ssde.search.population import Population, breed, replace
from sympy_ssde.search.score import Scores

PAPER = Library.build(variables=[x, y])


FULL = Library.build(OPERATORS, [x, y], [sympy.pi, sympy.Integer(2)])


WAVES = """
%declare VARIABLE
start: "+" wave start | wave
wave: "*" "c" "sin" inner
inner: "+" VARIABLE VARIABLE | VARIABLE | "*" "c" VARIABLE
"""


GRAMMARS = {
    "paper": Grammar.compile(PAPER),
    "full": Grammar.compile(FULL),
    "short": Grammar.compile(FULL, max_length=6, min_length=4, max_constants=1),
    "bare": Grammar.compile(Library.build(variables=[x], constants=False), max_length=15),
    "pair": Grammar.compile(Library.build(variables=[x, y], functions=2), max_length=25),
    "triple": Grammar.compile(Library.build(OPERATORS, [x], functions=3), max_length=25),
    "waves": Grammar.compile(Library.build(["+", "*", "sin"], [x, y]), WAVES, max_length=20),
}


OPERATORS_OF = tuple("crossover mutation point insertion grafting shrinking constants".split())


SMALL = GeneticConfig(population=40, islands=3, groups=1, children=90, elite=8, niche=0, migrants=5)


grammars = st.sampled_from(sorted(GRAMMARS)).map(GRAMMARS.get)


seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def only(operator, **changes):
    """A configuration with one operator."""
    shares = {name: float(name == operator) for name in OPERATORS_OF}
    return dataclasses.replace(SMALL, **shares, **changes)


def keys_of(grammar, batch):
    return canonical_keys(batch.programs, batch.lengths, Alphabet.of(grammar.library))


def people(grammar, count, rng, generation=0, longest=None):
    """A random population; each constant is a number that no other one is."""
    drawn = grammar if longest is None else Grammar.compile(grammar.library, max_length=longest)
    short, lengths = drawn.populate(count, rng)
    programs = np.full((count, grammar.tables.max_length), -1, np.int16)
    programs[:, : short.shape[1]] = short
    slots = grammar.tables.max_constants
    constants = 1.0 + np.arange(count * slots, dtype=float).reshape(count, slots)
    batch = Batch(programs, lengths, constants)
    rewards = rng.random(count)
    births = np.full(count, generation)
    return Population(batch, rewards, 1 / rewards - 1, births, keys_of(grammar, batch))


def children_of(population, count, rng, grammar, config, archive=None):
    evolution = Evolution(grammar, config)
    return breed(
        population,
        count,
        rng,
        tables=grammar.tables,
        names=evolution.names,
        habits=evolution.habits,
        parsimony=config.parsimony,
        archive=Archive() if archive is None else archive,
    )


def score_by(function):
    """A score without a fit: the loss is a function of the batch."""

    def score(batch):
        losses = function(batch)
        rewards = 1 / (1 + losses)
        return Scores(batch.constants, rewards, rewards, rewards >= 0, losses)

    return score


hashed = score_by(
    lambda batch: np.abs(
        np.sin((batch.programs * np.arange(7, 7 + batch.programs.shape[1])).sum(1))
    )
)


def merge(population, newcomers, generation, config=SMALL):
    ones = np.ones(newcomers.size)
    scores = Scores(newcomers.batch.constants, ones, newcomers.rewards, ones > 0, newcomers.losses)
    return replace(
        population, newcomers.batch, scores, generation, keys=newcomers.keys, config=config
    )
