"""The search for the part of a reduction that nothing else solves."""

from dataclasses import replace
from typing import NamedTuple

from sympy_ssde.exact.candidate import Candidate
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import verification
from sympy_ssde.reduction.engine import Open
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.reduction.structure import Completion
from sympy_ssde.result.solution import Ending, Method, Record
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.direct import Direct, Kept
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.preparation import generator, prepared_physics
from sympy_ssde.solver.searcher import Prover
from sympy_ssde.worker.pool import shared_worker

_LONGEST = 10.0


class KeptReduction(NamedTuple):
    """The search for a part between two turns."""

    open: Open
    search: Kept


class Reduced:
    """The direct search on the smaller problem, whose solutions are put together to the whole.

    Parameters
    ==========

    kept : what an earlier search for the same part has left, to go on with
    """

    method = Method.REDUCTION
    exhausted = Ending.OUT_OF_ROUNDS

    def __init__(
        self,
        reduction: Open,
        problem: Problem,
        options: Options,
        clock: Clock,
        kept: Kept | None = None,
    ):
        self._open, self._problem, self._clock = reduction, problem, clock
        physics = prepared_physics(reduction.problem, options, generator(options))
        self._search = Direct(Prover(physics, clock), options, kept)
        self.steps: tuple[Line, ...] = ()

    def kept(self) -> KeptReduction:
        """All that is needed to go on with it."""
        return KeptReduction(self._open, self._search.kept())

    @property
    def evaluations(self) -> int:
        """Skeletons that were fitted."""
        return self._search.evaluations

    def stop(self) -> None:
        """Nobody asks for more."""
        self._search.stop()

    def advance(self) -> tuple[Record, Candidate | None]:
        """One generation of the smaller problem's search."""
        record, found = self._search.advance()
        record = replace(record, method=self.method, source=f"reduced problem, {record.source}")
        return record, None if found is None else self._whole(found)

    def _whole(self, found: Candidate) -> Candidate | None:
        """The solution of the whole, proved."""
        timeout = min(_LONGEST, self._clock.left())
        if timeout <= 0:
            return None
        task = Completion(self._open, found.exprs, self._problem, timeout)
        answers, _ = shared_worker().run(task)
        for answer in answers:
            self.steps = answer.found.lines
            proof = verification(self._problem, answer.findings, found.verification.seconds)
            return Candidate(answer.found.exprs, proof)
        return None
