"""An ordinary equation in the form that its methods work on, and solutions with free constants.

Symbols carry the signs that the domain implies, so that ``sqrt(k**2)`` is ``k`` for positive k; the
unknown and its derivatives stand as symbols ``y, y1, y2, ...`` (jets).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import sympy
from sympy import Add, Basic, Derivative, Dummy, Eq, Expr, I, Mul, S, Symbol, expand, together
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.evaluate import Undefined, evaluate_mp, multiprecision
from sympy_ssde.proof.signs import with_signs
from sympy_ssde.reduction.reduction import Line


@dataclass(frozen=True)
class Linear:
    """``sum(coefficients[i] * y_i) = source``."""

    coefficients: tuple[Expr, ...]
    source: Expr

    @property
    def order(self) -> int:
        """Order of the highest derivative."""
        return len(self.coefficients) - 1

    def normal(self) -> "Linear":
        """The same with 1 before the highest derivative."""
        lead = self.coefficients[-1]
        if lead == 1:
            return self
        ratios = tuple(together(c / lead).cancel() for c in self.coefficients)
        return Linear(ratios, _quotient(self.source, lead))

    def applied(self, expr: Expr, x: Symbol) -> Expr:
        """The left side with ``expr`` put in for the unknown."""
        terms = [c * expr.diff(x, i) if i else c * expr for i, c in enumerate(self.coefficients)]
        return Add(*terms)


def _quotient(source: Expr, lead: Expr) -> Expr:
    if not lead.free_symbols or lead.is_Symbol:
        return Add(*(a / lead for a in Add.make_args(source)))
    return sympy.powsimp(together(source / lead))


@dataclass(frozen=True)
class Start:
    """Initial values ``y, y1, ...`` at one point."""

    point: Expr
    values: tuple[Expr, ...]


@dataclass(frozen=True)
class Equation:
    """``expr = 0``, an ordinary equation for one function of ``x``, given by its jets."""

    expr: Expr
    x: Symbol
    jets: tuple[Symbol, ...]
    domain: Domain
    func: AppliedUndef
    start: Start | None = None

    @property
    def order(self) -> int:
        """Order of the highest derivative."""
        return len(self.jets) - 1

    @property
    def ends(self) -> tuple[Expr, Expr]:
        """The ends of the variable's range."""
        r = self.domain.by_symbol[self.x]
        return r.low, r.high

    @cached_property
    def linear(self) -> Linear | None:
        """Its coefficients and source, if it is linear.

        >>> from sympy import Function
        >>> from sympy.abc import t
        >>> u = Function("u")
        >>> problem = Problem(t*u(t).diff(t) + 2*u(t) - 3, u(t), {u(1): 1})
        >>> read(problem).equation.linear.source
        3
        """
        coefficients = tuple(self.expr.diff(y) for y in self.jets)
        if any(c.has(*self.jets) for c in coefficients):
            coefficients = tuple(expand(c) for c in coefficients)
            if any(c.has(*self.jets) for c in coefficients):
                return None
        source = -self.expr.xreplace(dict.fromkeys(self.jets, S.Zero))
        return Linear(coefficients, source)

    @cached_property
    def normal(self) -> Linear | None:
        """The linear form with 1 before the highest derivative, if it is linear."""
        return None if self.linear is None else self.linear.normal()

    @property
    def homogeneous_second(self) -> tuple[Expr, Expr] | None:
        """``p`` and ``q`` of ``y2 + p*y1 + q*y = 0``, if it is such an equation."""
        linear = self.normal
        if linear is None or self.order != 2 or linear.source != 0:
            return None
        q, p, _ = linear.coefficients
        return p, q

    @property
    def parameters(self) -> dict[Symbol, Expr]:
        """A point of the parameters' ranges."""
        return {s: v for s, v in sample(self.domain, 0).items() if s != self.x}

    def solved(self) -> list[Expr]:
        """The highest derivative by the lower ones: all branches, of a polynomial in it."""
        top = self.jets[-1]
        slope = self.expr.diff(top)
        if not slope.has(top):
            rest = self.expr.xreplace({top: S.Zero})
            return [together(-rest / slope)]
        poly = self.expr.as_poly(top) if self.expr.is_polynomial(top) else None
        if poly is None or poly.degree() > 4:
            return []
        return [sympy.factor_terms(r) for r in sympy.roots(poly)]

    def put_in(self, expr: Expr) -> Expr:
        """The residual of a solution."""
        values = {y: expr.diff(self.x, i) if i else expr for i, y in enumerate(self.jets)}
        return self.expr.xreplace(values)

    def shown(self) -> Eq:
        """The equation for people."""
        derivatives = {
            y: Derivative(self.func, (self.x, i)) if i else self.func
            for i, y in enumerate(self.jets)
        }
        return Eq(self.expr.xreplace(derivatives), 0, evaluate=False)


@dataclass(frozen=True)
class General:
    """A solution with free constants; ``implicit`` ones are relations ``expr = 0`` of x and ``y``.

    ``others`` are other forms of the same, of which the shortest is taken once constants are known.
    """

    expr: Expr
    constants: tuple[Symbol, ...]
    lines: tuple[Line, ...] = ()
    implicit: Symbol | None = None
    others: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Ordinary:
    """A problem for one function of one variable, read for its methods."""

    problem: Problem
    equation: Equation
    conditions: tuple[Constraint, ...]
    user: dict[Symbol, Symbol] = field(compare=False)

    def for_user(self, line: Line) -> Line:
        """A line in the problem's own symbols."""
        return renamed(line, self.user)


def renamed(line: Line, symbols: dict[Symbol, Symbol]) -> Line:
    """A line in other symbols; equations are not looked at again, which would take long."""

    def changed(formula: Basic) -> Basic:
        if isinstance(formula, Eq):
            return Eq(*(side.xreplace(symbols) for side in formula.args), evaluate=False)
        return formula.xreplace(symbols)

    words = line.words
    for old, new in symbols.items():
        words = re.sub(rf"\b{re.escape(old.name)}\b", new.name.replace("\\", "\\\\"), words)
    return Line(words, tuple(map(changed, line.formulas)))


def constant(number: int) -> Symbol:
    """The free constant of a number, from 1 on; real, as all solutions are."""
    return Symbol(f"C{number}", real=True)


def read(problem: Problem) -> Ordinary | None:
    """The problem for the methods of ordinary equations, or None if it isn't one."""
    if len(problem.variables) != 1 or len(problem.functions) != 1 or len(problem.equations) != 1:
        return None
    real = with_signs(problem.domain)
    domain = Domain(
        tuple(
            Range(real[r.symbol], r.low.xreplace(real), r.high.xreplace(real))
            for r in problem.domain
        )
    )
    x = real[problem.variables[0]]
    given = problem.equations[0]
    order = given.order()
    jets = tuple(Dummy(f"y{i}", real=True) for i in range(order + 1))
    slots = {s: jets[t.orders[0]] for s, t in zip(given.slots, given.traces, strict=True)}
    expr = given.expr.xreplace(real).xreplace(slots)
    conditions = tuple(signed(c, real) for c in problem.conditions)
    initial = start(conditions, order)
    func = problem.functions[0].xreplace(real)
    equation = Equation(expr, x, jets, domain, func, initial)
    return Ordinary(problem, equation, conditions, {new: old for old, new in real.items()})


def signed(condition: Constraint, real: dict[Symbol, Symbol]) -> Constraint:
    """A condition in other symbols."""
    traces = tuple(
        Trace(t.function, t.orders, tuple(p.xreplace(real) for p in t.point))
        for t in condition.traces
    )
    return Constraint(condition.expr.xreplace(real), traces, condition.source)


def start(conditions: Iterable[Constraint], order: int) -> Start | None:
    """Initial values, if the conditions are ``order`` values at one point."""
    values: dict[int, Expr] = {}
    points = set()
    for c in conditions:
        if len(c.traces) != 1:
            return None
        slot, trace = c.slots[0], c.traces[0]
        slope = c.expr.diff(slot)
        if slope.has(slot) or slope == 0:
            return None
        values[trace.orders[0]] = -c.expr.xreplace({slot: S.Zero}) / slope
        points.add(trace.point[0])
    if len(points) != 1 or set(values) != set(range(order)):
        return None
    return Start(points.pop(), tuple(values[i] for i in range(order)))


def sample(domain: Domain, number: int) -> dict[Symbol, Expr]:
    """A point of the domain, the same for the same number."""
    return domain.point(Random(number), margin=0.1)


def value(expr: Expr, at: dict[Symbol, Expr]) -> complex | None:
    """A number, or None where the expression has none."""
    found = number_at(expr, at)
    return None if found is None else complex(found)


def inside(expr: Expr, domain: Domain, number: int = 0) -> complex | None:
    """The value at the point of the domain that belongs to a number, or None if it has none."""
    return value(expr, sample(domain, number))


def number_at(
    expr: Expr, at: dict[Symbol, Expr], more: Mapping[Symbol, Any] | None = None
) -> Any | None:
    """A number of mpmath, with values of more symbols that are such numbers already."""
    try:
        found = evaluate_mp(expr, {**multiprecision(at), **(more or {})})
        complex(found)
    except (Undefined, KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None
    return found


def is_zero(expr: Expr, domain: Domain) -> bool:
    """Whether an expression seems to be zero: exactly after expansion, or at sampled points.

    Only a guess: candidates that rest on it are proved later.
    """
    if expr == 0:
        return True
    if expr.is_Rational:
        return False
    for number in range(2):
        v = inside(expr, domain, number)
        if v is None:
            return bool(expand(expr) == 0)
        size = sum(abs(inside(a, domain, number) or 0) for a in Add.make_args(expr))
        if abs(v) > 1e-9 * (1e-3 + size):
            return False
    return True


def real_parts(expr: Expr) -> tuple[Expr, Expr]:
    """Real and imaginary part of a polynomial in I whose symbols are real."""
    expanded = expand(expr)
    if not expanded.has(I):
        return expanded, S.Zero
    real, imaginary = [], []
    for term in Add.make_args(expanded):
        factors = Mul.make_args(term)
        if I in factors:
            imaginary.append(Mul(*(f for f in factors if f is not I)))
        elif term.has(I):
            a, b = term.as_real_imag()
            real.append(a)
            imaginary.append(b)
        else:
            real.append(term)
    return Add(*real), Add(*imaginary)
