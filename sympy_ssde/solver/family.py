"""``find_solutions``: families of an equation alone, or with few conditions."""

import time
from collections.abc import Iterator
from typing import Any

from sympy_ssde.deadline import read_in_time
from sympy_ssde.errors import ProblemError, reject_unknown
from sympy_ssde.family.normalising import Generalisation
from sympy_ssde.family.task import Families, Member
from sympy_ssde.problem.problem import Problem, stated
from sympy_ssde.proof.verify import verification
from sympy_ssde.result.solution import Ending, Generality, Method, Solution
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import SEED, TIMEOUT, Options, checked
from sympy_ssde.solver.results import family_solution, without_solution
from sympy_ssde.worker.pool import shared_worker

KEYWORDS = ("eq", "func", "bcs", "domain", "params", "ics", "most", "timeout", "seed")
_STEP = 0.05  # seconds of waiting in one piece, so that it can be interrupted


def find_solutions(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    *,
    params: Any = None,
    ics: Any = None,
    most: int = 4,
    timeout: float = TIMEOUT.default,
    seed: int = SEED.default,
    **unknown: Any,
) -> list[Solution]:
    """Several families of solutions of an equation, the most general first.

    Explanation
    ===========

    As ``find_solution`` for an equation without conditions, or with fewer of them than determine
    a solution, but it goes on looking after the first family.  A family that is a special case of
    one before it is left out.  Each is proved for all values of its constants, and for all its
    arbitrary functions, wherever it is defined; ``Solution.assumptions`` says what is assumed.

    Examples
    ========

    >>> from sympy import Eq, Function
    >>> from sympy.abc import x, t
    >>> from sympy_ssde import find_solutions
    >>> u = Function("u")
    >>> wave = Eq(u(x, t).diff(t, 2), u(x, t).diff(x, 2))
    >>> find_solutions(wave, u(x, t), most=1)[0].eq
    Eq(u(x, t), F(t + x) + G(-t + x))

    Parameters
    ==========

    eq, func, bcs, domain, params, ics
        The problem, see :class:`~sympy_ssde.Problem`.
    most : int
        How many families are wanted.
    timeout : float
        Seconds after which no more of them are looked for.
    seed : int
        Kept in the solutions; families don't depend on it.

    See Also
    ========

    ssdsolve, find_solution
    """
    reject_unknown("find_solutions", unknown, KEYWORDS)
    if not isinstance(most, int) or most < 1:
        raise ProblemError(f"most is {most!r}; a number of families was expected, 1 or more")
    options = checked({"params": params, "timeout": timeout, "seed": seed})
    shared_worker().start()
    start = time.monotonic()
    clock = Clock(start, start + options.timeout)
    problem = read_in_time(lambda: stated(eq, func, bcs, domain, params, ics), options.timeout)
    found = [_solution(m, problem, options, clock) for m in _members(problem, most, clock)]
    ranks = [len(s.functions) for s in found]
    order = sorted(range(len(found)), key=lambda i: (-ranks[i], i))
    return [found[i] for i in order]


def solve_family(problem: Problem, options: Options, clock: Clock) -> Solution:
    """The most general family that is found first, or a solution without an expression."""
    for member in _members(problem, 1, clock):
        return _solution(member, problem, options, clock)
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
