"""The search for the part of a reduction that nothing else solves."""

from dataclasses import replace

from sympy_ssde.exact.candidate import Candidate
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import verification
from sympy_ssde.reduction.engine import Open
from sympy_ssde.reduction.reduction import Line
from sympy_ssde.reduction.structure import Completion
from sympy_ssde.result.solution import Ending, Method, Record
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.direct import Direct
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.preparation import generator, prepared_physics
from sympy_ssde.solver.searcher import Prover
from sympy_ssde.worker.pool import shared_worker

_LONGEST = 10.0


class Reduced:
    """The direct search on the smaller problem, whose solutions are put together to the whole."""

    method = Method.REDUCTION
    exhausted = Ending.OUT_OF_ROUNDS

    def __init__(self, reduction: Open, problem: Problem, options: Options, clock: Clock):
        self._open, self._problem, self._clock = reduction, problem, clock
        rng = generator(options)
        physics = prepared_physics(reduction.problem, options, rng)
        self._search = Direct(physics, options, Prover(physics, clock), clock, rng)
        self.steps: tuple[Line, ...] = ()

    @property
    def evaluations(self) -> int:
        """Skeletons that were fitted."""
        return self._search.evaluations

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
        task = Completion(self._open, (found.expr,), self._problem, timeout)
        answers, _ = shared_worker().run(task)
        for answer in answers:
            self.steps = answer.found.lines
            proof = verification(self._problem, answer.findings, found.verification.seconds)
            return Candidate(answer.found.exprs[0], proof)
        return None
