"""A closed space of modes: equations and conditions of their amplitudes.

The phi_i of u = sum a_i(y) phi_i(X) are the terms of the data at y = const and of the source; what
the operator makes of them is added until nothing new comes up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from sympy import Add, Expr, S, Symbol
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.reduction.amplitudes import Block, Relation, blocks
from sympy_ssde.reduction.modes import Modes, is_tame, modes, vanishes
from sympy_ssde.reduction.view import Condition, View

#: The most functions that a space may have.
MAX_MODES = 32

#: How many more may come up once there is one whose derivatives are new functions as a rule.
MAX_WILD = 3

#: Equation of mode psi: order of the derivative of the amplitude -> coefficient.
Row = dict[Expr, dict[int, Expr]]


def evolution_variables(seen: View) -> list[Symbol]:
    """Variables with conditions on faces, those with initial conditions first."""

    def rank(v: Symbol) -> tuple[bool, bool, int]:
        places = {p for c in seen.on(v) for _, points in c.places for p in points}
        homogeneous = all(c.is_homogeneous for c in seen.on(v))
        return len(places) > 1, homogeneous, -seen.variables.index(v)

    return sorted((v for v in seen.variables if seen.on(v)), key=rank)


@dataclass(frozen=True)
class Separation:
    """One variable for the amplitudes, and the others for the modes."""

    seen: View
    variable: Symbol

    @property
    def domain(self) -> Domain:
        """Ranges of all symbols."""
        return self.seen.problem.domain

    @cached_property
    def inner(self) -> tuple[Symbol, ...]:
        """The variables of the modes."""
        return tuple(v for v in self.seen.variables if v != self.variable)

    @cached_property
    def place(self) -> int:
        """The position of the amplitudes' variable among the unknown's arguments."""
        return self.seen.variables.index(self.variable)


@dataclass(frozen=True)
class Space(Separation):
    """Modes of one unknown that its equation doesn't leave."""

    @cached_property
    def divisor(self) -> Expr:
        """The part of the leading coefficient that has the modes' variables in it."""
        top = self.seen.order(self.variable)
        pure = tuple(top if v == self.variable else 0 for v in self.seen.variables)
        leading = self.seen.terms.get(pure, S.One)
        return leading.factor().as_independent(*self.inner, as_Add=False)[1] if top else S.One

    def modes(self, expr: Expr) -> Modes | None:
        """The modes of an expression, those with vanishing coefficients left out."""
        found = modes(expr, self.inner, (self.variable,))
        if found is None:
            return None
        return {m: c for m, c in found.items() if not vanishes(c, self.domain)}

    def row(self, mode: Expr) -> Row | None:
        """What the operator makes of ``a(y)*mode``."""
        row: Row = {}
        for order, parts in self._parts(mode).items():
            found = self.modes(Add(*parts))
            if found is None:
                return None
            for psi, coefficient in found.items():
                row.setdefault(psi, {})[order] = coefficient
        return row

    def may_close(self, mode: Expr) -> bool:
        """Whether a mode that isn't tame is an eigenfunction, in numbers, or may still close.

        Of operators with constant coefficients no other can be part of a finite space.
        """
        coefficients = [c / self.divisor for c in self.seen.terms.values()]
        if any(c.free_symbols & set(self.inner) for c in coefficients):
            return True
        return len(self.inner) > 1 and all(
            self._is_multiple(Add(*parts), mode) for parts in self._parts(mode).values()
        )

    def _is_multiple(self, expr: Expr, mode: Expr) -> bool:
        random = Random(5)
        point = self.domain.point(random)
        values = []
        for _ in range(2):
            at = point | {v: p for v, p in self.domain.point(random).items() if v in self.inner}
            values.append((expr.xreplace(at) / mode.xreplace(at)).evalf(15))
        gap = abs(values[0] - values[1])
        return not gap.is_Float or bool(gap < 1e-9 * (1 + abs(values[0])))

    def _parts(self, mode: Expr) -> dict[int, list[Expr]]:
        """What the operator makes of ``a(y)*mode``, by the orders of the derivatives of a."""
        by_order: dict[int, list[Expr]] = {}
        for orders, coefficient in self.seen.terms.items():
            inner = tuple(0 if i == self.place else n for i, n in enumerate(orders))
            part = coefficient / self.divisor * derivative(mode, self.seen.variables, inner)
            by_order.setdefault(orders[self.place], []).append(part)
        return by_order

    def closed(self, start: Sequence[Expr]) -> dict[Expr, Row] | None:
        """The modes with what the operator makes of each, or None if there are too many."""
        rows: dict[Expr, Row] = {}
        waiting = list(start)
        room = MAX_MODES
        while waiting:
            mode = waiting.pop(0)
            if mode in rows:
                continue
            if not is_tame(mode, self.inner):
                if not self.may_close(mode):
                    return None
                room = min(room, len(start) + MAX_WILD)
            row = self.row(mode)
            if row is None:
                return None
            rows[mode] = row
            waiting += [psi for psi in row if psi not in rows and psi not in waiting]
            if len(rows) + len(waiting) > room:
                return None
        return rows

    @cached_property
    def solved(self) -> "Amplitudes | None":
        """Modes and blocks of amplitudes that aren't zero; None if the space isn't finite."""
        faces = [(c, self.modes(c.value)) for c in self.seen.on(self.variable)]
        source = self.modes(self.seen.source / self.divisor)
        if source is None or any(value is None for _, value in faces):
            return None
        data = [(c, value) for c, value in faces if value is not None]
        start = dict.fromkeys(m for _, value in [*data, (None, source)] for m in value)
        rows = self.closed(list(start)) if start else None
        if not rows:
            return None
        found = self.blocks(rows, data, source)
        active = [b for b in found or () if not b.is_trivial]
        return Amplitudes(tuple(rows), tuple(active)) if active else None

    def blocks(
        self, rows: dict[Expr, Row], data: Sequence[tuple[Condition, Modes]], source: Modes
    ) -> list[Block] | None:
        """Equations and conditions of the amplitudes."""
        basis = list(rows)
        equations = []
        for psi in basis:
            terms = {
                (i, order, self.variable): c
                for i, mode in enumerate(basis)
                for order, c in rows[mode].get(psi, {}).items()
            }
            equations.append(Relation(tuple(terms.items()), source.get(psi, S.Zero)))
        conditions = []
        for condition, value in data:
            found = self.traces(condition, basis)
            if found is None:
                return None
            for psi in dict.fromkeys([*basis, *found, *value]):
                terms = found.get(psi, {})
                if terms or psi in value:
                    relation = Relation(tuple(terms.items()), value.get(psi, S.Zero))
                    conditions.append(relation)
        return blocks(len(basis), equations, conditions)

    def traces(
        self, condition: Condition, basis: Sequence[Expr]
    ) -> dict[Expr, dict[tuple[int, int, Expr], Expr]] | None:
        """Mode -> traces of amplitudes with coefficients, of a condition at y = const."""
        found: dict[Expr, dict[tuple[int, int, Expr], Expr]] = {}
        for trace, coefficient in condition.terms or ():
            inner = tuple(0 if i == self.place else n for i, n in enumerate(trace.orders))
            for i, mode in enumerate(basis):
                part = coefficient * derivative(mode, self.seen.variables, inner)
                parts = self.modes(part)
                if parts is None:
                    return None
                key = (i, trace.orders[self.place], trace.point[self.place])
                for psi, c in parts.items():
                    terms = found.setdefault(psi, {})
                    terms[key] = terms.get(key, S.Zero) + c
        return found

    def is_clear(self, found: "Amplitudes") -> bool:
        """Whether each mode has vanishing traces in the conditions at other faces."""
        return all(
            vanishes(c.applied(found.basis[i], self.seen.variables), self.domain)
            for c in self.seen.conditions
            if c.variable != self.variable
            for i in found.members
        )

    def fits(self, found: "Amplitudes") -> bool:
        """Whether the conditions at other faces don't speak against these modes."""
        basis, active = found.basis, found.blocks
        members = found.members
        # in larger blocks an amplitude may vanish though its block doesn't
        alone = {b.members[0] for b in active if len(b.members) == 1}
        for condition in self.seen.conditions:
            if condition.variable in (None, self.variable):
                continue
            if not self._allows(condition, [(i, basis[i]) for i in members], alone):
                return False
        return True

    def _allows(
        self, condition: Condition, members: Sequence[tuple[int, Expr]], alone: set[int]
    ) -> bool:
        free = [v for v in self.inner if v != condition.variable]
        found: dict[Expr, set[int]] = {}
        for i, mode in members:
            value = modes(condition.applied(mode, self.seen.variables), free, (self.variable,))
            if value is None or any(not c.is_finite for c in value.values() if c.is_number):
                return True
            for psi, c in value.items():
                if not vanishes(c, self.domain):
                    found.setdefault(psi, set()).add(i)
        wanted = modes(condition.value, free, (self.variable,))
        if wanted is None:
            return True
        wanted = {psi: c for psi, c in wanted.items() if not vanishes(c, self.domain)}
        if any(psi not in found for psi in wanted):
            return False
        return not any(len(i) == 1 and i <= alone and psi not in wanted for psi, i in found.items())


@dataclass(frozen=True)
class Amplitudes:
    """Modes, and the blocks in which their amplitudes are found."""

    basis: tuple[Expr, ...]
    blocks: tuple[Block, ...]

    @property
    def members(self) -> list[int]:
        """Numbers of the modes that occur."""
        return sorted(i for b in self.blocks for i in b.members)

    def named(self, seen: View, variable: Symbol) -> dict[int, AppliedUndef]:
        """An unknown for each amplitude, numbered if there are several."""
        members = self.members
        if len(members) == 1:
            return {members[0]: seen.fresh("a", variable)}
        named: dict[int, AppliedUndef] = {}
        taken: list[str] = []
        for number, i in enumerate(members, start=1):
            func = seen.unknown(f"a{number}", taken)
            taken.append(str(func))
            named[i] = func(variable)
        return named

    def whole(self, named: Mapping[int, Expr]) -> Expr:
        """The sum of modes with these amplitudes."""
        return Add(*(named[i] * self.basis[i] for i in self.members))

    def completed(self, seen: View, variable: Symbol) -> "Amplitudes":
        """The same, with what is silently meant at ends without conditions: nothing grows there."""
        ends = _open_ends(seen, variable)
        blocks = tuple(_completed(b, variable, ends) for b in self.blocks) if ends else self.blocks
        return Amplitudes(self.basis, blocks)


def _open_ends(seen: View, variable: Symbol) -> list[Expr]:
    """Infinite ends, and ends where the equation is singular, if no condition stands there."""
    given = {p for c in seen.on(variable) for _, points in c.places for p in points}
    ends = [e for e in seen.ends(variable) if e not in given]
    top = max(seen.terms, key=lambda k: k[seen.variables.index(variable)])
    ratios = [c / seen.terms[top] for c in seen.terms.values()]
    singular = [
        e for e in ends if e.is_infinite or any(not is_finite(r.subs(variable, e)) for r in ratios)
    ]
    return singular


def _completed(block: Block, variable: Symbol, ends: Sequence[Expr]) -> Block:
    """The block with a condition for each amplitude at ends, if that many are missing."""
    orders = {i: _orders(block, i) for i in block.members}
    needed = sum(max(found, default=0) for found in orders.values())
    missing, rest = divmod(needed - len(block.conditions), len(block.members))
    if rest:
        return block
    more = [
        # without a term in a itself constants are solutions: the slope is what vanishes
        Relation((((i, 0 if 0 in orders[i] else 1, e), S.One),), S.Zero)
        for i in block.members
        for e in ends[: max(missing, 0)]
    ]
    return Block(block.members, block.equations, (*block.conditions, *more))


def _orders(block: Block, member: int) -> set[int]:
    """Orders of the derivatives of an amplitude in the equation where its order is highest."""
    found = [{m for (i, m, _), _ in e.terms if i == member} for e in block.equations]
    return max(found, key=lambda orders: max(orders, default=-1))
