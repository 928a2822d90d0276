"""Few conditions: what they say of a family's constants, while the others stay."""

from collections.abc import Iterator, Sequence

from sympy import Add, Derivative, Dummy, Expr, Lambda, Subs, Symbol, expand, solve
from sympy.core.function import AppliedUndef, UndefinedFunction

from sympy_ssde.family.algebra import Cases
from sympy_ssde.family.member import Family
from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.problem.problem import Problem
from sympy_ssde.proof.ladder import GIVES_UP
from sympy_ssde.proof.limits import Effort, TimeUp

#: Seconds for equations that are no polynomials.
SECONDS = 3.0


def is_undetermined(problem: Problem) -> bool:
    """Whether there are fewer conditions than determine a solution.

    That is known of an equation alone, and of an ordinary one with fewer values than orders.

    >>> from sympy import Function
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> is_undetermined(Problem(u(x).diff(x, 2) + u(x), u(x), {u(0): 0}))
    True
    """
    if not problem.conditions:
        return True
    if len(problem.functions) != 1 or len(problem.equations) != 1:
        return False
    places = {e for c in problem.conditions for t in c.traces for e in t.point}
    if any(e.free_symbols - {*problem.variables, *problem.params} for e in places):
        return False  # on curves
    equation = problem.equations[0]
    orders = [max(t.orders[i] for t in equation.traces) for i in range(len(problem.variables))]
    if len(problem.variables) == 1:
        return len(problem.conditions) < orders[0]
    for i, v in enumerate(problem.variables):
        at = [c for c in problem.conditions if any(t.point[i] != v for t in c.traces)]
        if orders[i] and len(at) >= orders[i]:
            return False
    return True


def meeting(family: Family, problem: Problem) -> Iterator[Family]:
    """The members of a family that meet all conditions.

    >>> from sympy import Function, cos, sin, symbols
    >>> from sympy.abc import x
    >>> u = Function("u")
    >>> C1, C2 = symbols("C1 C2")
    >>> spring = Problem(u(x).diff(x, 2) + u(x), u(x), {u(0): 3})
    >>> [f.expr for f in meeting(Family(C1*cos(x) + C2*sin(x), (C1, C2)), spring)]
    [C2*sin(x) + 3*cos(x)]
    """
    if not problem.conditions:
        yield family
        return
    if family.functions:
        yield from _with_fewer_functions(family, problem)
        return
    rows: list[Expr] = []
    for condition in problem.conditions:
        rows += _rows(condition, family, problem.variables)
    for values in _solved(rows, family.constants):
        expr = family.expr.subs(values)
        if expr.is_finite is not False:
            yield family.at(expr)


def _with_fewer_functions(family: Family, problem: Problem) -> Iterator[Family]:
    """Functions by the others, where their values along a line are given: images of a wave.

    >>> from sympy import Function
    >>> from sympy.abc import x, t
    >>> u, F, G = map(Function, "uFG")
    >>> wall = Problem(u(x, t).diff(t, 2) - u(x, t).diff(x, 2), u(x, t), {u(0, t): 0})
    >>> [f.expr for f in meeting(Family(F(x - t) + G(x + t), ()), wall)]
    [-F(-t - x) + F(-t + x)]
    """
    expr = family.expr
    for condition in problem.conditions:
        residual = expand(condition.put_in((expr,), problem.variables))
        found = _solved_for_function(residual, problem.variables)
        if found is None:
            return
        expr = expr.replace(found[0], found[1])
    yield family.at(expr)


def _solved_for_function(
    residual: Expr, variables: Sequence[Symbol]
) -> tuple[UndefinedFunction, Lambda] | None:
    """One function by the rest of what must vanish, if it occurs once, on a line."""
    if residual.has(Derivative, Subs):
        return None
    for call in sorted(residual.atoms(AppliedUndef), key=str, reverse=True):
        factor = residual.coeff(call)
        rest = residual - factor * call
        moving = [v for v in variables if call.has(v)]
        if factor == 0 or rest.has(call.func) or len(moving) != 1 or len(call.args) != 1:
            continue
        slope = call.args[0].diff(moving[0])
        if slope == 0 or slope.has(*variables):
            continue
        place = Dummy("s")
        inverse = (place - call.args[0].subs(moving[0], 0)) / slope
        value = (-rest / factor).subs(moving[0], inverse)
        if not value.has(*variables):
            return call.func, Lambda(place, expand(value, func=True))
    return None


def _rows(condition: Constraint, family: Family, variables: Sequence[Symbol]) -> list[Expr]:
    """What must vanish, in the constants: the coefficients of what moves along the face."""
    residual = expand(condition.put_in((family.expr,), variables))
    parts: dict[Expr, Expr] = {}
    for term in Add.make_args(residual):
        fixed, moving = term.as_independent(*variables, as_Add=False)
        parts[moving] = parts.get(moving, fixed * 0) + fixed
    return [e for e in parts.values() if e != 0]


def _solved(rows: list[Expr], constants: Sequence[Symbol]) -> Iterator[dict[Symbol, Expr]]:
    if not rows:
        yield {}
        return
    if all(r.is_polynomial(*constants) for r in rows):
        yield from Cases(constants, most=30).solve(rows)
        return
    try:
        with Effort(SECONDS).share(1):
            found = solve(rows, list(constants), dict=True)
    except (TimeUp, *GIVES_UP):
        return
    yield from found
