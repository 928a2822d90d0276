"""Polynomial equations for the numbers of an ansatz: all cases, with as much left free as can be.

Equations are factored, and each factor is a case of its own.  What occurs linearly is solved for
first; roots are taken only where nothing else is left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sympy import (
    Expr,
    I,
    Integer,
    Poly,
    Pow,
    S,
    Symbol,
    cancel,
    expand,
    factor_list,
    fraction,
    powdenest,
    sqrt,
    sqrtdenest,
    together,
)

from sympy_ssde.proof.ladder import NO_ANSWER

Values = dict[Symbol, Expr]

#: Cases that are looked at, and the longest equation that is factored, in operations.
_CASES = 300
_LONGEST = 400


@dataclass
class Cases:
    """All ways to fulfil polynomial equations.

    Parameters
    ==========

    unknowns : in the order in which they are preferred to be solved for linearly; roots are taken
        in the opposite order
    nonzero : symbols that must not vanish
    even : symbols of whose roots one sign is enough
    """

    unknowns: Sequence[Symbol]
    nonzero: Sequence[Symbol] = ()
    even: Sequence[Symbol] = ()
    most: int = _CASES
    _seen: int = field(default=0, init=False)

    def solve(self, equations: Sequence[Expr]) -> Iterator[Values]:
        """Values of some of the unknowns; the others are free.

        >>> from sympy.abc import a, b, k
        >>> list(Cases([a, b]).solve([a*b - a*k]))
        [{a: 0}, {b: k}]
        """
        self._seen = 0
        found: set[tuple[tuple[Symbol, Expr], ...]] = set()
        for values in self._cases([self._numerator(e) for e in equations], {}):
            key = tuple(sorted(values.items(), key=str))
            if key not in found:
                found.add(key)
                yield values

    def _numerator(self, expr: Expr) -> Expr:
        if not expr.has(Pow):
            return expand(expr)
        return expand(fraction(together(expr))[0])

    def _cases(self, equations: list[Expr], solved: Values) -> Iterator[Values]:
        self._seen += 1
        if self._seen > self.most:
            return
        rows = []
        for e in equations:
            if e == 0:
                continue
            factors = self._factors(e)
            if not factors:
                return  # a number or what must not vanish
            rows.append(factors)
        if not rows:
            yield solved
            return
        for factor in min(rows, key=self._effort):
            for value in self._solved(factor):
                yield from self._next(value, list(rows), solved)

    def _next(self, value: Values, rows: list[list[Expr]], solved: Values) -> Iterator[Values]:
        for s, v in value.items():
            if s in self.nonzero and v == 0:
                return
            if v.has(I, S.NaN, S.ComplexInfinity):
                return
        rest = []
        for factors in rows:
            product: Expr = Integer(1)
            for f in factors:
                product *= f.xreplace(value)
            rest.append(self._numerator(_tidy(product)))
        merged = {s: _tidy(cancel(together(v.xreplace(value)))) for s, v in solved.items()}
        if any(v.has(S.NaN, S.ComplexInfinity) for v in merged.values()):
            return
        if any(s in self.nonzero and v == 0 for s, v in merged.items()):
            return
        yield from self._cases(rest, merged | value)

    def _factors(self, equation: Expr) -> list[Expr]:
        """The factors that may vanish."""
        if equation.count_ops() > _LONGEST * 4:
            return [equation] if equation.free_symbols & set(self.unknowns) else []
        try:
            _, parts = factor_list(equation)
        except NO_ANSWER:
            parts = [(equation, 1)]
        unknowns = set(self.unknowns)
        found = [f for f, _ in parts if f.free_symbols & unknowns and f not in self.nonzero]
        return sorted(found, key=lambda f: (int(f.count_ops()), str(f)))

    def _effort(self, factors: list[Expr]) -> tuple[int, int, int, str]:
        hard = max(self._hardness(f) for f in factors)
        return hard, len(factors), sum(int(f.count_ops()) for f in factors), str(factors)

    def _hardness(self, factor: Expr) -> int:
        if any(self._is_linear(factor, s) for s in self.unknowns if factor.has(s)):
            return 0
        degrees = [_degree(factor, s) for s in self.unknowns if factor.has(s)]
        return min((d for d in degrees if d), default=99)

    def _is_linear(self, factor: Expr, symbol: Symbol) -> bool:
        slope = factor.diff(symbol)
        return not slope.has(symbol) and self._is_nonzero(slope)

    def _is_nonzero(self, expr: Expr) -> bool:
        free = expr.free_symbols & set(self.unknowns)
        if not free:
            return expr != 0
        if not free <= set(self.nonzero):
            return False
        return bool(len(Poly(expr, *free).terms()) == 1) if expr.is_polynomial(*free) else False

    def _solved(self, factor: Expr) -> Iterator[Values]:
        present = [s for s in self.unknowns if factor.has(s)]
        for s in present:
            if self._is_linear(factor, s):
                rest = factor.xreplace({s: S.Zero})
                yield {s: cancel(-rest / factor.diff(s))}
                return
        for s in present:  # linear, but its coefficient may vanish: that case is left out
            slope = factor.diff(s)
            if not slope.has(s):
                rest = factor.xreplace({s: S.Zero})
                yield {s: cancel(-rest / slope)}
                return
        place = {s: i for i, s in enumerate(self.unknowns)}
        for s in sorted(present, key=lambda s: (*_kind(factor, s), -place[s])):
            roots = _roots(factor, s)
            for root in roots[:1] if s in self.even and len(roots) == 2 else roots:
                yield {s: root}
            return


def _degree(factor: Expr, symbol: Symbol) -> int | None:
    return int(Poly(factor, symbol).degree()) if factor.is_polynomial(symbol) else None


def _kind(factor: Expr, symbol: Symbol) -> tuple[int, bool]:
    """How hard it is to solve for an unknown: its degree, and whether other powers occur."""
    if not factor.is_polynomial(symbol):
        return 99, True
    poly = Poly(factor, symbol)
    powers = [m[0] for m in poly.monoms()]
    mixed = any(n not in (0, poly.degree()) for n in powers)
    return (int(poly.degree()) + (10 if mixed else 0), mixed)


def _roots(factor: Expr, s: Symbol) -> list[Expr]:
    """Real-looking roots of a polynomial of low degree in one unknown."""
    if not factor.is_polynomial(s):
        return []
    poly = Poly(factor, s)
    degree, terms = int(poly.degree()), dict(poly.terms())
    if degree == 2:
        a, b, c = poly.all_coeffs()
        if b == 0:
            root = _tidy(sqrt(cancel(-c / a)))
            return [] if root.has(I) else [root, -root]
        root = _tidy(sqrt(expand(b**2 - 4 * a * c)))
        return [] if root.has(I) else [cancel((-b + root) / (2 * a)), cancel((-b - root) / (2 * a))]
    if len(terms) == 2 and (0,) in terms:
        value = cancel(-terms[(0,)] / terms[(degree,)])
        if degree % 2:
            sign = -1 if value.is_negative else 1
            return [sign * Pow(sign * value, S.One / degree)]
        root = _tidy(Pow(value, S.One / degree))
        return [] if root.has(I) else [root, -root]
    if degree == 4 and set(terms) <= {(4,), (2,), (0,)}:
        square = Symbol("_square", positive=True)
        found = []
        for v in _roots(poly.as_expr().subs(s, sqrt(square)), square):
            root = _tidy(sqrt(v))
            if not root.has(I):
                found += [root, -root]
        return found
    return []


def _tidy(expr: Expr) -> Expr:
    """Roots of squares and nested roots in their short form; the sign of a root is free."""
    if not expr.has(Pow):
        return expr
    roots = {p: _root_of_square(p) for p in expr.atoms(Pow) if p.exp.is_Rational and p.exp.q == 2}
    try:
        return sqrtdenest(powdenest(expr.xreplace(roots)))
    except NO_ANSWER:
        return expr


def _root_of_square(power: Pow) -> Expr:
    """The root of ``(a - 1)**2*b`` as ``(a - 1)*sqrt(b)``."""
    if not power.base.free_symbols or (power.base.has(Pow) and power.base.count_ops() > 60):
        return power
    try:
        above, below = (factor_list(e) for e in fraction(together(power.base)))
    except NO_ANSWER:
        return power
    outside: Expr = Integer(1)
    inside: Expr = above[0] / below[0]
    for (_, parts), side in ((above, 1), (below, -1)):
        for base, n in parts:
            outside *= base ** (side * (n // 2))
            inside *= base ** (side * (n % 2))
    return (outside * sqrt(inside)) ** power.exp.p


def free_of(values: Mapping[Symbol, Expr], unknowns: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """The unknowns that are left free by a case."""
    return tuple(s for s in unknowns if s not in values)
