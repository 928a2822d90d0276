"""The solutions of calls that end without a search: proved, or nothing at all."""

from sympy import Expr

from sympy_ssde.family.member import Family
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import Status, Verification
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.result.solution import (
    Ending,
    Generality,
    History,
    Method,
    Solution,
    no_residuals,
    proved_front,
)
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options


def proved_solution(
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
        history=History(front=proved_front(exprs)),
        options=options.named,
    )


def family_solution(
    problem: Problem,
    family: Family,
    proof: Verification,
    generality: Generality,
    sums: bool,
    options: Options,
    clock: Clock,
) -> Solution:
    """A proved family as a solution."""
    return Solution(
        problem=problem,
        expr=family.expr,
        status=proof.status,
        verification=proof,
        residuals=no_residuals(problem),
        seed=options.seed,
        seconds=clock.passed(),
        evaluations=0,
        method=Method.FAMILY,
        steps=family.lines,
        history=History(front=proved_front((family.expr,))),
        options=options.named,
        constants=family.constants,
        generality=generality,
        sums=sums,
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
