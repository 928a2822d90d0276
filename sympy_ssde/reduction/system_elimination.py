"""Linear systems with constant coefficients: one equation for one of the unknowns.

The determinant of the operators, applied to any of the unknowns, gives what the sources say; what
more initial data it needs follows from the equations at the start.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sympy import Add, Dummy, Eq, Expr, Matrix, Poly, S, Symbol, expand, linsolve

from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction, Rest
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.system_order import expressions
from sympy_ssde.reduction.system_start import initial_profiles
from sympy_ssde.reduction.view import View, linear_parts

_MOST = 3  # unknowns


def elimination(problem: Problem) -> Iterator[Reduction]:
    """Problems for one unknown, after which the others are given by their derivatives.

    >>> from sympy import Function, exp
    >>> from sympy.abc import t, x
    >>> u, p = Function("u")(x, t), Function("p")(x, t)
    >>> sound = [u.diff(t) + p.diff(x), p.diff(t) + 4*u.diff(x)]
    >>> data = {u.subs(t, 0): exp(-x**2), p.subs(t, 0): 0}
    >>> print(next(elimination(Problem(sound, [u, p], data))).problems[0])
    Eq(Derivative(u(x, t), (t, 2)) - 4*Derivative(u(x, t), (x, 2)), 0)
      with u(x, 0) - exp(-x**2) = 0
      with Subs(Derivative(u(x, t), t), t, 0) = 0
      on x in (-1, 1), t in (0, 1)
    """
    count = len(problem.functions)
    if not 2 <= count <= _MOST or len(problem.equations) != count or len(problem.variables) < 2:
        return
    system = _read(problem)
    if system is None:
        return
    for number in range(count):
        yield from system.reduced(number)


@dataclass(frozen=True)
class _System:
    """``sum(operators[e, f] * u_f) = sources[e]``; ``symbols`` stand for the derivatives."""

    problem: Problem
    symbols: tuple[Symbol, ...]
    operators: Matrix
    sources: tuple[Expr, ...]

    def reduced(self, number: int) -> Iterator[Reduction]:
        """The problem for one of the unknowns, and what is left of the others."""
        problem, function = self.problem, self.problem.functions[number]
        determinant = expand(self.operators.det(method="berkowitz"))
        if determinant == 0:
            return
        cofactors = self.operators.adjugate()
        equation = self._applied(determinant, function) - Add(
            *(self._applied(cofactors[number, e], s) for e, s in enumerate(self.sources))
        )
        equation = expand(equation.doit())
        own = [c for c in problem.conditions if {t.function for t in c.traces} == {number}]
        conditions = expressions(own, problem) + self._further(number, determinant)
        part = stated(problem, equation, function, conditions)
        if part is None:
            return
        others = tuple(f for f in problem.functions if f != function)
        left = [c for c in problem.conditions if c not in own]
        rest = Rest(
            problem,
            others,
            tuple(expressions(problem.equations, problem)),
            tuple(expressions(left, problem)),
        )
        words = f"The others are eliminated; {function} fulfils"
        line = Line(words, (Eq(equation, 0, evaluate=False),))
        yield Reduction((part,), problem.functions, line, rest)

    def _applied(self, operator: Expr, expr: Expr) -> Expr:
        """An operator, a polynomial in the symbols, applied to an expression."""
        terms = Poly(operator, *self.symbols).terms() if operator != 0 else []
        return Add(*(c * derivative(expr, self.problem.variables, n) for n, c in terms))

    def _further(self, number: int, determinant: Expr) -> list[Expr]:
        """Conditions on derivatives by time that follow from the equations at the start."""
        seen = View(self.problem, self.problem.functions[0])
        for i, (t, d) in enumerate(zip(self.problem.variables, self.symbols, strict=True)):
            start = initial_profiles(seen, t)
            order = int(Poly(determinant, d).degree())
            if start is None or order < 2:
                continue
            place, profiles = start
            found = []
            function = self.problem.functions[number]
            for level in range(1, order):
                new = self._rates(i, profiles, level, place)
                if new is None:
                    break
                profiles = new
                trace = function.diff((t, level)).subs(t, place)
                found.append(trace - profiles[number])
            return found
        return []

    def _rates(
        self, i: int, profiles: Sequence[Expr], level: int, place: Expr
    ) -> tuple[Expr, ...] | None:
        """The next derivatives by time, from the equations differentiated by it."""
        t = self.problem.variables[i]
        slots = [Dummy(f"r{f}") for f in range(len(profiles))]
        equations = []
        for e, source in enumerate(self.sources):
            total = -source.diff((t, level - 1)).subs(t, place)
            for f, profile in enumerate(profiles):
                operator = self.operators[e, f]
                terms = Poly(operator, *self.symbols).terms() if operator != 0 else []
                for n, c in terms:
                    if n[i] == 0:
                        total += c * derivative(profile, self.problem.variables, n)
                    elif n[i] == 1 and sum(n) == 1:
                        total += c * slots[f]
                    else:
                        return None
            equations.append(total)
        for solution in linsolve(equations, *slots):
            if not solution.free_symbols & set(slots):
                return tuple(solution)
        return None


def _read(problem: Problem) -> _System | None:
    """The system, if it is linear with constant coefficients."""
    symbols = tuple(Dummy(f"D{v}") for v in problem.variables)
    count = len(problem.functions)
    rows, sources = [], []
    for equation in problem.equations:
        parts = linear_parts(equation)
        if parts is None:
            return None
        row = [S.Zero] * count
        for trace, factor in parts[0]:
            if factor.has(*problem.variables) or trace.point != problem.variables:
                return None
            powers = (d**n for d, n in zip(symbols, trace.orders, strict=True))
            row[trace.function] += factor * _product(powers)
        rows.append(row)
        sources.append(-parts[1])
    return _System(problem, symbols, Matrix(rows), tuple(sources))


def _product(factors: Iterator[Expr]) -> Expr:
    result: Expr = S.One
    for f in factors:
        result *= f
    return result
