"""Rounds of the search: the policy proposes, evolution improves, the best are handed on.

A round depends on its state and on the score only.  Whoever runs it decides, between rounds and
generations, whether a candidate is a solution.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import numpy as np

from sympy_ssde.config import SearchConfig
from sympy_ssde.kernel.threads import AHEAD, Line
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Alphabet, canonical_keys
from sympy_ssde.search.archive import Archive, HallOfFame
from sympy_ssde.search.genetic import Brood, Evolution, EvolutionState, Fresh, GeneticConfig
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


class Proposal(NamedTuple):
    """A batch that is to be scored; ``brood`` if evolution has bred it.

    ``is_last`` is whether its round ends with it.
    """

    source: Source
    batch: Batch
    keys: np.ndarray
    brood: Brood | None = None
    is_last: bool = False


@dataclass
class SearchState:
    """All that a search remembers; it can be pickled between generations and continued.

    ``pending`` are the proposals whose scores are not known yet.  What was proposed is counted by
    ``begun`` (rounds), ``step`` (of the last of them) and ``bred`` (broods), what was scored by
    ``rounds`` and ``evaluations``.
    """

    rng: np.random.Generator
    learner: Learner
    evolution: EvolutionState | None
    archive: Archive
    hall: HallOfFame
    pending: tuple[Proposal, ...] = ()
    rounds: int = 0
    evaluations: int = 0
    restarts: int = 0
    until_restart: int = 0
    begun: int = 0
    step: int = 0
    bred: int = 0
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
    """The search over one grammar, with one configuration.

    Explanation
    ===========

    Four batches are always under way, whoever scores them: what is proposed depends on what was
    scored before the last three, for every number of ``workers``.  Evolution breeds on one island
    after the other, so that no island waits for its children.
    """

    def __init__(self, grammar: Grammar, config: SearchConfig, workers: int = 1):
        self.grammar, self.config = grammar, config
        self.names = Alphabet.of(grammar.library)
        self.evolution = Evolution(grammar, GeneticConfig(children=config.batch))
        self._workers = workers

    @property
    def _parts(self) -> int:
        """Of all generations of a round."""
        return self.config.generations * self.evolution.config.turns

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
    ) -> "Run":
        """Rounds up to ``max_rounds``; stop iterating when a solution is found.

        ``seeds`` are skeletons to start from, besides those that the search proposes itself.
        ``child_score`` scores the children of evolution, whose constants are inherited, and
        ``seed_score`` the seeds; by default they are the same as ``score``.
        """
        if seeds is not None and len(seeds) and not state.is_seeded:
            state.is_seeded = True
            state.pending = (self._new(Source.SEED, state, seeds),)
        scores = {Source.SEED: seed_score or score, Source.POLICY: score, Source.GENETIC: score}
        return Run(self, state, scores, child_score or score, self._workers)

    def propose(self, state: SearchState) -> list[Proposal]:
        """What is to be scored beside what is under way."""
        made = []
        while len(state.pending) < AHEAD and (proposal := self._proposal(state)) is not None:
            state.pending += (proposal,)
            made.append(proposal)
        return made

    def _proposal(self, state: SearchState) -> Proposal | None:
        """What to score next; None if that can't be told before what is under way is scored.

        A round is a batch of the policy, then generations of the genetic step.
        """
        if state.step == 0:
            if state.begun == self.config.max_rounds or not self._may_begin(state):
                return None
            state.begun += 1
        is_fresh = not self.config.policy and state.evolution is None
        if state.step == 0 and (self.config.policy or is_fresh):
            state.step = 1
            made = self._fresh_batch(state) if is_fresh else self._policy_batch(state)
        elif state.evolution is None and state.pending:
            return None
        elif state.evolution is None:
            made = self._fresh_batch(state)
        else:
            state.step = max(state.step, 1) + 1
            made = self._children(state)
        if state.step > (self._parts if self.config.genetic else 0):
            state.step = 0
            made = made._replace(is_last=True)
        return made

    def _may_begin(self, state: SearchState) -> bool:
        """Let evolution begin anew after 4, 4, 8, 4, 4, 8, 16, ... rounds, when all is scored.

        Evolution either finds a solution soon or gets stuck in good approximations: the times
        have a heavy tail, against which Luby's universal restarts help (Luby, Sinclair & Zuckerman
        1993).  The policy keeps what it has learned, the hall of fame stays.
        """
        if not self.config.genetic or not self.config.restart or not state.begun:
            return True
        if state.until_restart > 1:
            state.until_restart -= 1
            return True
        if state.pending:
            return False
        state.restarts += 1
        state.until_restart = self.config.restart * luby(state.restarts + 1)
        state.evolution, state.archive = None, Archive()
        return True

    def _fresh_batch(self, state: SearchState) -> Proposal:
        batch = self.evolution.fresh(self.config.batch, state.rng)
        return self._new(Source.GENETIC, state, batch)

    def _policy_batch(self, state: SearchState) -> Proposal:
        batch = state.learner.policy.sample(self.config.batch, state.rng).batch
        constants = 1.0 + 0.1 * state.rng.standard_normal(batch.constants.shape)
        return self._new(Source.POLICY, state, batch.at(constants))

    def _new(self, source: Source, state: SearchState, batch: Batch) -> Proposal:
        """The skeletons that are not in the archive yet."""
        keys = canonical_keys(batch.programs, batch.lengths, self.names)
        _, first = np.unique(keys, return_index=True)
        rows = np.sort(first)
        rows = rows[~state.archive.contains(keys[rows])]
        state.archive.insert(keys[rows])
        return Proposal(source, batch.take(rows), keys[rows])

    def _children(self, state: SearchState) -> Proposal:
        assert state.evolution is not None
        brood = self.evolution.propose(
            state.evolution, state.archive, state.rng, self._unseen(state), state.bred
        )
        state.bred += 1
        state.archive.insert(brood.keys)
        return Proposal(Source.GENETIC, brood.batch, brood.keys, brood)

    def _unseen(self, state: SearchState) -> Fresh:
        """New blood for an island that starts anew: only what was not scored before."""

        def fresh(count: int, rng: np.random.Generator) -> Batch:
            batch = self.evolution.fresh(2 * count, rng)
            keys = canonical_keys(batch.programs, batch.lengths, self.names)
            return batch.take(np.flatnonzero(~state.archive.contains(keys))[:count])

        return fresh

    def absorb(self, state: SearchState, scores: Scores) -> Generation:
        """Remember what has come of the first proposal, and let it live on the islands."""
        proposal, *rest = state.pending
        state.pending = tuple(rest)
        state.rounds += proposal.is_last
        source, batch, keys, brood, _ = proposal
        if len(batch):
            self._note(state, batch, scores, keys)
            if self.config.genetic:
                state.evolution = self._evolved(state, batch.at(scores.constants), scores, brood)
            if source is Source.POLICY:
                self._learn(state, batch, scores)
        return Generation(source, batch, scores, keys)

    def _evolved(
        self, state: SearchState, fitted: Batch, scores: Scores, brood: Brood | None
    ) -> EvolutionState:
        if state.evolution is None:
            return self.evolution.seed(fitted, scores)
        if brood is None:
            return self.evolution.inject(state.evolution, fitted, scores)
        return self.evolution.absorb(state.evolution, brood, scores, state.rng)

    def _learn(self, state: SearchState, batch: Batch, scores: Scores) -> None:
        """From a batch of the policy and from the elites of evolution."""
        elites = None
        if self.config.genetic and state.evolution is not None:
            count = int(self.config.epsilon * self.config.batch)
            best = self.evolution.elites(state.evolution, count)
            elites = Rated(best.batch, best.rewards)
        state.learner.update(batch, scores, elites)

    def _note(self, state: SearchState, batch: Batch, scores: Scores, keys: np.ndarray) -> None:
        state.archive.insert(keys, scores.losses)
        state.hall = state.hall.update(batch, scores)
        state.evaluations += len(batch)
        state.best_rewards.append(float(scores.rewards.max(initial=0.0)))


class Run:
    """The generations of a search, one after the other.

    ``score`` tells who scores the proposals of each source, ``child_score`` scores those that were
    bred.
    """

    def __init__(
        self,
        search: Search,
        state: SearchState,
        score: Mapping[Source, Score],
        child_score: Score,
        workers: int,
    ):
        self._search, self._state = search, state
        self._score, self._child_score = score, child_score
        self._line: Line[Scores] = Line(workers)
        self._is_begun = False

    def _add(self, proposals: Sequence[Proposal]) -> None:
        for source, batch, _, brood, _ in proposals:
            score = self._score[source] if brood is None else self._child_score
            self._line.add(partial(_scored, score, batch))

    def __iter__(self) -> Iterator[Generation]:
        return self

    def __next__(self) -> Generation:
        if not self._is_begun:
            self._is_begun = True
            self._add(self._state.pending)
            self._add(self._search.propose(self._state))
        if not self._line:
            raise StopIteration
        generation = self._search.absorb(self._state, self._line.next())
        self._add(self._search.propose(self._state))
        return generation

    def rest(self) -> None:
        """Nothing is done ahead of time until the next generation is asked for."""
        self._line.rest()


def _scored(score: Score, batch: Batch) -> Scores:
    return score(batch) if len(batch) else Scores.of_nothing(batch)
