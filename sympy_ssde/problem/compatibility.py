"""Do the equations of a system contradict each other?

Equations that are polynomials in the unknowns and their derivatives, and derivatives of such
equations, are rows: monomials with coefficients.  If a combination of rows has no monomial left,
what is left must be zero; if it isn't at some point of the domain, there is no solution.  Most
systems have no such combination for a simple reason, which takes no arithmetic to see: each row has
a monomial that no other row has.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple, TypeVar

from sympy import (
    Add,
    Derivative,
    Expr,
    Integral,
    Mul,
    Pow,
    Rational,
    S,
    Subs,
    Symbol,
    nan,
    oo,
    zoo,
)
from sympy.core.evalf import PrecisionExhausted

from sympy_ssde.errors import ProblemError
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.domain import Domain

#: A derivative of an unknown: its number, and how often by which variable.
Jet = tuple[int, tuple[int, ...]]
#: A product of them, sorted; the empty one is 1.
Monomial = tuple[Jet, ...]

#: Derivatives of equations up to this order are looked at.
_ORDER = 2
#: Equations that are longer, and more monomials in all rows, take too long.
_MAX_OPERATIONS, _MAX_MONOMIALS = 300, 3000
#: Points of the domain at which the same must be seen.
_POINTS = 2
#: What is left of a contradiction is larger, so that it isn't rounding.
_CLEAR = 1e-12

Key = TypeVar("Key")


class _Row(NamedTuple):
    """An equation's derivative by the variables ``by``."""

    equation: int
    by: tuple[int, ...]
    monomials: frozenset[Monomial]


def check_equations(
    equations: Sequence[Constraint], variables: Sequence[Symbol], domain: Domain
) -> None:
    """Raise if equations contradict each other, as ``u_x = 1`` and ``u_x = 2``.

    >>> from sympy import Function
    >>> from sympy.abc import x, y
    >>> from sympy_ssde.problem.constraints import parse_constraint
    >>> from sympy_ssde.problem.domain import Range
    >>> p = Function("p")(x, y)
    >>> gradient = [parse_constraint(e, [p], s) for e, s in
    ...             ((p.diff(x) - y, "p_x = y"), (p.diff(y) + x, "p_y = -x"))]
    >>> check_equations(gradient, (x, y), Domain((Range(x, 0, 1), Range(y, 0, 1))))
    Traceback (most recent call last):
    ...
    sympy_ssde.errors.ProblemError: the equations p_x = y and p_y = -x contradict each other: \
their derivatives by y and x can't both hold
    """
    if len(equations) < 2:
        return
    read = {i: found for i, e in enumerate(equations) if (found := _polynomial(e)) is not None}
    rows = _entangled(list(_rows(read, variables)))
    if not rows:
        return
    guilty: tuple[_Row, ...] = ()
    for seed in range(_POINTS):
        point = domain.point(Random(seed))
        wrong = _contradiction(rows, read, variables, point)
        if wrong is None:
            return
        guilty = wrong
    raise ProblemError(_message(guilty, equations, variables))


def _message(
    guilty: Sequence[_Row], equations: Sequence[Constraint], variables: Sequence[Symbol]
) -> str:
    sources = list(dict.fromkeys(equations[row.equation].source for row in guilty))
    if len(sources) == 1 and not any(row.monomials for row in guilty):
        return f"the equation {sources[0]} has no unknown function in it, and doesn't hold"
    by = list(dict.fromkeys(str(variables[i]) for row in guilty for i in row.by))
    named = f"{', '.join(sources[:-1])} and {sources[-1]}" if sources[1:] else sources[0]
    if len(sources) == 1:
        return f"the equation {named} contradicts its derivatives by {' and '.join(by)}"
    if by:
        both = "both" if len(sources) == 2 else "all"
        why = f"their derivatives by {' and '.join(by)} can't {both} hold"
        return f"the equations {named} contradict each other: {why}"
    count = {2: "two", 3: "three", 4: "four"}.get(len(sources), str(len(sources)))
    return f"{count} equations contradict each other: {named}; leave one of them out"


# rows -------------------------------------------------------------------------------------------


def _polynomial(equation: Constraint) -> dict[Monomial, Expr] | None:
    """Coefficients of monomials, None if the equation isn't a polynomial in the unknowns."""
    if equation.expr.count_ops() > _MAX_OPERATIONS or equation.expr.has(Derivative, Integral, Subs):
        return None
    jets = {s: (t.function, t.orders) for s, t in zip(equation.slots, equation.traces, strict=True)}
    found: dict[Monomial, list[Expr]] = {}
    for term in _terms(equation.expr, jets):
        split = _split(term, jets)
        if split is None:
            return None
        found.setdefault(split[0], []).append(split[1])
    summed = {monomial: Add(*parts) for monomial, parts in found.items()}
    return {monomial: c for monomial, c in summed.items() if c != 0}


def _terms(expr: Expr, jets: Mapping[Symbol, Jet]) -> Iterator[Expr]:
    """The terms of a sum, with products of sums of unknowns multiplied out."""
    for term in Add.make_args(expr):
        if _split(term, jets) is None:
            term = term.expand(power_base=False, power_exp=False, log=False)
            yield from Add.make_args(term)
        else:
            yield term


def _split(term: Expr, jets: Mapping[Symbol, Jet]) -> tuple[Monomial, Expr] | None:
    """Monomial and coefficient of a product."""
    product: list[Jet] = []
    others: list[Expr] = []
    for factor in Mul.make_args(term):
        base, power = factor.as_base_exp() if isinstance(factor, Pow) else (factor, S.One)
        if base in jets and power.is_Integer and 0 < power <= 9:
            product += [jets[base]] * int(power)
        elif factor.free_symbols & jets.keys():
            return None
        else:
            others.append(factor)
    return tuple(sorted(product)), Mul(*others)


def _rows(
    read: Mapping[int, Mapping[Monomial, Expr]], variables: Sequence[Symbol]
) -> Iterator[_Row]:
    """The equations and their derivatives, as long as these are not too many."""
    total = 0
    for order in range(_ORDER + 1):
        level: list[_Row] = []
        for number, polynomial in read.items():
            free = {m: c.free_symbols for m, c in polynomial.items()}
            for by in combinations_with_replacement(range(len(variables)), order):
                monomials = _derived_monomials(free, by, variables)
                total += len(monomials)
                if total > _MAX_MONOMIALS:
                    return
                level.append(_Row(number, by, frozenset(monomials)))
        yield from level


def _derived_monomials(
    free: Mapping[Monomial, set[Symbol]], by: Sequence[int], variables: Sequence[Symbol]
) -> set[Monomial]:
    """The monomials of a derivative, but 1."""
    found: set[Monomial] = set()
    for monomial, symbols in free.items():
        level = {monomial}
        for variable in by:
            stays = level if variables[variable] in symbols else set()
            level = {new for old in level for new in _derivatives(old, variable)} | stays
        found |= level
    return found - {()}


def _derivatives(monomial: Monomial, variable: int) -> Iterator[Monomial]:
    """The products that the product rule makes of a monomial."""
    for i, (function, orders) in enumerate(monomial):
        more = (*orders[:variable], orders[variable] + 1, *orders[variable + 1 :])
        yield tuple(sorted((*monomial[:i], (function, more), *monomial[i + 1 :])))


def _entangled(rows: list[_Row]) -> list[_Row]:
    """The rows that may be part of a combination in which all monomials cancel."""
    while True:
        count = Counter(m for row in rows for m in row.monomials)
        kept = [row for row in rows if all(count[m] > 1 for m in row.monomials)]
        if len(kept) == len(rows):
            return rows
        rows = kept


# numbers ----------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A combination of rows: the numbers at its monomials, and the factors of the rows."""

    numbers: dict[Monomial, Fraction]
    factors: dict[int, Fraction]


def _contradiction(
    rows: Sequence[_Row],
    read: Mapping[int, Mapping[Monomial, Expr]],
    variables: Sequence[Symbol],
    point: Mapping[Symbol, Expr],
) -> tuple[_Row, ...] | None:
    """Rows of which a combination is a number that isn't zero at the point, if there are any.

    Whether monomials cancel is decided with fractions: rows with other coefficients don't count.
    """
    lines: list[_Line] = []
    constants: dict[int, Expr] = {}
    for number, row in enumerate(rows):
        coefficients = dict(read[row.equation])
        for variable in row.by:
            coefficients = _derivative(coefficients, variable, variables)
        found = _at_point(coefficients, point)
        if found is not None:
            constants[number] = found.pop((), S.Zero)
            fractions = {m: Fraction(c.p, c.q) for m, c in found.items()}
            lines.append(_Line(fractions, {number: Fraction(1)}))
    wrong = []
    for line in _without_monomials(lines):
        left = Add(*(Rational(f.numerator, f.denominator) * constants[i] for i, f in line.items()))
        if _is_something(left):
            wrong.append(tuple(rows[i] for i in line))
    return min(wrong, key=lambda part: (len({r.equation for r in part}), len(part)), default=None)


def _derivative(
    coefficients: Mapping[Monomial, Expr], variable: int, variables: Sequence[Symbol]
) -> dict[Monomial, Expr]:
    found: dict[Monomial, Expr] = {}
    for monomial, coefficient in coefficients.items():
        found[monomial] = found.get(monomial, S.Zero) + coefficient.diff(variables[variable])
        for new in _derivatives(monomial, variable):
            found[new] = found.get(new, S.Zero) + coefficient
    return found


def _at_point(
    coefficients: Mapping[Monomial, Expr], point: Mapping[Symbol, Expr]
) -> dict[Monomial, Expr] | None:
    """The row at the point, with rationals at its monomials; None if it can't have them."""
    if any(c.has(Derivative, Integral, Subs) for c in coefficients.values()):
        return None
    values = {m: c.xreplace(dict(point)) for m, c in coefficients.items()}
    values = {m: c for m, c in values.items() if c != 0}
    if values.get((), S.Zero).has(zoo, oo, -oo, nan):
        return None
    first = next((c for m, c in values.items() if m), S.One)
    if not first.is_Rational:  # a common factor, as pi or exp(x)
        values = {m: c / first for m, c in values.items()}
    return values if all(c.is_Rational for m, c in values.items() if m) else None


def _without_monomials(lines: list[_Line]) -> Iterator[dict[int, Fraction]]:
    """Combinations of lines in which all monomials cancel, as the factors of the rows."""
    while lines:
        pivot = min(lines, key=lambda line: (len(line.numbers), len(line.factors)))
        lines = [line for line in lines if line is not pivot]
        if not pivot.numbers:
            yield pivot.factors
            continue
        monomial = min(pivot.numbers)
        lines = [_cleared(line, pivot, monomial) for line in lines]


def _cleared(line: _Line, pivot: _Line, monomial: Monomial) -> _Line:
    """The line without a monomial, by a multiple of another one."""
    if monomial not in line.numbers:
        return line
    share = line.numbers[monomial] / pivot.numbers[monomial]
    return _Line(
        _difference(line.numbers, pivot.numbers, share),
        _difference(line.factors, pivot.factors, share),
    )


def _difference(
    first: Mapping[Key, Fraction], second: Mapping[Key, Fraction], share: Fraction
) -> dict[Key, Fraction]:
    zero = Fraction(0)
    keys = first.keys() | second.keys()
    found = {k: first.get(k, zero) - share * second.get(k, zero) for k in keys}
    return {k: value for k, value in found.items() if value}


def _is_something(value: Expr) -> bool:
    """Whether a number is certainly not zero."""
    try:
        number = value.evalf(30)
    except (PrecisionExhausted, ArithmeticError, ValueError, TypeError):
        return False
    return bool(number.is_Number and number.is_finite and abs(number) > _CLEAR)
