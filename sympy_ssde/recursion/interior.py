"""Interior lines: where the data say nothing along a variable, the equation does.

A partial expression is known in all variables but one, ``w``, time as a rule: at ``w = 0`` it fits
the data, and beyond some of its numbers move.  Which ones, and how, follows from the equation:
each moving number becomes a polynomial in ``w``, fitted to all constraints at once, from a short
interval to the whole one.  The smallest set of numbers whose motion fulfils the equation gives the
parameters, and the polynomials their values, from which the next step regresses them.

Beside the expression's own constants, its amplitude, an offset, and the scale and the place of each
variable may move, so that a profile found at the start can grow, decay, spread and travel.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import combinations
from typing import NamedTuple

import numpy as np
import torch
from sympy import Eq, Float, Rational, Symbol
from torch import Tensor

from sympy_ssde.errors import SSDEError
from sympy_ssde.fit.least_squares import LeastSquaresConfig, fit
from sympy_ssde.language.batch import Batch
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import CONSTANT, Library, Op
from sympy_ssde.physics.collocation import CollocationConfig
from sympy_ssde.physics.loss import Physics
from sympy_ssde.physics.objective import Objective, Residuals
from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.problem import Problem
from sympy_ssde.recursion.fibres import LINE_POINTS, Lines, parameters_at, sampled_inside
from sympy_ssde.recursion.partial import Partial, Tie

_POINTS = CollocationConfig(interior=160, condition=24)
_WINDOWS = ((0.125, 6), (0.25, 8), (0.5, 12), (1.0, 18))  # share of the interval, degree
_WHOLE = (1.0, 24)  # for a solution of which nothing is known yet
_MOST_MOVING = 2
_LINES = 5  # values of each parameter of the problem
_PLAUSIBLE = 1e-4  # relative error on the first window
_FULFILLED = 1e-7  # on the whole interval
_MOVING = LeastSquaresConfig(
    iterations=12,
    damping=1e-6,
    decrease=0.01,
    increase=100.0,
    max_damping=1e4,
    regained=1e-12,
    orthogonal=True,
)


class Kind(Enum):
    """What may change: a constant, the whole expression's factor or term, a variable's."""

    SLOT = auto()
    AMPLITUDE = auto()
    OFFSET = auto()
    SCALE = auto()
    SHIFT = auto()


class Move(NamedTuple):
    """A number that may change."""

    kind: Kind
    slot: int = -1
    variable: Symbol | None = None

    @property
    def rest(self) -> float:
        """Its value while nothing moves, for those that are not slots."""
        return 1.0 if self.kind in (Kind.AMPLITUDE, Kind.SCALE) else 0.0


def can_be_closed(problem: Problem, partial: Partial, variable: Symbol) -> bool:
    """Whether all other variables are known, so that the equation determines the rest."""
    others = [v for v in problem.variables if v != variable]
    return variable in problem.variables and all(v in partial.known for v in others)


def interior_lines(
    problem: Problem, partial: Partial, variable: Symbol, rng: np.random.Generator
) -> tuple[Partial, Lines] | None:
    """The partial expression with what moves as parameters, and their values along ``variable``."""
    if len(problem.functions) > 1 or not can_be_closed(problem, partial, variable):
        return None
    count = _LINES if problem.params else 1
    others = {p: sampled_inside(problem, p, rng.uniform(0.05, 0.95, count)) for p in problem.params}
    x = sampled_inside(problem, variable, np.linspace(0.02, 0.98, LINE_POINTS))
    try:
        starts = np.tile(partial.constants, (count, 1))
        if partial.known and partial.free:
            found = parameters_at(problem, partial, variable, others, rng)
            if found is None:
                return None
            starts = found
        moves: tuple[Move, ...] = ()
        courses: list[_Course] = []
        for line, start in enumerate(starts):
            frozen = _at_parameters(problem, {p: v[line] for p, v in others.items()})
            motion = _Motion(frozen, replace(partial, constants=start), variable, rng)
            if not line:
                moves, course = motion.smallest()
            else:
                course = motion.follow(moves)
            if course is None:
                return None
            courses.append(course)
    except SSDEError:
        return None
    moving = parametrised(partial, moves)
    values = np.empty((len(moving.free), count, len(x)))
    for row, slot in enumerate(moving.free):
        for line, course in enumerate(courses):
            if slot in moving.moved:
                values[row, line] = course.at(moving.moved[slot], x)
            else:
                values[row, line] = starts[line, moving.origin[slot]]
    size = np.sqrt((values**2).mean(axis=(1, 2))) + 1e-300
    noise = size * (10 * max(c.error for c in courses) + 1e-11)
    return moving.partial, Lines(x, values, noise, others)


def _at_parameters(problem: Problem, values: dict[Symbol, float]) -> Problem:
    """The problem with numbers for its parameters."""
    given = problem.as_given()
    functions = problem.functions
    equations = [Eq(c.expression(functions), 0) for c in problem.equations]
    conditions = [Eq(c.expression(functions), 0, evaluate=False) for c in problem.conditions]
    numbers = {p: Float(v, 17) for p, v in values.items()}
    return Problem(
        equations[0].subs(numbers),
        given["func"],
        [c.subs(numbers) for c in conditions],
        given["domain"],
    )


def candidates(partial: Partial) -> list[Move]:
    """All that may move."""
    if not partial.known:
        return [Move(Kind.SLOT, 0)]
    tied = {t.slot for t in partial.ties} | {t.source for t in partial.ties}
    moves = [Move(Kind.SLOT, s) for s in range(partial.skeleton.constants) if s not in tied]
    moves += [Move(Kind.AMPLITUDE), Move(Kind.OFFSET)]
    used = {partial.skeleton.library.tokens[t].symbol for t in partial.skeleton.tokens}
    for v in partial.known:
        if v in used:
            moves += [Move(Kind.SHIFT, variable=v), Move(Kind.SCALE, variable=v)]
    return moves


# ---------------------------------------------------------------------- expressions that move


class _Names(NamedTuple):
    """A traversal under construction: words, and of each slot its move and power, or its value.

    ``kept``: slot -> slot of the expression before, for those that don't move.
    """

    words: list[str]
    slots: list[tuple[int, int] | float]
    kept: dict[int, int]


def _written(
    partial: Partial, moves: Sequence[Move], polynomial: Sequence[str], degree: int
) -> _Names:
    """The expression with polynomials of a degree in place of what moves.

    ``polynomial`` are the words of the polynomials' argument.
    """
    library = partial.skeleton.library
    made = _Names([], [], {})

    def moving(index: int) -> None:
        for power in range(degree):
            made.words.extend(["+", CONSTANT, "*", *polynomial])
            made.slots.append((index, power))
        made.words.append(CONSTANT)
        made.slots.append((index, degree))

    place = {(m.kind, m.slot, m.variable): i for i, m in enumerate(moves)}
    for kind, word in ((Kind.OFFSET, "+"), (Kind.AMPLITUDE, "*")):
        if (kind, -1, None) in place:
            made.words.append(word)
            moving(place[kind, -1, None])
    slot = -1
    for number in partial.skeleton.tokens:
        token = library.tokens[number]
        if token.op == Op.CONSTANT:
            slot += 1
            if (Kind.SLOT, slot, None) in place:
                moving(place[Kind.SLOT, slot, None])
            else:
                made.words.append(CONSTANT)
                made.kept[len(made.slots)] = slot
                made.slots.append(float(partial.constants[slot]))
            continue
        if token.op == Op.VARIABLE:
            for kind, word in ((Kind.SHIFT, "+"), (Kind.SCALE, "*")):
                if (kind, -1, token.symbol) in place:
                    made.words.append(word)
                    moving(place[kind, -1, token.symbol])
        made.words.append(token.name)
    return made


class Moving(NamedTuple):
    """A partial expression some of whose parameters move.

    ``moved``: slot -> number of its move; ``origin``: slot -> slot of the expression before.
    """

    partial: Partial
    moved: dict[int, int]
    origin: dict[int, int]

    @property
    def free(self) -> tuple[int, ...]:
        """The parameters that are not tied to another one."""
        return self.partial.free


def parametrised(partial: Partial, moves: Sequence[Move]) -> Moving:
    """The partial expression with a parameter for each move, beside those it has.

    Copies of a move's parameter are tied to the first.
    """
    made = _written(partial, moves, (), 0)
    library = partial.skeleton.library
    constants: list[float] = []
    parameters, ties = [], []
    first: dict[int, int] = {}
    origin: dict[int, int] = {}
    before: dict[int, int] = {}
    for slot, what in enumerate(made.slots):
        if isinstance(what, float):
            old = made.kept[slot]
            origin[slot], before[old] = old, slot
            constants.append(what)
            if old in partial.parameters:
                parameters.append(slot)
            continue
        move = moves[what[0]]
        constants.append(float(partial.constants[move.slot]) if move.slot >= 0 else move.rest)
        parameters.append(slot)
        if move.slot >= 0:
            before[move.slot] = slot
        if what[0] in first:
            ties.append(Tie(slot, first[what[0]], 1.0, 1))
        else:
            first[what[0]] = slot
    ties += [t._replace(slot=before[t.slot], source=before[t.source]) for t in partial.ties]
    tokens = tuple(library.index[word] for word in made.words)
    whole = Partial(
        Skeleton(library, tokens),
        np.array(constants),
        tuple(parameters),
        partial.known,
        tuple(ties),
    )
    return Moving(whole, {slot: move for move, slot in first.items()}, origin)


# ---------------------------------------------------------------------- how they move


@dataclass(frozen=True, eq=False)
class _Course:
    """Polynomials ``(moves, degree + 1)`` in ``(w - middle)/half``, and their relative error."""

    coefficients: np.ndarray
    middle: float
    half: float
    error: float

    def at(self, move: int, x: np.ndarray) -> np.ndarray:
        """The values of one number."""
        s = (x - self.middle) / self.half
        return np.polynomial.polynomial.polyval(s, self.coefficients[move])


class _Motion:
    """The motion of a partial expression's numbers in one problem without parameters."""

    def __init__(
        self, problem: Problem, partial: Partial, variable: Symbol, rng: np.random.Generator
    ):
        self.problem, self.partial, self.variable, self.rng = problem, partial, variable, rng
        r = problem.domain.by_symbol[variable]
        self.low, self.high = problem.domain.window(r, {})
        self.middle, self.half = 0.5 * (self.low + self.high), 0.5 * (self.high - self.low)
        full = partial.skeleton.library
        names = {t.name for t in full.tokens}
        operators = [t.name for t in full.tokens if t.arity]
        operators += [name for name in ("+", "-", "*") if name not in names]
        literals = [t.symbol for t in full.tokens if t.op == Op.LITERAL and t.symbol is not None]
        extra = [Float(self.middle, 17), Float(1 / self.half, 17)]
        self.library = Library.build(operators, problem.variables, [*literals, *extra])
        middle, inverse = (t.name for t in self.library.tokens[-3:-1])
        (own,) = (t.name for t in self.library.tokens if t.symbol == variable)
        self._argument = ("*", inverse, "-", own, middle)
        self._physics: dict[float, Physics] = {}

    def _windows(self) -> tuple[tuple[float, int], ...]:
        """From the start on if all conditions along the variable stand there, else all at once."""
        place = self.problem.variables.index(self.variable)
        starts = [t.point[place] for c in self.problem.conditions for t in c.traces]
        low = self.problem.domain.by_symbol[self.variable].low
        moving = all(p == low or p == self.variable for p in starts)
        if not self.partial.known:
            return (_WHOLE,)
        return _WINDOWS if moving else _WINDOWS[-1:]

    def _on(self, share: float) -> Physics:
        """The physics on the first part of the interval."""
        if share not in self._physics:
            problem = self.problem
            if share < 1:
                problem = _shortened(problem, self.variable, self.low + share * 2 * self.half)
            self._physics[share] = Physics(problem, self.library, self.rng, points=_POINTS)
        return self._physics[share]

    def smallest(self) -> tuple[tuple[Move, ...], _Course | None]:
        """The smallest set of moves that fulfils the equation, and their course."""
        for moves in self._sets():
            course = self.follow(moves)
            if course is not None:
                return moves, course
        return (), None

    def _sets(self) -> Iterator[tuple[Move, ...]]:
        every = candidates(self.partial)
        for size in range(1, min(_MOST_MOVING, len(every)) + 1):
            yield from combinations(every, size)

    def follow(self, moves: Sequence[Move]) -> _Course | None:
        """The course of these moves over the whole interval, if there is one."""
        coefficients = np.array(
            [[self.partial.constants[m.slot] if m.slot >= 0 else m.rest] for m in moves]
        )
        error = np.inf
        for share, degree in self._windows():
            coefficients, error = self._fit(moves, coefficients, share, degree)
            if not error <= _PLAUSIBLE:
                return None
        if not error <= _FULFILLED:
            return None
        return _Course(coefficients, self.middle, self.half, error)

    def _fit(
        self, moves: Sequence[Move], start: np.ndarray, share: float, degree: int
    ) -> tuple[np.ndarray, float]:
        """The polynomials' coefficients, fitted to all constraints, and their relative error."""
        physics = self._on(share)
        made = _written(self.partial, moves, self._argument, degree)
        begin = np.zeros((len(moves), degree + 1))
        begin[:, : start.shape[1]] = start[:, : degree + 1]
        tokens = np.array([[self.library.index[w] for w in made.words]], np.int16)
        batch = Batch(tokens, np.array([tokens.shape[1]]), begin.reshape(1, -1))
        objective = Objective(self.library, _tied(physics.objective(), made, degree + 1))
        config = replace(_MOVING, target=1e-28 * physics.size)
        fitted, losses = fit(objective, batch, config, np.ones(batch.constants.shape, bool))
        loss = float(losses[0])
        error = np.sqrt(loss / physics.size) if np.isfinite(loss) else np.inf
        return fitted.reshape(begin.shape), float(error)


def _tied(objective: Objective, made: _Names, size: int) -> Residuals:
    """The residuals by the coefficients of the moves, ``size`` each, which stand in many slots."""
    fixed = np.array([w if isinstance(w, float) else 0.0 for w in made.slots])
    moving = [slot for slot, w in enumerate(made.slots) if not isinstance(w, float)]
    source = [w[0] * size + w[1] for w in made.slots if not isinstance(w, float)]

    def residuals(batch: Batch, rows: np.ndarray) -> tuple[Tensor, Tensor]:
        constants = np.tile(fixed, (len(batch), 1))
        constants[:, moving] = batch.constants[:, source]
        r, j = objective.residuals(batch.at(constants), rows)
        total = torch.zeros((len(batch), batch.constants.shape[1], r.shape[1]), dtype=r.dtype)
        for slot, coefficient in zip(moving, source, strict=True):
            total[:, coefficient] += j[:, slot]
        return r, total

    return residuals


def _shortened(problem: Problem, variable: Symbol, high: float) -> Problem:
    """The problem on a shorter interval of a variable."""
    end = Rational(high)  # exactly this float
    ranges = (replace(r, high=end) if r.symbol == variable else r for r in problem.domain)
    return problem.replace(domain=Domain(tuple(ranges)))
