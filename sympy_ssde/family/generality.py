"""How general a family is: independent constants, arbitrary functions, triviality; by numbers.

Nothing here is part of a proof.  Numbers decide which of several proved families is shown first.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from sympy import Expr, Mul, Rational, S, Symbol, preorder_traversal
from sympy.core.function import AppliedUndef

from sympy_ssde.family.equation import Equation
from sympy_ssde.family.member import Family
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.proof.arbitrary import with_examples
from sympy_ssde.reduction.ordinary_form import number_at

Point = dict[Symbol, Expr]

#: Points that are drawn for each one that is needed: families are not defined everywhere.
_DRAWS = 6
_SMALL = 1e-9


def independent(family: Family, equation: Equation) -> int:
    """How many of the constants say something that the others don't.

    >>> from sympy import Function, exp
    >>> from sympy.abc import x, a, b
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> growth = read(Problem(u(x).diff(x) - u(x), u(x)))
    >>> independent(Family(a*exp(growth.variables[0] + b), (a, b)), growth)
    1
    """
    best = 0
    for seed in (1, 2, 3):
        if best < len(family.constants):
            best = max(best, _rank(family, equation, Random(seed)))
    return best


def is_general(family: Family, equation: Equation) -> bool:
    """Whether an equation's family has as many constants or functions as the equation has orders.

    Of an ordinary one, values and derivatives at a point can then be anything nearby: the matrix of
    their derivatives by the constants has full rank, as Wronski's has for linear equations.  Of a
    partial one, data on a surface are as many functions, of all variables but one.

    >>> from sympy import Function
    >>> from sympy.abc import x, t
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u, F, G = map(Function, "uFG")
    >>> wave = read(Problem(u(x, t).diff(t, 2) - u(x, t).diff(x, 2), u(x, t)))
    >>> [is_general(Family(e, ()), wave) for e in (F(x - t) + G(x + t), F(x - t))]
    [True, False]
    """
    if len(equation.variables) > 1:
        return _has_all_functions(family, equation)
    if family.functions:
        return False
    order, x = equation.order, equation.variables[0]
    slopes = [derivative(family.expr, (x,), (i,)) for i in range(order)]
    table = [[s.diff(c) for c in family.constants] for s in slopes]
    for seed in range(_DRAWS):
        at = point((*family.constants, *equation.parameters, x), Random(seed))
        matrix = [[number_at(e, at) for e in row] for row in table]
        if any(v is None or v.imag for row in matrix for v in row):
            continue
        if matrix and matrix[0] and rank(matrix) == order:
            return True
    return False


def _has_all_functions(family: Family, equation: Equation) -> bool:
    free = len(equation.variables) - 1
    calls = family.expr.atoms(AppliedUndef)
    enough = len(family.functions) == equation.order
    return enough and all(len(call.args) == free for call in calls)


def _rank(family: Family, equation: Equation, random: Random) -> int:
    (expr,) = with_examples((family.expr,), 1) if family.functions else (family.expr,)
    if not family.constants:
        return 0
    slopes = [expr.diff(c) for c in family.constants]
    fixed = point((*equation.parameters, *family.constants), random)
    rows: list[list[Any]] = []
    wanted = len(slopes) + 3
    for _ in range(_DRAWS * wanted):
        at = fixed | point(equation.variables, random)
        row = [number_at(s, at) for s in slopes]
        if all(v is not None and abs(complex(v).imag) < _SMALL * (1 + abs(v)) for v in row):
            rows.append(row)
        elif not rows and random.random() < 0.4:
            fixed = point((*equation.parameters, *family.constants), random)
        if len(rows) == wanted:
            break
    return rank(rows) if rows else 0


def rank(rows: Sequence[Sequence[Any]]) -> int:
    """The rank of a matrix of numbers, its columns scaled.

    >>> rank([[1, 2], [2, 4.0], [3, 6]])
    1
    """
    matrix = np.array([[complex(v).real for v in row] for row in rows], dtype=float)
    sizes = np.abs(matrix).max(axis=0)
    kept = matrix[:, sizes > 1e-12]
    if kept.size == 0 or not np.isfinite(kept).all():
        return 0
    left, count, first = kept / np.abs(kept).max(axis=0), 0, 0.0
    while left.size:  # elimination with the largest pivots
        i, j = np.unravel_index(np.abs(left).argmax(), left.shape)
        pivot = left[i, j]
        first = first or abs(pivot)
        if abs(pivot) <= 1e-9 * first:
            break
        count += 1
        left = left - left[:, j : j + 1] * left[i : i + 1] / pivot
        left = np.delete(np.delete(left, i, axis=0), j, axis=1)
    return count


def point(symbols: Sequence[Symbol], random: Random) -> Point:
    """Random values, which respect what is known of the symbols."""
    at: Point = {}
    for s in symbols:
        wide = random.random() < 0.3
        value = Rational(random.randint(100, 250) if wide else random.randint(10, 100), 100)
        sign = 1 if s.is_positive or random.random() < 0.7 else -1
        at[s] = (sign if not s.is_negative else -1) * value
        if s.is_integer:
            at[s] = Rational(random.randint(1, 4))
    return at


def values(expr: Expr, family: Family, equation: Equation, seed: int = 0) -> Iterator[complex]:
    """An expression's values at points where it has any."""
    random, found = Random(seed), 0
    for _ in range(30):
        at = point((*equation.parameters, *family.constants, *equation.variables), random)
        value = number_at(expr, at)
        if value is not None and abs(complex(value)) < 1e12:
            found += 1
            yield complex(value)
        if found == 4:
            return


def vanishes(expr: Expr, family: Family, equation: Equation) -> bool:
    """Whether an expression seems to be zero for all constants."""
    return expr == 0 or all(abs(v) < _SMALL for v in values(expr, family, equation))


def is_plausible(family: Family, equation: Equation) -> bool:
    """Whether the equation seems to hold, somewhere where the family has real values.

    >>> from sympy import Function, exp
    >>> from sympy.abc import x, a
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> growth = read(Problem(u(x).diff(x) - u(x), u(x)))
    >>> z = growth.variables[0]
    >>> [is_plausible(Family(a*exp(k*z), (a,)), growth) for k in (1, 2)]
    [True, False]
    """
    (expr,) = with_examples((family.expr,), 0) if family.functions else (family.expr,)
    table = {j: derivative(expr, equation.variables, o) for o, j in equation.jets.items()}
    random, real = Random(5), 0
    fixed = (*equation.parameters, *family.constants)
    for _ in range(40):
        at = point((*fixed, *equation.variables), random)
        numbers = {j: number_at(e, at) for j, e in table.items()}
        if any(v is None or abs(complex(v)) > 1e8 for v in numbers.values()):
            continue
        residual = number_at(equation.expr, at, numbers)
        own = number_at(expr, at)
        if residual is None or own is None:
            continue
        if abs(complex(own).imag) > _SMALL * (1 + abs(own)):
            continue
        scale = 1 + sum(abs(v) for v in numbers.values() if v is not None) ** 2
        if abs(residual) > 1e-7 * scale:
            return False
        real += 1
        if real == 3:
            return True
    return real > 0


def is_trivial(family: Family, equation: Equation) -> bool:
    """Whether a simpler equation has it already.

    That is a constant; what doesn't depend on a variable of a partial equation; and what all terms
    of the highest order vanish for, unless there are no others.

    >>> from sympy import Function
    >>> from sympy.abc import x, t, a, b
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> heat = read(Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t)))
    >>> y, s = heat.variables
    >>> [is_trivial(Family(e, (a, b)), heat) for e in (a*y + b, a*y**2 + 2*a*s)]
    [True, False]
    """
    (expr,) = with_examples((family.expr,), 0) if family.functions else (family.expr,)
    slopes = [vanishes(expr.diff(v), family, equation) for v in equation.variables]
    if all(slopes):
        return True
    if len(equation.terms) == 1:
        return False
    if any(slopes) and len(equation.variables) > 1:
        return True
    top = {j for o, j in equation.jets.items() if sum(o) == equation.order}
    leading = [t for t in equation.terms if t.free_symbols & top]
    table = {j: derivative(expr, equation.variables, o) for o, j in equation.jets.items()}
    return all(vanishes(t.xreplace(table), family, equation) for t in leading)


def without_redundancy(family: Family, equation: Equation) -> Family:
    """With one constant for each that is independent; what is left over becomes 0 or 1.

    >>> from sympy import Function, exp
    >>> from sympy.abc import x, a, b
    >>> from sympy_ssde.family.equation import read
    >>> from sympy_ssde.problem.problem import Problem
    >>> u = Function("u")
    >>> growth = read(Problem(u(x).diff(x) - u(x), u(x)))
    >>> without_redundancy(Family(a*exp(growth.variables[0] + b), (a, b)), growth).expr
    exp(b + x)
    """
    wanted = independent(family, equation)
    if wanted == len(family.constants):
        return family
    outside = [c for c in Mul.make_args(family.expr) if c in family.constants]
    deep = sorted(family.constants, key=lambda s: (-_depth(family.expr, s), str(s)))
    for c in dict.fromkeys([*outside, *deep]):
        for value in (S.Zero, S.One) if c not in outside else (S.One,):
            less = family.at(family.expr.subs(c, value))
            if less.expr.is_finite is False or less.expr.has(S.NaN, S.ComplexInfinity):
                continue
            if less.functions == family.functions and independent(less, equation) == wanted:
                return without_redundancy(less, equation)
    return family


def _depth(expr: Expr, symbol: Symbol) -> int:
    if expr == symbol:
        return 1
    inside = [_depth(a, symbol) for a in expr.args]
    deepest = max(inside, default=0)
    return deepest + 1 if deepest else 0


def worth(family: Family, equation: Equation) -> tuple[int, ...]:
    """Families are sorted by it, the most general first."""
    nodes = sum(1 for _ in preorder_traversal(family.expr))
    places = {c.args for c in family.expr.atoms(AppliedUndef)}
    arity = sum(len(a) for a in places)
    return (
        int(is_trivial(family, equation)),
        -len(family.functions),
        -arity,
        -independent(family, equation),
        nodes,
    )
