"""``find_solutions``: several families of an equation alone, or with few conditions."""

import time
from dataclasses import replace
from typing import Any

from sympy_ssde.deadline import read_in_time
from sympy_ssde.errors import ProblemError, reject_unknown
from sympy_ssde.problem.problem import stated
from sympy_ssde.result.solution import Solution
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.family import families
from sympy_ssde.solver.options import SEED, TIMEOUT, checked
from sympy_ssde.solver.solve import without_families
from sympy_ssde.worker.pool import shared_worker

KEYWORDS = ("eq", "func", "bcs", "domain", "params", "ics", "most", "timeout", "seed")


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
    Where conditions determine the solution, it is the only one in the list.

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
        Of the search, which runs where structure leads to no family.

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
    found = list(families(problem, most, options, clock))
    if not found:
        other = without_families(problem, replace(options, progress=False), clock)
        found = [other] if other else []
    return sorted(found, key=lambda s: (-len(s.functions), -len(s.constants)))
