"""Values of expressions with guaranteed error bounds: complex balls, by Arb.

A value that is a ball without zero *is* not zero.  In analytic mode a ball stands for all points of
a box, and what comes out is finite only if the expression is analytic at every one of them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

import sympy
from flint import acb, arb, ctx, fmpq, fmpz
from mpmath import mp
from sympy import Expr, S, Symbol
from sympy.core.relational import Relational

from sympy_ssde.proof.behaviour import NOWHERE, Cut, argument, behaviour
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp
from sympy_ssde.proof.limits import deferred

#: More than this many bits of an exponent are not computed with.
MAX_POWER = 2**40

#: Evaluations of an integrand.
EVALUATIONS = 5000

Ball = Any  # flint's classes have no types


class NoValue(ArithmeticError):
    """Nothing here can evaluate the expression; that says nothing about it."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute with that many bits.

    >>> with precision(60):
    ...     print(ctx.prec)
    60
    """
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def number(value: Expr) -> Ball:
    """A rational number as a ball.

    >>> from sympy import Rational
    >>> number(Rational(1, 2))
    0.500000000000000
    """
    return acb(fmpz(value.p)) if value.q == 1 else acb(fmpq(value.p, value.q))


def point_balls(at: Mapping[Symbol, Expr]) -> dict[Symbol, Ball]:
    """The rational coordinates of a point as balls of the current precision."""
    return {s: number(v) for s, v in at.items()}


class Evaluation:
    """Balls of an expression's parts at one place; parts that occur twice are computed once.

    ``stand_ins``, a seed, gives functions that nothing can evaluate a random value each: an
    identity that needs nothing of a function but its derivatives holds for any value.

    >>> from sympy import log, sin
    >>> from sympy.abc import x
    >>> Evaluation({x: acb(1)}).value(sin(x)**2).real > 0.7
    True
    >>> box = {x: acb(arb(0, 1))}
    >>> Evaluation(box, analytic=True).value(log(2 + x)).is_finite()
    True
    >>> Evaluation(box, analytic=True).value(log(x)).is_finite()
    False
    """

    def __init__(
        self,
        at: Mapping[Symbol, Ball],
        *,
        analytic: bool = False,
        stand_ins: int | None = None,
    ):
        self.at = at
        self.analytic = analytic
        self.stand_ins = stand_ins
        self.used_stand_ins = False
        self.memo: dict[Expr, Ball] = {}

    def value(self, expr: Expr) -> Ball:
        """The ball of ``expr``; not finite where there may be no value."""
        known = self.memo.get(expr)
        if known is None:
            known = self.memo[expr] = self._node(expr)
        return known

    def _node(self, expr: Expr) -> Ball:
        if expr.is_Symbol:
            if expr not in self.at:
                raise NoValue(f"{expr} has no value here")
            return self.at[expr]
        if expr.is_Rational:
            return number(expr)
        if expr.is_Add:
            total = self.value(expr.args[0])
            for a in expr.args[1:]:
                total = total + self.value(a)
            return total
        if expr.is_Mul:
            total = self.value(expr.args[0])
            for a in expr.args[1:]:
                total = total * self.value(a)
            return total
        if expr.is_Pow:
            return self._power(*expr.args)
        if expr.is_Function:
            return self._function(expr)
        if expr.is_number and not expr.args:
            return _constant(expr)
        return self._other(expr)

    def _power(self, base: Expr, exponent: Expr) -> Ball:
        if base is S.Exp1:
            return self.value(exponent).exp()
        z = self.value(base)
        if exponent.is_Integer:
            n = int(exponent)
            if abs(n) > MAX_POWER:
                raise NoValue(f"the exponent {n} is too large")
            if n < 0 and z.is_zero():
                raise Undefined("division by zero")
            return z**n
        if self.analytic and z.imag.is_zero() and z.real < 0:
            return (self.value(exponent) * _log_of_negative(z)).exp()
        if exponent is S.Half:
            return z.sqrt(analytic=self.analytic)
        w = self.value(exponent)
        if z.is_zero() and not self.analytic:
            if w.real > 0:
                return acb(0)
            raise Undefined("a power of zero")
        return z.pow(w, analytic=self.analytic)

    def _function(self, expr: Expr) -> Ball:
        known = behaviour(expr)
        if known is None or known.ball is None:
            return self._other(expr)
        if isinstance(expr, sympy.hyper):
            args: list[Any] = [[self.value(a) for a in part] for part in expr.args[:2]]
            args.append(self.value(expr.args[2]))
        else:
            args = [self.value(a) for a in expr.args]
        if not self.analytic:
            return known.ball(*args)
        if isinstance(expr, sympy.log) and args[0].imag.is_zero() and args[0].real < 0:
            return _log_of_negative(args[0])
        if known.cut is Cut.EVERYWHERE or known.touches_cut(self.value(argument(expr))):
            return NOWHERE
        return known.ball(*args)

    def _other(self, expr: Expr) -> Ball:
        if isinstance(expr, (sympy.Max, sympy.Min)):
            return self._extreme(expr)
        if isinstance(expr, sympy.Piecewise):
            return self._pieces(expr)
        if isinstance(expr, sympy.Integral) and not self.analytic:
            integral = self._integral(expr)
            if integral.is_finite():
                return integral
        return self._unknown(expr)

    def _integral(self, expr: sympy.Integral) -> Ball:
        """By quadrature with a bound on its error, between finite ends; no integral is found."""
        if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
            return NOWHERE
        s, low, high = expr.limits[0]
        if low.is_infinite or high.is_infinite:
            return NOWHERE

        ends = self.value(low), self.value(high)
        failed: list[ArithmeticError] = []
        with deferred() as late:  # nothing may be raised through the library

            def integrand(z: Ball, analytic: bool) -> Ball:
                try:
                    if not late and not failed:
                        return Evaluation({**self.at, s: z}, analytic=analytic).value(expr.function)
                except (Undefined, NoValue) as error:
                    failed.append(error)
                return NOWHERE

            value = acb.integral(integrand, *ends, eval_limit=EVALUATIONS)
        return NOWHERE if failed else value

    def _extreme(self, expr: Expr) -> Ball:
        method = acb.real_max if isinstance(expr, sympy.Max) else acb.real_min
        total, *rest = (self.value(a) for a in expr.args)
        for a in rest:
            total = method(total, a, analytic=self.analytic)
        return total

    def _pieces(self, expr: Expr) -> Ball:
        for value, condition in expr.args:
            holds = self._holds(condition)
            if holds is None:
                return NOWHERE
            if holds:
                return self.value(value)
        raise Undefined("no case holds")

    def _holds(self, condition: Any) -> bool | None:
        if condition in (S.true, S.false):
            return bool(condition)
        if isinstance(condition, (sympy.And, sympy.Or)):
            parts = [self._holds(a) for a in condition.args]
            decisive = isinstance(condition, sympy.Or)
            if decisive in parts:
                return decisive
            return None if None in parts else not decisive
        if isinstance(condition, sympy.Not):
            inside = self._holds(condition.args[0])
            return None if inside is None else not inside
        if not isinstance(condition, Relational):
            return None
        return _compare(condition, self.value(condition.lhs) - self.value(condition.rhs))

    def _unknown(self, expr: Expr) -> Ball:
        if self.analytic:
            return NOWHERE
        try:
            return self._by_mpmath(expr)
        except Undefined:
            if self.stand_ins is None:
                raise NoValue(f"{expr.func} has no numbers") from None
        self.used_stand_ins = True
        value = Random(f"{self.stand_ins} {expr}")  # the same wherever the part occurs
        return acb(fmpq(value.randint(2**19, 2**20), 2**20))

    def _by_mpmath(self, expr: Expr) -> Ball:
        """Two precisions that agree; the error is estimated, with room."""
        if not expr.free_symbols <= set(self.at):
            raise Undefined(f"{expr} has symbols without a value")
        values = []
        for digits in (ctx.dps + 10, 2 * ctx.dps + 20):
            with mp.workdps(digits):
                at = {s: _to_mpmath(self.at[s]) for s in expr.free_symbols}
                values.append(mp.mpc(evaluate_mp(expr, at)))
        error = abs(values[0] - values[1]) * 2**20 + abs(values[1]) * mp.mpf(2) ** (8 - ctx.prec)
        middle = _from_mpmath(values[1])
        return middle + acb(arb(0, float(error)), arb(0, float(error) if middle.imag != 0 else 0))


def _log_of_negative(z: Ball) -> Ball:
    """On the cut, but of values that are real on the whole box: nothing jumps along the line."""
    return (-z).log() + acb(0, 1) * acb.pi()


def _constant(expr: Expr) -> Ball:
    if expr is S.ImaginaryUnit:
        return acb(0, 1)
    if expr in _CONSTANTS:
        return acb(_CONSTANTS[expr]())
    if expr.is_finite is False or expr is S.NaN:
        raise Undefined(f"{expr} is not finite")
    raise NoValue(f"{expr} has no number")


_CONSTANTS = {
    S.Pi: arb.pi,
    S.Exp1: arb.const_e,
    S.EulerGamma: arb.const_euler,
    S.Catalan: arb.const_catalan,
    S.GoldenRatio: lambda: (1 + arb(5).sqrt()) / 2,
}


def _compare(condition: Relational, difference: Ball) -> bool | None:
    if not difference.imag.is_zero() or not difference.is_finite():
        return None
    d = difference.real
    below, above, zero = bool(d < 0), bool(d > 0), bool(d.is_zero())
    if not (below or above or zero):
        return None
    kinds = {
        sympy.StrictLessThan: below,
        sympy.LessThan: below or zero,
        sympy.StrictGreaterThan: above,
        sympy.GreaterThan: above or zero,
        sympy.Equality: zero,
        sympy.Unequality: not zero,
    }
    return kinds.get(type(condition))


def _to_mpmath(ball: Ball) -> Any:
    real, imag = (mp.make_mpf(part.mid()._mpf_) for part in (ball.real, ball.imag))
    return mp.mpc(real, imag) if imag else real


def _from_mpmath(value: Any) -> Ball:
    parts = []
    for part in (value.real, value.imag):
        sign, man, exp, _ = part._mpf_
        if exp != 0 and not man:
            raise Undefined("not finite")
        parts.append(arb((-int(man) if sign else int(man), exp)))
    return acb(*parts)


def is_nonzero(ball: Ball) -> bool:
    """Whether a ball excludes zero.

    >>> is_nonzero(acb(1) / 3), is_nonzero(acb(arb(0, 1)))
    (True, False)
    """
    return bool(ball.is_finite() and not ball.contains(0))
