"""Another unknown: ``u = f(v)`` or ``u = v_x/v``, where v has a linear or a polynomial equation.

- ``u_t = u_xx + q(u)*u_x**2``: the square goes into ``v = w(u)`` with ``w''/w' = q``: logarithms,
  exponentials, powers, tangents.
- Burgers' equation: ``u = -2*v_x/v`` (Cole and Hopf).
- ``exp(k*u)``: with ``u = -2*log(v)/k`` the equation is a polynomial in v and its derivatives.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sympy import Dummy, Eq, Expr, Mul, S, Symbol, cancel, exp, expand, factor_terms, log, powsimp
from sympy import together as over_one

from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.inverse import inverses
from sympy_ssde.reduction.quadrature import antiderivative
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.view import Condition, Orders, View, view


@dataclass(frozen=True)
class _Quadratic:
    """An equation whose derivatives stand in at most second powers, as coefficients."""

    value: Symbol  # stands for u
    second: Mapping[Orders, Expr]  # orders of total 2 -> coefficient
    squares: Mapping[Orders, Expr]  # (2, 0) is u_x**2, (1, 1) is u_x*u_y
    first: Mapping[Orders, Expr]
    rest: Expr


def other_unknown(problem: Problem) -> Iterator[Reduction]:
    """Problems for v that a change of the unknown leads to.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> growth = u(x, t).diff(t) - u(x, t).diff(x, 2) - u(x, t).diff(x)**2
    >>> small = next(other_unknown(Problem(growth, u(x, t), {u(x, 0): x})))
    >>> small.combine
    (log(v(x, t)),)
    >>> print(small.problems[0])
    Eq(Derivative(v(x, t), t) - Derivative(v(x, t), (x, 2)), 0)
      with v(x, 0) - exp(x) = 0
      on x in (-1, 1), t in (0, 1)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) < 2 or seen.is_linear:
        return
    quadratic = _read(seen)
    if quadratic is not None:
        yield from _squares_undone(seen, quadratic)
        yield from _cole_hopf(seen, quadratic)
    yield from _exponentials_undone(seen)


def _read(seen: View) -> _Quadratic | None:
    """The equation as a polynomial in derivatives, or None."""
    equation, count = seen.equation, len(seen.variables)
    value = Dummy("u", real=True)
    slots = dict(zip((t.orders for t in equation.traces), equation.slots, strict=True))
    if max(sum(o) for o in slots) != 2:
        return None
    here = slots.pop((0,) * count, None)
    expr = equation.expr if here is None else equation.expr.xreplace({here: value})
    expr = expand(expr)
    firsts = {o: s for o, s in slots.items() if sum(o) == 1}
    seconds = {o: s for o, s in slots.items() if sum(o) == 2}
    rest = expr.xreplace(dict.fromkeys(slots.values(), S.Zero))
    second = {o: expr.diff(s) for o, s in seconds.items()}
    level = expr.xreplace(dict.fromkeys(seconds.values(), S.Zero))
    squares, first = {}, {}
    for i, (o, s) in enumerate(firsts.items()):
        first[o] = level.diff(s).xreplace(dict.fromkeys(firsts.values(), S.Zero))
        for p, r in list(firsts.items())[i:]:
            half = S.Half if o == p else S.One
            squares[tuple(a + b for a, b in zip(o, p, strict=True))] = half * level.diff(s, r)
    every = [*second.values(), *squares.values(), *first.values(), rest]
    if any(c.has(*slots.values()) for c in every):
        return None
    squares = {o: c for o, c in squares.items() if c != 0}
    return _Quadratic(value, second, squares, first, rest)


def _squares_undone(seen: View, quadratic: _Quadratic) -> Iterator[Reduction]:
    """``v = w(u)`` that takes the squares of first derivatives away."""
    z = quadratic.value
    if not quadratic.squares or not set(quadratic.squares) <= set(quadratic.second):
        return
    ratios = {
        cancel(quadratic.squares.get(o, S.Zero) / c) for o, c in quadratic.second.items() if c != 0
    }
    if len(ratios) != 1:
        return
    (q,) = ratios
    if q.has(*seen.variables):
        return
    scale = _of_value(quadratic, z)
    exponent = antiderivative(q, z)
    if exponent is None:
        return
    slope = exp(exponent)
    w = antiderivative(slope, z)
    if w is None:
        return
    w, slope = _unscaled(w, slope, z)
    v = Dummy("v", real=True)
    for inverse in inverses(w, z, v):
        terms = {o: cancel(c / scale) for o, c in quadratic.second.items()}
        terms |= {o: cancel(c / scale) for o, c in quadratic.first.items() if c != 0}
        rest = _settled((quadratic.rest * slope / scale).subs(z, inverse))
        if any(c.has(z) for c in terms.values()) or expand(rest).diff(v, 2) != 0:
            continue
        made = _changed(seen, terms, expand(rest), _Change(z, v, w, slope, inverse))
        if made is not None:
            yield made


def _of_value(quadratic: _Quadratic, z: Symbol) -> Expr:
    """The factor in u that all second derivatives have."""
    coefficient = next(c for c in quadratic.second.values() if c != 0)
    return coefficient.as_independent(z, as_Add=False)[1] if not coefficient.is_Add else S.One


def _unscaled(w: Expr, slope: Expr, z: Symbol) -> tuple[Expr, Expr]:
    """Without a number in front or behind: ``exp(u)`` instead of ``exp(u)/2 + 3``."""
    moving = w.as_independent(z, as_Add=True)[1]
    fixed = moving.as_independent(z, as_Add=False)[0]
    return moving / fixed, slope / fixed


def _settled(expr: Expr) -> Expr:
    return powsimp(cancel(expr) if expr.is_rational_function() else expr)


@dataclass(frozen=True)
class _Change:
    """``v = w(u)``, its slope, and ``u = inverse(v)``, in symbols for both."""

    u: Symbol
    v: Symbol
    w: Expr
    slope: Expr
    inverse: Expr


def _changed(
    seen: View, terms: Mapping[Orders, Expr], rest: Expr, change: _Change
) -> Reduction | None:
    v = seen.fresh("v", *seen.variables)
    equation = sum((c * derivative(v, v.args, o) for o, c in terms.items()), rest.subs(change.v, v))
    conditions = [_condition_of(c, seen, change, v) for c in seen.conditions]
    if any(c is None for c in conditions):
        return None
    small = seen.state(equation, v, [c for c in conditions if c is not None])
    if small is None:
        return None
    u = change.inverse.subs(change.v, v)
    line = Line(
        "Take another unknown, for which the equation is linear.",
        (Eq(seen.function, u, evaluate=False), Eq(equation, 0, evaluate=False)),
    )
    return Reduction((small,), (u,), line)


def _condition_of(condition: Condition, seen: View, change: _Change, v: Expr) -> Expr | None:
    """A condition of v: a value, a flux, or that both ends are alike."""
    if condition.terms is None:
        return None
    if len(condition.terms) == 1:
        ((trace, factor),) = condition.terms
        here = trace.expression((v,))
        value = condition.value / factor
        if not any(trace.orders):
            return here - _with_signs(change.w.subs(change.u, value), seen)
        if sum(trace.orders) == 1:
            slope = _settled(change.slope.subs(change.u, change.inverse))
            place = v.func(*trace.point)
            return here - value * slope.subs(change.v, place)
        return None
    if condition.value == 0 and len(condition.terms) == 2:  # periodic
        (one, a), (other, b) = condition.terms
        if one.orders == other.orders and sum(one.orders) < 2 and expand(a + b) == 0:
            return one.expression((v,)) - other.expression((v,))
    return None


def _with_signs(expr: Expr, seen: View) -> Expr:
    """Powers of exponentials and logarithms joined, with the signs that the domain gives."""
    signs = with_signs(seen.problem.domain)
    back = {s: x for x, s in signs.items()}
    inside = expr.xreplace(signs)
    inside = inside.replace(exp, lambda e: exp(Mul(*map(cancel, e.as_coeff_Mul()))))
    return powsimp(inside.doit()).xreplace(back)


def _cole_hopf(seen: View, quadratic: _Quadratic) -> Iterator[Reduction]:
    """``u_t + k*u*u_x = nu*u_xx`` with ``u = -2*nu/k*v_x/v``."""
    z = quadratic.value
    if len(seen.variables) != 2 or quadratic.squares or quadratic.rest != 0:
        return
    for i in (0, 1):
        x, t = seen.variables[i], seen.variables[1 - i]
        twice, once = (tuple(n * int(j == i) for j in (0, 1)) for n in (2, 1))
        late = tuple(int(j != i) for j in (0, 1))
        if set(quadratic.second) != {twice} or set(quadratic.first) != {once, late}:
            continue
        lead = quadratic.first[late]
        spread = cancel(-quadratic.second[twice] / lead)
        speed = cancel(quadratic.first[once] / lead)
        steep = speed.diff(z)
        if any(c.has(x, t, z) for c in (spread, steep)) or steep == 0:
            continue
        made = _burgers(seen, (x, t), spread, steep, speed.subs(z, 0))
        if made is not None:
            yield made


def _burgers(
    seen: View, variables: tuple[Symbol, Symbol], nu: Expr, k: Expr, drift: Expr
) -> Reduction | None:
    x, t = variables
    if drift.has(x):
        return None
    v = seen.fresh("v", *seen.variables)
    equation = v.diff(t) + drift * v.diff(x) - nu * v.diff(x, 2)
    conditions = []
    for condition in seen.conditions:
        if condition.terms is None or condition.face is None or len(condition.terms) != 1:
            return None
        ((trace, factor),) = condition.terms
        if any(trace.orders):
            return None
        value = condition.value / factor
        if condition.face[0] == x:
            here = v.subs(x, condition.face[1])
            slope = v.diff(x).subs(x, condition.face[1])
            conditions.append(slope + k / (2 * nu) * value * here)
        else:
            start = _potential(value, x, -k / (2 * nu), seen)
            if start is None:
                return None
            conditions.append(v.subs(t, condition.face[1]) - start)
    small = seen.state(equation, v, conditions)
    if small is None:
        return None
    u = -2 * nu / k * v.diff(x) / v
    line = Line(
        "Write the unknown as the slope of a logarithm (Cole and Hopf): then it is linear.",
        (Eq(seen.function, u, evaluate=False), Eq(equation, 0, evaluate=False)),
    )
    return Reduction((small,), (u,), line)


def _potential(value: Expr, x: Symbol, factor: Expr, seen: View) -> Expr | None:
    """``exp(factor * integral of value)``."""
    signs = with_signs(seen.problem.domain)
    back = {s: v for v, s in signs.items()}
    found = antiderivative(value.xreplace(signs), signs[x])
    if found is None:
        return None
    terms = expand(found * factor.xreplace(signs)).as_ordered_terms()
    return powsimp(exp(sum(map(_cancelled, terms)))).xreplace(back)


def _cancelled(term: Expr) -> Expr:
    """A coefficient beside a logarithm without common factors."""
    logs = [f for f in Mul.make_args(term) if isinstance(f, log)]
    return cancel(term / Mul(*logs)) * Mul(*logs) if logs else term


def _exponentials_undone(seen: View) -> Iterator[Reduction]:
    """``u = -2*log(v)/k`` where the equation has ``exp(k*u)``."""
    equation = seen.equation
    here = next(
        (s for s, t in zip(equation.slots, equation.traces, strict=True) if not any(t.orders)), None
    )
    if here is None:
        return
    rates = {e.args[0].diff(here) for e in equation.expr.atoms(exp) if e.has(here)}
    if len(rates) != 1 or any(r.has(here) or not r.is_number for r in rates):
        return
    (rate,) = rates
    v = seen.fresh("v", *seen.variables)
    u = -2 * log(v) / rate
    residual = seen.residual(u)
    numerator = expand(over_one(powsimp(expand(residual))).as_numer_denom()[0])
    if numerator.has(log, exp):
        return
    conditions = [_logarithmic(c, rate, v) for c in seen.conditions]
    if any(c is None for c in conditions):
        return
    small = seen.state(factor_terms(numerator), v, [c for c in conditions if c is not None])
    if small is not None:
        line = Line(
            "Take another unknown, for which the equation has only products.",
            (Eq(seen.function, u, evaluate=False), Eq(numerator, 0, evaluate=False)),
        )
        yield Reduction((small,), (u,), line)


def _logarithmic(condition: Condition, rate: Expr, v: Expr) -> Expr | None:
    if condition.terms is None or len(condition.terms) != 1:
        return None
    ((trace, factor),) = condition.terms
    value = condition.value / factor
    here, place = trace.expression((v,)), v.func(*trace.point)
    if not any(trace.orders):
        return here - powsimp(exp(expand(-rate * value / 2)))
    return here + rate * value * place / 2 if sum(trace.orders) == 1 else None
