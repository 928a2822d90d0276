"""Who stays on an island, and who goes."""

import dataclasses

import numpy as np
from evolution_makers import GRAMMARS, SMALL, merge, people, seeds
from hypothesis import given, settings
from hypothesis import strategies as st

from sympy_ssde.search.population import Population


@given(seeds, st.integers(0, 80), st.integers(0, 80), st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_replacement_keeps_the_best_and_no_two_alike(rng, old, new, digits):
    config = dataclasses.replace(SMALL, digits=digits, parsimony=0.1)
    population = merge(Population.empty(30, 10), people(GRAMMARS["paper"], old, rng), 0, config)
    newcomers = people(GRAMMARS["paper"], new, rng)
    after = merge(population, newcomers, 1, config)
    assert after.size <= config.population
    best = max(population.best, newcomers.best)
    assert np.round(after.best, digits) == np.round(best, digits)
    assert len(set(after.keys.tolist())) == after.size
    assert len(set(np.round(after.rewards, digits).tolist())) == after.size


def test_the_oldest_die():
    grammar, rng = GRAMMARS["paper"], np.random.default_rng(0)
    population = Population.empty(30, 10)
    for generation in range(6):
        before = population
        population = merge(population, people(grammar, 50, rng), generation)
    gone = ~np.isin(before.keys, population.keys)
    fitness = population.fitness(SMALL.parsimony)
    common = population.take(np.argsort(fitness)[: -SMALL.elite])
    assert population.size == SMALL.population
    assert common.births.min() >= before.births[gone].max()


def test_the_fittest_do_not_die_of_age():
    grammar, rng = GRAMMARS["paper"], np.random.default_rng(0)
    first = people(grammar, 30, rng)
    first = first._replace(rewards=0.9 + 0.1 * first.rewards)
    population = merge(Population.empty(30, 10), first, 0)
    best = population.take(np.argsort(-population.fitness(SMALL.parsimony))[: SMALL.elite])
    for generation in range(1, 9):
        other = people(grammar, 60, rng)
        population = merge(population, other._replace(rewards=0.9 * other.rewards), generation)
    assert np.isin(best.keys, population.keys).all()


def test_the_best_of_each_length_do_not_die_of_age():
    config = dataclasses.replace(SMALL, niche=1, elite=0)
    grammar, rng = GRAMMARS["paper"], np.random.default_rng(0)
    first = people(grammar, 30, rng)
    first = first._replace(rewards=0.9 + 0.1 * first.rewards)
    population = merge(Population.empty(30, 10), first, 0, config)
    best = {
        n: population.rewards[population.batch.lengths == n].max() for n in population.batch.lengths
    }
    for generation in range(1, 9):
        other = people(grammar, 60, rng)
        other = other._replace(rewards=0.9 * other.rewards)
        population = merge(population, other, generation, config)
    for length, reward in best.items():
        assert population.rewards[population.batch.lengths == length].max() == reward


def test_of_equals_the_shorter_stays():
    grammar, rng = GRAMMARS["paper"], np.random.default_rng(2)
    newcomers = people(grammar, 30, rng)
    population = merge(Population.empty(30, 10), newcomers._replace(rewards=np.full(30, 0.5)), 0)
    assert population.size == 1
    assert population.batch.lengths[0] == newcomers.batch.lengths.min()


def test_who_has_no_finite_loss_stays_outside():
    newcomers = people(GRAMMARS["paper"], 40, np.random.default_rng(0))
    rewards, losses = newcomers.rewards.copy(), newcomers.losses.copy()
    rewards[:10], losses[5:20] = np.nan, np.inf
    constants = np.full_like(newcomers.batch.constants, np.nan)
    newcomers = newcomers._replace(
        batch=newcomers.batch.at(constants), rewards=rewards, losses=losses
    )
    population = merge(Population.empty(30, 10), newcomers, 0)
    assert 0 < population.size <= 20
    assert np.isfinite(population.losses).all()
    assert np.isfinite(population.batch.constants).all()
