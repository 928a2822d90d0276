"""``ssdsolve`` and ``find_solution``: from a stated problem to a proved solution."""

import logging
import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sympy import Eq, Expr

from sympy_ssde.collocation import CollocationConfig
from sympy_ssde.config import SearchConfig
from sympy_ssde.errors import ProblemError, reject_unknown
from sympy_ssde.fit.exact import Candidate, exact_candidate
from sympy_ssde.fit.identify import numbers_of
from sympy_ssde.fit.rsco import RSCO, RSCOConfig
from sympy_ssde.grammar import Grammar
from sympy_ssde.physics import Physics, Programs
from sympy_ssde.problem import Problem, stated
from sympy_ssde.progress import Progress
from sympy_ssde.proof.simplify import cost
from sympy_ssde.proof.worker import shared_worker
from sympy_ssde.result import History, NoSolutionFoundError, Record, Solution
from sympy_ssde.search.hints import (
    hinted_literals,
    hinted_operators,
    hinted_seeds,
    neighbours,
    seed_skeletons,
)
from sympy_ssde.search.loop import Generation, Search, SearchState
from sympy_ssde.search.policy import one_thread
from sympy_ssde.search.score import Batch, Score
from sympy_ssde.shortcuts import find_shortcut
from sympy_ssde.skeleton import Skeleton, programs
from sympy_ssde.tokens import Library
from sympy_ssde.verify import Status
from sympy_ssde.warmup import warm_up

logger = logging.getLogger("sympy_ssde")

HINTS = ("default", "direct")
KEYWORDS = (
    "eq func bcs domain params hint timeout seed config library grammar workers progress callback"
).split()


def ssdsolve(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    **options: Any,
) -> Eq:
    """Solve a differential equation with its conditions in closed form, and prove it.

    Explanation
    ===========

    As ``pdsolve``, but with boundary and initial conditions, and with a proof: the answer is
    returned only if the equation and every condition are shown to hold exactly.  Otherwise
    :class:`NoSolutionFoundError` (a ``NotImplementedError``, as ``pdsolve`` raises) carries the
    best candidate as ``.solution``.

    Examples
    ========

    >>> from sympy import Eq, Function, exp
    >>> from sympy.abc import x
    >>> from sympy_ssde import ssdsolve
    >>> u = Function("u")
    >>> ssdsolve(Eq(u(x).diff(x), 2*x*u(x)), u(x), {u(0): 1}, {x: (0, 1)})
    Eq(u(x), exp(x**2))

    Parameters
    ==========

    eq, func, bcs, domain
        The problem, see :class:`~sympy_ssde.Problem`.
    params : list or dict, optional
        Symbols that stay in the answer.
    timeout : float
        Seconds after which the search gives up (default 300), without the minute that compiling
        takes once on a machine.
    seed : int
        The same seed gives the same answer.
    workers : int, optional
        Threads; the answer doesn't depend on it.
    config : SearchConfig, library : operator names, grammar : text
        How and in which language candidates are searched.
    progress : bool, optional
        Whether to show a progress bar; by default if the run is long and a person watches.
    callback : callable, optional
        Called with a :class:`~sympy_ssde.result.Record` after every generation.

    See Also
    ========

    find_solution, sympy_ssde.verify.checkssdsol, sympy.solvers.pde.pdsolve
    """
    solution = find_solution(eq, func, bcs, domain, **options)
    if not solution:
        best = "nothing" if solution.expr is None else str(solution.expr)[:200]
        raise NoSolutionFoundError(
            f"no closed form was proved ({solution.reason}, {solution.evaluations} candidates, "
            f"{solution.seconds:.1f} s); the best approximation was {best}. Try a longer timeout=, "
            "another library= or seed=; find_solution() returns the approximation",
            solution,
        )
    assert solution.eq is not None
    return solution.eq


def find_solution(
    eq: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    *,
    params: Any = None,
    hint: str = "default",
    timeout: float = 300,
    seed: int = 0,
    config: SearchConfig | None = None,
    library: tuple[str, ...] | None = None,
    grammar: str | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    callback: Callable[[Record], Any] | None = None,
    **unknown: Any,
) -> Solution:
    """As :func:`ssdsolve`, but never raises for lack of a solution: see :class:`Solution`.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> from sympy_ssde import find_solution
    >>> u = Function("u")
    >>> found = find_solution(u(x).diff(x, 2) - 2, u(x), {u(0): 0, u(1): 1})
    >>> found.expr, str(found.status)
    (x**2, 'proved')
    """
    reject_unknown("find_solution", unknown, KEYWORDS)
    config = _checked(hint, timeout, seed, config, library, grammar, workers, progress, callback)
    problem = stated(eq, func, bcs, domain, params)
    shared_worker().start()
    start = time.monotonic()
    workers = workers or min(4, os.cpu_count() or 1)
    run = _Run(problem, config, seed, start + timeout, start, grammar, callback, workers)
    if config.shortcuts:
        found = find_shortcut(problem, min(timeout / 2, 5))
        if found is not None:
            expr, verification = found
            return run.solution("shortcut", Candidate(expr, verification), "")
    with one_thread(), Progress(progress, timeout) as display:
        compiling = time.monotonic()
        warm_up()
        run.postpone(time.monotonic() - compiling)  # compiling is not the search's time
        return run.search(display)


def _checked(
    hint: Any,
    timeout: Any,
    seed: Any,
    config: Any,
    library: Any,
    grammar: Any,
    workers: Any,
    progress: Any,
    callback: Any,
) -> SearchConfig:
    """Raise for options that can't be meant; the configuration with the user's library."""
    whole = isinstance(seed, int) and seed >= 0
    rules = (
        ("hint", hint, hint in HINTS, f"one of {', '.join(HINTS)}"),
        ("timeout", timeout, _is_number(timeout) and timeout > 0, "a positive number of seconds"),
        ("seed", seed, whole, "a whole number, 0 or more"),
        ("config", config, config is None or isinstance(config, SearchConfig), "a SearchConfig"),
        ("library", library, _is_names(library), "a tuple of operator names, as ('+', 'sin')"),
        ("grammar", grammar, grammar is None or isinstance(grammar, str), "a grammar's text"),
        ("workers", workers, workers is None or _is_positive(workers), "a number of threads"),
        ("progress", progress, progress in (None, True, False), "True, False or None"),
        ("callback", callback, callback is None or callable(callback), "a function of a Record"),
    )
    for name, value, fine, expected in rules:
        if not fine:
            raise ProblemError(f"{name} is {value!r}; {expected} was expected")
    config = config or SearchConfig()
    return config if library is None else replace(config, operators=tuple(library))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_positive(value: Any) -> bool:
    return isinstance(value, int) and value > 0


def _is_names(value: Any) -> bool:
    if value is None:
        return True
    return isinstance(value, (tuple, list)) and all(isinstance(name, str) for name in value)


class _Run:
    """One search: the language, the score, and what was found so far."""

    def __init__(
        self,
        problem: Problem,
        config: SearchConfig,
        seed: int,
        end: float,
        start: float,
        grammar: str | None,
        callback: Callable[[Record], Any] | None,
        workers: int,
    ):
        self.workers = workers
        self.problem, self.config, self.seed = problem, config, seed
        self.end, self.start, self.callback = end, start, callback
        self.grammar_text = grammar
        self.records: list[Record] = []
        self.state: SearchState | None = None
        self.physics: Physics | None = None
        self.tried: set[int] = set()

    def postpone(self, seconds: float) -> None:
        """Start and end later by that much."""
        self.start += seconds
        self.end += seconds

    # setting up ----------------------------------------------------------------------------------

    def prepare(self) -> tuple[Search, Score, Score, Batch | None]:
        """Library, grammar, physics, scores and seeds."""
        problem, config = self.problem, self.config
        exprs = [c.expr for c in problem.constraints]
        operators, literals = config.operators, ()
        if config.hints:
            operators = hinted_operators(exprs, operators)
            literals = hinted_literals(numbers_of(problem))
        library = Library.build(operators, problem.variables + problem.params, literals)
        grammar = Grammar.compile(
            library,
            self.grammar_text,
            max_length=config.max_length,
            max_constants=config.max_constants,
        )
        points = CollocationConfig(
            interior=config.interior, condition=config.condition, near=config.near
        )
        rng = np.random.default_rng([self.seed, 1])
        self.physics = Physics(
            problem,
            library,
            rng,
            points=points,
            weights=config.weights,
            relative=config.relative,
            workers=self.workers,
        )
        seeds = self._seeds(exprs, grammar) if config.hints else None
        score, child_score = self._scores(rng)
        return Search(grammar, config), score, child_score, seeds

    def _scores(self, rng: np.random.Generator) -> tuple[Score, Score]:
        """The score of the policy's skeletons, RSCO, and that of children.

        Children inherit constants that fit the conditions already, so that they are fitted to the
        whole loss at once, with few new starts.
        """
        config = self.config
        assert self.physics is not None
        settings = RSCOConfig(
            epsilon=config.epsilon,
            conditions_first=config.rsco,
            bfgs=config.bfgs,
        )
        children = replace(
            settings,
            epsilon=min(1.0, 3 * config.epsilon),
            conditions_first=False,
            first_iterations=3,
            scatter=2,
            survivors=(2, 1),
        )
        return RSCO(self.physics, settings, rng), RSCO(self.physics, children, rng)

    def _seeds(self, exprs: list[Expr], grammar: Grammar) -> Batch | None:
        library = grammar.library
        plain = hinted_seeds(exprs, set(library.variables))
        near = [n for seed in plain for n in neighbours(seed, library.variables)]
        found = seed_skeletons([*plain, *near], library, grammar.accepts, self.config.max_length)
        if not found:
            return None
        rows, lengths = programs([s for s, _ in found], self.config.max_length)
        constants = np.ones((len(found), self.config.max_constants))
        for row, (_, values) in zip(constants, found, strict=True):
            row[: len(values)] = values
        return Batch(rows, lengths, constants)

    # searching -----------------------------------------------------------------------------------

    def search(self, display: Progress) -> Solution:
        """Generations until a candidate is proved, time is up, or the user interrupts."""
        search, score, child_score, seeds = self.prepare()
        self.state = search.begin(self.seed)
        best: Candidate | None = None
        grace = 0
        reason = "out of time"
        try:
            for generation in search.run(self.state, score, seeds, child_score):
                found = self._prove(generation)
                if found is not None and (best is None or cost(found.expr) < cost(best.expr)):
                    best = found
                if self._report(generation, display):
                    reason = "stopped by the callback"
                    break
                if best is not None:
                    grace += 1
                    if grace > self.config.grace:
                        break
                if time.monotonic() >= self.end:
                    break
            else:
                reason = f"after {self.config.max_rounds} rounds"
        except KeyboardInterrupt:
            reason = "interrupted"
        return self.solution("direct", best, reason)

    def _prove(self, generation: Generation) -> Candidate | None:
        """Try to prove the simplest candidates whose loss is next to nothing."""
        assert self.physics is not None
        losses = generation.scores.losses
        rows = np.nonzero(losses <= self.config.threshold * self.physics.size)[0]
        rows = rows[np.argsort(generation.batch.lengths[rows], kind="stable")]
        for row in rows[:3]:
            key = int(generation.keys[row])
            left = self.end - time.monotonic()
            if key in self.tried or left <= 0:
                continue
            self.tried.add(key)
            skeleton = self._skeleton(generation.batch, row)
            found = exact_candidate(
                skeleton, generation.scores.constants[row], self.physics, timeout=min(10.0, left)
            )
            if found is not None and found.verification:
                return found
            logger.debug("not proved: %s", skeleton.text)
        return None

    def _skeleton(self, batch: Batch, row: int) -> Skeleton:
        assert self.physics is not None
        tokens = batch.programs[row, : batch.lengths[row]]
        return Skeleton(self.physics.library, tuple(int(t) for t in tokens))

    def _report(self, generation: Generation, display: Progress) -> bool:
        assert self.state is not None
        front = self.state.hall.front()
        best = self._front_text(front, len(front.losses) - 1) if len(front.losses) else ""
        record = Record(
            self.state.rounds,
            generation.source,
            self.state.evaluations,
            time.monotonic() - self.start,
            self.state.best_rewards[-1] if self.state.best_rewards else 0.0,
            float(front.losses.min(initial=np.inf)),
            best,
        )
        self.records.append(record)
        display.show(record)
        return bool(self.callback(record)) if self.callback is not None else False

    def _front_text(self, front: Any, row: int) -> str:
        return self._skeleton(front.batch, row).text

    # the result ----------------------------------------------------------------------------------

    def solution(self, method: str, found: Candidate | None, reason: str) -> Solution:
        """The proved answer, or the best approximation."""
        evaluations = self.state.evaluations if self.state else 0
        expr, residuals = (found.expr, self._zero()) if found else self._approximation()
        return Solution(
            problem=self.problem,
            expr=expr,
            status=Status.PROVED if found else Status.UNDECIDED,
            verification=found.verification if found else None,
            residuals=residuals,
            seed=self.seed,
            seconds=time.monotonic() - self.start,
            evaluations=evaluations,
            method=method,
            history=History(tuple(self.records), self._front()),
            reason="" if found else reason,
        )

    @staticmethod
    def _zero() -> dict[str, float]:
        return {"equation": 0.0, "boundary": 0.0, "initial": 0.0}

    def _approximation(self) -> tuple[Expr | None, dict[str, float]]:
        """The hall's best expression with its fitted constants, and its RMSEs."""
        if self.state is None or self.physics is None or not len(self.state.hall.front().losses):
            return None, {}
        front = self.state.hall.front()
        row = len(front.losses) - 1
        skeleton = self._skeleton(front.batch, row)
        constants = front.batch.constants[row, : skeleton.constants]
        batch = Programs(front.batch.programs[row : row + 1], front.batch.lengths[row : row + 1])
        width = max(1, len(constants))
        values = np.zeros((1, width))
        values[0, : len(constants)] = constants
        roots = np.sqrt(self.physics.mean_squares(batch, values)[0])
        names = ("equation", "boundary", "initial")
        residuals = {
            n: float(r) for n, r, p in zip(names, roots, self.physics.present, strict=True) if p
        }
        return skeleton.to_sympy([float(c) for c in constants]), residuals

    def _front(self) -> tuple[tuple[int, float, str], ...]:
        if self.state is None:
            return ()
        front = self.state.hall.front()
        return tuple(
            (int(c), float(loss), self._front_text(front, i))
            for i, (c, loss) in enumerate(zip(front.complexities, front.losses, strict=True))
        )
