"""Where bounds of terms have to hold: inside of a domain, or at a face and next to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy
from sympy import Expr, Mul, Symbol, nan, oo, zoo

from sympy_ssde.proof.signs import Signs


@dataclass(frozen=True)
class Place:
    """Where a bound has to hold: inside of the domain, or at a face and inside next to it.

    ``moved`` says where the variables are that the face fixes.
    """

    signs: Signs
    moved: Mapping[Symbol, Expr] = field(default_factory=dict)

    def is_negative(self, expr: Expr) -> bool:
        """Below a negative number on each compact set."""
        if not self.moved or not expr.has(*self.moved):
            return self.signs.sign(expr) == -1
        inside = self.signs.sign(expr) == -1
        if any(p.is_infinite for v, p in self.moved.items() if expr.has(v)):
            return inside and _moves_away(expr, self.moved)
        put = expr.xreplace(dict(self.moved))
        if put.has(zoo, nan, oo, -oo):
            return inside and falls_forever(expr, self.moved)
        return self.signs.sign(put) == -1

    def is_nonpositive(self, expr: Expr) -> bool:
        """Not above zero near the place."""
        if self.is_negative(expr) or expr.is_nonpositive:
            return True
        if not self.moved or not expr.has(*self.moved):
            return expr.expand() == 0
        return self.signs.sign(expr) == -1


def _moves_away(expr: Expr, moved: Mapping[Symbol, Expr]) -> bool:
    """Linear in what moves to infinity, so that a negative expression stays away from zero."""
    return all(not expr.diff(v).has(v) for v, p in moved.items() if p.is_infinite)


def falls_forever(expr: Expr, moved: Mapping[Symbol, Expr]) -> bool:
    """Whether it is a multiple of the logarithm of something that vanishes at the place.

    >>> from sympy.abc import r
    >>> R = Symbol("R", positive=True)
    >>> falls_forever(2*sympy.log(r) - 2*sympy.log(R), {r: sympy.Integer(0)})
    True
    """
    whole = sympy.factor_terms(sympy.logcombine(expr, force=True)) if expr.is_Add else expr
    logs = [f for f in Mul.make_args(sympy.factor_terms(whole)) if isinstance(f, sympy.log)]
    rest = whole / logs[0] if len(logs) == 1 else whole
    return len(logs) == 1 and not rest.has(*moved) and logs[0].args[0].xreplace(dict(moved)) == 0
