"""Solutions of ordinary equations that change their form: steps, cases, moduli.

Between the places at which the solution or the equation changes its form all is smooth, and proved
as any solution is.  At such a place the solution must have the value that it tends to from both
sides, and its derivatives must go over into each other: below the order of the equation, if a term
of the equation may jump there, and otherwise up to it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cmp_to_key
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from sympy import Derivative, DiracDelta, Expr, Integer, Ne, S, Symbol, oo, zoo
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Constraint, Trace, slot
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.problem.rough import ROUGH, impulses, is_rough
from sympy_ssde.proof.attempts import Verdict, attempt
from sympy_ssde.proof.finding import PROVED, REFUTED, UNDECIDED, Finding
from sympy_ssde.proof.ladder import prove_zero
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.needs import Kind, Need, for_continuity, nodes
from sympy_ssde.proof.points import NoPoint, sample
from sympy_ssde.proof.series_integrals import NoIntegral, switches
from sympy_ssde.proof.zeros import is_nonzero_somewhere

if TYPE_CHECKING:
    from sympy_ssde.proof.check import Check, Checker

Checking = Callable[["Check"], Iterator[Finding]]
Making = Callable[["Check"], "Checker"]

_MOST = 12  # places


def places(task: "Check") -> list[Expr]:
    """Numbers in the domain at which the solution or the equation may change its form, in order.

    As far as they can be told; none for what is not one equation for a function of one variable.
    """
    rough = [e for e in (*task.solution, *(c.expr for c in task.equations)) if is_rough(e)]
    if not (rough or task.kicks) or not _is_single(task):
        return []
    (x,) = task.variables
    r = task.domain.by_symbol[x]
    found = {place: None for place, _ in task.kicks or ()}
    for expr in rough:
        with suppress(NoIntegral):  # then each piece shows whether it is smooth
            found |= dict.fromkeys(switches(expr, x, (r.low, r.high)))
    if not all(p.is_number and p.is_real for p in (*found, *_finite(r))):
        return []
    try:
        inside = [p for p in found if _order(r.low, p) == _order(p, r.high) == -1]
        ordered = sorted(inside, key=cmp_to_key(_order))
        distinct = ordered[:1] + [q for p, q in pairwise(ordered) if _order(p, q)]
    except NoIntegral:
        return []
    return distinct if len(distinct) <= _MOST else []


def with_kicks(task: "Check") -> "Check":
    """The task without impulses in its equation, which are kept beside it if they can be read."""
    equation, *others = task.equations
    if others or not equation.expr.has(DiracDelta) or not _is_single(task):
        return task
    (x,) = task.variables
    r = task.domain.by_symbol[x]
    read = impulses(equation.expr, x, equation.slots)
    if read is None or read[0].has(Derivative):  # which may be of what jumps
        return task
    expr, kicks = read
    try:
        sides = {p: (_order(r.low, p), _order(p, r.high)) for p in kicks}
    except (NoIntegral, TypeError):
        return task
    if any(0 in side for side in sides.values()):  # is it inside or not?
        return task
    inside = {p: s for p, s in kicks.items() if sides[p] == (-1, -1)}
    smooth = replace(task, equations=(replace(equation, expr=expr),), kicks=tuple(inside.items()))
    return smooth if set(inside) <= set(places(smooth)) else task


def _is_single(task: "Check") -> bool:
    """Whether it is an ordinary equation for one function, on a range, and nothing arbitrary."""
    numbers = {len(task.variables), len(task.equations), len(task.solution)}
    return numbers == {1} and not (task.anywhere or task.solution[0].has(AppliedUndef))


def _finite(r: Range) -> list[Expr]:
    return [end for end in (r.low, r.high) if not end.is_infinite]


def _order(first: Expr, second: Expr) -> int:
    """-1, 0 or 1 for less, equal and greater, of real numbers or infinite ends."""
    if first.is_infinite or second.is_infinite:
        return 1 if first == S.Infinity or second == S.NegativeInfinity else -1
    gap = (first - second).expand()
    if gap.is_zero:
        return 0
    if gap.is_positive is None:
        raise NoIntegral(f"it is not known which of {first} and {second} is greater")
    return 1 if gap.is_positive else -1


def check_pieces(
    task: "Check", cuts: Sequence[Expr], check: Checking, checker: Making
) -> Iterator[Finding]:
    """Findings for a solution that may change its form at the given places."""
    clock = Clock(task.timeout)
    (x,) = task.variables
    whole = task.domain.by_symbol[x]
    ends = [whole.low, *cuts, whole.high]
    pieces = [
        _Piece(task, Range(x, low, high), low is whole.low, high is whole.high)
        for low, high in pairwise(ends)
    ]
    share = clock.left() / (2 * len(pieces))
    known = [list(piece.findings(check, share)) for piece in pieces]
    equation = _equation(task, pieces, known, clock, checker)
    yield equation
    for index, condition in enumerate(task.conditions, start=1):
        finding = next((f for findings in known for f in findings if f.index == index), None)
        if finding is None:
            yield Finding(index, UNDECIDED, reason="its places lie in several pieces")
        elif equation.status != PROVED and any(t.point[0] in cuts for t in condition.traces):
            words = "it is not known whether the solution goes over there"
            yield Finding(index, UNDECIDED, reason=words)
        else:
            yield finding


@dataclass(frozen=True)
class _Piece:
    """The part of a task between two places."""

    whole: "Check"
    range: Range
    is_first: bool
    is_last: bool

    @property
    def conditions(self) -> list[int]:
        """The numbers of the conditions that stand on this piece alone, ends included."""
        return [
            number
            for number, condition in enumerate(self.whole.conditions)
            if all(map(self._has, condition.traces))
            and not condition.expr.has(*self.whole.variables)
        ]

    def _has(self, trace: Trace) -> bool:
        (place,), low, high = trace.point, self.range.low, self.range.high
        if place == low:
            return self.is_first
        if place == high:  # where the highest derivative may jump, and at an impulse the one below
            highest = _highest(self.whole.equations[0])
            is_kicked = any(_order(high, p) == 0 for p, _ in self.whole.kicks or ())
            return self.is_last or trace.orders[0] < highest - is_kicked
        if not (place.is_number and place.is_real):
            return False
        return _order(low, place) == _order(place, high) == -1

    def task(self, timeout: float) -> "Check":
        """To check this part."""
        ranges = (self.range if r.symbol == self.range.symbol else r for r in self.whole.domain)
        conditions = tuple(self.whole.conditions[number] for number in self.conditions)
        return replace(
            self.whole,
            conditions=conditions,
            domain=Domain(tuple(ranges)),
            timeout=timeout,
            kicks=None,
        )

    def findings(self, check: Checking, timeout: float) -> Iterator[Finding]:
        """What is known of it, under the numbers of the whole."""
        for finding in check(self.task(timeout)):
            number = finding.index
            yield replace(finding, index=number and 1 + self.conditions[number - 1])


def _equation(
    task: "Check",
    pieces: Sequence[_Piece],
    known: Sequence[Sequence[Finding]],
    clock: Clock,
    checker: Making,
) -> Finding:
    """What all pieces together say of the equation."""
    late = Finding(0, UNDECIDED, reason="out of time")
    found = [next((f for f in findings if f.index == 0), late) for findings in known]
    for status in (REFUTED, UNDECIDED):
        bad = next((f for f in found if f.status == status), None)
        if bad is not None:
            return bad
    checkers = [checker(piece.task(clock.left())) for piece in pieces]
    provided = dict.fromkeys(p for f in found for p in f.provided)
    for (before, after), piece in zip(pairwise(checkers), pieces[1:], strict=True):
        junction = _Junction(task, before, after, piece.range.low, clock)
        try:
            with clock.share(0.5):
                objection = junction.objection()
        except TimeUp:
            objection = late
        except NoIntegral as error:
            objection = Finding(0, UNDECIDED, reason=f"it is not known where terms jump: {error}")
        if objection is not None:
            return objection
        provided |= dict.fromkeys(junction.provided())
    rungs = ", ".join(dict.fromkeys(str(f.rung) for f in found))
    reason = f"on each of {len(pieces)} pieces, which go over into each other"
    return Finding(0, PROVED, rungs, Integer(0), reason=reason, provided=tuple(provided))


class _Junction:
    """A place between two pieces, and what is known of them there."""

    def __init__(
        self, task: "Check", before: "Checker", after: "Checker", place: Expr, clock: Clock
    ):
        self.task, self.sides, self.place, self.clock = task, (before, after), place, clock
        (self.equation,), (self.x,) = task.equations, task.variables
        self.order = _highest(self.equation)
        kicks = task.kicks or ()
        self.kick = sum((s for p, s in kicks if _order(p, place) == 0), S.Zero)
        self.real = after.real  # both sides have the same symbols, but for the variable's sign
        self._lead: Expr = S.One
        self._nonzero: dict[Any, None] = {}

    def provided(self) -> Iterator[Any]:
        """What parameters must fulfil for what was found."""
        yield from self._nonzero
        for side in self.sides:
            yield from (p.xreplace(side.user) for p in side.boundary.provisos)

    def objection(self) -> Finding | None:
        """Why the pieces don't go over into each other; none if they are proved to."""
        is_switched, has_impulses = self._is_switched(), self.task.kicks is not None
        if is_switched or has_impulses:
            reason = self._lead_objection()
            if not reason and has_impulses and not self._is_calm():
                reason = f"terms may go to infinity at {self.place}"
            if reason:
                return Finding(0, UNDECIDED, reason=reason)
        order = self.order - is_switched
        for k in range(order + 1):
            values = [self._value(side, side.derivative(0, (k,))) for side in self.sides]
            is_kicked = self.kick != 0 and k == order
            if is_kicked:
                values[1] = self._before_the_kick(values[1])
            if k == 0:
                own = self.task.solution[0].subs(self.x, self.place)
                values.append(values[0] if is_kicked and _is_value(own) else own)
            if not all(map(_is_value, values)):
                return Finding(0, UNDECIDED, reason=f"no limit was found at {self.place}")
            name = "the solution" if k == 0 else f"its derivative of order {k}"
            words = f"{name} jumps{' otherwise than it should' * is_kicked} at {self.place}"
            first, *others = (v.xreplace(self.real) for v in values if v is not None)
            for other in others:
                verdict = _verdict(first, other, self.sides[1], self.clock)
                if verdict is Verdict.REFUTED and self._is_calm():
                    return Finding(0, REFUTED, point={self.x: self.place}, reason=words)
                if verdict is not Verdict.SURVIVED:
                    return Finding(0, UNDECIDED, reason=f"it is not known whether {words}")
        return None

    def _is_switched(self) -> bool:
        """Whether the equation itself may change its form there, or has an impulse."""
        if self.kick != 0:
            return True
        rough = self.equation.expr.atoms(*ROUGH)
        if any(part.has(*self.equation.slots) for part in rough):  # it depends on the solution
            return True
        r = self.task.domain.by_symbol[self.x]
        zeros = switches(self.equation.expr, self.x, (r.low, r.high))
        return any(_order(zero, self.place) == 0 for zero in zeros)

    def _lead_objection(self) -> str:
        """Why the equation may not determine its highest derivative; empty if it does."""
        highest = _slots(self.equation, self.order)
        lead = self.equation.expr.diff(highest[0])
        jumping = [*highest, *(_slots(self.equation, self.order - 1) if self.kick != 0 else ())]
        if is_rough(lead) or lead.has(*jumping):
            return f"its leading term changes at {self.place}"
        leads: list[Expr] = []
        for side in self.sides:
            own = side.constraints[0]
            known = {
                s: side.derivative(0, t.orders) for s, t in zip(own.slots, own.traces, strict=True)
            }
            lead = own.expr.diff(_slots(own, self.order)[0]).xreplace(known)
            value = self._value(side, lead)
            if value is None or not self._is_nonzero(value, side):
                return f"its leading term may vanish at {self.place}"
            leads.append(value.xreplace(self.real))
        if (
            self.kick != 0
            and _verdict(leads[0], leads[1], self.sides[1], self.clock) is not Verdict.SURVIVED
        ):
            return f"its leading term may jump at {self.place}"
        self._lead = value
        return ""

    def _before_the_kick(self, value: Expr | None) -> Expr | None:
        """What a value after the impulse must have been before."""
        return None if value is None else value + self.kick / self._lead

    def _is_nonzero(self, value: Expr, side: "Checker") -> bool:
        """Whether it is, or a fair thing to ask of parameters without a range."""
        if side.signs.sign(value.xreplace(side.real)):
            return True
        if not value.free_symbols or not value.free_symbols <= set(self.task.unbounded):
            return False
        if not is_nonzero_somewhere(value.xreplace(side.real), side.domain):
            return False
        self._nonzero.setdefault(Ne(value, 0))
        return True

    def _is_calm(self) -> bool:
        """Whether the equation is smooth there, beside terms that are switched."""
        slots = set(self.equation.slots)
        return all(
            isinstance(node, ROUGH)
            or any(
                all(self._is_met(n, slots) for n in way)
                for way in for_continuity(node, {*slots, self.x})
            )
            for node in nodes(self.equation.expr)
            if node.has(self.x, *slots)
        )

    def _is_met(self, need: Need, slots: set[Symbol]) -> bool:
        if need.expr.has(*slots) or need.kind is Kind.REAL:
            return False
        side = self.sides[1]
        sign = side.signs.sign(need.expr.subs(self.x, self.place).xreplace(self.real))
        return sign == 1 or (sign == -1 and need.kind is Kind.SIGNED)

    def _value(self, side: "Checker", expr: Expr) -> Expr | None:
        """What an expression tends to there on one side, in the user's symbols."""
        value = side.boundary.value(expr, (self.place,))
        return None if value is None else value.xreplace(side.user)


def _is_value(value: Expr | None) -> bool:
    return value is not None and not value.has(S.NaN, oo, -oo, zoo)


def _verdict(first: Expr, second: Expr, checker: "Checker", clock: Clock) -> Verdict:
    """Whether two values at a place are the same; it has survived only if it is proved, too."""
    pair = Constraint(slot(0) - slot(1), (Trace(0, (0,), (Integer(0),)),) * 2)
    try:
        at = sample(checker.domain, Random(0), 0)
    except NoPoint:
        return Verdict.UNKNOWN
    verdict = attempt(pair, (first, second), at, real=checker.is_real).verdict
    if verdict is Verdict.SURVIVED and prove_zero(first - second, checker.signs, clock) is None:
        return Verdict.UNKNOWN
    return verdict


def _highest(equation: Constraint) -> int:
    return max(t.orders[0] for t in equation.traces)


def _slots(equation: Constraint, order: int) -> list[Symbol]:
    """Those of a derivative."""
    return [s for s, t in zip(equation.slots, equation.traces, strict=True) if t.orders[0] == order]
