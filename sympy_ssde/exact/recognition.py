"""From fitted numbers to exact ones, in the worker process: polished, named, solved for.

A candidate may contain anything that a search comes up with, cos(exp(exp(x))) too, on which
high-precision arithmetic and algebra take for ever: so there is a deadline.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mpmath import mp
from sympy import Expr, Symbol

from sympy_ssde.exact.amplitudes import amplitudes
from sympy_ssde.exact.identify import identify, identify_quickly, numbers_of
from sympy_ssde.exact.polish import DIGITS, polish
from sympy_ssde.exact.solve import solved_constants
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.worker.pool import shared_worker

Values = dict[Symbol, Expr]
_ROUGH = 1e-6  # tolerance for numbers that could not be polished


@dataclass(frozen=True)
class Recognition:
    """A task for the worker: exact values of a candidate's constants.

    ``skip`` is how many of the answers are passed over, since they were tried already.
    """

    exprs: tuple[Expr, ...]
    start: dict[Symbol, float]
    problem: Problem
    timeout: float
    skip: int = 0

    def run(self) -> Iterator[Values]:
        """Yield values for all constants if they are recognised."""
        with mp.workdps(DIGITS):
            seen: list[Values] = []
            for values in self._answers(Clock(self.timeout)):
                if values not in seen:
                    seen.append(values)
                if len(seen) > self.skip:
                    yield seen[-1]
                    return

    def _answers(self, clock: Clock) -> Iterator[Values]:
        """What the digits say; what the equations say; what both say together."""
        digits = polish(self.exprs, self.start, self.problem)
        if digits is None:
            yield from self._solved({}, self.start, clock, tolerance=_ROUGH)
            return
        numbers = numbers_of(self.problem)
        named = {s: identify_quickly(v, numbers) for s, v in digits.items()}
        known = {s: v for s, v in named.items() if v is not None}
        if len(known) == len(digits):
            yield known
        else:
            yield from self._solved(known, digits, clock)
        if known:
            yield from self._solved({}, digits, clock)
        guess = {s: known.get(s) or identify(v, numbers) for s, v in digits.items()}
        known = {s: v for s, v in guess.items() if v is not None}
        if 0 < len(known) < len(digits):
            yield from self._solved(known, digits, clock)
        unknown = [s for s in digits if s not in known]
        rest = amplitudes(self._with(known), unknown, self.problem) if unknown else {}
        if rest is not None:
            yield known | rest

    def _with(self, known: Values) -> tuple[Expr, ...]:
        return tuple(e.xreplace(known) for e in self.exprs)

    def _solved(
        self, known: Values, digits: dict[Symbol, Any], clock: Clock, **options: Any
    ) -> Iterator[Values]:
        """The constants that are not known, solved for."""
        rest = {s: v for s, v in digits.items() if s not in known}
        try:
            with clock.share(0.5):
                found = solved_constants(self._with(known), rest, self.problem, **options)
        except (TimeUp, *GIVES_UP):
            return
        if found is not None:
            yield known | found


def recognised(
    exprs: tuple[Expr, ...],
    start: dict[Symbol, float],
    problem: Problem,
    *,
    timeout: float = 5,
    skip: int = 0,
) -> Values | None:
    """Exact values of the constants, or None if there are none, or no time."""
    found, _ = shared_worker().run(Recognition(exprs, start, problem, timeout, skip))
    return found[0] if found else None
