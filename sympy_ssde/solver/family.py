"""Families of an equation alone, or with few conditions, from the worker."""

from collections.abc import Iterator

from sympy_ssde.family.normalising import Generalisation
from sympy_ssde.family.task import Families, Member
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import verification
from sympy_ssde.result.solution import Ending, Generality, Method, Solution
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.results import family_solution, without_solution
from sympy_ssde.worker.pool import shared_worker

_STEP = 0.05  # seconds of waiting in one piece, so that it can be interrupted


def families(problem: Problem, most: int, options: Options, clock: Clock) -> Iterator[Solution]:
    """Proved families, as they are found."""
    for member in _members(problem, most, clock):
        yield _solution(member, problem, options, clock)


def solve_family(problem: Problem, options: Options, clock: Clock) -> Solution:
    """The most general family that is found first, or a solution without an expression."""
    for found in families(problem, 1, options, clock):
        return found
    ending = Ending.NO_STRUCTURE if clock.left() > 0 else Ending.OUT_OF_TIME
    return without_solution(problem, options, clock, Method.FAMILY, ending)


def family_of(
    solution: Solution, problem: Problem, options: Options, clock: Clock
) -> Solution | None:
    """The family that a single solution belongs to, if it is proved."""
    if not solution or solution.expr is None:
        return None
    task = Generalisation(problem, solution.expr, max(clock.left(), 0.01))
    found, _ = shared_worker().run(task)
    return _solution(found[0], problem, options, clock) if found else None


def _members(problem: Problem, most: int, clock: Clock) -> Iterator[Member]:
    """Families as the worker proves them."""
    running = shared_worker().begin(Families(problem, max(clock.left(), 0.01), most))
    try:
        while clock.left() > 0:
            found = running.take(_STEP)
            if isinstance(found, Member):
                yield found
            elif running.is_over:
                last = running.take(0.0)
                if not isinstance(last, Member):
                    return
                yield last
    finally:
        running.stop()


def _solution(member: Member, problem: Problem, options: Options, clock: Clock) -> Solution:
    proof = verification(problem, member.findings, clock.passed())
    generality = Generality.PARTICULAR
    if member.general and not problem.conditions:
        generality = Generality.GENERAL
    return family_solution(problem, member.family, proof, generality, member.sums, options, clock)
