"""Is a proved solution the only one?  True and False come with a reason, all else is None."""

from contextlib import suppress

from sympy import Expr, I

from sympy_ssde.deadline import Late, time_left, within
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.uniqueness.boxes import judge_box
from sympy_ssde.uniqueness.initial import judge_initial_values
from sympy_ssde.uniqueness.ordinary import judge_linear_ordinary
from sympy_ssde.uniqueness.others import judge_by_another
from sympy_ssde.uniqueness.setting import Setting, Verdict

#: Seconds for all of it.
LIMIT = 2.0


def judge(problem: Problem, exprs: tuple[Expr, ...], seconds: float = LIMIT) -> Verdict:
    """Whether a proved solution is the only one among functions that are smooth enough.

    Examples
    ========

    >>> from sympy import Function, sin, sqrt
    >>> from sympy.abc import x
    >>> from sympy_ssde import Problem
    >>> u = Function("u")
    >>> growth = Problem(u(x).diff(x) - 2*sqrt(u(x)), u(x), {u(0): 0})
    >>> judge(growth, (x**2,))
    Verdict(unique=False, reason='0 is another solution')
    """
    known = set(problem.domain.by_symbol)
    extra = sorted(set().union(*(e.free_symbols for e in exprs)) - known, key=str)
    if extra:
        names = ", ".join(map(str, extra))
        return Verdict(False, f"{names} may have every value")
    if any(e.has(I) for e in (*exprs, *(c.expr for c in problem.constraints))):
        return Verdict()
    try:
        return within(seconds, lambda: _judged(problem, exprs))
    except Late:
        if time_left() <= 0:  # the whole call is late
            raise
        return Verdict()


def _judged(problem: Problem, exprs: tuple[Expr, ...]) -> Verdict:
    hint = Verdict()
    setting = Setting(problem, exprs)
    for theorem in (judge_initial_values, judge_linear_ordinary, judge_box):
        found: Verdict | None = None
        with suppress(*GIVES_UP):
            found = theorem(setting)
        if found is not None and found.unique is not None:
            return found
        hint = hint if found is None else found
    with suppress(*GIVES_UP):
        return judge_by_another(setting, exprs) or hint
    return hint
