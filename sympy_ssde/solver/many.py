"""``solve_many``: many problems, several at a time, each with the answer of a call of its own."""

import json
import os
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from sympy_ssde.errors import KeywordError, ProblemError, ProblemWarning, reject_unknown
from sympy_ssde.problem.problem import Problem
from sympy_ssde.result.lines import append_line, read_lines
from sympy_ssde.result.solution import Ending, Solution
from sympy_ssde.result.storage import decoded, encoded
from sympy_ssde.solver.clock import Clock
from sympy_ssde.solver.counter import Counter
from sympy_ssde.solver.options import OPTIONS, Options, checked
from sympy_ssde.solver.results import without_solution
from sympy_ssde.solver.structured import USUAL
from sympy_ssde.worker.crew import Crew, Failure, Processes, crew_of

#: The problem's own, or this function's.
_NOT_HERE = ("params", "ics", "workers", "progress", "callback")
_GRACE = 20.0  # seconds after its own deadline in which a problem's process must answer

#: The solver's options that hold for all problems alike.
SHARED = tuple(option.name for option in OPTIONS if option.name not in _NOT_HERE)


@dataclass(frozen=True)
class _Job:
    """One problem, with the solver's options."""

    problem: Problem
    given: dict[str, Any]


def solve_many(
    problems: Iterable[Any],
    *,
    workers: Any = None,
    save: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
    **options: Any,
) -> list[Solution]:
    """Solve many problems, several at a time; the answers are those of single calls.

    Examples
    ========

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> from sympy_ssde import Problem, solve_many
    >>> u = Function("u")
    >>> problems = [Problem(u(x).diff(x) - n*u(x), u(x), {u(0): 1}) for n in (1, 2)]
    >>> [solution.expr for solution in solve_many(problems, workers=2)]
    [exp(x), exp(2*x)]

    Parameters
    ==========

    problems : iterable
        Each a :class:`~sympy_ssde.Problem`, a tuple of its arguments or a dict of its keywords.
    workers : int, Executor, callable or str, optional
        Who solves them: a number of processes (-1 or None: all cores), any
        ``concurrent.futures.Executor`` (a pool of processes, loky, Dask's), a function like
        ``map``, or the address of a Dask scheduler.
    save : path, optional
        A file that gets a line for each problem as soon as it is solved.  Problems that it has
        already, with the same options, are not solved again.
    progress : bool, optional
        Whether to show how far it is; by default if a person watches.
    options
        Those of :func:`~sympy_ssde.find_solution`: ``timeout`` is that of each problem.

    Returns
    =======

    A list with a :class:`~sympy_ssde.Solution` for each problem, in their order.  After Ctrl-C,
    those that were not solved yet say so.

    See Also
    ========

    sympy_ssde.find_solution
    """
    if isinstance(problems, (str, Problem, Mapping)):
        raise ProblemError(
            f"problems is {str(problems)[:60]!r}; a list of problems was expected: "
            "solve_many([problem])"
        )
    crew = crew_of(workers)
    unknown = {name: value for name, value in options.items() if name not in SHARED}
    reject_unknown("solve_many", unknown, ("workers", "save", "progress", *SHARED))
    stated = [_stated(number, problem) for number, problem in enumerate(problems, 1)]
    path = None if save is None else Path(save)
    return _Many(stated, options, checked(options), path).solved(crew, progress)


def _stated(number: int, problem: Any) -> Problem:
    """A problem in any of the forms that are understood."""
    try:
        if isinstance(problem, Problem):
            return problem
        if isinstance(problem, Mapping):
            return Problem(**problem)
        if isinstance(problem, Sequence) and not isinstance(problem, str):
            return Problem(*problem)
    except ProblemError as error:
        raise ProblemError(f"problem {number}: {error}") from None
    except KeywordError as error:
        raise KeywordError(f"problem {number}: {error}") from None
    text = "; a text is read by read_problem" if isinstance(problem, str) else ""
    raise ProblemError(
        f"problem {number} is {str(problem)[:60]!r}; a Problem, a tuple of its arguments or a dict "
        f"of its keywords was expected{text}"
    )


class _Many:
    """The problems of one call, and what is known of them."""

    def __init__(
        self, problems: list[Problem], given: dict[str, Any], options: Options, path: Path | None
    ):
        self.problems, self.given, self.options, self.path = problems, given, options, path
        self._begin = time.monotonic()

    def solved(self, crew: Crew, progress: bool | None) -> list[Solution]:
        """A solution for each problem."""
        keys = [self._key(problem) for problem in self.problems]
        known = dict(read_lines(self.path, _read, "a line of solve_many"))
        left = [n for n, key in enumerate(keys) if key not in known]
        left = list({keys[n]: n for n in reversed(left)}.values())[::-1]  # each problem once
        jobs = [_Job(self.problems[n], self.given) for n in left]
        if jobs and isinstance(crew, Processes):
            compile_first(progress)
        with Counter(len(keys), progress) as counter:
            counter.show([known.get(key) for key in keys])
            try:
                for number, found in crew.results(solved, jobs, self.options.timeout + _GRACE):
                    place = left[number]
                    known[keys[place]] = self._solution(place, found)
                    if not isinstance(found, Failure):
                        append_line(self.path, _line(keys[place], found))
                    counter.show([known.get(key) for key in keys])
            except KeyboardInterrupt:
                pass
        ended = Failure(str(Ending.INTERRUPTED))
        return [
            known[key] if key in known else self._solution(number, ended)
            for number, key in enumerate(keys)
        ]

    def _key(self, problem: Problem) -> str:
        """The same for the same problem with the same options."""
        content = [encoded(problem), self.options.seed, encoded(self.options.named)]
        return sha256(json.dumps(content).encode()).hexdigest()[:32]

    def _solution(self, number: int, found: Any) -> Solution:
        if isinstance(found, Solution):
            return found
        interrupted = found.reason == Ending.INTERRUPTED
        ending = Ending.INTERRUPTED if interrupted else Ending.LOST
        clock = Clock(self._begin, self._begin)
        method = USUAL[self.options.hint]
        nothing = without_solution(self.problems[number], self.options, clock, method, ending)
        return nothing if interrupted else replace(nothing, reason=f"{ending}: {found.reason}")


def _line(key: str, solution: Solution) -> dict[str, Any]:
    """What is written of a problem: in short for people, and whole."""
    return {
        "key": key,
        "status": str(solution.status),
        "answer": [str(eq) for eq in solution.eqs],
        "seconds": round(solution.seconds, 3),
        "solution": encoded(solution),
    }


def _read(line: Any) -> tuple[str, Solution]:
    return str(line["key"]), decoded(line["solution"])


def compile_first(progress: bool | None = None) -> None:
    """Compile once, on a machine that never did it, and not in every process."""
    from sympy_ssde.cache import is_compiled
    from sympy_ssde.kernel.rows import work_on

    if not is_compiled(work_on):
        from sympy_ssde.solver.warmup import announce, warm_up

        if progress is not False:
            announce()
        warm_up()


def solved(job: _Job) -> Solution:
    """What a worker does: a call of its own, with one thread."""
    from sympy_ssde.solver.solve import find_solution

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ProblemWarning)  # Solution.unique says it
        return find_solution(job.problem, workers=1, progress=False, **job.given)
