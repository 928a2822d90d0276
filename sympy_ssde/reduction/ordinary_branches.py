"""Integrated equations ``G(y) = F(x)`` solved for y: branches, and which one begins where."""

from collections.abc import Iterator

from sympy import (
    Add,
    Expr,
    Mul,
    Rational,
    Symbol,
    cancel,
    exp,
    expand_log,
    log,
    radsimp,
    solve,
)

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp
from sympy_ssde.reduction.inverse import inverses, shorter
from sympy_ssde.reduction.ordinary_form import sample, value

#: Seconds for SymPy's solver, where no inverse functions can be written down.
SOLVE_SECONDS = 1.5


def grown(expr: Expr, variable: Symbol, begin: Expr) -> Expr | None:
    """``expr`` minus its value at ``begin``; logarithms become those of quotients, which are real.

    >>> from sympy.abc import y
    >>> grown(log(y) + y, y, -2)
    y + log(-y/2) + 2
    """
    parts = []
    for term in Add.make_args(expand_log(expr)):
        factor, moving = term.as_independent(variable, as_Add=False)
        if isinstance(moving, log):
            at = moving.args[0].subs(variable, begin)
            if at == 0 or not is_finite(at):
                return None
            parts.append(factor * log(moving.args[0] / at))
            continue
        at = term.subs(variable, begin)
        if not is_finite(at):
            return None
        parts.append(term - at)
    return Add(*parts)


def branches(left: Expr, y: Symbol, right: Expr) -> Iterator[Expr]:
    """Solutions of ``left(y) = right``, as many as can be written down."""
    seen = set()
    left, right = _joined_logs(left, y, right)
    try:
        for found in inverses(left, y, right):
            short = shorter(found)
            if short not in seen:
                seen.add(short)
                yield short
    except GIVES_UP:
        pass
    if seen:
        return
    try:
        with Effort(SOLVE_SECONDS).share(1):
            solutions = solve(left - right, y)
    except (TimeUp, *GIVES_UP):
        return
    for found in solutions:
        if isinstance(found, Expr) and not found.has(y):
            yield shorter(found)


def _joined_logs(left: Expr, y: Symbol, right: Expr) -> tuple[Expr, Expr]:
    """``sum a_i*log(f_i) = right`` as ``product f_i**(a_i/a_0) = exp(right/a_0)``."""
    pairs, fixed = [], []
    for term in Add.make_args(left):
        factor, moving = term.as_independent(y, as_Add=False)
        if moving == 1:
            fixed.append(factor)
        elif isinstance(moving, log):
            pairs.append((factor, moving.args[0]))
        else:
            return left, right
    if len(pairs) < 2:
        return left, right
    scale = pairs[0][0]
    product = Mul(*(f ** cancel(radsimp(a / scale)) for a, f in pairs))
    return product, exp(radsimp((right - Add(*fixed)) / scale))


def begins_at(expr: Expr, x: Symbol, point: Expr, wanted: Expr, domain: Domain) -> bool:
    """Whether ``expr`` seems to have the value ``wanted`` at the point, or close to it."""
    parameters = Domain(tuple(r for r in domain if r.symbol != x))
    at = sample(parameters, 0)
    target = value(wanted, at)
    place = value(point, at)
    if target is None or place is None:
        return True
    low, high = domain.by_symbol[x].low, domain.by_symbol[x].high
    side = -1 if point == high and point != low else 1
    gaps = []
    for step in (1e-4, 1e-8):
        v = value(expr, at | {x: _rational(place.real + side * step * (1 + abs(place)))})
        if v is None:
            return True
        gaps.append(abs(v - target))
    scale = 1 + abs(target)
    return gaps[1] < 1e-6 * scale or gaps[1] < 0.2 * gaps[0]


def _rational(number: float) -> Expr:
    return Rational(round(number * 2**60), 2**60)


def beside(start: Expr, symbol: Symbol, domain: Domain, *, upwards: bool) -> Domain:
    """The domain with another variable, on one side of its initial value."""
    ends = (start, start + 1) if upwards else (start - 1, start)
    return Domain((*domain.ranges, Range(symbol, *ends)))
