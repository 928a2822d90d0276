"""One attempt at a problem: the direct search and the recursion take turns until one is proved."""

from dataclasses import replace

import numpy as np
from sympy import Expr

from sympy_ssde.config import Hint, SearchConfig
from sympy_ssde.exact.candidate import Candidate
from sympy_ssde.exact.identify import numbers_of
from sympy_ssde.guess.seeds import hinted_literals, hinted_operators
from sympy_ssde.language.tokens import Library
from sympy_ssde.physics.collocation import CollocationConfig
from sympy_ssde.physics.loss import Physics
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.simplify import cost
from sympy_ssde.proof.verify import Status
from sympy_ssde.result.solution import (
    Ending,
    History,
    Method,
    Record,
    Solution,
    Step,
    no_residuals,
    proved_front,
)
from sympy_ssde.solver.direct import Direct
from sympy_ssde.solver.interruption import is_interrupt
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.progress import Progress
from sympy_ssde.solver.recursive import Recursive
from sympy_ssde.solver.searcher import Clock, Prover, Searcher


def attempt(problem: Problem, options: Options, start: float, display: Progress) -> Solution:
    """Prepare a search and run it; an interrupt ends either with the best that there is."""
    clock = Clock(start, start + options.timeout)
    try:
        prepared = Attempt(problem, options, clock)
    except (KeyboardInterrupt, SystemError) as error:
        if not is_interrupt(error):
            raise
        return Solution(
            problem=problem,
            expr=None,
            status=Status.UNDECIDED,
            verification=None,
            residuals={},
            seed=options.seed,
            seconds=clock.passed(),
            evaluations=0,
            method=usual_method(options.hint),
            reason=str(Ending.INTERRUPTED),
            options=options.named,
            ending=Ending.INTERRUPTED,
        )
    return prepared.search(display)


class Attempt:
    """All that one call of the solver knows: the language, the physics, what was found so far.

    ``direct`` is the search in all variables, None if the hint excludes it; ``searchers`` are
    those that have something left to try.
    """

    def __init__(self, problem: Problem, options: Options, clock: Clock):
        self.problem, self.options, self.clock = problem, options, clock
        self.records: list[Record] = []
        config, rng = options.config, np.random.default_rng([options.seed, 1])
        library = language(problem, options)
        self.physics = Physics(
            problem,
            library,
            rng,
            points=collocation(config, len(library.variables), len(problem.conditions)),
            weights=config.weights,
            relative=config.relative,
            workers=options.workers,
        )
        prove = Prover(self.physics, clock)
        self.searchers: list[Searcher] = []
        several = len(library.variables) > 1
        if options.hint is Hint.RECURSIVE or (
            options.hint is Hint.DEFAULT and config.recursion and several
        ):
            self.searchers.append(Recursive(self.physics, options, prove, clock))
        self.direct: Direct | None = None
        if options.hint is not Hint.RECURSIVE:
            self.direct = Direct(self.physics, options, prove, clock, rng)
            self.searchers.append(self.direct)

    # searching -----------------------------------------------------------------------------------

    def search(self, display: Progress) -> Solution:
        """Steps until a candidate is proved, time is up, or the user interrupts."""
        best: Candidate | None = None
        winner: Searcher | None = None
        grace = 0
        ending = Ending.OUT_OF_TIME
        try:
            while self.searchers:
                searcher = winner or min(self.searchers, key=lambda s: s.evaluations)
                try:
                    record, found = searcher.advance()
                except StopIteration:
                    self.searchers.remove(searcher)
                    ending = searcher.exhausted
                    if winner is not None:
                        break
                    continue
                if found is not None and (best is None or cost(found.expr) < cost(best.expr)):
                    best, winner = found, searcher
                if self._report(record, display):
                    ending = Ending.STOPPED
                    break
                if winner is not None:
                    grace += 1
                    if grace > self.options.config.grace or winner.method is Method.RECURSIVE:
                        break
                if self.clock.left() <= 0:
                    ending = Ending.OUT_OF_TIME
                    break
        except (KeyboardInterrupt, SystemError) as error:
            if not is_interrupt(error):  # compiled code turns Ctrl-C into a SystemError
                raise
            ending = Ending.INTERRUPTED
        if winner is None:
            return self.solution(usual_method(self.options.hint), best, ending)
        return self.solution(winner.method, best, ending, winner.steps)

    def _report(self, record: Record, display: Progress) -> bool:
        """Note a record, which counts one searcher's evaluations, with those of all."""
        record = replace(record, evaluations=self.evaluations())
        self.records.append(record)
        display.show(record)
        callback = self.options.callback
        return bool(callback(record)) if callback is not None else False

    def evaluations(self) -> int:
        """Skeletons that were fitted so far."""
        counted = list(self.searchers)
        if self.direct is not None and self.direct not in counted:
            counted.append(self.direct)
        known = self.records[-1].evaluations if self.records else 0
        return max(sum(s.evaluations for s in counted), known)

    # the result ----------------------------------------------------------------------------------

    def solution(
        self,
        method: Method,
        found: Candidate | None,
        ending: Ending,
        steps: tuple[Step, ...] = (),
    ) -> Solution:
        """The proved answer, or the best approximation."""
        if found is None:
            expr, residuals = self._approximation()
        else:
            expr, residuals = found.expr, no_residuals(self.problem)
        return Solution(
            problem=self.problem,
            expr=expr,
            status=Status.PROVED if found else Status.UNDECIDED,
            verification=found.verification if found else None,
            residuals=residuals,
            seed=self.options.seed,
            seconds=self.clock.passed(),
            evaluations=self.evaluations(),
            method=method,
            steps=steps,
            history=History(tuple(self.records), self._front(found)),
            reason="" if found else self._words(ending),
            options=self.options.named,
            ending=None if found else ending,
        )

    def _words(self, ending: Ending) -> str:
        if ending is Ending.OUT_OF_ROUNDS:
            rounds = self.options.config.max_rounds
            return f"after {rounds} round{'' if rounds == 1 else 's'}"
        return str(ending)

    def _approximation(self) -> tuple[Expr | None, dict[str, float]]:
        return (None, {}) if self.direct is None else self.direct.approximation()

    def _front(self, found: Candidate | None) -> tuple[tuple[int, float, str], ...]:
        front = () if self.direct is None else self.direct.front()
        return front or (proved_front(found.expr) if found else ())


def usual_method(hint: Hint) -> Method:
    """The method of a search that has found nothing."""
    return Method.RECURSIVE if hint is Hint.RECURSIVE else Method.DIRECT


def language(problem: Problem, options: Options) -> Library:
    """The tokens of candidates; with hints, those that the problem's own expressions suggest too.

    A library that the user has chosen gets no further operators.
    """
    config = options.config
    operators, literals = config.operators, ()
    if config.hints:
        literals = hinted_literals(numbers_of(problem))
        if not options.own_library:
            exprs = [c.expr for c in problem.constraints]
            known = set(problem.variables + problem.params)
            operators = hinted_operators(exprs, operators, known)
    return Library.build(operators, problem.variables + problem.params, literals)


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
