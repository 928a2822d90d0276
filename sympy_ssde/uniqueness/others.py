"""Second solutions: made of the first one and of the data, and proved like any other."""

from collections.abc import Iterator
from random import Random

from sympy import Abs, Expr, Max, Rational, S, Symbol, Wild

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.view import view
from sympy_ssde.uniqueness.homogeneous import homogeneous
from sympy_ssde.uniqueness.setting import Setting, Verdict, can_be_added

_DIFFERENT = 1e-6
_NEAR = 1e-12


def judge_by_another(setting: Setting, exprs: tuple[Expr, ...]) -> Verdict | None:
    """The verdict that there is another solution, if one of a few candidates is proved to be."""
    problem = setting.problem
    smaller = homogeneous(problem)
    if smaller is not None:
        for w in _simple(setting):
            if _is_plausible(smaller, (w,)) and verify(smaller, (w,), timeout=1):
                return can_be_added(w)
        return None
    for other in _candidates(setting, exprs):
        near = _differs(other, exprs, setting) and _is_plausible(problem, other)
        if near and verify(problem, other, timeout=2):
            return Verdict(False, f"{', '.join(map(str, other))} is another solution")
    return None


def _simple(setting: Setting) -> Iterator[Expr]:
    """What a homogeneous problem may have: constants, and the variables themselves."""
    if len(setting.problem.functions) == 1:
        yield S.One
        yield from setting.problem.variables


def _candidates(setting: Setting, exprs: tuple[Expr, ...]) -> Iterator[tuple[Expr, ...]]:
    count = len(exprs)
    yield (S.Zero,) * count
    yield tuple(-e for e in exprs)
    seen = view(setting.problem)
    if seen is None:
        return
    for condition in seen.conditions:
        if condition.terms is not None and condition.value.is_number:
            yield (condition.value,)
    if len(seen.variables) == 1:
        x = seen.variables[0]
        for point in sorted(
            {t.point[0] for c in setting.problem.conditions for t in c.traces}, key=str
        ):
            if point.is_finite is not False:
                yield (exprs[0].subs(x, 2 * point - x),)
                yield from _from_rest(setting, x, point)


def _from_rest(setting: Setting, x: Symbol, point: Expr) -> Iterator[tuple[Expr]]:
    """Solutions of ``u' = a*u**p`` that leave 0 at a point, for ``0 < p < 1``, also of ``|u|``."""
    (equation,) = setting.problem.equations
    orders = {t.orders[0]: s for s, t in zip(equation.slots, equation.traces, strict=True)}
    if set(orders) != {0, 1}:
        return
    slope = equation.expr.diff(orders[1])
    if slope.free_symbols:
        return
    right = -equation.expr.xreplace({orders[1]: S.Zero}) / slope
    positive = {Abs(orders[0]): orders[0], Max(0, orders[0]): orders[0]}
    right = right.xreplace(positive)
    a, p = Wild("a", exclude=[orders[0], x]), Wild("p", exclude=[orders[0], x])
    found = right.match(a * orders[0] ** p)
    if found and isinstance(found[p], Rational) and 0 < found[p] < 1:
        factor, power = found[a], found[p]
        yield ((factor * (1 - power) * (x - point)) ** (1 / (1 - power)),)


def _point(problem: Problem) -> dict[Symbol, Expr]:
    """A point inside, the same every time."""
    return {s: Rational(str(float(v))) for s, v in problem.domain.point(Random(3)).items()}


def _differs(other: tuple[Expr, ...], exprs: tuple[Expr, ...], setting: Setting) -> bool:
    at = _point(setting.problem)
    for one, two in zip(other, exprs, strict=True):
        gap = (one - two).subs(at).evalf(20)
        if gap.is_number and gap.is_finite and abs(complex(gap)) > _DIFFERENT:
            return True
    return False


def _is_plausible(problem: Problem, exprs: tuple[Expr, ...]) -> bool:
    """Whether all residuals vanish at a point, as numbers."""
    at = _point(problem)
    for constraint in problem.finite_constraints:
        value = constraint.put_in(exprs, problem.variables).subs(at).evalf(20)
        if not value.is_number or not value.is_finite or abs(complex(value)) > _NEAR:
            return False
    return True
