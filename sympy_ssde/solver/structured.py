"""Solving without a search: shortcuts, then the problem's structure, both in the worker process."""

import time
from dataclasses import dataclass

from sympy import Expr

from sympy_ssde.config import Hint
from sympy_ssde.deadline import Late, time_left, within
from sympy_ssde.guess.shortcuts import find_shortcut
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Status, Verification, verification
from sympy_ssde.reduction.engine import Open
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.reduction.structure import Answer, Structure
from sympy_ssde.result.solution import (
    Ending,
    History,
    Method,
    Solution,
    no_residuals,
    proved_front,
)
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options
from sympy_ssde.worker import shared_worker

_LONGEST_SHORTCUT = 5.0
_LONGEST_STRUCTURE = 30.0
_SHARE = 0.5  # of the time, for either; the rest is the search's

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
    """What came of it: a proved solution, or reductions of which a part waits for a search."""

    solution: Solution | None = None
    open: tuple[Open, ...] = ()


def solve_by_structure(problem: Problem, options: Options, clock: Clock) -> Structured:
    """Try what the options allow and needs no search.

    Reductions know nothing of a library or a grammar that the user has chosen.
    """
    config, hint = options.config, options.hint
    if hint is Hint.SHORTCUTS or (hint is Hint.DEFAULT and config.shortcuts):
        found = _shortcut(problem, min(_SHARE * clock.left(), _LONGEST_SHORTCUT))
        if found is not None:
            expr, proof = found
            return Structured(_proved(problem, (expr,), proof, Method.SHORTCUT, options, clock))
    allowed = config.reductions and not options.own_language
    if hint in (Hint.SYMPY, Hint.REDUCTIONS) or (hint is Hint.DEFAULT and allowed):
        share = _SHARE if hint is Hint.DEFAULT else 1.0
        return _reduced(problem, options, clock, min(share * clock.left(), _LONGEST_STRUCTURE))
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


def _reduced(problem: Problem, options: Options, clock: Clock, seconds: float) -> Structured:
    begin = time.monotonic()
    task = Structure(problem, seconds, methods_only=options.hint is Hint.SYMPY)
    results, _ = shared_worker().run(task)
    for result in results:
        if isinstance(result, Answer):
            found, lines = result.found.exprs, result.found.lines
            proof = verification(problem, result.findings, time.monotonic() - begin)
            method = Method.REDUCTION if result.found.reduced else Method.SYMPY
            return Structured(_proved(problem, found, proof, method, options, clock, lines))
    return Structured(open=tuple(r for r in results if isinstance(r, Open)))


def _proved(
    problem: Problem,
    exprs: tuple[Expr, ...],
    proof: Verification,
    method: Method,
    options: Options,
    clock: Clock,
    lines: tuple[Line, ...] = (),
) -> Solution:
    """The solution that needed no search."""
    return Solution(
        problem=problem,
        expr=exprs[0],
        exprs=exprs,
        status=proof.status,
        verification=proof,
        residuals=no_residuals(problem),
        seed=options.seed,
        seconds=clock.passed(),
        evaluations=0,
        method=method,
        steps=lines,
        history=History(front=proved_front(exprs[0])),
        options=options.named,
    )


def without_solution(
    problem: Problem, options: Options, clock: Clock, method: Method, ending: Ending
) -> Solution:
    """What is returned where there is not even an approximation."""
    return Solution(
        problem=problem,
        expr=None,
        status=Status.UNDECIDED,
        verification=None,
        residuals={},
        seed=options.seed,
        seconds=clock.passed(),
        evaluations=0,
        method=method,
        reason=str(ending),
        options=options.named,
        ending=ending,
    )
