"""Recursive exploration: many variables, one at a time.

The paper's algorithms "Recursive Exploration", "Replace parameters" and "Single-dimensional SSDE",
with nobody between the steps.  At first the whole solution is one parameter.  A step takes a
variable along which the data give the parameters' values on lines, searches for skeletons in that
variable, fits them with one vector of constants per line, and decides by the variance over the
lines which of them are constants; the others are the parameters of the next step.

Which variable comes next is decided by the data: all that have lines take turns, and the first to
be fitted exactly wins.  Several candidates of a step stay alive; where a later step contradicts
one, the next is taken up.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from sympy import Basic, Expr, Float, Rational, Symbol

from sympy_ssde.config import SearchConfig
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.problem.problem import Problem
from sympy_ssde.recursion.fibres import InconsistentError, is_box, lines_along
from sympy_ssde.recursion.interior import interior_lines
from sympy_ssde.recursion.partial import Partial
from sympy_ssde.recursion.pieces import Piece, replaced
from sympy_ssde.recursion.step_search import Setting, StepSearch
from sympy_ssde.result.solution import Step
from sympy_ssde.result.steps import as_one

_SWEEPS = (3, 11, 33)  # generations that each variable gets in turn
_SMALL = 1000  # denominators up to it are printed as fractions


class Event(NamedTuple):
    """What happened since the last one.

    ``evaluations`` of skeletons, ``variable`` of the step, ``reward`` and text of its best
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


class Recursion:
    """The recursion over the variables of one problem; it can be pickled between two events.

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
        self.problem = problem
        rng = np.random.default_rng([seed, 2])
        self.setting = Setting(library, config, grammar, workers, rng)
        self._effort, self._evaluations = 1, 0
        self._root: _Level | None = None

    def run(self) -> Iterator[Event]:
        """Explore until the caller has enough, with larger budgets each time.

        Ends if no line carries data that could be searched.  Another call goes on where the last
        one was left.
        """
        if not is_box(self.problem):
            return
        while True:
            if self._root is None:
                self.setting.shapes.clear()
                unknown = Partial.unknown(self.setting.library)
                self._root, self._evaluations = _Level(self, unknown, (), self._effort), 0
            for event in self._root.run():
                self._evaluations += event.evaluations
                yield event
            if not self._evaluations:  # the data say all at once, or nothing: it won't change
                return
            self._root, self._effort = None, min(2 * self._effort, 8)

    def lines(self, partial: Partial, variable: Symbol) -> StepSearch | None:
        """A step along lines of the data, if there are any; it costs time to find out."""
        lines = lines_along(self.problem, partial, variable, self.setting.rng)
        return None if lines is None else StepSearch(self.setting, partial, variable, lines)

    def open(self, partial: Partial) -> list[Symbol]:
        """Variables along which parameters may be regressed now; the problem's own come last."""
        if not partial.free:
            return []
        variables = [v for v in self.problem.variables if v not in partial.known]
        return variables or [p for p in self.problem.params if p not in partial.known]

    def interior(self, partial: Partial) -> StepSearch | None:
        """A step along lines on which the equation gives what the data don't."""
        for variable in self.problem.variables:
            if variable not in partial.known:
                found = interior_lines(self.problem, partial, variable, self.setting.rng)
                if found is not None:
                    return StepSearch(self.setting, found[0], variable, found[1])
        return None


class _Level:
    """All that can be made of a partial expression, the most promising first.

    ``order`` of the variables is () if it isn't known yet: the one with the fullest data first,
    those that an earlier step tried in vain last.  What was done is noted before it is told, so
    that a level that is kept there goes on after it.
    """

    def __init__(
        self,
        owner: Recursion,
        partial: Partial,
        steps: tuple[Step, ...],
        effort: int,
        order: tuple[Symbol, ...] = (),
    ):
        self._owner, self._partial, self._steps, self._effort = owner, partial, steps, effort
        self._order = order
        self._is_told = bool(partial.free)
        self._is_begun = False
        self._sweep = 0
        self._variables: list[Symbol] = []  # steps along them are still to be made
        self._without_lines = True
        self._waiting: list[StepSearch] = []  # to be tried in this sweep
        self._tried: list[StepSearch] = []
        self._search: StepSearch | None = None
        self._spent = 0  # generations of it, in this sweep
        self._choices: list[dict[int, Piece]] | None = None
        self._next: _Level | None = None

    def run(self) -> Iterator[Event]:
        """Sweeps over the steps until one is complete, then all that follows from it."""
        if not self._is_told:
            self._is_told = True
            found = Found(self._partial.skeleton, self._partial.constants, self._steps)
            yield Event(0, None, 1.0, "", found)
        self._begin()
        while self._sweep < len(_SWEEPS):
            if self._search is None:
                self._search, self._spent = self._taken(), 0
                if self._search is None:
                    self._sweep += 1
                    self._waiting, self._tried = self._tried, []
                    continue
                self._tried.append(self._search)
                yield Event(0, self._search.variable, 0.0, "")
            yield from self._searched(self._search)
            self._search.rest()
            if self._search.complete:
                yield from self._followed(self._search)
                return
            self._search = None

    def _begin(self) -> None:
        """Steps are made when it is their turn; all at once where nothing is known of the order."""
        if self._is_begun:
            return
        self._is_begun = True
        places = {v: i for i, v in enumerate(self._order)}
        self._variables = sorted(
            self._owner.open(self._partial), key=lambda v: places.get(v, len(places))
        )
        if not self._order:
            made = list(iter(self._made, None))
            self._waiting = sorted(made, key=lambda search: -search.lines.values.shape[1])

    def _taken(self) -> StepSearch | None:
        """The next step of this sweep."""
        return self._waiting.pop(0) if self._waiting else self._made()

    def _made(self) -> StepSearch | None:
        """Another step along lines of the data.

        If there are none, or the data contradict the partial expression since more than its
        parameters must change along a variable, one along lines inside.
        """
        while self._variables:
            try:
                made = self._owner.lines(self._partial, self._variables.pop(0))
            except InconsistentError:
                self._variables, self._without_lines = [], True
                break
            if made is not None:
                self._without_lines = False
                return made
        if self._without_lines:
            self._without_lines = False
            return self._owner.interior(self._partial)
        return None

    def _searched(self, search: StepSearch) -> Iterator[Event]:
        """As many generations as a sweep has."""
        while self._spent < self._effort * _SWEEPS[self._sweep] and not search.complete:
            self._spent += 1
            spent = search.advance()
            yield Event(spent.evaluations, search.variable, spent.reward, spent.best)

    def _followed(self, search: StepSearch) -> Iterator[Event]:
        """What follows from a step, for each way to complete it."""
        if self._choices is None:
            self._choices = list(search.results())
            failed = [s.variable for s in self._tried[:-1]]
            order = self._order or tuple(s.variable for s in (*self._tried, *self._waiting))
            self._order = (*(v for v in order if v not in failed), *failed)
        while self._choices or self._next is not None:
            if self._next is None:
                self._next = self._after(search, self._choices.pop(0))
            yield from self._next.run()
            self._next = None

    def _after(self, search: StepSearch, pieces: dict[int, Piece]) -> "_Level":
        self._owner.setting.shapes.remember(pieces.values(), search.variable)
        after = replaced(search.partial, search.variable, pieces, search.ties)
        number = len(self._steps) + 1
        step = Step(number, search.variable, *_printed(after, number))
        return _Level(self._owner, after, (*self._steps, step), self._effort, self._order)


def _printed(partial: Partial, number: int) -> tuple[Basic, tuple[Symbol, ...]]:
    """The expression with alpha_k for the parameters of step k, and those symbols."""
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
    return as_one(partial.skeleton.exprs(values)), tuple(names.values())


def _nice(value: float) -> Expr:
    near = Fraction(value).limit_denominator(_SMALL)
    if abs(float(near) - value) <= 1e-12 * max(1.0, abs(value)):
        return Rational(near.numerator, near.denominator)
    return Float(value, 6)
