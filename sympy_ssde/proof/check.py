"""Check a solution against the constraints of a problem, one outcome after the other.

Two walls: what is proved by an exact method must also have survived attempts to refute it with
numbers.  If the two disagree, nothing is decided, and the finding says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sympy import Expr, Integer, Rational, Symbol, oo
from sympy.core.function import AppliedUndef
from sympy.core.relational import StrictGreaterThan

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.problem.symbols import internal
from sympy_ssde.proof.approach import agrees_nearby
from sympy_ssde.proof.arbitrary import check_functions
from sympy_ssde.proof.attempts import BITS, DEEP_BITS, Attempt, Tried, Verdict, attempt
from sympy_ssde.proof.branches import decided
from sympy_ssde.proof.finding import PROVED, REFUTED, UNDECIDED, Finding, or_failed
from sympy_ssde.proof.ladder import prove_zero
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.points import NoPoint, Point, near_corner, sample
from sympy_ssde.proof.reading import find_objections, is_complex, written_out
from sympy_ssde.proof.regularity import (
    Regularity,
    Singularity,
    Space,
    equation_poles,
    examine,
    real_provisos,
)
from sympy_ssde.proof.signs import Signs, with_signs
from sympy_ssde.proof.switching import check_pieces, places, with_kicks
from sympy_ssde.proof.values import Boundary

#: Points at which every constraint is tried, and how many are drawn if some of them say nothing.
POINTS, DRAWS = 5, 15


@dataclass(frozen=True)
class Check:
    """A task of the worker process; without undefined functions, so that it can be pickled.

    ``unbounded`` are the parameters for which the domain states no range of its own; ``assumed`` is
    what the domain says of them beyond their assumptions.  ``anywhere`` is true of an equation
    alone: it must hold wherever the solution is defined, real and smooth.  ``kicks`` are places and
    strengths of impulses that have been taken out of an ordinary equation, None if it has none.
    """

    equations: tuple[Constraint, ...]
    conditions: tuple[Constraint, ...]
    variables: tuple[Symbol, ...]
    params: tuple[Symbol, ...]
    domain: Domain
    solution: tuple[Expr, ...]
    timeout: float
    stop_at_refutation: bool = False
    unbounded: tuple[Symbol, ...] = ()
    assumed: tuple[Any, ...] = ()
    anywhere: bool = False
    kicks: tuple[tuple[Expr, Expr], ...] | None = None

    def narrowed(self, positive: Sequence[Symbol], timeout: float) -> "Check":
        """The same check for positive values of some parameters, which its findings will say."""
        ranges = (
            Range(r.symbol, Integer(0), oo) if r.symbol in positive else r for r in self.domain
        )
        assumed = (*self.assumed, *(s > 0 for s in positive))
        return replace(self, domain=Domain(tuple(ranges)), timeout=timeout, assumed=assumed)

    def run(self) -> "Iterator[Finding]":
        """Refute what can be refuted, then prove the rest."""
        return check(self)


def check(task: Check) -> Iterator[Finding]:
    """Refute what can be refuted, then prove the rest; yields each finding as it is made."""
    task = with_kicks(task)
    objections = list(find_objections(task))
    if objections:
        yield from objections
        return
    if any(e.has(AppliedUndef) for e in task.solution):
        yield from check_functions(task, check)
        return
    if cuts := places(task):
        yield from check_pieces(task, cuts, check, Checker)
        return
    checker = Checker(task)
    refuted: set[int] = set()
    for index in range(len(checker.constraints)):
        finding = or_failed(None, checker.refute, index)
        if finding is not None:
            refuted.add(index)
            yield finding
            if task.stop_at_refutation:
                return
    regularity = checker.regularity()
    singularity = regularity.singularity
    if singularity is not None and singularity.point is not None and 0 not in refuted:
        refuted.add(0)
        yield checker.refuted_by(singularity)
        if task.stop_at_refutation:
            return
    waiting = [i for i in range(len(checker.constraints)) if i not in refuted]
    positive = [] if refuted else checker.positive_parameters()
    if not positive:
        yield from checker.prove_all(waiting)
        return
    findings = list(checker.prove_all(waiting))
    if all(f.status == PROVED for f in findings):
        yield from findings
    else:  # the signs are needed anyway, so they may be used
        yield from check(task.narrowed(positive, checker.clock.left()))


class Checker:
    """The task in symbols that carry what the domain implies of them."""

    def __init__(self, task: Check):
        self.task = task
        self.clock = Clock(task.timeout)
        self.real = with_signs(task.domain, internal)
        self.user = {new: old for old, new in self.real.items()}
        self.domain = Domain(
            tuple(
                Range(self.real[r.symbol], self._real(r.low), self._real(r.high))
                for r in task.domain
            )
        )
        self.variables = tuple(self.real[v] for v in task.variables)
        self.signs = Signs(self.domain)
        unbounded = frozenset(self.real[p] for p in task.unbounded)
        self.boundary = Boundary(self.signs, self.variables, unbounded)
        self.solution = tuple(self._decided(e) for e in task.solution)
        self.constraints = tuple(
            Constraint(
                self._decided(c.expr),
                tuple(
                    Trace(t.function, t.orders, tuple(map(self._real, t.point))) for t in c.traces
                ),
                c.source,
            )
            for c in task.equations + task.conditions
        )
        self.is_real = not any(
            is_complex(e) for e in (*self.solution, *(c.expr for c in self.constraints))
        )
        self.provisos: dict[Any, None] = {}
        self.tried = [Tried() for _ in self.constraints]
        self.singularity: Singularity | None = None
        self._derivatives: dict[tuple[int, tuple[int, ...]], Expr] = {}
        self._values: dict[int, list[Expr] | None] = {}
        self._points: list[Point] = []
        self._surely: bool | None = None

    def _real(self, expr: Expr) -> Expr:
        return expr.xreplace(self.real)

    def _decided(self, expr: Expr) -> Expr:
        try:
            with self.clock.share(0.1):
                return decided(written_out(self._real(expr)), self.signs)
        except TimeUp:
            return self._real(expr)

    def derivative(self, function: int, orders: tuple[int, ...]) -> Expr:
        """A derivative of one of the solutions."""
        key = (function, orders)
        if key not in self._derivatives:
            self._derivatives[key] = derivative(self.solution[function], self.variables, orders)
        return self._derivatives[key]

    def is_equation(self, index: int) -> bool:
        """Whether the constraint of this number is an equation; conditions come after them."""
        return index < len(self.task.equations)

    def trace_values(self, index: int) -> list[Expr] | None:
        """Each trace of the constraint put into the solution; None where a limit isn't found."""
        if index not in self._values:
            self._values[index] = self._trace_values(index)
        return self._values[index]

    def _trace_values(self, index: int) -> list[Expr] | None:
        values = []
        for trace in self.constraints[index].traces:
            value: Expr | None = self.derivative(trace.function, trace.orders)
            if trace.point != self.variables:
                if not self._is_within(trace):
                    return None
                assert value is not None
                value = self.boundary.value(value, trace.point)
            if value is None:
                return None
            values.append(value)
        return values

    def _is_within(self, trace: Trace) -> bool:
        """Whether a trace at a fixed place lies in the closed domain, whose signs are used."""
        for v, p in zip(self.variables, trace.point, strict=True):
            r = self.domain.by_symbol[v]
            if (
                v == p
                or p in (r.low, r.high)
                or not p.free_symbols <= set(map(self.real.get, self.task.params))
            ):
                continue
            is_above = r.low.is_infinite or self.signs.sign(p - r.low) == 1
            is_below = r.high.is_infinite or self.signs.sign(r.high - p) == 1
            if p.is_infinite or not (is_above and is_below):
                return False
        return True

    # refutation ----------------------------------------------------------------------------------

    def points(self) -> Iterator[Point]:
        """Points inside the domain, the same for all constraints, while there are any."""
        for turn in range(DRAWS):
            if turn >= len(self._points):
                for again in range(5):
                    try:
                        at = sample(self.domain, Random(turn + 1000 * again), turn + again)
                        break
                    except NoPoint:
                        continue
                else:
                    return
                self._points.append(at)
            if self._is_allowed(self._points[turn]):
                yield self._points[turn]

    def _is_allowed(self, at: Point) -> bool:
        """Whether the parameters fulfil what is known to be needed of them."""
        return all(p.xreplace(at) != False for p in self.provisos)  # noqa: E712

    def refute(self, index: int) -> Finding | None:
        """Look for a point of the domain at which the constraint is violated."""
        tried = self.tried[index]
        try:
            with self.clock.share(0.3):
                if self.trace_values(index) is None:
                    return None
                for at in self.points():
                    finding = self._refute_at(index, at)
                    if finding is not None:
                        return finding
                    if tried.survived >= (POINTS if self._is_surely_real() else DRAWS):
                        return None
        except TimeUp:
            pass
        return None

    def _refute_at(self, index: int, at: Point) -> Finding | None:
        made = self._attempt(index, at)
        if self.task.anywhere and (
            made.unreal or made.verdict in (Verdict.NOT_REAL, Verdict.BESIDE)
        ):
            self._needs_proviso(at)
            return None  # it is not defined there
        if made.verdict is Verdict.REFUTED:
            return self._finding_at(index, at, made.value, f"the residual is {made.value} there")
        if made.verdict is Verdict.NOT_REAL and not made.stood_in and not self._needs_proviso(at):
            return self._finding_at(index, at, None, "the solution is not real there")
        if made.verdict is Verdict.BESIDE and not made.stood_in and not self._is_for_others(at):
            return self._finding_at(index, at, None, "the solution is not real there")
        if made.verdict in (Verdict.SURVIVED, Verdict.BESIDE):
            self.tried[index].survived += 1
            self.tried[index].stood_in |= made.stood_in
        return None

    def _is_surely_real(self) -> bool:
        """Whether no point need be tried for the sake of a solution that is real in parts."""
        if self._surely is None:
            self._surely = not self.is_real or all(map(self.signs.is_real, self.solution))
        return self._surely

    def _attempt(self, index: int, at: Point) -> Attempt:
        values = self.trace_values(index)
        assert values is not None
        beside = self.solution if self.is_equation(index) else ()
        bits = BITS if self.tried[index].survived else DEEP_BITS
        constraint = self.constraints[index]
        return attempt(constraint, values, at, real=self.is_real, beside=beside, bits=bits)

    def _needs_proviso(self, at: Point) -> bool:
        """The same, and the proviso is kept: what stands in the constraint must be real."""
        violated = self._is_for_others(at)
        self.provisos |= dict.fromkeys(violated)
        return bool(violated)

    def _is_for_others(self, at: Point) -> list[Any]:
        """Provisos under which the solution is real for other values of a parameter."""
        space = self.space()
        found = [p for e in self.solution for p in real_provisos(e, space)]
        return [p for p in found if p.xreplace(at) == False]  # noqa: E712

    def _finding_at(self, index: int, at: Point, value: str | None, reason: str) -> Finding:
        used = self.constraints[index].free_symbols | set(self.variables if value is None else ())
        if value is not None:
            values = self.trace_values(index) or []
            used |= set().union(*(v.free_symbols for v in values))
        point = {self.user[s]: v for s, v in at.items() if s in used}
        number = None if value is None else Rational(value).n(12)
        return Finding(
            index, REFUTED, residual=self.residual(index), point=point, value=number, reason=reason
        )

    # singularities -------------------------------------------------------------------------------

    def space(self, function: int = 0) -> Space:
        """Where the solution must be smooth; only equations of its own function may excuse it."""
        equations = [
            c
            for c in self.constraints[: len(self.task.equations)]
            if any(t.function == function for t in c.traces)
        ]
        poles = (e for c in equations for e in equation_poles(c.expr, set(c.slots)))
        parameters = {self.real[p] for p in self.task.params}
        used = parameters | set(self.variables)
        domain = Domain(tuple(r for r in self.domain if r.symbol in used))
        return Space(
            self.signs if domain == self.domain else Signs(domain),
            frozenset(self.variables),
            frozenset(self.real[p] for p in self.task.unbounded),
            tuple(poles),
            self.is_real,
            tuple(c.expr for c in equations),
            tuple(c.expr for c in self.constraints),
        )

    def regularity(self) -> Regularity:
        """A singular point of the solution in the open domain, and provisos for parameters."""
        found = Regularity()
        try:
            with self.clock.share(0.4):
                for function, solution in enumerate(self.solution):
                    found = examine(solution, self.space(function), self.task.anywhere)
                    self.provisos |= dict.fromkeys(found.provisos)
                    if found.singularity is not None:
                        break
        except TimeUp:
            found = Regularity(Singularity(self.solution[0], None))
        self.singularity = found.singularity
        return found

    def refuted_by(self, singularity: Singularity) -> Finding:
        """The finding that a singular point makes."""
        at = singularity.point or {}
        point = {self.user[s]: v for s, v in at.items()}
        critical = singularity.expr.xreplace(self.user)
        reason = f"the solution is singular where {critical} = 0"
        return Finding(0, REFUTED, residual=self.residual(0), point=point, reason=reason)

    # proofs --------------------------------------------------------------------------------------

    def residual(self, index: int) -> Expr | None:
        """The residual of the constraint, in the user's symbols."""
        expr = self.residual_of(index) if index in self._values else None
        return None if expr is None else expr.xreplace(self.user)

    def residual_of(self, index: int) -> Expr | None:
        """The residual of the constraint, in the checker's own symbols."""
        values = self.trace_values(index)
        if values is None:
            return None
        constraint = self.constraints[index]
        return constraint.expr.xreplace(dict(zip(constraint.slots, values, strict=True)))

    def positive_parameters(self) -> list[Symbol]:
        """Parameters without a range of which provisos say that they must be positive."""
        named = {p.lhs for p in self.provisos if isinstance(p, StrictGreaterThan) and p.rhs == 0}
        return [s for s in self.task.unbounded if self.real[s] in named]

    def prove_all(self, waiting: list[int]) -> Iterator[Finding]:
        """Prove one constraint after the other; what runs out of time has the rest of it, after."""
        late = []
        for place, index in enumerate(waiting):
            share = 2 / (len(waiting) - place + 1)
            finding = self._proved(index, Clock(self.clock.left() * share))
            if finding.reason == "out of time" and len(waiting) > 1:
                late.append(index)
            else:
                yield finding
        for place, index in enumerate(late):
            yield self._proved(index, Clock(self.clock.left() / (len(late) - place)))

    def _proved(self, index: int, clock: Clock) -> Finding:
        failed = Finding(index, UNDECIDED, reason="SymPy fails on it")
        return or_failed(failed, self.prove, index, clock)

    def prove(self, index: int, clock: Clock) -> Finding:
        """A finding for a constraint that is not refuted."""
        try:
            with clock.share(0.5):
                expr = self.residual_of(index)
        except TimeUp:
            return Finding(index, UNDECIDED, reason="out of time")
        if expr is None:
            return Finding(index, UNDECIDED, reason="no limit was found at a singular point")
        rung = prove_zero(expr, self.signs, clock, self.tried[index].rungs)
        residual = expr.xreplace(self.user)
        if rung is None:
            reason = "out of time" if clock.left() < 0 else "no method proves or refutes it"
            return Finding(index, UNDECIDED, residual=residual, reason=reason)
        reason, wrong = self._objection(index)
        if reason:
            return Finding(index, UNDECIDED, rung, residual, reason=reason, disagreement=wrong)
        note = "functions without numbers at random values" if self.tried[index].stood_in else ""
        provisos = self.provisos | ({} if self.is_equation(index) else self.boundary.provisos)
        named = dict.fromkeys(p.xreplace(self.user) for p in provisos)
        provided = (*self.task.assumed, *named)
        return Finding(index, PROVED, rung, Integer(0), reason=note, provided=provided)

    def _objection(self, index: int) -> tuple[str, bool]:
        """Why a constraint that an exact method proves is not proved, and if numbers contradict."""
        if self.is_equation(index) and self.singularity is not None:
            critical = self.singularity.expr.xreplace(self.user)
            return f"a singular point where {critical} = 0 is not excluded", False
        try:
            with self.clock.share(0.5):
                return self._survival(index)
        except TimeUp:
            return "out of time", False

    def _survival(self, index: int) -> tuple[str, bool]:
        """The second wall: more points, at the edge of the domain, and on the way to each face."""
        try:
            edge = near_corner(self.domain, Random(index))
        except NoPoint:
            return "no point of the domain was found", False
        if self._is_allowed(edge):
            made = self._attempt(index, edge)
            if made.verdict is Verdict.REFUTED and not (self.task.anywhere and made.unreal):
                return f"numbers disagree: the residual is {made.value} at {edge}", True
            self.tried[index].survived += made.verdict is Verdict.SURVIVED
        if not self.tried[index].survived:
            return "no number could be computed that might refute it", False
        values = self.trace_values(index) or []
        for trace, value in zip(self.constraints[index].traces, values, strict=True):
            moved = {v: p for v, p in zip(self.variables, trace.point, strict=True) if v != p}
            slope = self.derivative(trace.function, trace.orders)
            if moved and not agrees_nearby(slope, value, moved, self.domain):
                return f"numbers disagree: inside, it does not tend to {value}", True
        return "", False
