"""Diffusion on the line, in space, and on the half line, with data that stay in closed form.

The equation is ``u_t = D*u_xx - c*u_x + k*u + f(t)`` in any number of variables, with coefficients
that may depend on time.  Data are sums of packets (:mod:`~sympy_ssde.reduction.packets`); on the
half line they are continued as odd or even functions, and values at the end that are powers of time
or exponentials add error functions.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sympy import (
    Add,
    Dummy,
    Eq,
    Expr,
    Function,
    Heaviside,
    Integer,
    Integral,
    Mul,
    Rational,
    S,
    Symbol,
    cancel,
    erfc,
    exp,
    expand,
    gamma,
    oo,
    pi,
    powsimp,
    sqrt,
)

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.inverse import shorter
from sympy_ssde.reduction.packets import spread
from sympy_ssde.reduction.quadrature import integral
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.view import Orders, View, view


@dataclass(frozen=True)
class _Diffusion:
    """``u_t = sum(spreads*u_xx) - sum(drifts*u_x) + growth*u + source`` from ``start`` on."""

    space: tuple[Symbol, ...]
    time: Symbol
    start: Expr
    spreads: tuple[Expr, ...]
    drifts: tuple[Expr, ...]
    growth: Expr
    source: Expr

    def total(self, rate: Expr) -> Expr | None:
        """The integral of a rate from the start on."""
        s = Dummy("s", real=True)
        return integral(rate.subs(self.time, s), s, self.start, self.time)


def diffusion(problem: Problem) -> Iterator[Found]:
    """Solutions of diffusion equations by the heat kernel and by images.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> heat = u(x, t).diff(t) - u(x, t).diff(x, 2)
    >>> next(diffusion(Problem(heat, u(x, t), {u(x, 0): exp(-x**2)}))).exprs
    (exp(-x**2/(4*t + 1))/sqrt(4*t + 1),)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) < 2 or not seen.is_linear:
        return
    if not any(sum(o) == 2 for o in seen.terms) or max(sum(o) for o in seen.terms) > 2:
        return
    signs = with_signs(problem.domain)
    back = {s: v for v, s in signs.items()}
    for t in reversed(seen.variables):
        for condition in seen.on(t):
            read = _read(seen, t, condition.face, signs)
            value = _value(condition.terms, condition.value)
            if read is None or value is None:
                continue
            start = value.xreplace(signs)
            for expr, line in _solutions(read, start, seen, signs):
                yield Found((shorter(expr).xreplace(back),), (_shown(line, back),))


def _shown(line: Line, back: Mapping[Symbol, Symbol]) -> Line:
    return Line(line.words, tuple(f.xreplace(dict(back)) for f in line.formulas))


def _value(terms: tuple | None, value: Expr) -> Expr | None:
    if terms is None or len(terms) != 1 or any(terms[0][0].orders):
        return None
    return value / terms[0][1]


def _read(
    seen: View, t: Symbol, face: tuple[Symbol, Expr] | None, signs: Mapping[Symbol, Symbol]
) -> _Diffusion | None:
    """The equation as one of diffusion in time ``t``, or None."""
    if face is None or face[1].is_infinite:
        return None
    space = tuple(v for v in seen.variables if v != t)
    terms = dict(seen.terms)
    lead = terms.pop(_orders(seen, {t: 1}), S.Zero)
    if lead == 0:
        return None
    rates = {o: cancel(-c / lead).xreplace(dict(signs)) for o, c in terms.items()}
    spreads = tuple(rates.pop(_orders(seen, {v: 2}), S.Zero) for v in space)
    drifts = tuple(-rates.pop(_orders(seen, {v: 1}), S.Zero) for v in space)
    growth = rates.pop(_orders(seen, {}), S.Zero)
    source = cancel(seen.source / lead).xreplace(dict(signs))
    inside = [signs[v] for v in space]
    if rates or any(e.has(*inside) for e in (*spreads, *drifts, growth, source)):
        return None
    if any(e.is_nonpositive and e != 0 for e in spreads):
        return None
    start = face[1].xreplace(dict(signs))
    return _Diffusion(tuple(inside), signs[t], start, spreads, drifts, growth, source)


def _orders(seen: View, counts: Mapping[Symbol, int]) -> Orders:
    return tuple(counts.get(v, 0) for v in seen.variables)


def _solutions(
    read: _Diffusion, start: Expr, seen: View, signs: Mapping[Symbol, Symbol]
) -> Iterator[tuple[Expr, Line]]:
    free = _on_the_line(read, start)
    if free is not None:
        x, s = read.space[0], Dummy("y")
        kernel = exp(-((x - s) ** 2) / (4 * Symbol("D") * read.time))
        shown = Integral(start.subs(x, s) * kernel, (s, -oo, oo))
        words = "The data spread with the heat kernel; these integrals have a closed form."
        yield free, Line(words, (shown,) if len(read.space) == 1 else ())
    if len(read.space) == 1:
        yield from _on_the_half_line(read, start, seen, signs)
        yield from _with_exchange(read, start, seen, signs)


def _on_the_line(read: _Diffusion, start: Expr) -> Expr | None:
    """Each term of the data, a product of functions of one variable each, spreads by itself."""
    growth, added = read.total(read.growth), _added(read)
    if growth is None or added is None:
        return None
    parts = []
    for term in Add.make_args(expand(start)) if len(read.space) > 1 else (start,):
        part = _product(read, term)
        if part is None:
            return None
        parts.append(exp(growth) * part)
    return Add(*parts) + added


def _added(read: _Diffusion) -> Expr | None:
    """What a source that depends on time alone adds."""
    if read.source == 0:
        return S.Zero
    growth = read.total(read.growth)
    if growth is None:
        return None
    gained = read.total(powsimp(read.source * exp(-growth)))
    return None if gained is None else expand(exp(growth) * gained)


def _product(read: _Diffusion, term: Expr) -> Expr | None:
    rest, parts = term, []
    for x, rate, drift in zip(read.space, read.spreads, read.drifts, strict=True):
        rest, of_x = rest.as_independent(x, as_Add=False) if len(read.space) > 1 else (S.One, rest)
        others = [y for y in read.space if y != x]
        if of_x.has(*others) if others else False:
            return None
        s, shift = read.total(rate), read.total(drift)
        if s is None or shift is None:
            return None
        part = of_x if s == 0 else spread(of_x, x, s)
        if part is None:
            return None
        parts.append(part.subs(x, x - shift))
    return Mul(rest, *parts)


def _on_the_half_line(
    read: _Diffusion, start: Expr, seen: View, signs: Mapping[Symbol, Symbol]
) -> Iterator[tuple[Expr, Line]]:
    """Images behind an end of the range, and what its value sends in."""
    x, rate = read.space[0], read.spreads[0]
    if read.drifts[0] != 0 or read.growth != 0 or rate.has(read.time):
        return
    back = {s: v for v, s in signs.items()}
    for condition in seen.on(back[x]):
        if condition.face is None or condition.terms is None or len(condition.terms) != 1:
            continue
        ((trace, factor),) = condition.terms
        end = condition.face[1]
        if end != seen.ends(back[x])[0] or end.is_infinite or sum(trace.orders) > 1:
            continue
        if trace.orders[seen.variables.index(back[read.time])]:
            continue
        place = end.xreplace(dict(signs))
        value = (condition.value / factor).xreplace(dict(signs))
        expr = _with_images(read, start, place, value, sum(trace.orders))
        if expr is not None:
            word = "odd" if not any(trace.orders) else "even"
            words = f"Continue the data as an {word} function; add what the end sends in."
            shown = Eq(Function("u")(x, read.start), start, evaluate=False)
            yield expr, Line(words, (shown,))


def _with_exchange(
    read: _Diffusion, start: Expr, seen: View, signs: Mapping[Symbol, Symbol]
) -> Iterator[tuple[Expr, Line]]:
    """A constant start, and an end that exchanges heat: ``u_x = h*(u - outside)`` there."""
    x, rate = read.space[0], read.spreads[0]
    if start.has(x) or read.drifts[0] != 0 or read.growth != 0 or read.source != 0:
        return
    if rate.has(read.time):
        return
    back = {s: v for v, s in signs.items()}
    for condition in seen.on(back[x]):
        if condition.face is None or condition.terms is None or len(condition.terms) != 2:
            continue
        parts = {trace.orders: c for trace, c in condition.terms}
        flux, level = (parts.get(_orders(seen, {back[x]: n})) for n in (1, 0))
        if flux is None or level is None or condition.face[1] != seen.ends(back[x])[0]:
            continue
        h = cancel(-level / flux).xreplace(dict(signs))
        outside = cancel(condition.value / level).xreplace(dict(signs))
        place, t = condition.face[1].xreplace(dict(signs)), read.time - read.start
        if h.has(read.time) or outside.has(read.time):
            continue
        z = (x - place) / (2 * sqrt(rate * t))
        slow = exp(h * (x - place) + h**2 * rate * t) * erfc(z + h * sqrt(rate * t))
        words = "A constant start and an end that exchanges heat: error functions, by Laplace."
        yield start + (outside - start) * (erfc(z) - slow), Line(words)


def _with_images(
    read: _Diffusion, start: Expr, place: Expr, value: Expr, order: int
) -> Expr | None:
    x, rate = read.space[0], read.spreads[0]
    added = _added(read)
    if added is None:
        return None
    y = Dummy("y", real=True)  # on the whole line
    data = expand(start.subs(x, y + place))
    side = expand((value - (added if order == 0 else 0)).subs(read.time, read.time + read.start))
    sent = _sent(side, y, read.time, rate, order)
    if sent is None:
        return None
    mirrored = data.subs(y, -y)
    flip = -1 if order == 0 else 1
    whole = data * Heaviside(y) + flip * mirrored * (1 - Heaviside(y))
    if expand(flip * mirrored - data) == 0:  # already odd or even
        whole = data
    spreading = spread(whole, y, rate * read.time)
    if spreading is None:
        return None
    known = {y: x - place, read.time: read.time - read.start}
    return (spreading + sent).subs(known, simultaneous=True) + added


def _sent(side: Expr, x: Symbol, t: Symbol, rate: Expr, order: int) -> Expr | None:
    """The solution without initial data whose value (or slope) at ``x = 0`` is ``side(t)``."""
    parts = []
    for term in Add.make_args(powsimp(side)):
        fixed, moving = term.as_independent(t, as_Add=False)
        if fixed == 0:
            continue
        part = _power(moving, x, t, rate, order)
        if part is None:
            part = _exponential(moving, x, t, rate, order)
        if part is None:
            return None
        parts.append(fixed * part)
    return Add(*parts)


def _power(moving: Expr, x: Symbol, t: Symbol, rate: Expr, order: int) -> Expr | None:
    base, m = (t, S.Zero) if moving == 1 else moving.as_base_exp()
    if base != t or not (2 * m).is_Integer or not -1 <= 2 * m <= 8 or (m < 0 and order == 0):
        return None
    z = x / (2 * sqrt(rate * t))
    n = int(2 * m) + order
    if order == 0:
        return gamma(m + 1) * (4 * t) ** m * repeated_erfc(n, z)
    return (
        -2 * sqrt(rate) / repeated_erfc(n - 1, S.Zero) * t ** Rational(n, 2) * repeated_erfc(n, z)
    )


def _exponential(moving: Expr, x: Symbol, t: Symbol, rate: Expr, order: int) -> Expr | None:
    if not isinstance(moving, exp) or order:
        return None
    growth = moving.args[0].diff(t)
    if growth.has(t) or not growth.is_positive:
        return None
    z, w, decay = x / (2 * sqrt(rate * t)), sqrt(growth * t), x * sqrt(growth / rate)
    waves = exp(-decay) * erfc(z - w) + exp(decay) * erfc(z + w)
    return moving * waves / 2


def repeated_erfc(n: int, z: Expr) -> Expr:
    """``erfc`` integrated n times from z to infinity; -1 is its derivative with the other sign.

    >>> from sympy.abc import z
    >>> repeated_erfc(1, z)
    -z*erfc(z) + exp(-z**2)/sqrt(pi)
    """
    before, now = 2 * exp(-(z**2)) / sqrt(pi), erfc(z)
    if n == -1:
        return before
    for k in range(1, n + 1):
        before, now = now, expand(before / (2 * k) - z * now / Integer(k))
    return now
