"""Lifting: u = w + v, where w takes the data of one variable's faces and the source.

w is found by separation without a look at the other faces; v has what is left there: data of
several sides that meet at corners, initial values beside given ends.
"""

from collections.abc import Iterator

from sympy import Eq, Expr, S, expand

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.modes import vanishes
from sympy_ssde.reduction.ordinary import ordinary_solutions
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.space import Space, evolution_variables
from sympy_ssde.reduction.view import View, linear_view

#: More amplitudes than that aren't solved for on trial.
MAX_BLOCKS = 8


def lifting(problem: Problem) -> Iterator[Reduction]:
    """What is left of a problem without the data of one variable's faces.

    >>> from sympy import Function, pi, sin
    >>> from sympy.abc import x, y
    >>> u = Function("u")
    >>> laplace = u(x, y).diff(x, 2) + u(x, y).diff(y, 2)
    >>> warm = {u(0, y): 1, u(1, y): 2 + sin(pi*y), u(x, 0): 1 + x, u(x, 1): 1 + x}
    >>> found = next(lifting(Problem(laplace, u(x, y), warm)))
    >>> found.combine
    (x + v(x, y) + 1,)
    >>> found.problems[0].conditions[1].source
    'v(1, y) - sin(pi*y) = 0'
    """
    seen = linear_view(problem)
    if seen is None:
        return
    for variable in evolution_variables(seen):
        if all(c.is_homogeneous for c in seen.conditions if c.variable != variable):
            continue
        space = Space(seen, variable)
        lifted = _lifted(space)
        if lifted is not None:
            reduction = lifted_by(seen, lifted, f"the data at fixed {variable}")
            if reduction is not None:
                yield reduction


def _lifted(space: Space) -> Expr | None:
    """The sum of modes with the data of the faces of one variable."""
    found = space.solved
    if found is None or len(found.blocks) > MAX_BLOCKS:
        return None
    if space.is_clear(found):  # a part with data of its own: superposition's
        return None
    found = found.completed(space.seen, space.variable)
    named = found.named(space.seen, space.variable)
    known: dict[Expr, Expr] = {}
    for block in found.blocks:
        problem = block.problem(space.seen, named, space.variable)
        solution = next(iter(ordinary_solutions(problem)), None) if problem else None
        if problem is None or solution is None:
            return None
        known |= dict(zip(problem.functions, solution.exprs, strict=True))
    return found.whole({i: known[a] for i, a in named.items()})


def lifted_by(seen: View, lifted: Expr, what: str) -> Reduction | None:
    """The reduction to ``v = u - lifted``, unless nothing is left."""
    function = seen.fresh("v", *seen.variables)
    domain = seen.problem.domain
    source = expand(seen.source - seen.applied(lifted))
    values = [expand(c.value - c.applied(lifted, seen.variables)) for c in seen.conditions]
    source, *values = (S.Zero if vanishes(e, domain) else e for e in (source, *values))
    if not any((source, *values)):
        return None
    conditions = [
        c.applied(function, seen.variables) - v
        for c, v in zip(seen.conditions, values, strict=True)
    ]
    stated = seen.state(seen.applied(function) - source, function, conditions)
    if stated is None:
        return None
    whole = lifted + function
    line = Line(
        f"Lifting: a part that takes {what} is subtracted.",
        (Eq(seen.function, whole), *(Eq(c.expression((function,)), 0) for c in stated.equations)),
    )
    return Reduction((stated,), (whole,), line)
