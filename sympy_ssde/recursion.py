"""Recursive exploration: many variables, one at a time.

The paper's algorithms "Recursive Exploration", "Replace parameters" and "Single-dimensional SSDE",
with nobody between the rounds.  At first the whole solution is one parameter.  A round takes a
variable along which the data give the parameters' values on lines, searches for skeletons in that
variable, fits them with one vector of constants per line, and decides by the variance over the
lines which of them are constants; the others are the parameters of the next round.

Which variable comes next is decided by the data: all that have lines take turns, and the first to
be fitted exactly wins.  Several candidates of a round stay alive; where a later round contradicts
one, the next is taken up.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations
from typing import NamedTuple

import numpy as np
from sympy import Expr, Float, Integer, Rational, Symbol, nan, oo, zoo

from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import SSDEError
from sympy_ssde.fibres import InconsistentError, Lines, Partial, Tie, is_box, lines_along
from sympy_ssde.fit.lines import Regression
from sympy_ssde.grammar import Grammar
from sympy_ssde.interior import interior_lines
from sympy_ssde.problem import Problem
from sympy_ssde.result import Step
from sympy_ssde.search.loop import Generation, Search
from sympy_ssde.search.score import Batch
from sympy_ssde.skeleton import Skeleton, programs
from sympy_ssde.tokens import Library, Op

_CLOSE = 1e-16  # loss of a search's candidate that is worth a careful fit
_EXACT = 1e-10  # relative error of an exact fit to exact data
_SWEEPS = (3, 11, 33)  # generations that each variable gets in turn
_BEAM = 3
_WAIT = 8  # generations that one more parameter has to wait
_SMALL = 1000  # denominators up to it are tried for constants
_POWERS = (1, 2, 3, -1, -2)


class Event(NamedTuple):
    """What happened since the last one.

    ``evaluations`` of skeletons, ``variable`` of the round, ``reward`` and text of its best
    skeleton; ``found``, an expression without parameters, if there is one.
    """

    evaluations: int
    variable: Symbol | None
    reward: float
    best: str
    found: "Found | None" = None


class Found(NamedTuple):
    """An expression in all variables, with numbers for its constants, and the way to it."""

    skeleton: Skeleton
    constants: np.ndarray
    steps: tuple[Step, ...]


@dataclass(frozen=True, eq=False)
class Piece:
    """A parameter's expression in one variable: constants, and slots that are parameters still."""

    skeleton: Skeleton
    constants: np.ndarray
    parameters: tuple[int, ...]

    @property
    def rank(self) -> tuple[int, int, int]:
        """Fewer parameters first, then those that are plain factors or terms, then short ones."""
        nested = [p for p in self.parameters if not _is_linear(self.skeleton, p)]
        return len(self.parameters), len(nested), self.skeleton.complexity


class Recursion:
    """The recursion over the variables of one problem.

    Parameters
    ==========

    library : of the whole problem, all variables and parameters in it
    """

    def __init__(
        self,
        problem: Problem,
        library: Library,
        config: SearchConfig,
        *,
        grammar: str | None = None,
        seed: int = 0,
        workers: int = 1,
    ):
        self.problem, self.library, self.config = problem, library, config
        self.grammar_text, self.workers = grammar, workers
        self.rng = np.random.default_rng([seed, 2])
        self._shapes: dict[tuple[str | None, ...], np.ndarray] = {}

    def run(self) -> Iterator[Event]:
        """Explore until the caller has enough, with larger budgets each time.

        Ends if no line carries data that could be searched.
        """
        if not is_box(self.problem):
            return
        effort = 1
        while True:
            evaluations = 0
            self._shapes.clear()
            for event in self._explore(Partial.unknown(self.library), (), effort):
                evaluations += event.evaluations
                yield event
            if not evaluations:  # the data say all at once, or nothing: it won't change
                return
            effort = min(2 * effort, 8)

    # rounds --------------------------------------------------------------------------------------

    def _explore(
        self, partial: Partial, steps: tuple[Step, ...], effort: int, order: tuple[Symbol, ...] = ()
    ) -> Iterator[Event]:
        """All that can be made of a partial expression, the most promising first.

        ``order`` of the variables, () if it isn't known yet: the one with the fullest data first,
        those that an earlier round tried in vain last.
        """
        if not partial.free:
            found = Found(partial.skeleton, partial.constants, steps)
            yield Event(0, None, 1.0, "", found)
        rounds = self._rounds(partial, order)
        if not order:
            rounds = iter(sorted(rounds, key=lambda search: -search.lines.values.shape[1]))
        tried: list[_Round] = []
        for generations in _SWEEPS:
            for search in rounds:
                tried.append(search)
                yield Event(0, search.variable, 0.0, "")
                for event in islice(search.run(), effort * generations):
                    yield event
                    if search.complete:
                        break
                if not search.complete:
                    continue
                failed = [s.variable for s in tried[:-1]]
                order = order or tuple(s.variable for s in (*tried, *rounds))
                order = (*(v for v in order if v not in failed), *failed)
                for pieces in search.results():
                    self.remember(pieces.values(), search.variable)
                    after = replaced(search.partial, search.variable, pieces, search.ties)
                    number = len(steps) + 1
                    step = Step(number, search.variable, *_printed(after, number))
                    yield from self._explore(after, (*steps, step), effort, order)
                return
            rounds, tried = iter(tried), []

    def _rounds(self, partial: Partial, order: tuple[Symbol, ...]) -> "Iterator[_Round]":
        """Rounds along lines of the data, each made when it is its turn: they cost time.

        If there are none, or the data contradict the partial expression since more than its
        parameters must change along a variable, rounds along lines inside.
        """
        places = {v: i for i, v in enumerate(order)}
        none = True
        try:
            for variable in sorted(self._open(partial), key=lambda v: places.get(v, len(order))):
                lines = lines_along(self.problem, partial, variable, self.rng)
                if lines is not None:
                    none = False
                    yield _Round(self, partial, variable, lines)
        except InconsistentError:
            none = True
        if none:
            yield from self._interior(partial)

    def remember(self, pieces: Iterable[Piece], variable: Symbol) -> None:
        """Expressions that a later round begins with: variables often play the same part."""
        for piece in pieces:
            names = (piece.skeleton.library.names[token] for token in piece.skeleton.tokens)
            shape = tuple(None if name == str(variable) else name for name in names)
            self._shapes[shape] = piece.constants

    def remembered(self, grammar: Grammar, variable: Symbol) -> Batch | None:
        """The expressions of earlier rounds in a variable."""
        index, limits = grammar.library.index, grammar.tables
        found = []
        for shape, constants in self._shapes.items():
            tokens = tuple(index[str(variable) if name is None else name] for name in shape)
            if len(tokens) <= limits.max_length and grammar.accepts(tokens):
                found.append((Skeleton(grammar.library, tokens), constants))
        if not found:
            return None
        starts = np.ones((len(found), limits.max_constants))
        for row, (_, constants) in zip(starts, found, strict=True):
            row[: len(constants)] = constants
        return Batch(*programs([s for s, _ in found], limits.max_length), starts)

    def _open(self, partial: Partial) -> list[Symbol]:
        """Variables along which parameters may be regressed now; the problem's own come last."""
        if not partial.free:
            return []
        variables = [v for v in self.problem.variables if v not in partial.known]
        return variables or [p for p in self.problem.params if p not in partial.known]

    def _interior(self, partial: Partial) -> "list[_Round]":
        """Rounds along lines on which the equation gives what the data don't."""
        for variable in self.problem.variables:
            if variable not in partial.known:
                found = interior_lines(self.problem, partial, variable, self.rng)
                if found is not None:
                    return [_Round(self, found[0], variable, found[1])]
        return []


class _Round:
    """The search for all parameters' expressions in one variable."""

    def __init__(self, recursion: Recursion, partial: Partial, variable: Symbol, lines: Lines):
        self.recursion, self.partial = recursion, partial
        self.variable, self.lines = variable, lines
        config = recursion.config
        full = recursion.library
        operators = [t.name for t in full.tokens if t.arity]
        literals = [t.symbol for t in full.tokens if t.op == Op.LITERAL and t.symbol is not None]
        self.library = Library.build(operators, [variable], literals)
        self.grammar = Grammar.compile(
            self.library,
            recursion.grammar_text,
            max_length=config.max_length,
            max_constants=config.max_constants,
        )
        self.parameters = partial.free
        self.ties = self._related()
        tied = {t.slot for t in self.ties}
        self._tasks = [
            _Task(self, slot, lines.values[i], float(lines.noise[i]))
            for i, slot in enumerate(self.parameters)
            if slot not in tied
        ]

    def _related(self) -> tuple[Tie, ...]:
        """Parameters that are a multiple of another's power."""
        ties: list[Tie] = []
        values = self.lines.values.reshape(len(self.parameters), -1)
        tied: set[int] = set()
        for i, j in permutations(range(len(self.parameters)), 2):
            if i in tied or j in tied or any(t.source == self.parameters[j] for t in ties):
                continue
            found = _proportion(values[i], values[j])
            if found is not None:
                ties.append(Tie(self.parameters[j], self.parameters[i], *found))
                tied.add(j)
        return tuple(ties)

    @property
    def complete(self) -> bool:
        """Whether every parameter has an exact expression."""
        return all(task.done for task in self._tasks)

    def run(self) -> Iterator[Event]:
        """Go on with the parameters that have none yet."""
        for task in self._tasks:
            while not task.done:
                yield task.advance()

    def results(self) -> Iterator[dict[int, Piece]]:
        """Choices of one expression for each parameter, the best first."""
        best = {task.slot: task.pieces[0] for task in self._tasks}
        yield best
        for task in self._tasks:
            for piece in task.pieces[1:_BEAM]:
                yield best | {task.slot: piece}


class _Task:
    """The search for one parameter's expression."""

    def __init__(self, owner: _Round, slot: int, values: np.ndarray, noise: float):
        self.owner, self.slot = owner, slot
        recursion = owner.recursion
        size = float(np.sqrt((values**2).mean())) or 1.0
        self.noise = max(noise / size, 1e-14)
        self.regression = Regression(
            owner.library,
            owner.lines.x,
            values,
            recursion.rng,
            noise=self.noise,
            workers=recursion.workers,
        )
        self.limit = min(max(_EXACT, 1e3 * self.noise), 1e-6)
        self.pieces: list[Piece] = []
        self._search: Iterator[Generation] | None = None
        self._generations, self._reward, self._best = 0, 0.0, ""
        self._try(Skeleton(owner.library, (owner.library.constant,)), np.ones(1))

    @property
    def done(self) -> bool:
        """Whether there is an expression, with no more parameters than the time spent allows.

        Many parameters fit anything.  Those that aren't needed would have to be searched for in
        all later rounds, so that an expression with several has to wait for one with fewer.
        """
        found = min((len(piece.parameters) for piece in self.pieces), default=None)
        return found is not None and found <= 1 + self._generations // _WAIT

    def _begin(self) -> Iterator[Generation]:
        recursion = self.owner.recursion
        search = Search(self.owner.grammar, replace(recursion.config, max_rounds=None))
        state = search.begin(int(recursion.rng.integers(2**31)))
        seeds = recursion.remembered(self.owner.grammar, self.owner.variable)
        return search.run(state, self.regression, seeds)

    def advance(self) -> Event:
        """One generation."""
        if self._search is None:
            self._search = self._begin()
        generation = next(self._search)
        self._generations += 1
        losses = generation.scores.losses
        if len(losses):
            row = int(np.argmin(losses))
            reward = float(generation.scores.rewards[row])
            if reward > self._reward:
                self._reward = reward
                self._best = self._skeleton(generation, row).formula
        rows = np.nonzero(losses <= max(_CLOSE, self.limit**2))[0]
        rows = rows[np.argsort(generation.batch.lengths[rows], kind="stable")]
        for row in rows[:8]:
            self._try(self._skeleton(generation, row), generation.scores.constants[row])
        self.pieces.sort(key=lambda piece: piece.rank)
        return Event(len(losses), self.owner.variable, self._reward, self._best)

    def _skeleton(self, generation: Generation, row: int) -> Skeleton:
        tokens = generation.batch.programs[row, : generation.batch.lengths[row]]
        return Skeleton(self.owner.library, tuple(int(t) for t in tokens))

    def _try(self, skeleton: Skeleton, start: np.ndarray) -> None:
        """Keep the skeleton if it fits all lines exactly, with its constants told apart."""
        piece = self._piece(skeleton, start)
        if piece is None:
            return
        self.pieces.append(piece)
        if len(piece.parameters) == 1 and not _is_linear(piece.skeleton, piece.parameters[0]):
            for variant in _linear_variants(piece):
                other = self._piece(*variant)
                if other is not None and other.rank[:2] == (1, 0):
                    self.pieces.append(other)
        lines = self.regression.values.shape[0]
        if self._later and len(piece.parameters) < piece.skeleton.constants and lines < 3:
            # Two lines agree by chance easily: all slots as parameters is the way back.
            self.pieces.append(replace(piece, parameters=tuple(range(skeleton.constants))))

    @property
    def _later(self) -> bool:
        return len(self.owner.lines.others) > 0

    def _piece(self, skeleton: Skeleton, start: np.ndarray) -> Piece | None:
        """The skeleton with its constants told from its parameters; None if it isn't exact."""
        fit = self.regression.vector_fit(skeleton, start)
        if not fit.error <= self.limit:
            return None
        mean, same = fit.pooled()
        if not self._later and not same.all():
            return None
        constants = mean.copy()
        for slot in np.nonzero(same)[0]:
            constants[slot] = _rounded(mean[slot], 1e3 * fit.uncertain[:, slot].min())
        if not self.regression.holds(skeleton, fit, constants, same, self.limit):
            return None
        typical = np.where(same, constants, np.median(fit.constants, axis=0))
        return Piece(skeleton, typical, tuple(int(v) for v in np.nonzero(~same)[0]))


def _is_linear(skeleton: Skeleton, slot: int) -> bool:
    """Whether only sums, products and numerators stand above a slot."""
    flags, seen = [True], 0
    for token in map(skeleton.library.tokens.__getitem__, skeleton.tokens):
        linear = flags.pop()
        if token.op == Op.CONSTANT:
            if seen == slot:
                return linear
            seen += 1
        elif token.op == Op.DIV:
            flags += [False, linear]
        else:
            flags += [linear and token.op in (Op.ADD, Op.SUB, Op.MUL)] * token.arity
    raise IndexError(slot)


def _linear_variants(piece: Piece) -> Iterator[tuple[Skeleton, np.ndarray]]:
    """What an expression would be, were its one parameter a factor or a term instead.

    A factor or a term is easier to search for in the rounds that follow: ``exp(alpha + t)`` may
    be ``alpha*exp(t)`` as well.
    """
    library = piece.skeleton.library
    for value in (0, 1):
        constants: list[Expr | float] = list(piece.constants)
        constants[piece.parameters[0]] = Integer(value)
        inside = piece.skeleton.to_sympy(constants)
        if not inside.free_symbols or inside.has(zoo, nan, oo):
            continue
        try:
            skeleton, values = Skeleton.from_sympy(inside, library)
        except SSDEError:
            continue
        starts = np.array([1.0, *map(float, values)])
        for operator in ("*", "+"):
            if operator in library.index:
                tokens = (library.index[operator], library.constant, *skeleton.tokens)
                yield Skeleton(library, tokens), starts


def _rounded(value: float, uncertain: float) -> float:
    """A small fraction, if the value may be one."""
    near = float(Fraction(value).limit_denominator(_SMALL)) if np.isfinite(value) else value
    return near if abs(near - value) <= uncertain + 1e-10 * abs(value) else value


def _proportion(first: np.ndarray, second: np.ndarray) -> tuple[float, int] | None:
    """Factor and power with ``second = factor*first**power``, if there are such."""
    if np.ptp(first) <= 1e-9 * np.abs(first).max() or np.abs(first).min() == 0:
        return None
    for power in _POWERS:
        ratio = second / first**power
        if np.ptp(ratio) <= 1e-8 * np.abs(ratio).max():
            return _rounded(float(np.median(ratio)), 1e-8), power
    return None


# ---------------------------------------------------------------------- replacing parameters


def replaced(
    partial: Partial,
    variable: Symbol,
    pieces: dict[int, Piece],
    ties: Sequence[Tie],
) -> Partial:
    """The partial expression with its parameters replaced by their expressions.

    A parameter that is tied to another one becomes a copy of its expression, with the copy's
    parameters tied to the original's.
    """
    made = _Splice(partial.skeleton.library)
    related = {t.slot: t for t in (*partial.ties, *ties)}
    origin: dict[int, list[int]] = {}
    pending: list[tuple[int, int, list[int]]] = []
    slot = -1
    for token in partial.skeleton.tokens:
        if token != partial.skeleton.library.constant:
            made.tokens.append(token)
            continue
        slot += 1
        if slot in pieces:
            origin[slot] = made.add(pieces[slot])
        elif slot in related:
            tie = related[slot]
            root, factor, power = tie.source, tie.factor, tie.power
            while root in related:
                further = related[root]
                factor, power = factor * further.factor**power, power * further.power
                root = further.source
            for copy in made.add_power(pieces[root], factor, power):
                pending.append((root, slot, copy))
        else:
            made.slot(float(partial.constants[slot]))
    new_ties = []
    for root, _, copy in pending:
        for a, b in zip(copy, origin[root], strict=True):
            if b in made.parameters:
                made.parameters.remove(a)
                new_ties.append(Tie(a, b, 1.0, 1))
    return Partial(
        Skeleton(partial.skeleton.library, tuple(made.tokens)),
        np.array(made.constants),
        tuple(sorted([*made.parameters, *(t.slot for t in new_ties)])),
        (*partial.known, variable),
        tuple(new_ties),
    )


class _Splice:
    """A skeleton under construction."""

    def __init__(self, library: Library):
        self.library = library
        self.tokens: list[int] = []
        self.constants: list[float] = []
        self.parameters: list[int] = []

    def slot(self, value: float) -> int:
        """Append a constant."""
        self.tokens.append(self.library.constant)
        self.constants.append(value)
        return len(self.constants) - 1

    def add(self, piece: Piece) -> list[int]:
        """Append a piece; returns the numbers of its slots."""
        names = piece.skeleton.library.names
        slots: list[int] = []
        for token in piece.skeleton.tokens:
            if token == piece.skeleton.library.constant:
                slots.append(self.slot(float(piece.constants[len(slots)])))
            else:
                self.tokens.append(self.library.index[names[token]])
        self.parameters += [slots[p] for p in piece.parameters]
        return slots

    def add_power(self, piece: Piece, factor: float, power: int) -> list[list[int]]:
        """Append ``factor*piece**power``; returns the slots of each copy."""
        self.tokens.append(self.library.index["*" if power > 0 else "/"])
        self.slot(factor)
        copies = []
        for left in range(abs(power) - 1, -1, -1):
            if left:
                self.tokens.append(self.library.index["*"])
            copies.append(self.add(piece))
        return copies


def _printed(partial: Partial, number: int) -> tuple[Expr, tuple[Symbol, ...]]:
    """The expression with alpha_k for the parameters of round k, and those symbols."""
    related = {t.slot: t for t in partial.ties}
    several = len(partial.free) > 1
    names = {
        s: Symbol(f"alpha_{number}_{i}" if several else f"alpha_{number}")
        for i, s in enumerate(partial.free, 1)
    }
    values: list[Expr] = []
    for slot, value in enumerate(partial.constants):
        if slot in related:
            tie = related[slot]
            values.append(_nice(tie.factor) * names[tie.source] ** tie.power)
        else:
            values.append(names[slot] if slot in names else _nice(float(value)))
    return partial.skeleton.to_sympy(values), tuple(names.values())


def _nice(value: float) -> Expr:
    near = Fraction(value).limit_denominator(_SMALL)
    if abs(float(near) - value) <= 1e-12 * max(1.0, abs(value)):
        return Rational(near.numerator, near.denominator)
    return Float(value, 6)
