"""The constants that are solved for, with their digits, and what stands for functions of them.

``exp(c)``, ``log(c)`` and powers of constants are unknowns of their own, and so are ``cos(p)`` and
``sin(p)`` of a phase: what is left to solve is polynomial.  Once one of them is known, so is the
constant inside.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import sympy
from mpmath import mp
from sympy import Add, Dummy, Expr, I, Integer, S, Symbol, atan, cos, exp, expand, log, pi, sin

from sympy_ssde.proof.evaluate import evaluate_mp


@dataclass(frozen=True)
class Definition:
    """What an auxiliary unknown stands for: a function of the other unknowns."""

    expr: Expr

    def inside(self, value: Expr, digits: Any) -> tuple[Expr, Expr] | None:
        """What is inside of the function and, where the function has the value, its own value.

        ``digits`` is the inside's number, which says which of the inverses it is.

        >>> from sympy.abc import c
        >>> Definition(exp(c)).inside(Integer(3), mp.log(3))
        (c, log(3))
        """
        if isinstance(self.expr, exp):
            return self.expr.args[0], log(value)
        if isinstance(self.expr, log):
            return self.expr.args[0], exp(value)
        if self.expr.is_Pow and self.expr.exp.is_number:
            root = value ** (1 / self.expr.exp)
            return self.expr.base, root if mp.re(digits) >= 0 else -root
        return None


class Turn(NamedTuple):
    """Cosine and sine of an angle, and the complex number that they are the parts of."""

    cosine: Symbol
    sine: Symbol
    whole: Symbol

    def power(self, n: int) -> Expr:
        """The n-th power of the complex number."""
        return (self.cosine + (I if n > 0 else -I) * self.sine) ** abs(n)


class Unknowns:
    """Constants with the digits of their values; auxiliary ones are made on the way.

    ``digits`` are the values of all of them, and ``parameters`` the values of what stays a symbol;
    two numbers that differ by less than ``tolerance`` are the same.
    """

    def __init__(
        self,
        digits: Mapping[Symbol, Any],
        tolerance: Any,
        parameters: Mapping[Symbol, Any] | None = None,
    ):
        self.digits: dict[Symbol, Any] = dict(digits)
        self.parameters: dict[Symbol, Any] = dict(parameters or {})
        self.tolerance = tolerance
        self.definitions: dict[Symbol, Definition] = {}
        self.turns: dict[Expr, Turn] = {}
        self._known: dict[Expr, Symbol] = {}

    def has(self, expr: Expr) -> bool:
        """Whether an expression contains one of the unknowns."""
        return bool(expr.free_symbols & self.digits.keys())

    def number(self, expr: Expr, at: Mapping[Symbol, Any] | None = None) -> Any:
        """The value of an expression by the digits of the unknowns."""
        return evaluate_mp(expr, {**self.parameters, **self.digits, **(at or {})})

    def is_near(self, first: Any, second: Any) -> bool:
        """Whether two numbers are the same."""
        size = max(1, abs(first), abs(second))
        return bool(abs(first - second) <= self.tolerance * size)

    def auxiliary(self, expr: Expr) -> Symbol:
        """The unknown that stands for a function of constants."""
        if expr not in self._known:
            value = self.number(expr)
            signs = {"positive": True} if mp.re(value) > 0 else {"real": True}
            made = Dummy("h", **signs)
            self._known[expr], self.digits[made] = made, value
            self.definitions[made] = Definition(expr)
        return self._known[expr]

    def turn(self, angle: Expr) -> Turn:
        """The unknowns for the cosine and the sine of an angle."""
        if angle not in self.turns:
            value = self.number(angle)
            made = Turn(Dummy("cos", real=True), Dummy("sin", real=True), Dummy("turn"))
            self.digits[made.cosine], self.digits[made.sine] = mp.cos(value), mp.sin(value)
            self.turns[angle] = made
        return self.turns[angle]

    def unturned(self, expr: Expr) -> Expr:
        """Without complex numbers for angles; powers that all terms have are left out.

        A sum of ``turn`` and ``1/turn`` is a cosine, so that the powers are put around 0.
        """
        for turn in self.turns.values():
            if expr.has(turn.whole):
                parts = expand(expr).as_coefficients_dict(turn.whole)
                powers = {p.as_base_exp()[1] if p != 1 else S.Zero: c for p, c in parts.items()}
                middle = int(min(powers) + max(powers)) // 2
                expr = Add(*(c * turn.power(int(n) - middle) for n, c in powers.items()))
        return expr

    def relations(self) -> list[Expr]:
        """Equations between the auxiliary unknowns."""
        return [turn.cosine**2 + turn.sine**2 - 1 for turn in self.turns.values()]


def angle_of(cosine: Expr, sine: Expr, digits: Any) -> Expr:
    """The angle next to ``digits`` that has the cosine and the sine.

    >>> angle_of(Integer(0), Integer(1), mp.mpf("7.85"))
    5*pi/2
    """
    if cosine == 0:
        start = pi / 2
    else:
        start = atan(sympy.radsimp(sine / cosine))
    turns = (digits - evaluate_mp(start, {})) / mp.pi
    return start + Integer(int(mp.nint(turns))) * pi


def real_symbol(value: Any) -> Symbol:
    """A symbol that has the value's sign."""
    if abs(value) < mp.mpf(10) ** -10:
        return Dummy("c", real=True)
    return Dummy("c", positive=True) if value > 0 else Dummy("c", negative=True)


def values_of_turns(angle: Expr) -> tuple[Expr, Expr]:
    """Cosine and sine of an exact angle, taken apart.

    >>> values_of_turns(pi/4 + atan(2))
    (-sqrt(10)/10, 3*sqrt(10)/10)
    """
    parts = (sympy.expand_trig(function(angle)) for function in (cos, sin))
    cosine, sine = (sympy.radsimp(part) for part in parts)
    return cosine, sine
