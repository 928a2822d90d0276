"""The problems that the benchmarks and the tests run on, with their citations.

A solver's input is made by :meth:`Entry.statement`, which leaves the known solution out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from sympy_ssde.errors import SSDEError
from sympy_ssde.problem.problem import Problem

SETS = ("paper", "literature", "systems")
_USUAL = SETS[:2]  # what "all" stands for: systems are a set of their own


@dataclass(frozen=True)
class Entry:
    """One problem; ``exact`` is for checking an answer only."""

    id: str
    family: str
    dims: str
    difficulty: int
    source: str
    eq: Any
    func: Any
    bcs: Mapping[Any, Any] | Sequence[Any]
    domain: Mapping[Any, Any]
    exact: Any
    params: Mapping[Any, Any] = field(default_factory=dict)
    library: tuple[str, ...] = ()
    sympy: str = ""
    notes: str = ""

    def statement(self) -> dict[str, Any]:
        """Keyword arguments of :class:`~sympy_ssde.Problem`, without the solution."""
        return {
            "eq": self.eq,
            "func": self.func,
            "bcs": dict(self.bcs) if isinstance(self.bcs, Mapping) else list(self.bcs),
            "domain": dict(self.domain) or None,
            "params": dict(self.params),
        }

    def problem(self) -> Problem:
        """The stated problem."""
        return Problem(**self.statement())

    @property
    def conditions(self) -> dict[Any, Any]:
        """Traces of the unknowns and their values."""
        if isinstance(self.bcs, Mapping):
            return dict(self.bcs)
        return {condition.lhs: condition.rhs for condition in self.bcs}

    @property
    def solution(self) -> tuple[Any, ...]:
        """The known solution, one expression for each unknown."""
        return tuple(self.exact) if isinstance(self.exact, list) else (self.exact,)


def entries(name: str = "all") -> tuple[Entry, ...]:
    """The entries of a set: "paper", "literature", both for "all", or "systems"."""
    names = _USUAL if name == "all" else (name,)
    if not set(names) <= set(SETS):
        raise SSDEError(f"there is no set {name!r}; the sets are: all, {', '.join(SETS)}")
    found: list[Entry] = []
    for each in names:
        found += import_module(f"sympy_ssde.bench.{each}_problems").ENTRIES
    return tuple(found)


def entry(identifier: str) -> Entry:
    """The entry with that id; ids of problems of any dimension are built on demand."""
    for found in (*entries(), *entries("systems")):
        if found.id == identifier:
            return found
    from sympy_ssde.bench import dimensions, everyday_problems

    for module in (dimensions, everyday_problems):
        if (made := module.built(identifier)) is not None:
            return made
    raise SSDEError(f"there is no problem {identifier!r} in the catalogue")
