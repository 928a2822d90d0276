"""A search for families: values at a point keep it away from zero, and its hits are generalised.

Without conditions, ``u = 0`` and constants are solutions that a search finds first.  So values and
slopes at a point are prescribed, as many as there are orders, and the search runs as for any
problem.  What it finds is a single solution; its numbers become symbols, one after the other, as
long as the equation holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from sympy import Derivative, Expr, Rational, Subs, Symbol

from sympy_ssde.errors import SSDEError
from sympy_ssde.family.engine import examined
from sympy_ssde.family.equation import Equation, read
from sympy_ssde.family.generality import independent, is_plausible
from sympy_ssde.family.member import Family
from sympy_ssde.family.task import Families, Member
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.limits import Clock

#: How many problems are made of an equation alone.
TRIES = 3
#: Symbols that a solution gets at most.
_MOST = 4


def normalised(problem: Problem, seed: int) -> Iterator[Problem]:
    """The equation with a value and slopes at a point, first at the origin, then at random.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> len(next(normalised(Problem(u(x).diff(x, 2) + u(x), u(x)), 0)).conditions)
    2
    """
    if len(problem.functions) != 1 or not problem.anywhere:
        return
    random = Random(seed)
    func, variables = problem.functions[0], problem.variables
    given = problem.as_given()
    orders = [
        max(t.orders[i] for e in problem.equations for t in e.traces) for i in range(len(variables))
    ]
    for turn in range(TRIES):
        point = [Rational(0 if turn == 0 else random.randint(-4, 4), 4) for _ in variables]
        at = dict(zip(variables, point, strict=True))
        bcs: dict[Expr, Expr] = {func.func(*point): Rational(random.randint(1, 3), 2)}
        for v, order in zip(variables, orders, strict=True):
            line = func.func(*(w if w == v else at[w] for w in variables))
            for n in range(1, order if len(variables) == 1 else min(order, 1) + 1):
                slope = Subs(Derivative(line, (v, n)), v, at[v])
                bcs[slope] = Rational(random.choice((-1, 1)) * random.randint(1, 3), 2)
        box = {v: (p, p + 1) for v, p in at.items()}
        try:
            yield Problem(**(given | {"bcs": bcs, "domain": box}))
        except SSDEError:
            continue


def generalised(expr: Expr, equation: Equation) -> Family:
    """A solution with symbols for its numbers, as long as numbers don't speak against it.

    >>> from sympy import Function, exp
    >>> from sympy.abc import x, t
    >>> u = Function("u")
    >>> heat = read(Problem(u(x, t).diff(t) - u(x, t).diff(x, 2), u(x, t)))
    >>> y, s = heat.variables
    >>> len(generalised(3*exp(2*y + 4*s), heat).constants)
    1
    """
    family = Family(expr, ())
    for i in range(_MOST):
        c = Symbol(f"g_{i}", real=True)
        for changed in _with_symbol(family.expr, c):
            more = Family(changed, (*family.constants, c))
            if is_plausible(more, equation) and independent(more, equation) > i:
                family = more
                break
        else:
            return family
    return family


def _with_symbol(expr: Expr, c: Symbol) -> Iterator[Expr]:
    """The expression with a symbol in place of one of its numbers, each in turn."""
    if expr.is_Rational:
        yield c
    for i, a in enumerate(expr.args):
        if expr.is_Pow and i == 1:
            continue
        for changed in _with_symbol(a, c):
            yield expr.func(*expr.args[:i], changed, *expr.args[i + 1 :])


@dataclass(frozen=True)
class Generalisation:
    """A task for the worker: the family that a single solution belongs to, proved."""

    problem: Problem
    expr: Expr
    timeout: float

    def run(self) -> Iterator[Member]:
        """Yield the family if it is proved, and not trivial."""
        equation = read(self.problem)
        if equation is None:
            return
        found = examined(generalised(equation.own(self.expr), equation), equation)
        if found is None or found.trivial or not found.family.constants:
            return
        task = Families(self.problem, self.timeout)
        member = task.proved(found, equation, Clock(self.timeout), 0)
        if member is not None:
            yield replace(member)
