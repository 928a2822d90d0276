"""Structure and methods at work in a process of their own, while the search goes on here.

Which of the two has the answer must not depend on which is quicker on this machine.  So the stages
of the one are ordered among the turns of the other: a stage comes before the turn that it is due
at, and an answer counts only when all that comes before it has ended without one.
"""

import time

from sympy_ssde.config import Hint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.verify import verification
from sympy_ssde.reduction.engine import Open
from sympy_ssde.reduction.structure import OPEN, PATIENT, QUICK, Answer, Passed, Structure
from sympy_ssde.result.solution import Method, Solution
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.results import proved_solution
from sympy_ssde.worker.pool import background_worker, shared_worker

#: The number of turns of the search before each stage: the first stage, which takes little time,
#: comes before all of them.
DUE = (0, 16, 60, 160, 400)

_LONG = 30  # turns after which a search is not a short one
_LONGEST = 60.0  # seconds after which structure has nothing more to say
_STEP = 0.05  # seconds of waiting in one piece, so that it can be interrupted


class Beside:
    """What is known of a problem's structure so far.

    ``is_awaited`` is whether the search, if there is one, waits for all of it; otherwise what takes
    its time stands back behind the search.
    """

    def __init__(self, problem: Problem, options: Options, clock: Clock, is_awaited: bool = False):
        self._problem, self._options, self._clock = problem, options, clock
        self._is_awaited = is_awaited
        self._begin = time.monotonic()
        self._open: tuple[Open, ...] = ()
        self._answer: Answer | None = None
        self._stage = 0  # the one that is under way, or comes next
        self._is_patient = False
        shared_worker().start(2)  # another process, for the proofs of the search
        self._running = shared_worker().begin(self._task(QUICK))

    def _task(self, stages: tuple[int, ...]) -> Structure:
        seconds = min(max(self._clock.left(), 0.01), _LONGEST)
        return Structure(self._problem, seconds, self._options.hint is Hint.SYMPY, stages)

    def wait(self, turns: int, seconds: float) -> None:
        """Until nothing is under way that comes before the search's turn, or time is up."""
        end = time.monotonic() + min(seconds, self._clock.left())
        self._be_patient(turns)
        while self._is_before(turns) and self._answer is None:
            left = end - time.monotonic()
            if self._running.is_over:
                left = 0.0
            found = self._running.take(min(_STEP, left))
            if found is None and left <= 0:
                return
            self._note(found)
            self._be_patient(turns)

    def solution(self, turns: int) -> Solution | None:
        """The answer of a stage that comes before the search's turn, if it is there."""
        self._take_all(turns)
        if self._answer is None or not self._is_before(turns):
            return None
        found = self._answer.found
        proof = verification(self._problem, self._answer.findings, time.monotonic() - self._begin)
        method = Method.REDUCTION if found.reduced else Method.SYMPY
        return proved_solution(
            self._problem, found.exprs, proof, method, self._options, self._clock, found.lines
        )

    def open(self) -> tuple[Open, ...]:
        """The reductions that the search can complete; waits until they are known."""
        self.wait(DUE[OPEN], self._clock.left())
        return self._open

    def stop(self) -> None:
        """It is not needed any more."""
        self._running.stop()

    def _take_all(self, turns: int) -> None:
        while (found := self._running.take(0.0)) is not None:
            self._note(found)
        self._be_patient(turns)

    def _be_patient(self, turns: int) -> None:
        """Begin with what takes its time, if the search does, too."""
        is_over = self._stage > QUICK[-1]
        if is_over and turns >= _LONG and not self._is_patient and self._answer is None:
            self._is_patient = True
            worker = shared_worker() if self._is_awaited else background_worker()
            self._running = worker.begin(self._task(PATIENT))

    def _is_before(self, turns: int) -> bool:
        return self._stage < len(DUE) and DUE[self._stage] <= turns

    def _note(self, found: object) -> None:
        if isinstance(found, Answer):
            self._answer = found
        elif isinstance(found, Open):
            self._open += (found,)
        elif isinstance(found, Passed):
            self._stage = found.stage + 1
