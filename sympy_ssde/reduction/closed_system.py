"""Separation for linear systems: every unknown is a sum of the same modes with its own amplitudes.

As :mod:`sympy_ssde.reduction.closed_space`, but for several unknowns, as the two parts of
Schroedinger's wave function: the amplitudes fulfil a linear system of ordinary equations.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sympy import Add, Eq, Expr, S

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.amplitudes import Block, Relation, blocks
from sympy_ssde.reduction.modes import Modes, is_tame, modes, vanishes
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.space import MAX_MODES, MAX_WILD, Separation, evolution_variables
from sympy_ssde.reduction.view import Condition, View, linear_parts

_Terms = tuple[tuple[Trace, Expr], ...]


def closed_system(problem: Problem) -> Iterator[Reduction]:
    """Reductions of a linear system in several variables to systems of ordinary equations.

    >>> from sympy import Function, sin
    >>> from sympy.abc import t, x
    >>> p, q = Function("p")(x, t), Function("q")(x, t)
    >>> pair = [p.diff(t) + q.diff(x, 2), q.diff(t) - p.diff(x, 2)]
    >>> data = {p.subs(t, 0): sin(x), q.subs(t, 0): 0}
    >>> next(closed_system(Problem(pair, [p, q], data))).combine
    (a1(t)*sin(x), a2(t)*sin(x))
    """
    count = len(problem.functions)
    if count < 2 or len(problem.variables) < 2 or len(problem.equations) != count:
        return
    seen = View(problem, problem.functions[0])
    equations = [linear_parts(e) for e in problem.equations]
    if not seen.has_linear_conditions or None in equations:
        return
    known = tuple(e for e in equations if e is not None)
    for variable in evolution_variables(seen):
        found = _System(seen, variable, known).reduction()
        if found is not None:
            yield found


@dataclass(frozen=True)
class _System(Separation):
    """The equations of several unknowns, by their terms and what stands without unknowns."""

    equations: tuple[tuple[_Terms, Expr], ...]

    def modes(self, expr: Expr) -> Modes | None:
        found = modes(expr, self.inner, (self.variable,))
        if found is None:
            return None
        return {m: c for m, c in found.items() if not vanishes(c, self.domain)}

    def applied(self, terms: _Terms, mode: Expr) -> dict[tuple[int, int, Expr], Modes] | None:
        """Function, order and place of an amplitude -> modes that its terms make of ``mode``."""
        parts: dict[tuple[int, int, Expr], list[Expr]] = {}
        for trace, coefficient in terms:
            inner = tuple(0 if i == self.place else n for i, n in enumerate(trace.orders))
            key = (trace.function, trace.orders[self.place], trace.point[self.place])
            part = coefficient * derivative(mode, self.seen.variables, inner)
            parts.setdefault(key, []).append(part)
        found = {key: self.modes(Add(*sums)) for key, sums in parts.items()}
        if any(value is None for value in found.values()):
            return None
        return {key: value for key, value in found.items() if value is not None}

    def closed(self, start: Sequence[Expr]) -> list[Expr] | None:
        """The modes with all that the operators make of them, or None if there are too many."""
        basis: list[Expr] = []
        waiting, room = list(start), MAX_MODES
        while waiting:
            mode = waiting.pop(0)
            if not is_tame(mode, self.inner):
                room = min(room, len(start) + MAX_WILD)
            basis.append(mode)
            for terms, _ in self.equations:
                found = self.applied(terms, mode)
                if found is None:
                    return None
                new = {psi for value in found.values() for psi in value}
                waiting += sorted(new - {*basis, *waiting}, key=str)
            if len(basis) + len(waiting) > room:
                return None
        return basis

    def relations(self, terms: _Terms, value: Expr, basis: Sequence[Expr]) -> list[Relation] | None:
        """A linear relation between the unknowns, as one between amplitudes for each mode."""
        wanted = self.modes(value)
        rows: dict[Expr, dict[tuple[int, int, Expr], Expr]] = {}
        for number, mode in enumerate(basis):
            found = self.applied(terms, mode)
            if found is None:
                return None
            for (function, order, place), sums in found.items():
                key = (function * len(basis) + number, order, place)
                for psi, c in sums.items():
                    row = rows.setdefault(psi, {})
                    row[key] = row.get(key, S.Zero) + c
        if wanted is None:
            return None
        every = dict.fromkeys([*basis, *rows, *wanted])
        return [
            Relation(tuple(rows.get(psi, {}).items()), wanted.get(psi, S.Zero)) for psi in every
        ]

    @cached_property
    def data(self) -> tuple[Condition, ...]:
        return self.seen.on(self.variable)

    def start(self) -> list[Expr] | None:
        """The modes of the data and of the sources."""
        values = [c.value for c in self.data] + [-rest for _, rest in self.equations]
        found = [self.modes(v) for v in values]
        if None in found:
            return None
        return list(dict.fromkeys(m for value in found if value is not None for m in value))

    def reduction(self) -> Reduction | None:
        """The reduction with its problems, one for each block of amplitudes."""
        start = self.start()
        basis = self.closed(start) if start else None
        if not basis:
            return None
        equations = [self.relations(terms, -rest, basis) for terms, rest in self.equations]
        conditions = [self.relations(c.terms or (), c.value, basis) for c in self.data]
        if None in equations or None in conditions:
            return None
        count = len(basis) * len(self.equations)
        found = blocks(
            count,
            [r for rows in equations for r in rows or () if r.terms],
            [r for rows in conditions for r in rows or () if r.terms or r.value != 0],
        )
        active = [b for b in found or () if not b.is_trivial]
        return self._stated(active, basis) if active else None

    def _stated(self, active: Sequence[Block], basis: Sequence[Expr]) -> Reduction | None:
        names: dict[int, Expr] = {}
        taken: list[str] = []
        for number, i in enumerate(sorted(i for b in active for i in b.members), start=1):
            func = self.seen.unknown(f"a{number}", taken)
            taken.append(str(func))
            names[i] = func(self.variable)
        problems = [b.problem(self.seen, names, self.variable) for b in active]
        if any(p is None for p in problems):
            return None
        functions = self.seen.problem.functions
        wholes = tuple(
            Add(
                *(
                    names[f * len(basis) + i] * m
                    for i, m in enumerate(basis)
                    if f * len(basis) + i in names
                )
            )
            for f in range(len(functions))
        )
        shown = (Eq(f, w, evaluate=False) for f, w in zip(functions, wholes, strict=True))
        line = Line(
            "Separation: the terms of the data stay among themselves, so that only their "
            f"amplitudes depend on {self.variable}.",
            tuple(shown),
        )
        return Reduction(tuple(p for p in problems if p is not None), wholes, line)
