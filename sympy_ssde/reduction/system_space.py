"""Invariant spaces of systems: every unknown is a sum of its own few modes.

As :mod:`sympy_ssde.reduction.invariant_space`, for several unknowns: what an equation brings up is
a mode of the unknown whose rate it gives.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Add, Eq, Expr, S, Symbol
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.modes import Modes, is_tame, modes
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.space import evolution_variables
from sympy_ssde.reduction.view import View

#: The most modes of all unknowns together.
MAX_FUNCTIONS = 10

_Named = list[dict[Expr, AppliedUndef]]


def spaces_of_system(problem: Problem) -> Iterator[Reduction]:
    """Reductions of a system in several variables to one of ordinary equations.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> h, u = Function("h")(x, t), Function("u")(x, t)
    >>> water = [h.diff(t) + (h*u).diff(x), u.diff(t) + u*u.diff(x) + h.diff(x)]
    >>> data = {h.subs(t, 0): 1 + x**2, u.subs(t, 0): 0}
    >>> next(spaces_of_system(Problem(water, [h, u], data))).combine
    (x**2*a2(t) + a1(t), x*a3(t))
    """
    count = len(problem.functions)
    if count < 2 or len(problem.variables) < 2 or len(problem.equations) != count:
        return
    seen = View(problem, problem.functions[0])
    for variable in evolution_variables(seen):
        found = _Spaces(seen, variable).reduction()
        if found is not None:
            yield found


@dataclass(frozen=True)
class _Spaces:
    """One variable for the amplitudes, the others for the modes."""

    seen: View
    variable: Symbol

    def reduction(self) -> Reduction | None:
        """The reduction, if spaces are found that the equations don't leave."""
        owners = self._owners()
        start = self._start()
        if owners is None or start is None:
            return None
        closed = self._closed(start, owners)
        if closed is None:
            return None
        named, residuals = closed
        conditions = self._conditions(named)
        if conditions is None:
            return None
        equations = [e for found in residuals for e in found.values() if e != 0]
        functions = [a for own in named for a in own.values()]
        if len(equations) != len(functions):
            return None
        problem = self.seen.state(equations, functions, conditions)
        if problem is None:
            return None
        wholes = _sums(named)
        unknowns = self.seen.problem.functions
        shown = (Eq(f, w, evaluate=False) for f, w in zip(unknowns, wholes, strict=True))
        words = (
            "Invariant spaces: the equations keep the form of these sums, in which the amplitudes "
            f"depend on {self.variable}."
        )
        return Reduction((problem,), wholes, Line(words, tuple(shown)))

    def _owners(self) -> list[int] | None:
        """For each equation the unknown whose rate it gives; None if that isn't one each."""
        i = self.seen.variables.index(self.variable)
        owners = []
        for equation in self.seen.problem.equations:
            rated = {t.function for t in equation.traces if t.orders[i]}
            if len(rated) != 1:
                return None
            owners.append(rated.pop())
        return owners if len(set(owners)) == len(owners) else None

    def _modes(self, expr: Expr) -> Modes | None:
        inner = [v for v in self.seen.variables if v != self.variable]
        return modes(expr, inner, (self.variable,))

    def _start(self) -> list[list[Expr]] | None:
        """The modes of each unknown's own data."""
        found: list[dict[Expr, None]] = [{} for _ in self.seen.problem.functions]
        for condition in self.seen.on(self.variable):
            functions = {t.function for t in condition.constraint.traces}
            value = self._modes(condition.value)
            if condition.terms is None or len(functions) != 1 or value is None:
                return None
            found[functions.pop()] |= dict.fromkeys(m for m, c in value.items() if c != 0)
        return [list(some) for some in found]

    def _closed(
        self, start: list[list[Expr]], owners: list[int]
    ) -> tuple[_Named, list[Modes]] | None:
        """Amplitudes of all modes, and what the equations say of them."""
        inner = [v for v in self.seen.variables if v != self.variable]
        bases = [list(some) for some in start]
        while sum(map(len, bases)) <= MAX_FUNCTIONS:
            named = self._named(bases)
            wholes = _sums(named)
            found = [self._modes(e) for e in self._residuals(wholes)]
            residuals = [r for r in found if r is not None]
            if len(residuals) < len(found):
                return None
            news = [
                [m for m, c in residual.items() if c != 0 and m not in bases[owner]]
                for residual, owner in zip(residuals, owners, strict=True)
            ]
            if not any(news):
                return named, residuals
            if not all(is_tame(m, inner) for new in news for m in new):
                return None
            for new, owner in zip(news, owners, strict=True):
                bases[owner] += new
        return None

    def _residuals(self, wholes: tuple[Expr, ...]) -> list[Expr]:
        variables = self.seen.variables
        return [e.put_in(wholes, variables).doit() for e in self.seen.problem.equations]

    def _named(self, bases: list[list[Expr]]) -> _Named:
        taken: list[str] = []
        named: _Named = []
        for basis in bases:
            own = {}
            for mode in basis:
                func = self.seen.unknown(f"a{len(taken) + 1}", taken)
                taken.append(str(func))
                own[mode] = func(self.variable)
            named.append(own)
        return named

    def _conditions(self, named: _Named) -> list[Expr] | None:
        """What the data say of the amplitudes; those that no datum has begin with nothing."""
        wholes = _sums(named)
        conditions = []
        for condition in self.seen.on(self.variable):
            gap = self._gap(condition.constraint, wholes)
            found = self._modes(gap)
            if found is None or any(c != 0 and not c.has(AppliedUndef) for c in found.values()):
                return None
            conditions += [c for c in found.values() if c != 0]
        return conditions

    def _gap(self, constraint: Constraint, wholes: tuple[Expr, ...]) -> Expr:
        variables = self.seen.variables
        values = {}
        for slot, trace in zip(constraint.slots, constraint.traces, strict=True):
            slope = derivative(wholes[trace.function], variables, trace.orders)
            place = {v: p for v, p in zip(variables, trace.point, strict=True) if v != p}
            values[slot] = slope.subs(place)
        return constraint.expr.xreplace(values)


def _sums(named: _Named) -> tuple[Expr, ...]:
    return tuple(Add(*(a * m for m, a in own.items()), S.Zero) for own in named)
