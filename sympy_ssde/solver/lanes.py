"""Further direct searches with other random numbers, for what takes long.

A search may be unlucky for a long time.  So others join it, one after the other, at counted
evaluations, and take turns with it.  Each depends on the problem, the seed and its number alone:
it may be computed here when it is its turn, or ahead of time by somebody else.  The answer is the
same, whoever computes it and however long that takes.
"""

import logging
import pickle
import queue
import threading
import time
from concurrent.futures import CancelledError, Executor, wait
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sympy_ssde.deadline import Flag
from sympy_ssde.exact.candidate import Candidate
from sympy_ssde.physics.loss import Physics
from sympy_ssde.problem.problem import Problem
from sympy_ssde.result.solution import Ending, Method, Record, Step
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.direct import Direct, Left, restored
from sympy_ssde.solver.options import Options
from sympy_ssde.solver.preparation import generator, prepared_physics
from sympy_ssde.solver.searcher import Prover

logger = logging.getLogger("sympy_ssde")

_SLICE = 0.4  # seconds of work that are given away at once
_STEP = 0.05  # seconds of waiting in one piece, so that it can be interrupted
_PATIENCE = 30.0  # seconds after which a worker that doesn't answer is given up
_TRIES = 3  # times that a piece of work is given away
_MOST = 20_000  # turns that are computed ahead


def lane(number: int, prove: Prover, options: Options, state: bytes | None = None) -> Direct:
    """The direct search of this number, at its beginning or with the state that it had."""
    sequence = np.random.SeedSequence([options.seed, 3, number])
    own = replace(options, seed=int(sequence.generate_state(1)[0]))
    return Direct(prove, own, restored(state))


@dataclass(frozen=True)
class Piece:
    """Work on a lane: go on for a little while from where it was left."""

    problem: Problem
    options: Options
    number: int
    state: bytes | None
    seconds: float


class Turn(NamedTuple):
    """What one turn of a lane has brought."""

    record: Record
    found: Candidate | None


#: A lane that was not begun.
NEW = Left()


class Done(NamedTuple):
    """What a piece of work has brought; ``is_over`` is whether the lane has nothing more to try."""

    state: bytes | None
    turns: tuple[Turn, ...]
    is_over: bool


def work_on(piece: Piece) -> Done:
    """Go on with a lane, one turn at least; where the time slices end changes nothing in it."""
    from sympy_ssde.search.policy import one_thread

    begin = time.monotonic()
    clock = Clock(begin, begin + piece.seconds)
    turns: list[Turn] = []
    is_over = False
    with one_thread(), np.errstate(all="ignore"):
        prove = Prover(_physics(piece.problem, piece.options), clock)
        search = lane(piece.number, prove, piece.options, piece.state)
        while not turns or (turns[-1].found is None and time.monotonic() < begin + _SLICE):
            try:
                turns.append(Turn(*search.advance()))
            except StopIteration:
                is_over = True
                break
        return Done(search.left().state, tuple(turns), is_over)


_KNOWN: dict[bytes, Physics] = {}


def _physics(problem: Problem, options: Options) -> Physics:
    """The problem as numbers, the same ones in every process; the last one is remembered."""
    key = pickle.dumps((problem, options))
    if key not in _KNOWN:
        _KNOWN.clear()
        _KNOWN[key] = prepared_physics(problem, options, generator(options))
    return _KNOWN[key]


class Ahead:
    """A lane that somebody else computes ahead of time; a thread hands out its pieces."""

    method = Method.DIRECT
    exhausted = Ending.OUT_OF_ROUNDS
    steps: tuple[Step, ...] = ()

    def __init__(
        self, number: int, prove: Prover, options: Options, executor: Executor, left: Left
    ):
        self._number, self._prove, self._clock = number, prove, prove.clock
        self._options = replace(
            options,
            executor=None,
            callback=None,
            progress=False,
            workers=1,
            checkpoint=None,
            named={},
        )
        self._executor = executor
        self._turns: queue.SimpleQueue[tuple[Turn, Left] | None] = queue.SimpleQueue()
        self._left, self._taken = left, left.turns
        self._state = left.state
        self._here: Direct | None = None
        self._is_over = False
        self._is_stopped = Flag()
        threading.Thread(target=self._give_away, daemon=True).start()

    @property
    def evaluations(self) -> int:
        """Skeletons that were fitted."""
        return (self._left if self._here is None else self._here).evaluations

    def advance(self) -> tuple[Record, Candidate | None]:
        """The next turn, waited for if it isn't there yet."""
        while self._taken:  # by an earlier call
            self._taken -= 1
            self._next()
        turn = self._next()
        return replace(turn.record, seconds=self._clock.passed()), turn.found

    def left(self) -> Left:
        """Where it is now, between two turns."""
        return self._left if self._here is None else self._here.left()

    def stop(self) -> None:
        """It is not needed any more."""
        self._is_stopped.set()

    def _next(self) -> Turn:
        """The next turn that somebody else has computed; if nobody answers, one from here."""
        while self._here is None:
            try:
                found = self._turns.get(timeout=_STEP)  # in small steps, to be interrupted
            except queue.Empty:
                continue
            if found is not None:
                turn, self._left = found
                return turn
            self._turns.put(None)  # there won't be any more
            if self._is_over:
                raise StopIteration
            logger.warning("lane %d is computed here from now on", self._number)
            self._here = lane(self._number, self._prove, self._options, self._state)
        return Turn(*self._here.advance())

    # in a thread of its own ----------------------------------------------------------------------

    def _give_away(self) -> None:
        """One piece of work after the other, until nobody wants them, or nobody does them."""
        while not self._is_over and not self._is_stopped.is_set():
            done = self._done()
            if done is None:
                break
            for number, turn in enumerate(done.turns, 1):
                self._put((turn, Left(self._state, number, turn.record.evaluations)))
            self._state, self._is_over = done.state, done.is_over
        self._put(None)

    def _put(self, found: tuple[Turn, Left] | None) -> None:
        while not self._is_stopped.is_set():
            if self._turns.qsize() < _MOST:
                self._turns.put(found)
                return
            self._is_stopped.wait(_STEP)

    def _done(self) -> Done | None:
        """What has become of a piece of work; a worker that fails is replaced."""
        for _ in range(_TRIES):
            seconds = max(self._clock.left(), 1.0)
            piece = Piece(
                self._prove.physics.problem, self._options, self._number, self._state, seconds
            )
            try:
                future = self._executor.submit(work_on, piece)
                end = time.monotonic() + _PATIENCE
                while not future.done() and time.monotonic() < end:
                    if self._is_stopped.is_set():
                        future.cancel()
                        return None
                    wait([future], timeout=_STEP)
                return future.result(timeout=0)
            except (Exception, CancelledError) as error:  # the worker's: the work raises nothing
                if self._is_stopped.is_set():  # who has no more need of workers may end them
                    return None
                words = str(error) or "no answer"
                logger.warning("a worker failed: %s: %s", type(error).__name__, words)
        return None
