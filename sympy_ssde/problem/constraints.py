"""Equations and conditions in one form: an expression of traces that must vanish.

A *trace* is a derivative of an unknown function at a point: ``u_x(0, y)`` is ``Trace(0, (1, 0),
(0, y))``.  In the equation all traces stand at the generic point ``(x, y)``; in a condition they
stand where SymPy's ``u(0, y)``, ``Subs(Derivative(u(x, y), x), x, 0)``, ``Derivative(u(L, y), L)``
or ``u(cos(s), sin(s))`` put them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from sympy import Derivative, Dummy, Eq, Expr, Integral, Limit, Piecewise, Subs, Symbol
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import ProblemError, UnsupportedError
from sympy_ssde.problem.advice import another_function, constant_derivative
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.problem.symbols import internal


@dataclass(frozen=True)
class Trace:
    """The derivative of order ``orders`` of unknown number ``function`` at ``point``."""

    function: int
    orders: tuple[int, ...]
    point: tuple[Expr, ...]

    def at(self, replacement: Mapping[Expr, Expr]) -> "Trace":
        """The trace at the point that the replacement gives, of all symbols at once."""
        point = tuple(p.subs(replacement, simultaneous=True) for p in self.point)
        return Trace(self.function, self.orders, point)

    def expression(self, functions: Sequence[AppliedUndef]) -> Expr:
        """The trace as SymPy writes it."""
        func = functions[self.function]
        moved = [(v, p) for v, p in zip(func.args, self.point, strict=True) if v != p]
        if not any(self.orders):
            return func.func(*self.point)
        counts = [(v, n) for v, n in zip(func.args, self.orders, strict=True) if n]
        derivative = Derivative(func, *counts)
        if not moved:
            return derivative
        old, new = tuple(v for v, _ in moved), tuple(p for _, p in moved)
        if any(p.has(*old) for p in new):  # Subs replaces one after the other
            names = {v: internal(f"A{i}") for i, v in enumerate(old)}
            derivative, old = derivative.xreplace(names), tuple(names.values())
        return Subs(derivative, old, new)


@dataclass(frozen=True)
class Constraint:
    """``expr == 0``, with ``traces[i]`` standing in ``expr`` as the symbol ``slots[i]``.

    ``source`` is what the user wrote, for messages, and ``stated`` the equation itself where there
    was one; neither counts in comparisons.
    """

    expr: Expr
    traces: tuple[Trace, ...]
    source: str = field(compare=False, default="")
    stated: Eq | None = field(compare=False, default=None, repr=False)

    @property
    def slots(self) -> tuple[Symbol, ...]:
        """The symbols that stand for the traces."""
        return tuple(slot(i) for i in range(len(self.traces)))

    @property
    def free_symbols(self) -> set[Symbol]:
        """Symbols of the points and the coefficients."""
        return set(_free_symbols(self))

    def expression(self, functions: Sequence[AppliedUndef]) -> Expr:
        """The expression that must vanish, as SymPy writes it."""
        traces = (t.expression(functions) for t in self.traces)
        return self.expr.xreplace(dict(zip(self.slots, traces, strict=True)))

    def equation(self, functions: Sequence[AppliedUndef]) -> Eq:
        """The equation as it was stated, or the expression with a 0 on the right."""
        if self.stated is not None:
            return self.stated
        return Eq(self.expression(functions), 0, evaluate=False)

    def put_in(self, exprs: Sequence[Expr], variables: Sequence[Symbol]) -> Expr:
        """The residual where each unknown is an expression of the variables."""
        values = {}
        for s, trace in zip(self.slots, self.traces, strict=True):
            value = derivative(exprs[trace.function], variables, trace.orders)
            values[s] = value.xreplace(dict(zip(variables, trace.point, strict=True)))
        return self.expr.xreplace(values)

    @property
    def is_at_infinity(self) -> bool:
        """Whether it is a limit: a place of it is infinite."""
        return any(p.is_infinite for t in self.traces for p in t.point)

    def order(self) -> int:
        """Order of the highest derivative."""
        return max((sum(t.orders) for t in self.traces), default=0)


def slot(number: int) -> Symbol:
    """The symbol that stands for trace ``number`` of a constraint."""
    return internal(f"T{number}")


def parse_constraint(
    relation: Expr | Eq,
    functions: Sequence[AppliedUndef],
    source: str = "",
    stated: Eq | None = None,
) -> Constraint:
    """Read an ``Eq``, or an expression taken as zero, with the unknown ``functions`` in it.

    Examples
    ========

    >>> from sympy import Eq, Function
    >>> from sympy.abc import x, y
    >>> from sympy_ssde.problem.constraints import parse_constraint
    >>> u = Function("u")
    >>> neumann = parse_constraint(Eq(u(x, y).diff(x).subs(x, 0), y), [u(x, y)])
    >>> neumann.expr, neumann.traces
    (_T0 - y, (Trace(function=0, orders=(1, 0), point=(0, y)),))
    """
    if isinstance(relation, Eq):
        relation = relation.lhs - relation.rhs
    parser = _Parser(functions)
    expr = parser.read(relation)
    present = expr.free_symbols
    found = [(t, s) for t, s in parser.table.items() if s in present]
    found.sort(key=lambda item: (item[0].function, item[0].orders, str(item[0].point)))
    expr = expr.xreplace({s: slot(i) for i, (_, s) in enumerate(found)})
    if not is_finite(expr):
        raise ProblemError(f"{source or relation} contains a value that is not finite: {expr}")
    return Constraint(expr, tuple(t for t, _ in found), source, stated)


def without_limits(expr: Expr) -> Expr:
    """A condition with values instead of limits: all values at faces are limits from inside.

    >>> from sympy import Function, Limit, oo
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> without_limits(Limit(u(x, t), x, oo) - 1)
    u(oo, t) - 1
    """

    def value(limit: Limit) -> Expr:
        body, variable, place = limit.args[:3]
        calls = body.atoms(AppliedUndef, Derivative)
        if body.xreplace({call: Dummy() for call in calls}).has(variable):
            raise UnsupportedError(
                f"{limit} is the limit of more than values and derivatives of the unknowns: "
                "write their limits one by one, or another unknown for the whole"
            )
        return body.subs(variable, place)

    return expr.replace(lambda e: isinstance(e, Limit) and e.has(AppliedUndef), value)


class _Parser:
    """Replaces traces by symbols from the inside out and collects them in ``table``."""

    def __init__(self, functions: Sequence[AppliedUndef]):
        self.functions = functions
        self.number = {f.func: i for i, f in enumerate(functions)}
        self.table: dict[Trace, Symbol] = {}

    def register(self, trace: Trace) -> Symbol:
        return self.table.setdefault(trace, Dummy())

    def read(self, expr: Expr) -> Expr:
        if isinstance(expr, AppliedUndef):
            return self.register(self.value(expr))
        if not expr.has(AppliedUndef):
            return expr
        if isinstance(expr, Derivative):
            return self.derivative(expr)
        if isinstance(expr, Subs):
            return self.substitution(expr)
        if isinstance(expr, (Integral, Limit)):
            raise UnsupportedError(
                f"{expr} has an unknown function inside an integral or a limit; "
                "only derivatives and values of the unknowns are supported"
            )
        return expr.func(*(self.read(a) for a in expr.args))

    def value(self, call: AppliedUndef) -> Trace:
        names = ", ".join(str(f) for f in self.functions)
        if call.func not in self.number:
            raise ProblemError(
                another_function(call, self.functions)
                or f"{call} is not one of the unknowns ({names}); use them, or name it in func="
            )
        number = self.number[call.func]
        arity = len(self.functions[number].args)
        if len(call.args) != arity:
            raise ProblemError(
                f"{call} has {len(call.args)} arguments where {self.functions[number]} has {arity}"
            )
        if any(a.has(AppliedUndef) for a in call.args):
            raise UnsupportedError(f"{call} has an unknown function in its arguments")
        if not all(is_finite(a, infinity=True) for a in call.args):
            raise ProblemError(f"{call} is not at a point; numbers or expressions were expected")
        return Trace(number, (0,) * arity, tuple(call.args))

    def derivative(self, expr: Derivative) -> Expr:
        call = expr.expr
        advice = constant_derivative(expr, self.functions)
        if advice is not None:
            raise ProblemError(advice)
        if isinstance(call, AppliedUndef):
            trace = self.value(call)
            orders = list(trace.orders)
            for variable, count in expr.variable_count:
                if not count.is_Integer:
                    raise UnsupportedError(f"{expr} has the order {count}; give a whole number")
                places = [i for i, a in enumerate(call.args) if a.has(variable)]
                if len(places) != 1 or call.args[places[0]] != variable:
                    return self.evaluated(expr)
                orders[places[0]] += int(count)
            return self.register(Trace(trace.function, tuple(orders), trace.point))
        return self.evaluated(expr)

    def evaluated(self, expr: Derivative) -> Expr:
        """Chain and product rule by SymPy, then once more."""
        if any(cases.has(*expr.variables) for cases in expr.expr.atoms(Piecewise)):
            raise UnsupportedError(
                f"{expr} is the derivative of an expression by cases, which may jump: carry it "
                "out, or write the cases with Heaviside, Min or Max"
            )
        done = expr.doit()
        if isinstance(done, Derivative):
            raise UnsupportedError(f"the derivative {expr} can't be written with the unknowns")
        return self.read(done)

    def substitution(self, expr: Subs) -> Expr:
        inner = _Parser(self.functions)
        body = inner.read(expr.expr)
        traces = {s: t for t, s in inner.table.items()}
        for variable, place in zip(expr.variables, expr.point, strict=True):
            if not isinstance(variable, Symbol):
                raise UnsupportedError(f"{expr} replaces {variable}; only symbols can be replaced")
            if place.has(AppliedUndef):
                raise UnsupportedError(f"{expr} is taken at a point that contains an unknown")
            body = body.subs(variable, place)
            traces = {s: t.at({variable: place}) for s, t in traces.items()}
        return body.xreplace({s: self.register(t) for s, t in traces.items()})


@lru_cache(maxsize=1024)
def _free_symbols(constraint: Constraint) -> frozenset[Symbol]:
    symbols = constraint.expr.free_symbols - set(constraint.slots)
    points = (p for t in constraint.traces for p in t.point)
    return frozenset(symbols.union(*(p.free_symbols for p in points)))
