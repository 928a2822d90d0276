"""The direct search: skeletons in all variables at once."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from sympy import Expr

from sympy_ssde.config import SearchConfig
from sympy_ssde.exact.candidate import Candidate
from sympy_ssde.fit.rsco import RSCO, RSCOConfig
from sympy_ssde.guess.seeds import (
    inverse_seeds,
    loosened,
    neighbours,
    seed_skeletons,
    stated_expressions,
    suggested_seeds,
    wave_seeds,
)
from sympy_ssde.guess.system_seeds import system_seeds
from sympy_ssde.kernel.threads import Stream
from sympy_ssde.language.automaton import LONGEST
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.loss import Physics
from sympy_ssde.problem.problem import Problem
from sympy_ssde.result.solution import GROUPS, Ending, Method, Record, Step
from sympy_ssde.search.archive import HallOfFame
from sympy_ssde.search.loop import Generation, Search, SearchState
from sympy_ssde.search.score import Score
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.searcher import Prover

_REMEMBERED = 8  # problems whose language and suggestions are
_PROOFS = 3  # candidates of a generation that are tried


class Kept(NamedTuple):
    """A direct search between two generations; ``tried`` are the candidates that were not proved.

    It can be pickled.
    """

    state: SearchState
    tried: set[int]


class Left(NamedTuple):
    """Where a search was left: its state, the turns after it that were taken, its evaluations."""

    state: bytes | None = None
    turns: int = 0
    evaluations: int = 0


def restored(state: bytes | None) -> Kept | None:
    """What a direct search has kept."""
    return None if state is None else pickle.loads(state)


class _Turn(NamedTuple):
    """A generation, and what the search knew after it."""

    generation: Generation
    hall: HallOfFame
    rounds: int
    evaluations: int
    reward: float


class Direct:
    """The search in all variables at once.

    With several workers it goes on while a candidate is proved, or another search has its turn;
    what was not asked for then counts nowhere.

    Parameters
    ==========

    prove : makes candidates exact and proves them; it has the problem's numbers and the clock
    kept : what an earlier search for the same problem has left, to go on with
    """

    method = Method.DIRECT
    exhausted = Ending.OUT_OF_ROUNDS
    steps: tuple[Step, ...] = ()

    def __init__(
        self,
        prove: Prover,
        options: Options,
        kept: "Kept | None" = None,
    ):
        self._prove, self._clock = prove, prove.clock
        physics = prove.physics
        self.physics, self.config = physics, options.config
        grammar = _grammar(physics.library, options)
        seeds = suggested_batch(physics.problem, grammar) if self.config.hints else None
        self._formulas: dict[bytes, str] = {}
        # torch rounds its sums differently in threads of its own
        workers = options.workers if physics.compiled is not None else 1
        search = Search(grammar, self.config, workers)
        self.state, self._tried = kept or Kept(search.begin(options.seed), set())
        score, child_score, seed_score = scores(physics, self.config, options.seed)
        generations = search.run(self.state, score, seeds, child_score, seed_score)
        # what is written to a file is the state of what was asked for
        ahead = workers if options.checkpoint is None else 1
        self._turns = Stream(self._followed(generations), ahead)
        self.evaluations, self.hall = self.state.evaluations, self.state.hall

    def _followed(self, generations: Iterator[Generation]) -> Iterator[_Turn]:
        for generation in generations:
            known = self.state
            reward = known.best_rewards[-1] if known.best_rewards else 0.0
            yield _Turn(generation, known.hall, known.rounds, known.evaluations, reward)

    def stop(self) -> None:
        """Nobody asks for more."""
        self._turns.stop()

    def kept(self) -> "Kept":
        """All that is needed to go on with it."""
        return Kept(self.state, self._tried)

    def left(self) -> Left:
        """Where it is now, between two turns."""
        return Left(pickle.dumps(self.kept()), 0, self.evaluations)

    def advance(self) -> tuple[Record, Candidate | None]:
        """One generation."""
        turn = next(self._turns)
        self.evaluations, self.hall = turn.evaluations, turn.hall
        return self._record(turn), self._proved(turn.generation)

    def _proved(self, generation: Generation) -> Candidate | None:
        """Try to prove the simplest candidates whose loss is next to nothing."""
        losses = generation.scores.losses
        rows = np.nonzero(losses <= self.config.threshold * self.physics.size)[0]
        rows = rows[np.argsort(generation.batch.lengths[rows], kind="stable")]
        for row in rows[:_PROOFS]:
            key = int(generation.keys[row])
            if key in self._tried:
                continue
            self._tried.add(key)
            skeleton = generation.batch.skeleton(row, self.physics.library)
            found = self._prove(skeleton, generation.scores.constants[row])
            if found is not None:
                return found
        return None

    def member(self, row: int) -> tuple[Skeleton, np.ndarray]:
        """A member of the Pareto front with its constants."""
        batch = self.hall.front().batch
        skeleton = batch.skeleton(row, self.physics.library)
        return skeleton, batch.constants[row, : skeleton.constants]

    def front(self) -> tuple[tuple[int, float, str], ...]:
        """Complexity, loss and text of the Pareto front's members."""
        found = []
        front = self.hall.front()
        for row, (c, loss) in enumerate(zip(front.complexities, front.losses, strict=True)):
            found.append((int(c), float(loss), self._formula(row)))
        return tuple(found)

    def _formula(self, row: int) -> str:
        """Of a member of the Pareto front, which stays there for a while."""
        batch = self.hall.front().batch
        key = batch.programs[row].tobytes()
        if key not in self._formulas:
            self._formulas[key] = self.member(row)[0].formula
        return self._formulas[key]

    def approximation(self) -> tuple[tuple[Expr, ...], dict[str, float]]:
        """The hall's best expressions with their fitted constants, and the RMSEs."""
        front = self.hall.front()
        if not len(front.losses):
            return (), {}
        skeleton, constants = self.member(len(front.losses) - 1)
        roots = np.sqrt(self.physics.mean_squares(Batch.single(skeleton, constants))[0])
        residuals = {
            n: float(r) for n, r, p in zip(GROUPS, roots, self.physics.present, strict=True) if p
        }
        return skeleton.exprs([float(c) for c in constants]), residuals

    def _record(self, turn: _Turn) -> Record:
        front = self.front()
        return Record(
            turn.rounds,
            turn.generation.source,
            turn.evaluations,
            self._clock.passed(),
            turn.reward,
            min((loss for _, loss, _ in front), default=float("inf")),
            front[-1][2] if front else "",
            front,
        )


def scores(physics: Physics, config: SearchConfig, seed: int) -> tuple[Score, Score, Score]:
    """The score of the policy's skeletons, RSCO, and those of children and of seeds.

    Children inherit constants that fit the conditions already, so that they are fitted to the
    whole loss at once, with few new starts.  Seeds are few, and all are fitted to the end.
    """
    settings = RSCOConfig(epsilon=config.epsilon, conditions_first=config.rsco, bfgs=config.bfgs)
    children = replace(
        settings,
        epsilon=min(1.0, 3 * config.epsilon),
        conditions_first=False,
        first_iterations=2,
        scatter=2,
        survivors=(2, 1),
    )
    seeds = replace(settings, epsilon=1.0, conditions_first=False)
    return RSCO(physics, settings, seed), RSCO(physics, children, seed), RSCO(physics, seeds, seed)


def _grammar(library: Library, options: Options) -> Grammar:
    """The language of candidates; limits are those of one function, times their number."""
    length = min(library.functions * options.config.max_length, LONGEST)
    constants = library.functions * options.config.max_constants
    return _compiled_grammar(library, options.grammar, length, constants)


@lru_cache(maxsize=_REMEMBERED)
def _compiled_grammar(library: Library, text: str | None, length: int, constants: int) -> Grammar:
    return Grammar.compile(library, text, max_length=length, max_constants=constants)


@lru_cache(maxsize=_REMEMBERED)
def suggested_batch(problem: Problem, grammar: Grammar) -> Batch | None:
    """The skeletons that the constraints' expressions suggest, if there are any.

    They are remembered: every search that joins, and every other seed, begins with them.
    """
    library, tables = grammar.library, grammar.tables
    every = system_seeds(problem) if library.functions > 1 else _single_seeds(problem, library)
    found = seed_skeletons(every, library, grammar.accepts, tables.max_length)
    return Batch.of(found, tables.max_length, tables.max_constants) if found else None


def _single_seeds(problem: Problem, library: Library) -> Iterator[tuple[Expr]]:
    exprs, variables = stated_expressions(problem), library.variables
    plain = suggested_seeds(exprs, set(variables))
    free = [loosened(seed) for seed in plain]
    near = [n for seed in plain for n in neighbours(seed, variables)]
    undone = inverse_seeds(exprs, variables)
    return ((seed,) for seed in (*plain, *free, *near, *undone, *wave_seeds(exprs, variables)))
