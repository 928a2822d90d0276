"""Is it a solution?  Proved, refuted, or undecided: for the equation and for every condition."""

import logging
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sympy import Eq, Expr, Ne, Symbol, Tuple
from sympy.core.function import AppliedUndef
from sympy.core.relational import StrictGreaterThan

from sympy_ssde.deadline import Late, read_in_time, within
from sympy_ssde.errors import ProblemError, reject_unknown
from sympy_ssde.problem.assumptions import check_assumptions
from sympy_ssde.problem.code import written_equation
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.domain import Domain, Range, default_range, exact
from sympy_ssde.problem.problem import Problem, stated
from sympy_ssde.proof.check import Check
from sympy_ssde.proof.finding import Finding
from sympy_ssde.proof.parameters import widened
from sympy_ssde.proof.series_check import SeriesCheck
from sympy_ssde.proof.series_form import has_series
from sympy_ssde.proof.simplify import Simplification
from sympy_ssde.worker.pool import LATE, shared_worker

_LOGGER = logging.getLogger(__name__)

_GRACE = 10.5  # seconds after the deadline: the first process of all may be starting
KEYWORDS = ("eq", "sol", "func", "bcs", "domain", "params", "ics", "timeout")


class Status(Enum):
    """What is known of a solution or of one constraint."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Outcome:
    """What is known of one equation or condition.

    ``rung`` names the exact method that proved it; ``residual`` is the left minus the
    right side with the solution put in (0 if proved); ``point`` and ``value`` refute it.
    ``provided`` names what parameters without a stated range must fulfil for the proof to hold;
    without it, it holds for every value that the assumptions and ranges allow.  ``statement`` is
    the equation or condition itself.
    """

    source: str
    status: Status
    rung: str | None = None
    residual: Expr | None = None
    point: Mapping[Symbol, Expr] | None = None
    value: Expr | None = None
    reason: str = ""
    provided: tuple[Any, ...] = ()
    statement: Eq | None = None

    def __str__(self) -> str:
        text = f"{self.status}: {self.source}"
        if self.rung and self.status is Status.PROVED:
            notes = [f"by {self.rung}", *filter(None, [self.reason])]
            if self.provided:
                notes.append("provided " + " and ".join(map(written_proviso, self.provided)))
            return f"{text} ({', '.join(notes)})"
        if self.point is not None:
            where = ", ".join(f"{s} = {v.evalf(6)}" for s, v in self.point.items())
            return f"{text} ({self.reason}{': ' if where else ''}{where})"
        return f"{text} ({self.reason})"


@dataclass(frozen=True)
class Verification:
    """The verdict on a solution; true only if everything is proved."""

    status: Status
    equations: tuple[Outcome, ...]
    conditions: tuple[Outcome, ...]
    seconds: float

    def __bool__(self) -> bool:
        return self.status is Status.PROVED

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Of the equations, then of the conditions."""
        return self.equations + self.conditions

    @property
    def provided(self) -> tuple[Any, ...]:
        """What parameters must fulfil: a proof holds for all values that do."""
        named = dict.fromkeys(p for o in self.outcomes for p in o.provided)
        positive = {p.lhs for p in named if isinstance(p, StrictGreaterThan) and p.rhs == 0}
        return tuple(
            p
            for p in named
            if p != True and not (isinstance(p, Ne) and p.lhs in positive)  # noqa: E712
        )

    @property
    def residuals(self) -> tuple[Expr | None, ...]:
        """The residual of each equation and condition."""
        return tuple(o.residual for o in self.outcomes)

    @property
    def counterexample(self) -> Outcome | None:
        """The first refuted equation or condition."""
        return next((o for o in self.outcomes if o.status is Status.REFUTED), None)

    def __str__(self) -> str:
        return "\n".join([str(self.status), *(f"  {o}" for o in self.outcomes)])

    def __repr__(self) -> str:
        counts = Counter(str(o.status) for o in self.outcomes)
        parts = ", ".join(f"{n} {name}" for name, n in counts.items())
        return f"<Verification: {self.status} ({parts}; {self.seconds:.2f} s)>"

    def _repr_html_(self) -> str:
        from sympy_ssde.proof.shown import verification_html

        return verification_html(self)


def checkssdsol(
    eq: Any,
    sol: Any,
    func: Any = None,
    bcs: Any = None,
    domain: Any = None,
    *,
    params: Any = None,
    ics: Any = None,
    timeout: float = 10,
    **unknown: Any,
) -> Verification:
    """Check whether ``sol`` solves the equation and every condition.

    Explanation
    ===========

    As ``checkpdesol``, but over the conditions too, and with three answers.  PROVED: exact methods
    reduce every residual to zero, and the solution has no singular point in the open domain
    (where the equation has none).  REFUTED: a high-precision value at some point is not zero, or
    the solution has a pole there.  UNDECIDED: neither.  Conditions at singular points hold as
    limits from inside the domain.  The check runs in a process of its own and keeps its deadline.

    An equation without conditions and without a domain must hold wherever the solution is defined:
    constants of the solution may have any real values, and ``F(x - t)`` stands for any function.

    Examples
    ========

    >>> from sympy import Eq, Function, sin
    >>> from sympy.abc import x
    >>> from sympy_ssde import checkssdsol
    >>> u = Function("u")
    >>> eq = Eq(u(x).diff(x, 2), -u(x))
    >>> bool(checkssdsol(eq, sin(x), u(x), {u(0): 0, u(x).diff(x).subs(x, 0): 1}))
    True
    >>> print(checkssdsol(eq, sin(x), u(x), {u(0): 0, u(x).diff(x).subs(x, 0): 2}))
    refuted
      proved: Eq(u(x) + Derivative(u(x), (x, 2)), 0) (by identity)
      proved: u(0) = 0 (by identity)
      refuted: Subs(Derivative(u(x), x), x, 0) = 2 (the residual is -1.0 there)

    Parameters
    ==========

    eq, func, bcs, domain, params, ics
        The problem, as for :class:`~sympy_ssde.Problem`; with or without conditions.
    sol : Eq or Expr, or a list of them for a system
        ``Eq(u(x), expr)`` or ``expr``.
    timeout : float
        Seconds after which whatever is not decided is UNDECIDED.

    See Also
    ========

    sympy.solvers.pde.checkpdesol
    """
    reject_unknown("checkssdsol", unknown, KEYWORDS)
    _check_timeout(timeout)
    start = time.monotonic()

    def read() -> tuple[Problem, tuple[Expr, ...]]:
        problem = stated(eq, func, bcs, domain, params, ics)
        return problem, parse_solution(sol, problem)

    problem, solution = read_in_time(read, timeout)
    left = timeout - (time.monotonic() - start)
    try:
        return within(left + _GRACE, lambda: verify(problem, solution, timeout=max(left, 0.01)))
    except Late:
        return verification(problem, (), time.monotonic() - start, LATE)


def _check_timeout(timeout: float) -> None:
    if not timeout > 0:
        raise ProblemError(f"timeout is {timeout!r}; a positive number of seconds was expected")


def verify(
    problem: Problem,
    solution: tuple[Expr, ...],
    *,
    timeout: float = 10,
    stop_at_refutation: bool = False,
) -> Verification:
    """Check parsed solutions, one for each unknown of the problem."""
    _check_timeout(timeout)
    start = time.monotonic()
    task = check_task(problem, solution, timeout, stop_at_refutation)
    findings, why = shared_worker().run(task)
    stopped = "not examined: another constraint is refuted" if stop_at_refutation else ""
    return verification(problem, findings, time.monotonic() - start, why or stopped)


def verification(
    problem: Problem, findings: Iterable[Finding], seconds: float, why: str = ""
) -> Verification:
    """What findings say of a problem; ``why`` is the reason of those that are missing."""
    found = {f.index: f for f in findings}
    outcomes = [_outcome(c, problem, found.get(i), why) for i, c in enumerate(problem.constraints)]
    split = len(problem.equations)
    return Verification(
        _overall(outcomes), tuple(outcomes[:split]), tuple(outcomes[split:]), seconds
    )


def shortest_form(expr: Expr, domain: Domain, *, timeout: float = 2) -> Expr:
    """The shortest form that SymPy finds in time, using the signs that the domain implies.

    >>> from sympy import exp, log
    >>> from sympy.abc import x, y
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> shortest_form(exp(y*log(x)), Domain((Range(x, 0, 1), Range(y, 0, 1))))
    x**y
    """
    forms, _ = shared_worker().run(Simplification(expr, domain, timeout))
    return forms[-1] if forms else expr


def check_task(
    problem: Problem,
    solution: tuple[Expr, ...],
    timeout: float,
    stop_at_refutation: bool = False,
) -> Check:
    """The check of a solution, as a task for the worker."""
    known = set(problem.domain.by_symbol)
    extra = sorted(set().union(*(e.free_symbols for e in solution)) - known, key=str)
    free = tuple(Range(s, 0, 1) for s in extra)
    unbounded = (*problem.unbounded, *extra)
    kind = SeriesCheck if any(map(has_series, solution)) else Check
    return kind(
        problem.equations,
        problem.conditions,
        problem.variables,
        problem.params + tuple(extra),
        widened(Domain(free + problem.domain.ranges), unbounded),
        solution,
        float(timeout),
        stop_at_refutation,
        unbounded,
        anywhere=problem.anywhere,
    )


def parse_solution(sol: Any, problem: Problem) -> tuple[Expr, ...]:
    """Read ``Eq(u(x), expr)``, an expression, or a list of them in the order of the unknowns."""
    items = list(sol) if isinstance(sol, (list, tuple, Tuple)) else [sol]
    if len(items) != len(problem.functions):
        raise ProblemError(
            f"{len(items)} solutions were given for {len(problem.functions)} unknowns "
            f"({', '.join(map(str, problem.functions))}); give one for each, in that order"
        )
    unknowns = {f.func for f in problem.functions}
    found: dict[AppliedUndef, Expr] = {}
    for place, item in zip(problem.functions, items, strict=True):
        func = place
        if isinstance(item, Eq):
            func, item = (item.lhs, item.rhs) if item.lhs in problem.functions else (None, item.rhs)
            if func is None or func in found:
                raise ProblemError(
                    f"the solution {sol} does not say what {place} is; Eq({place}, ...) or an "
                    "expression was expected"
                )
        expr = exact(item, "the solution")
        if any(call.func in unknowns for call in expr.atoms(AppliedUndef)):
            raise ProblemError(
                f"the solution {expr} contains {expr.atoms(AppliedUndef)}; an explicit expression "
                f"in {', '.join(map(str, problem.variables))} was expected"
            )
        _check_constants(expr, problem)
        found[func] = expr
    return tuple(found[f] for f in problem.functions)


def _check_constants(expr: Expr, problem: Problem) -> None:
    """Symbols that stand in the solution only are real numbers, as parameters are."""
    extra = expr.free_symbols - set(problem.domain.by_symbol)
    strange = [s for s in extra if not isinstance(s, Symbol)]
    if strange or not expr.is_commutative:
        raise ProblemError(
            f"the solution {expr} is not an expression of numbers and plain symbols; an explicit "
            f"expression in {', '.join(map(str, problem.variables))} was expected"
        )
    ranges = tuple(Range(s, *default_range(s)) for s in sorted(extra, key=str))
    check_assumptions(Domain(ranges), tuple(r.symbol for r in ranges))


def written_proviso(proviso: Any) -> str:
    """What must hold of a parameter, as text.

    >>> from sympy.abc import k
    >>> written_proviso(Ne(k, 0)), written_proviso(k > 0)
    ('k != 0', 'k > 0')
    """
    return f"{proviso.lhs} != 0" if isinstance(proviso, Ne) else str(proviso)


def _outcome(
    constraint: Constraint, problem: Problem, finding: Finding | None, why: str
) -> Outcome:
    source, statement = constraint.source, written_equation(constraint, problem)
    if finding is None:
        reason = why or "not examined"
        return Outcome(source, Status.UNDECIDED, reason=reason, statement=statement)
    if finding.disagreement:
        _LOGGER.error("a proof and numbers disagree on %s: %s", source, finding.reason)
    return Outcome(
        source,
        Status[finding.status],
        finding.rung,
        finding.residual,
        finding.point,
        finding.value,
        finding.reason,
        finding.provided,
        statement,
    )


def _overall(outcomes: list[Outcome]) -> Status:
    statuses = {o.status for o in outcomes}
    if Status.REFUTED in statuses:
        return Status.REFUTED
    return Status.UNDECIDED if Status.UNDECIDED in statuses else Status.PROVED
