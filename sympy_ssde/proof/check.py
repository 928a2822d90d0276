"""Check a solution against the constraints of a problem, one outcome after the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from mpmath import mp
from sympy import Expr, I, Integer, Rational, Symbol

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, largest_term, multiprecision
from sympy_ssde.proof.ladder import prove_zero
from sympy_ssde.proof.limits import Clock, TimeUp, value_at
from sympy_ssde.proof.regularity import Singularity, critical_expressions, find_singularity
from sympy_ssde.proof.signs import Point, Signs, with_signs

#: Decimal digits of a refutation; a value counts if twice as many digits confirm it.
DIGITS = 50
MAX_DIGITS = 5000
POINTS = 5

PROVED, REFUTED, UNDECIDED = "PROVED", "REFUTED", "UNDECIDED"


@dataclass(frozen=True)
class Check:
    """A task of the worker process; without undefined functions, so that it can be pickled."""

    equations: tuple[Constraint, ...]
    conditions: tuple[Constraint, ...]
    variables: tuple[Symbol, ...]
    params: tuple[Symbol, ...]
    domain: Domain
    solution: tuple[Expr, ...]
    timeout: float
    stop_at_refutation: bool = False

    def run(self) -> "Iterator[Finding]":
        """Refute what can be refuted, then prove the rest."""
        return check(self)


@dataclass(frozen=True)
class Finding:
    """What is known of constraint number ``index`` (equations first, then conditions)."""

    index: int
    status: str
    rung: str | None = None
    residual: Expr | None = None
    point: Point | None = None
    value: Expr | None = None
    reason: str = ""


def check(task: Check) -> Iterator[Finding]:
    """Refute what can be refuted, then prove the rest; yields each finding as it is made."""
    checker = _Checker(task)
    refuted: set[int] = set()
    for index in range(len(checker.constraints)):
        finding = checker.refute(index)
        if finding is not None:
            refuted.add(index)
            yield finding
            if task.stop_at_refutation:
                return
    singularity = checker.singularity()
    if singularity is not None and singularity.point is not None and 0 not in refuted:
        refuted.add(0)
        yield checker.refuted_by(singularity)
        if task.stop_at_refutation:
            return
    for index in range(len(checker.constraints)):
        if index not in refuted:
            yield checker.prove(index, singularity)


class _Checker:
    """The task in symbols that carry what the domain implies of them."""

    def __init__(self, task: Check):
        self.task = task
        self.clock = Clock(task.timeout)
        self.real = with_signs(task.domain)
        self.user = {new: old for old, new in self.real.items()}
        self.domain = Domain(
            tuple(
                Range(self.real[r.symbol], self._real(r.low), self._real(r.high))
                for r in task.domain
            )
        )
        self.variables = tuple(self.real[v] for v in task.variables)
        self.ends = {r.symbol: (r.low, r.high) for r in self.domain}
        self.solution = tuple(self._real(e) for e in task.solution)
        self.constraints = tuple(
            Constraint(
                self._real(c.expr),
                tuple(
                    Trace(t.function, t.orders, tuple(map(self._real, t.point))) for t in c.traces
                ),
                c.source,
            )
            for c in task.equations + task.conditions
        )
        self.signs = Signs(self.domain)
        self.is_real = not any(e.has(I) for e in self.solution) and not any(
            c.expr.has(I) for c in self.constraints
        )
        self._derivatives: dict[tuple[int, tuple[int, ...]], Expr] = {}

    def _real(self, expr: Expr) -> Expr:
        return expr.xreplace(self.real)

    def derivative(self, function: int, orders: tuple[int, ...]) -> Expr:
        key = (function, orders)
        if key not in self._derivatives:
            counts = [(v, n) for v, n in zip(self.variables, orders, strict=True) if n]
            expr = self.solution[function]
            self._derivatives[key] = expr.diff(*counts) if counts else expr
        return self._derivatives[key]

    def is_equation(self, index: int) -> bool:
        return index < len(self.task.equations)

    # refutation ----------------------------------------------------------------------------------

    def refute(self, index: int) -> Finding | None:
        """Look for a point of the domain at which the constraint is violated."""
        try:
            with self.clock.share(0.3):
                values = self.trace_values(index)
                if values is None:
                    return None
                random = Random(index)
                for _ in range(POINTS):
                    finding = self._refute_at(index, values, self.domain.point(random))
                    if finding is not None:
                        return finding
        except TimeUp:
            pass
        return None

    def trace_values(self, index: int) -> list[Expr] | None:
        """Each trace of the constraint put into the solution; None where a limit isn't found."""
        values = []
        for trace in self.constraints[index].traces:
            derivative = self.derivative(trace.function, trace.orders)
            if trace.point == self.variables:
                values.append(derivative)
                continue
            place = dict(zip(self.variables, trace.point, strict=True))
            value = value_at(derivative, place, self.ends)
            if value is None:
                return None
            values.append(value)
        return values

    def _refute_at(self, index: int, values: list[Expr], at: Point) -> Finding | None:
        """Refute by a value that stays the same when more digits are used.

        So many are used that the largest term of a sum can't hide the value.
        """
        constraint = self.constraints[index]
        try:
            *value, largest = self._residual_value(constraint, values, at, DIGITS)
            if max(map(abs, value)) == 0 and largest < 10**DIGITS:
                return None
            digits = 2 * DIGITS + int(mp.log10(1 + largest))
            *first, largest = self._residual_value(constraint, values, at, min(digits, MAX_DIGITS))
            size = max(map(abs, first))
            if size == 0:
                return None
            digits = max(digits, DIGITS + int(mp.log10(1 + largest / size))) + DIGITS
            if digits > MAX_DIGITS:
                return None
            *second, _ = self._residual_value(constraint, values, at, digits)
        except Undefined as problem:
            if not self.is_equation(index) or self._is_undefined(constraint, at):
                return None
            return self._finding_at(index, at, None, f"the solution is undefined there: {problem}")
        if _is_same(first[1], second[1]):
            return self._finding_at(index, at, None, "the solution is not real there")
        if _is_same(first[0], second[0]):
            value = mp.nstr(second[0], 12)
            return self._finding_at(index, at, value, f"the residual is {value} there")
        return None

    def _residual_value(
        self, constraint: Constraint, values: list[Expr], at: Point, digits: int
    ) -> tuple[Any, Any, Any]:
        """The residual at a point, the traces' imaginary part if they must be real (else 0), and
        the largest term of all sums that were computed.
        """
        with mp.workdps(digits):
            place = multiprecision(at)
            memo: dict[Expr, Any] = {}
            traces = [evaluate_mp(v, place, memo) for v in values]
            imaginary = mp.fsum(abs(mp.im(t)) for t in traces) if self.is_real else mp.mpf(0)
            place |= dict(zip(constraint.slots, traces, strict=True))
            outer: dict[Expr, Any] = {}
            residual = evaluate_mp(constraint.expr, place, outer)
            return residual, imaginary, max(largest_term(memo), largest_term(outer))

    def _is_undefined(self, constraint: Constraint, at: Point) -> bool:
        """Whether the equation itself has no value at the point."""
        place = multiprecision(at) | {s: mp.mpf("0.7") for s in constraint.slots}
        try:
            evaluate_mp(constraint.expr, place)
        except Undefined:
            return True
        return False

    def _finding_at(self, index: int, at: Point, value: str | None, reason: str) -> Finding:
        used = self.constraints[index].free_symbols | set(self.variables if value is None else ())
        point = {self.user[s]: v for s, v in at.items() if s in used}
        number = None if value is None or "j" in value else Rational(value).n(12)
        return Finding(
            index, REFUTED, residual=self.residual(index), point=point, value=number, reason=reason
        )

    # singularities -------------------------------------------------------------------------------

    def singularity(self) -> Singularity | None:
        """A pole or another singular point of the solution in the open domain."""
        equation_criticals = [
            e
            for c in self.constraints[: len(self.task.equations)]
            for e in critical_expressions(c.expr)
            if not e.free_symbols & set(c.slots)
        ]
        parameters = {self.real[p] for p in self.task.params}
        space = Domain(
            tuple(r for r in self.domain if r.symbol in parameters | set(self.variables))
        )
        try:
            with self.clock.share(0.4):
                for solution in self.solution:
                    found = find_singularity(
                        solution, equation_criticals, space, self.signs, parameters
                    )
                    if found is not None:
                        return found
        except TimeUp:
            return Singularity(self.solution[0], None)
        return None

    def refuted_by(self, singularity: Singularity) -> Finding:
        at = singularity.point or {}
        point = {self.user[s]: v for s, v in at.items()}
        critical = singularity.expr.xreplace(self.user)
        reason = f"the solution is singular where {critical} = 0"
        return Finding(0, REFUTED, residual=self.residual(0), point=point, reason=reason)

    # proofs --------------------------------------------------------------------------------------

    def residual(self, index: int) -> Expr | None:
        """The residual of the constraint, in the user's symbols."""
        try:
            values = self.trace_values(index)
        except TimeUp:
            values = None
        if values is None:
            return None
        constraint = self.constraints[index]
        expr = constraint.expr.xreplace(dict(zip(constraint.slots, values, strict=True)))
        return expr.xreplace(self.user)

    def prove(self, index: int, singularity: Singularity | None) -> Finding:
        remaining = len(self.constraints) - index
        clock = Clock(self.clock.left() * 2 / (remaining + 1))
        try:
            with clock.share(0.5):
                values = self.trace_values(index)
        except TimeUp:
            return Finding(index, UNDECIDED, reason="out of time")
        if values is None:
            return Finding(index, UNDECIDED, reason="no limit was found at a singular point")
        constraint = self.constraints[index]
        expr = constraint.expr.xreplace(dict(zip(constraint.slots, values, strict=True)))
        rung = prove_zero(expr, self.signs, clock)
        residual = expr.xreplace(self.user)
        if rung is None:
            reason = "out of time" if clock.left() < 0 else "no method proves or refutes it"
            return Finding(index, UNDECIDED, residual=residual, reason=reason)
        if self.is_equation(index) and singularity is not None:
            critical = singularity.expr.xreplace(self.user)
            return Finding(
                index,
                UNDECIDED,
                rung,
                residual,
                reason=f"a singular point where {critical} = 0 is not excluded",
            )
        return Finding(index, PROVED, rung, Integer(0))


def _is_same(first: Any, second: Any) -> bool:
    """Whether two precisions agree on a value that is not zero; rounding noise differs."""
    return bool(second != 0 and abs(first - second) <= 1e-6 * abs(second))
