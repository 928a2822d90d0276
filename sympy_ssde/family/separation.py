"""Separation of variables: products and sums of functions of one variable each.

With ``u = X*Y`` put in, the equation is a sum of products of something in x and something in y.
Where two such products are left, their quotients are constants: two smaller equations.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sympy import (
    Add,
    Derivative,
    Eq,
    Expr,
    Function,
    Integer,
    Piecewise,
    Symbol,
    cancel,
    expand,
    factor,
    fraction,
    together,
)
from sympy.core.function import AppliedUndef

from sympy_ssde.family.equation import Equation, stated
from sympy_ssde.family.member import Family
from sympy_ssde.family.ordinary import general
from sympy_ssde.proof.ladder import NO_ANSWER
from sympy_ssde.reduction.reduction import Line

#: How many solutions of each smaller equation are combined.
_EACH = 2


@dataclass(frozen=True)
class Piece:
    """A part of a separated solution, which depends on one variable, and its constants."""

    expr: Expr
    constants: tuple[Symbol, ...]


Combine = Callable[[Expr, Expr], Expr]


def products(equation: Equation) -> Iterator[Family]:
    """``X(x)*T(t)``, in as many variables as there are.

    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> heat = Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t))
    >>> [f.expr for f in products(read(heat))][1]
    C_2*(C_0*cos(s_0*x) + C_1*sin(s_0*x))*exp(-s_0**2*t)
    """
    yield from _separated(equation, lambda a, b: a * b, "the product of functions of one variable")


def sums(equation: Equation) -> Iterator[Family]:
    """``X(x) + T(t)``."""
    if equation.linear is None:
        yield from _separated(equation, lambda a, b: a + b, "the sum of functions of one variable")


def _separated(equation: Equation, combine: Combine, words: str) -> Iterator[Family]:
    variables = equation.variables
    if len(variables) < 2:
        return
    for place in reversed(range(len(variables))):
        for expr, constants in _split_off(equation, place, combine, 0):
            shown = Eq(equation.func, expr, evaluate=False)
            yield Family(expr, constants, (Line(f"{words} solves it", (shown,)),))


def _split_off(
    equation: Equation, place: int, combine: Combine, depth: int
) -> Iterator[tuple[Expr, tuple[Symbol, ...]]]:
    """Solutions in which one variable stands alone; the rest is separated once more."""
    v = equation.variables[place]
    others = tuple(w for w in equation.variables if w != v)
    one, rest = Function("_one")(v), Function("_rest")(*others)
    whole = equation.put_in(combine(one, rest)).doit()
    for own, left in _two(whole, v, others):
        for value in _separation_constants(depth, equation.order):
            first = _numerator(own - value)
            second = _numerator(left + value)
            yield from _combined(first, second, one, rest, value, combine, depth, equation)


def _separation_constants(depth: int, order: int) -> list[Expr]:
    """Of both signs, as a power that has the root which the smaller equation asks for."""
    power = s_power(order)
    s = Symbol(f"s_{depth}", positive=True)
    return [-(s**power), s**power]


def s_power(order: int) -> int:
    """The power in which a separation constant is written."""
    return min(max(order, 2), 4)


def _numerator(expr: Expr) -> Expr:
    return expand(fraction(together(expr))[0])


def _combined(
    first: Expr,
    second: Expr,
    one: AppliedUndef,
    rest: AppliedUndef,
    value: Expr,
    combine: Combine,
    depth: int,
    equation: Equation,
) -> Iterator[tuple[Expr, tuple[Symbol, ...]]]:
    own = tuple(value.free_symbols)
    for left in _solutions(second, rest, combine, depth + 1, equation):
        for right in _pieces(first, one):
            moved = {
                c: Symbol(f"C_{len(left.constants) + i}", real=True)
                for i, c in enumerate(right.constants)
            }
            renamed = right.expr.xreplace(moved)
            expr = combine(left.expr, renamed)
            constants = (*left.constants, *moved.values(), *own)
            yield expr, tuple(c for c in dict.fromkeys(constants) if expr.has(c))


def _solutions(
    expr: Expr, func: AppliedUndef, combine: Combine, depth: int, equation: Equation
) -> Iterator[Piece]:
    if len(func.args) == 1:
        yield from _pieces(expr, func)
        return
    inner = stated(expr, func, equation)
    for found, constants in _split_off(inner, len(func.args) - 1, combine, depth):
        yield Piece(found, constants)


def _pieces(expr: Expr, func: AppliedUndef) -> Iterator[Piece]:
    """Solutions of the smaller ordinary equation."""
    count = 0
    if not expr.has(func):
        return
    if not expr.has(Derivative):
        return
    is_linear = not any(expr.diff(d).has(func) for d in expr.atoms(Derivative) | {func})
    for family in general(expr, func, 0.25 if is_linear else 0.08):
        if family.expr == 0 or family.expr.has(Piecewise):
            continue
        yield Piece(family.expr, family.constants)
        count += 1
        if count == _EACH or is_linear:
            return


def _two(whole: Expr, v: Symbol, others: tuple[Symbol, ...]) -> Iterator[tuple[Expr, Expr]]:
    """Forms ``A(v) + B(others) = 0`` of an equation, A and B in what is unknown in each."""
    rows = _table(whole, v, set(others))
    if rows is None or len(rows) > 24:
        return
    merged = _merged(rows)
    if len(merged) == 2:
        (a1, b1), (a2, b2) = merged
        for top, bottom, up, down in ((a1, a2, b2, b1), (a2, a1, b1, b2)):
            if not bottom.has(Derivative) or top.has(Derivative):
                yield _quotient(top, bottom), _quotient(up, down)
        return
    for a, _ in _ones(merged):
        for b in dict.fromkeys(b for _, b in merged):
            divided = [(_quotient(p, a), _quotient(q, b)) for p, q in merged]
            if all(not _moves(p, v) or not _moves(q, *others) for p, q in divided):
                own = Add(*(p * q for p, q in divided if _moves(p, v)))
                left = Add(*(p * q for p, q in divided if not _moves(p, v)))
                if _moves(own, v) and _moves(left, *others):
                    yield own, left
                    return


def _ones(rows: list[tuple[Expr, Expr]]) -> list[tuple[Expr, Expr]]:
    return [(Integer(1), Integer(1)), *rows]


def _moves(expr: Expr, *symbols: Symbol) -> bool:
    return bool(expr.free_symbols & set(symbols))


def _quotient(top: Expr, bottom: Expr) -> Expr:
    try:
        return cancel(together(top / bottom))
    except NO_ANSWER:
        return top / bottom


def _table(whole: Expr, v: Symbol, others: set[Symbol]) -> list[tuple[Expr, Expr]] | None:
    """The terms of the numerator, each as something in v times something in the others."""
    rows = []
    for term in Add.make_args(_numerator(whole)):
        own, rest = [], []
        for f in term.as_ordered_factors():
            if _moves(f, v):
                if _moves(f, *others):
                    return None
                own.append(f)
            else:
                rest.append(f)
        a: Expr = Integer(1)
        for f in own:
            a *= f
        b: Expr = Integer(1)
        for f in rest:
            b *= f
        rows.append((a, b))
    return rows


def _merged(rows: list[tuple[Expr, Expr]]) -> list[tuple[Expr, Expr]]:
    """Terms with a common factor on one side put together, as long as there are any."""
    changed = True
    while changed:
        changed = False
        for side in (0, 1):
            groups: dict[Expr, Expr] = {}
            for row in rows:
                coefficient, key = row[side].as_coeff_Mul()
                groups[key] = groups.get(key, Integer(0)) + coefficient * row[1 - side]
            if len(groups) < len(rows):
                changed = True
            rows = [
                (k, factor(o)) if side == 0 else (factor(o), k) for k, o in groups.items() if o != 0
            ]
    return rows
