"""One attempt at a problem: the direct search and the recursion take turns until one is proved."""

import logging
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

import numpy as np
from sympy import Expr

from sympy_ssde.config import Options, SearchConfig
from sympy_ssde.exact.candidate import Candidate, exact_candidate, refitted
from sympy_ssde.exact.identify import numbers_of
from sympy_ssde.fit.rsco import RSCO, RSCOConfig
from sympy_ssde.guess.seeds import (
    hinted_literals,
    hinted_operators,
    hinted_seeds,
    inverse_seeds,
    loosened,
    neighbours,
    seed_skeletons,
    wave_seeds,
)
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton, programs
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.collocation import CollocationConfig
from sympy_ssde.physics.loss import Physics, Programs
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.simplify import cost
from sympy_ssde.proof.verify import Status
from sympy_ssde.recursion.recursion import Event, Recursion
from sympy_ssde.result.solution import History, Record, Solution, Step, proved_front
from sympy_ssde.search.archive import HallOfFame
from sympy_ssde.search.loop import Generation, Search
from sympy_ssde.search.score import Batch, Score
from sympy_ssde.solver.interruption import is_interrupt
from sympy_ssde.solver.progress import Progress

logger = logging.getLogger("sympy_ssde")

_GROUPS = ("equation", "boundary", "initial")
_LONGEST_PROOF = 10.0
_CLOSE = 1e-14  # loss of a recursion's result, relative to u = 0, that is worth a proof


class Method(Protocol):
    """A way to solve that is advanced in small steps, so that several can take turns."""

    @property
    def name(self) -> str:
        """As in :attr:`Solution.method`."""

    @property
    def evaluations(self) -> int:
        """Skeletons that were fitted."""

    def advance(self) -> tuple[Record, Candidate | None]:
        """One step: what happened, and a proved solution if there is one.

        Raises StopIteration when there is nothing more to try.
        """

    @property
    def steps(self) -> tuple[Step, ...]:
        """The recursion's rounds that led to the solution."""


class Attempt:
    """All that one call of the solver knows: the language, the physics, what was found so far."""

    def __init__(self, problem: Problem, options: Options, start: float, timeout: float):
        self.problem, self.options = problem, options
        self.start, self.end = start, start + timeout
        self.records: list[Record] = []
        self.methods: list[Method] = []
        self.direct: _Direct | None = None
        self.physics: Physics | None = None

    def left(self) -> float:
        """Seconds until the end."""
        return self.end - time.monotonic()

    # searching -----------------------------------------------------------------------------------

    def search(self, display: Progress) -> Solution:
        """Steps until a candidate is proved, time is up, or the user interrupts."""
        best: Candidate | None = None
        winner: Method | None = None
        grace = 0
        reason = "out of time"
        try:
            self.prepare()
            while self.methods:
                method = winner or min(self.methods, key=lambda m: m.evaluations)
                try:
                    record, found = method.advance()
                except StopIteration:
                    self.methods.remove(method)
                    reason = self._exhausted(method)
                    if winner is not None:
                        break
                    continue
                if found is not None and (best is None or cost(found.expr) < cost(best.expr)):
                    best, winner = found, method
                if self._report(record, display):
                    reason = "stopped by the callback"
                    break
                if winner is not None:
                    grace += 1
                    if grace > self.options.config.grace or winner.name == "recursive":
                        break
                if self.left() <= 0:
                    reason = "out of time"
                    break
        except (KeyboardInterrupt, SystemError) as error:
            if not is_interrupt(error):  # compiled code turns Ctrl-C into a SystemError
                raise
            reason = "interrupted"
        name = winner.name if winner is not None else self._default_name()
        return self.solution(name, best, reason, winner.steps if winner is not None else ())

    def _exhausted(self, method: Method) -> str:
        if method.name == "recursive":
            return "the conditions give no values along any line for the recursion to start from"
        rounds = self.options.config.max_rounds
        return f"after {rounds} round{'' if rounds == 1 else 's'}"

    def _default_name(self) -> str:
        return "recursive" if self.options.hint == "recursive" else "direct"

    def _report(self, record: Record, display: Progress) -> bool:
        self.records.append(record)
        display.show(record)
        callback = self.options.callback
        return bool(callback(record)) if callback is not None else False

    # setting up ----------------------------------------------------------------------------------

    def prepare(self) -> None:
        """The physics, and the methods that the hint and the configuration allow."""
        problem, config, options = self.problem, self.options.config, self.options
        exprs = [c.expr for c in problem.constraints]
        operators, literals = config.operators, ()
        if config.hints:
            literals = hinted_literals(numbers_of(problem))
            if not options.own_library:
                known = set(problem.variables + problem.params)
                operators = hinted_operators(exprs, operators, known)
        library = Library.build(operators, problem.variables + problem.params, literals)
        rng = np.random.default_rng([options.seed, 1])
        self.physics = Physics(
            problem,
            library,
            rng,
            points=collocation(config, len(library.variables), len(problem.conditions)),
            weights=config.weights,
            relative=config.relative,
            workers=options.workers,
        )
        several = len(library.variables) > 1
        if options.hint == "recursive" or (
            options.hint == "default" and config.recursion and several
        ):
            self.methods.append(_Recursive(self, library))
        if options.hint != "recursive":
            self.direct = _Direct(self, library, exprs, rng)
            self.methods.append(self.direct)

    # the result ----------------------------------------------------------------------------------

    def prove(self, skeleton: Skeleton, constants: np.ndarray) -> Candidate | None:
        """The candidate with exact constants if it is proved."""
        left = self.left()
        if left <= 0 or self.physics is None:
            return None
        found = exact_candidate(
            skeleton, constants, self.physics, timeout=min(_LONGEST_PROOF, left)
        )
        if found is not None and found.verification:
            return found
        logger.debug("not proved: %s", skeleton.text)
        return None

    def evaluations(self) -> int:
        """Skeletons that were fitted so far."""
        every = {id(m): m for m in (*self.methods, *((self.direct,) if self.direct else ()))}
        return max(
            sum(m.evaluations for m in every.values()),
            self.records[-1].evaluations if self.records else 0,
        )

    def solution(
        self, method: str, found: Candidate | None, reason: str, steps: tuple[Step, ...] = ()
    ) -> Solution:
        """The proved answer, or the best approximation."""
        expr, residuals = (found.expr, self._zero()) if found else self._approximation()
        return Solution(
            problem=self.problem,
            expr=expr,
            status=Status.PROVED if found else Status.UNDECIDED,
            verification=found.verification if found else None,
            residuals=residuals,
            seed=self.options.seed,
            seconds=time.monotonic() - self.start,
            evaluations=self.evaluations(),
            method=method,
            steps=steps,
            history=History(tuple(self.records), self._front(found)),
            reason="" if found else reason,
            options=self.options.named,
        )

    def _zero(self) -> dict[str, float]:
        initial = self.problem.initial
        present = (True, not all(initial), any(initial))
        return {name: 0.0 for name, p in zip(_GROUPS, present, strict=True) if p}

    def _approximation(self) -> tuple[Expr | None, dict[str, float]]:
        """The hall's best expression with its fitted constants, and its RMSEs."""
        if self.direct is None or self.physics is None:
            return None, {}
        front = self.direct.hall.front()
        if not len(front.losses):
            return None, {}
        skeleton, constants = self.direct.member(len(front.losses) - 1)
        rows, lengths = programs([skeleton])
        values = np.zeros((1, max(1, len(constants))))
        values[0, : len(constants)] = constants
        roots = np.sqrt(self.physics.mean_squares(Programs(rows, lengths), values)[0])
        residuals = {
            n: float(r) for n, r, p in zip(_GROUPS, roots, self.physics.present, strict=True) if p
        }
        return skeleton.to_sympy([float(c) for c in constants]), residuals

    def _front(self, found: Candidate | None) -> tuple[tuple[int, float, str], ...]:
        front = () if self.direct is None else self.direct.front()
        return front or (proved_front(found.expr) if found else ())


def collocation(config: SearchConfig, variables: int, conditions: int) -> CollocationConfig:
    """The collocation points of a problem; their number hardly grows with its size.

    >>> made = [collocation(SearchConfig(), d, 2 * d) for d in (1, 2, 3, 10)]
    >>> [points.interior for points in made], [points.condition for points in made]
    ([32, 48, 64, 96], [16, 16, 16, 4])
    """
    return CollocationConfig(
        interior=config.interior * (1 + min(variables, 5)) // 2,
        condition=max(min(4, config.condition), 6 * config.condition // max(6, conditions)),
        near=config.near,
    )


class _Direct:
    """The search in all variables at once."""

    name = "direct"
    steps: tuple[Step, ...] = ()

    def __init__(
        self, attempt: Attempt, library: Library, exprs: list[Expr], rng: np.random.Generator
    ):
        config = attempt.options.config
        self.attempt, self.library, self.config = attempt, library, config
        grammar = Grammar.compile(
            library,
            attempt.options.grammar,
            max_length=config.max_length,
            max_constants=config.max_constants,
        )
        seeds = self._seeds(exprs, grammar) if config.hints else None
        search = Search(grammar, config)
        self.state = search.begin(attempt.options.seed)
        score, child_score, seed_score = self._scores(rng)
        self._generations: Iterator[Generation] = search.run(
            self.state, score, seeds, child_score, seed_score
        )
        self._tried: set[int] = set()

    @property
    def evaluations(self) -> int:
        """Skeletons that were fitted."""
        return self.state.evaluations

    @property
    def hall(self) -> HallOfFame:
        """The best of each complexity."""
        return self.state.hall

    def _scores(self, rng: np.random.Generator) -> tuple[Score, Score, Score]:
        """The score of the policy's skeletons, RSCO, and those of children and of seeds.

        Children inherit constants that fit the conditions already, so that they are fitted to the
        whole loss at once, with few new starts.  Seeds are few, and all are fitted to the end.
        """
        config, physics = self.config, self.attempt.physics
        assert physics is not None
        settings = RSCOConfig(
            epsilon=config.epsilon, conditions_first=config.rsco, bfgs=config.bfgs
        )
        children = replace(
            settings,
            epsilon=min(1.0, 3 * config.epsilon),
            conditions_first=False,
            first_iterations=2,
            scatter=2,
            survivors=(2, 1),
        )
        seeds = replace(settings, epsilon=1.0, conditions_first=False)
        return RSCO(physics, settings, rng), RSCO(physics, children, rng), RSCO(physics, seeds, rng)

    def _seeds(self, exprs: list[Expr], grammar: Grammar) -> Batch | None:
        library = grammar.library
        plain = hinted_seeds(exprs, set(library.variables))
        free = [loosened(seed) for seed in plain]
        near = [n for seed in plain for n in neighbours(seed, library.variables)]
        undone = inverse_seeds(exprs, library.variables)
        waves = wave_seeds(exprs, library.variables)
        every = [*plain, *free, *near, *undone, *waves]
        found = seed_skeletons(every, library, grammar.accepts, self.config.max_length)
        limits = self.config.max_length, self.config.max_constants
        return Batch.of(found, *limits) if found else None

    def advance(self) -> tuple[Record, Candidate | None]:
        """One generation."""
        generation = next(self._generations)
        return self._record(generation), self._prove(generation)

    def _prove(self, generation: Generation) -> Candidate | None:
        """Try to prove the simplest candidates whose loss is next to nothing."""
        physics = self.attempt.physics
        assert physics is not None
        losses = generation.scores.losses
        rows = np.nonzero(losses <= self.config.threshold * physics.size)[0]
        rows = rows[np.argsort(generation.batch.lengths[rows], kind="stable")]
        for row in rows[:3]:
            key = int(generation.keys[row])
            if key in self._tried:
                continue
            self._tried.add(key)
            skeleton = self._skeleton(generation.batch, row)
            found = self.attempt.prove(skeleton, generation.scores.constants[row])
            if found is not None:
                return found
        return None

    def _skeleton(self, batch: Batch, row: int) -> Skeleton:
        tokens = batch.programs[row, : batch.lengths[row]]
        return Skeleton(self.library, tuple(int(t) for t in tokens))

    def member(self, row: int) -> tuple[Skeleton, np.ndarray]:
        """A member of the Pareto front with its constants."""
        batch = self.hall.front().batch
        skeleton = self._skeleton(batch, row)
        return skeleton, batch.constants[row, : skeleton.constants]

    def front(self) -> tuple[tuple[int, float, str], ...]:
        """Complexity, loss and text of the Pareto front's members."""
        found = []
        front = self.hall.front()
        for row, (c, loss) in enumerate(zip(front.complexities, front.losses, strict=True)):
            skeleton, _ = self.member(row)
            found.append((int(c), float(loss), skeleton.formula))
        return tuple(found)

    def _record(self, generation: Generation) -> Record:
        front = self.front()
        return Record(
            self.state.rounds,
            generation.source,
            self.attempt.evaluations(),
            time.monotonic() - self.attempt.start,
            self.state.best_rewards[-1] if self.state.best_rewards else 0.0,
            min((loss for _, loss, _ in front), default=float("inf")),
            front[-1][2] if front else "",
            front,
        )


class _Recursive:
    """The recursion over the variables."""

    name = "recursive"

    def __init__(self, attempt: Attempt, library: Library):
        self.attempt, options = attempt, attempt.options
        self.evaluations = 0
        self.steps: tuple[Step, ...] = ()
        self._rounds = 0
        self._tried: set[tuple[int, ...]] = set()
        recursion = Recursion(
            attempt.problem,
            library,
            options.config,
            grammar=options.grammar,
            seed=options.seed,
            workers=options.workers,
        )
        self._events = recursion.run()

    def advance(self) -> tuple[Record, Candidate | None]:
        """One generation of a round, or the check of an expression in all variables."""
        event = next(self._events)
        self.evaluations += event.evaluations
        self._rounds += event.found is not None
        found = self._prove(event)
        return self._record(event), found

    def _prove(self, event: Event) -> Candidate | None:
        """Refine the constants on all constraints; if they hold, make them exact and prove it."""
        physics = self.attempt.physics
        if event.found is None or physics is None:
            return None
        skeleton = event.found.skeleton
        form = skeleton.canonical().tokens
        if form in self._tried:
            return None
        constants, loss = refitted(skeleton, event.found.constants, physics)
        if not loss <= _CLOSE * physics.size:
            return None
        self._tried.add(form)
        found = self.attempt.prove(skeleton, constants)
        if found is not None:
            last = event.found.steps[-1]
            self.steps = (*event.found.steps[:-1], replace(last, expr=found.expr))
        return found

    def _record(self, event: Event) -> Record:
        source = "recursion" if event.variable is None else f"recursion {event.variable}"
        return Record(
            self._rounds,
            source,
            self.attempt.evaluations(),
            time.monotonic() - self.attempt.start,
            event.reward,
            (1.0 / event.reward - 1.0) ** 2 if event.reward > 0 else float("inf"),
            event.best,
        )
