"""Who lives on an island: parents have children, newcomers come in, the oldest go.

Who stays is decided by age first, as in Real et al. 2019: all but the best few die of it, so that a
lucky fit has to prove itself by its children.  No island keeps two of the same canonical form, nor
two of the same reward, which as a rule are the same function written differently.
"""

from typing import NamedTuple

import numpy as np

from sympy_ssde.language.alphabet import Alphabet
from sympy_ssde.language.automaton import Tables
from sympy_ssde.language.batch import Batch
from sympy_ssde.search.archive import Archive, empty_table
from sympy_ssde.search.breeding import make_children
from sympy_ssde.search.customs import GeneticConfig
from sympy_ssde.search.score import Scores
from sympy_ssde.search.variation import Habits, Parents


class Population(NamedTuple):
    """Individuals of an island, each a row.

    ``batch`` with constants as fitted, ``rewards (size,)``, ``losses (size,)``,
    ``births (size,) int64`` the generation, ``keys (size,) uint64`` of the canonical forms.
    """

    batch: Batch
    rewards: np.ndarray
    losses: np.ndarray
    births: np.ndarray
    keys: np.ndarray

    @classmethod
    def empty(cls, max_length: int, slots: int) -> "Population":
        """Return a population of nobody."""
        return cls(
            Batch.empty(max_length, slots),
            np.empty(0),
            np.empty(0),
            np.empty(0, np.int64),
            np.empty(0, np.uint64),
        )

    @property
    def size(self) -> int:
        """Number of individuals."""
        return len(self.batch)

    @property
    def best(self) -> float:
        """The highest reward; -1 if there is nobody."""
        return float(self.rewards.max(initial=-1.0))

    def fitness(self, parsimony: float) -> np.ndarray:
        """What individuals compete by, ``(size,)``: the lack of reward, dearer with each token.

        As a factor, the price of a token says the same to poor fits and to good ones: with
        parsimony 0.01, one more token must lessen the lack by about one percent.
        """
        return (self.rewards - 1.0) * (1.0 + parsimony * self.batch.lengths)

    def take(self, rows: np.ndarray) -> "Population":
        """Return the chosen rows."""
        return Population(self.batch.take(rows), *(field[rows] for field in self[1:]))

    def join(self, other: "Population") -> "Population":
        """Return the rows of both."""
        rest = (np.concatenate(pair) for pair in zip(self[1:], other[1:], strict=True))
        return Population(self.batch.join(other.batch), *rest)


def breed(
    population: Population,
    count: int,
    rng: np.random.Generator,
    *,
    tables: Tables,
    names: Alphabet,
    habits: Habits,
    parsimony: float,
    archive: Archive,
) -> tuple[Batch, np.ndarray]:
    """Make children; return them and their canonical keys ``(children,) uint64``.

    There are ``count`` or fewer: none has a key that the archive knows, save those that are a
    parent with perturbed constants, and no two have the same.
    """
    parents = Parents(population.batch, population.fitness(parsimony))
    taken = empty_table(count)
    *rows, keys = make_children(count, parents, habits, rng, tables, names, archive.slots, taken)
    return Batch(*rows), keys


def replace(
    population: Population,
    batch: Batch,
    scores: Scores,
    generation: int,
    *,
    keys: np.ndarray,
    config: GeneticConfig,
) -> Population:
    """Let newcomers in and the oldest go; return who stays, the best reward always among them.

    Newcomers without a finite reward and loss don't come in.
    """
    finite = np.isfinite(scores.rewards) & np.isfinite(scores.losses)
    # Slots that a skeleton doesn't have may hold anything: they must not be inherited.
    constants = np.where(np.isfinite(scores.constants), scores.constants, 0.0)
    newcomers = Population(
        batch.at(constants),
        scores.rewards,
        scores.losses,
        np.full(len(batch), generation, np.int64),
        keys,
    )
    return _survivors(population.join(newcomers.take(np.flatnonzero(finite))), config)


def _survivors(pool: Population, config: GeneticConfig) -> Population:
    """One of each key and of each rounded reward; the fittest, then the youngest."""
    rounded = np.round(pool.rewards, config.digits)
    order = np.lexsort((-pool.births, pool.batch.lengths, -rounded))
    order = order[first_of_each(pool.keys[order])]
    pool = pool.take(order[first_of_each(rounded[order])])
    if pool.size <= config.population:
        return pool
    fittest = np.argsort(-pool.fitness(config.parsimony), kind="stable")
    # The best reward heads the pool; with the price of its length it might not be an elite.
    elite = np.zeros(pool.size, np.bool_)
    elite[fittest[: config.elite]] = True
    elite[0] = True
    elite |= _places_by_length(pool) < config.niche
    order = np.lexsort((-pool.births, ~elite))
    return pool.take(np.sort(order[: config.population]))


def _places_by_length(pool: Population) -> np.ndarray:
    """How many individuals of the same length have a better reward, ``(size,)``."""
    order = np.lexsort((-pool.rewards, pool.batch.lengths))
    lengths = pool.batch.lengths[order]
    places = np.empty(pool.size, np.int64)
    places[order] = np.arange(pool.size) - np.searchsorted(lengths, lengths)
    return places


def first_of_each(values: np.ndarray) -> np.ndarray:
    """Rows at which a value occurs for the first time, in order."""
    return np.sort(np.unique(values, return_index=True)[1])


def migrate(
    islands: tuple[Population, ...],
    rng: np.random.Generator,
    generation: int,
    config: GeneticConfig,
) -> tuple[Population, ...]:
    """Copy some of each island, chosen by tournament, to the next one in the ring."""
    if len(islands) < 2:
        return islands
    moving = [_emigrants(island, rng, generation, config) for island in islands]
    return tuple(_survivors(island.join(moving[k - 1]), config) for k, island in enumerate(islands))


def _emigrants(
    island: Population, rng: np.random.Generator, generation: int, config: GeneticConfig
) -> Population:
    if island.size == 0:
        return island
    drawn = rng.integers(island.size, size=(config.migrants, config.tournament))
    winners = island.fitness(config.parsimony)[drawn].argmax(axis=1)
    rows = np.unique(drawn[np.arange(config.migrants), winners])
    # On another island life begins anew, or they would be the first to die there.
    return island.take(rows)._replace(births=np.full(len(rows), generation, np.int64))
