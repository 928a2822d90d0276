"""Amplitudes a_i(y) of modes: their equations and conditions, in blocks that don't know each other.

Everything is kept as relations between traces of the amplitudes, so that equations and conditions
are split by one rule.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sympy import Derivative, Expr, Subs, Symbol
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.view import View


@dataclass(frozen=True)
class Relation:
    """``sum(coefficient * a_i^(m)(place)) = value``; ``terms`` maps ``(i, m, place)``."""

    terms: tuple[tuple[tuple[int, int, Expr], Expr], ...]
    value: Expr

    @property
    def members(self) -> set[int]:
        """Numbers of the amplitudes that occur."""
        return {i for (i, _, _), _ in self.terms}

    def expression(self, amplitudes: Mapping[int, AppliedUndef], variable: Symbol) -> Expr:
        """The relation as an expression that must vanish."""
        parts = (c * _trace(amplitudes[i], variable, m, p) for (i, m, p), c in self.terms)
        return sum(parts, -self.value)


@dataclass(frozen=True)
class Block:
    """Amplitudes that occur in common relations."""

    members: tuple[int, ...]
    equations: tuple[Relation, ...]
    conditions: tuple[Relation, ...]

    @property
    def is_trivial(self) -> bool:
        """Whether zero fulfils everything."""
        return all(r.value == 0 for r in self.equations + self.conditions)

    def problem(
        self, seen: View, amplitudes: Mapping[int, AppliedUndef], variable: Symbol
    ) -> Problem | None:
        """The block as a problem of its own."""
        equations = [r.expression(amplitudes, variable) for r in self.equations]
        conditions = [r.expression(amplitudes, variable) for r in self.conditions]
        functions = [amplitudes[i] for i in self.members]
        return seen.state(equations, functions, conditions)


def blocks(
    count: int, equations: Sequence[Relation], conditions: Sequence[Relation]
) -> list[Block] | None:
    """Split into blocks; None where a relation can't be fulfilled, or equations are missing.

    >>> from sympy import S
    >>> one = Relation((((0, 1, Symbol("t")), S.One),), S.Zero)
    >>> two = Relation((((1, 1, Symbol("t")), S.One),), S.One)
    >>> [b.members for b in blocks(2, [one, two], [])]
    [(0,), (1,)]
    """
    everything = [*equations, *conditions]
    if any(not r.terms and r.value != 0 for r in everything):
        return None
    groups: list[set[int]] = [{i} for i in range(count)]
    for relation in everything:
        touched = [g for g in groups if g & relation.members]
        groups = [g for g in groups if g not in touched]
        if touched:
            groups.append(set().union(*touched))
    found = [
        Block(tuple(sorted(g)), _within(equations, g), _within(conditions, g))
        for g in sorted(groups, key=min)
    ]
    if any(len(b.equations) != len(b.members) for b in found if not b.is_trivial):
        return None
    return found


def _within(relations: Iterable[Relation], group: set[int]) -> tuple[Relation, ...]:
    return tuple(r for r in relations if r.members & group)


def _trace(amplitude: AppliedUndef, variable: Symbol, order: int, place: Expr) -> Expr:
    whole = Derivative(amplitude, (variable, order)) if order else amplitude
    if place == variable:
        return whole
    return Subs(whole, variable, place) if order else amplitude.func(place)
