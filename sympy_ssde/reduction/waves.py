"""Waves in both directions: ``u = F(x + a*t) + G(x + b*t)``.

Equations in two variables with constant coefficients and second derivatives alone.  F and G come
from the displacement and the velocity on a line (d'Alembert), or from values on two curves one of
which is a characteristic (Goursat); a source adds an integral over its past (Duhamel).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sympy import (
    Add,
    Dummy,
    Eq,
    Expr,
    Function,
    S,
    Symbol,
    cos,
    expand,
    factor,
    sin,
    sqrt,
    together,
)

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.proof.simplify import cost
from sympy_ssde.reduction.inverse import inverses, shorter
from sympy_ssde.reduction.quadrature import antiderivative, integral
from sympy_ssde.reduction.reduction import Found, Line, Reduction
from sympy_ssde.reduction.view import Condition, View, view


@dataclass(frozen=True)
class _Wave:
    """``lead * (D_t - slopes[0]*D_x)(D_t - slopes[1]*D_x) u = source``."""

    x: Symbol
    t: Symbol
    lead: Expr
    slopes: tuple[Expr, Expr]
    source: Expr

    @property
    def phases(self) -> tuple[Expr, Expr]:
        """What the two waves depend on."""
        return self.x + self.slopes[0] * self.t, self.x + self.slopes[1] * self.t

    @property
    def is_double(self) -> bool:
        """Whether both waves have the same speed."""
        return self.slopes[0] == self.slopes[1]


_Way = Callable[[_Wave, View, Mapping[Symbol, Symbol]], Iterator[Expr]]


def waves(problem: Problem) -> Iterator[Found]:
    """Solutions of wave equations on the line, or where the line's solution fits.

    >>> from sympy import Function, exp
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> wave = u(x, t).diff(t, 2) - 4*u(x, t).diff(x, 2)
    >>> data = {u(x, 0): x**2, u(x, t).diff(t).subs(t, 0): 0}
    >>> next(waves(Problem(wave, u(x, t), data))).exprs
    (4*t**2 + x**2,)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) != 2 or not seen.is_linear:
        return
    if any(sum(orders) != 2 for orders in seen.terms):
        return
    signs = with_signs(problem.domain)
    back = {s: v for v, s in signs.items()}
    known: set[Expr] = set()
    for x, t in (seen.variables, seen.variables[::-1]):
        for wave, way in _readings(seen, x, t, signs):
            for whole in way(wave, seen, signs):
                forms = [shorter(whole), shorter(_standing(whole, signs[x], signs[t]))]
                expr = min(forms, key=cost).xreplace(back)
                if expr not in known:
                    known.add(expr)
                    yield Found((expr,), _lines(seen, wave, back))


def two_waves(problem: Problem) -> Iterator[Reduction]:
    """As :func:`waves`, to be tried after ways that give shorter forms, as modes of a string."""
    for found in waves(problem):
        words = " ".join(line.words for line in found.lines)
        formulas = tuple(f for line in found.lines for f in line.formulas)
        yield Reduction((), found.exprs, Line(words, formulas))


def _standing(expr: Expr, x: Symbol, t: Symbol) -> Expr:
    """Sines and cosines of sums as products of one of x and one of t."""

    def split(call: Expr) -> Expr:
        angle = expand(call.args[0])
        of_t, of_x = angle.as_independent(x, as_Add=True)
        if of_t == 0 or not of_t.has(t):
            return call
        if isinstance(call, sin):
            return sin(of_x) * cos(of_t) + cos(of_x) * sin(of_t)
        return cos(of_x) * cos(of_t) - sin(of_x) * sin(of_t)

    whole = expr.replace(lambda e: isinstance(e, (sin, cos)) and e.has(x), split)
    return expr if whole == expr else _gathered(expand(whole), x, t)


def _gathered(expr: Expr, x: Symbol, t: Symbol) -> Expr:
    """Terms that differ in constants alone, in one."""
    found: dict[Expr, Expr] = {}
    for term in Add.make_args(expr):
        constant, moving = term.as_independent(x, t, as_Add=False)
        found[moving] = found.get(moving, S.Zero) + constant
    return Add(*(factor(constant) * moving for moving, constant in found.items()))


def _readings(
    seen: View, x: Symbol, t: Symbol, signs: Mapping[Symbol, Symbol]
) -> Iterator[tuple[_Wave, _Way]]:
    """The equation as waves along x, with the ways that could give them."""
    i = seen.variables.index(x)
    orders = [(2, 0), (1, 1), (0, 2)] if i == 0 else [(0, 2), (1, 1), (2, 0)]
    xx, xt, tt = (seen.terms.get(o, S.Zero).xreplace(dict(signs)) for o in orders)
    if any(c.has(signs[x], signs[t]) for c in (xx, xt, tt)):
        return
    source = seen.source.xreplace(dict(signs))
    if tt != 0:
        roots = _roots(tt, xt, xx)
        if roots is not None:
            wave = _Wave(signs[x], signs[t], tt, roots, source)
            yield wave, _cauchy
            if not wave.is_double and i == 0:  # curves have no order of variables
                yield wave, _goursat
    elif xx == 0 and i == 0:
        yield _Wave(signs[x], signs[t], xt, (S.Zero, S.Infinity), source), _product


def _roots(a: Expr, b: Expr, c: Expr) -> tuple[Expr, Expr] | None:
    """The real roots of ``a*z**2 + b*z + c``; their order doesn't matter."""
    square = together(b**2 - 4 * a * c)
    if square.is_negative:
        return None
    # which root is which doesn't matter, so symbols may be taken as positive
    positive = {s: Dummy(s.name, positive=True) for s in square.free_symbols}
    back = {d: s for s, d in positive.items()}
    root = sqrt(square.xreplace(positive).factor()).xreplace(back)
    return together((-b + root) / (2 * a)), together((-b - root) / (2 * a))


def _data(
    seen: View, variable: Symbol, signs: Mapping[Symbol, Symbol]
) -> dict[Expr, dict[int, Expr]]:
    """End of ``variable`` -> order of the derivative by it -> the value given there."""
    i = seen.variables.index(variable)
    found: dict[Expr, dict[int, Expr]] = {}
    for condition in seen.on(variable):
        given = _given(condition)
        if given is None or condition.face is None:
            continue
        orders, value = given
        if sum(orders) == orders[i]:
            end = condition.face[1].xreplace(dict(signs))
            found.setdefault(end, {})[orders[i]] = value.xreplace(dict(signs))
    return found


def _given(condition: Condition) -> tuple[tuple[int, ...], Expr] | None:
    if condition.terms is None or len(condition.terms) != 1:
        return None
    ((trace, factor),) = condition.terms
    return trace.orders, condition.value / factor


def _cauchy(wave: _Wave, seen: View, signs: Mapping[Symbol, Symbol]) -> Iterator[Expr]:
    """d'Alembert's formula: displacement and velocity on one line."""
    back = {s: v for v, s in signs.items()}
    for end, given in _data(seen, back[wave.t], signs).items():
        if 0 not in given or 1 not in given or end.is_infinite:
            continue
        moved = replace(wave, source=wave.source.subs(wave.t, wave.t + end))
        particular = _duhamel(moved)
        free = _dalembert(wave, given[0], given[1])
        if particular is not None and free is not None:
            yield (free + particular).subs(wave.t, wave.t - end)


def _dalembert(wave: _Wave, displacement: Expr, velocity: Expr) -> Expr | None:
    x, (a, b) = wave.x, wave.slopes
    first, second = wave.phases
    if wave.is_double:
        rest = velocity - a * displacement.diff(x)
        return (displacement + wave.t * rest).subs(x, first)
    moment = antiderivative(velocity, x) if velocity != 0 else S.Zero
    if moment is None:
        return None
    forward = ((moment - b * displacement) / (a - b)).subs(x, first)
    return forward + ((a * displacement - moment) / (a - b)).subs(x, second)


def _duhamel(wave: _Wave) -> Expr | None:
    """The solution with the source and without data on ``t = 0``."""
    if wave.source == 0:
        return S.Zero
    x, t, (a, b) = wave.x, wave.t, wave.slopes
    s = Dummy("s", real=True)
    force = wave.source.subs(t, s) / wave.lead
    if wave.is_double:
        return integral((t - s) * force.subs(x, x + a * (t - s)), s, S.Zero, t)
    moment = antiderivative(force, x)
    if moment is None:
        return None
    spread = moment.subs(x, x + a * (t - s)) - moment.subs(x, x + b * (t - s))
    return integral(spread / (a - b), s, S.Zero, t)


def _goursat(wave: _Wave, seen: View, signs: Mapping[Symbol, Symbol]) -> Iterator[Expr]:
    """Values on two curves, on one of which a phase is constant."""
    particular = _duhamel(wave)
    if particular is None:
        return
    yield from _on_curves(wave, wave.phases, particular, seen, signs)


def _product(wave: _Wave, seen: View, signs: Mapping[Symbol, Symbol]) -> Iterator[Expr]:
    """``u_xt = source``: the waves are functions of x and of t."""
    once = antiderivative(wave.source / wave.lead, wave.x)
    particular = None if once is None else antiderivative(once, wave.t)
    if particular is not None:
        yield from _on_curves(wave, (wave.x, wave.t), particular, seen, signs)


def _on_curves(
    wave: _Wave,
    phases: tuple[Expr, Expr],
    particular: Expr,
    seen: View,
    signs: Mapping[Symbol, Symbol],
) -> Iterator[Expr]:
    curves = [c for c in (_curve(e, seen, signs) for e in seen.conditions) if c is not None]
    for number, (point, value, s) in enumerate(curves):
        for this in (0, 1):
            along = [f.subs(dict(zip((wave.x, wave.t), point, strict=True))) for f in phases]
            if along[1 - this].expand().has(s) or not along[this].has(s):
                continue
            rest = value - particular.subs(dict(zip((wave.x, wave.t), point, strict=True)))
            one = _profile(along[this], rest, s, phases[this])
            if one is None:
                continue
            others = curves[:number] + curves[number + 1 :]
            yield from _second(wave, phases[1 - this], one + particular, others)


def _second(
    wave: _Wave, phase: Expr, known: Expr, curves: Sequence[tuple[tuple[Expr, ...], Expr, Symbol]]
) -> Iterator[Expr]:
    """The other wave, from what is left on another curve."""
    for point, value, s in curves:
        place = dict(zip((wave.x, wave.t), point, strict=True))
        along = phase.subs(place)
        if along.has(s):
            other = _profile(along, value - known.subs(place), s, phase)
            if other is not None:
                yield known + other


def _profile(along: Expr, value: Expr, s: Symbol, phase: Expr) -> Expr | None:
    """The function of ``phase`` that is ``value(s)`` where the phase is ``along(s)``."""
    found = next(inverses(along.expand(), s, phase), None)
    return None if found is None else value.subs(s, found)


def _curve(
    condition: Condition, seen: View, signs: Mapping[Symbol, Symbol]
) -> tuple[tuple[Expr, ...], Expr, Symbol] | None:
    """Point and value of a condition that gives u, in a symbol of its own."""
    given = _given(condition)
    if given is None or any(given[0]):
        return None
    assert condition.terms is not None
    point = condition.terms[0][0].point
    symbols = {s for p in point for s in p.free_symbols} - set(seen.problem.params)
    if len(symbols) != 1 or any(p.is_infinite for p in point):
        return None
    (symbol,) = symbols
    s = Dummy("s", **signs[symbol].assumptions0)
    known = {**signs, symbol: s}
    return tuple(p.xreplace(known) for p in point), given[1].xreplace(known), s


def _lines(seen: View, wave: _Wave, back: Mapping[Symbol, Symbol]) -> tuple[Line, ...]:
    first, second = Function("F"), Function("G")
    if wave.slopes[1] is S.Infinity:
        total = first(wave.x) + second(wave.t)
    elif wave.is_double:
        total = first(wave.phases[0]) + wave.t * second(wave.phases[0])
    else:
        total = first(wave.phases[0]) + second(wave.phases[1])
    formula = Eq(seen.function, total.xreplace(back), evaluate=False)
    words = "Every solution without a source is a sum of two waves; the data give both."
    lines = [Line(words, (formula,))]
    if wave.source != 0:
        lines.append(Line("The source adds the integral of what it has sent out so far."))
    return tuple(lines)
