"""Variables that don't matter: what neither data nor equation depend on, and directions.

If a variable occurs nowhere, the solution doesn't depend on it.  If everything looks the same from
all sides, it depends on the distance from the origin alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from sympy import Dummy, Eq, Expr, S, Symbol, expand, sqrt, trigsimp

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.derivatives import derivative
from sympy_ssde.problem.problem import Problem
from sympy_ssde.reduction.reduction import Line, Reduction
from sympy_ssde.reduction.view import Condition, View, view


def fewer_variables(problem: Problem) -> Iterator[Reduction]:
    """Problems in fewer variables, by symmetry.

    >>> from sympy import Function
    >>> from sympy.abc import t, x
    >>> u = Function("u")
    >>> growth = u(x, t).diff(t) - u(x, t).diff(x, 2) - u(x, t)*(1 - u(x, t))
    >>> small = next(fewer_variables(Problem(growth, u(x, t), {u(x, 0): S.Half})))
    >>> print(small.problems[0])
    Eq(-(1 - v(t))*v(t) + Derivative(v(t), t), 0)
      with v(0) - 1/2 = 0
      on t in (0, 1)
    """
    seen = view(problem)
    if seen is None or len(seen.variables) < 2:
        return
    yield from _uniform(seen)
    yield from _radial(seen)


def _uniform(seen: View) -> Iterator[Reduction]:
    """Without the variables that occur nowhere."""
    idle = [v for v in seen.variables if not _occurs(v, seen)]
    if not idle or len(idle) == len(seen.variables):
        return
    kept = tuple(v for v in seen.variables if v not in idle)
    v = seen.fresh("v", *kept)
    places = [seen.variables.index(k) for k in kept]

    def shown(trace: Trace) -> Expr:
        orders = tuple(trace.orders[i] for i in places)
        if sum(orders) < sum(trace.orders):
            return S.Zero
        return Trace(0, orders, tuple(trace.point[i] for i in places)).expression((v,))

    conditions = [_rewritten(c.constraint, shown) for c in seen.conditions if not _fixes(c, idle)]
    small = seen.state(_rewritten(seen.equation, shown), v, [c for c in conditions if c != 0])
    if small is not None:
        names = " and ".join(str(e) for e in idle)
        words = f"Nothing depends on {names}, so that the solution doesn't either."
        yield Reduction((small,), (v,), Line(words, (Eq(seen.function, v, evaluate=False),)))


def _occurs(variable: Symbol, seen: View) -> bool:
    """Whether the equation, or a condition that leaves the variable free, contains it."""
    if seen.equation.expr.has(variable):
        return True
    if any(r.low.has(variable) or r.high.has(variable) for r in seen.problem.domain):
        return True
    i = seen.variables.index(variable)
    free = [c for c in seen.conditions if not _fixes(c, [variable])]
    if any(not _is_insulated(c, i) for c in seen.conditions if c not in free):
        return True
    return not free or any(c.constraint.expr.has(variable) for c in free)


def _is_insulated(condition: Condition, i: int) -> bool:
    """Whether a condition on an end of variable ``i`` holds without that variable."""
    if not condition.is_homogeneous:
        return False
    assert condition.terms is not None
    return all(trace.orders[i] for trace, _ in condition.terms)


def _fixes(condition: Condition, variables: Sequence[Symbol]) -> bool:
    return any(v in variables for v, _ in condition.places)


def _rewritten(constraint: Constraint, shown: Callable[[Trace], Expr]) -> Expr:
    values = [shown(t) for t in constraint.traces]
    return constraint.expr.xreplace(dict(zip(constraint.slots, values, strict=True)))


def _radial(seen: View) -> Iterator[Reduction]:
    """Functions of the distance alone, in all variables or in all but one."""
    if seen.equation.order() > 2:
        return
    count = len(seen.variables)
    for size in range(count, max(count - 2, 1), -1):
        for space in combinations(seen.variables, size):
            made = _around(seen, space)
            if made is not None:
                yield made


def _around(seen: View, space: tuple[Symbol, ...]) -> Reduction | None:
    rho = Dummy("r", positive=True)
    rest = tuple(v for v in seen.variables if v not in space)
    equations = {expand(_on_ray(seen, space, i, rho)) for i in range(len(space))}
    if len(equations) != 1:
        return None
    radii: list[Expr] = []
    conditions = []
    v = seen.fresh("v", rho, *rest)
    for condition in seen.conditions:
        made = _condition(condition, seen, space, v, radii)
        if made is None:
            return None
        conditions.append(made)
    if not radii:
        return None
    (equation,) = equations
    shown = Symbol(seen.unknown("r").__name__, positive=True)
    low, high = (S.Zero, radii[0]) if len(set(radii)) == 1 else (min(radii), max(radii))
    known = {rho: shown}
    value = seen.fresh("v", shown, *rest)
    equation = _with_function(equation, value, known)
    conditions = [c.xreplace(known) for c in conditions]
    if low == 0:
        conditions.append(value.diff(shown).subs(shown, 0))
    small = seen.state(equation, value, conditions, {shown: (low, high)})
    if small is None:
        return None
    distance = sqrt(sum(x**2 for x in space))
    combined = value.func(distance, *rest)
    line = Line(
        "Everything looks the same in all directions: only the distance matters.",
        (Eq(seen.function, combined, evaluate=False), Eq(equation, 0, evaluate=False)),
    )
    return Reduction((small,), (combined,), line)


def _jet(number: int, others: tuple[int, ...]) -> Symbol:
    """A symbol for a derivative by the distance and the other variables."""
    return Symbol("_J" + "_".join(map(str, (number, *others))))


def _on_ray(seen: View, space: tuple[Symbol, ...], along: int, rho: Symbol) -> Expr:
    """The equation for a function of the distance, on an axis."""
    places = [seen.variables.index(x) for x in space]
    values = {}
    for slot, trace in zip(seen.equation.slots, seen.equation.traces, strict=True):
        orders = [trace.orders[i] for i in places]
        others = tuple(n for i, n in enumerate(trace.orders) if i not in places)
        across = [n for j, n in enumerate(orders) if j != along]
        if sum(across) == 0:
            values[slot] = _jet(orders[along], others)
        elif sorted(across)[-1] == sum(across) == 2 and orders[along] == 0:
            values[slot] = _jet(1, others) / rho
        else:
            values[slot] = S.Zero
    point = {x: rho if j == along else S.Zero for j, x in enumerate(space)}
    return seen.equation.expr.subs(point, simultaneous=True).xreplace(values)


def _with_function(expr: Expr, value: Expr, known: Mapping[Expr, Expr]) -> Expr:
    """The symbols of derivatives replaced by those of the function."""
    found = {}
    for s in expr.free_symbols:
        if s.name.startswith("_J"):
            orders = [int(n) for n in s.name[2:].split("_")]
            found[s] = derivative(value, value.args, orders)
    return expr.xreplace({**known, **found})


def _condition(
    condition: Condition, seen: View, space: tuple[Symbol, ...], v: Expr, radii: list[Expr]
) -> Expr | None:
    """A value on a circle, or a profile that depends on the distance alone."""
    if condition.terms is None or len(condition.terms) != 1:
        return None
    ((trace, factor),) = condition.terms
    places = [seen.variables.index(x) for x in space]
    if any(trace.orders[i] for i in places):
        return None
    point = [trace.point[i] for i in places]
    others = [p for i, p in enumerate(trace.point) if i not in places]
    orders = tuple(n for i, n in enumerate(trace.orders) if i not in places)
    value = condition.value / factor
    if tuple(point) == space:
        rho = v.args[0]
        profile = value.subs({x: rho if x == space[0] else 0 for x in space})
        whole = profile.subs(rho, sqrt(sum(x**2 for x in space)))
        if expand(whole - value) != 0:
            return None
        return Trace(0, (0, *orders), (rho, *others)).expression((v,)) - profile
    square = trigsimp(expand(sum(p**2 for p in point)))
    around = set().union(*(p.free_symbols for p in point)) - set(seen.problem.params)
    if square.free_symbols & around or value.has(*around) or not around:
        return None
    radius = sqrt(square)
    radii.append(radius)
    return Trace(0, (0, *orders), (radius, *others)).expression((v,)) - value
