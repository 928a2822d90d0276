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
from itertools import islice
from typing import NamedTuple

import numpy as np
from sympy import Expr, Float, Rational, Symbol

from sympy_ssde.config import SearchConfig
from sympy_ssde.language.skeleton import Skeleton
from sympy_ssde.language.tokens import Library
from sympy_ssde.problem.problem import Problem
from sympy_ssde.recursion.fibres import InconsistentError, Partial, is_box, lines_along
from sympy_ssde.recursion.interior import interior_lines
from sympy_ssde.recursion.pieces import replaced
from sympy_ssde.recursion.step_search import Setting, StepSearch
from sympy_ssde.result.solution import Step

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
        self.problem = problem
        rng = np.random.default_rng([seed, 2])
        self.setting = Setting(library, config, grammar, workers, rng)

    def run(self) -> Iterator[Event]:
        """Explore until the caller has enough, with larger budgets each time.

        Ends if no line carries data that could be searched.
        """
        if not is_box(self.problem):
            return
        effort = 1
        while True:
            evaluations = 0
            self.setting.shapes.clear()
            for event in self._explore(Partial.unknown(self.setting.library), (), effort):
                evaluations += event.evaluations
                yield event
            if not evaluations:  # the data say all at once, or nothing: it won't change
                return
            effort = min(2 * effort, 8)

    # steps ---------------------------------------------------------------------------------------

    def _explore(
        self, partial: Partial, steps: tuple[Step, ...], effort: int, order: tuple[Symbol, ...] = ()
    ) -> Iterator[Event]:
        """All that can be made of a partial expression, the most promising first.

        ``order`` of the variables, () if it isn't known yet: the one with the fullest data first,
        those that an earlier step tried in vain last.
        """
        if not partial.free:
            found = Found(partial.skeleton, partial.constants, steps)
            yield Event(0, None, 1.0, "", found)
        searches = self._searches(partial, order)
        if not order:
            searches = iter(sorted(searches, key=lambda search: -search.lines.values.shape[1]))
        tried: list[StepSearch] = []
        for generations in _SWEEPS:
            for search in searches:
                tried.append(search)
                yield Event(0, search.variable, 0.0, "")
                for spent in islice(search.run(), effort * generations):
                    yield Event(spent.evaluations, search.variable, spent.reward, spent.best)
                    if search.complete:
                        break
                if not search.complete:
                    continue
                failed = [s.variable for s in tried[:-1]]
                order = order or tuple(s.variable for s in (*tried, *searches))
                order = (*(v for v in order if v not in failed), *failed)
                for pieces in search.results():
                    self.setting.shapes.remember(pieces.values(), search.variable)
                    after = replaced(search.partial, search.variable, pieces, search.ties)
                    number = len(steps) + 1
                    step = Step(number, search.variable, *_printed(after, number))
                    yield from self._explore(after, (*steps, step), effort, order)
                return
            searches, tried = iter(tried), []

    def _searches(self, partial: Partial, order: tuple[Symbol, ...]) -> Iterator[StepSearch]:
        """Steps along lines of the data, each made when it is its turn: they cost time.

        If there are none, or the data contradict the partial expression since more than its
        parameters must change along a variable, steps along lines inside.
        """
        places = {v: i for i, v in enumerate(order)}
        none = True
        try:
            for variable in sorted(self._open(partial), key=lambda v: places.get(v, len(order))):
                lines = lines_along(self.problem, partial, variable, self.setting.rng)
                if lines is not None:
                    none = False
                    yield StepSearch(self.setting, partial, variable, lines)
        except InconsistentError:
            none = True
        if none:
            yield from self._interior(partial)

    def _open(self, partial: Partial) -> list[Symbol]:
        """Variables along which parameters may be regressed now; the problem's own come last."""
        if not partial.free:
            return []
        variables = [v for v in self.problem.variables if v not in partial.known]
        return variables or [p for p in self.problem.params if p not in partial.known]

    def _interior(self, partial: Partial) -> list[StepSearch]:
        """Steps along lines on which the equation gives what the data don't."""
        for variable in self.problem.variables:
            if variable not in partial.known:
                found = interior_lines(self.problem, partial, variable, self.setting.rng)
                if found is not None:
                    return [StepSearch(self.setting, found[0], variable, found[1])]
        return []


def _printed(partial: Partial, number: int) -> tuple[Expr, tuple[Symbol, ...]]:
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
    return partial.skeleton.to_sympy(values), tuple(names.values())


def _nice(value: float) -> Expr:
    near = Fraction(value).limit_denominator(_SMALL)
    if abs(float(near) - value) <= 1e-12 * max(1.0, abs(value)):
        return Rational(near.numerator, near.denominator)
    return Float(value, 6)
