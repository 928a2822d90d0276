"""Numbers, names and ways of writing, drawn as textbooks and their readers choose them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Eq, Expr, Function, Rational, S, Symbol, cos, exp, expand, pi, sin, symbols
from sympy.core.function import AppliedUndef

#: A condition: a trace of the unknown, and its value.
Condition = tuple[Expr, Any]

Range = tuple[Any, Any]

#: What people call an unknown and its variables.
CURVES = ("y x", "y t", "u x", "u t", "x t", "f x", "z t", "v t", "theta t", "phi x", "w s", "g z")
LINES = ("u x t", "T x t", "theta x t", "w x t", "c x t", "phi z t", "u s t", "v x t", "u t x")
PLANES = ("u x y", "phi x y", "V x y", "T x y", "psi x z", "w x y", "U x y")
POLES = ("u r theta", "phi r theta", "V r phi", "T r theta", "psi rho theta")
MEMBRANES = ("u x y t", "T x y t", "w x y t", "z x y t")
BOXES = ("u x y z", "phi x y z", "T x y z", "V x y z")

#: A circle's radius, a rod's length.
LENGTHS = (S(1), pi, S(2), pi / 2, S(3), 2 * pi)


@dataclass(frozen=True)
class Stated:
    """A problem as a person would type it, and the solution that it was made from."""

    eq: Any
    func: AppliedUndef
    bcs: Any
    exact: Expr
    domain: Mapping[Symbol, Range] = field(default_factory=dict)
    params: Mapping[Symbol, Range] = field(default_factory=dict)


class Draw:
    """Draws of one problem, the same for the same class and seed in every process.

    >>> Draw("cooling", 1).amplitude() == Draw("cooling", 1).amplitude()
    True
    """

    def __init__(self, name: str, seed: int) -> None:
        self.random = random.Random(f"{name}/{seed}")

    def pick(self, *options: Any) -> Any:
        """One of these."""
        return self.random.choice(options)

    def chance(self, share: float = 0.5) -> bool:
        """True in that share of the draws."""
        return self.random.random() < share

    def integer(self, low: int, high: int) -> Expr:
        """An integer between these, but not zero."""
        return S(self.pick(*(n for n in range(low, high + 1) if n)))

    def distinct(self, count: int, low: int, high: int) -> list[Expr]:
        """Different integers between these, but not zero, in ascending order."""
        every = [n for n in range(low, high + 1) if n]
        return [S(n) for n in sorted(self.random.sample(every, count))]

    def amplitude(self) -> Expr:
        """A coefficient: mostly a small integer, at times a simple fraction."""
        whole = self.integer(-5, 6)
        return whole if self.chance(0.7) else whole / self.pick(2, 3, 4)

    def positive(self) -> Expr:
        """A rate, a diffusivity, a speed."""
        return self.pick(S(1), S(2), S(3), S(4), S(5), Rational(1, 2), Rational(1, 4))

    def length(self) -> Expr:
        """The length of a rod or a string, with modes that textbooks print."""
        return self.pick(*LENGTHS)

    def modes(self, most: int = 3, first: int = 1) -> list[tuple[Expr, Expr]]:
        """Numbers of modes with their amplitudes; few are more common than many."""
        count = min(self.integer(1, most), self.integer(1, most))
        return [(n, self.amplitude()) for n in self.distinct(int(count), first, first + most + 1)]

    def unknown(self, names: Sequence[str]) -> AppliedUndef:
        """An unknown function of its variables; some people say that these are real."""
        name, *arguments = self.pick(*names).split()
        real = {"real": True} if self.chance(0.15) else {}
        return Function(name)(*(Symbol(a, **real) for a in arguments))

    def curve(self, names: Sequence[str] = CURVES) -> tuple[AppliedUndef, Symbol]:
        """An unknown of one variable, and the variable."""
        f = self.unknown(names)
        return f, f.args[0]

    def evolution(self, names: Sequence[str] = LINES) -> tuple[AppliedUndef, Symbol, Symbol]:
        """An unknown of place and time, place, and time, whichever is written first."""
        f = self.unknown(names)
        x, t = sorted(f.args, key=lambda s: s.name == "t")
        return f, x, t

    def positives(self, names: str, loose: bool = False) -> list[Symbol]:
        """Symbols for physical constants; where signs don't matter some people say none."""
        assumptions = {} if loose and self.chance() else {"positive": True}
        return list(symbols(f"{names},", **assumptions))

    def data(self, x: Expr) -> Expr:
        """The shape of a disturbance on the line."""
        k = self.pick(1, 1, 2, 3)
        shapes = (exp(-k * x**2), 1 / (1 + k * x**2), sin(k * x), cos(k * x), x**2, x * exp(-x))
        return self.pick(1, 1, 2, 3) * self.pick(*shapes)

    def state(
        self,
        left: Expr,
        right: Any,
        func: AppliedUndef,
        conditions: Sequence[Condition],
        exact: Expr,
        domain: Mapping[Symbol, Range] | None = None,
        params: Mapping[Symbol, Range] | None = None,
    ) -> Stated:
        """The problem in one of the ways in which people write equations and conditions."""
        eq = left - right if self.chance(0.25) else Eq(left, right)
        listed = self.chance(0.4)
        bcs = [Eq(a, b) for a, b in conditions] if listed else dict(conditions)
        return Stated(eq, func, bcs, exact, domain or {}, params or {})


def values(func: AppliedUndef, exact: Expr, at: Any, orders: Sequence[int]) -> list[Condition]:
    """Values of the solution and its derivatives at a point, for an ordinary equation.

    >>> from sympy import sin
    >>> from sympy.abc import x
    >>> values(Function("y")(x), sin(2*x), 0, [0, 1])
    [(y(0), 0), (Subs(Derivative(y(x), x), x, 0), 2)]
    """
    x = func.args[0]
    return [(func.diff(x, k).subs(x, at), expand(exact.diff(x, k).subs(x, at))) for k in orders]


def ends(
    func: AppliedUndef, x: Symbol, low: Any, high: Any, orders: Sequence[int] = (0, 0)
) -> list[Condition]:
    """Both ends of a rod held at zero; a derivative's order for each end."""
    return [
        (func.diff(x, k).subs(x, end), S(0)) for k, end in zip(orders, (low, high), strict=True)
    ]
