"""Rational solutions of initial value problems, by their Taylor series.

The equation gives one coefficient after the other, exactly.  A quotient of polynomials is
determined by a few of them (Pade), and the next ones say whether it is the solution.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from math import factorial, perm

import sympy
from sympy import Expr, Integer, Rational, Symbol
from sympy.polys.matrices import DomainMatrix

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.cost import cost

_ORDER = 14  # of the Taylor series
_SPARE = 3  # coefficients that nothing was fitted to
_LONGEST = 100  # operations of an equation
_LONGEST_NUMBER = 2000  # bits of a coefficient


def rational_functions(problem: Problem) -> Iterator[Expr]:
    """The quotient of polynomials of lowest degree with the solution's Taylor series.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> list(rational_functions(Problem(u(x).diff(x) + 2*x*u(x)**2, u(x), {u(0): 1})))
    [1/(x**2 + 1)]
    """
    found = taylor(problem)
    if found is None:
        return
    point, coefficients = found
    variable = problem.variables[0]
    for below in range(1, (_ORDER - _SPARE) // 2 + 1):
        quotient = pade(coefficients, below, below + 1, variable - point)
        if quotient is not None:
            yield min(sympy.factor(sympy.cancel(quotient)), sympy.apart(quotient), key=cost)
            return


def taylor(problem: Problem) -> tuple[Expr, list[Expr]] | None:
    """A point and the solution's Taylor coefficients there, if the conditions give them.

    That is for one ordinary equation, solved for its highest derivative, with rational data.
    """
    if len(problem.variables) != 1 or len(problem.equations) != 1 or problem.params:
        return None
    equation = problem.equations[0]
    order = equation.order()
    start = _start(problem, order)
    if start is None or equation.expr.count_ops() > _LONGEST:
        return None
    point, values = start
    slots = {t.orders[0]: s for t, s in zip(equation.traces, equation.slots, strict=True)}
    slope = equation.expr.diff(slots[order])
    if slope.has(slots[order]) or equation.expr.atoms(sympy.Function):
        return None
    rest = equation.expr.xreplace({slots[order]: Integer(0)})
    return _series(-rest / slope, slots, problem.variables[0], point, values)


def _start(problem: Problem, order: int) -> tuple[Expr, list[Expr]] | None:
    """The point of the conditions and the derivatives below ``order`` there."""
    found: dict[int, Expr] = {}
    points = {c.traces[0].point[0] for c in problem.conditions if c.traces}
    if len(points) != 1:
        return None
    for condition in problem.conditions:
        value = _value(condition)
        if value is None or not value.is_Rational:
            return None
        found[condition.traces[0].orders[0]] = value
    (point,) = points
    if not point.is_Rational or sorted(found) != list(range(order)):
        return None
    return point, [found[n] for n in range(order)]


def _value(condition: Constraint) -> Expr | None:
    """What a condition says of its only trace, if it is linear in it."""
    if len(condition.traces) != 1:
        return None
    (slot,) = condition.slots
    slope = condition.expr.diff(slot)
    if not slope.is_number or slope == 0:
        return None
    return sympy.sympify(-condition.expr.xreplace({slot: Integer(0)}) / slope)


def _series(
    highest: Expr, slots: dict[int, Symbol], variable: Symbol, point: Expr, values: list[Expr]
) -> tuple[Expr, list[Expr]] | None:
    """Coefficient after coefficient, each from the equation with those before it put in."""
    order = len(values)
    coefficients = [Fraction(v.p, v.q) / factorial(n) for n, v in enumerate(values)]
    while len(coefficients) < _ORDER:
        wanted = len(coefficients) - order
        known: dict[Expr, list[Fraction]] = {
            s: [c * perm(i + n, n) for i, c in enumerate(coefficients[n:])]
            for n, s in slots.items()
            if n < order
        }
        known[variable] = [Fraction(point.p, point.q), Fraction(1)]
        try:
            value = _truncated(highest, known, wanted + 1)[wanted]
        except (_NoSeries, ZeroDivisionError):
            return None
        if value.denominator.bit_length() > _LONGEST_NUMBER:
            return None
        coefficients.append(value / perm(wanted + order, order))
    return point, [Rational(c.numerator, c.denominator) for c in coefficients]


class _NoSeries(ArithmeticError):
    """Something that is no rational function with rational coefficients."""


def _truncated(expr: Expr, known: dict[Expr, list[Fraction]], n: int) -> list[Fraction]:
    """The first n Taylor coefficients of a rational function of known series."""
    if expr in known:
        return (known[expr] + [Fraction(0)] * n)[:n]
    if expr.is_Rational:
        return [Fraction(int(expr.p), int(expr.q))] + [Fraction(0)] * (n - 1)
    parts = [_truncated(a, known, n) for a in expr.args if not expr.is_Pow]
    if expr.is_Add:
        return [sum(column, Fraction(0)) for column in zip(*parts, strict=True)]
    if expr.is_Mul:
        return reduce(_times, parts)
    if expr.is_Pow and expr.exp.is_Integer:
        base = _truncated(expr.base, known, n)
        power = reduce(_times, [base] * abs(int(expr.exp)))
        return power if expr.exp > 0 else _reciprocal(power)
    raise _NoSeries(expr)


def _times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    return [sum((a[j] * b[i - j] for j in range(i + 1)), Fraction(0)) for i in range(len(a))]


def _reciprocal(a: list[Fraction]) -> list[Fraction]:
    found = [1 / a[0]]
    for i in range(1, len(a)):
        found.append(-sum((a[j] * found[i - j] for j in range(1, i + 1)), Fraction(0)) / a[0])
    return found


def pade(coefficients: list[Expr], below: int, above: int, step: Expr) -> Expr | None:
    """The quotient with denominator and numerator of these degrees that has the whole series.

    >>> from sympy.abc import x
    >>> pade([Rational(1, 2**n) for n in range(8)], 1, 2, x)
    -2/(x - 2)
    """
    known = len(coefficients)
    rows = [
        [coefficients[n - j] if n >= j else Integer(0) for j in range(below + 1)]
        for n in range(above + 1, known)
    ]
    space = DomainMatrix.from_list_sympy(len(rows), below + 1, rows).to_field().nullspace()
    if not space.shape[0] or len(rows) < below + _SPARE:
        return None
    q = space.to_Matrix().row(0)
    p = [
        sum(q[j] * coefficients[n - j] for j in range(min(n, below) + 1)) for n in range(above + 1)
    ]
    bottom = sum(c * step**n for n, c in enumerate(q))
    return sum(c * step**n for n, c in enumerate(p)) / bottom
