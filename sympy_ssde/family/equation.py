"""An equation alone, in the form that the ways to its families work on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from sympy import Derivative, Dummy, Expr, S, Symbol, expand, fraction, together
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem

Orders = tuple[int, ...]


@dataclass(frozen=True)
class Linear:
    """``sum(coefficients[orders] * derivative) = source``."""

    coefficients: Mapping[Orders, Expr]
    source: Expr


@dataclass(frozen=True)
class Equation:
    """``expr = 0`` for one function, given by its jets: a symbol for each derivative in it.

    Symbols carry what makes formulas short: variables are real, and parameters without a sign of
    their own are positive, which the proof doesn't take over.
    """

    expr: Expr
    variables: tuple[Symbol, ...]
    parameters: tuple[Symbol, ...]
    jets: Mapping[Orders, Symbol]
    func: AppliedUndef
    user: Mapping[Symbol, Symbol]

    @property
    def order(self) -> int:
        """Order of the highest derivative."""
        return max(sum(orders) for orders in self.jets)

    @property
    def zero(self) -> Orders:
        """The orders of the function itself."""
        return (0,) * len(self.variables)

    def orders_of(self, variable: Symbol) -> int:
        """Order of the highest derivative by a variable."""
        place = self.variables.index(variable)
        return max(orders[place] for orders in self.jets)

    def with_expr(self, expr: Expr, jets: Mapping[Orders, Symbol] | None = None) -> "Equation":
        """Another equation for a function of the same variables."""
        known = self.jets if jets is None else jets
        return Equation(expr, self.variables, self.parameters, known, self.func, self.user)

    def put_in(self, expr: Expr) -> Expr:
        """The residual of a solution."""
        return self.expr.xreplace(
            {jet: derivative(expr, self.variables, o) for o, jet in self.jets.items()}
        )

    def own(self, expr: Expr) -> Expr:
        """An expression in the user's symbols, in those of the equation."""
        return expr.xreplace({old: new for new, old in self.user.items()})

    @property
    def autonomous(self) -> tuple[Symbol, ...]:
        """The variables that the equation doesn't contain: their origin is nobody's choice."""
        return tuple(v for v in self.variables if v not in self.expr.free_symbols)

    @cached_property
    def terms(self) -> tuple[Expr, ...]:
        """The terms of the sum that must vanish."""
        return tuple(expand(self.expr).as_ordered_terms())

    @cached_property
    def linear(self) -> Linear | None:
        """Its coefficients and source, if it is linear."""
        jets = set(self.jets.values())
        coefficients = {}
        for orders, jet in self.jets.items():
            c = self.expr.diff(jet)
            if c.free_symbols & jets:
                c = expand(c)
                if c.free_symbols & jets:
                    return None
            if c != 0:
                coefficients[orders] = c
        source = -self.expr.xreplace(dict.fromkeys(jets, S.Zero))
        return Linear(coefficients, expand(source))

    @property
    def has_constant_coefficients(self) -> bool:
        """Whether it is linear with coefficients that are the same everywhere."""
        if self.linear is None:
            return False
        free = set().union(*(c.free_symbols for c in self.linear.coefficients.values()))
        return not free & set(self.variables)

    @cached_property
    def is_polynomial(self) -> bool:
        """Whether it is a polynomial in the jets."""
        return bool(self.expr.is_polynomial(*self.jets.values()))


def stated(expr: Expr, func: AppliedUndef, like: Equation) -> Equation:
    """The equation ``expr = 0`` for another function, with the parameters of a given one."""
    jets: dict[Orders, Symbol] = {}
    table: dict[Expr, Symbol] = {}
    found = {d for d in expr.atoms(Derivative) if d.expr == func}
    for d in sorted(found | {func}, key=str):
        counts = dict(d.variable_count) if isinstance(d, Derivative) else {}
        orders = tuple(int(counts.get(v, 0)) for v in func.args)
        jets[orders] = table[d] = Dummy(_name(orders), real=True)
    kept = {o: j for o, j in jets.items() if any(o) or expr.xreplace(table).has(j)}
    more = expr.free_symbols - set(func.args) - set(like.parameters)
    parameters = (*like.parameters, *sorted(more, key=str))
    return Equation(expr.xreplace(table), tuple(func.args), parameters, kept, func, like.user)


def read(problem: Problem) -> Equation | None:
    """The equation of a problem for one function, or None if it isn't one.

    >>> from sympy import Function
    >>> from sympy.abc import x, t
    >>> u = Function("u")
    >>> equation = read(Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t)))
    >>> equation.order, equation.linear.coefficients[2, 0], len(equation.autonomous)
    (2, -1, 2)
    """
    if len(problem.functions) != 1 or len(problem.equations) != 1:
        return None
    real: dict[Symbol, Symbol] = {}
    for s in problem.domain.by_symbol:
        facts = {k: v for k, v in s._assumptions_orig.items() if v is not None}
        if s in problem.variables:
            real[s] = Symbol(s.name, **(facts | {"real": True}))
        elif s.is_positive is None and s.is_negative is None and s.is_integer is None:
            real[s] = Symbol(s.name, positive=True)
        else:
            real[s] = Symbol(s.name, **facts)
    given = problem.equations[0]
    jets = {t.orders: Dummy(_name(t.orders), real=True) for t in given.traces}
    slots = {s: jets[t.orders] for s, t in zip(given.slots, given.traces, strict=True)}
    variables = tuple(real[v] for v in problem.variables)
    parameters = tuple(real[p] for p in problem.params)
    expr = _without_quotients(given.expr.xreplace(real).xreplace(slots), set(jets.values()))
    func = problem.functions[0].func(*variables)
    return Equation(expr, variables, parameters, jets, func, {n: o for o, n in real.items()})


def _without_quotients(expr: Expr, jets: set[Symbol]) -> Expr:
    """Multiplied by what stands below the line, if the unknown does: ``u_x/u + 1`` is linear."""
    above, below = fraction(together(expr))
    if not below.free_symbols & jets or not below.is_polynomial(*jets):
        return expr
    return expand(above)


def _name(orders: Orders) -> str:
    return "u" + "_".join(map(str, orders))
