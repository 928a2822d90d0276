"""Signs on a domain, proved: by assumptions, by factors, by Sturm chains, by intervals."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import sympy
from sympy import (
    Dummy,
    Expr,
    Max,
    Mul,
    Poly,
    Pow,
    S,
    Symbol,
    cancel,
    factor_terms,
    oo,
)
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.behaviour import behaviour
from sympy_ssde.proof.evaluate import Interval, evaluate_interval
from sympy_ssde.proof.needs import Kind, Need, for_smoothness

#: How many boxes the interval method may look at for one expression.
MAX_BOXES = 3000
#: And how many before other methods are tried.
FEW_BOXES = 16

#: Functions that are real wherever they have a value.
_ALWAYS_REAL = (sympy.Abs, sympy.re, sympy.im, sympy.arg)


def with_signs(domain: Domain, make: Callable[..., Symbol] = Symbol) -> dict[Symbol, Symbol]:
    """Symbols with what the open domain implies: real, and a sign where the range has one.

    ``internal`` makes symbols that no variable of an integral or sum in a solution can equal.

    >>> from sympy.abc import x
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> with_signs(Domain((Range(x, 0, 1),)))[x].is_positive
    True
    """
    known: dict[Symbol, Symbol] = {}
    for number, r in enumerate(domain):
        low, high = r.low.xreplace(known), r.high.xreplace(known)
        kept = _KEPT if (low.is_infinite and high.is_infinite) else _KEPT_IN_RANGE
        assumptions = {name: True for name in kept if getattr(r.symbol, f"is_{name}")}
        assumptions["real"] = True
        if low.is_nonnegative:
            assumptions["positive"] = True
        elif high.is_nonpositive:
            assumptions["negative"] = True
        # numbered: two symbols of one name that differ in assumptions must stay two
        known[r.symbol] = make(f"{r.symbol.name}_{number}", **assumptions)
    return known


#: What is taken over from a symbol; signs only if its range doesn't say more.
_KEPT_IN_RANGE = ("integer", "even", "odd", "prime", "rational", "nonzero")
_KEPT = (*_KEPT_IN_RANGE, "positive", "negative", "nonnegative", "nonpositive")


@dataclass
class Signs:
    """An oracle: the sign of an expression everywhere in the open domain, if it can be proved.

    ``domain`` is in symbols that carry assumptions already (see :func:`with_signs`).
    """

    domain: Domain
    _memo: dict[Expr, int | None] = field(default_factory=dict)
    _real: dict[Expr, bool] = field(default_factory=dict)

    def sign(self, expr: Expr) -> int | None:
        """1 or -1 if ``expr`` is positive or negative on the whole open domain, else None.

        >>> from sympy import Symbol
        >>> from sympy_ssde.problem.domain import Domain, Range
        >>> x = Symbol("x", positive=True)
        >>> Signs(Domain((Range(x, 0, 1),))).sign(1 - x)
        1
        """
        if expr not in self._memo:
            self._memo[expr] = self._prove(expr)
        return self._memo[expr]

    def is_nonzero(self, expr: Expr) -> bool:
        """Whether ``expr`` is proved to have no zero in the open domain."""
        return self.sign(expr) is not None

    def is_fulfilled(self, need: Need) -> bool:
        """Whether a need is proved to hold on the whole open domain."""
        if need.kind is Kind.REAL:
            return self.is_real(need.expr)
        sign = self.sign(need.expr)
        return sign == 1 if need.kind is Kind.POSITIVE else sign is not None

    def is_real(self, expr: Expr) -> bool:
        """Whether ``expr`` is proved to have real values wherever it has any.

        >>> from sympy import Symbol, tanh, sqrt
        >>> from sympy_ssde.problem.domain import Domain, Range
        >>> x = Symbol("x", real=True)
        >>> signs = Signs(Domain((Range(x, 0, 5),)))
        >>> signs.is_real(tanh(sqrt(25 - x))), signs.is_real(tanh(sqrt(x - 25)))
        (True, False)
        """
        if expr not in self._real:
            self._real[expr] = self._has_real_values(expr)
        return self._real[expr]

    def _has_real_values(self, expr: Expr) -> bool:
        if expr.is_Symbol:
            return expr in self.domain.by_symbol
        if expr.is_Atom:
            return bool(expr.is_real)
        if expr.is_Add or expr.is_Mul or isinstance(expr, (Max, sympy.Min)):
            return all(map(self.is_real, expr.args))
        if expr.is_Pow:
            base, exponent = expr.args
            if not (self.is_real(base) and self.is_real(exponent)):
                return False
            return exponent.is_integer or base.is_nonnegative or self.sign(base) == 1
        if isinstance(expr, _ALWAYS_REAL):
            return True
        if isinstance(expr, sympy.Integral):
            return self._is_real_integral(expr)
        known = behaviour(expr) if expr.is_Function else None
        if known is None or not known.real or not all(map(self.is_real, expr.args)):
            return False
        if isinstance(expr, sympy.log):
            return self.sign(expr.args[0]) == 1
        needs = for_smoothness(expr, set())
        if needs is None:
            return isinstance(expr, (sympy.floor, sympy.ceiling, sympy.atan2))
        return known.poles is not None or all(map(self.is_fulfilled, needs))

    def _is_real_integral(self, expr: sympy.Integral) -> bool:
        """Of what is real for every real value of the variables of integration."""
        ends = [e for limit in expr.limits for e in limit[1:]]
        if not all(map(self.is_real, ends)) or set(expr.variables) & set(self.domain.by_symbol):
            return False
        line = tuple(Range(s, -oo, oo) for s in expr.variables)
        return Signs(Domain(self.domain.ranges + line)).is_real(expr.function)

    def _prove(self, expr: Expr) -> int | None:
        if expr.is_positive:
            return 1
        if expr.is_negative:
            return -1
        if expr.is_zero or not expr.free_symbols <= set(self.domain.by_symbol):
            return None
        if expr.has(S.ImaginaryUnit) or not self.is_real(expr):
            return None
        if expr.is_Pow and expr.args[1].is_Integer:
            base = self.sign(expr.args[0])
            return None if base is None else base ** int(expr.args[1] % 2)
        factored = factor_terms(expr)
        if factored.is_Mul:
            signs = [self.sign(f) for f in Mul.make_args(factored)]
            return None if None in signs else math.prod(s for s in signs if s)
        for method in (
            self._few_intervals,
            self._shifted,
            self._known,
            self._logarithms,
            self._polynomial,
            self._quadratic,
            self._affine,
            self._between_ends,
            self._intervals,
        ):
            try:
                sign = method(expr)
            except (BasePolynomialError, NotImplementedError):
                continue
            if sign is not None:
                return sign
        return None

    def _shifted(self, expr: Expr) -> int | None:
        """Write each variable as its lower end plus, or its upper end minus, something positive."""
        used = [r for r in self.domain if r.symbol in expr.free_symbols]
        if len(used) > 3:
            return None
        for ends in product((1, -1), repeat=len(used)):
            shifted = expr
            for r, side in zip(reversed(used), reversed(ends), strict=True):
                end = r.low if side > 0 else r.high
                if end.is_infinite or (end.free_symbols and not end.is_polynomial()):
                    break
                shifted = shifted.xreplace({r.symbol: end + side * Dummy(positive=True)})
            else:
                shifted = shifted.expand()
                if shifted.is_positive or shifted.is_negative:
                    return 1 if shifted.is_positive else -1
        return None

    @cached_property
    def _facts(self) -> list[Expr]:
        """Expressions that are positive by the definition of the domain."""
        facts = [r.high - r.low for r in self.domain if (r.high - r.low).free_symbols]
        for r in self.domain:
            ends = [e for e in (r.symbol - r.low, r.high - r.symbol) if not e.has(oo, -oo)]
            facts += ends
            if len(ends) == 2:
                facts.append((ends[0] * ends[1]).expand())
        return facts

    def _known(self, expr: Expr) -> int | None:
        for fact in self._facts:
            ratio = cancel(expr / fact)
            if ratio.is_positive or ratio.is_negative:
                return 1 if ratio.is_positive else -1
        return None

    def _logarithms(self, expr: Expr) -> int | None:
        """A sum of multiples of logarithms: that of one quotient, which is compared with 1."""
        pairs = [term.as_coeff_Mul() for term in expr.args] if expr.is_Add else [(S.One, expr)]
        if not all(c.is_Rational and isinstance(e, sympy.log) for c, e in pairs):
            return None
        scale = math.lcm(*(int(c.q) for c, _ in pairs))
        whole = Mul(*(e.args[0] ** (c * scale) for c, e in pairs))
        above, below = sympy.fraction(sympy.together(whole - 1))
        signs = [self.sign(above.expand()), self.sign(below)]
        return None if None in signs else math.prod(s for s in signs if s)

    def _polynomial(self, expr: Expr) -> int | None:
        """Sturm: a rational polynomial in one variable without roots between the ends."""
        if len(expr.free_symbols) != 1:
            return None
        r = self.domain.by_symbol[next(iter(expr.free_symbols))]
        if not (r.low.is_Rational and r.high.is_Rational):
            return None
        poly = Poly(expr, r.symbol, domain="QQ")
        inside = poly.count_roots(r.low, r.high) - sum(poly.eval(e) == 0 for e in (r.low, r.high))
        if inside:
            return None
        return 1 if poly.eval((r.low + r.high) / 2) > 0 else -1

    def _quadratic(self, expr: Expr) -> int | None:
        """A polynomial of second degree in some variable that has no real root in it."""
        if not expr.is_polynomial() or len(expr.free_symbols) < 2:
            return None
        for s in sorted(expr.free_symbols, key=str):
            poly = Poly(expr, s)
            if poly.degree() != 2:
                continue
            a, b, c = poly.all_coeffs()
            leading = self.sign(a)
            if leading is not None and self.sign((4 * a * c - b**2).expand()) == 1:
                return leading
        return None

    def _affine(self, expr: Expr) -> int | None:
        """Linear in an exponential: the signs at both ends of its range, if they are the same.

        A mean of two positive symbols with weights ``exp(-k*t)`` and ``1 - exp(-k*t)`` is one such.
        """
        for power in sorted(expr.atoms(sympy.exp), key=str):
            weight = Dummy(positive=True)
            whole = expr.xreplace({power: weight})
            slope = whole.diff(weight)
            if not whole.is_polynomial(weight) or slope.has(weight) or not slope.free_symbols:
                continue
            grows = self.sign(power.args[0])
            if grows is None:
                continue
            far = slope if grows > 0 else whole.xreplace({weight: S.Zero})
            signs = {self.sign(cancel(e)) for e in (whole.xreplace({weight: S.One}), far)}
            if len(signs) == 1:
                return signs.pop()
        return None

    def _between_ends(self, expr: Expr) -> int | None:
        """Linear in a variable: the signs at both ends of its range, one of which may be zero."""
        for r in reversed(self.domain.ranges):
            s = r.symbol
            if s not in expr.free_symbols or r.low.is_infinite or r.high.is_infinite:
                continue
            if not expr.is_polynomial(s) or expr.diff(s).has(s):
                continue
            ends = [cancel(expr.xreplace({s: end})) for end in (r.low, r.high)]
            signs = {0 if end.is_zero else self.sign(end) for end in ends} - {0}
            if len(signs) == 1:
                return signs.pop()
        return None

    def _few_intervals(self, expr: Expr) -> int | None:
        """Where a sign is plain to see, this is the cheapest method."""
        return self._intervals(expr, FEW_BOXES)

    def _intervals(self, expr: Expr, boxes: int = MAX_BOXES) -> int | None:
        """Branch and bound; a box at an end where the expression vanishes needs its slope."""
        used = closure(expr.free_symbols, self.domain)
        box = bounding_box(used)
        if box is None:
            return None
        middle = {s: (_middle(i), _middle(i)) for s, i in box.items()}
        low, high = evaluate_interval(expr, middle)
        if low <= 0 <= high:
            return None
        sign = 1 if low > 0 else -1
        waiting, seen = [box], 0
        while waiting:
            current = waiting.pop()
            seen += 1
            if seen > boxes:
                return None
            low, high = evaluate_interval(expr, current)
            if (low > 0 and sign > 0) or (high < 0 and sign < 0):
                continue
            if (high <= 0 and sign > 0) or (low >= 0 and sign < 0):
                return None
            if self._vanishes_at_end(expr, current, sign, used):
                continue
            halves = halved(current, expr.free_symbols)
            if halves is None:
                return None
            waiting += halves
        return sign

    def _vanishes_at_end(
        self, expr: Expr, box: dict[Symbol, Interval], sign: int, used: list[Range]
    ) -> bool:
        """Whether ``expr`` is zero on a face of the domain and grows from it through the box."""
        for r in used:
            if r.symbol not in expr.free_symbols:
                continue
            for end, side in ((r.low, 1), (r.high, -1)):
                if not end.is_number or end.is_infinite:
                    continue
                low, high = box[r.symbol]
                touches = low <= float(end) if side > 0 else high >= float(end)
                if touches and expr.xreplace({r.symbol: end}).expand().is_zero:
                    slope = evaluate_interval(expr.diff(r.symbol), box)
                    if (slope[0] if sign * side > 0 else -slope[1]) > 0:
                        return True
        return False


def closure(symbols: set[Symbol], domain: Domain) -> list[Range]:
    """Ranges of the symbols and of those that their bounds depend on."""
    needed = set(symbols)
    for r in reversed(domain.ranges):
        if r.symbol in needed:
            needed |= r.low.free_symbols | r.high.free_symbols
    return [r for r in domain if r.symbol in needed]


def bounding_box(ranges: list[Range]) -> dict[Symbol, Interval] | None:
    """Closed intervals that contain the ranges, or None where a bound has no real enclosure."""
    box: dict[Symbol, Interval] = {}
    for r in ranges:
        low = -math.inf if r.low == -oo else evaluate_interval(_real_part(r.low), box)[0]
        high = math.inf if r.high == oo else evaluate_interval(_real_part(r.high), box)[1]
        if not low < high:
            return None
        box[r.symbol] = (low, high)
    return box


def _real_part(bound: Expr) -> Expr:
    """A bound such as sqrt(1 - x**2) with its radicand kept from falling below zero by rounding."""
    return bound.replace(
        lambda e: e.is_Pow and not e.exp.is_Integer and e.base.free_symbols,
        lambda e: Pow(Max(e.base, 0), e.exp),
    )


def _middle(interval: Interval) -> float:
    low, high = interval
    if math.isinf(low) and math.isinf(high):
        return 0.3
    if math.isinf(low):
        return high - 1.3
    if math.isinf(high):
        return low + 1.3
    return low + 0.487 * (high - low)


def halved(
    box: dict[Symbol, Interval], symbols: set[Symbol]
) -> list[dict[Symbol, Interval]] | None:
    """The box cut through its longest side, infinite sides first."""
    widths = {s: high - low for s, (low, high) in box.items() if s in symbols}
    widest = max(widths, key=lambda s: widths[s])
    low, high = box[widest]
    cut = _middle((low, high)) if math.isfinite(widths[widest]) else _unbounded_cut(low, high)
    if not low < cut < high or widths[widest] < 1e-9 or abs(cut) > 1e12:
        return None
    return [{**box, widest: (low, cut)}, {**box, widest: (cut, high)}]


def _unbounded_cut(low: float, high: float) -> float:
    if math.isinf(low) and math.isinf(high):
        return 0.0
    if math.isinf(low):
        return min(2 * high, high - 1.0)
    return max(2 * low, low + 1.0)
