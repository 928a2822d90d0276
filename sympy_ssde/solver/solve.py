"""``ssdsolve`` and ``find_solution``: from a stated problem to a proved solution."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sympy import Eq, Expr

from sympy_ssde.config import Options, SearchConfig
from sympy_ssde.errors import ProblemError, reject_unknown
from sympy_ssde.guess.shortcuts import find_shortcut
from sympy_ssde.problem.problem import Problem, stated
from sympy_ssde.proof.verify import Verification
from sympy_ssde.result.solution import History, NoSolutionFoundError, Record, Solution, proved_front
from sympy_ssde.solver.progress import Progress
from sympy_ssde.worker import shared_worker

HINTS = ("default", "direct", "recursive")
KEYWORDS = (
    "eq func bcs domain params hint timeout seed config library grammar workers progress callback"
).split()


def ssdsolve(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    **options: Any,
) -> Eq:
    """Solve a differential equation with its conditions in closed form, and prove it.

    Explanation
    ===========

    As ``pdsolve``, but with boundary and initial conditions, and with a proof: the answer is
    returned only if the equation and every condition are shown to hold exactly.  Otherwise
    :class:`NoSolutionFoundError` (a ``NotImplementedError``, as ``pdsolve`` raises) carries the
    best candidate as ``.solution``.

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
    params : list or dict, optional
        Symbols that stay in the answer.
    hint : str
        "direct" searches in all variables at once, "recursive" one variable at a time; by default
        both take turns where there are several variables.
    timeout : float
        Seconds after which the search gives up (default 300), without the minute that compiling
        takes once on a machine.
    seed : int
        The same seed gives the same answer.
    workers : int, optional
        Threads; the answer doesn't depend on it.
    config : SearchConfig, library : operator names, grammar : text
        How and in which language candidates are searched.
    progress : bool, optional
        Whether to show a progress bar; by default if the run is long and a person watches.
    callback : callable, optional
        Called with a :class:`~sympy_ssde.result.solution.Record` after every generation.

    See Also
    ========

    find_solution, sympy_ssde.proof.verify.checkssdsol, sympy.solvers.pde.pdsolve
    """
    solution = find_solution(eq, func, bcs, domain, **options)
    if not solution:
        best = "nothing" if solution.expr is None else str(solution.expr)[:200]
        raise NoSolutionFoundError(
            f"no closed form was proved ({solution.reason}, {solution.evaluations} candidates, "
            f"{solution.seconds:.1f} s); the best approximation was {best}. Try a longer timeout=, "
            "another library= or seed=; find_solution() returns the approximation",
            solution,
        )
    assert solution.eq is not None
    return solution.eq


def find_solution(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    *,
    params: Any = None,
    hint: str = "default",
    timeout: float = 300,
    seed: int = 0,
    config: SearchConfig | None = None,
    library: tuple[str, ...] | None = None,
    grammar: str | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    callback: Callable[[Record], Any] | None = None,
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
    """
    reject_unknown("find_solution", unknown, KEYWORDS)
    named = {
        name: value
        for name, value, default in (
            ("hint", hint, "default"),
            ("timeout", timeout, 300),
            ("config", config, None),
            ("library", library, None),
            ("grammar", grammar, None),
        )
        if value != default
    }
    config = _checked(hint, timeout, seed, config, library, grammar, workers, progress, callback)
    problem = stated(eq, func, bcs, domain, params)
    options = Options(
        config,
        hint,
        seed,
        grammar,
        own_library=library is not None,
        workers=workers or min(4, os.cpu_count() or 1),
        named=named,
        callback=callback,
    )
    shared_worker().start()
    start = time.monotonic()
    if config.shortcuts and hint == "default":
        found = find_shortcut(problem, min(timeout / 2, 5))
        if found is not None:
            return _shortcut(problem, *found, options, time.monotonic() - start)
    return _searched(problem, options, start, timeout, progress)


def _shortcut(
    problem: Problem,
    expr: Expr,
    verification: Verification,
    options: Options,
    seconds: float,
) -> Solution:
    """The solution that needed no search."""
    initial = problem.initial
    present = {"equation": True, "boundary": not all(initial), "initial": any(initial)}
    return Solution(
        problem=problem,
        expr=expr,
        status=verification.status,
        verification=verification,
        residuals={name: 0.0 for name, there in present.items() if there},
        seed=options.seed,
        seconds=seconds,
        evaluations=0,
        method="shortcut",
        history=History(front=proved_front(expr)),
        options=options.named,
    )


def _searched(
    problem: Problem, options: Options, start: float, timeout: float, progress: bool | None
) -> Solution:
    """The solution by a search; what it needs takes seconds to load, so it is loaded here."""
    loading = time.monotonic()
    from sympy_ssde.search.policy import one_thread
    from sympy_ssde.solver.attempt import Attempt
    from sympy_ssde.solver.warmup import warm_up

    with one_thread(), Progress(progress, timeout) as display:
        warm_up()
        spent = time.monotonic() - loading  # loading and compiling is not the search's time
        return Attempt(problem, options, start + spent, timeout).search(display)


def _checked(
    hint: Any,
    timeout: Any,
    seed: Any,
    config: Any,
    library: Any,
    grammar: Any,
    workers: Any,
    progress: Any,
    callback: Any,
) -> SearchConfig:
    """Raise for options that can't be meant; the configuration with the user's library."""
    whole = isinstance(seed, int) and seed >= 0
    rules = (
        ("hint", hint, hint in HINTS, f"one of {', '.join(HINTS)}"),
        ("timeout", timeout, _is_number(timeout) and timeout > 0, "a positive number of seconds"),
        ("seed", seed, whole, "a whole number, 0 or more"),
        ("config", config, config is None or isinstance(config, SearchConfig), "a SearchConfig"),
        ("library", library, _is_names(library), "a tuple of operator names, as ('+', 'sin')"),
        ("grammar", grammar, grammar is None or isinstance(grammar, str), "a grammar's text"),
        ("workers", workers, workers is None or _is_positive(workers), "a number of threads"),
        ("progress", progress, progress in (None, True, False), "True, False or None"),
        ("callback", callback, callback is None or callable(callback), "a function of a Record"),
    )
    for name, value, fine, expected in rules:
        if not fine:
            raise ProblemError(f"{name} is {value!r}; {expected} was expected")
    config = config or SearchConfig()
    return config if library is None else replace(config, operators=tuple(library))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_positive(value: Any) -> bool:
    return isinstance(value, int) and value > 0


def _is_names(value: Any) -> bool:
    if value is None:
        return True
    return isinstance(value, (tuple, list)) and all(isinstance(name, str) for name in value)
