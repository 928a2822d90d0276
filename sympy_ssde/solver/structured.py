"""Solving without a search: shortcuts, then the problem's structure, both in the worker process."""

from dataclasses import dataclass

from sympy import Expr

from sympy_ssde.config import Hint
from sympy_ssde.deadline import Late, time_left, within
from sympy_ssde.guess.shortcuts import find_shortcut
from sympy_ssde.problem.advice import has_complex
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Verification
from sympy_ssde.reduction.series import promises_series
from sympy_ssde.reduction.structure import SERIES
from sympy_ssde.result.solution import Method, Solution
from sympy_ssde.solver.beside import DUE, Beside
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.results import proved_solution

_LONGEST_SHORTCUT = 10.0  # seconds; far less on a machine that has nothing else to do
_SHARE = 0.5  # of the time, for either, before the search begins

#: Hints that need no search.
WITHOUT_SEARCH = (Hint.SHORTCUTS, Hint.SYMPY, Hint.REDUCTIONS)

#: The method of a call that has found nothing.
USUAL = {
    Hint.DEFAULT: Method.DIRECT,
    Hint.SHORTCUTS: Method.SHORTCUT,
    Hint.SYMPY: Method.SYMPY,
    Hint.REDUCTIONS: Method.REDUCTION,
    Hint.RECURSIVE: Method.RECURSIVE,
    Hint.DIRECT: Method.DIRECT,
}


@dataclass(frozen=True)
class Structured:
    """What came of it: a proved solution, or what is still at work beside the search."""

    solution: Solution | None = None
    beside: Beside | None = None


def solve_by_structure(
    problem: Problem, options: Options, clock: Clock, patience: float
) -> Structured:
    """Try what the options allow and needs no search.

    Reductions know nothing of a library or a grammar that the user has chosen.  They are waited for
    to the end where there is no search, and for complex problems; for systems, whose searches are
    slow, for half of the time, as for problems that promise a series; otherwise until their first
    stage is over, at most for ``patience`` seconds.
    """
    config, hint = options.config, options.hint
    if hint is Hint.SHORTCUTS or (hint is Hint.DEFAULT and config.shortcuts):
        found = _shortcut(problem, min(_SHARE * clock.left(), _LONGEST_SHORTCUT))
        if found is not None:
            expr, proof = found
            return Structured(
                proved_solution(problem, (expr,), proof, Method.SHORTCUT, options, clock)
            )
    allowed = config.reductions and not options.own_language
    if hint in (Hint.SYMPY, Hint.REDUCTIONS) or (hint is Hint.DEFAULT and allowed):
        return _reduced(problem, options, clock, patience)
    return Structured()


def _shortcut(problem: Problem, seconds: float) -> tuple[Expr, Verification] | None:
    """The shortcut that is found in time, though SymPy may hang where candidates are made."""
    if len(problem.functions) > 1:
        return None
    try:
        return within(seconds, lambda: find_shortcut(problem, seconds))
    except Late:
        if time_left() <= 0:  # the whole call is late
            raise
        return None


def _reduced(problem: Problem, options: Options, clock: Clock, patience: float) -> Structured:
    is_searched, is_single = options.hint is Hint.DEFAULT, len(problem.functions) == 1
    is_awaited = not (is_searched and is_single) or has_complex(c.expr for c in problem.constraints)
    beside = Beside(problem, options, clock, is_awaited)
    last = DUE[-1] if is_awaited else 0
    if last == 0 and promises_series(problem):
        last = DUE[SERIES]
    seconds = _SHARE * clock.left() if is_searched else clock.left()
    try:
        beside.wait(last, min(patience, seconds) if last == 0 else seconds)
        return Structured(beside.solution(last), beside)
    except BaseException:  # Ctrl-C or the deadline
        beside.stop()
        raise
