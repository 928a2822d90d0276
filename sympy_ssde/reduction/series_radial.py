"""Heat and waves in balls: with ``u = v/r`` the radial part of the Laplacian is ``v_rr/r``."""

from collections.abc import Iterator

from sympy import Expr, S, Symbol, expand

from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.view import Condition, View


def radial_problems(seen: View) -> Iterator[tuple[Problem, Symbol, Expr]]:
    """Problems for ``v = r*u``: the problem, r, and u in terms of v.

    >>> from sympy import Function
    >>> from sympy.abc import r, t
    >>> from sympy_ssde.reduction.view import view
    >>> u = Function("u")(r, t)
    >>> ball = u.diff(t) - u.diff(r, 2) - 2*u.diff(r)/r
    >>> given = {u.subs(r, 1): 0, u.subs(t, 0): 1 - r}
    >>> seen = view(Problem(ball, u, given, {r: (0, 1), t: (0, 1)}))
    >>> problem, _, whole = next(radial_problems(seen))
    >>> [c.source for c in problem.conditions]
    ['v(1, t) = 0', 'r*(r - 1) + v(r, 0) = 0', 'v(0, t) = 0']
    >>> whole
    v(r, t)/r
    """
    for r in seen.variables:
        if _is_radial(seen, r):
            function = seen.fresh("v", *seen.variables)
            low, _ = seen.ends(r)
            conditions = [_moved(c, r, function, seen) for c in seen.conditions]
            if any(c is None for c in conditions):
                continue
            given = [c for c in conditions if c is not None]
            if low == 0:
                given.append(function.subs(r, 0))
            equation = expand(seen.applied(function / r) * r) - seen.source * r
            made = seen.state(expand(equation), function, given)
            if made is not None:
                yield made, r, function / r


def _is_radial(seen: View, r: Symbol) -> bool:
    """Whether r occurs in the equation as in ``u_rr + 2*u_r/r`` only."""
    place = seen.variables.index(r)
    first = tuple(int(i == place) for i in range(len(seen.variables)))
    second = tuple(2 * o for o in first)
    low, _ = seen.ends(r)
    if low.is_negative or first not in seen.terms or second not in seen.terms:
        return False
    rest = [c for k, c in seen.terms.items() if k != first]
    is_same = expand(seen.terms[first] * r - 2 * seen.terms[second]) == 0
    return is_same and not any(c.has(r) for c in rest)


def _moved(condition: Condition, r: Symbol, function: Expr, seen: View) -> Expr | None:
    """A condition for v; None for slopes at a fixed r."""
    if condition.terms is None or condition.face is None:
        return None
    variable, place = condition.face
    if variable != r:
        moved = condition.applied(function, seen.variables)
        return moved - expand(condition.value * r).factor()
    place_of_r = seen.variables.index(r)
    if place == S.Zero or any(t.orders[place_of_r] for t, _ in condition.terms):
        return None
    return condition.applied(function, seen.variables) - place * condition.value
