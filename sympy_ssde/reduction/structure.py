"""The worker's task: candidates by the problem's structure, brought into a good form and proved."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sympy import Eq, Expr

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.check import check
from sympy_ssde.proof.finding import PROVED, Finding
from sympy_ssde.proof.limits import Clock
from sympy_ssde.proof.textbook import Textbook
from sympy_ssde.proof.verify import check_task
from sympy_ssde.reduction.engine import Engine, Open
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.ways import LEAVES, METHODS, WAYS

_LONGEST_PROOF = 5.0
_LONGEST_FORM = 1.0

_LIMITS = (0.2, 0.5, 4.0, 6.0)  # seconds of one way for one problem, stage by stage
_FIRST = 0.35  # seconds of all ways together in the first stage, which the search waits for


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
    """

    problem: Problem
    timeout: float
    methods_only: bool = False

    def run(self) -> Iterator[Answer | Open | Passed]:
        """Stages until there is an answer, after the first the reductions that need a search."""
        clock = Clock(self.timeout)
        tried: set[tuple[Expr, ...]] = set()
        for stage, engine in enumerate(self._engines(clock)):
            for found in engine.candidates(self.problem):
                if found.exprs in tried:
                    continue
                tried.add(found.exprs)
                answer = _proved(found, self.problem, clock)
                if answer is not None:
                    yield answer
                    return
            if stage == 0:
                yield from engine.open(self.problem)
            yield Passed(stage)

    def _engines(self, clock: Clock) -> Iterator[Engine]:
        """One for each stage: what takes no time, twice, then patience and SymPy, then dsolve."""
        textbook, named, dsolve = METHODS
        others = ((), ()) if self.methods_only else (LEAVES, WAYS)
        quick, less_quick, patient, last = _LIMITS
        yield Engine((textbook,), *others, clock, quick, _FIRST)
        yield Engine((textbook,), *others, clock, less_quick)
        yield Engine((textbook, named), *others, clock, patient)
        yield Engine((dsolve,), (), (), clock, last)


@dataclass(frozen=True)
class Completion:
    """A task for the worker: the whole solution, from that of the part that was left."""

    open: Open
    exprs: tuple[Expr, ...]
    problem: Problem
    timeout: float

    def run(self) -> Iterator[Answer]:
        """Yield the answer if it is proved."""
        part = self.open.problem
        shown = tuple(Eq(f, e) for f, e in zip(part.functions, self.exprs, strict=True))
        lines = (self.open.reduction.line, Line("Search for the solution of this", shown))
        found = Found(self.open.whole(self.exprs), lines, reduced=True)
        answer = _proved(found, self.problem, Clock(self.timeout))
        if answer is not None:
            yield answer


def _proved(found: Found, problem: Problem, clock: Clock) -> Answer | None:
    """The candidate in its best form that can be proved."""
    forms = dict.fromkeys((_formed(found.exprs, problem, clock), found.exprs))
    for exprs in forms:
        seconds = min(_LONGEST_PROOF, clock.left())
        if seconds <= 0:
            return None
        findings = tuple(check(check_task(problem, exprs, seconds, stop_at_refutation=True)))
        done = len(findings) == len(problem.constraints)
        if done and all(f.status == PROVED for f in findings):
            return Answer(replace(found, exprs=exprs), findings)
    return None


def _formed(exprs: tuple[Expr, ...], problem: Problem, clock: Clock) -> tuple[Expr, ...]:
    formed = []
    for expr in exprs:
        seconds = min(_LONGEST_FORM, max(clock.left() / 4, 0.01))
        *_, shortest = Textbook(expr, problem.domain, seconds).run()
        formed.append(shortest)
    return tuple(formed)
