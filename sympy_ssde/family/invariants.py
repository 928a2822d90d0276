"""Solutions that a symmetry leaves alone: functions of one invariant, by ordinary equations.

Travelling waves ``f(x - v*t)``, similarity ``t**b*f(x/t**a)`` with the weights of the equation's
terms, rotation ``f(x**2 + y**2)``, growth ``w*t + f(x)``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from sympy import (
    Add,
    Derivative,
    Dummy,
    Eq,
    Expr,
    Function,
    Integer,
    Matrix,
    Mul,
    Symbol,
    expand,
    factor_list,
    fraction,
    powdenest,
    powsimp,
    sqrt,
    together,
)

from sympy_ssde.family.algebra import Cases
from sympy_ssde.family.equation import Equation, Orders
from sympy_ssde.family.member import Family
from sympy_ssde.family.ordinary import general
from sympy_ssde.proof.ladder import NO_ANSWER
from sympy_ssde.reduction.reduction import Line


@dataclass(frozen=True)
class Invariance:
    """``u = factor*f(invariant) + addend``; ``place`` is ``variable`` by the invariant ``z``."""

    invariant: Expr
    factor: Expr
    addend: Expr
    variable: Symbol
    place: Expr
    constants: tuple[Symbol, ...] = ()


#: The invariant as a symbol of its own.
Z = Symbol("z_0", positive=True)


def weights(equation: Equation) -> list[dict[Symbol, Expr]]:
    """Scalings of the variables and of the unknown (None in a list of its own: key ``u``).

    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> heat = read(Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t)))
    >>> len(weights(heat))
    2
    """
    jets = {j: o for o, j in equation.jets.items()}
    rows = []
    for term in equation.terms:
        row = [Integer(0)] * (len(equation.variables) + 1)
        for factor in Mul.make_args(term):
            base, power = factor.as_base_exp()
            if base in jets:
                row[-1] += power
                for i, n in enumerate(jets[base]):
                    row[i] -= n * power
            elif base in equation.variables:
                row[equation.variables.index(base)] += power
            elif factor.free_symbols & (set(jets) | set(equation.variables)):
                return []
        rows.append(row)
    differences = [[a - b for a, b in zip(r, rows[0], strict=True)] for r in rows[1:]]
    if any(e.free_symbols - set(equation.parameters) for row in differences for e in row):
        return []
    columns = len(equation.variables) + 1
    space = Matrix(differences or [[0] * columns]).nullspace()
    unknown = Symbol("u")
    names = (*equation.variables, unknown)
    return [dict(zip(names, vector, strict=True)) for vector in space]


def invariant_solutions(equation: Equation, seconds: float = 0.4) -> Iterator[Family]:
    """Families by one ordinary equation for each symmetry of two variables.

    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> inviscid = read(Problem(u(x, t).diff(t) + u(x, t)*u(x, t).diff(x), u(x, t)))
    >>> any(str(f.expr) == "x/t" for f in invariant_solutions(inviscid))
    True
    """
    if len(equation.variables) != 2:
        return
    for found in _invariances(equation):
        yield from _by(found, equation, seconds)


def _invariances(equation: Equation) -> Iterator[Invariance]:
    x, t = equation.variables
    speed = Symbol("v_0", real=True)
    one, nothing = Integer(1), Integer(0)
    free = set(equation.autonomous)
    unknown = Symbol("u")
    for kernel in _scalings(equation):
        a, b, c = kernel[x], kernel[t], kernel[unknown]
        if b != 0:
            yield Invariance(x * t ** (-a / b), t ** (c / b), nothing, x, Z * t ** (a / b))
        elif a != 0:
            yield Invariance(t, x ** (c / a), nothing, t, Z)
    if {x, t} <= free:
        yield Invariance(x - speed * t, one, nothing, x, Z + speed * t, (speed,))
    yield Invariance(x**2 + t**2, one, nothing, x, sqrt(Z - t**2))
    yield Invariance(x**2 - t**2, one, nothing, x, sqrt(Z + t**2))
    if equation.zero not in equation.jets:
        for v, w in ((t, x), (x, t)):
            if v in free:
                yield Invariance(w, one, speed * v, w, Z, (speed,))
        if {x, t} <= free:
            other = Symbol("v_1", real=True)
            moving = x - other * t
            yield Invariance(moving, one, speed * t, x, Z + other * t, (speed, other))


def _scalings(equation: Equation) -> list[dict[Symbol, Expr]]:
    """Weights and simple combinations of them."""
    found = weights(equation)
    if len(found) == 2:
        first, second = found
        for sign in (1, -1):
            found.append({k: first[k] + sign * second[k] for k in first})
    return found


def _by(found: Invariance, equation: Equation, seconds: float) -> Iterator[Family]:
    reduced = reduction(found, equation)
    if reduced is None:
        return
    f, expr = reduced
    for family in chain(_explicit(expr, f), general(expr, f, seconds)):
        inner = family.expr.xreplace({Z: found.invariant})
        whole = found.factor * inner + found.addend
        kept = (*family.constants, *(c for c in found.constants if whole.has(c)))
        shape = found.factor * Function("f")(found.invariant) + found.addend
        words = "the equation has solutions of the form"
        lines = (Line(words, (Eq(equation.func, shape, evaluate=False),)), *family.lines)
        yield Family(whole, kept, lines)


def _explicit(expr: Expr, f: Expr) -> Iterator[Family]:
    """By factors of the equation that contain no derivative."""
    try:
        parts = [p for p, _ in factor_list(expr)[1] if p.has(f) and not p.has(Derivative)]
    except NO_ANSWER:
        return
    held = Symbol("_held")
    for part in parts:
        body = part.xreplace({f: held})
        if body.is_polynomial(held):
            roots = Cases([held]).solve([body])
            yield from (Family(case[held], ()) for case in roots if held in case)


def reduction(found: Invariance, equation: Equation) -> tuple[Expr, Expr] | None:
    """The function of the invariant, and its ordinary equation; None if it isn't one."""
    positive = {v: Symbol(f"{v.name}_0", positive=True) for v in equation.variables}
    top = equation.order
    chain = [Dummy(f"f{i}") for i in range(top + 1)]
    seeds = {equation.zero: found.factor * chain[0] + found.addend}
    values = {jet: _derived(o, seeds, found, equation, chain) for o, jet in equation.jets.items()}
    expr = equation.expr.xreplace(values).subs(found.variable, found.place)
    other = next(v for v in equation.variables if v != found.variable)
    expr = powsimp(powdenest(expand(powdenest(expr.xreplace(positive), force=True)), force=True))
    try:
        numerator = fraction(together(expr))[0]
        body = _own_part(powsimp(expand(numerator)), chain, positive[other])
    except NO_ANSWER:
        return None
    if body is None:
        return None
    f = Function("_f")(Z)
    names = {c: Derivative(f, (Z, i)) if i else f for i, c in enumerate(chain)}
    back = {new: old for old, new in positive.items()}
    stated = body.xreplace(back).xreplace(names)
    return (f, stated) if stated.has(Derivative) else None


def _derived(
    orders: Orders,
    known: dict[Orders, Expr],
    found: Invariance,
    equation: Equation,
    chain: Sequence[Symbol],
) -> Expr:
    """A derivative of the form, by the chain rule."""
    if orders not in known:
        place = next(i for i, n in enumerate(orders) if n)
        lower = tuple(n - int(i == place) for i, n in enumerate(orders))
        inner = _derived(lower, known, found, equation, chain)
        v = equation.variables[place]
        slope = found.invariant.diff(v)
        moved = Add(*(inner.diff(a) * b for a, b in pairwise(chain)))
        known[orders] = expand(inner.diff(v) + slope * moved)
    return known[orders]


def _own_part(expr: Expr, chain: Sequence[Symbol], other: Symbol) -> Expr | None:
    """The factor with the function in it, if the other variable can be divided out."""
    inside = set(chain)
    if not expr.has(other):
        return expr if expr.free_symbols & inside else None
    powers = [t.as_powers_dict().get(other, Integer(0)) for t in Add.make_args(expr)]
    if len(set(powers)) == 1:
        shifted = Add(*(t * other ** (-powers[0]) for t in Add.make_args(expr)))
        simple = powsimp(shifted)
        return None if simple.has(other) else simple
    _, parts = factor_list(expr)
    own = [p for p, _ in parts if p.free_symbols & inside]
    if len(own) == 1 and not own[0].has(other):
        return own[0]
    return None
