"""What the tables of equations without conditions share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sympy import Expr, Function, Symbol
from sympy.core.function import AppliedUndef

#: Symbols of the equations, which have no assumptions: ``a`` may be any real number.
a, b, c, k, m, nu = (Symbol(name) for name in ("a", "b", "c", "k", "m", "nu"))
n = Symbol("n", positive=True)
f = Function("f")


@dataclass(frozen=True)
class Entry:
    """An equation alone, with what must be found of it.

    Parameters
    ==========

    constants, functions : how many independent ones a family must have at least
    general : whether the general solution is known in closed form
    """

    id: str
    kind: str
    source: str
    eq: Expr
    func: AppliedUndef
    constants: int = 1
    functions: int = 0
    general: bool = False


def kind(name: str, **usual: Any) -> Callable[..., Entry]:
    """Entries of a kind that have no id yet."""

    def stated(source: str, eq: Expr, func: AppliedUndef, **more: Any) -> Entry:
        return Entry("", name, source, eq, func, **(usual | more))

    return stated


def named(table: Mapping[str, Entry]) -> tuple[Entry, ...]:
    """The entries of a table, with their ids.

    >>> from sympy_ssde.bench.letters import u, x
    >>> named({"growth": kind("ode")("", u(x).diff(x) - u(x), u(x))})[0].id
    'growth'
    """
    return tuple(replace(entry, id=name) for name, entry in table.items())
