"""A quick look at a candidate: does it fulfil the constraints at a few points, in decimal numbers?

It saves proofs of what is wrong; what it can't evaluate is left to the proof.
"""

from random import Random

from mpmath import mp
from sympy import Expr, Integer, Symbol, oo

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, largest_term, multiprecision

_DIGITS = 30
_NOTHING = 1e-18  # relative to the largest term
_POINTS = 2
_FAR = (100, 10000)  # two places that stand for infinity


def is_plausible(problem: Problem, exprs: tuple[Expr, ...]) -> bool:
    """Whether nothing speaks against a candidate, which has one expression for each unknown.

    >>> from sympy import Function, exp
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> growth = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
    >>> is_plausible(growth, (exp(x),)), is_plausible(growth, (2*exp(x),))
    (True, False)
    """
    known = set(problem.domain.by_symbol)
    if any(e.free_symbols - known for e in exprs):
        return False
    random = Random(3)
    points = [problem.domain.point(random) for _ in range(_POINTS)]
    derivatives: dict[tuple[int, tuple[int, ...]], Expr] = {}
    for constraint in problem.constraints:
        near = _traces(constraint, exprs, problem.variables, derivatives, _FAR[0])
        if not any(p.is_infinite for t in constraint.traces for p in t.point):
            if any(_is_violated(constraint, near, multiprecision(at)) for at in points):
                return False
            continue
        far = _traces(constraint, exprs, problem.variables, derivatives, _FAR[1])
        if _grows(constraint, near, far, multiprecision(points[0])):
            return False
    return True


def _traces(
    constraint: Constraint,
    exprs: tuple[Expr, ...],
    variables: tuple[Symbol, ...],
    derivatives: dict[tuple[int, tuple[int, ...]], Expr],
    far: int,
) -> list[Expr]:
    """The traces of the candidate; ``far`` stands for infinity."""
    values = []
    for trace in constraint.traces:
        point = [p.xreplace({oo: Integer(far), -oo: Integer(-far)}) for p in trace.point]
        key = (trace.function, trace.orders)
        if key not in derivatives:
            derivatives[key] = derivative(exprs[trace.function], variables, trace.orders)
        values.append(derivatives[key].xreplace(dict(zip(variables, point, strict=True))))
    return values


def _is_violated(constraint: Constraint, values: list[Expr], at: dict[Symbol, mp.mpf]) -> bool:
    found = _residual(constraint, values, at)
    return found is not None and bool(found[0] > _NOTHING * max(1, found[1]))


def _grows(
    constraint: Constraint, near: list[Expr], far: list[Expr], at: dict[Symbol, mp.mpf]
) -> bool:
    """Whether a residual that must vanish at infinity is large there, and becomes larger."""
    first, second = _residual(constraint, near, at), _residual(constraint, far, at)
    return first is not None and second is not None and bool(second[0] > 1 + first[0])


def _residual(
    constraint: Constraint, values: list[Expr], at: dict[Symbol, mp.mpf]
) -> tuple[mp.mpf, mp.mpf] | None:
    """Size of the residual and of the largest term in it; None where it has no value."""
    with mp.workdps(_DIGITS):
        memo: dict[Expr, mp.mpf] = {}
        try:
            traces = [evaluate_mp(v, at, memo) for v in values]
            slots = dict(zip(constraint.slots, traces, strict=True))
            residual = evaluate_mp(constraint.expr, {**at, **slots}, memo)
        except (Undefined, KeyError, TypeError, ValueError, AttributeError, ArithmeticError):
            return None
        return abs(residual), largest_term(memo)
