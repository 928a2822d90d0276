"""``ssdsolve`` and ``find_solution``: from a stated problem to a proved solution."""

import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np
from sympy import Eq

from sympy_ssde.config import Hint, SearchConfig
from sympy_ssde.deadline import Late, read_in_time, within
from sympy_ssde.errors import ProblemWarning, reject_unknown
from sympy_ssde.family.conditions import is_undetermined
from sympy_ssde.family.normalising import normalised
from sympy_ssde.problem.advice import refuse_complex
from sympy_ssde.problem.problem import Problem, stated
from sympy_ssde.result.solution import Ending, Method, NoSolutionFoundError, Record, Solution
from sympy_ssde.solver.beside import Beside
from sympy_ssde.solver.checkpoint import checkpoint_of
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.family import family_of, solve_family
from sympy_ssde.solver.options import (
    HINT,
    KEYWORDS,
    SEED,
    TIMEOUT,
    Options,
    checked,
    documented,
)
from sympy_ssde.solver.others import judged, not_found, warn_of_others
from sympy_ssde.solver.progress import Progress
from sympy_ssde.solver.results import without_solution
from sympy_ssde.solver.structured import USUAL, WITHOUT_SEARCH, solve_by_structure
from sympy_ssde.worker.pool import shared_worker

_FAMILY_SHARE = 0.2  # of the time, where conditions may yet determine a solution
_LEAST_SEARCH = 2.0  # seconds that a search for a family must have
_PATIENCE = 0.05  # seconds before a search begins beside the methods that need none


@documented
def ssdsolve(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    *,
    params: Any = None,
    ics: Any = None,
    hint: str = HINT.default,
    timeout: float = TIMEOUT.default,
    seed: int = SEED.default,
    config: SearchConfig | None = None,
    library: tuple[str, ...] | None = None,
    grammar: str | None = None,
    workers: Any = None,
    progress: bool | None = None,
    callback: Callable[[Record], Any] | None = None,
    checkpoint: str | PathLike[str] | None = None,
    **unknown: Any,
) -> Eq | list[Eq]:
    """Solve a differential equation with its conditions in closed form, and prove it.

    Explanation
    ===========

    As ``pdsolve``, but with boundary and initial conditions, and with a proof: the answer is
    returned only if the equation and every condition are shown to hold exactly.  An equation alone
    has a family for an answer, with constants ``C1, C2, ...`` or functions ``F, G``.  Otherwise
    :class:`NoSolutionFoundError` (a ``NotImplementedError``, as ``pdsolve`` raises) carries the
    best candidate as ``.solution``.  A system gives a list, in the order of its functions.

    Examples
    ========

    >>> from sympy import Eq, Function, exp
    >>> from sympy.abc import x
    >>> from sympy_ssde import ssdsolve
    >>> u = Function("u")
    >>> ssdsolve(Eq(u(x).diff(x), 2*x*u(x)), u(x), {u(0): 1}, {x: (0, 1)})
    Eq(u(x), exp(x**2))

    Parameters
    ==========

    eq, func, bcs, domain
        The problem, see :class:`~sympy_ssde.Problem`.
    {options}

    See Also
    ========

    find_solution, sympy_ssde.proof.verify.checkssdsol, sympy.solvers.pde.pdsolve
    """
    reject_unknown("ssdsolve", unknown, KEYWORDS)
    solution = find_solution(
        eq,
        func,
        bcs,
        domain,
        params=params,
        ics=ics,
        hint=hint,
        timeout=timeout,
        seed=seed,
        config=config,
        library=library,
        grammar=grammar,
        workers=workers,
        progress=progress,
        callback=callback,
        checkpoint=checkpoint,
    )
    if not solution:
        raise NoSolutionFoundError(not_found(solution), solution)
    return solution.eqs if len(solution.eqs) > 1 else solution.eqs[0]


@documented
def find_solution(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    *,
    params: Any = None,
    ics: Any = None,
    hint: str = HINT.default,
    timeout: float = TIMEOUT.default,
    seed: int = SEED.default,
    config: SearchConfig | None = None,
    library: tuple[str, ...] | None = None,
    grammar: str | None = None,
    workers: Any = None,
    progress: bool | None = None,
    callback: Callable[[Record], Any] | None = None,
    checkpoint: str | PathLike[str] | None = None,
    **unknown: Any,
) -> Solution:
    """As :func:`ssdsolve`, but never raises for lack of a solution: see :class:`Solution`.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> from sympy_ssde import find_solution
    >>> u = Function("u")
    >>> found = find_solution(u(x).diff(x, 2) - 2, u(x), {u(0): 0, u(1): 1})
    >>> found.expr, str(found.status)
    (x**2, 'proved')

    Parameters
    ==========

    eq, func, bcs, domain
        The problem, see :class:`~sympy_ssde.Problem`.
    {options}
    """
    reject_unknown("find_solution", unknown, KEYWORDS)
    options = checked(
        {
            "params": params,
            "hint": hint,
            "timeout": timeout,
            "seed": seed,
            "config": config,
            "library": library,
            "grammar": grammar,
            "workers": workers,
            "progress": progress,
            "callback": callback,
            "checkpoint": checkpoint,
        }
    )
    start = time.monotonic()
    shared_worker().start()
    clock = Clock(start, start + options.timeout)
    problem = read_in_time(lambda: stated(eq, func, bcs, domain, params, ics), options.timeout)
    kept = checkpoint_of(problem, options)
    if kept is not None:
        kept.check()
    with _quiet():
        solution = judged(_solved(problem, options, clock), clock)
    if kept is not None and solution:
        kept.remove()
    warn_of_others(solution)
    return solution


@contextmanager
def _quiet() -> Iterator[None]:
    """No warnings of smaller problems, whose corners are the stated one's, nor of overflows."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", ProblemWarning)
        yield


def _solved(problem: Problem, options: Options, clock: Clock) -> Solution:
    """The solution by structure, or by a search; a family where conditions leave one."""
    if not problem.conditions:
        found = _family(problem, options, clock)
        return found or without_families(problem, options, clock) or found
    allowed = options.config.reductions and not options.own_language
    if allowed and options.hint in (Hint.DEFAULT, Hint.REDUCTIONS) and is_undetermined(problem):
        now = time.monotonic()
        some = Clock(clock.start, now + _FAMILY_SHARE * clock.left())
        found = _family(problem, options, some)
        if found:
            return found
    patience = _PATIENCE if is_warm() else clock.left()
    try:
        structured = within(
            clock.left(), lambda: solve_by_structure(problem, options, clock, patience)
        )
    except (KeyboardInterrupt, Late) as error:
        ending = Ending.OUT_OF_TIME if isinstance(error, Late) else Ending.INTERRUPTED
        return without_solution(problem, options, clock, USUAL[options.hint], ending)
    if structured.solution is not None:
        return structured.solution
    try:
        if options.hint in WITHOUT_SEARCH or clock.left() <= 0:
            ending = Ending.NO_STRUCTURE if clock.left() > 0 else Ending.OUT_OF_TIME
            return without_solution(problem, options, clock, USUAL[options.hint], ending)
        return _searched(problem, options, structured.beside, clock)
    finally:
        if structured.beside is not None:
            structured.beside.stop()


def without_families(problem: Problem, options: Options, clock: Clock) -> Solution | None:
    """What else can be found where an equation's structure has led to no family."""
    with _quiet():
        if problem.conditions:
            return judged(_solved(problem, options, clock), clock)
        if options.hint in WITHOUT_SEARCH:
            return None
        return _searched_family(problem, options, clock)


def _family(problem: Problem, options: Options, clock: Clock) -> Solution:
    try:
        return within(clock.left(), lambda: solve_family(problem, options, clock))
    except (KeyboardInterrupt, Late) as error:
        ending = Ending.OUT_OF_TIME if isinstance(error, Late) else Ending.INTERRUPTED
        return without_solution(problem, options, clock, Method.FAMILY, ending)


def _searched_family(problem: Problem, options: Options, clock: Clock) -> Solution | None:
    """A family by a search, with values at a point that keep it away from trivial solutions."""
    tries = list(normalised(problem, options.seed))
    for turn, one in enumerate(tries):
        now = time.monotonic()
        if clock.left() <= _LEAST_SEARCH:
            return None
        part = Clock(clock.start, now + clock.left() / (len(tries) - turn + 0.5))
        found = family_of(_solved(one, options, part), problem, options, clock)
        if found is not None:
            return found
    return None


def is_warm() -> bool:
    """Whether what a search needs is loaded; otherwise that would take longer than to wait."""
    warmup = sys.modules.get("sympy_ssde.solver.warmup")
    return warmup is not None and warmup.warm_up.cache_info().currsize > 0


def _is_loaded_in(seconds: float) -> bool:
    """Load what a search needs, in a thread: on a busy machine that may take longer than it has."""
    loading = threading.Thread(target=_load)
    loading.start()
    loading.join(max(seconds, 0.0))
    return not loading.is_alive()


def _load() -> None:
    from sympy_ssde.solver import attempt  # noqa: F401
    from sympy_ssde.solver.warmup import is_ready, warm_up

    if is_ready():
        warm_up()


def _searched(problem: Problem, options: Options, beside: Beside | None, clock: Clock) -> Solution:
    """The solution by a search; what it needs takes seconds to load, so it is loaded here.

    Loading is part of the time that was given, compiling is not; the solution's seconds are all
    that the user has waited.
    """
    refuse_complex((c.expr for c in problem.constraints), problem.functions)
    begin = time.monotonic()
    if not is_warm() and not _is_loaded_in(clock.left()):
        ending = Ending.OUT_OF_TIME
        return without_solution(problem, options, clock, USUAL[options.hint], ending)
    from sympy_ssde.search.policy import one_thread
    from sympy_ssde.solver.attempt import attempt
    from sympy_ssde.solver.warmup import announce, is_ready, warm_up

    compiling = time.monotonic()
    with one_thread(), Progress(options.progress, options.timeout) as display:
        was_ready = is_ready()
        if options.progress is not False:
            announce()
        warm_up()
        ready = time.monotonic()
        compiled = 0.0 if was_ready else ready - compiling
        solution = attempt(problem, options, beside, clock.later(compiled), display)
    return replace(solution, seconds=solution.seconds + compiled, loading=ready - begin)
