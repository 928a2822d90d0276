"""Invariant subspaces: ``u = a0(t) + a1(t)*g + ... + an(t)*g**n`` with g = x, exp(k*x) or cos(k*x).

What must vanish is a polynomial in g, so each of its coefficients does: equations for amplitudes
alone (V. A. Galaktionov and S. R. Svirshchevskii, Exact Solutions and Invariant Subspaces of
Nonlinear Partial Differential Equations, 2007).  They are solved one after the other, as long as
one of them has a single unknown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sympy import (
    Derivative,
    Dummy,
    Eq,
    Expr,
    Function,
    Integer,
    Poly,
    Symbol,
    expand,
    factor_list,
    fraction,
    together,
)
from sympy.core.function import AppliedUndef

from sympy_ssde.family.algebra import Cases
from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family
from sympy_ssde.family.ordinary import general
from sympy_ssde.family.shapes import COS, EXP, MAIN, Shape
from sympy_ssde.proof.ladder import NO_ANSWER
from sympy_ssde.reduction.reduction import Line

POWERS = Shape("x", Integer(1), lambda z: z)

#: Functions that span a space, and the highest power of them.
SPACES = ((POWERS, 1), (POWERS, 2), (EXP, 1), (COS, 1))
#: Solutions of one amplitude's equation that are followed, and the seconds of its methods' scale.
_EACH, _SECONDS = 2, 0.15

#: The number in front of x, which the equation may choose.
K = Symbol("k_0", positive=True)


@dataclass(frozen=True)
class State:
    """What is left to be solved: equations, and amplitudes with what is known of them."""

    rows: tuple[Expr, ...]
    known: dict[Expr, Expr]
    constants: tuple[Symbol, ...] = ()


def subspaces(equation: Equation) -> Iterator[Family]:
    """Families of an equation in two variables, by each of the spaces.

    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> U = u(x, t)
    >>> found = next(subspaces(read(Problem(U.diff(t) - (U*U.diff(x)).diff(x), U))))
    >>> len(found.constants)
    2
    """
    if len(equation.variables) != 2 or not equation.is_polynomial:
        return
    for shape, degree in SPACES:
        for place in (1, 0):
            yield from _in_space(equation, shape, degree, place)


def _in_space(equation: Equation, shape: Shape, degree: int, place: int) -> Iterator[Family]:
    """With amplitudes that depend on the variable at a place."""
    t, x = equation.variables[place], equation.variables[1 - place]
    functions = tuple(Function(f"_a{i}")(t) for i in range(degree + 1))
    rows = _rows(equation, shape, functions, place)
    if rows is None:
        return
    number = Integer(1) if shape is POWERS else K
    body = sum((a * MAIN**i for i, a in enumerate(functions)), Integer(0))
    words = f"amplitudes that depend on {t} alone have equations of their own"
    for state in _solved(State(rows, {}), functions):
        expr = shape.written(body.xreplace(state.known), number * x).xreplace(state.known)
        kept = tuple(c for c in (*state.constants, K) if expr.has(c))
        shown = (Eq(equation.func, shape.written(body, number * x), evaluate=False),)
        yield Family(expr, kept, (Line(words, shown),))


def _rows(
    equation: Equation, shape: Shape, functions: Sequence[AppliedUndef], place: int
) -> tuple[Expr, ...] | None:
    """What must vanish, for each power of the generators."""
    t, x = equation.variables[place], equation.variables[1 - place]
    if equation.expr.has(x) and shape is not POWERS:
        return None
    number = Integer(1) if shape is POWERS else K
    top = equation.orders_of(t)
    jets = [[Dummy(f"a{i}_{n}") for n in range(top + 1)] for i in range(len(functions))]
    values = {}
    for orders, jet in equation.jets.items():
        by_t, by_x = orders[place], orders[1 - place]
        body = sum((row[by_t] * MAIN**i for i, row in enumerate(jets)), Integer(0))
        for _ in range(by_x):
            body = number * shape.derivative(body)
        values[jet] = body
    whole = equation.expr.xreplace(values).xreplace({x: MAIN})
    names = {
        row[n]: Derivative(a, (t, n)) if n else a
        for a, row in zip(functions, jets, strict=True)
        for n in range(top + 1)
    }
    try:
        numerator = expand(fraction(together(whole))[0])
        coefficients = Poly(shape.reduced(numerator), *shape.generators).coeffs()
    except NO_ANSWER:
        return None
    return tuple(c.xreplace(names) for c in coefficients)


def _solved(state: State, functions: Sequence[AppliedUndef]) -> Iterator[State]:
    """All that is found for the amplitudes, one after the other; what nothing is said of is 0."""
    rows = [r for r in state.rows if r != 0]
    if state.known.get(functions[-1]) == 0:
        return  # of a smaller space
    if not rows:
        rest = {a: Integer(0) for a in functions if a not in state.known}
        if functions[-1] not in rest:
            yield replace(state, known=state.known | rest)
        return
    row = min(rows, key=_effort)
    try:
        _, parts = factor_list(row)
    except NO_ANSWER:
        parts = [(row, 1)]
    for part, _ in parts:
        for value, constants in _values(part, len(state.constants)):
            if K in value and value[K].has(*functions[0].args):
                continue
            yield from _solved(_next(state, rows, value, constants), functions)


def _effort(row: Expr) -> tuple[int, int, int, str]:
    unknown = row.atoms(AppliedUndef)
    return len(unknown), int(row.has(Derivative)), int(row.count_ops()), str(row)


def _values(part: Expr, taken: int) -> Iterator[tuple[dict[Expr, Expr], tuple[Symbol, ...]]]:
    """Values of one unknown that make a factor vanish, with new constants."""
    unknown = sorted(part.atoms(AppliedUndef), key=str, reverse=True)
    if not unknown:
        for case in Cases([K], [K], [K]).solve([part]) if part.has(K) else ():
            yield dict(case), ()
        return
    if not part.has(Derivative):
        for a in unknown:
            slope = part.diff(a)
            if not slope.has(a):
                yield {a: -part.xreplace({a: Integer(0)}) / slope}, ()
                return
        return
    if len(unknown) > 1:
        return
    is_linear = not any(part.diff(d).has(unknown[0]) for d in part.atoms(Derivative) | {unknown[0]})
    for family in islice(general(part, unknown[0], _SECONDS), 1 if is_linear else _EACH):
        new = {c: Symbol(f"A_{taken + i}", real=True) for i, c in enumerate(family.constants)}
        yield {unknown[0]: family.expr.xreplace(new)}, tuple(new.values())


def _next(
    state: State, rows: Sequence[Expr], value: dict[Expr, Expr], constants: tuple[Symbol, ...]
) -> State:
    """With one more value, put in everywhere."""

    def put(expr: Expr) -> Expr:
        return expr.subs(value).doit()

    rest = tuple(expand(fraction(together(put(r)))[0]) for r in rows)
    known = {a: put(e) for a, e in state.known.items()} | value
    return State(rest, known, (*state.constants, *constants))
