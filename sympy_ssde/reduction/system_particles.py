"""Velocities that particles carry along: ``u_t + u*u_x + v*u_y = 0`` for each component.

What starts at X is at ``X + t*U0(X)`` later, with its velocity.  Where the first velocities are
linear in the place, that is solved for X, in any number of dimensions.
"""

from collections.abc import Iterator

from sympy import Dummy, Eq, Expr, Matrix, Symbol, cancel, eye

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Found, Line
from sympy_ssde.reduction.system_start import initial_profiles
from sympy_ssde.reduction.view import View


def free_particles(problem: Problem) -> Iterator[Found]:
    """The velocities of particles on which no force acts.

    >>> from sympy import Function
    >>> from sympy.abc import t, x, y
    >>> u, v = Function("u")(x, y, t), Function("v")(x, y, t)
    >>> free = [f.diff(t) + u*f.diff(x) + v*f.diff(y) for f in (u, v)]
    >>> turning = {u.subs(t, 0): -y, v.subs(t, 0): x}
    >>> next(free_particles(Problem(free, [u, v], turning))).exprs
    ((t*x - y)/(t**2 + 1), (t*y + x)/(t**2 + 1))
    """
    count = len(problem.functions)
    if count < 2 or len(problem.variables) != count + 1 or len(problem.equations) != count:
        return
    seen = View(problem, problem.functions[0])
    for t in problem.variables:
        space = tuple(v for v in problem.variables if v != t)
        start = initial_profiles(seen, t) if _are_carried(problem, space, t) else None
        if start is None:
            continue
        place, profiles = start
        slopes = Matrix([[p.diff(x) for x in space] for p in profiles])
        if slopes.has(*space):
            continue
        exprs = _moved(slopes, Matrix(profiles), space, t - place)
        shown = zip(problem.functions, exprs, strict=True)
        words = "Particles keep their velocities; where they come from is solved for."
        yield Found(exprs, (Line(words, tuple(Eq(f, e, evaluate=False) for f, e in shown)),))


def _moved(
    slopes: Matrix, profiles: Matrix, space: tuple[Symbol, ...], time: Expr
) -> tuple[Expr, ...]:
    rest = profiles.subs(dict.fromkeys(space, 0))
    origin = (eye(len(space)) + time * slopes).inv() * (Matrix(space) - time * rest)
    return tuple(cancel(e) for e in slopes * origin + rest)


def _are_carried(problem: Problem, space: tuple[Symbol, ...], t: Symbol) -> bool:
    """Whether each equation has its component's derivative along the motion, for some order."""
    return all(
        any(_is_carried(problem, e, f, space, t) for e in problem.equations)
        for f in range(len(problem.functions))
    )


def _is_carried(
    problem: Problem, equation: Constraint, f: int, space: tuple[Symbol, ...], t: Symbol
) -> bool:
    slots = {
        (a.function, a.orders): s for s, a in zip(equation.slots, equation.traces, strict=True)
    }

    def slope(function: int, *by: Symbol) -> Symbol:
        orders = tuple(int(v in by) for v in problem.variables)
        return slots.get((function, orders), Dummy("none"))

    rate = equation.expr.expand().diff(slope(f, t))
    if rate == 0 or rate.has(*equation.slots):
        return False
    return all(
        equation.expr.diff(slope(j), slope(f, x)).expand() == rate for j, x in enumerate(space)
    )
