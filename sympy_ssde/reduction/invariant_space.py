"""Invariant spaces of nonlinear equations: u = sum a_i(y) phi_i(X) with few phi_i.

Products of the phi_i and of their derivatives that occur in the equation must lie in the span of
the phi_i again (V. A. Galaktionov and S. R. Svirshchevskii, Exact Solutions and Invariant Subspaces
of Nonlinear Partial Differential Equations, 2007): polynomials of degree two for u*u_xx and u_x**2,
sines and exponentials for others.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from sympy import Add, Eq, Expr, S
from sympy.core.function import AppliedUndef, UndefinedFunction

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.modes import Modes, is_tame, modes
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.space import Space, evolution_variables
from sympy_ssde.reduction.view import View, view

#: The most functions that an invariant space may have.
MAX_FUNCTIONS = 5


def invariant_space(problem: Problem) -> Iterator[Reduction]:
    """Reductions of a nonlinear problem to ordinary equations.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> burgers = u(x, t).diff(t) + u(x, t)*u(x, t).diff(x)
    >>> found = next(invariant_space(Problem(burgers, u(x, t), {u(x, 0): 2*x})))
    >>> print(found.problems[0])
    Eq(a(t)**2 + Derivative(a(t), t), 0)
      with a(0) - 2 = 0
      on t in (0, 1)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) < 2 or seen.is_linear:
        return
    for variable in evolution_variables(seen):
        if any(c.terms is None for c in seen.on(variable)):
            continue
        reduction = _reduced(Space(seen, variable))
        if reduction is not None:
            yield reduction


def _reduced(space: Space) -> Reduction | None:
    start = _start(space)
    closed = _closed(space, start) if start else None
    if closed is None:
        return None
    named, residual = closed
    conditions = _conditions(space, named)
    if conditions is None or set(residual) != set(named):
        return None
    named, equations, conditions = _merged(named, residual, conditions)
    functions = list(dict.fromkeys(named.values()))
    problem = space.seen.state(equations, functions, conditions)
    if problem is None:
        return None
    whole = _sum(named)
    line = Line(
        "Invariant space: the equation keeps the form of this sum, in which the amplitudes "
        f"depend on {space.variable}.",
        (Eq(space.seen.function, whole), *(Eq(e, 0) for e in equations)),
    )
    return Reduction((problem,), (whole,), line)


def _start(space: Space) -> list[Expr] | None:
    """The modes of the data at fixed y."""
    found: dict[Expr, None] = {}
    for condition in space.seen.on(space.variable):
        value = space.modes(condition.value)
        if value is None or not all(is_tame(m, space.inner) for m in value):
            return None
        found |= dict.fromkeys(value)
    return list(found) if len(found) <= MAX_FUNCTIONS else None


def _closed(space: Space, start: Sequence[Expr]) -> tuple[dict[Expr, AppliedUndef], Modes] | None:
    """Amplitudes of the functions of the space, and what the equation says of each."""
    basis = list(start)
    while len(basis) <= MAX_FUNCTIONS:
        named = _named(space.seen, space, basis)
        found = modes(space.seen.residual(_sum(named)), space.inner, (space.variable,))
        if found is None:
            return None
        new = [mode for mode in found if mode not in named]
        if not new:
            return named, found
        if not all(is_tame(mode, space.inner) for mode in new):
            return None
        basis += new
    return None


def _named(seen: View, space: Space, basis: Sequence[Expr]) -> dict[Expr, AppliedUndef]:
    if len(basis) == 1:
        return {basis[0]: seen.fresh("a", space.variable)}
    taken: list[str] = []
    named: dict[Expr, AppliedUndef] = {}
    for number, mode in enumerate(basis, start=1):
        func = seen.unknown(f"a{number}", taken)
        taken.append(str(func))
        named[mode] = func(space.variable)
    return named


def _conditions(space: Space, named: dict[Expr, AppliedUndef]) -> list[Expr] | None:
    """What the data say of the amplitudes."""
    whole = _sum(named)
    conditions = []
    for condition in space.seen.on(space.variable):
        gap = condition.applied(whole, space.seen.variables) - condition.value
        found = modes(gap, space.inner, (space.variable,))
        if found is None:
            return None
        if any(not e.has(AppliedUndef) for e in found.values()):
            return None
        conditions += list(found.values())
    return conditions


def _merged(
    named: dict[Expr, AppliedUndef], residual: Modes, conditions: list[Expr]
) -> tuple[dict[Expr, AppliedUndef], list[Expr], list[Expr]]:
    """Amplitudes with the same equation and the same data are one: those of x**2 and y**2."""
    equations = {a: residual[mode] for mode, a in named.items()}
    for first, second in combinations(list(named.values()), 2):
        if first not in equations or second not in equations:
            continue
        same = {second.func: first.func}
        left, right = (_renamed(equations[a], same).expand() for a in (first, second))
        fewer = list(dict.fromkeys(_renamed(c, same) for c in conditions))
        twins = sum(c.has(first.func) for c in fewer)
        if left == right and 2 * twins == sum(c.has(first.func, second.func) for c in conditions):
            del equations[second]
            equations = {a: _renamed(e, same) for a, e in equations.items()}
            conditions = fewer
            named = {mode: first if a == second else a for mode, a in named.items()}
    return named, list(equations.values()), conditions


def _renamed(expr: Expr, new: dict[UndefinedFunction, UndefinedFunction]) -> Expr:
    for old, func in new.items():
        expr = expr.replace(old, func)
    return expr


def _sum(named: dict[Expr, AppliedUndef]) -> Expr:
    return Add(*(a * mode for mode, a in named.items()), S.Zero)
