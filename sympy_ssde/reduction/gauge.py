"""A factor in front: ``u = phi*v``, where v has an equation with fewer terms.

The factor is a product of functions of one variable each.  It takes away first derivatives beside
second ones (advection, damping, the 2/r of spherical waves), and the reaction beside the first
derivative by time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb

from sympy import (
    Derivative,
    Eq,
    Expr,
    Mul,
    S,
    Subs,
    Symbol,
    cancel,
    exp,
    expand,
    limit,
    powsimp,
    together,
)
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.quadrature import antiderivative
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.view import Condition, Orders, View, view


@dataclass(frozen=True)
class _Factor:
    """``phi``, and for each variable ``phi_x / phi``, a function of that variable."""

    phi: Expr
    rates: tuple[Expr, ...]
    variables: tuple[Symbol, ...]

    def ratio(self, orders: Sequence[int]) -> Expr:
        """The derivative of these orders over ``phi``."""
        parts = []
        for v, rate, n in zip(self.variables, self.rates, orders, strict=True):
            part = S.One
            for _ in range(n):
                part = part.diff(v) + rate * part
            parts.append(part)
        return expand(Mul(*parts))

    def spread(self, orders: Orders) -> dict[Orders, Expr]:
        """The derivative of ``phi*v`` over ``phi``, as coefficients of the derivatives of v."""
        found = {}
        for inner in product(*(range(n + 1) for n in orders)):
            count = Mul(*(comb(n, k) for n, k in zip(orders, inner, strict=True)))
            rest = [n - k for n, k in zip(orders, inner, strict=True)]
            coefficient = count * self.ratio(rest)
            if coefficient != 0:
                found[inner] = coefficient
        return found


def factored(problem: Problem) -> Iterator[Reduction]:
    """The equation without first derivatives or without a reaction, if a factor does that.

    >>> from sympy import Function, sin
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> cooling = u(x, t).diff(t) - u(x, t).diff(x, 2) + 3*u(x, t)
    >>> whole = Problem(cooling, u(x, t), {u(x, 0): sin(x), u(0, t): 0})
    >>> small = next(factored(whole))
    >>> small.combine
    (v(x, t)*exp(-3*t),)
    >>> print(small.problems[0])
    Eq(Derivative(v(x, t), t) - Derivative(v(x, t), (x, 2)), 0)
      with v(0, t) = 0
      with v(x, 0) - sin(x) = 0
      on x in (0, 1), t in (0, 1)
    """
    seen = view(problem)
    if seen is None or not seen.is_linear or not seen.has_linear_conditions:
        return
    if max(sum(o) for o in seen.terms) > 4:
        return
    if len(seen.variables) == 1 and not any(c.has(*seen.variables) for c in seen.terms.values()):
        return  # constant coefficients have a method of their own
    tried: set[tuple[Expr, ...]] = set()
    for rates in _choices(seen):
        if rates is None or rates in tried or not any(rates):
            continue
        tried.add(rates)
        made = _reduction(seen, rates)
        if made is not None:
            yield made


def _choices(seen: View) -> Iterator[tuple[Expr, ...] | None]:
    """Rates that could help: all that can be taken away, or only the reaction."""
    zero = (S.Zero,) * len(seen.variables)
    space = tuple(_without_first(seen, i) for i in range(len(seen.variables)))
    yield _without_reaction(seen, space) or (space if any(space) else None)
    yield _without_reaction(seen, zero)


def _unit(count: int, i: int, times: int = 1) -> Orders:
    return tuple(times * int(i == j) for j in range(count))


def _without_first(seen: View, i: int) -> Expr:
    """The rate that takes the first derivative by variable ``i`` away, or zero."""
    count = len(seen.variables)
    first, second = (seen.terms.get(_unit(count, i, n), S.Zero) for n in (1, 2))
    if first == 0 or second == 0 or seen.order(seen.variables[i]) > 2:
        return S.Zero
    rate = cancel(-first / (2 * second))
    others = [v for v in seen.variables if v != seen.variables[i]]
    return S.Zero if others and rate.has(*others) else rate


def _without_reaction(seen: View, rates: tuple[Expr, ...]) -> tuple[Expr, ...] | None:
    """The rates, and one by a variable with a first derivative alone that undoes the rest."""
    count = len(seen.variables)
    rest = _terms(seen, _Factor(S.One, rates, seen.variables)).get((0,) * count, S.Zero)
    if rest == 0:
        return None
    for i in reversed(range(count)):
        v = seen.variables[i]
        first = seen.terms.get(_unit(count, i), S.Zero)
        if first == 0 or seen.order(v) > 1 or any(o[i] and sum(o) > 1 for o in seen.terms):
            continue
        rate = cancel(-rest / first)
        if not rate.has(*(w for w in seen.variables if w != v)):
            return tuple(rate if j == i else r for j, r in enumerate(rates))
    return None


def _terms(seen: View, factor: _Factor) -> dict[Orders, Expr]:
    """The equation for v."""
    found: dict[Orders, Expr] = {}
    for orders, coefficient in seen.terms.items():
        for inner, part in factor.spread(orders).items():
            found[inner] = found.get(inner, S.Zero) + coefficient * part
    settled = {o: together(expand(c)) for o, c in found.items()}
    return {o: cancel(c) if c.is_rational_function() else c for o, c in settled.items() if c != 0}


def _reduction(seen: View, rates: tuple[Expr, ...]) -> Reduction | None:
    phi = _phi(seen, rates)
    if phi is None:
        return None
    factor = _Factor(phi, rates, seen.variables)
    terms = {o: c for o, c in _terms(seen, factor).items() if c != 0}
    if _weight(terms, seen.variables) >= _weight(seen.terms, seen.variables):
        return None
    v = seen.fresh("v", *seen.variables)
    equation = sum((c * derivative(v, v.args, o) for o, c in terms.items()), S.Zero)
    equation -= _joined(seen.source / phi)
    conditions = _conditions(seen, factor, v)
    if conditions is None:
        return None
    small = seen.state(equation, v, conditions)
    if small is None:
        return None
    line = Line(
        "Take a factor out, so that fewer terms are left.",
        (Eq(seen.function, phi * v, evaluate=False), Eq(equation, 0, evaluate=False)),
    )
    return Reduction((small,), (phi * v,), line)


def _phi(seen: View, rates: tuple[Expr, ...]) -> Expr | None:
    signs = with_signs(seen.problem.domain)
    back = {s: v for v, s in signs.items()}
    exponents = []
    for v, rate in zip(seen.variables, rates, strict=True):
        found = antiderivative(rate.xreplace(signs), signs[v]) if rate != 0 else S.Zero
        if found is None:
            return None
        exponents.append(found)
    return powsimp(exp(expand(sum(exponents)))).xreplace(back)


def _weight(terms: Mapping[Orders, Expr], variables: Sequence[Symbol]) -> tuple[int, int]:
    """How much an equation has: terms, and coefficients that aren't constant."""
    changing = sum(c.has(*variables) for c in terms.values())
    return len(terms) + changing, sum(int(c.count_ops()) for c in terms.values())


def _joined(expr: Expr) -> Expr:
    return powsimp(expand(expr), force=False) if expr != 0 else S.Zero


def _conditions(seen: View, factor: _Factor, v: Expr) -> list[Expr] | None:
    """Conditions of v: those of u over the factor; where it is infinite, v vanishes."""
    infinite = _infinite_ends(seen, factor)
    found = [v.subs(x, end) for x, end in infinite]
    for condition in seen.conditions:
        if condition.face in infinite:
            continue
        made = _condition(condition, factor, v, seen.variables)
        if made is None:
            return None
        found.append(made)
    return _without_known_values(found, v)


def _without_known_values(conditions: list[Expr], v: Expr) -> list[Expr]:
    """Values of v that one condition gives are put into the others."""
    values = {}
    for condition in conditions:
        calls = [e for e in condition.atoms(AppliedUndef) if e.func == v.func]
        if len(calls) == 1 and not condition.has(Subs, Derivative):
            slope = condition.diff(calls[0])
            if not slope.has(v.func) and slope != 0:
                values[calls[0]] = (condition - slope * calls[0]).expand() / -slope
    whole = [c.xreplace(values) if c.has(Subs, Derivative) else c for c in conditions]
    return [c for c in whole if c != 0]


def _infinite_ends(seen: View, factor: _Factor) -> list[tuple[Symbol, Expr]]:
    found = []
    for x, rate in zip(seen.variables, factor.rates, strict=True):
        if rate == 0 or not rate.has(x):
            continue
        for end, side in zip(seen.ends(x), "+-", strict=True):
            if end.is_infinite:
                continue
            try:
                low = limit(1 / factor.phi, x, end, side)
            except GIVES_UP:
                continue
            if low == 0:
                found.append((x, end))
    return found


def _condition(
    condition: Condition, factor: _Factor, v: Expr, variables: Sequence[Symbol]
) -> Expr | None:
    assert condition.terms is not None
    base = _at(factor.phi, condition.terms[0][0].point, variables)
    if base == 0 or base.is_finite is False:
        return None
    total = -_joined(condition.value / base)
    for trace, coefficient in condition.terms:
        scale = _joined(_at(factor.phi, trace.point, variables) / base)
        for inner, part in factor.spread(trace.orders).items():
            here = Trace(0, inner, trace.point).expression((v,))
            total += coefficient * scale * _at(part, trace.point, variables) * here
    return total


def _at(expr: Expr, point: Sequence[Expr], variables: Sequence[Symbol]) -> Expr:
    return expr.subs(dict(zip(variables, point, strict=True)), simultaneous=True)
