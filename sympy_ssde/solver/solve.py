"""``ssdsolve`` and ``find_solution``: from a stated problem to a proved solution."""

import time
from collections.abc import Callable
from typing import Any

from sympy import Eq, Expr

from sympy_ssde.config import Hint, SearchConfig
from sympy_ssde.errors import reject_unknown
from sympy_ssde.guess.shortcuts import find_shortcut
from sympy_ssde.problem.problem import Problem, stated
from sympy_ssde.proof.verify import Verification
from sympy_ssde.result.solution import (
    History,
    Method,
    NoSolutionFoundError,
    Record,
    Solution,
    no_residuals,
    proved_front,
)
from sympy_ssde.solver.options import (
    HINT,
    KEYWORDS,
    SEED,
    TIMEOUT,
    Options,
    checked,
    documented,
)
from sympy_ssde.solver.progress import Progress
from sympy_ssde.worker import shared_worker

_LONGEST_SHORTCUT = 5.0


@documented
def ssdsolve(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    *,
    params: Any = None,
    hint: str = HINT.default,
    timeout: float = TIMEOUT.default,
    seed: int = SEED.default,
    config: SearchConfig | None = None,
    library: tuple[str, ...] | None = None,
    grammar: str | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    callback: Callable[[Record], Any] | None = None,
    **unknown: Any,
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
    {options}

    See Also
    ========

    find_solution, sympy_ssde.proof.verify.checkssdsol, sympy.solvers.pde.pdsolve
    """
    solution = find_solution(
        eq,
        func,
        bcs,
        domain,
        params=params,
        hint=hint,
        timeout=timeout,
        seed=seed,
        config=config,
        library=library,
        grammar=grammar,
        workers=workers,
        progress=progress,
        callback=callback,
        **unknown,
    )
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


@documented
def find_solution(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    *,
    params: Any = None,
    hint: str = HINT.default,
    timeout: float = TIMEOUT.default,
    seed: int = SEED.default,
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
        }
    )
    problem = stated(eq, func, bcs, domain, params)
    shared_worker().start()
    start = time.monotonic()
    if options.config.shortcuts and options.hint is Hint.DEFAULT:
        found = find_shortcut(problem, min(options.timeout / 2, _LONGEST_SHORTCUT))
        if found is not None:
            return _shortcut(problem, *found, options, time.monotonic() - start)
    return _searched(problem, options, start)


def _shortcut(
    problem: Problem,
    expr: Expr,
    verification: Verification,
    options: Options,
    seconds: float,
) -> Solution:
    """The solution that needed no search."""
    return Solution(
        problem=problem,
        expr=expr,
        status=verification.status,
        verification=verification,
        residuals=no_residuals(problem),
        seed=options.seed,
        seconds=seconds,
        evaluations=0,
        method=Method.SHORTCUT,
        history=History(front=proved_front(expr)),
        options=options.named,
    )


def _searched(problem: Problem, options: Options, start: float) -> Solution:
    """The solution by a search; what it needs takes seconds to load, so it is loaded here."""
    loading = time.monotonic()
    from sympy_ssde.search.policy import one_thread
    from sympy_ssde.solver.attempt import attempt
    from sympy_ssde.solver.warmup import warm_up

    with one_thread(), Progress(options.progress, options.timeout) as display:
        warm_up()
        spent = time.monotonic() - loading  # loading and compiling is not the search's time
        return attempt(problem, options, start + spent, display)
