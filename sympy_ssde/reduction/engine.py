"""Solve a problem by its structure: leaves first, then reductions, whose parts are solved likewise.

The search goes deeper step by step, so that short derivations are found first; what was found for a
part is remembered.  All limits but those that abort are counted, so that the same problem has the
same answer.
"""

import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, Generic, TypeVar

from sympy import Expr

from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.limits import Clock, Effort, TimeUp
from sympy_ssde.reduction.plausible import is_plausible
from sympy_ssde.reduction.reduction import Found, Reduction

logger = logging.getLogger("sympy_ssde")

Leaf = Callable[[Problem], Iterable[Found]]
Way = Callable[[Problem], Iterable[Reduction]]
Item = TypeVar("Item")

_DEEPEST = 3  # reductions one inside of the other
_MOST = 80  # problems that are looked at
_ALTERNATIVES = 3  # solutions of a part that are tried
_LONGEST = 4.0  # seconds that one way may take for one problem, if nobody says otherwise


@dataclass(frozen=True)
class Open:
    """A reduction of which one problem has no solution yet; ``solutions`` has None for it.

    That is one of its parts, or its rest, which then comes last.
    """

    reduction: Reduction
    solutions: tuple[tuple[Expr, ...] | None, ...]
    problem: Problem

    def solved(self, exprs: tuple[Expr, ...]) -> list[tuple[Expr, ...]]:
        """The solutions with one of the problem that is left."""
        return [exprs if s is None else s for s in self.solutions]

    def left(self, exprs: tuple[Expr, ...]) -> Problem | None:
        """What has to be solved after the problem that is left."""
        is_part = len(self.solutions) == len(self.reduction.problems)
        return self.reduction.left(self.solved(exprs)) if is_part else None

    def whole(
        self, exprs: tuple[Expr, ...], rest: tuple[Expr, ...] | None = None
    ) -> tuple[Expr, ...]:
        """The candidate for the whole, from solutions of the problem that is left and the rest."""
        return self.reduction.combined([*self.solved(exprs), *([] if rest is None else [rest])])


class Memory:
    """What ways have given for problems, where they came to their ends; and what is plausible."""

    def __init__(self) -> None:
        self.given: dict[tuple[Callable[[Problem], Iterable[Any]], Problem], tuple[Any, ...]] = {}
        self.plausible: dict[tuple[Problem, tuple[Expr, ...]], bool] = {}

    def keep(
        self, key: tuple[Callable[[Problem], Iterable[Any]], Problem], items: Iterable[Any]
    ) -> None:
        """A way has nothing more to give for a problem."""
        self.given[key] = tuple(items)


class Engine:
    """Candidates for a problem and its parts.

    Parameters
    ==========

    methods, leaves : what solves a problem at once; only the latter count as reductions
    ways : what makes it smaller
    longest : seconds that each of these may take for one problem
    together : seconds of computing that all of them may take
    memory : what earlier engines have tried to the end
    simple : ways with fewer unknowns or equations, which don't count as deeper
    """

    def __init__(
        self,
        methods: tuple[Leaf, ...],
        leaves: tuple[Leaf, ...],
        ways: tuple[Way, ...],
        clock: Clock,
        longest: float = _LONGEST,
        together: float = math.inf,
        memory: Memory | None = None,
        simple: tuple[Way, ...] = (),
    ):
        self._leaves = (*((leaf, False) for leaf in methods), *((leaf, True) for leaf in leaves))
        self._ways, self._clock, self._longest = ways, clock, longest
        self._end = time.process_time() + together
        self._memory = Memory() if memory is None else memory
        self._simple = simple
        self._at_once: dict[Problem, _Remembered[Found]] = {}
        self._reduced: dict[Problem, _Remembered[Reduction]] = {}
        self._parts: dict[tuple[Problem, int], _Remembered[Found]] = {}

    def candidates(self, problem: Problem) -> Iterator[Found]:
        """What may be a solution, each once, short derivations first."""
        seen: set[tuple[Expr, ...]] = set()
        for depth in range(_DEEPEST + 1):
            for found in self._solutions(problem, depth):
                if found.exprs not in seen:
                    seen.add(found.exprs)
                    yield found

    def open(self, problem: Problem) -> Iterator[Open]:
        """Reductions to one smaller problem that stays without a solution."""
        for reduction in (*self._simpler(problem), *self._reductions(problem)):
            if reduction.rest is not None and len(problem.functions) == 1:
                continue
            found = [next(iter(self._part(p, _DEEPEST - 1)), None) for p in reduction.problems]
            exprs = tuple(None if f is None else f.exprs for f in found)
            missing = [p for p, f in zip(reduction.problems, found, strict=True) if f is None]
            if not missing and reduction.rest is not None:
                known = [e for e in exprs if e is not None]
                left = _guarded(partial(reduction.left, known), self._seconds())
                if left is not None:
                    missing, exprs = [left], (*exprs, None)
            if len(missing) == 1 and _is_smaller(missing[0], problem):
                yield Open(reduction, exprs, missing[0])

    def _solutions(self, problem: Problem, depth: int) -> Iterator[Found]:
        yield from self._leaf(problem)
        for reduction in self._simpler(problem):
            yield from self._whole(problem, reduction, depth)
        if depth:
            for reduction in self._reductions(problem):
                yield from self._whole(problem, reduction, depth - 1)

    def _leaf(self, problem: Problem) -> Iterable[Found]:
        if problem not in self._at_once:
            if len(self._at_once) >= _MOST:
                return ()
            items = (
                replace(found, reduced=reduced)
                for leaf, reduced in self._leaves
                for found in self._given(leaf, problem)
                if self._is_plausible(problem, found.exprs)
            )
            self._at_once[problem] = _Remembered(items)
        return self._at_once[problem]

    def _simpler(self, problem: Problem) -> Iterator[Reduction]:
        return (r for way in self._simple for r in self._given(way, problem))

    def _reductions(self, problem: Problem) -> Iterable[Reduction]:
        if problem not in self._reduced:
            items = (r for way in self._ways for r in self._given(way, problem))
            self._reduced[problem] = _Remembered(items)
        return self._reduced[problem]

    def _part(self, problem: Problem, depth: int) -> Iterable[Found]:
        key = (problem, depth)
        if key not in self._parts:
            self._parts[key] = _Remembered(self._solutions(problem, depth))
        return self._parts[key]

    def _whole(self, problem: Problem, reduction: Reduction, depth: int) -> Iterator[Found]:
        for parts in self._solved_parts(reduction, depth):
            solutions = [f.exprs for f in parts]
            exprs = _guarded(partial(reduction.combined, solutions), self._seconds())
            if exprs is not None and self._is_plausible(problem, exprs):
                lines = (reduction.line, *(line for f in parts for line in f.lines))
                yield Found(exprs, lines, reduced=True)

    def _solved_parts(self, reduction: Reduction, depth: int) -> Iterator[tuple[Found, ...]]:
        """Solutions of all parts, that of the rest last."""
        for parts in self._combinations(reduction.problems, depth):
            if reduction.rest is None:
                yield parts
                continue
            action = partial(reduction.left, [f.exprs for f in parts])
            left = _guarded(action, self._seconds())
            if left is not None:
                for found in islice(self._part(left, depth), _ALTERNATIVES):
                    yield (*parts, found)

    def _combinations(
        self, problems: tuple[Problem, ...], depth: int
    ) -> Iterator[tuple[Found, ...]]:
        if not problems:
            yield ()
            return
        for found in islice(self._part(problems[0], depth), _ALTERNATIVES):
            for others in self._combinations(problems[1:], depth):
                yield (found, *others)

    def _given(self, way: Callable[[Problem], Iterable[Item]], problem: Problem) -> Iterable[Item]:
        key = (way, problem)
        if key not in self._memory.given:
            return limited(way, problem, self._seconds(), partial(self._memory.keep, key))
        return self._memory.given[key]

    def _is_plausible(self, problem: Problem, exprs: tuple[Expr, ...]) -> bool:
        key, known = (problem, exprs), self._memory.plausible
        if key not in known:
            verdict = _guarded(partial(is_plausible, problem, exprs), self._seconds())
            if verdict is None:
                return False
            known[key] = verdict
        return known[key]

    def _seconds(self) -> float:
        return min(self._longest, self._clock.left(), self._end - time.process_time())


def _is_smaller(part: Problem, whole: Problem) -> bool:
    """Whether it has fewer variables, or as many of them and fewer unknowns.

    What is left of a problem with one unknown must have one, too.
    """
    (variables, functions), (most, many) = (
        (len(p.variables), len(p.functions)) for p in (part, whole)
    )
    if variables < most:
        return functions == 1 or many > 1
    return variables == most and functions < many


class _Remembered(Generic[Item]):
    """What an iterator gives, computed when it is asked for, once."""

    def __init__(self, source: Iterator[Item]):
        self._source, self._items = source, []  # type: Iterator[Item], list[Item]

    def __iter__(self) -> Iterator[Item]:
        number = 0
        while True:
            if number == len(self._items):
                try:
                    self._items.append(next(self._source))
                except StopIteration:
                    return
            yield self._items[number]
            number += 1


def limited(
    way: Callable[[Problem], Iterable[Item]],
    problem: Problem,
    left: float,
    keep: Callable[[list[Item]], None] = lambda items: None,
) -> Iterator[Item]:
    """What a way gives for a problem, until it fails or has used up its time; kept if it ends.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> growth = Problem(u(x).diff(x) - u(x), u(x), {u(0): 1})
    >>> list(limited(lambda problem: problem.variables, growth, 1.0))
    [x]
    """
    source: Iterator[Item] | None = None
    items: list[Item] = []
    while left > 0:
        effort = Effort(left)
        try:
            with effort.share(1.0):
                if source is None:
                    source = iter(way(problem))
                item = next(source)
        except (Exception, TimeUp) as error:  # whatever SymPy raises: it doesn't lead anywhere
            if not isinstance(error, StopIteration):
                logger.debug("%s: %s: %s", way.__name__, type(error).__name__, error)
            # once the time is over SymPy may have made something else of the deadline
            if not isinstance(error, TimeUp) and effort.left() > 0:
                keep(items)
            return
        left = effort.left()
        items.append(item)
        yield item


def _guarded(action: Callable[[], Item], seconds: float) -> Item | None:
    """The result of an action, or None if it fails or takes too long."""
    try:
        with Effort(seconds).share(1.0):
            return action()
    except TimeUp:
        return None
    except Exception as error:  # whatever SymPy raises
        logger.debug("%s: %s", type(error).__name__, error)
        return None
