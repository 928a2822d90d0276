"""Systems whose data keep their shape: profiles that move together, grow, and turn into each other.

If at the start ``U_t = M*U - sum((b*x + c)*U_x)`` for the profiles U there, with constants, and the
equations have the symmetry that belongs to it, then this goes on: ``U = exp(M*t)*U0(x - c*t)``, or
powers of ``s = 1 + k*t`` in place of exponentials.  The equations at the start, which are linear in
the constants, say what they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sympy import Add, Dummy, Eq, Expr, Matrix, Mul, S, Symbol, cancel, eye
from sympy.functions import cos, cosh, exp, log, sin, sinh, sqrt
from sympy.utilities.iterables import connected_components

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.inverse import shorter
from sympy_ssde.reduction.matching import matching_constants
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.system_start import initial_profiles
from sympy_ssde.reduction.view import View


def shared_motion(problem: Problem) -> Iterator[Found]:
    """Solutions that are the initial profiles, moved, scaled and mixed.

    >>> from sympy import Function, sech
    >>> from sympy.abc import t, x
    >>> u, v = Function("u")(x, t), Function("v")(x, t)
    >>> pair = [u.diff(t) + 2*u.diff(x) - v, v.diff(t) + 2*v.diff(x) + u]
    >>> data = {u.subs(t, 0): sech(x), v.subs(t, 0): 0}
    >>> next(shared_motion(Problem(pair, [u, v], data))).exprs
    (cos(t)*sech(2*t - x), -sin(t)*sech(2*t - x))
    """
    if len(problem.functions) < 2 or len(problem.variables) < 2:
        return
    seen = View(problem, problem.functions[0])
    signs = with_signs(problem.domain)
    back = {s: v for v, s in signs.items()}
    known: set[tuple[Expr, ...]] = set()
    for t in reversed(problem.variables):
        start = _start(seen, t, signs)
        if start is None:
            continue
        for motion in start.motions():
            exprs = tuple(shorter(e).xreplace(back) for e in start.moved(motion))
            if exprs not in known:
                known.add(exprs)
                shown = zip(problem.functions, exprs, strict=True)
                words = "The profiles keep their shapes; the equations say how they move."
                line = Line(words, tuple(Eq(f, e, evaluate=False) for f, e in shown))
                yield Found(exprs, (line,))


@dataclass(frozen=True)
class _Motion:
    """``U_t = mixing*U - sum((widenings*x + speeds)*U_x) + rises``; these with growth alone."""

    mixing: Matrix
    widenings: tuple[Expr, ...]
    speeds: tuple[Expr, ...]
    rises: tuple[Expr, ...] = ()

    def rates(self, profiles: Sequence[Expr], space: Sequence[Symbol]) -> list[Expr]:
        """The velocities of profiles."""
        found = []
        for row, profile in enumerate(profiles):
            mixed = (self.mixing[row, k] * other for k, other in enumerate(profiles))
            moved = (
                (b * x + c) * profile.diff(x)
                for x, b, c in zip(space, self.widenings, self.speeds, strict=True)
            )
            found.append(Add(*mixed, *self.rises[row : row + 1]) - Add(*moved))
        return found

    def symbols(self) -> tuple[Symbol, ...]:
        """The unknown constants."""
        every = (*self.mixing, *self.widenings, *self.speeds, *self.rises)
        return tuple(dict.fromkeys(e for e in every if isinstance(e, Dummy)))

    def at(self, values: Mapping[Symbol, Expr]) -> "_Motion":
        """With values for the unknown constants."""
        known = dict(values)
        return _Motion(
            self.mixing.xreplace(known),
            tuple(b.xreplace(known) for b in self.widenings),
            tuple(c.xreplace(known) for c in self.speeds),
            tuple(d.xreplace(known) for d in self.rises),
        )

    def risen(self, clock: Expr) -> Matrix:
        """What the rises have brought."""
        found = []
        for row, rise in enumerate(self.rises):
            rate = self.mixing[row, row]
            found.append(rise * clock if rate == 0 else rise * (exp(rate * clock) - 1) / rate)
        return Matrix(found or [S.Zero] * self.mixing.rows)


@dataclass(frozen=True)
class _Start:
    """The profiles of all functions at ``time = start``."""

    seen: View
    signs: Mapping[Symbol, Symbol]
    space: tuple[Symbol, ...]
    time: Symbol
    start: Expr
    profiles: tuple[Expr, ...]

    def motions(self) -> Iterator[_Motion]:
        """How the profiles may move, simple motions first."""
        count, zeros = len(self.profiles), (S.Zero,) * len(self.space)
        speeds = tuple(Dummy("c") for _ in self.space)
        wide = tuple(Dummy("b") for _ in self.space)
        nothing = Matrix.zeros(count, count)
        growth = Matrix.diag(*(Dummy("a") for _ in range(count)))
        mixing = Matrix(count, count, lambda i, j: Dummy("m"))
        for motion in (
            _Motion(nothing, zeros, speeds),
            _Motion(growth, zeros, zeros),
            _Motion(_turning(count), zeros, zeros),
            _Motion(growth, zeros, speeds),
            _Motion(_turning(count), zeros, speeds),
            *self._about_means(growth, zeros, speeds),
            _Motion(growth, wide, speeds),
            _Motion(growth, zeros, speeds, tuple(Dummy("d") for _ in range(count))),
            _Motion(mixing, zeros, zeros),
            _Motion(mixing, zeros, speeds),
        ):
            for values in matching_constants(self._gaps(motion), self.space, motion.symbols()):
                yield motion.at(values)

    def _about_means(
        self, growth: Matrix, zeros: tuple[Expr, ...], speeds: tuple[Symbol, ...]
    ) -> Iterator[_Motion]:
        """Profiles with a constant part that stays, while what is left of them grows or fades."""
        means = [p.expand().as_independent(*self.space, as_Add=True)[0] for p in self.profiles]
        if any(means):
            rises = tuple(-growth[i, i] * mean for i, mean in enumerate(means))
            yield _Motion(growth, zeros, speeds, rises)

    def _gaps(self, motion: _Motion) -> list[Expr]:
        """The equations at the start; of those without time derivatives the rate of change, too.

        Those in which the constants aren't linear are left out, if there is more than one.
        """
        i, symbols = self._place, motion.symbols()
        levels = [list(self.profiles)]
        for _ in range(self._order):
            levels.append(motion.rates(levels[-1], self.space))
        gaps = [levels[1][f] - rate for f, rate in self.velocities]
        for equation in self.seen.problem.equations:
            orders = {t.orders[i] for t in equation.traces}
            expr = equation.expr.xreplace(dict(self.signs))
            values = self._values(equation, levels)
            if len(symbols) > 1 and any(
                t.orders[i] > 1 and values[s].has(*symbols)
                for s, t in zip(equation.slots, equation.traces, strict=True)
            ):
                continue
            gaps.append(expr.subs(self.time, self.start).xreplace(values))
            if orders == {0}:
                rates = self._values(equation, levels[1:])
                parts = (expr.diff(slot) * rate for slot, rate in rates.items())
                change = Add(expr.diff(self.time), *parts)
                gaps.append(change.subs(self.time, self.start).xreplace(values))
        return gaps

    @cached_property
    def _order(self) -> int:
        """The highest order of a derivative by time, at least one."""
        i = self._place
        return max((1, *(t.orders[i] for e in self.seen.problem.equations for t in e.traces)))

    @cached_property
    def velocities(self) -> list[tuple[int, Expr]]:
        """Functions whose derivatives by time are given at the start, with these."""
        found, i = [], self._place
        for condition in self.seen.on(self.seen.variables[i]):
            if condition.terms is None or len(condition.terms) != 1 or condition.face is None:
                continue
            ((trace, factor),) = condition.terms
            first = tuple(int(j == i) for j in range(len(trace.orders)))
            at_start = condition.face[1].xreplace(dict(self.signs)) == self.start
            if trace.orders == first and at_start:
                rate = (condition.value / factor).xreplace(dict(self.signs))
                found.append((trace.function, rate))
        return found

    def _values(self, equation: Constraint, levels: Sequence[Sequence[Expr]]) -> dict[Symbol, Expr]:
        """The traces of an equation, with a derivative by time a level higher."""
        i, values = self._place, {}
        for slot, trace in zip(equation.slots, equation.traces, strict=True):
            inside = tuple(n for j, n in enumerate(trace.orders) if j != i)
            profile = levels[trace.orders[i]][trace.function]
            values[slot] = derivative(profile, self.space, inside)
        return values

    @cached_property
    def _place(self) -> int:
        back = {s: v for v, s in self.signs.items()}
        return self.seen.variables.index(back[self.time])

    def _pace(self, motion: _Motion) -> Expr:
        """The k of ``s = 1 + k*t``: the term by which an equation's others outweigh ``u_t``."""
        if not motion.mixing.is_diagonal():
            return S.Zero
        i = self._place
        known = dict(zip(self._space_places, motion.widenings, strict=True))
        for equation in self.seen.problem.equations:
            weights = set()
            for term in Add.make_args(equation.expr.expand()):
                weight: Expr | None = S.Zero
                timed = False
                for factor in Mul.make_args(term):
                    base, power = factor.as_base_exp()
                    if base not in equation.slots:
                        continue
                    trace = equation.traces[equation.slots.index(base)]
                    timed = timed or trace.orders[i] > 0
                    inside = (known[j] * n for j, n in enumerate(trace.orders) if j != i)
                    growth = motion.mixing[trace.function, trace.function]
                    weight += power * (growth - Add(*inside))
                weights.add((timed, cancel(weight)))
            rates = {w for timed, w in weights if timed}
            others = {w for timed, w in weights if not timed}
            if len(rates) == len(others) == 1:
                return cancel(rates.pop() - others.pop())
        return S.Zero

    @cached_property
    def _space_places(self) -> list[int]:
        return [j for j in range(len(self.seen.variables)) if j != self._place]

    def moved(self, motion: _Motion) -> tuple[Expr, ...]:
        """The profiles at any time."""
        time, pace = self.time - self.start, self._pace(motion)
        clock = time if pace == 0 else log(1 + pace * time) / pace
        places = {}
        for x, b, c in zip(self.space, motion.widenings, motion.speeds, strict=True):
            centre = cancel(-c / b) if b != 0 else S.Zero
            places[x] = x - c * clock if b == 0 else (x - centre) * exp(-b * clock) + centre
        shapes = Matrix([p.subs(places, simultaneous=True) for p in self.profiles])
        return tuple(_exponential(motion.mixing, clock) * shapes + motion.risen(clock))


def _turning(count: int) -> Matrix:
    """Pairs of functions that turn into each other."""
    matrix = Matrix.zeros(count, count)
    for i in range(0, count - 1, 2):
        growth, turn = Dummy("a"), Dummy("w")
        matrix[i, i] = matrix[i + 1, i + 1] = growth
        matrix[i, i + 1], matrix[i + 1, i] = turn, -turn
    return matrix


def _exponential(matrix: Matrix, clock: Expr) -> Matrix:
    """The exponential of the matrix times the clock, in real functions."""
    size = matrix.rows
    edges = [(i, j) for i in range(size) for j in range(size) if matrix[i, j] != 0]
    whole = Matrix.zeros(size, size)
    for group in connected_components((range(size), edges)):
        block = matrix.extract(group, group)
        found = _of_block(block, clock)
        for a, i in enumerate(group):
            for b, j in enumerate(group):
                whole[i, j] = found[a, b]
    return whole


def _of_block(block: Matrix, clock: Expr) -> Matrix:
    if block.rows == 1:
        return Matrix([[exp(block[0, 0] * clock)]])
    if block.rows > 2:
        return (block * clock).exp()
    middle = block.trace() / 2
    rest = block - middle * eye(2)
    square = cancel(middle**2 - block.det())
    if square == 0:
        turn = eye(2) + clock * rest
    elif square.is_negative:
        rate = sqrt(-square)
        turn = cos(rate * clock) * eye(2) + sin(rate * clock) / rate * rest
    else:
        rate = sqrt(square)
        turn = cosh(rate * clock) * eye(2) + sinh(rate * clock) / rate * rest
    return exp(middle * clock) * turn


def _start(seen: View, t: Symbol, signs: Mapping[Symbol, Symbol]) -> _Start | None:
    """The profiles where all functions are given at the same time."""
    found = initial_profiles(seen, t)
    if found is None:
        return None
    real = dict(signs)
    profiles = tuple(p.xreplace(real) for p in found[1])
    space = tuple(signs[v] for v in seen.variables if v != t)
    return _Start(seen, signs, space, signs[t], found[0].xreplace(real), profiles)
