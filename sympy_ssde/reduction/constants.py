"""Free constants of a general solution, from the conditions.

Each condition gives an equation for the constants: values, derivatives, combinations of them at
several points, limits at singular points and at infinity, where terms that grow must be absent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sympy import (
    Add,
    Dummy,
    Expr,
    Limit,
    Pow,
    Rational,
    S,
    Symbol,
    cancel,
    cos,
    expand,
    factor_terms,
    limit,
    oo,
    powsimp,
    series,
    sin,
    solve,
    together,
)
from sympy.simplify.fu import TR10i

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.proof.bessel import BESSEL
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp
from sympy_ssde.proof.simplify import cost
from sympy_ssde.reduction.ordinary_form import is_zero

Values = dict[Symbol, Expr]

#: Seconds for one limit, and for one system of equations that isn't linear.
LIMIT_SECONDS, SOLVE_SECONDS = 1.0, 2.0

#: Operations from which on a number is looked at, its digits, and denominators that are seen.
_LONG, _DIGITS, _LARGEST = 4, 40, 1000


class NoValue(ArithmeticError):
    """A condition gives no equation: a limit isn't found, or nothing can meet it."""


@dataclass(frozen=True)
class Setting:
    """Where conditions stand: the variable, the domain, and what must hold there."""

    x: Symbol
    domain: Domain
    conditions: tuple[Constraint, ...]


def determined(
    exprs: Sequence[Expr], constants: Sequence[Symbol], setting: Setting
) -> Iterator[Values]:
    """Values of the constants for which ``exprs``, one for each unknown, meet the conditions.

    >>> from sympy import Function, exp
    >>> from sympy.abc import C, x
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> problem = Problem(u(x).diff(x) - u(x), u(x), {u(0): 2})
    >>> list(determined([C*exp(x)], [C], Setting(x, problem.domain, problem.conditions)))
    [{C: 2}]
    """
    try:
        equations = list(_equations(exprs, constants, setting))
    except NoValue:
        return
    linear = _linear(equations, constants)
    if linear is not None:
        found = solve_linear(*linear, constants, setting.domain)
        if found is not None:
            yield found
        return
    yield from _nonlinear(equations, constants)


def put_in(expr: Expr, values: Values) -> Expr:
    """The solution with its constants, in a short form."""
    full = expr.xreplace(values)
    forms = [full]
    for form in (expand, factor_terms, lambda e: powsimp(expand(e))):
        try:
            forms.append(form(full))
        except GIVES_UP:
            continue
    return min(forms, key=cost)


def _equations(
    exprs: Sequence[Expr], constants: Sequence[Symbol], setting: Setting
) -> Iterator[Expr]:
    """What must vanish, in the constants."""
    for condition in setting.conditions:
        values = {}
        for slot, trace in zip(condition.slots, condition.traces, strict=True):
            order = trace.orders[0]
            expr = exprs[trace.function]
            derivative = expr.diff(setting.x, order) if order else expr
            value, forced = _at(derivative, trace.point[0], constants, setting)
            yield from forced
            values[slot] = value
        yield condition.expr.xreplace(values)


def _at(
    expr: Expr, point: Expr, constants: Sequence[Symbol], setting: Setting
) -> tuple[Expr, list[Expr]]:
    """The value at a point, and constants that must vanish so that there is one."""
    if not point.is_infinite:
        value = expr.xreplace({setting.x: point})
        if is_finite(value):
            return value, []
    expanded = expand(expr)
    slopes = [expanded.diff(c) for c in constants]
    if any(s.has(*constants) for s in slopes if s != 0):
        return _limit(expr, point, setting), []
    rest = expanded.xreplace(dict.fromkeys(constants, S.Zero))
    if not point.is_infinite and sum(_is_singular(e, point, setting) for e in [rest, *slopes]) > 1:
        return _expanded(expanded, point, setting)
    total, forced = _limit(rest, point, setting), []
    for c, slope in zip(constants, slopes, strict=True):
        if slope == 0:
            continue
        try:
            total += c * _limit(slope, point, setting)
        except NoValue:
            forced.append(c)
    return total, forced


def _is_singular(expr: Expr, point: Expr, setting: Setting) -> bool:
    return not is_finite(expr.xreplace({setting.x: point}))


def _expanded(expr: Expr, point: Expr, setting: Setting) -> tuple[Expr, list[Expr]]:
    """The constant term of a Laurent series, and what must vanish before it."""
    step = Dummy("h", positive=True)
    side = -1 if point == setting.domain.by_symbol[setting.x].high else 1
    moved = expr.xreplace({setting.x: point + side * step})
    try:
        with Effort(LIMIT_SECONDS).share(1):
            terms = expand(series(moved, step, 0, 2).removeO())
    except (TimeUp, *GIVES_UP):
        raise NoValue from None
    value = S.Zero
    forced: dict[Expr, Expr] = {}
    for term in Add.make_args(terms):
        factor, moving = term.as_independent(step, as_Add=False)
        base, power = moving.as_base_exp()
        if moving == 1:
            value += factor
        elif not (base == step and power.is_positive):
            forced[moving] = forced.get(moving, S.Zero) + factor
    return value, list(forced.values())


def _limit(expr: Expr, point: Expr, setting: Setting) -> Expr:
    x = setting.x
    if not expr.has(x):
        return expr
    if not point.is_infinite:
        value = expr.xreplace({x: point})
        if is_finite(value):
            return value
    low = setting.domain.by_symbol[x].low
    side = "-" if point == oo else "+" if point == -oo or point == low else "-"
    try:
        with Effort(LIMIT_SECONDS).share(1):
            value = limit(expr, x, point, side)
    except (TimeUp, *GIVES_UP):
        raise NoValue from None
    if not is_finite(value) or value.has(Limit):
        raise NoValue
    return value


def _linear(
    equations: Sequence[Expr], constants: Sequence[Symbol]
) -> tuple[list[list[Expr]], list[Expr]] | None:
    """Matrix and right sides, if all equations are linear in the constants."""
    rows, sides = [], []
    for e in equations:
        row = [e.diff(c) for c in constants]
        if any(r.has(*constants) for r in row):
            row = [expand(r) for r in row]
            if any(r.has(*constants) for r in row):
                return None
        rows.append(row)
        sides.append(-e.xreplace(dict.fromkeys(constants, S.Zero)))
    return rows, sides


def solve_linear(
    rows: list[list[Expr]], sides: list[Expr], constants: Sequence[Symbol], domain: Domain
) -> Values | None:
    """The solution by elimination; constants that nothing determines are 0.

    Pivots are those that are not zero at sampled points, the simplest first.
    """
    table = [[*row, side] for row, side in zip(rows, sides, strict=True)]
    values: Values = {}
    pivots: list[tuple[int, list[Expr]]] = []
    while table:
        choice = _pivot(table, len(constants), domain)
        if choice is None:
            if any(not is_zero(row[-1], domain) for row in table):
                return None
            break
        i, j = choice
        pivot = table.pop(i)
        pivot = [_short(a / pivot[j]) if a != 0 else a for a in pivot]
        pivots.append((j, pivot))
        table = [
            [_short(a - row[j] * p) if p != 0 else a for a, p in zip(row, pivot, strict=True)]
            if row[j] != 0
            else row
            for row in table
        ]
    for j, pivot in reversed(pivots):
        known = [
            pivot[k] * values.get(constants[k], S.Zero) for k in range(len(constants)) if k != j
        ]
        values[constants[j]] = _recognised(_short(pivot[-1] - Add(*known)))
    return {c: values.get(c, S.Zero) for c in constants}


def _pivot(table: list[list[Expr]], width: int, domain: Domain) -> tuple[int, int] | None:
    entries = [
        (cost(row[j]) if not row[j].is_Rational else (0, 0), i, j)
        for i, row in enumerate(table)
        for j in range(width)
        if row[j] != 0
    ]
    for _, i, j in sorted(entries, key=lambda e: (e[0], e[1], e[2])):
        if not is_zero(table[i][j], domain):
            return i, j
    return None


def _short(expr: Expr) -> Expr:
    if expr.is_Rational or expr.is_Symbol:
        return expr
    try:
        whole = together(expr)
        forms = [expr, whole]
        if expr.count_ops() < 60:
            forms.append(cancel(powsimp(whole)))
            if expr.has(sin) and expr.has(cos):
                forms.append(TR10i(forms[-1].subs(_squares(expr))))
    except GIVES_UP:
        return expr
    return min(forms, key=cost)


def _recognised(number: Expr) -> Expr:
    """The fraction that a quotient of special functions seems to be; the proof will tell."""
    if not (number.is_number and number.has(*BESSEL)) or number.count_ops() < _LONG:
        return number
    close = number.evalf(_DIGITS)
    if not close.is_Float:
        return number
    fraction = Rational(close).limit_denominator(_LARGEST)
    return fraction if abs(fraction - close) < Pow(10, 5 - _DIGITS) else number


def _squares(expr: Expr) -> list[tuple[Expr, Expr]]:
    return [(sin(e.args[0]) ** 2, 1 - cos(e.args[0]) ** 2) for e in expr.atoms(sin)]


def _nonlinear(equations: Sequence[Expr], constants: Sequence[Symbol]) -> Iterator[Values]:
    unknown = [c for c in constants if any(e.has(c) for e in equations)]
    open_equations = [e for e in equations if e != 0]
    try:
        with Effort(SOLVE_SECONDS).share(1):
            found = solve(open_equations, unknown, dict=True)
    except (TimeUp, *GIVES_UP):
        return
    for values in found:
        complete = {c: values.get(c, S.Zero) for c in constants}
        zeros = dict.fromkeys(constants, S.Zero)
        yield {c: v.xreplace(zeros) for c, v in complete.items()}
