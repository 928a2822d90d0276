"""Bounds with numbers: how much the terms of a sum that are left out can amount to, on a box.

A term is at most a sum of majorants ``constant * s**power * exp(-square*s**2 - linear*s)`` for each
index, where ``s`` is the index counted from 1.  Floats are rounded up as they are computed.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import sympy
from sympy import Add, Expr, Poly, S, Symbol, oo
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.symbols import internal
from sympy_ssde.proof.evaluate import Interval, evaluate_interval
from sympy_ssde.proof.series_bounds import MOST_PIECES, NoBound
from sympy_ssde.proof.series_shapes import (
    ROUNDING,
    Product,
    Shape,
    left_out,
    rounded_up,
    without_zero_below,
)

#: Values of a polynomial that are looked at one by one, before it is estimated.
_SINGLE = 30

#: Ends of the range of each symbol, exact.
Box = Mapping[Symbol, tuple[Expr, Expr]]


def _counted(j: Symbol) -> Symbol:
    return internal(f"s_{j.name}", integer=True, positive=True)


class Tails:
    """Majorants of terms on a box, for indices that are at least ``start`` when counted from 1."""

    def __init__(self, indices: Sequence[Symbol], box: Box, start: int = 1):
        self.indices = tuple(indices)
        self.exact = dict(box)
        self.box = {s: (_float(low, -1), _float(high, 1)) for s, (low, high) in box.items()}
        self.start = start

    def tail(self, term: Expr, count: int) -> float:
        """At least the size of the sum of all terms beyond the first ``count`` of each index.

        >>> from sympy import cos
        >>> from sympy.abc import x
        >>> j = Symbol("j", integer=True, nonnegative=True)
        >>> bound = Tails((j,), {x: (S(0), S(1))}).tail(cos(j*x)/(j + 1)**3, 1000)
        >>> 4.9e-7 < bound < 5.1e-7
        True
        """
        first = count + 1 if len(self.indices) == 1 else 1
        within = Tails(self.indices, self.exact, first)
        fixed = {s: low for s, (low, high) in self.exact.items() if low == high}
        total = 0.0
        for one in within.upper(term.xreplace(fixed)):
            constant, shapes = within.shapes(one)
            total += constant * left_out(shapes, count + 1)
        return rounded_up(total)

    # sizes of expressions -----------------------------------------------------------------------

    def upper(self, expr: Expr) -> list[Product]:
        """Products whose sum is at least the size of an expression."""
        found = self._upper(expr)
        if len(found) > MOST_PIECES:
            raise NoBound("the term has too many parts")
        return found

    def _upper(self, expr: Expr) -> list[Product]:
        if not expr.has(*self.indices):
            return [Product(self._size(expr))]
        polynomial = self._polynomial(expr)
        if polynomial is not None:
            return [self._above(polynomial)]
        if expr.is_Add:
            return [p for a in expr.args for p in self.upper(a)]
        if expr.is_Mul:
            found = [Product()]
            for a in without_zero_below(expr.args, self.box):
                found = [p.times(q) for p in found for q in self.upper(a)]
                if len(found) > MOST_PIECES:
                    raise NoBound("the term has too many parts")
            return found
        if expr.is_Pow and expr.base is not S.Exp1:
            return self._power(expr.base, expr.exp)
        return self._function(expr)

    def _power(self, base: Expr, exponent: Expr) -> list[Product]:
        if exponent.has(*self.indices):
            if base.has(*self.indices):
                raise NoBound(f"{base**exponent} is not bounded here")
            if base.is_number and abs(base) == 1:
                return [Product()]
            return [Product(exponent=exponent * sympy.log(base))]
        if not exponent.is_Rational:
            raise NoBound(f"{base**exponent} is not bounded here")
        if exponent < 0:
            return [self.lower(base).to(float(exponent))]
        parts = self.upper(base)
        if len(parts) == 1:
            return [parts[0].to(float(exponent))]
        if not exponent.is_Integer or exponent > 4:
            raise NoBound(f"{base**exponent} is not bounded here")
        found = [Product()]
        for _ in range(int(exponent)):
            found = [p.times(q) for p in found for q in parts]
        return found

    def _function(self, expr: Expr) -> list[Product]:
        if not expr.args:
            raise NoBound(f"{expr} is not bounded here")
        arg = expr.args[-1]
        self._check_real(arg)
        if isinstance(expr, (sympy.sin, sympy.cos, sympy.tanh)):
            return [Product()]
        if expr.func is sympy.exp:
            return [Product(exponent=arg)]
        if isinstance(expr, (sympy.sinh, sympy.cosh)):
            return [Product(0.5, exponent=arg), Product(0.5, exponent=-arg)]
        if isinstance(expr, (sympy.sech, sympy.csch, sympy.coth)):
            below = sympy.cosh(arg) if isinstance(expr, sympy.sech) else sympy.sinh(arg)
            above = sympy.cosh(arg) if isinstance(expr, sympy.coth) else S.One
            return self.upper(above / below)
        raise NoBound(f"{expr.func.__name__} is not bounded here")

    def _check_real(self, arg: Expr) -> None:
        """Raise unless an argument is real for all indices that count here."""
        if arg.has(S.ImaginaryUnit):
            raise NoBound(f"{arg} is not real")
        for node in sympy.preorder_traversal(arg):
            if node.is_Pow and not node.exp.is_integer and node.has(*self.indices):
                self.lower(node.base)
                if not self._is_positive(node.base):
                    raise NoBound(f"{node} may not be real")

    def _is_positive(self, expr: Expr) -> bool:
        outside, inside = expr.as_independent(*self.indices, as_Add=False)
        if inside.is_Pow and inside.exp is S.Half:
            return self._interval(outside)[0] > 0 and self._is_positive(inside.base)
        poly = self._polynomial(expr)
        try:
            return poly is not None and bool(self._parts(poly)) and self._interval(poly.LC())[0] > 0
        except NoBound:
            return False

    def lower(self, expr: Expr) -> Product:
        """A product that is at most the size of an expression."""
        if not expr.has(*self.indices):
            low, high = self._interval(expr)
            if low <= 0 <= high:
                raise NoBound(f"{expr} may vanish")
            return Product(min(abs(low), abs(high)) / ROUNDING)
        polynomial = self._polynomial(expr)
        if polynomial is not None:
            return self._below(polynomial)
        if expr.is_Mul:
            parts = [self.lower(a) for a in expr.args]
            found = parts[0]
            for p in parts[1:]:
                found = found.times(p)
            return Product(
                found.constant / ROUNDING ** (2 * len(parts)), found.powers, found.exponent
            )
        if expr.is_Pow and expr.base is not S.Exp1 and expr.exp.is_Rational and expr.exp > 0:
            found = self.lower(expr.base).to(float(expr.exp))
            return Product(found.constant / ROUNDING**2, found.powers, found.exponent)
        if expr.func is sympy.exp or expr.is_Pow:
            return self.upper(expr)[0]
        if isinstance(expr, (sympy.sinh, sympy.cosh)):
            return self._hyperbolic(expr)
        if expr.is_Add:
            return self._dominant(expr)
        raise NoBound(f"{expr} is not bounded from below here")

    def _hyperbolic(self, expr: Expr) -> Product:
        """An exponential, whose argument is positive for all indices that count here."""
        arg = expr.args[0]
        self._check_real(arg)
        growth = self.lower(arg)
        least = growth.constant * math.prod(self.start**p for p in growth.powers.values())
        if any(p < 0 for p in growth.powers.values()) or not least > 0 or growth.exponent != 0:
            raise NoBound(f"it is not known how {arg} grows")
        if not self._is_positive(arg):
            raise NoBound(f"the sign of {arg} is not known")
        share = 0.5 if isinstance(expr, sympy.cosh) else -math.expm1(-2 * least) / 2
        return Product(share / ROUNDING**2, exponent=arg)

    def _dominant(self, expr: Expr) -> Product:
        """The part of a sum that is larger than all others together."""
        for a in expr.args:
            part = self.lower(a)
            rest = 0.0
            try:
                for b in expr.args:
                    if b is not a:
                        rest += sum(
                            map(self._largest, (p.times(_inverse(part)) for p in self.upper(b)))
                        )
            except NoBound:
                continue
            if rest < 1:
                return Product(part.constant * (1 - rest) / ROUNDING**2, part.powers, part.exponent)
        raise NoBound(f"no part of {expr} outgrows the others")

    def _largest(self, product: Product) -> float:
        """At least the largest value of a product that falls with its indices."""
        constant, shapes = self.shapes(product)
        if any(s.power > 0 or s.linear < 0 for s in shapes):
            raise NoBound("a part of a sum grows")
        return constant * math.prod(s.value(self.start) for s in shapes)

    # polynomials --------------------------------------------------------------------------------

    def _polynomial(self, expr: Expr) -> Poly | None:
        """In the indices counted from 1, with coefficients that have none."""
        try:
            put = {j: _counted(j) - 1 for j in self.indices}
            return Poly(expr.xreplace(put).expand(), *map(_counted, self.indices))
        except BasePolynomialError:
            return None

    def _above(self, poly: Poly) -> Product:
        total = sum(self._size(c) for c in poly.coeffs())
        degrees = [max(m[i] for m in poly.monoms()) for i in range(len(self.indices))]
        powers = {j: float(d) for j, d in zip(self.indices, degrees, strict=True) if d}
        return Product(rounded_up(total), powers)

    def _below(self, poly: Poly) -> Product:
        """For one index its leading term less what may work against it; else a product's root."""
        parts = self._parts(poly)
        count = len(parts)
        constant = math.prod(p.constant ** (1 / count) for p in parts.values())
        powers = {j: p.powers[j] / count for j, p in parts.items()}
        return Product(constant * count / ROUNDING**4, powers)

    def _parts(self, poly: Poly) -> dict[Symbol, Product]:
        """Lower bounds of the parts of one index each, which share the constant term."""
        terms = dict(poly.terms())
        rest = terms.pop((0,) * len(self.indices), S.Zero)
        if any(sum(1 for e in m if e) > 1 for m in terms):
            raise NoBound("it is not known how large a product of indices is")
        used = [i for i in range(len(self.indices)) if any(m[i] for m in terms)]
        found: dict[Symbol, Product] = {}
        for i in used:
            own = {m[i]: self._interval(c) for m, c in terms.items() if m[i]}
            own[0] = self._interval(rest / len(used))
            found[self.indices[i]] = self._below_one(own, i)
            if len(used) > 1 and own[max(own)][0] < 0:
                raise NoBound("parts of a divisor may cancel")
        return found

    def _below_one(self, by_degree: Mapping[int, Interval], i: int) -> Product:
        """The least ratio of a polynomial to its leading power: first numbers, then an estimate."""
        top = max(by_degree)
        low, high = by_degree[top]
        if low <= 0 <= high:
            raise NoBound("a leading coefficient may vanish")
        sign = 1 if low > 0 else -1
        far = self.start + _SINGLE
        least = min(abs(low), abs(high))
        for degree, ends in by_degree.items():
            if degree < top:
                least -= rounded_up(_against(ends, sign)) * float(far) ** (degree - top)
        for s in range(self.start, far):
            total = sum(
                -_against(ends, sign, True) * s ** (d - top) for d, ends in by_degree.items()
            )
            least = min(least, total - 1e-13 * abs(total))
        if not least > 0:
            raise NoBound("a divisor may vanish")
        return Product(least / ROUNDING**2, {self.indices[i]: float(top)})

    # exponents ----------------------------------------------------------------------------------

    def shapes(self, product: Product) -> tuple[float, list[Shape]]:
        """A constant, and a shape for each index, whose product is at least a given one."""
        why = NoBound("an exponent is not understood")
        for pairs in self._separations(product.exponent):
            try:
                return self._shapes(product, pairs)
            except NoBound as error:
                why = error
        raise why

    def _shapes(
        self, product: Product, pairs: Sequence[tuple[Expr, Expr]]
    ) -> tuple[float, list[Shape]]:
        rates = {j: [0.0, 0.0] for j in self.indices}  # of s and of its square
        constant = 0.0
        for factor, grown in pairs:
            if not grown.has(*self.indices):
                constant += self._interval(factor * grown)[1]
                continue
            for j, degree, rate in self._growth(factor, grown):
                rates[j][1 if degree >= 2 else 0] += rate
        if constant > 700:
            raise NoBound("a constant is too large")
        found = []
        for j in self.indices:
            linear, square = rates[j]
            if square > 0 or (square == 0 and linear > 0):
                raise NoBound("the terms may grow exponentially")
            found.append(Shape(product.powers.get(j, 0.0), -square, -linear))
        return rounded_up(product.constant * rounded_up(math.exp(constant))), found

    def _separations(self, exponent: Expr) -> Iterator[list[tuple[Expr, Expr]]]:
        """Ways to write an exponent as a sum of factors times something that grows."""
        if exponent == 0:
            yield []
            return
        factor, grown = sympy.factor(exponent).as_independent(*self.indices, as_Add=False)
        if not grown.free_symbols & set(self.box):
            yield [(factor, grown)]
        by_factor: dict[Expr, list[Expr]] = {}
        by_growth: dict[Expr, list[Expr]] = {}
        for term in Add.make_args(exponent.expand()):
            inside, outside = term.as_independent(*self.box, as_Add=False)
            by_factor.setdefault(outside, []).append(inside)
            outside, inside = term.as_independent(*self.indices, as_Add=False)
            by_growth.setdefault(inside, []).append(outside)
        yield [(f, Add(*some)) for f, some in by_factor.items()]
        yield [(Add(*some), g) for g, some in by_growth.items()]

    def _growth(self, factor: Expr, grown: Expr) -> list[tuple[Symbol, float, float]]:
        """What a product of a factor and something that grows is at most: index, degree, rate."""
        parts = Add.make_args(grown.expand()) if self._polynomial(grown) is not None else (grown,)
        by_index: dict[Symbol, list[Expr]] = {}
        rest = Add(*(p for p in parts if not p.has(*self.indices)))
        for part in parts:
            used = [j for j in self.indices if part.has(j)]
            if len(used) > 1:
                if len(parts) > 1:
                    raise NoBound("an exponent mixes indices")
                return self._growth_of_root(factor, grown)
            if used:
                by_index.setdefault(used[0], []).append(part)
        found = []
        for j, some in by_index.items():
            found += self._growth_of_one(factor, Add(*some, rest / len(by_index)), j)
        return found

    def _growth_of_one(
        self, factor: Expr, grown: Expr, j: Symbol
    ) -> list[tuple[Symbol, float, float]]:
        sign = 1 if self._is_positive(grown) else -1
        if sign < 0 and not self._is_positive(-grown):
            raise NoBound(f"the sign of {grown} is not known")
        high = self._highest(sign * factor)
        if high == 0:
            return []
        if high > 0:
            (above,) = self.upper(grown)
            degree = above.powers.get(j, 0.0)
            if degree > 2:
                raise NoBound("the terms may grow exponentially")
            return [(j, 2.0 if degree > 1 else 1.0, rounded_up(high * above.constant))]
        below = self.lower(grown)
        degree = below.powers.get(j, 0.0)
        if degree < 1:
            return []
        whole = 2.0 if degree >= 2 else 1.0
        rate = high * below.constant * self.start ** (degree - whole)
        return [(j, whole, max(rate / ROUNDING, -1e300))]

    def _growth_of_root(self, factor: Expr, root: Expr) -> list[tuple[Symbol, float, float]]:
        """A root of a sum is at least the mean of the roots of its parts, and it is positive."""
        inner, root = root.as_independent(*self.indices, as_Add=False)
        high = self._highest(factor * inner)
        poly = self._polynomial(root.base) if root.is_Pow and root.exp is S.Half else None
        if poly is None or high > 0:
            raise NoBound(f"it is not known how {root} grows")
        parts = self._parts(poly)
        found = []
        for j, part in parts.items():
            if part.powers[j] >= 2:
                share = math.sqrt(part.constant / len(parts)) / ROUNDING**2
                found.append((j, 1.0, max(high * share, -1e300)))
        return found

    def _highest(self, factor: Expr) -> float:
        """At least the largest value of a factor on the box; exactly zero where it is zero."""
        logs = sorted((e for e in factor.atoms(sympy.log) if e.free_symbols), key=str)
        atoms = {e: internal(f"log{i}", real=True) for i, e in enumerate(logs)}
        plain = factor.xreplace(atoms).expand()
        symbols = sorted(plain.free_symbols, key=str)
        if not all(plain.diff(s, 2) == 0 for s in symbols):
            return self._interval(factor)[1]
        ends = {new: _log_ends(old, self.exact) for old, new in atoms.items()} | dict(self.exact)
        if any(s not in ends for s in symbols):
            return self._interval(factor)[1]
        values = []
        for corner in product(*(ends[s] for s in symbols)):
            value = plain.subs(dict(zip(symbols, corner, strict=True)))
            if value is S.NaN or value.has(S.NaN, S.ComplexInfinity):
                return self._interval(factor)[1]
            values.append(value)
        largest = max(values, key=lambda v: v.evalf(30))
        if largest == 0:
            return 0.0
        return (
            rounded_up(evaluate_interval(largest, {})[1]) if largest.is_finite else float(largest)
        )

    def _interval(self, expr: Expr) -> Interval:
        return evaluate_interval(expr, self.box)

    def _size(self, expr: Expr) -> float:
        size = max(map(abs, self._interval(expr)))
        if math.isinf(size):
            raise NoBound(f"{expr} may not be bounded")
        return rounded_up(size)


def _against(ends: Interval, sign: int, signed: bool = False) -> float:
    """How much a coefficient may work against a sign; less than nothing if it helps, if asked."""
    worst = -ends[0] if sign > 0 else ends[1]
    return worst if signed else max(0.0, worst)


def _inverse(product: Product) -> Product:
    return product.to(-1.0)


def _float(end: Expr, side: int) -> float:
    """A float that is beyond an end of a box."""
    if end.is_infinite:
        return float(end)
    low, high = evaluate_interval(end, {})
    return high if side > 0 else low


def _log_ends(log: Expr, box: Box) -> tuple[Expr, Expr]:
    """The values of a logarithm of a variable at the ends of its range."""
    inside = log.args[0]
    if inside not in box:
        return -oo, oo
    low, high = box[inside]
    return (-oo if low == 0 else sympy.log(low)), sympy.log(high)


def box_of_point(at: Mapping[Symbol, Expr]) -> Box:
    """A point as a box."""
    return {s: (value, value) for s, value in at.items()}
