"""Is a proved solution the only one?  True and False come with a reason, all else is None."""

from contextlib import suppress
from random import Random

from sympy import Expr, I, Rational, Symbol

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

#: A rate of change that is taken for none.
_NOTHING = 1e-12


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
        some = [c for c in extra if _matters(c, problem, exprs)]
        names = ", ".join(map(str, some))
        return Verdict(False, f"{names} may have every value") if some else Verdict()
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
        with suppress(*GIVES_UP, OverflowError):
            found = theorem(setting)
        if found is not None and found.unique is not None:
            return found
        hint = hint if found is None else found
    with suppress(*GIVES_UP, OverflowError):
        return judge_by_another(setting, exprs) or hint
    return hint


def _matters(constant: Symbol, problem: Problem, exprs: tuple[Expr, ...]) -> bool:
    """Whether a constant changes a solution; not so in ``x*(sin(c)**2 + cos(c)**2)``."""
    at = {s: Rational(str(float(v))) for s, v in problem.domain.point(Random(3)).items()}
    for expr in exprs:
        rate = expr.diff(constant)
        put = at | {s: Rational(3 + k, 7) for k, s in enumerate(sorted(rate.free_symbols, key=str))}
        value = rate.xreplace(put | at).evalf(20)
        if not value.is_number or not abs(value) < _NOTHING:
            return True
    return False
