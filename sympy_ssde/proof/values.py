"""Values at faces, corners and infinity: limits from inside the domain.

A value may be put in only where the expression is shown to be continuous.  Elsewhere limits of the
parts are put together; what is left goes to SymPy's ``limit``, and numbers must confirm it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import sympy
from sympy import AccumBounds, Add, Dummy, Expr, Integer, Limit, Mul, Ne, S, Symbol, nan, oo, zoo

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.approach import Trend, tends_to
from sympy_ssde.proof.ladder import NO_ANSWER
from sympy_ssde.proof.needs import Kind, Need, for_continuity, nodes
from sympy_ssde.proof.signs import Signs
from sympy_ssde.proof.zeros import is_nonzero_somewhere

#: Function -> its limits at -oo and oo, as far as they are known.
_AT_INFINITY: dict[Any, tuple[Expr | None, Expr | None]] = {
    sympy.exp: (S.Zero, oo),
    sympy.log: (None, oo),
    sympy.tanh: (S.NegativeOne, S.One),
    sympy.coth: (S.NegativeOne, S.One),
    sympy.sech: (S.Zero, S.Zero),
    sympy.csch: (S.Zero, S.Zero),
    sympy.sinh: (-oo, oo),
    sympy.cosh: (oo, oo),
    sympy.atan: (-S.Pi / 2, S.Pi / 2),
    sympy.acot: (S.Zero, S.Zero),
    sympy.asinh: (-oo, oo),
    sympy.erf: (S.NegativeOne, S.One),
    sympy.erfc: (Integer(2), S.Zero),
    sympy.erfi: (-oo, oo),
    sympy.Si: (-S.Pi / 2, S.Pi / 2),
    sympy.airyai: (S.Zero, S.Zero),
    sympy.Abs: (oo, oo),
    sympy.Ei: (S.Zero, oo),
    sympy.LambertW: (None, oo),
}

Exprs = dict[Expr, Expr]


class Boundary:
    """Values of expressions at places of the closed domain.

    >>> from sympy import sin, erfc, sqrt
    >>> x, t = sympy.symbols("x t", positive=True)
    >>> boundary = Boundary(Signs(Domain((Range(x, 0, oo), Range(t, 0, 1)))), (x, t))
    >>> boundary.value(sin(x)/x, (S(0), t))
    1
    >>> boundary.value(erfc(x/(2*sqrt(t))), (x, S(0)))
    0
    >>> boundary.value(x/(x + t), (S(0), S(0))) is None
    True
    """

    def __init__(
        self,
        signs: Signs,
        variables: tuple[Symbol, ...],
        unbounded: frozenset[Symbol] = frozenset(),
    ):
        self.signs = signs
        self.variables = variables
        self.unbounded = unbounded  # parameters without a stated range
        self.provisos: dict[Any, None] = {}  # what these must fulfil for the values found so far
        self._limits: dict[tuple[Expr, ...], Limits] = {}

    def value(self, expr: Expr, place: tuple[Expr, ...]) -> Expr | None:
        """The limit of ``expr`` at ``place`` from inside the domain; None if none is proved."""
        if place not in self._limits:
            moved = {v: p for v, p in zip(self.variables, place, strict=True) if v != p}
            self._limits[place] = Limits(self.signs, self.variables, moved, self.unbounded)
        limits = self._limits[place]
        limits.provisos.clear()
        found = limits.value(expr)
        if found is not None:
            self.provisos |= limits.provisos
        return found


class Limits:
    """Limits at one place; ``moved`` says where the variables go that don't stay free."""

    def __init__(
        self,
        signs: Signs,
        variables: tuple[Symbol, ...],
        moved: Mapping[Symbol, Expr],
        unbounded: frozenset[Symbol] = frozenset(),
    ):
        self.signs = signs
        self.unbounded = unbounded
        self.provisos: dict[Any, None] = {}
        self.variables = set(variables)
        self.moved = dict(moved)
        self.symbols = set(moved)
        self.is_finite = not any(p.is_infinite for p in moved.values())
        self._memo: dict[Expr, Expr | None] = {}
        self._by_sympy = False

    @cached_property
    def face(self) -> Signs:
        """Signs at the face, on the ranges of what stays free there."""
        return Signs(
            Domain(
                tuple(
                    Range(r.symbol, r.low.xreplace(self.moved), r.high.xreplace(self.moved))
                    for r in self.signs.domain
                    if r.symbol not in self.moved
                )
            )
        )

    def value(self, expr: Expr) -> Expr | None:
        """The limit of an expression, if it is finite and proved."""
        if not expr.free_symbols & self.symbols:
            return expr
        if self.is_finite and self._is_plainly_continuous(expr):
            return _finite(expr.xreplace(self.moved))
        forms: list[Callable[[], Expr]] = [lambda: expr, lambda: _cancelled(expr)]
        for self._by_sympy in (False, True):
            self._memo.clear()
            for form in forms:
                found = self.limit(form())
                if found is not None and _finite(found) is not None:
                    return self._confirmed(expr, found)
        return self._by_substitution(expr)

    def _by_substitution(self, expr: Expr) -> Expr | None:
        """At a corner, the limit of an expression of a single combination such as ``x*y``."""
        together = (p for p in sympy.preorder_traversal(expr) if p.is_Add or p.is_Mul)
        some = {p for p in together if len(p.free_symbols & self.symbols) > 1 and p != expr}
        for part in sorted(some, key=lambda p: (p.count_ops(), str(p)))[:6]:
            end = self.limit(part)
            if end is None or not end.is_Rational:
                continue
            side = self.signs.sign(part - end)
            new = Dummy(real=True) if end != 0 or side is None else Dummy(positive=side > 0)
            reduced = expr.subs(part, new)
            if side is None or reduced.has(*self.symbols) or reduced.xreplace({new: part}) != expr:
                continue
            found = self._along_line(reduced, new, end, side)
            if found is not None:
                return self._confirmed(expr, found)
        return None

    def _along_line(self, expr: Expr, new: Symbol, end: Expr, side: int) -> Expr | None:
        """The limit of an expression of a new variable, which comes to its end from one side."""
        line = Range(new, *sorted((end, end + side)))
        domain = Domain((*self.signs.domain.ranges, line))
        variables = (*self.variables, new)
        limits = Limits(Signs(domain), variables, {new: end}, self.unbounded)
        found = limits.value(expr)
        self.provisos |= limits.provisos
        return found

    def _is_plainly_continuous(self, expr: Expr) -> bool:
        """Whether no part that changes needs anything, which is what most expressions are like."""
        parts = (n for n in nodes(expr) if n.free_symbols & self.symbols)
        return all([] in for_continuity(n, self.variables) for n in parts)

    def _confirmed(self, expr: Expr, found: Expr) -> Expr | None:
        trend = tends_to(expr, found, self.moved, self.signs.domain, provisos=self.provisos)
        return found if trend is Trend.AGREES else None

    def limit(self, expr: Expr) -> Expr | None:
        """The limit, which may be infinite; None where none is proved."""
        if not expr.free_symbols & self.symbols:
            return expr
        if expr not in self._memo:
            found = self._limit(expr)
            if found is not None and found.has(nan, zoo, AccumBounds, Limit):
                found = None
            if found is not None and found not in (oo, -oo) and found.has(oo, -oo):
                found = None
            if found is None and self._by_sympy:
                found = self._sympy_limit(expr)
            self._memo[expr] = found
        return self._memo[expr]

    def _limit(self, expr: Expr) -> Expr | None:
        if expr.is_Symbol:
            return self.moved[expr]
        if not (expr.is_Add or expr.is_Mul or expr.is_Pow or expr.is_Function):
            return None
        if expr.is_Add or expr.is_Mul:
            return self._combined(expr)
        parts: list[Any] = [self.limit(a) for a in expr.args]
        if any(p is None for p in parts):
            return None
        if not any(p in (oo, -oo) for p in parts):
            if self._is_continuous(expr, parts):
                return expr.func(*parts)
            return self._at_zero(expr, parts)
        return self._from_infinity(expr, parts)

    def _combined(self, expr: Expr) -> Expr | None:
        """A sum or product by the limits of its parts, or of those that depend on each variable."""
        combine = self._sum if expr.is_Add else self._product
        parts: list[Any] = [self.limit(a) for a in expr.args]
        found = None if None in parts else combine(parts)
        if found is None and len(self.symbols & expr.free_symbols) > 1:
            groups: dict[frozenset[Symbol], list[Expr]] = {}
            for a in expr.args:
                groups.setdefault(frozenset(a.free_symbols & self.symbols), []).append(a)
            if len(groups) > 1:
                parts = [self.limit(expr.func(*some)) for some in groups.values()]
                found = None if None in parts else combine(parts)
        return found

    def _sum(self, parts: list[Any]) -> Expr | None:
        infinite = {p for p in parts if p.is_infinite}
        if len(infinite) > 1:
            return None
        return infinite.pop() if infinite else Add(*parts)

    def _product(self, parts: list[Any]) -> Expr | None:
        if not any(p.is_infinite for p in parts):
            return Mul(*parts)
        sign = 1
        for p in parts:
            own = (1 if p == oo else -1) if p.is_infinite else self.face.sign(p)
            if own is None:
                return None
            sign *= own
        return sign * oo

    def _is_continuous(self, node: Expr, parts: list[Any]) -> bool:
        """Whether some way to show it holds, at the face and (for reality) inside."""
        return any(
            all(self._is_met(n, inside, there) for n in way)
            for way, inside, there in self._ways(node, parts)
        )

    def _ways(self, node: Expr, parts: list[Any]) -> Iterator[tuple[list[Need], Exprs, Exprs]]:
        """Ways to show continuity; what stands in them for the arguments inside and at the face."""
        stand_ins = [
            Dummy(real=self.signs.is_real(a) or None) if a.free_symbols & self.symbols else a
            for a in node.args
        ]
        inside = dict(zip(stand_ins, node.args, strict=True))
        there = dict(zip(stand_ins, parts, strict=True))
        general = node.func(*stand_ins)
        if general.func != node.func:
            return
        variables = self.variables | (set(stand_ins) - set(node.args))
        for way in for_continuity(general, variables):
            yield way, inside, there

    def _is_met(self, need: Need, inside: dict[Expr, Expr], there: dict[Expr, Expr]) -> bool:
        if need.kind is Kind.REAL:
            return self.signs.is_real(need.expr.xreplace(inside))
        at_face = Need(need.kind, need.expr.xreplace(there))
        return self.face.is_fulfilled(at_face) or self._is_assumed(at_face)

    def _is_assumed(self, need: Need) -> bool:
        """Whether the need is one of parameters without a stated range alone, and a fair one."""
        symbols = need.expr.free_symbols
        if not symbols or not symbols <= self.unbounded:
            return False
        if not is_nonzero_somewhere(need.expr, self.face.domain):
            return False
        proviso = Ne(need.expr, 0) if need.kind is Kind.SIGNED else need.expr > 0
        if proviso in (S.true, S.false):
            return False
        self.provisos.setdefault(proviso)
        return True

    def _at_zero(self, node: Expr, parts: list[Any]) -> Expr | None:
        """Infinite limits of powers and logarithms where their argument goes to zero."""
        if not parts[0].is_zero:
            return None
        sign = self.signs.sign(node.args[0])
        if isinstance(node, sympy.log) and len(parts) == 1:
            return -oo if sign == 1 else None
        if not node.is_Pow or sign is None or self.face.sign(parts[1]) != -1:
            return None
        if sign == 1:
            return oo
        return sign ** int(parts[1]) * oo if parts[1].is_Integer else None

    def _from_infinity(self, node: Expr, parts: list[Any]) -> Expr | None:
        if node.is_Pow:
            return self._infinite_power(*parts)
        known = _AT_INFINITY.get(node.func)
        if known is None or len(parts) != 1:
            return None
        return known[1 if parts[0] == oo else 0]

    def _infinite_power(self, base: Any, exponent: Any) -> Expr | None:
        if not base.is_infinite or exponent.is_infinite:
            return None
        sign = self.face.sign(exponent)
        if sign == -1:
            return S.Zero
        if sign is None or (base != oo and not exponent.is_Integer):
            return None
        return oo if base == oo or exponent.is_even else -oo

    def _sympy_limit(self, expr: Expr) -> Expr | None:
        """What SymPy says, from inside in one variable, if numbers confirm it."""
        moved = [v for v in self.symbols if v in expr.free_symbols]
        if len(moved) != 1:  # a corner: iterated limits are no limit
            return None
        v, p = moved[0], self.moved[moved[0]]
        if p.free_symbols & self.variables or not self._is_number_or_end(v, p):
            return None
        if expr.free_symbols - self.symbols and not self._is_uniform(expr):
            return None
        r = self.signs.domain.by_symbol[v]
        sides = ["+"] if p == r.low else ["-"] if p == r.high else ["+", "-"]
        try:
            found = {sympy.limit(expr, v, p, side) for side in sides}
        except NO_ANSWER:
            return None
        value = found.pop()
        if found or (_finite(value) is None and value not in (oo, -oo)):
            return None
        trend = tends_to(expr, value, {v: p}, self.signs.domain, provisos=self.provisos)
        return value if trend is Trend.AGREES else None

    def _is_uniform(self, expr: Expr) -> bool:
        """Whether a limit in one variable can be one in all: what fails fails on the whole face.

        ``y/(y + x**2)`` has the limit 0 at y = 0 for every x but 0, and none from all sides there.
        """
        return all(
            self._fails_nowhere_or_everywhere(node)
            for node in nodes(expr)
            if node.free_symbols & self.symbols and node != expr
        ) and (expr.is_Add or expr.is_Mul or self._fails_nowhere_or_everywhere(expr))

    def _fails_nowhere_or_everywhere(self, node: Expr) -> bool:
        parts: list[Any] = [self.limit(a) if isinstance(a, Expr) else None for a in node.args]
        if None in parts:
            return False
        if any(p in (oo, -oo) for p in parts):
            return True
        return any(
            all(self._is_met(n, inside, there) or n.expr.xreplace(there).is_zero for n in way)
            for way, inside, there in self._ways(node, parts)
        )

    def _is_number_or_end(self, v: Symbol, p: Expr) -> bool:
        r = self.signs.domain.by_symbol[v]
        return bool(p.is_number or p in (r.low, r.high))


def _finite(expr: Expr) -> Expr | None:
    return None if expr.has(nan, zoo, oo, -oo, AccumBounds, Limit) else expr


def _cancelled(expr: Expr) -> Expr:
    try:
        return sympy.cancel(sympy.together(expr))
    except NO_ANSWER:
        return expr
