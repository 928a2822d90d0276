"""Solutions with arbitrary functions, as ``F(x - c*t)``: proved for all of them at once.

With ``F`` undefined, each of its derivatives at each place is taken for a number of its own.  If
the residual is zero whatever these numbers are, then it is for every function.  The second wall is
that of any solution: with functions of our own put in, numbers must agree.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sympy import Derivative, Dummy, Expr, Integer, Rational, Subs, Symbol, cos, exp, expand, oo
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.finding import PROVED, REFUTED, UNDECIDED, Finding
from sympy_ssde.proof.ladder import prove_zero
from sympy_ssde.proof.limits import Clock, TimeUp
from sympy_ssde.proof.signs import Signs, with_signs

if TYPE_CHECKING:
    from sympy_ssde.proof.check import Check

Checking = Callable[["Check"], Iterator[Finding]]


def check_functions(task: "Check", check: Checking) -> Iterator[Finding]:
    """Findings for a solution that contains undefined functions."""
    clock = Clock(task.timeout)
    concrete = [
        list(check(replace(task, solution=with_examples(task.solution, turn), timeout=seconds)))
        for turn, seconds in ((0, 0.3 * task.timeout), (1, 0.2 * task.timeout))
    ]
    for index, constraint in enumerate((*task.equations, *task.conditions)):
        examples = [f for findings in concrete for f in findings if f.index == index]
        refuted = next((f for f in examples if f.status == REFUTED), None)
        if refuted is not None:
            reason = f"{refuted.reason}, with a function put in"
            yield replace(refuted, reason=reason, residual=None)
            if task.stop_at_refutation:
                return
            continue
        yield _proved(index, constraint, examples, task, clock)


def _proved(
    index: int, constraint: Constraint, examples: list[Finding], task: "Check", clock: Clock
) -> Finding:
    agreed = [f for f in examples if f.status == PROVED]
    if not agreed:
        reason = "with functions put in, it is not decided"
        return Finding(index, UNDECIDED, reason=reason)
    try:
        with clock.share(0.5):
            rung, residual = _rung(constraint, task, clock)
    except TimeUp:
        return Finding(index, UNDECIDED, reason="out of time")
    if rung is None:
        reason = "no method proves or refutes it for all functions"
        return Finding(index, UNDECIDED, residual=residual, reason=reason)
    provided = tuple(dict.fromkeys(p for f in agreed for p in f.provided))
    return Finding(index, PROVED, rung, Integer(0), provided=provided)


def _rung(constraint: Constraint, task: "Check", clock: Clock) -> tuple[str | None, Expr]:
    """The exact method that shows the residual to be zero whatever the functions are."""
    residual = constraint.put_in(task.solution, task.variables)
    numbers = in_numbers(residual)
    extra = numbers.free_symbols - set(task.domain.by_symbol)
    ranges = (*task.domain.ranges, *(Range(s, -oo, oo) for s in sorted(extra, key=str)))
    real = with_signs(Domain(ranges))
    domain = Domain(
        tuple(Range(real[r.symbol], r.low.xreplace(real), r.high.xreplace(real)) for r in ranges)
    )
    return prove_zero(numbers.xreplace(real), Signs(domain), clock), residual


def in_numbers(expr: Expr) -> Expr:
    """Each derivative of an undefined function at each place as a number of its own.

    >>> from sympy import Function, symbols
    >>> x, t = symbols("x t")
    >>> F = Function("F")
    >>> u = F(x - t)
    >>> in_numbers(u.diff(t) + u.diff(x)), in_numbers(u + F(x + t)).free_symbols & {x, t}
    (0, set())
    """
    table: dict[Any, Symbol] = {}

    def number(*key: Any) -> Symbol:
        return table.setdefault(key, Dummy(f"F{len(table)}", real=True))

    def read(part: Expr) -> Expr:
        if not part.has(AppliedUndef):
            return part
        if isinstance(part, AppliedUndef):
            places = tuple(expand(read(a)) for a in part.args)
            return number(part.func, (0,) * len(places), places)
        if isinstance(part, (Derivative, Subs)):
            found = _derivative(part)
            if found is not None:
                return number(*found)
            done = part.doit()
            return number(part) if done.has(Subs, Derivative) else read(done)
        if isinstance(part, ExprWithLimits):  # with a variable of its own, which is no place
            return number(part)
        return part.func(*(read(a) for a in part.args))

    return read(expr)


def _derivative(part: Derivative | Subs) -> tuple[Any, ...] | None:
    """Function, orders and places of a derivative by the function's own arguments."""
    inner = part.expr if isinstance(part, Subs) else part
    call = inner.expr if isinstance(inner, Derivative) else None
    if not isinstance(call, AppliedUndef):
        return None
    orders = [0] * len(call.args)
    for variable, count in inner.variable_count:
        at = [i for i, a in enumerate(call.args) if a.has(variable)]
        if len(at) != 1 or call.args[at[0]] != variable or not count.is_Integer:
            return None
        orders[at[0]] += int(count)
    places = call.args
    if isinstance(part, Subs):
        moved = dict(zip(part.variables, part.point, strict=True))
        places = tuple(a.subs(moved, simultaneous=True) for a in places)
    if any(p.has(AppliedUndef) for p in places):
        return None
    return call.func, tuple(orders), tuple(map(expand, places))


def with_examples(solution: Sequence[Expr], turn: int) -> tuple[Expr, ...]:
    """A solution with functions of our own in place of the undefined ones.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> with_examples((Function("F")(x) + 1,), 0)
    (x**3/2 + x**2 + 1,)
    """
    kinds = sorted({c.func for e in solution for c in e.atoms(AppliedUndef)}, key=str)
    examples = {kind: _example(i, turn) for i, kind in enumerate(kinds)}
    found = []
    for expr in solution:
        for kind, example in examples.items():
            expr = expr.replace(kind, example)
        found.append(expr.doit())
    return tuple(found)


def _example(number: int, turn: int) -> Callable[..., Expr]:
    def value(*args: Expr) -> Expr:
        total: Expr = Integer(0)
        for place, z in enumerate(args):
            if turn == 0:
                total += z**2 + z ** (3 + number) / (2 + place)
            else:
                total += exp(Rational(1, 2 + number) * z) * (1 + place)
        mixed: Expr = Integer(1)
        for z in args:
            mixed *= z if turn == 0 else cos(z)
        return total + (mixed if len(args) > 1 else 0)

    return value
