"""Moduli, steps and cases whose branch the domain decides, replaced by that branch."""

from random import Random
from typing import Any

import sympy
from sympy import Expr, Integer, Piecewise, S
from sympy.core.relational import Relational

from sympy_ssde.proof.balls import Evaluation, NoValue, point_balls, precision
from sympy_ssde.proof.evaluate import Undefined
from sympy_ssde.proof.points import NoPoint, sample
from sympy_ssde.proof.signs import Signs

_DECIDED = (
    sympy.Abs,
    sympy.sign,
    sympy.Heaviside,
    sympy.Max,
    sympy.Min,
    sympy.floor,
    sympy.ceiling,
    Piecewise,
)


def decided(expr: Expr, signs: Signs) -> Expr:
    """The same function on the open domain, without the branches that it doesn't take there.

    >>> from sympy import Abs, Max, Symbol
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> x = Symbol("x", positive=True)
    >>> decided(Abs(1 - x) + Max(x, 2), Signs(Domain((Range(x, 0, 1),))))
    3 - x
    """
    if not expr.has(*_DECIDED):
        return expr
    args = [decided(a, signs) if isinstance(a, Expr) else a for a in expr.args]
    if args and any(a is not b for a, b in zip(args, expr.args, strict=True)):
        expr = expr.func(*args)
    if isinstance(expr, (sympy.Abs, sympy.sign, sympy.Heaviside)):
        return _by_sign(expr, signs.sign(expr.args[0]))
    if isinstance(expr, (sympy.Max, sympy.Min)):
        return _extreme(expr, signs)
    if isinstance(expr, (sympy.floor, sympy.ceiling)):
        return _rounded(expr, signs)
    return _case(expr, signs) if isinstance(expr, Piecewise) else expr


def _by_sign(expr: Expr, sign: int | None) -> Expr:
    if sign is None:
        return expr
    if isinstance(expr, sympy.Abs):
        return sign * expr.args[0]
    return S(sign) if isinstance(expr, sympy.sign) else S((1 + sign) // 2)


def _extreme(expr: Expr, signs: Signs) -> Expr:
    wanted = 1 if isinstance(expr, sympy.Max) else -1
    for a in expr.args:
        if all(b is a or signs.sign(a - b) == wanted for b in expr.args):
            return a
    return expr


def _rounded(expr: Expr, signs: Signs) -> Expr:
    """The whole number if there is only one, which a point suggests and signs prove."""
    try:
        at = sample(signs.domain, Random(0))
        with precision(80):
            ball = Evaluation(point_balls(at)).value(sympy.floor(expr.args[0]))
    except (NoPoint, NoValue, Undefined):
        return expr
    whole = ball.real.unique_fmpz() if ball.is_finite() and ball.imag.is_zero() else None
    if whole is None:
        return expr
    low = Integer(int(whole))
    if signs.sign(expr.args[0] - low) != 1 or signs.sign(low + 1 - expr.args[0]) != 1:
        return expr
    return low if isinstance(expr, sympy.floor) else low + 1


def _case(expr: Piecewise, signs: Signs) -> Expr:
    cases = []
    for value, condition in expr.args:
        holds = _holds(condition, signs)
        if holds is False:
            continue
        cases.append((decided(value, signs), S.true if holds else condition))
        if holds:
            break
    return Piecewise(*cases) if cases else S.NaN


def _holds(condition: Any, signs: Signs) -> bool | None:
    if condition in (S.true, S.false):
        return bool(condition)
    if isinstance(condition, (sympy.And, sympy.Or)):
        decisive = isinstance(condition, sympy.Or)
        parts = [_holds(a, signs) for a in condition.args]
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive
    if not isinstance(condition, Relational):
        return None
    sign = signs.sign(condition.lhs - condition.rhs)
    if sign is None:
        return None
    if isinstance(condition, (sympy.Eq, sympy.Ne)):
        return isinstance(condition, sympy.Ne)
    return (sign > 0) == isinstance(condition, (sympy.StrictGreaterThan, sympy.GreaterThan))
