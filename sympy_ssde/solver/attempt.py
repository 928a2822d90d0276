"""One attempt at a problem: the direct search and the recursion take turns until one is proved."""

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import count

from sympy import Expr

from sympy_ssde.config import Hint
from sympy_ssde.deadline import Late, is_late, within
from sympy_ssde.errors import UnsupportedError
from sympy_ssde.exact.candidate import Candidate
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.cost import cost
from sympy_ssde.proof.verify import Status
from sympy_ssde.reduction.reduction import Line
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
from sympy_ssde.solver.beside import DUE, Beside
from sympy_ssde.solver.checkpoint import Checkpoint, Position, checkpoint_of
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.direct import Direct
from sympy_ssde.solver.interruption import is_interrupt
from sympy_ssde.solver.lanes import NEW, Ahead, Left, lane, restored
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.preparation import generator, prepared_physics
from sympy_ssde.solver.progress import Progress
from sympy_ssde.solver.recursive import KeptRecursion, Recursive
from sympy_ssde.solver.reduced import KeptReduction, Reduced
from sympy_ssde.solver.results import without_solution
from sympy_ssde.solver.searcher import Prover, Searcher
from sympy_ssde.solver.structured import USUAL
from sympy_ssde.worker.crew import cores, executor_at

_GRACE = 0.2  # seconds after the deadline in which a search ends by itself
_CLOSING = 0.5  # seconds after the deadline in which its best approximation is written
_MOST_REDUCED = 2  # reductions of which a part is searched for
_JOIN = 20  # turns after which they are


def attempt(
    problem: Problem,
    options: Options,
    beside: Beside | None,
    clock: Clock,
    display: Progress,
) -> Solution:
    """Prepare a search and run it; an interrupt ends either with the best that there is."""
    with ExitStack() as helpers:
        if isinstance(options.executor, str):
            executor = helpers.enter_context(executor_at(options.executor))
            options = replace(options, executor=executor)
        try:
            prepared = within(clock.left(), lambda: _begun(problem, options, beside, clock))
        except (KeyboardInterrupt, SystemError, Late) as error:
            ending = _ending(error)
            known = None if beside is None else beside.solution(DUE[-1])
            return known or without_solution(problem, options, clock, USUAL[options.hint], ending)
        if isinstance(prepared, Solution):
            return prepared
        helpers.callback(prepared.stop)
        return prepared.search(display)


def _begun(
    problem: Problem, options: Options, beside: Beside | None, clock: Clock
) -> "Attempt | Solution":
    """The attempt; structure's answer is waited for where there can be none."""
    try:
        return _prepared(problem, options, beside, clock)
    except UnsupportedError:
        if beside is None:
            raise
        beside.wait(DUE[-1], clock.left() - _GRACE)
        known = beside.solution(DUE[-1])
        if known is None:
            raise
        return known


def _prepared(problem: Problem, options: Options, beside: Beside | None, clock: Clock) -> "Attempt":
    """The attempt, from where an earlier call has left it."""
    checkpoint = checkpoint_of(problem, options)
    position = None if checkpoint is None else checkpoint.read()
    if position is not None:
        clock = replace(clock, start=clock.start - position.passed)
    return Attempt(problem, options, beside, clock, checkpoint, position)


def _ending(error: BaseException) -> Ending:
    """Why a search was left; compiled code makes a SystemError of what is raised in it."""
    if is_late(error):
        return Ending.OUT_OF_TIME
    if is_interrupt(error):
        return Ending.INTERRUPTED
    raise error


def _cost(found: Candidate) -> list[int]:
    return [sum(parts) for parts in zip(*map(cost, found.exprs), strict=True)]


class Attempt:
    """All that one call of the solver knows: the language, the physics, what was found so far.

    ``searchers`` are those that have something left to try.  ``beside`` may have the answer before
    they do.  ``lanes`` are the direct searches that have joined.
    """

    def __init__(
        self,
        problem: Problem,
        options: Options,
        beside: Beside | None,
        clock: Clock,
        checkpoint: Checkpoint | None = None,
        position: Position | None = None,
    ):
        self.problem, self.options, self.clock = problem, options, clock
        self._beside, self._checkpoint = beside, checkpoint
        self._overtaken: Solution | None = None
        self._has_joined = False
        self.records: list[Record] = []
        self._best: Candidate | None = None
        self._winner: Searcher | None = None
        self._turn = 0
        self.physics = prepared_physics(problem, options, generator(options))
        self.prove = Prover(self.physics, clock)
        self.searchers: list[Searcher] = []
        self.lanes: list[Direct | Ahead] = []
        self._ahead = self._given_away(() if position is None else position.lanes)
        if position is None:
            self._begin()
        else:
            self._go_on(position)

    def _begin(self) -> None:
        """The searchers that are there from the first turn on."""
        hint, library = self.options.hint, self.physics.library
        several = len(library.variables) > 1
        usual = hint is Hint.DEFAULT and self.options.config.recursion and several
        if hint is Hint.RECURSIVE or usual:
            self.searchers.append(Recursive(self.prove, self.options))
        if hint is not Hint.RECURSIVE:
            self.searchers.append(self._another_lane())

    def _go_on(self, position: Position) -> None:
        """All as it was."""
        self._turn, self._has_joined = position.turn, position.has_joined
        self.records += position.records
        self.prove.fits.extend(position.fits)
        for left in position.lanes:
            self._another_lane(left)
        self.searchers += map(self._revived, position.searchers)

    def _revived(self, kept: int | KeptRecursion | KeptReduction) -> Searcher:
        if isinstance(kept, int):
            return self.lanes[kept]
        if isinstance(kept, KeptRecursion):
            return Recursive(self.prove, self.options, kept)
        return Reduced(kept.open, self.problem, self.options, self.clock, kept.search)

    def _another_lane(self, left: Left = NEW) -> Direct | Ahead:
        """One more direct search."""
        number = len(self.lanes)
        search: Direct | Ahead
        if number in self._ahead:
            search = self._ahead[number]
        else:
            if number == 0:
                search = Direct(self.prove, self.options, restored(left.state))
            else:
                search = lane(number, self.prove, self.options, left.state)
            for _ in range(left.turns):
                search.advance()
        self.lanes.append(search)
        return search

    def _given_away(self, lefts: Sequence[Left]) -> dict[int, Ahead]:
        """The lanes that somebody computes ahead of time."""
        executor, most = self.options.executor, self.options.config.lanes
        if not isinstance(executor, Executor) or self.options.hint is Hint.RECURSIVE:
            return {}
        helpers = getattr(executor, "_max_workers", None) or cores()
        found = {}
        for number in range(1, min(most, helpers + 1)):
            left = lefts[number] if number < len(lefts) else NEW
            found[number] = Ahead(number, self.prove, self.options, executor, left)
        return found

    @property
    def direct(self) -> Direct | None:
        """The search in all variables, which is the first lane; None if the hint excludes it."""
        first = self.lanes[0] if self.lanes else None
        return first if isinstance(first, Direct) else None

    def stop(self) -> None:
        """Nothing is needed any more of what others compute."""
        for search in (*self._ahead.values(), *self.lanes, *self.searchers):
            search.stop()

    def _keep(self, turn: int, is_last: bool = False) -> None:
        """Write to the file, if there is one, where the search is before a turn."""
        if self._checkpoint is None or self._winner is not None:
            return
        if is_last or self._checkpoint.is_due():
            self._checkpoint.write(
                Position(
                    turn,
                    self.clock.passed(),
                    self._has_joined,
                    tuple(self.records),
                    tuple(self.prove.fits),
                    tuple(s.left() for s in self.lanes),
                    tuple(map(self._kept, self.searchers)),
                )
            )

    def _kept(self, searcher: Searcher) -> int | KeptRecursion | KeptReduction:
        if isinstance(searcher, Recursive | Reduced):
            return searcher.kept()
        return next(number for number, lane in enumerate(self.lanes) if lane is searcher)

    # searching -----------------------------------------------------------------------------------

    def search(self, display: Progress) -> Solution:
        """Steps until a candidate is proved, time is up, or the user interrupts."""
        try:
            ending = within(self.clock.left() + _GRACE, lambda: self._take_turns(display))
        except (KeyboardInterrupt, SystemError, Late) as error:
            ending = _ending(error)
        if self._winner is None and self._overtaken is None:
            self._is_overtaken(DUE[-1])  # whatever structure has by now is better than nothing
        if self._overtaken is not None:
            return self._overtaken
        if self._winner is None:
            return self.solution(USUAL[self.options.hint], self._best, ending)
        return self.solution(self._winner.method, self._best, ending, self._winner.steps)

    def _take_turns(self, display: Progress) -> Ending:
        """Advance the searchers, those first that have done least; returns why it ends."""
        grace = 0
        ending = Ending.OUT_OF_TIME
        for turn in count(self._turn):
            if turn == _JOIN or not self.searchers:
                self._join()
            self._open_lane()
            if self._winner is None and self._is_overtaken(turn):
                return ending
            if not self.searchers:
                break
            searcher = self._winner or min(self.searchers, key=lambda s: s.evaluations)
            try:
                record, found = searcher.advance()
            except StopIteration:
                self.searchers.remove(searcher)
                ending = searcher.exhausted
                if self._winner is not None:
                    break
                continue
            if found is not None and (self._best is None or _cost(found) < _cost(self._best)):
                if self._winner is None and self._is_overtaken(turn, wait=True):
                    return ending
                self._best, self._winner = found, searcher
            if self._report(record, display):
                self._keep(turn + 1, is_last=True)
                return Ending.STOPPED
            if self._winner is not None:
                grace += 1
                if grace > self.options.config.grace or self._winner not in self.lanes:
                    break
            is_late = self.clock.left() <= 0
            self._keep(turn + 1, is_late)
            if is_late:
                return Ending.OUT_OF_TIME
        if self._winner is None:
            self._is_overtaken(DUE[-1], wait=True)
        return ending

    def _is_overtaken(self, turn: int, wait: bool = False) -> bool:
        """Whether a stage that comes before this turn has the answer."""
        if self._beside is None:
            return False
        if wait:
            self._beside.wait(turn, self.clock.left())
        self._overtaken = self._beside.solution(turn)
        return self._overtaken is not None

    def _open_lane(self) -> None:
        """Let another direct search join, when it is time."""
        number, config = len(self.lanes), self.options.config
        is_due = 0 < number < config.lanes and self.evaluations() >= number * config.lane
        if is_due and self._winner is None and self.direct in self.searchers:
            self.searchers.append(self._another_lane())

    def _join(self) -> None:
        """Let the reductions of which a part is left take their turns, too; only once."""
        if self._beside is None or self._has_joined:
            return
        self._has_joined = True
        if len(self.problem.variables) > 1 or len(self.problem.functions) > 1:
            for left in self._beside.open()[:_MOST_REDUCED]:
                self.searchers.append(Reduced(left, self.problem, self.options, self.clock))

    def _report(self, record: Record, display: Progress) -> bool:
        """Note a record, which counts one searcher's evaluations, with those of all."""
        record = replace(record, evaluations=self.evaluations())
        self.records.append(record)
        display.show(record)
        callback = self.options.callback
        return bool(callback(record)) if callback is not None else False

    def evaluations(self) -> int:
        """Skeletons that were fitted so far."""
        counted = [*self.searchers, *(s for s in self.lanes if s not in self.searchers)]
        known = self.records[-1].evaluations if self.records else 0
        return max(sum(s.evaluations for s in counted), known)

    # the result ----------------------------------------------------------------------------------

    def solution(
        self,
        method: Method,
        found: Candidate | None,
        ending: Ending,
        steps: tuple[Step | Line, ...] = (),
    ) -> Solution:
        """The proved answer, or the best approximation."""
        exprs: tuple[Expr, ...] = ()
        residuals: dict[str, float] = {}
        front: tuple[tuple[int, float, str], ...] = ()
        with suppress(Late):
            if found is None:
                exprs, residuals = within(self._closing(), self._approximation)
            front = within(self._closing(), lambda: self._front(found))
        if found is not None:
            exprs, residuals = found.exprs, no_residuals(self.problem)
        return Solution(
            problem=self.problem,
            expr=exprs[0] if exprs else None,
            exprs=exprs,
            status=Status.PROVED if found else Status.UNDECIDED,
            verification=found.verification if found else None,
            residuals=residuals,
            seed=self.options.seed,
            seconds=self.clock.passed(),
            evaluations=self.evaluations(),
            method=method,
            steps=steps,
            history=History(tuple(self.records), front),
            reason="" if found else self._words(ending) + self.prove.remark(),
            options=self.options.named,
            ending=None if found else ending,
        )

    def _closing(self) -> float:
        """Seconds in which to say what was found; a little is left however late it is."""
        return max(self.clock.left() + _CLOSING, 0.1)

    def _words(self, ending: Ending) -> str:
        if ending is Ending.OUT_OF_ROUNDS:
            rounds = self.options.config.max_rounds
            return f"after {rounds} round{'' if rounds == 1 else 's'}"
        return str(ending)

    def _approximation(self) -> tuple[tuple[Expr, ...], dict[str, float]]:
        return ((), {}) if self.direct is None else self.direct.approximation()

    def _front(self, found: Candidate | None) -> tuple[tuple[int, float, str], ...]:
        front = () if self.direct is None else self.direct.front()
        return front or (proved_front(found.exprs) if found else ())
