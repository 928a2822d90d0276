"""One step of a recursion: parameters of a partial expression, searched for in one variable."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from sympy import Symbol

from sympy_ssde.config import SearchConfig
from sympy_ssde.kernel import portable
from sympy_ssde.kernel.threads import shared
from sympy_ssde.language.grammar import Grammar
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library, Op
from sympy_ssde.recursion.fibres import Lines
from sympy_ssde.recursion.partial import Partial, Tie
from sympy_ssde.recursion.pieces import Piece, Shapes, is_linear, linear_variants, tidied
from sympy_ssde.recursion.regression import Regression
from sympy_ssde.search.loop import Generation, Run, Search, SearchState

_CLOSE = 1e-16  # loss of a search's candidate that is worth a careful fit
_EXACT = 1e-10  # relative error of an exact fit to exact data
_BEAM = 3
_WAIT = 16  # parts of generations that one more parameter has to wait
_SMALL = 1000  # denominators up to it are tried for constants
_POWERS = (1, 2, 3, -1, -2)


@dataclass(frozen=True)
class Setting:
    """What all steps have in common; ``library`` is that of the whole problem."""

    library: Library
    config: SearchConfig
    grammar: str | None
    workers: int
    rng: np.random.Generator
    shapes: Shapes = field(default_factory=Shapes)
    _grammars: dict[Symbol, Grammar] = field(default_factory=dict)

    def grammar_of(self, variable: Symbol) -> Grammar:
        """The language of candidates in one variable, made once for all steps along it."""
        if variable not in self._grammars:
            config, tokens = self.config, self.library.tokens
            operators = [t.name for t in tokens if t.arity and t.op != Op.PAIR]
            literals = [t.symbol for t in tokens if t.op == Op.LITERAL and t.symbol is not None]
            self._grammars[variable] = Grammar.compile(
                Library.build(operators, [variable], literals),
                self.grammar,
                max_length=config.max_length,
                max_constants=config.max_constants,
            )
        return self._grammars[variable]


class Effort(NamedTuple):
    """A generation of a step: skeletons that were fitted, and the best one so far."""

    evaluations: int
    reward: float
    best: str


class StepSearch:
    """The search for all parameters' expressions in one variable."""

    def __init__(self, setting: Setting, partial: Partial, variable: Symbol, lines: Lines):
        self.setting, self.partial = setting, partial
        self.variable, self.lines = variable, lines
        self.grammar = setting.grammar_of(variable)
        self.library = self.grammar.library
        self.parameters = partial.free
        self.ties = self._related()
        tied = {t.slot for t in self.ties}
        self._searches = [
            _ParameterSearch(self, slot, lines.values[i], float(lines.noise[i]))
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
            found = proportion(values[i], values[j])
            if found is not None:
                ties.append(Tie(self.parameters[j], self.parameters[i], *found))
                tied.add(j)
        return tuple(ties)

    @property
    def complete(self) -> bool:
        """Whether every parameter has an exact expression."""
        return all(search.done for search in self._searches)

    def advance(self) -> Effort:
        """A generation for the first of the parameters that have no expression yet."""
        search = next(search for search in self._searches if not search.done)
        effort = search.advance()
        if search.done:
            search.rest()
        return effort

    def rest(self) -> None:
        """Nothing is wanted of it for a while."""
        for search in self._searches:
            search.rest()

    def results(self) -> Iterator[dict[int, Piece]]:
        """Choices of one expression for each parameter, the best first."""
        best = {search.slot: search.pieces[0] for search in self._searches}
        yield best
        for search in self._searches:
            for piece in search.choices()[1:]:
                yield best | {search.slot: piece}


class _ParameterSearch:
    """The search for one parameter's expression."""

    def __init__(self, owner: StepSearch, slot: int, values: np.ndarray, noise: float):
        self.owner, self.slot = owner, slot
        setting = owner.setting
        size = float(np.sqrt((values**2).mean())) or 1.0
        self.noise = max(noise / size, 1e-14)
        self.regression = Regression(
            owner.library,
            owner.lines.x,
            values,
            int(setting.rng.integers(2**31)),
            noise=self.noise,
            workers=shared(setting.workers),
        )
        self.limit = min(max(_EXACT, 1e3 * self.noise), 1e-6)
        self.pieces: list[Piece] = []
        self._state: SearchState | None = None
        self._running: Run | None = None
        self._generations, self._reward, self._best = 0, 0.0, ""
        self._try(Skeleton(owner.library, (owner.library.constant,)), np.ones(1))

    @property
    def done(self) -> bool:
        """Whether there is an expression, with no more parameters than the time spent allows.

        Many parameters fit anything.  Those that aren't needed would have to be searched for in
        all later steps, so that an expression with several has to wait for one with fewer.
        """
        found = min((len(piece.parameters) for piece in self.pieces), default=None)
        return found is not None and found <= 1 + self._generations // _WAIT

    def __getstate__(self) -> dict[str, Any]:
        """What goes on from its state is made anew."""
        return self.__dict__ | {"_running": None}

    def rest(self) -> None:
        """Nobody works ahead of what is asked for any more."""
        if self._running is not None:
            self._running.rest()

    def _generation(self) -> Generation:
        """The next one of the search, which begins with the first."""
        if self._running is None:
            setting, seeds = self.owner.setting, None
            config = replace(setting.config, max_rounds=None)
            search = Search(self.owner.grammar, config, setting.workers)
            if self._state is None:
                self._state = search.begin(int(setting.rng.integers(2**31)))
                seeds = setting.shapes.along(self.owner.variable, self.owner.grammar)
            self._running = search.run(self._state, self.regression, seeds)
        return next(self._running)

    def advance(self) -> Effort:
        """One generation."""
        generation = self._generation()
        self._generations += 1
        losses = generation.scores.losses
        if len(losses):
            row = int(np.argmin(losses))
            reward = float(generation.scores.rewards[row])
            if reward > self._reward:
                self._reward = reward
                self._best = generation.batch.skeleton(row, self.owner.library).formula
        rows = np.nonzero(losses <= max(_CLOSE, self.limit**2))[0]
        rows = rows[np.argsort(generation.batch.lengths[rows], kind="stable")]
        for row in rows[:8]:
            self._try(
                generation.batch.skeleton(row, self.owner.library), generation.scores.constants[row]
            )
        self.pieces.sort(key=lambda piece: piece.rank)
        return Effort(len(losses), self._reward, self._best)

    def _try(self, skeleton: Skeleton, start: np.ndarray) -> None:
        """Keep the skeleton if it fits all lines exactly, with its constants told apart."""
        piece = self._piece(skeleton, start)
        if piece is None:
            return
        if not piece.parameters:
            shorter = tidied(piece)
            piece = (self._piece(*shorter) if shorter is not None else None) or piece
        self.pieces.append(piece)
        if len(piece.parameters) == 1 and not is_linear(piece.skeleton, piece.parameters[0]):
            for variant in linear_variants(piece):
                other = self._piece(*variant)
                if other is not None and other.rank[:2] == (1, 0):
                    self.pieces.append(other)

    def choices(self) -> list[Piece]:
        """The best pieces; each with ways back, where two lines at most agree by chance easily."""
        few = self._later and len(self.regression.values) < 3
        return [c for p in self.pieces[:_BEAM] for c in ((p, *p.ways_back()) if few else (p,))]

    @property
    def _later(self) -> bool:
        return len(self.owner.lines.others) > 0

    def _piece(self, skeleton: Skeleton, start: np.ndarray) -> Piece | None:
        """The skeleton with its constants told from its parameters; None if it isn't exact."""
        fit = self.regression.vector_fit(skeleton, start, self.limit)
        if fit is None:
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


def _rounded(value: float, uncertain: float) -> float:
    """A small fraction, if the value may be one."""
    near = float(Fraction(value).limit_denominator(_SMALL)) if np.isfinite(value) else value
    return near if abs(near - value) <= uncertain + 1e-10 * abs(value) else value


def proportion(first: np.ndarray, second: np.ndarray) -> tuple[float, int] | None:
    """Factor and power with ``second = factor*first**power``, if there are such."""
    if np.ptp(first) <= 1e-9 * np.abs(first).max() or np.abs(first).min() == 0:
        return None
    for power in _POWERS:
        ratio = second / portable.power(first, power)
        if np.ptp(ratio) <= 1e-8 * np.abs(ratio).max():
            return _rounded(float(np.median(ratio)), 1e-8), power
    return None
