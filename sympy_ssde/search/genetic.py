"""Evolution of skeletons in generations, on islands.

A generation is bred in parts: the islands of a group breed, their children are scored together, and
each island takes its own back (:mod:`.population`).  The next group need not wait for that.

Everything that changes is in :class:`EvolutionState` and in the random generator passed in.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sympy_ssde.language.alphabet import Alphabet
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.canonical import canonical_keys
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.tokens import Library, Op
from sympy_ssde.search.archive import Archive
from sympy_ssde.search.customs import GeneticConfig
from sympy_ssde.search.population import (
    Population,
    breed,
    first_of_each,
    migrate,
    replace,
)
from sympy_ssde.search.score import Score, Scores
from sympy_ssde.search.variation import Habits

#: Makes new blood: ``fresh(count, rng)``, at most ``count`` skeletons with constants to start from.
Fresh = Callable[[int, np.random.Generator], Batch]


class EvolutionState(NamedTuple):
    """All that evolution remembers; it can be pickled.

    ``stalled``: for how many generations each island's best reward has been the same.
    """

    islands: tuple[Population, ...]
    stalled: tuple[int, ...]
    generation: int


class Brood(NamedTuple):
    """A generation to be scored.

    ``keys (batch,) uint64``; ``origins (batch,) int64``, the island of each row;
    ``restarted``: the island that the new blood among them shall replace, or -1;
    ``islands``: those whose generation it is.
    """

    batch: Batch
    keys: np.ndarray
    origins: np.ndarray
    restarted: int = -1
    islands: tuple[int, ...] = ()


def token_weights(library: Library) -> np.ndarray:
    """How often random subtrees use each token, ``(tokens,)``.

    Variables, functions and the four operations each have a share whatever their number, and the
    inverse operations half the share of sum and product.  Pairs come where nothing else can.
    """
    inverse = np.isin(library.opcode, [Op.SUB, Op.DIV])
    classes = [
        (0.34, (library.arity == 2) & (library.opcode != Op.PAIR)),
        (0.12, library.arity == 1),
        (0.28, library.opcode == Op.VARIABLE),
        (0.22, library.opcode == Op.CONSTANT),
        (0.04, library.opcode == Op.LITERAL),
    ]
    weights = np.zeros(len(library))
    for share, members in classes:
        part = np.where(inverse, 0.5, 1.0) * members
        weights += share * part / max(part.sum(), 1.0)
    return weights


@dataclass(frozen=True, eq=False)
class Evolution:
    """Evolution over a grammar.

    Examples
    ========

    >>> from sympy.abc import x
    >>> def score(batch):  # ten tokens are best
    ...     losses = abs(batch.lengths - 10.0)
    ...     rewards = 1 / (1 + losses)
    ...     return Scores(batch.constants, rewards, rewards, losses >= 0, losses)
    >>> evolution = Evolution(Grammar.compile(Library.build(variables=[x])), GeneticConfig())
    >>> rng, archive = np.random.default_rng(0), Archive()
    >>> batch = evolution.fresh(100, rng)
    >>> state = evolution.seed(batch, score(batch))
    >>> for _ in range(5):
    ...     state = evolution.step(state, score, archive, rng)
    >>> evolution.elites(state, 1).batch.lengths.tolist()
    [10]
    """

    grammar: Grammar
    config: GeneticConfig = field(default_factory=GeneticConfig)
    weights: np.ndarray | None = None

    @cached_property
    def names(self) -> Alphabet:
        """What canonical forms need to know of the library."""
        return Alphabet.of(self.grammar.library)

    @cached_property
    def habits(self) -> Habits:
        """The settings as compiled code reads them."""
        config, weights = self.config, self.weights
        weights = token_weights(self.grammar.library) if weights is None else weights
        return Habits(
            np.cumsum(config.shares) / config.shares.sum(),
            config.tournament,
            float(config.short),
            float(config.jitter),
            float(config.spread),
            config.budget,
            np.asarray(weights, np.float64),
        )

    def fresh(self, count: int, rng: np.random.Generator) -> Batch:
        """Draw random skeletons, no two of the same canonical form, with random constants.

        At most ``count``: there may not be as many, or the shortest forms come again and again.
        """
        tables = self.grammar.tables
        programs, lengths = self.grammar.populate(4 * count, rng, self.habits.weights)
        constants = self.config.spread * rng.standard_normal((4 * count, tables.max_constants))
        rows = first_of_each(canonical_keys(programs, lengths, self.names))[:count]
        return Batch(programs, lengths, constants).take(rows)

    def seed(self, batch: Batch, scores: Scores) -> EvolutionState:
        """Return the state after the first skeletons, dealt out to the islands."""
        tables, islands = self.grammar.tables, self.config.islands
        nobody = Population.empty(tables.max_length, tables.max_constants)
        return self.inject(EvolutionState((nobody,) * islands, (0,) * islands, 0), batch, scores)

    def inject(self, state: EvolutionState, batch: Batch, scores: Scores) -> EvolutionState:
        """Return the state after skeletons from elsewhere, dealt out to the islands, came in."""
        keys = canonical_keys(batch.programs, batch.lengths, self.names)
        origins = np.arange(len(batch)) % len(state.islands)
        islands = self._replace(state, Brood(batch, keys, origins), scores)
        return state._replace(islands=islands)

    def due(self, state: EvolutionState) -> int:
        """Return the island to be restarted: an empty one, or the worst if it stagnates; or -1."""
        worst = int(np.argmin([island.best for island in state.islands]))
        empty = state.islands[worst].size == 0
        return worst if empty or state.stalled[worst] >= self.config.stagnation else -1

    def propose(
        self,
        state: EvolutionState,
        archive: Archive,
        rng: np.random.Generator,
        fresh: Fresh | None = None,
        turn: int = 0,
    ) -> Brood:
        """Make a part of the next generation: the children of the group whose turn it is.

        An island that is due gets new blood instead.
        """
        config, due = self.config, self.due(state)
        islands = tuple(range(turn % config.turns, len(state.islands), config.turns))
        parts = []
        for place, k in enumerate(islands):
            if k == due:
                batch = (fresh or self.fresh)(config.population, rng)
                keys = canonical_keys(batch.programs, batch.lengths, self.names)
            else:
                share, more = divmod(config.children // config.turns, len(islands))
                batch, keys = breed(
                    state.islands[k],
                    share + (place < more),
                    rng,
                    tables=self.grammar.tables,
                    names=self.names,
                    habits=self.habits,
                    parsimony=config.parsimony,
                    archive=archive,
                )
            parts.append((*batch, keys, np.full(len(batch), k)))
        *rows, keys, origins = map(np.concatenate, zip(*parts, strict=True))
        kept = first_of_each(keys)
        restarted = due if due in islands else -1
        return Brood(Batch(*rows).take(kept), keys[kept], origins[kept], restarted, islands)

    def absorb(
        self, state: EvolutionState, brood: Brood, scores: Scores, rng: np.random.Generator
    ) -> EvolutionState:
        """Return the state after a generation was scored; now and then, islands exchange some."""
        config = self.config
        generation = state.generation + 1
        islands = self._replace(state._replace(generation=generation), brood, scores)
        stalled = tuple(
            0
            if k == brood.restarted or _improved(old, new, config.digits)
            else stale + (k in brood.islands)
            for k, (old, new, stale) in enumerate(
                zip(state.islands, islands, state.stalled, strict=True)
            )
        )
        if generation % (config.turns * config.migration_interval) == 0:
            islands = migrate(islands, rng, generation, config)
        return EvolutionState(islands, stalled, generation)

    def step(
        self,
        state: EvolutionState,
        score: Score,
        archive: Archive,
        rng: np.random.Generator,
        fresh: Fresh | None = None,
    ) -> EvolutionState:
        """Propose, score, note in the archive, absorb; return the state after it."""
        brood = self.propose(state, archive, rng, fresh, state.generation)
        scores = score(brood.batch)
        archive.insert(brood.keys, scores.losses)
        return self.absorb(state, brood, scores, rng)

    def elites(self, state: EvolutionState, count: int) -> Population:
        """Return the fittest of all islands, best first, no two of the same canonical form."""
        pool = state.islands[0]
        for island in state.islands[1:]:
            pool = pool.join(island)
        pool = pool.take(np.argsort(-pool.fitness(self.config.parsimony), kind="stable"))
        return pool.take(first_of_each(pool.keys)[:count])

    def _replace(
        self, state: EvolutionState, brood: Brood, scores: Scores
    ) -> tuple[Population, ...]:
        """Let each island take in its own rows; one that restarts gives up all it has."""
        islands = list(state.islands)
        if brood.restarted >= 0:
            islands[brood.restarted] = islands[brood.restarted].take(np.empty(0, np.int64))
        for k in np.unique(brood.origins):
            rows = np.flatnonzero(brood.origins == k)
            islands[k] = replace(
                islands[k],
                brood.batch.take(rows),
                Scores(*(field[rows] for field in scores)),
                state.generation,
                keys=brood.keys[rows],
                config=self.config,
            )
        return tuple(islands)


def _improved(old: Population, new: Population, digits: int) -> bool:
    return round(new.best, digits) > round(old.best, digits)
