"""One run, here and now: the solver gets the statement of a problem, and nothing else.

The known solution is looked at by :func:`answer` alone, when the solver has returned.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from sympy import Expr, Function, Order, Symbol, dsolve, pdsolve
from sympy.core.function import AppliedUndef

from sympy_ssde.bench.catalogue import Entry, entry
from sympy_ssde.bench.quality import Values, assess
from sympy_ssde.bench.runs import ERROR, PINN, PROVED, SYMPY, UNDECIDED, Row, Run, StepText
from sympy_ssde.proof.verify import Status, Verification, checkssdsol
from sympy_ssde.result.solution import Step
from sympy_ssde.worker.pool import shared_worker

#: Seconds for starting a process, compiling included.
STARTUP = 600.0

#: What a solver is given: equation, function, conditions, domain and parameters.
Statement = Mapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """A row that still has to be compared with the known solution.

    ``answer`` is what was found, as an expression or, for a neural network, as a function of
    points.
    """

    row: Row
    answer: Expr | Values | None = None


Solver = Callable[[Run, Statement], Outcome]


def answer(run: Run, problem: Entry, solver: Solver | None = None) -> Row:
    """The row of a run; every run ends with one."""
    outcome = execute(run, problem.statement(), solver)
    if outcome.answer is None:
        return outcome.row
    found = assess(problem.problem(), problem.solution, outcome.answer, seed=run.seed)
    measured = {f.name: getattr(found, f.name) for f in fields(found)}
    return replace(outcome.row, **measured)


def execute(run: Run, statement: Statement, solver: Solver | None = None) -> Outcome:
    """Run it; the solver is given the statement only, never the known solution."""
    begin = time.monotonic()
    try:
        return (solver or _solver(run))(run, statement)
    except Exception as error:  # a row like any other: a benchmark drops no run
        reason = f"{type(error).__name__}: {error}"
        return Outcome(Row(run, ERROR, time.monotonic() - begin, reason=reason))


def _solver(run: Run) -> Solver:
    if run.config == SYMPY:
        return ask_sympy
    if run.config.startswith(PINN):
        from sympy_ssde.bench.pinn import solve_by_network

        return solve_by_network
    return search


def search(run: Run, statement: Statement) -> Outcome:
    """Our own solver."""
    from sympy_ssde.solver.solve import find_solution

    found = find_solution(
        **statement,
        hint=run.hint,
        timeout=run.timeout,
        seed=run.seed,
        config=run.search_config(),
        workers=run.workers,
        progress=False,
    )
    row = Row(
        run,
        found.status.name,
        found.seconds,
        found.evaluations,
        ", ".join(map(str, found.exprs)) or None,
        found.method,
        found.reason,
        tuple(
            StepText(s.number, str(s.variable), str(s.expr), tuple(map(str, s.parameters)))
            for s in found.steps
            if isinstance(s, Step)
        ),
    )
    return Outcome(row, found.expr)


def warm_up(run: Run) -> None:
    """Compile and start what the run will use: a tiny problem, with the same configuration.

    A whole round is played, although the solution is among the first candidates.
    """
    x, u = Symbol("x"), Function("u")
    tiny: dict[str, Any] = {
        "eq": u(x).diff(x) - 2 * x,
        "func": u(x),
        "bcs": {u(0): 0},
        "domain": {x: (0, 1)},
    }
    if run.config == SYMPY:
        checkssdsol(sol=x**2, **tiny)
        return
    if run.config.startswith(PINN):
        from sympy_ssde.bench.pinn import load

        load(run.config)
        return
    from sympy_ssde.solver.solve import find_solution

    config = run.search_config()
    config = replace(
        config, shortcuts=False, reductions=False, max_rounds=1, grace=config.generations + 1
    )
    find_solution(**tiny, config=config, timeout=STARTUP, progress=False)


# SymPy -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SymPyTask:
    """``dsolve`` or ``pdsolve``, for the worker process, which is ended when time is up.

    Yields a solution, or the reason why there is none; undefined functions can't be pickled.
    """

    problem: str
    timeout: float

    def run(self) -> Iterator[Any]:
        """Yield explicit solutions without free constants, or text."""
        problem = entry(self.problem)
        stated = problem.statement()
        eq, func = stated["eq"], stated["func"]
        if len(func.args) == 1:
            found = dsolve(eq, func, ics=problem.conditions)
        else:
            found = pdsolve(eq, func)
        known = problem.problem().domain.by_symbol.keys() | eq.free_symbols
        for solution in found if isinstance(found, list) else [found]:
            if solution.lhs != func or solution.rhs.has(func):
                yield "no explicit solution"
            elif solution.rhs.has(Order):
                yield "a series only"
            elif solution.rhs.atoms(AppliedUndef) or solution.rhs.free_symbols - known:
                yield "a general solution only"
            else:
                yield solution.rhs


def ask_sympy(run: Run, statement: Statement) -> Outcome:
    """SymPy's answer; one that can be neither proved nor refuted keeps its expression."""
    begin = time.monotonic()
    answers, error = shared_worker().run(SymPyTask(run.problem, run.timeout))
    seconds = time.monotonic() - begin
    reason, unchecked = error, None
    for found in answers:
        if isinstance(found, str):
            reason = found
            continue
        verification: Verification = checkssdsol(sol=found, **statement)
        if verification:
            row = Row(run, PROVED, seconds, expression=str(found), method=SYMPY)
            return Outcome(row, found)
        reason = f"its answer is {verification.status}"
        unchecked = str(found) if verification.status is Status.UNDECIDED else unchecked
    row = Row(run, UNDECIDED, seconds, expression=unchecked, method=SYMPY, reason=reason)
    return Outcome(row)
