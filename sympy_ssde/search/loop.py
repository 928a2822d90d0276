"""Rounds of the search: the policy proposes, evolution improves, the best are handed on.

A round depends on its state and on the score only.  Whoever runs it decides, between rounds and
generations, whether a candidate is a solution.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from sympy_ssde.config import SearchConfig
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Alphabet, canonical_keys
from sympy_ssde.search.archive import Archive, HallOfFame
from sympy_ssde.search.genetic import Evolution, EvolutionState, Fresh, GeneticConfig
from sympy_ssde.search.policy import Policy, PolicyConfig
from sympy_ssde.search.risk import Learner, Rated, RiskConfig
from sympy_ssde.search.score import Score, Scores


class Source(StrEnum):
    """Who proposes skeletons."""

    SEED = "seed"
    POLICY = "policy"
    GENETIC = "genetic"


class Generation(NamedTuple):
    """A batch that was just scored, and who proposed it."""

    source: Source
    batch: Batch
    scores: Scores
    keys: np.ndarray


@dataclass
class SearchState:
    """All that a search remembers; it can be pickled between generations and continued.

    ``step`` counts what was done of the round; ``is_seeded`` is whether seeds were scored.
    """

    rng: np.random.Generator
    learner: Learner
    evolution: EvolutionState | None
    archive: Archive
    hall: HallOfFame
    rounds: int = 0
    evaluations: int = 0
    restarts: int = 0
    until_restart: int = 0
    step: int = 0
    is_seeded: bool = False
    best_rewards: list[float] = field(default_factory=list)


def luby(index: int) -> int:
    """The sequence 1, 1, 2, 1, 1, 2, 4, ..., counted from 1.

    >>> [luby(i) for i in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    size = 1
    while size < index + 1:
        size *= 2
    return size // 2 if size == index + 1 else luby(index + 1 - size // 2)


class Search:
    """The search over one grammar, with one configuration."""

    def __init__(self, grammar: Grammar, config: SearchConfig):
        self.grammar, self.config = grammar, config
        self.names = Alphabet.of(grammar.library)
        self.evolution = Evolution(grammar, GeneticConfig(children=config.batch))

    def begin(self, seed: int) -> SearchState:
        """The state before the first round."""
        config = self.config
        rng = np.random.default_rng(seed)
        policy = Policy(
            self.grammar,
            PolicyConfig(
                units=config.units,
                layers=config.layers,
                entropy_decay=config.entropy_decay,
                preferred_length=PolicyConfig.preferred_length * self.grammar.library.functions,
            ),
            rng=rng,
        )
        risk = RiskConfig(
            risk_factor=config.epsilon,
            learning_rate=config.learning_rate,
            entropy_weight=config.entropy_weight,
            queue_weight=config.queue_weight,
        )
        hall = HallOfFame(self.grammar.library)
        state = SearchState(rng, Learner(policy, risk), None, Archive(), hall)
        state.until_restart = self.config.restart
        return state

    def run(
        self,
        state: SearchState,
        score: Score,
        seeds: Batch | None = None,
        child_score: Score | None = None,
        seed_score: Score | None = None,
    ) -> Iterator[Generation]:
        """Rounds up to ``max_rounds``; stop iterating when a solution is found.

        ``seeds`` are skeletons to start from, besides those that the search proposes itself.
        ``child_score`` scores the children of evolution, whose constants are inherited, and
        ``seed_score`` the seeds; by default they are the same as ``score``.
        """
        if seeds is not None and len(seeds) and not state.is_seeded:
            state.is_seeded = True
            yield self._score(Source.SEED, state, seed_score or score, seeds)
        most = self.config.max_rounds
        while most is None or state.rounds < most:
            yield from self.round(state, score, child_score or score)
            state.rounds += 1
            state.step = 0
            self._restart(state)

    def round(self, state: SearchState, score: Score, child_score: Score) -> Iterator[Generation]:
        """A batch of the policy, then generations of the genetic step; what is left of them.

        Steps are counted before they are handed out: a state that is kept there goes on after it.
        """
        if state.step == 0:
            state.step = 1
            if self.config.policy:
                yield self._policy_batch(state, score)
            elif state.evolution is None:
                yield self._score(Source.GENETIC, state, score, self._fresh(state))
        while self.config.genetic and state.step <= self.config.generations:
            state.step += 1
            yield self._generation(state, child_score)

    def _restart(self, state: SearchState) -> None:
        """Let evolution begin anew after 4, 4, 8, 4, 4, 8, 16, ... rounds.

        Evolution either finds a solution soon or gets stuck in good approximations: the times
        have a heavy tail, against which Luby's universal restarts help (Luby, Sinclair & Zuckerman
        1993).  The policy keeps what it has learned, the hall of fame stays.
        """
        if not self.config.genetic or not self.config.restart:
            return
        state.until_restart -= 1
        if state.until_restart <= 0:
            state.restarts += 1
            state.until_restart = self.config.restart * luby(state.restarts + 1)
            state.evolution, state.archive = None, Archive()

    def _fresh(self, state: SearchState) -> Batch:
        return self.evolution.fresh(self.config.batch, state.rng)

    def _unseen(self, state: SearchState) -> Fresh:
        """New blood for an island that starts anew: only what was not scored before."""

        def fresh(count: int, rng: np.random.Generator) -> Batch:
            batch = self.evolution.fresh(2 * count, rng)
            keys = canonical_keys(batch.programs, batch.lengths, self.names)
            return batch.take(np.flatnonzero(~state.archive.contains(keys))[:count])

        return fresh

    def _policy_batch(self, state: SearchState, score: Score) -> Generation:
        """Sample, score what is new, learn from it and from the elites of evolution."""
        batch = state.learner.policy.sample(self.config.batch, state.rng).batch
        constants = 1.0 + 0.1 * state.rng.standard_normal(batch.constants.shape)
        generation = self._score(Source.POLICY, state, score, batch.at(constants))
        elites = None
        if self.config.genetic and state.evolution is not None:
            best = self.evolution.elites(state.evolution, int(self.config.epsilon * len(batch)))
            elites = Rated(best.batch, best.rewards)
        if len(generation.batch):
            state.learner.update(generation.batch, generation.scores, elites)
        return generation

    def _score(self, source: Source, state: SearchState, score: Score, batch: Batch) -> Generation:
        """Score the skeletons that are not in the archive yet and let them live on an island."""
        keys = canonical_keys(batch.programs, batch.lengths, self.names)
        _, first = np.unique(keys, return_index=True)
        rows = np.sort(first)
        rows = rows[~state.archive.contains(keys[rows])]
        batch, keys = batch.take(rows), keys[rows]
        if not len(rows):
            return Generation(source, batch, Scores.of_nothing(batch), keys)
        scores = score(batch)
        self._note(state, batch, scores, keys)
        if self.config.genetic:
            fitted = batch.at(scores.constants)
            if state.evolution is None:
                state.evolution = self.evolution.seed(fitted, scores)
            else:
                state.evolution = self.evolution.inject(state.evolution, fitted, scores)
        return Generation(source, batch, scores, keys)

    def _generation(self, state: SearchState, score: Score) -> Generation:
        assert state.evolution is not None
        brood = self.evolution.propose(
            state.evolution, state.archive, state.rng, self._unseen(state)
        )
        scores = score(brood.batch)
        self._note(state, brood.batch, scores, brood.keys)
        state.evolution = self.evolution.absorb(state.evolution, brood, scores, state.rng)
        return Generation(Source.GENETIC, brood.batch, scores, brood.keys)

    def _note(self, state: SearchState, batch: Batch, scores: Scores, keys: np.ndarray) -> None:
        state.archive.insert(keys, scores.losses)
        state.hall = state.hall.update(batch, scores)
        state.evaluations += len(batch)
        state.best_rewards.append(float(scores.rewards.max(initial=0.0)))
