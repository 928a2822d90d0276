"""How fast the terms of a sum decay: bounds that hold uniformly on compact sets of a domain.

The size of a term is at most a sum of pieces ``amplitude * algebraic * exp(exponent)``.  What
counts is their growth with the indices, for fixed parameters, on every compact set of the open
domain, or of a face with the inside next to it.  Sines and cosines of real arguments are at most
1; a hyperbolic sine below a fraction is its exponential, up to a constant, as its argument grows.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import sympy
from sympy import Add, Expr, Mul, Pow, Rational, S, Symbol, oo

from sympy_ssde.proof.series_places import Place, falls_forever
from sympy_ssde.proof.signs import Signs

#: Pieces of one term, and powers that are multiplied out.
MOST_PIECES, MOST_POWERS = 300, 8

#: Functions that are bounded on compact sets.
_ENTIRE = (sympy.exp, sympy.sin, sympy.cos, sympy.sinh, sympy.cosh, sympy.tanh, sympy.log)

Powers = dict[Symbol, Expr]


class NoBound(ValueError):
    """No bound is found, or there is none; the message says why."""


@dataclass(frozen=True)
class BoundPiece:
    """A product that bounds a part of a term.

    ``powers`` are those of the indices; ``waves`` are the arguments of what was taken for 1.
    """

    amplitude: Expr = S.One
    powers: Powers = field(default_factory=dict)
    exponent: Expr = S.Zero
    waves: tuple[Expr, ...] = ()

    def times(self, other: "BoundPiece") -> "BoundPiece":
        """The product of two."""
        powers = {
            j: self.powers.get(j, S.Zero) + other.powers.get(j, S.Zero)
            for j in (*self.powers, *other.powers)
        }
        return BoundPiece(
            self.amplitude * other.amplitude,
            powers,
            self.exponent + other.exponent,
            self.waves + other.waves,
        )

    def inverse(self) -> "BoundPiece":
        """One over it."""
        powers = {j: -p for j, p in self.powers.items()}
        return BoundPiece(1 / self.amplitude, powers, -self.exponent)


# pieces -----------------------------------------------------------------------------------------


class Bounds:
    """Bounds of expressions of some indices; ``signs`` knows these and the domain.

    >>> from sympy import exp, pi, sin
    >>> from sympy_ssde.problem.domain import Domain, Range
    >>> from sympy_ssde.proof.series_form import index_symbol
    >>> j, t = index_symbol(0), Symbol("t", positive=True)
    >>> bounds = Bounds((j,), Signs(Domain((Range(j, -1, oo), Range(t, 0, 1)))))
    >>> piece, = bounds.pieces(exp(-(j + 1)**2*t)*sin(j*t)/(2*j + 1)**3)
    >>> piece.powers[j], piece.exponent
    (-3, -t*(_j0 + 1)**2)
    >>> bounds.powers(piece, Place(bounds.signs))
    {_j0: -oo}
    >>> bounds.powers(piece, Place(bounds.signs, {t: S(0)}))
    {_j0: -3}
    """

    def __init__(
        self,
        indices: Sequence[Symbol],
        signs: Signs,
        variables: Collection[Symbol] = (),
        share: Expr = S.Half,
    ):
        self.indices = tuple(indices)
        self.share = share  # of the first of two indices in a lower bound of a sum
        self.signs = signs
        self.variables = set(variables)  # what is below a fraction, with an index, has none of them

    def has_index(self, expr: Expr) -> bool:
        """Whether an index stands in an expression."""
        return bool(expr.free_symbols & set(self.indices))

    def pieces(self, expr: Expr) -> list[BoundPiece]:
        """Pieces whose sum is at least the size of an expression, up to a constant."""
        found = self._pieces(expr)
        if len(found) > MOST_PIECES:
            raise NoBound("the term has too many parts")
        return found

    def _pieces(self, expr: Expr) -> list[BoundPiece]:
        if not self.has_index(expr):
            return [BoundPiece(expr)]
        if expr.is_Add:
            if self._is_algebraic(expr):
                return [BoundPiece(S.One, self.degrees(expr))]
            return [p for a in expr.args for p in self.pieces(a)]
        if expr.is_Mul:
            return self._product([self.pieces(a) for a in expr.args])
        if expr.is_Pow and expr.base is not S.Exp1:
            return self._power(expr.base, expr.exp)
        return self._function(expr)

    def _product(self, factors: list[list[BoundPiece]]) -> list[BoundPiece]:
        found = [BoundPiece()]
        for pieces in factors:
            found = [a.times(b) for a in found for b in pieces]
            if len(found) > MOST_PIECES:
                raise NoBound("the term has too many parts")
        return found

    def _power(self, base: Expr, exponent: Expr) -> list[BoundPiece]:
        if self.has_index(exponent):
            if self.has_index(base):
                raise NoBound(f"{base**exponent} is not bounded here")
            if base.is_number and abs(base) == 1:
                return [BoundPiece()]
            if self.signs.sign(base) == 1:
                return [BoundPiece(exponent=exponent * sympy.log(base))]
            raise NoBound(f"the sign of {base} is not known")
        if not exponent.is_Rational:
            raise NoBound(f"{base**exponent} is not bounded here")
        if self._is_algebraic(base):
            degrees = self.degrees(base, lower=bool(exponent < 0))
            return [BoundPiece(S.One, {j: d * exponent for j, d in degrees.items()})]
        if exponent < 0:
            return self._product([[self.lower(base).inverse()]] * self._whole(-exponent))
        return self._product([self.pieces(base)] * self._whole(exponent))

    def _whole(self, exponent: Rational) -> int:
        if not exponent.is_Integer or exponent > MOST_POWERS:
            raise NoBound(f"a power {exponent} is not bounded here")
        return int(exponent)

    def _function(self, expr: Expr) -> list[BoundPiece]:
        if expr in self.indices:
            return [BoundPiece(S.One, {expr: S.One})]
        if not expr.args:
            raise NoBound(f"{expr} is not bounded here")
        arg = expr.args[-1]
        if not self._is_real(arg):
            raise NoBound(f"{arg} may not be real")
        if isinstance(expr, (sympy.sin, sympy.cos)):
            return [BoundPiece(waves=(arg,))]
        if expr.func is sympy.exp:
            return [BoundPiece(exponent=arg)]
        if isinstance(expr, (sympy.sinh, sympy.cosh)):
            return [BoundPiece(exponent=arg), BoundPiece(exponent=-arg)]
        if isinstance(expr, (sympy.tanh, sympy.atan)):
            return [BoundPiece(waves=(arg, arg))]  # two, so that it is not taken for a sine
        if isinstance(expr, (sympy.sech, sympy.csch, sympy.coth)):
            below = sympy.cosh(arg) if isinstance(expr, sympy.sech) else sympy.sinh(arg)
            above = sympy.cosh(arg) if isinstance(expr, sympy.coth) else S.One
            return self.pieces(above / below)
        raise NoBound(f"{expr.func.__name__} is not bounded here")

    def lower(self, expr: Expr) -> BoundPiece:
        """One piece that is at most an expression's size, up to a constant, for large indices."""
        if not self.has_index(expr):
            return BoundPiece(expr)
        if expr.is_Mul:
            return self._product([[self.lower(a)] for a in expr.args])[0]
        if expr.free_symbols & self.variables and expr.func is not sympy.exp:
            raise NoBound(f"{expr} is not bounded from below here")
        if self._is_algebraic(expr):
            return BoundPiece(S.One, self.degrees(expr, lower=True))
        if expr.is_Pow and expr.base is not S.Exp1 and not self.has_index(expr.exp):
            if not expr.exp.is_Integer or expr.exp <= 0:
                raise NoBound(f"{expr} is not bounded from below here")
            return self._product([[self.lower(expr.base)]] * self._whole(expr.exp))[0]
        if expr.is_Add:
            return self._dominant(expr)
        if isinstance(expr, (sympy.sinh, sympy.cosh)) and self._is_real(expr.args[0]):
            return BoundPiece(exponent=self._growing(expr.args[0]))
        if expr.func is sympy.exp or expr.is_Pow:
            return self._pieces(expr)[0]
        raise NoBound(f"{expr} is not bounded from below here")

    def _growing(self, arg: Expr) -> Expr:
        """An argument that tends to plus infinity with the indices, or its negative."""
        if not self._is_algebraic(arg):
            raise NoBound(f"it is not known how {arg} grows")
        if sum(arg.has(j) for j in self.indices) == 1:
            leading = self.leading(arg)[1]
        else:
            leading, inside = arg.as_independent(*self.indices, as_Add=False)
            if not inside.is_Pow or any(d <= 0 for d in self.degrees(inside, lower=True).values()):
                raise NoBound(f"it is not known how {arg} grows")
        sign = self.signs.sign(leading)
        if sign is not None:
            return sign * arg
        raise NoBound(f"it is not known how {arg} grows")

    def _dominant(self, expr: Expr) -> BoundPiece:
        """The part of a sum that outgrows the others exponentially."""
        for a in expr.args:
            part = self.lower(a)
            others = [p for b in expr.args if b is not a for p in self.pieces(b)]
            if all(self._is_less(o.exponent - part.exponent) for o in others):
                return part
        raise NoBound(f"no part of {expr} outgrows the others")

    def _is_less(self, exponent: Expr) -> bool:
        try:
            powers = self._of_exponent(exponent, Place(self.signs))
        except NoBound:
            return False
        return any(p == -oo for p in powers.values())

    # growth -------------------------------------------------------------------------------------

    def _is_algebraic(self, expr: Expr) -> bool:
        """Made of the indices, sums, products and powers; nothing else depends on an index."""
        if expr.free_symbols & self.variables:
            return False
        if not self.has_index(expr) or expr in self.indices:
            return True
        if expr.is_Add or expr.is_Mul:
            return all(map(self._is_algebraic, expr.args))
        if expr.is_Pow and expr.exp.is_Rational:
            return self._is_algebraic(expr.base)
        return False

    def _is_real(self, arg: Expr) -> bool:
        """Whether an argument is real at least from some index on."""
        if arg.has(S.ImaginaryUnit):
            return False
        for node in sympy.preorder_traversal(arg):
            if isinstance(node, Pow) and not node.exp.is_integer:
                base = node.base
                if self.signs.sign(base) == 1 or base.is_nonnegative:
                    continue
                if not self._is_algebraic(base) or not self.has_index(base):
                    return False
                if self.signs.sign(self.leading(base)[1]) != 1:
                    return False
            elif node.is_Function and not isinstance(node, (sympy.exp, sympy.log)):
                return bool(self.signs.is_real(arg))
            elif isinstance(node, sympy.log) and self.signs.sign(node.args[0]) != 1:
                return False
        return True

    def leading(self, expr: Expr) -> tuple[Expr, Expr]:
        """Degree and coefficient of an algebraic expression of one index, as it grows.

        >>> from sympy import sqrt
        >>> from sympy_ssde.problem.domain import Domain, Range
        >>> from sympy_ssde.proof.series_form import index_symbol
        >>> j = index_symbol(0)
        >>> Bounds((j,), Signs(Domain((Range(j, -1, oo),)))).leading(sqrt(4*j**2 + 1)*(j - 2))
        (2, 2)
        """
        if not self.has_index(expr):
            return S.Zero, expr
        if expr in self.indices:
            return S.One, S.One
        if sum(expr.has(j) for j in self.indices) > 1:
            raise NoBound(f"{expr} has several indices")
        if expr.is_Mul:
            parts = [self.leading(a) for a in expr.args]
            return Add(*(d for d, _ in parts)), Mul(*(c for _, c in parts))
        if expr.is_Pow and expr.exp.is_Rational:
            degree, leading = self.leading(expr.base)
            if not expr.exp.is_Integer and self.signs.sign(leading) != 1:
                raise NoBound(f"{expr} may not be real")
            return degree * expr.exp, leading**expr.exp
        if expr.is_Add:
            parts = [self.leading(a) for a in Add.make_args(expr.expand())]
            top = max(d for d, _ in parts)
            leading = Add(*(c for d, c in parts if d == top)).expand()
            if self.signs.sign(leading) is None:
                raise NoBound(f"the leading term of {expr} may vanish")
            return top, leading
        raise NoBound(f"it is not known how {expr} grows")

    def degrees(self, expr: Expr, lower: bool = False) -> Powers:
        """Powers of the indices that bound an algebraic expression from above, or from below."""
        used = [j for j in self.indices if expr.has(j)]
        if len(used) == 1:
            return {used[0]: self.leading(expr)[0]}
        if not used:
            return {}
        if expr.is_Mul:
            found: Powers = {}
            for a in expr.args:
                for j, d in self.degrees(a, lower).items():
                    found[j] = found.get(j, S.Zero) + d
            return found
        if expr.is_Pow and expr.exp.is_Rational:
            inner = self.degrees(expr.base, lower if expr.exp > 0 else not lower)
            return {j: d * expr.exp for j, d in inner.items()}
        return self._mixed(expr.expand(), used, lower)

    def _mixed(self, expr: Expr, used: list[Symbol], lower: bool) -> Powers:
        """A sum of parts of one index each: it is above any weighted mean of positive ones.

        A lower bound holds up to finitely many terms, where the sum must not vanish.
        """
        if not expr.is_Add:
            raise NoBound(f"it is not known how {expr} grows")
        parts = {j: [a for a in expr.args if a.has(j)] for j in used}
        mixed = [a for a in expr.args if sum(a.has(j) for j in used) > 1]
        if not lower:
            each = [self.degrees(a) for a in expr.args]
            return {j: max(d.get(j, S.Zero) for d in each) for j in used}
        if mixed:
            raise NoBound(f"it is not known how {expr} grows")
        found = {}
        shares = [Rational(1, len(used))] * len(used)
        if len(used) == 2:
            shares = [self.share, 1 - self.share]
        for share, (j, some) in zip(shares, parts.items(), strict=True):
            degree, leading = self.leading(Add(*some))
            if self.signs.sign(leading) != 1 or not degree > 0:
                raise NoBound(f"parts of {expr} may cancel")
            found[j] = degree * share
        return found

    def powers(self, piece: BoundPiece, place: Place) -> Powers:
        """Powers of all indices that bound a piece near a place; -oo is faster than any."""
        for part in (piece.amplitude, *piece.waves):
            if not self.is_tame(part, place):
                raise NoBound(f"{part} may not be smooth")
        found = {j: piece.powers.get(j, S.Zero) for j in self.indices}
        for j, p in self._of_exponent(piece.exponent, place).items():
            if p == -oo:
                found[j] = -oo
        return found

    def _of_exponent(self, exponent: Expr, place: Place) -> Powers:
        """Which indices an exponential decays with, if it does not grow with any."""
        collected: dict[Expr, list[Expr]] = {}
        for term in Add.make_args(exponent.expand()):
            outside, inside = term.as_independent(*self.indices, as_Add=False)
            collected.setdefault(inside, []).append(outside)
        parts = {inside: Add(*some) for inside, some in collected.items() if inside != 1}
        free = Add(*collected.get(S.One, []))
        falls = any(falls_forever(c, place.moved) for c in parts.values())
        for e in (free, *parts.values()):
            if self.is_tame(e, place) or (falls and falls_forever(e, place.moved)):
                continue
            raise NoBound(f"{exponent} may not be bounded")
        self._check_far([free], place)
        found: Powers = {}
        for inside, factor in parts.items():
            if sum(inside.has(j) for j in self.indices) > 1:
                found |= self._together(inside, factor, place)
        for j in self.indices:
            own = {i: c for i, c in parts.items() if i.free_symbols & set(self.indices) == {j}}
            if own and self._falls(own, place):
                found[j] = -oo
        return found

    def _check_far(self, factors: Sequence[Expr], place: Place) -> None:
        """Raise if an exponent may grow towards a place at infinity."""
        far = [v for v, p in place.moved.items() if p.is_infinite]
        for factor in factors:
            if any(factor.has(v) for v in far) and not place.is_nonpositive(factor):
                raise NoBound(f"{factor} may grow")

    def is_tame(self, expr: Expr, place: Place) -> bool:
        """Without poles inside and at the place."""
        if not expr.free_symbols & self.variables:
            return True
        if any(p.is_infinite for v, p in place.moved.items() if expr.has(v)):
            return expr.is_polynomial(*self.variables)
        for node in sympy.preorder_traversal(expr):
            whole = node.is_Pow and node.exp.is_integer and node.exp.is_nonnegative
            if node.is_Pow and node.base is not S.Exp1 and not whole:
                inside = node.base
            elif isinstance(node, sympy.log):
                inside = node.args[0]
            elif node.is_Function and not isinstance(node, _ENTIRE):
                return False
            else:
                continue
            for e in (inside, inside.xreplace(dict(place.moved))):
                varies = e.free_symbols & self.variables or e != inside
                if varies and not self.signs.is_nonzero(e):
                    return False
        return True

    def _together(self, inside: Expr, factor: Expr, place: Place) -> Powers:
        """A factor times something that grows with several indices."""
        degrees = self.degrees(inside, lower=True)
        if any(d <= 0 for d in degrees.values()):
            raise NoBound(f"it is not known how {inside} grows")
        if self.signs.sign(factor) is not None and inside.is_Pow and place.is_negative(factor):
            return dict.fromkeys(degrees, -oo)
        if inside.is_Pow and place.is_nonpositive(factor):
            return {}
        raise NoBound("the terms grow exponentially")

    def _falls(self, parts: Mapping[Expr, Expr], place: Place) -> bool:
        """Whether the exponent of one index tends to minus infinity; it must not grow."""
        try:
            return self._falls_by_degree(parts, place)
        except NoBound:
            return self._falls_by_variables(parts, place)

    def _falls_by_variables(self, parts: Mapping[Expr, Expr], place: Place) -> bool:
        """The same for a sum of products of variables and polynomials of the index."""
        groups: dict[Expr, list[Expr]] = {}
        for inside, factor in parts.items():
            for term in Add.make_args(factor.expand()):
                constant, varying = term.as_independent(*self.variables, as_Add=False)
                groups.setdefault(varying, []).append(constant * inside)
        falls = False
        for varying, some in groups.items():
            degree, leading = self.leading(Add(*some))
            total = leading * varying
            if degree <= 0 or not place.is_nonpositive(total):
                raise NoBound("the terms grow exponentially, or it is not known that they don't")
            falls |= place.is_negative(total)
        return falls

    def _falls_by_degree(self, parts: Mapping[Expr, Expr], place: Place) -> bool:
        """From the leading power of the index on."""
        by_degree: dict[Expr, list[tuple[Expr, Expr]]] = {}
        for inside, factor in parts.items():
            degree, leading = self.leading(inside)
            by_degree.setdefault(degree, []).append((leading, factor))
        for degree in sorted(by_degree, reverse=True):
            same = by_degree[degree]
            if degree <= 0:  # bounded on compact sets; far away only if it doesn't grow
                self._check_far([factor for _, factor in same], place)
                continue
            total = Add(*(leading * factor for leading, factor in same))
            if place.is_negative(sympy.factor_terms(total.expand())):
                return True
            if len(same) > 1 or not place.is_nonpositive(sympy.factor_terms(total.expand())):
                raise NoBound("the terms grow exponentially, or it is not known that they don't")
        return False
