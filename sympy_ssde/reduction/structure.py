"""The worker's task: candidates by the problem's structure, brought into a good form and proved."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, islice

from sympy import Eq, Expr

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.finding import PROVED, Finding
from sympy_ssde.proof.limits import Clock
from sympy_ssde.proof.textbook import Textbook
from sympy_ssde.proof.verify import check_task
from sympy_ssde.reduction.engine import Engine, Memory, Open, limited
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.series import series
from sympy_ssde.reduction.ways import LEAVES, METHODS, SIMPLE_WAYS, WAYS

_LONGEST_PROOF = 5.0
_LONGEST_FORM = 1.0
_LONGEST_SERIES = 15.0
_RESTS = 3  # candidates for what is left after a part

#: Stages that a search may have to wait for, and those that take their time.
QUICK, PATIENT = (0, 1), (2, 3, 4)
#: The stage after which it is known which reductions a search could complete.
OPEN = 1
#: The stage after which no finite sum is expected any more, and series are tried.
SERIES = 1

#: Seconds of one way for one problem, stage by stage; quick ones have a limit for all ways, too.
_LIMITS = (0.12, 0.25, 0.5, 4.0, 6.0)
_TOGETHER = (0.17, 0.6, math.inf, math.inf, math.inf)
_COLD = 2.5  # times as much for the first task of a process, which has more to load

_tasks = count()  # of this process


@dataclass(frozen=True)
class Answer:
    """A solution and its proof: a finding for each constraint."""

    found: Found
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Passed:
    """A stage is over, without an answer."""

    stage: int


@dataclass(frozen=True)
class Structure:
    """A task for the worker: solve a problem by its structure.

    Parameters
    ==========

    methods_only : whether only the methods that ``hint="sympy"`` asks for are tried
    stages : what takes no time, with more and more patience; then SymPy's methods, too
    """

    problem: Problem
    timeout: float
    methods_only: bool = False
    stages: tuple[int, ...] = (*QUICK, *PATIENT)

    def run(self) -> Iterator[Answer | Open | Passed]:
        """Stages until there is an answer, among them the reductions that need a search."""
        clock, memory = Clock(self.timeout), Memory()
        scale = _COLD if next(_tasks) == 0 else 1.0
        tried: set[tuple[Expr, ...]] = set()
        for stage in self.stages:
            engine = self._engine(stage, scale, clock, memory)
            for found in engine.candidates(self.problem):
                if found.exprs in tried:
                    continue
                tried.add(found.exprs)
                answer = _proved(found, self.problem, clock)
                if answer is not None:
                    yield answer
                    return
            if stage == SERIES and not self.methods_only:
                answer = self._series(clock)
                if answer is not None:
                    yield answer
                    return
            if stage == OPEN:
                yield from engine.open(self.problem)
            yield Passed(stage)

    def _series(self, clock: Clock) -> Answer | None:
        """The first series that is proved; sums without end have no other form to be tried."""
        for found in limited(series, self.problem, min(_LONGEST_SERIES, clock.left())):
            answer = _proved_as_is(found, self.problem, min(_LONGEST_SERIES, clock.left()))
            if answer is not None:
                return answer
        return None

    def _engine(self, stage: int, scale: float, clock: Clock, memory: Memory) -> Engine:
        textbook, named, dsolve = METHODS
        methods = ((textbook,), (textbook,), (textbook,), (textbook, named), (dsolve,))[stage]
        alone = self.methods_only or dsolve in methods
        others = ((), (), ()) if alone else (LEAVES, WAYS, SIMPLE_WAYS)
        longest, together = scale * _LIMITS[stage], scale * _TOGETHER[stage]
        return Engine(methods, *others[:2], clock, longest, together, memory, others[2])


@dataclass(frozen=True)
class Completion:
    """A task for the worker: the whole solution, from that of the part that was left."""

    open: Open
    exprs: tuple[Expr, ...]
    problem: Problem
    timeout: float

    def run(self) -> Iterator[Answer]:
        """Yield the answer if it is proved."""
        clock = Clock(self.timeout)
        part = self.open.problem
        shown = tuple(Eq(f, e) for f, e in zip(part.functions, self.exprs, strict=True))
        lines = (self.open.reduction.line, Line("Search for the solution of this", shown))
        for rest in self._rests(clock):
            exprs = self.open.whole(self.exprs, None if rest is None else rest.exprs)
            more = () if rest is None else rest.lines
            answer = _proved(Found(exprs, (*lines, *more), reduced=True), self.problem, clock)
            if answer is not None:
                yield answer
                return

    def _rests(self, clock: Clock) -> Iterator[Found | None]:
        """Candidates for what is left after the part; None if nothing is."""
        left = self.open.left(self.exprs)
        if left is None:
            yield None
            return
        engine = Engine(
            METHODS[:1], LEAVES, WAYS, clock, _LONGEST_PROOF, memory=Memory(), simple=SIMPLE_WAYS
        )
        yield from islice(engine.candidates(left), _RESTS)


def _proved(found: Found, problem: Problem, clock: Clock) -> Answer | None:
    """The candidate in its best form that can be proved."""
    forms = dict.fromkeys((_formed(found.exprs, problem, clock), found.exprs))
    for exprs in forms:
        shown = replace(found, exprs=exprs)
        answer = _proved_as_is(shown, problem, min(_LONGEST_PROOF, clock.left()))
        if answer is not None:
            return answer
    return None


def _proved_as_is(found: Found, problem: Problem, seconds: float) -> Answer | None:
    if seconds <= 0:
        return None
    findings = tuple(check_task(problem, found.exprs, seconds, stop_at_refutation=True).run())
    done = len(findings) == len(problem.constraints)
    proved = done and all(f.status == PROVED for f in findings)
    return Answer(found, findings) if proved else None


def _formed(exprs: tuple[Expr, ...], problem: Problem, clock: Clock) -> tuple[Expr, ...]:
    formed = []
    for expr in exprs:
        seconds = min(_LONGEST_FORM, max(clock.left() / 4, 0.01))
        *_, shortest = Textbook(expr, problem.domain, seconds).run()
        formed.append(shortest)
    return tuple(formed)
