"""Series for two functions: both have the same modes, whose amplitudes are coupled.

Schroedinger's equation in its real form, or two substances that diffuse and react.  The amplitudes
fulfil ``a' = M a`` with a matrix that depends on the index; with half its trace m and
``d**2 = m**2 - det M`` the solution is ``exp(m*t)*(cosh(d*t) + sinh(d*t)/d*(M - m)) a(0)``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sympy import Expr, Matrix, S, Symbol, cos, cosh, exp, expand, factor_terms, sin, sinh, sqrt

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.series_expansion import Datum, Expansion, separated
from sympy_ssde.reduction.series_modes import Family, sides
from sympy_ssde.reduction.series_signs import NoAmplitude, sign_for_all
from sympy_ssde.reduction.statement import stated
from sympy_ssde.reduction.view import View, linear_parts, view

#: Coefficients of a system: equation, unknown, order by x, order by t.
Coefficients = dict[tuple[int, int, int, int], Expr]


def pair_series(problem: Problem) -> Iterator[tuple[Expr, ...]]:
    """Series for both functions of a linear system of first order in time.

    >>> from sympy import Eq, Function
    >>> from sympy.abc import t, x
    >>> u, v = Function("u")(x, t), Function("v")(x, t)
    >>> free = [Eq(u.diff(t), -v.diff(x, 2)), Eq(v.diff(t), u.diff(x, 2))]
    >>> ends = {f.subs(x, end): 0 for f in (u, v) for end in (0, 1)}
    >>> start = {u.subs(t, 0): x - x**2, v.subs(t, 0): 0}
    >>> found = next(pair_series(Problem(free, [u, v], {**ends, **start})))
    >>> print(found[0])
    Sum(8*sin(pi*x*(2*n - 1))*cos(pi**2*t*(2*n - 1)**2)/(pi**3*(2*n - 1)**3), (n, 1, oo))
    """
    if len(problem.functions) != 2 or len(problem.equations) != 2 or len(problem.variables) != 2:
        return
    coefficients = _coefficients(problem)
    views = [_single(problem, number) for number in (0, 1)]
    first, second = views
    if coefficients is None or first is None or second is None:
        return
    x, t = problem.variables
    both = [sides(seen, x) for seen in (first, second)]
    starts = [_start(seen, t) for seen in (first, second)]
    side, other = both
    if side is None or other is None or side.ends is not other.ends:
        return
    if not (side.is_homogeneous and other.is_homogeneous) or None in starts:
        return
    values = tuple(v for v in starts if v is not None)
    found = [
        PairExpansion(first, t, (side,), S.Zero, values, coefficients, component).solution()
        for component in (0, 1)
    ]
    exprs = tuple(e for e in found if e is not None)
    if len(exprs) == 2:
        yield exprs


def _coefficients(problem: Problem) -> Coefficients | None:
    """The coefficients of a system without sources, constant ones."""
    found: Coefficients = {}
    for number, equation in enumerate(problem.equations):
        parts = linear_parts(equation)
        if parts is None or parts[1] != 0:
            return None
        for trace, coefficient in parts[0]:
            if coefficient.free_symbols & set(problem.variables) or trace.orders[1] > 1:
                return None
            by_x, by_t = trace.orders
            found[number, trace.function, by_x, by_t] = coefficient
    return found


def _single(problem: Problem, number: int) -> View | None:
    """A problem for one of the functions, with the conditions that are its own."""
    function = problem.functions[number]
    x, t = problem.variables
    own = [c for c in problem.conditions if {s.function for s in c.traces} == {number}]
    equation = function.diff(t) - function.diff(x, 2)
    conditions = [c.expression(problem.functions) for c in own]
    made = stated(problem, equation, function, conditions)
    return None if made is None else view(made)


def _start(seen: View, t: Symbol) -> Expr | None:
    """The initial value, at the time 0."""
    conditions = seen.on(t)
    if len(conditions) != 1 or conditions[0].terms is None or conditions[0].face != (t, S.Zero):
        return None
    ((trace, coefficient),) = conditions[0].terms
    return None if any(trace.orders) else conditions[0].value / coefficient


@dataclass(frozen=True)
class PairExpansion(Expansion):
    """The series for one of two functions; ``values`` are the initial values of both."""

    coefficients: Coefficients
    component: int

    @cached_property
    def data(self) -> list[Datum] | None:
        """The initial values of both functions."""
        found = []
        for number, value in enumerate(self.values):
            if value != 0:
                by_part = separated(value, self.inner, self.y)
                if by_part is None or set(by_part) != {S.One}:
                    return None
                found.append(Datum(tuple(by_part[S.One]), number))
        return found

    def amplitude(
        self, modes: tuple[Family, ...], datum: Datum, indices: tuple[tuple[Symbol, int], ...]
    ) -> Expr:
        """One component of the solution that starts with 1 for a function and 0 for the other."""
        assert datum.condition is not None
        matrix = self._matrix(modes[0])
        half = expand(matrix.trace() / 2)
        square = factor_terms(expand(half**2 - matrix.det()))
        kind = sign_for_all(square, indices, self.samples)
        t = self.y
        rate = sqrt(factor_terms(expand(kind * square))) if kind else S.Zero
        if kind == 0:
            even, odd = S.One, t
        elif kind > 0:
            even, odd = cosh(rate * t), sinh(rate * t) / rate
        else:
            even, odd = cos(rate * t), sin(rate * t) / rate
        weight = factor_terms(
            expand(matrix[self.component, datum.condition])
            - (half if self.component == datum.condition else 0)
        )
        own = even if self.component == datum.condition else S.Zero
        return exp(half * t) * (own + factor_terms(weight * odd))

    def drifting(self, modes: tuple[Family, ...]) -> tuple[Family, ...]:
        """The modes stay where they are."""
        return modes

    def _matrix(self, mode: Family) -> Matrix:
        """The matrix of the equations of the amplitudes."""
        rates, rest = Matrix.zeros(2, 2), Matrix.zeros(2, 2)
        for (row, column, by_x, by_t), coefficient in self.coefficients.items():
            if by_x % 2:
                raise NoAmplitude
            value = coefficient * (-(mode.rate**2)) ** (by_x // 2)
            if by_t:
                rates[row, column] += value
            else:
                rest[row, column] += value
        if rates.det() == 0:
            raise NoAmplitude
        return -rates.inv() * rest
