"""Solutions that keep their shape: the initial profile moves, widens and grows.

If ``u_t`` at the start is ``A*g - (B*x + c)*g'`` for the profile g there, and the equation has the
scaling that belongs to it, then ``u = s**(A/k) * g(x/s**(B/k))`` with ``s = 1 + k*t``: travelling
waves, sources that spread (Barenblatt), exponential growth.  Weights of the variables in the
equation give k.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sympy import Add, Dummy, Eq, Expr, Mul, S, Symbol, cancel, exp, expand, log

from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.inverse import shorter
from sympy_ssde.reduction.matching import matching_constants
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.view import Condition, View, view


@dataclass(frozen=True)
class _Start:
    """Profile and, where it is given, velocity at ``time = start``."""

    space: tuple[Symbol, ...]
    time: Symbol
    start: Expr
    profile: Expr
    velocity: Expr | None


@dataclass(frozen=True)
class _Motion:
    """``u_t = growth*g - sum((widening*x + speed)*g_x) + rise`` at the start."""

    growth: Expr
    widenings: tuple[Expr, ...]
    speeds: tuple[Expr, ...]
    rise: Expr

    def rate(self, profile: Expr, space: Sequence[Symbol]) -> Expr:
        """The velocity of a profile."""
        moved = (
            (b * x + c) * profile.diff(x)
            for x, b, c in zip(space, self.widenings, self.speeds, strict=True)
        )
        return self.growth * profile + self.rise - Add(*moved)

    def at(self, values: Mapping[Symbol, Expr]) -> "_Motion":
        """With numbers for unknown constants."""
        known = dict(values)
        return _Motion(
            self.growth.xreplace(known),
            tuple(b.xreplace(known) for b in self.widenings),
            tuple(c.xreplace(known) for c in self.speeds),
            self.rise.xreplace(known),
        )

    def symbols(self) -> tuple[Symbol, ...]:
        """The unknown constants."""
        every = (self.growth, *self.widenings, *self.speeds, self.rise)
        return tuple(e for e in every if isinstance(e, Dummy))


def similarity(problem: Problem) -> Iterator[Found]:
    """Solutions that are the initial profile, moved and scaled.

    >>> from sympy import Function, tanh
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> burgers = u(x, t).diff(t) + u(x, t)*u(x, t).diff(x) - u(x, t).diff(x, 2)
    >>> front = Problem(burgers, u(x, t), {u(x, 0): 3 - 2*tanh(x)})
    >>> next(similarity(front)).exprs
    (2*tanh(3*t - x) + 3,)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) < 2:
        return
    signs = with_signs(problem.domain)
    back = {s: v for v, s in signs.items()}
    known: set[Expr] = set()
    for t in reversed(seen.variables):
        for start in _starts(seen, t, signs):
            for motion in _motions(seen, start, signs):
                expr, line = _moved(seen, start, motion, signs)
                expr = shorter(expr).xreplace(back)
                if expr not in known:
                    known.add(expr)
                    yield Found((expr,), (_shown(line, back),))


def _shown(line: Line, back: Mapping[Symbol, Symbol]) -> Line:
    return Line(line.words, tuple(f.xreplace(dict(back)) for f in line.formulas))


def _starts(seen: View, t: Symbol, signs: Mapping[Symbol, Symbol]) -> Iterator[_Start]:
    i = seen.variables.index(t)
    found: dict[Expr, dict[int, Expr]] = {}
    for condition in seen.on(t):
        order, value = _given(condition, i)
        if value is not None and condition.face is not None:
            found.setdefault(condition.face[1], {})[order] = value.xreplace(dict(signs))
    space = tuple(signs[v] for v in seen.variables if v != t)
    for place, values in found.items():
        if 0 in values and values[0].has(*space) and not place.is_infinite:
            start = place.xreplace(dict(signs))
            yield _Start(space, signs[t], start, values[0], values.get(1))


def _given(condition: Condition, i: int) -> tuple[int, Expr | None]:
    if condition.terms is None or len(condition.terms) != 1:
        return 0, None
    ((trace, factor),) = condition.terms
    if sum(trace.orders) != trace.orders[i]:
        return 0, None
    return trace.orders[i], condition.value / factor


def _motions(seen: View, start: _Start, signs: Mapping[Symbol, Symbol]) -> Iterator[_Motion]:
    """How the profile moves at the start, simple motions first."""
    order = seen.order({s: v for v, s in signs.items()}[start.time])
    zeros = (S.Zero,) * len(start.space)
    speeds = tuple(Dummy("c") for _ in start.space)
    wide = tuple(Dummy("b") for _ in start.space)
    travelling = _Motion(S.Zero, zeros, speeds, S.Zero)
    similar = _Motion(Dummy("a"), wide, speeds, Dummy("d"))
    for motion in (travelling, similar):
        if start.velocity is not None:
            gap = motion.rate(start.profile, start.space) - start.velocity
        elif order == 1 or motion is travelling:
            gap = _gap(seen, start, motion, signs)
        else:
            continue
        found = False
        for values in matching_constants([gap], start.space, motion.symbols()):
            found = True
            yield motion.at(values)
        if found:
            return


def _gap(seen: View, start: _Start, motion: _Motion, signs: Mapping[Symbol, Symbol]) -> Expr:
    """The equation at the start."""
    back = {s: v for v, s in signs.items()}
    i = seen.variables.index(back[start.time])
    levels = [start.profile]
    for _ in range(seen.order(seen.variables[i])):
        levels.append(motion.rate(levels[-1], start.space))
    values = {}
    for slot, trace in zip(seen.equation.slots, seen.equation.traces, strict=True):
        inside = [n for j, n in enumerate(trace.orders) if j != i]
        values[slot] = derivative(levels[trace.orders[i]], start.space, tuple(inside))
    expr = seen.equation.expr.xreplace(dict(signs)).subs(start.time, start.start)
    return expr.xreplace(values)


def _weights(seen: View, start: _Start, signs: Mapping[Symbol, Symbol]) -> list[list[int]] | None:
    """For each term of the equation what it weighs: in the variables of space, time, and u."""
    equation = seen.equation
    symbols = [*start.space, start.time]
    order = [seen.variables.index({s: v for v, s in signs.items()}[s]) for s in symbols]
    weight: dict[Symbol, list[int]] = {}
    for j, s in enumerate(symbols):
        weight[s] = [int(k == j) for k in range(len(symbols) + 1)]
    for slot, trace in zip(equation.slots, equation.traces, strict=True):
        weight[slot] = [-trace.orders[i] for i in order] + [1]
    rows, zero = [], []
    for term in Add.make_args(expand(equation.expr.xreplace(dict(signs)))):
        row = [S.Zero] * (len(symbols) + 1)
        for f in Mul.make_args(term):
            base, n = f.as_base_exp()
            if base in weight and n.is_number:
                row = [a + n * w for a, w in zip(row, weight[base], strict=True)]
            else:  # inside of a function nothing may change
                zero += [weight[s] for s in f.free_symbols if s in weight]
        rows.append(row)
    return [[a - b for a, b in zip(r, rows[0], strict=True)] for r in rows[1:]] + zero


def _pace(seen: View, start: _Start, motion: _Motion, signs: Mapping[Symbol, Symbol]) -> Expr:
    """The k of ``s = 1 + k*t``; zero if everything is exponential."""
    if motion.growth == 0 and not any(motion.widenings):
        return S.Zero
    for row in _weights(seen, start, signs) or []:
        *space, time, value = row
        if time != 0:
            known = Add(*(a * b for a, b in zip(space, motion.widenings, strict=True)))
            return cancel(-(known + value * motion.growth) / time)
    return S.Zero


def _moved(
    seen: View, start: _Start, motion: _Motion, signs: Mapping[Symbol, Symbol]
) -> tuple[Expr, Line]:
    """The profile at any time."""
    k = _pace(seen, start, motion, signs)
    time = start.time - start.start
    stretch = 1 + k * time
    clock = time if k == 0 else log(stretch) / k

    def power(rate: Expr) -> Expr:
        return exp(rate * time) if k == 0 else stretch ** cancel(rate / k)

    places = {}
    for x, b, c in zip(start.space, motion.widenings, motion.speeds, strict=True):
        centre = cancel(-c / b) if b != 0 else S.Zero
        places[x] = x - c * clock if b == 0 else (x - centre) * power(-b) + centre
    shape = start.profile.subs(places, simultaneous=True)
    if motion.growth == 0:
        expr = shape + motion.rise * clock
    else:
        level = cancel(motion.rise / motion.growth)
        expr = power(motion.growth) * (shape + level) - level
    words = "The profile keeps its shape; the equation says how it moves, widens and grows."
    return expr, Line(words, (Eq(seen.function, expr, evaluate=False),))
