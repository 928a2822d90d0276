"""A problem with one unknown as reductions see it: coefficients, source, conditions on faces.

:func:`view` reads a problem once; the smaller problems that a reduction leads to are stated with
:meth:`View.state`, which keeps the ranges of variables and parameters.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sympy import Expr, Function, S, Symbol
from sympy.core.function import AppliedUndef, UndefinedFunction

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.statement import stated

#: Orders of a derivative, one for each variable: ``(0, 2)`` is u_yy of u(x, y).
Orders = tuple[int, ...]


@dataclass(frozen=True)
class Condition:
    """A condition: ``sum(coefficient * trace) = value`` if it is linear, and where it stands.

    ``terms`` is None for one that isn't linear.  ``places`` has, for every variable that is fixed
    somewhere, the values that it takes: one on a face, two in a periodic condition.
    """

    constraint: Constraint
    terms: tuple[tuple[Trace, Expr], ...] | None
    value: Expr
    places: tuple[tuple[Symbol, tuple[Expr, ...]], ...]
    variables: tuple[Symbol, ...]

    @property
    def variable(self) -> Symbol | None:
        """The only variable that is fixed, or None: on a curve ``u(x, x)`` none is."""
        if len(self.places) != 1:
            return None
        variable, points = self.places[0]
        return None if any(p.free_symbols & {*self.variables} for p in points) else variable

    @property
    def face(self) -> tuple[Symbol, Expr] | None:
        """Variable and end if the condition stands on one face, else None."""
        variable = self.variable
        if variable is None or len(self.places[0][1]) != 1:
            return None
        return variable, self.places[0][1][0]

    @property
    def is_homogeneous(self) -> bool:
        """Whether the condition is linear with the value zero."""
        return self.terms is not None and self.value.is_zero is True

    def applied(self, expr: Expr, variables: Sequence[Symbol]) -> Expr:
        """The left side for ``u = expr``; a limit isn't taken."""
        assert self.terms is not None
        return sum((c * traced(t, expr, variables) for t, c in self.terms), S.Zero)


@dataclass(frozen=True)
class View:
    """A problem with one equation for one unknown.

    >>> from sympy import Eq, Function, Symbol
    >>> from sympy.abc import t, x
    >>> u, k = Function("u"), Symbol("k", positive=True)
    >>> heat = Eq(u(x, t).diff(t) - k*u(x, t).diff(x, 2), x)
    >>> seen = view(Problem(heat, u(x, t), {u(x, 0): x, u(0, t): 0}))
    >>> seen.terms, seen.source
    ({(0, 1): 1, (2, 0): -k}, x)
    >>> [c.face for c in seen.conditions]
    [(x, 0), (t, 0)]
    """

    problem: Problem
    function: AppliedUndef

    @property
    def variables(self) -> tuple[Symbol, ...]:
        """The unknown's arguments."""
        return self.function.args

    @property
    def equation(self) -> Constraint:
        """The equation as the problem has it: an expression of slots, and their traces."""
        return self.problem.equations[0]

    @cached_property
    def expr(self) -> Expr:
        """The equation as an expression that must vanish, with the unknown in it."""
        return self.equation.expression((self.function,))

    @cached_property
    def _linear(self) -> tuple[dict[Orders, Expr], Expr] | None:
        parts = linear_parts(self.equation)
        if parts is None:
            return None
        return {t.orders: c for t, c in parts[0]}, -parts[1]

    @property
    def is_linear(self) -> bool:
        """Whether the equation is linear in the unknown."""
        return self._linear is not None

    @property
    def terms(self) -> dict[Orders, Expr]:
        """Orders of the derivatives -> coefficients, of a linear equation."""
        assert self._linear is not None
        return self._linear[0]

    @property
    def source(self) -> Expr:
        """The right side of a linear equation: ``sum(terms[k] * D^k u) = source``."""
        assert self._linear is not None
        return self._linear[1]

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions, in an order that doesn't depend on how they were given."""
        found = [_condition(c, self.variables) for c in self.problem.conditions]
        place = {v: i for i, v in enumerate(self.variables)}
        return tuple(sorted(found, key=lambda c: [(place[v], str(p)) for v, p in c.places]))

    @property
    def has_linear_conditions(self) -> bool:
        """Whether every condition is linear."""
        return all(c.terms is not None for c in self.conditions)

    def ends(self, variable: Symbol) -> tuple[Expr, Expr]:
        """The range of a variable."""
        r = self.problem.domain.by_symbol[variable]
        return r.low, r.high

    def order(self, variable: Symbol) -> int:
        """The highest order of a derivative by ``variable`` in the equation."""
        i = self.variables.index(variable)
        return max((t.orders[i] for t in self.equation.traces), default=0)

    def on(self, variable: Symbol) -> tuple[Condition, ...]:
        """The conditions that fix this variable and no other."""
        return tuple(c for c in self.conditions if c.variable == variable)

    def applied(self, expr: Expr) -> Expr:
        """What the linear operator makes of ``u = expr``, without the source."""
        parts = (c * derivative(expr, self.variables, k) for k, c in self.terms.items())
        return sum(parts, S.Zero)

    def residual(self, expr: Expr) -> Expr:
        """The equation's left side minus its right for ``u = expr``, which may have unknowns."""
        return _put_in(self.equation, expr, self.variables)

    def residuals(self, expr: Expr) -> list[Expr]:
        """The same for every condition, in the order of :attr:`conditions`.

        Unknown functions in ``expr`` come out as ``v(0, t)`` or ``Subs(Derivative(...))``.
        """
        return [_put_in(c.constraint, expr, self.variables) for c in self.conditions]

    def fresh(self, name: str, *args: Expr) -> AppliedUndef:
        """An unknown with the first of ``v, v1, v2, ...`` that isn't taken in the problem."""
        return self.unknown(name)(*args)

    def unknown(self, name: str, taken: Sequence[str] = ()) -> UndefinedFunction:
        """A function name that neither the problem nor ``taken`` has."""
        names = {str(s) for s in self.problem.domain.by_symbol} | set(taken)
        names |= {str(f.func) for f in self.problem.functions}
        return Function(next(n for n in _numbered(name) if n not in names))

    def state(
        self,
        equations: Expr | Sequence[Expr],
        functions: AppliedUndef | Sequence[AppliedUndef],
        conditions: Sequence[Expr],
        ranges: Mapping[Symbol, tuple[Expr, Expr]] | None = None,
    ) -> Problem | None:
        """A smaller problem; expressions are taken as zero.  None if it can't be stated.

        ``ranges`` has new variables; those of the whole keep theirs, as parameters do.
        """
        return stated(self.problem, equations, functions, conditions, ranges)


def view(problem: Problem) -> View | None:
    """The view of a problem with one equation for one unknown; None for others."""
    if len(problem.functions) != 1 or len(problem.equations) != 1:
        return None
    return View(problem, problem.functions[0])


def linear_view(problem: Problem) -> View | None:
    """The view of a linear problem with linear conditions in several variables, or None."""
    seen = view(problem)
    if seen is None or len(seen.variables) < 2 or not seen.is_linear:
        return None
    return seen if seen.has_linear_conditions else None


def traced(trace: Trace, expr: Expr, variables: Sequence[Symbol]) -> Expr:
    """The trace of ``u = expr``, which may have unknown functions in it.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> v = Function("v")
    >>> traced(Trace(0, (1, 0), (S(0), t)), t*v(x, t), (x, t))
    t*Subs(Derivative(v(x, t), x), x, 0)
    """
    moved = {v: p for v, p in zip(variables, trace.point, strict=True) if v != p}
    return derivative(expr, variables, trace.orders).subs(moved, simultaneous=True)


def linear_parts(c: Constraint) -> tuple[tuple[tuple[Trace, Expr], ...], Expr] | None:
    """Coefficients of the traces, and what is left without them; None if it isn't linear."""
    slots = set(c.slots)
    coefficients = [c.expr.diff(s) for s in c.slots]
    if any(slots & k.free_symbols for k in coefficients):
        coefficients = [c.expr.expand().diff(s) for s in c.slots]
        if any(slots & k.free_symbols for k in coefficients):
            return None
    rest = c.expr.xreplace(dict.fromkeys(c.slots, S.Zero))
    pairs = zip(c.traces, coefficients, strict=True)
    return tuple((t, k) for t, k in pairs if k != 0), rest


def _condition(c: Constraint, variables: Sequence[Symbol]) -> Condition:
    parts = linear_parts(c)
    places = []
    for i, v in enumerate(variables):
        points = tuple(sorted({t.point[i] for t in c.traces}, key=str))
        if points != (v,):
            places.append((v, points))
    if parts is None:
        return Condition(c, None, S.Zero, tuple(places), tuple(variables))
    return Condition(c, parts[0], -parts[1], tuple(places), tuple(variables))


def _put_in(c: Constraint, expr: Expr, variables: Sequence[Symbol]) -> Expr:
    values = [traced(t, expr, variables) for t in c.traces]
    return c.expr.xreplace(dict(zip(c.slots, values, strict=True)))


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 1
    while True:
        yield f"{name}{number}"
        number += 1
