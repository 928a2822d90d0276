"""The worker's task: families of an equation, proved, stage by stage."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from sympy import Symbol

from sympy_ssde.family.conditions import meeting
from sympy_ssde.family.engine import Found, stage
from sympy_ssde.family.equation import Equation, read
from sympy_ssde.family.generality import is_trivial
from sympy_ssde.family.member import Family, numbered
from sympy_ssde.family.special import is_special
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.check import check
from sympy_ssde.proof.finding import PROVED, Finding
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.verify import check_task
from sympy_ssde.reduction.ordinary_form import renamed

#: Seconds of a proof, and its share of the time that is left: other families wait, too.
_LONGEST_PROOF, _PROOF_SHARE = 20.0, 0.4
STAGES = (0, 1, 2)


@dataclass(frozen=True)
class Member:
    """A proved family, in the problem's own symbols.

    Parameters
    ==========

    general : whether it is the general solution
    sums : whether sums of members are members
    """

    family: Family
    findings: tuple[Finding, ...]
    general: bool = False
    sums: bool = False
    stage: int = 0


@dataclass(frozen=True)
class Families:
    """A task for the worker: the families of a problem with few conditions or none.

    Parameters
    ==========

    most : how many are wanted; with 1, a stage that has found one is the last
    """

    problem: Problem
    timeout: float
    most: int = 1
    stages: tuple[int, ...] = STAGES

    def run(self) -> Iterator[Member]:
        """Proved families, the most general of each stage first."""
        equation = read(self.problem)
        if equation is None:
            return
        clock = Clock(self.timeout)
        kept: list[Found] = []
        for number in self.stages:
            if clock.left() <= 0 or len(kept) >= self.most:
                return
            found = self._found(equation, number, clock)
            for one in sorted(found, key=lambda f: (not f.general, *f.worth)):
                if any(_is_part(one, other, equation) for other in kept):
                    continue
                member = self.proved(one, equation, clock, number)
                if member is not None:
                    kept.append(one)
                    yield member
                if len(kept) >= self.most or any(f.general for f in kept):
                    return

    def _found(self, equation: Equation, number: int, clock: Clock) -> list[Found]:
        """What a stage finds; with something found, it ends when half of the time is over."""
        found: list[Found] = []
        try:
            with ExitStack() as stack:
                for one in stage(equation, number):
                    if not found and not one.trivial:
                        rest = Clock(max(clock.left() - self.timeout / 2, 0.01))
                        stack.enter_context(rest.share(1))
                    found += [] if one.trivial else [one]
        except TimeUp:
            pass
        return found

    def proved(self, found: Found, equation: Equation, clock: Clock, number: int) -> Member | None:
        """A family with the names that people see, and its proof."""
        taken = {s.name for s in self.problem.domain.by_symbol}
        taken |= {f.func.__name__ for f in self.problem.functions}
        own = found.family
        user = dict(equation.user)
        lines = tuple(renamed(line, user) for line in own.lines)
        family = replace(numbered(own.at(own.expr.xreplace(user)), taken), lines=lines)
        for met in self._meeting(family, equation, taken):
            seconds = min(_LONGEST_PROOF, _PROOF_SHARE * clock.left())
            if seconds <= 0:
                return None
            findings = proofs(self.problem, met, seconds)
            if findings:
                linear = equation.linear
                sums = linear is not None and linear.source == 0 and not self.problem.conditions
                return Member(met, findings, found.general, sums, number)
        return None

    def _meeting(self, family: Family, equation: Equation, taken: set[str]) -> Sequence[Family]:
        """Members that meet the conditions, with names of their own; the most general first."""
        if not self.problem.conditions:
            return [family]
        found = [
            numbered(some, taken)
            for some in meeting(family, self.problem)
            if not is_trivial(some.at(equation.own(some.expr)), equation)
        ]
        return sorted(found, key=lambda f: (-len(f.functions), -len(f.constants)))


def proofs(problem: Problem, family: Family, seconds: float) -> tuple[Finding, ...]:
    """A finding for each constraint if all are proved: for all values, or for positive ones."""
    clock = Clock(seconds)
    task = check_task(problem, (family.expr,), seconds, stop_at_refutation=True)
    wanted = len(problem.constraints)
    loose: list[Symbol] = list(task.unbounded)
    tries = [[], loose, *([[*loose, *problem.variables]] if problem.anywhere else [])]
    for number, positive in enumerate(tries):
        share = max(clock.left(), 0.01) / (len(tries) - number)
        findings = tuple(check(task.narrowed(positive, share)))
        if len(findings) == wanted and all(f.status == PROVED for f in findings):
            return findings
    return ()


def _is_part(found: Found, other: Found, equation: Equation) -> bool:
    """Whether a family is left out, since another one has all of it."""
    if found.constants > other.constants:
        return False
    return is_special(found.family, other.family, equation)
