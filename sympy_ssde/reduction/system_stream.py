"""Pairs without sources: a stream function in place of two unknowns.

``a*u_x + b*v_y = 0`` says that ``u = psi_y/a`` and ``v = -psi_x/b`` for some function psi.  So it
does for coefficients that vary, and with terms ``c*u + d*v``, where a factor makes both terms
derivatives: ``u_r + u/r + w_z = 0`` is ``(r*u)_r + (r*w)_z = 0``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sympy import Eq, Expr, S, Symbol, cancel, exp, expand, simplify
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.ordinary_integrals import antiderivative
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_start import given_level
from sympy_ssde.reduction.view import View, linear_parts, traced

#: A variable and the place where it is fixed.
_Face = tuple[Symbol, Expr]


def stream_function(problem: Problem) -> Iterator[Reduction]:
    """Problems with a stream function in place of a pair of unknowns.

    >>> from sympy import Function, sin
    >>> from sympy.abc import x, y
    >>> u, v = Function("u")(x, y), Function("v")(x, y)
    >>> flow = [u.diff(x) + v.diff(y), u.diff(y) - v.diff(x)]
    >>> data = {u.subs(y, 0): sin(x), v.subs(y, 0): 0}
    >>> found = next(stream_function(Problem(flow, [u, v], data)))
    >>> print(found.problems[0])
    Eq(Derivative(psi(x, y), (x, 2)) + Derivative(psi(x, y), (y, 2)), 0)
      with psi(x, 0) = 0
      with -sin(x) + Subs(Derivative(psi(x, y), y), y, 0) = 0
      on x in (-1, 1), y in (0, 1)
    """
    if len(problem.functions) < 2 or len(problem.equations) < 2:
        return
    for equation in problem.equations:
        pair = _pair(problem, equation)
        if pair is not None:
            found = _Stream(problem, equation, *pair).reduction()
            if found is not None:
                yield found


@dataclass(frozen=True)
class _Component:
    """``weight*function`` is a derivative of the stream function; the flux is along ``along``."""

    function: int
    along: Symbol
    weight: Expr


def _pair(problem: Problem, equation: Constraint) -> tuple[_Component, _Component] | None:
    """The two components of which the equation says that they have no sources together."""
    parts = linear_parts(equation)
    if parts is None or parts[1] != 0:
        return None
    slopes: dict[int, tuple[Symbol, Expr]] = {}
    levels: dict[int, Expr] = {}
    for trace, factor in parts[0]:
        if trace.point != problem.variables or sum(trace.orders) > 1:
            return None
        if not any(trace.orders):
            levels[trace.function] = factor
        elif trace.function in slopes:
            return None
        else:
            slopes[trace.function] = (problem.variables[trace.orders.index(1)], factor)
    if len(slopes) != 2 or not set(levels) <= set(slopes):
        return None
    (f, (x, a)), (g, (y, b)) = slopes.items()
    if x == y:
        return None
    factor = _factor(problem, (x, a, levels.get(f, S.Zero)), (y, b, levels.get(g, S.Zero)))
    if factor is None:
        return None
    return _Component(f, x, cancel(factor * a)), _Component(g, y, cancel(factor * b))


def _factor(
    problem: Problem, first: tuple[Symbol, Expr, Expr], second: tuple[Symbol, Expr, Expr]
) -> Expr | None:
    """What to multiply with, so that ``a*u_x + c*u`` and ``b*v_y + d*v`` become derivatives."""
    (x, rate), (y, other) = (
        (x, cancel((level - slope.diff(x)) / slope)) for x, slope, level in (first, second)
    )
    if simplify(rate.diff(y) - other.diff(x)) != 0:
        return None
    along = antiderivative(rate, x, problem.domain) if rate != 0 else S.Zero
    if along is None:
        return None
    left = simplify(other - along.diff(y))
    across = antiderivative(left, y, problem.domain) if left != 0 else S.Zero
    if across is None:
        return None
    return exp(along + across)


@dataclass(frozen=True)
class _Stream:
    """Two components without sources, and what is left to be said of them."""

    problem: Problem
    equation: Constraint
    first: _Component
    second: _Component

    @cached_property
    def seen(self) -> View:
        return View(self.problem, self.problem.functions[0])

    @cached_property
    def psi(self) -> AppliedUndef:
        return self.seen.unknown("psi")(*self.problem.variables)

    @cached_property
    def wholes(self) -> tuple[Expr, ...]:
        """All unknowns, two of them by the stream function."""
        values = list[Expr](self.problem.functions)
        values[self.first.function] = self.psi.diff(self.second.along) / self.first.weight
        values[self.second.function] = -self.psi.diff(self.first.along) / self.second.weight
        return tuple(values)

    def reduction(self) -> Reduction | None:
        """The problem for the stream function and the other unknowns."""
        problem = self.problem
        left = [self._put_in(e) for e in problem.equations if e is not self.equation]
        equations = [e for e in left if e != 0]
        others = [f for f in problem.functions if self._number(f) not in self._chosen]
        conditions = self._conditions()
        part = stated(problem, equations, [self.psi, *others], conditions)
        if part is None:
            return None
        shown = [
            Eq(problem.functions[f], self.wholes[f], evaluate=False) for f in sorted(self._chosen)
        ]
        line = Line("No sources: there is a stream function.", tuple(shown))
        return Reduction((part,), self.wholes, line)

    @property
    def _chosen(self) -> set[int]:
        return {self.first.function, self.second.function}

    def _number(self, function: AppliedUndef) -> int:
        return self.problem.functions.index(function)

    def _put_in(self, constraint: Constraint) -> Expr:
        values = [
            traced(t, self.wholes[t.function], self.problem.variables) for t in constraint.traces
        ]
        expr = constraint.expr.xreplace(dict(zip(constraint.slots, values, strict=True)))
        return expand(expr.doit(deep=False)) if expr.is_Add else expr.doit()

    def _conditions(self) -> list[Expr]:
        """Values of the stream function where they follow, its derivatives elsewhere."""
        found: list[Expr] = []
        known: dict[_Face, Expr] = {}
        used: set[Constraint] = set()
        for face, given in self._given().items():
            value = self._value(face, {f: value for f, (value, _) in given.items()}, known)
            if value is not None:
                known[face] = value
                used |= {c for f, (_, c) in given.items() if self._through(f, face[0])}
                found.append(self.psi.subs(*face) - value)
        found += [self._put_in(c) for c in self.problem.conditions if c not in used]
        return found if known else [*found, self.psi.subs(self._corner)]

    def _given(self) -> dict[_Face, dict[int, tuple[Expr, Constraint]]]:
        """What conditions say of the components on faces, those at the corner first."""
        given: dict[_Face, dict[int, tuple[Expr, Constraint]]] = {}
        for condition in self.seen.conditions:
            level, face = given_level(condition), condition.face
            if level is not None and face is not None and level[0] in self._chosen:
                given.setdefault(face, {})[level[0]] = level[1], condition.constraint
        corner = self._corner
        return dict(sorted(given.items(), key=lambda item: corner.get(item[0][0]) != item[0][1]))

    def _through(self, function: int, variable: Symbol) -> bool:
        """Whether a component's values on a face are derivatives along the face."""
        along = {c.function: c.along for c in (self.first, self.second)}
        return variable == along[function] or variable not in along.values()

    @cached_property
    def _corner(self) -> dict[Symbol, Expr]:
        """Where the stream function is taken to vanish."""
        corner = {}
        for variable in (self.first.along, self.second.along):
            given = [c.face[1] for c in self.seen.on(variable) if c.face is not None]
            ends = [e for e in (*self.seen.ends(variable), S.Zero) if e.is_infinite is not True]
            corner[variable] = next((e for e in ends if e in given), ends[0])
        return corner

    def _value(
        self, face: _Face, given: Mapping[int, Expr], known: Mapping[_Face, Expr]
    ) -> Expr | None:
        """The stream function on a face, if the flux through the face is given there."""
        variable, place = face
        first, second = self.first, self.second
        slopes = {
            other.along: sign * (flow.weight * given[flow.function]).subs(variable, place)
            for flow, other, sign in ((first, second, S.One), (second, first, S.NegativeOne))
            if flow.function in given and self._through(flow.function, variable)
        }
        if len(slopes) < (1 if variable in self._corner else 2):
            return None
        if variable in self._corner and place != self._corner[variable]:
            (along,) = slopes
            level = known.get((along, self._corner[along]))
            return None if level is None else self._sum(slopes, level.subs(variable, place))
        return self._sum(slopes, S.Zero)

    def _sum(self, slopes: Mapping[Symbol, Expr], level: Expr) -> Expr | None:
        """The integral of slopes along one variable after the other, from the corner on."""
        signs = with_signs(self.problem.domain)
        back = {s: v for v, s in signs.items()}
        for number, (x, slope) in enumerate(slopes.items()):
            later = {v: self._corner[v] for v in list(slopes)[number + 1 :]}
            integrand = slope.subs(later).xreplace(signs)
            whole = antiderivative(integrand, signs[x], self.problem.domain)
            if whole is None:
                return None
            whole = whole.xreplace(back)
            level += whole - whole.subs(x, self._corner[x])
        return expand(level)
