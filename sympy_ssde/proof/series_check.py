"""Check a solution with sums without end, one outcome after the other.

Four rungs, each an exact argument.  Term by term: what a term contributes to an equation or
condition vanishes for every index.  Coefficients: what doesn't vanish is an expansion in modes,
whose coefficients are those of the data.  Completeness: the modes are all eigenfunctions of a
regular Sturm-Liouville problem.  Convergence: a bound of the terms allows to put sums into
equations and conditions term by term, in a sense that the finding names.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sympy import Add, Expr, Integer, Ne, oo

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.check import Check, Checker
from sympy_ssde.proof.finding import PROVED, REFUTED, UNDECIDED, Finding, or_failed
from sympy_ssde.proof.ladder import prove_zero
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.points import Point
from sympy_ssde.proof.reading import find_objections
from sympy_ssde.proof.series_coefficients import Expansion, class_symbol, expansion
from sympy_ssde.proof.series_form import ModeSum, NotASeries, read_series
from sympy_ssde.proof.series_integrals import NoIntegral
from sympy_ssde.proof.series_modes import NoModes
from sympy_ssde.proof.series_numbers import Numbers
from sympy_ssde.proof.series_senses import Part, Sense, Senses
from sympy_ssde.proof.series_terms import Undefined, check_defined, linear_parts
from sympy_ssde.proof.signs import Signs
from sympy_ssde.proof.values import Boundary

#: Classes of modes are made finer by these factors, until a coefficient is seen to vanish.
FACTORS = (1, 2, 4, 12)


@dataclass(frozen=True)
class SeriesCheck(Check):
    """The task for a solution with sums without end."""

    def run(self) -> Iterator[Finding]:
        """Prove or refute one constraint after the other."""
        return check_series(self)


def check_series(task: Check) -> Iterator[Finding]:
    """All findings; parameters of unknown sign are taken for positive ones if that is needed."""
    objections = list(find_objections(task))
    if objections:
        yield from objections
        return
    clock = Clock(task.timeout)
    found = list(_findings(replace(task, timeout=0.6 * task.timeout)))
    unknown = [p for p in task.unbounded if p.is_positive is None and p.is_negative is None]
    undecided = any(f.status == UNDECIDED for f in found)
    if unknown and undecided and not any(f.status == REFUTED for f in found):
        again = list(_findings(task.narrowed(unknown, max(clock.left(), 0.1))))
        if all(f.status == PROVED for f in again):
            found = again
    yield from found


def _findings(task: Check) -> Iterator[Finding]:
    count = len(task.equations) + len(task.conditions)
    try:
        checker = SeriesChecker(task)
        yield from checker.findings()
    except (NotASeries, Undefined) as why:
        status = REFUTED if isinstance(why, Undefined) and why.certain else UNDECIDED
        point: Point | None = {} if status == REFUTED else None
        for index in range(1 if status == REFUTED else count):
            yield Finding(index, status, reason=str(why), point=point)


class SeriesChecker:
    """A solution's finite part, checked as any other, and its sums."""

    def __init__(self, task: Check):
        series = []
        first = 0
        for expr in task.solution:
            series.append(read_series(expr, first))
            first += sum(len(s.indices) for s in series[-1].sums)
        self.task = task
        self.finite = Checker(replace(task, solution=tuple(s.finite for s in series)))
        self.clock = self.finite.clock
        self.variables = self.finite.variables
        self.sums: list[tuple[int, ModeSum]] = []
        for function, one in enumerate(series):
            for s in one.sums:
                term = s.term.xreplace(self.finite.real)
                self.sums.append((function, ModeSum(term, s.indices, s.names)))
        for r in self.finite.domain:
            if (r.low.free_symbols | r.high.free_symbols) & set(self.variables):
                raise NotASeries("sums are only examined on domains that are boxes")
        indices = [j for _, s in self.sums for j in s.indices]
        counted = (*indices, *map(class_symbol, range(3)))
        ranges = tuple(Range(j, -1, oo) for j in counted)
        self.signs = Signs(Domain(ranges + self.finite.domain.ranges))
        self.boundary = Boundary(self.signs, self.variables, self.finite.boundary.unbounded)
        self.senses = Senses(self.signs, self.variables)
        self.numbers = Numbers(self.finite.domain)
        self.provisos: dict[Expr, None] = {}

    def findings(self) -> Iterator[Finding]:
        """Of each equation and condition."""
        for _, s in self.sums:
            self.provisos |= dict.fromkeys(
                check_defined(s, self.signs, self.variables, self.finite.boundary.unbounded)
            )
        singularity = self.finite.regularity().singularity
        if singularity is not None and singularity.point is not None:
            yield self.finite.refuted_by(singularity)
            return
        count = len(self.finite.constraints)
        for index in range(count):
            failed = Finding(index, UNDECIDED, reason="SymPy fails on it")
            try:
                with self.clock.share(2 / (count - index + 1)):
                    yield or_failed(failed, self.finding, index)
            except TimeUp:
                yield replace(failed, reason="out of time")

    def finding(self, index: int) -> Finding:
        """Of one equation or condition."""
        constraint = self.finite.constraints[index]
        factors = linear_parts(constraint)
        if factors is None:
            return Finding(
                index, UNDECIDED, reason="it is not linear, and sums are only put into linear ones"
            )
        parts = []
        for function, s in self.sums:
            part = self._part(constraint, factors, function, s)
            if part is None:
                return Finding(index, UNDECIDED, reason="no limit of the terms was found")
            parts.append(part)
        waiting = [p for p in parts if not self._vanishes(p.residual)]
        sense = self._sense(index, parts, factors)
        finding = self._by_terms(index) if not waiting else self._by_modes(index, waiting)
        if sense is not None and finding.status == PROVED:
            return self._stated(finding, sense)
        # modes speak only of what converges in the mean: a series may be zero inside otherwise
        certain = not waiting or self.senses.are_square_summable(waiting)
        if sense is not None and finding.status == REFUTED and certain:
            return finding
        if finding.status != UNDECIDED:
            finding = Finding(index, UNDECIDED, reason=self.senses.why)
        return self._refuted(index, parts, sense) or finding

    def _refuted(self, index: int, parts: list[Part], sense: Sense | None) -> Finding | None:
        """By numbers: terms that grow, or a sum of which the rest is bounded."""
        user = self.finite.user
        if sense is None and self.finite.is_equation(index):
            ranges = [self.finite.domain.by_symbol[v] for v in self.variables]
            for _, s in self.sums:
                at = self.numbers.diverges(s, ranges, self.signs)
                if at is not None:
                    point = {user[k]: v for k, v in at.items()}
                    return Finding(
                        index, REFUTED, point=point, reason="the terms grow without bound there"
                    )
        if sense is None or not sense.strong:
            return None
        finite = self.finite.residual_of(index)
        if finite is None:
            return None
        return self.numbers.refuted_at_point(index, finite, parts, user)

    def _part(
        self, constraint: Constraint, factors: tuple[Expr, ...], function: int, s: ModeSum
    ) -> Part | None:
        """What a sum's term contributes to a constraint, with the traces that it is made of."""
        total, traces = [], []
        for factor, trace in zip(factors, constraint.traces, strict=True):
            if trace.function != function:
                continue
            slope = derivative(s.term, self.variables, trace.orders)
            value: Expr | None = slope
            if trace.point != self.variables:
                value = self.boundary.value(slope, trace.point)
            if value is None:
                return None
            total.append(factor * value)
            traces.append((trace, slope))
        return Part(s, Add(*total), tuple(traces))

    def _vanishes(self, expr: Expr) -> bool:
        """Whether what a term contributes is zero for all indices."""
        if expr == 0:
            return True
        if self.numbers.is_nonzero(expr):
            return False
        return prove_zero(expr, self.signs, Clock(self.clock.left() / 4)) is not None

    def _by_terms(self, index: int) -> Finding:
        """The sums contribute nothing, so that the finite part must fulfil the constraint."""
        refuted = self.finite.refute(index)
        if refuted is not None:
            return refuted
        found = self.finite.prove(index, Clock(self.clock.left() / 2))
        return replace(found, rung="term by term")

    def _by_modes(self, index: int, parts: list[Part]) -> Finding:
        """What the terms and the finite part contribute, as an expansion in modes."""
        finite = self.finite.residual_of(index)
        if finite is None:
            return Finding(index, UNDECIDED, reason="no limit of the finite part was found")
        sums = [(p.residual, p.sum.indices) for p in parts]
        used = set().union(finite.free_symbols, *(e.free_symbols for e, _ in sums))
        ranges = [r for r in self.finite.domain if r.symbol in used & set(self.variables)]
        try:
            whole = expansion(finite, sums, ranges, self.signs)
            refuted = self.numbers.refuted_by_mode(index, whole, self.finite.user)
            if refuted is not None:
                return refuted
            return self._by_coefficients(index, whole)
        except (NoModes, NoIntegral) as why:
            return Finding(index, UNDECIDED, reason=str(why))

    def _by_coefficients(self, index: int, whole: Expansion) -> Finding:
        """Whether the coefficients of all modes vanish."""
        why = "a coefficient is not seen to vanish"
        for factor in FACTORS:
            provisos: dict[Expr, None] = {}
            for difference in whole.differences(factor):
                for below in difference.below:
                    if not self.signs.is_nonzero(below):
                        provisos[below] = None
                if prove_zero(difference.expr, self.signs, Clock(self.clock.left() / 3)) is None:
                    break
            else:
                return self._complete(index, whole, provisos)
        return Finding(index, UNDECIDED, reason=why)

    def _complete(self, index: int, whole: Expansion, provisos: dict[Expr, None]) -> Finding:
        counted = set(map(class_symbol, range(3)))
        fixed = counted | set(self.variables)
        if any(not p.free_symbols or p.free_symbols & fixed for p in provisos):
            return Finding(index, UNDECIDED, reason="an integral may divide by zero")
        provided = tuple(Ne(p.xreplace(self.finite.user), 0) for p in provisos)
        theorems = dict.fromkeys(f.theorem() for f in whole.families)
        rung = f"coefficients, completeness ({', '.join(theorems)})"
        return Finding(index, PROVED, rung, provided=provided)

    def _sense(self, index: int, parts: list[Part], factors: tuple[Expr, ...]) -> Sense | None:
        if self.finite.is_equation(index):
            return self.senses.of_equation(parts, factors)
        return self.senses.of_condition(parts)

    def _stated(self, finding: Finding, sense: Sense) -> Finding:
        singularity = self.finite.singularity
        if self.finite.is_equation(finding.index) and singularity is not None:
            critical = singularity.expr.xreplace(self.finite.user)
            reason = f"a singular point where {critical} = 0 is not excluded"
            return Finding(finding.index, UNDECIDED, reason=reason)
        named = [Ne(p.xreplace(self.finite.user), 0) for p in self.provisos]
        limits = [p.xreplace(self.finite.user) for p in self.boundary.provisos]
        provided = dict.fromkeys((*self.task.assumed, *finding.provided, *named, *limits))
        rung = f"{finding.rung}, convergence"
        return replace(
            finding, rung=rung, residual=Integer(0), reason=sense.text, provided=tuple(provided)
        )
