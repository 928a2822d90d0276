"""What the tables of problems with series share: problems with sources, usual conditions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Eq, Expr, Symbol, pi, symbols

from sympy_ssde.bench.letters import t, u, x, y

r, theta = symbols("r theta")
U, V, W = u(x, t), u(x, y), u(r, theta)
LAPLACE = Eq(V.diff(x, 2) + V.diff(y, 2), 0)
POLAR = Eq(W.diff(r, 2) + W.diff(r) / r + W.diff(theta, 2) / r**2, 0)


@dataclass(frozen=True)
class SeriesProblem:
    """A problem of a textbook whose answer is a series; the answer is not in it."""

    name: str
    kind: str
    source: str
    eq: Any
    func: Any
    bcs: Any
    domain: Any = None


Nameless = Callable[[str], SeriesProblem]


def stated(kind: str, source: str, eq: Any, func: Any, bcs: Any, domain: Any = None) -> Nameless:
    """A problem that gets its name from a table."""
    return lambda name: SeriesProblem(name, kind, source, eq, func, bcs, domain)


def named(table: Mapping[str, Nameless]) -> tuple[SeriesProblem, ...]:
    """The problems of a table.

    >>> named({"none": stated("heat", "nobody", 0, U, {})})[0].name
    'none'
    """
    return tuple(made(name) for name, made in table.items())


def ends(func: Expr, variable: Symbol, places: Iterable[Any], order: int = 0) -> dict[Expr, int]:
    """A function, or its derivative, vanishes at some places.

    >>> ends(U, x, (0, 1))
    {u(0, t): 0, u(1, t): 0}
    """
    derived = func.diff(variable, order) if order else func
    return {derived.subs(variable, place): 0 for place in places}


def period(func: Expr, variable: Symbol, low: Any, high: Any) -> list[Eq]:
    """Value and slope are the same at both ends."""
    return [
        Eq(f.subs(variable, low) - f.subs(variable, high), 0) for f in (func, func.diff(variable))
    ]


def at_rest() -> dict[Expr, int]:
    """The initial velocity is zero."""
    return {U.diff(t).subs(t, 0): 0}


#: A whole circle of angles.
CIRCLE = (-pi, pi)
AROUND = period(W, theta, *CIRCLE)
