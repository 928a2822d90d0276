"""The recursion over the variables, as a way of searching that takes turns with others."""

from dataclasses import replace
from typing import NamedTuple

from sympy_ssde.exact.candidate import Candidate, refitted
from sympy_ssde.kernel.threads import Stream
from sympy_ssde.physics.loss import Physics
from sympy_ssde.recursion.recursion import Event, Recursion
from sympy_ssde.result.solution import Ending, Method, Record, Step
from sympy_ssde.result.steps import as_one
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.searcher import Prover

_CLOSE = 1e-14  # loss of a recursion's result, next to that of u = 0, that is worth a proof
_SOURCE = "recursion"


class KeptRecursion(NamedTuple):
    """A recursion between two turns; ``tried`` are the candidates that were not proved."""

    recursion: Recursion
    evaluations: int
    finds: int
    tried: set[tuple[int, ...]]


class Recursive:
    """The recursion over the variables.

    Parameters
    ==========

    prove : makes candidates exact and proves them; it has the problem's numbers and the clock
    kept : what an earlier call for the same problem has left, to go on with
    """

    method = Method.RECURSIVE
    exhausted = Ending.NO_LINES

    def __init__(self, prove: Prover, options: Options, kept: KeptRecursion | None = None):
        self.physics = prove.physics
        self._prove, self._clock = prove, prove.clock
        self.steps: tuple[Step, ...] = ()
        if kept is None:
            kept = KeptRecursion(_recursion(self.physics, options), 0, 0, set())
        self._recursion, self.evaluations, self._finds, self._tried = kept
        # what is written to a file is the state of what was asked for
        ahead = options.workers if options.checkpoint is None else 1
        self._events = Stream(self._recursion.run(), ahead)

    def stop(self) -> None:
        """Nobody asks for more."""
        self._events.stop()

    def kept(self) -> KeptRecursion:
        """All that is needed to go on with it."""
        return KeptRecursion(self._recursion, self.evaluations, self._finds, self._tried)

    def advance(self) -> tuple[Record, Candidate | None]:
        """One generation of a step, or the check of an expression in all variables."""
        event = next(self._events)
        self.evaluations += event.evaluations
        self._finds += event.found is not None
        found = self._proved(event)
        return self._record(event), found

    def _proved(self, event: Event) -> Candidate | None:
        """Refine the constants on all constraints; if they hold, make them exact and prove it."""
        if event.found is None:
            return None
        skeleton = event.found.skeleton
        form = skeleton.canonical().tokens
        if form in self._tried:
            return None
        constants, loss = refitted(skeleton, event.found.constants, self.physics)
        if not loss <= _CLOSE * self.physics.size:
            return None
        self._tried.add(form)
        found = self._prove(skeleton, constants)
        if found is not None:
            last = event.found.steps[-1]
            self.steps = (*event.found.steps[:-1], replace(last, expr=as_one(found.exprs)))
        return found

    def _record(self, event: Event) -> Record:
        return Record(
            self._finds,
            _SOURCE if event.variable is None else f"{_SOURCE} {event.variable}",
            self.evaluations,
            self._clock.passed(),
            event.reward,
            (1.0 / event.reward - 1.0) ** 2 if event.reward > 0 else float("inf"),
            event.best,
            method=self.method,
            variable=event.variable,
        )


def _recursion(physics: Physics, options: Options) -> Recursion:
    return Recursion(
        physics.problem,
        physics.library,
        options.config,
        grammar=options.grammar,
        seed=options.seed,
        workers=options.workers,
    )
