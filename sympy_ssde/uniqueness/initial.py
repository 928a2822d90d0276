"""Initial values of ordinary equations: the theorem of Picard and Lindelöf."""

from collections.abc import Sequence

from sympy import Expr, Matrix, Rational, Symbol

from sympy_ssde.problem.constraints import Constraint, Trace
from sympy_ssde.problem.symbols import internal
from sympy_ssde.uniqueness.setting import Setting, Verdict

_Key = tuple[int, int]  # number of the unknown, order of the derivative


def judge_initial_values(setting: Setting) -> Verdict | None:
    """The verdict on values at one point, of one or several unknowns; None if that isn't given.

    Two solutions with the same values at the point agree in a neighbourhood of every point where
    they do, since the equations can be solved for the highest derivatives there, with a right side
    that is Lipschitz around the solution; so they agree everywhere.
    """
    problem = setting.problem
    place = _only_place(problem.conditions)
    if len(setting.variables) != 1 or place is None or place.is_infinite:
        return None
    if len(problem.equations) != len(problem.functions):
        return None
    orders = _orders(problem.equations, len(problem.functions))
    if not all(orders):
        return None
    if not _determines(setting, orders):
        return None
    shown = f"{problem.variables[0]} = {place}"
    place = setting.signed(place)
    names = {(f, k): internal(f"D{f}_{k}") for f, n in enumerate(orders) for k in range(n + 1)}
    values = {
        names[f, k]: setting.exprs[f].diff(setting.variables[0], k)
        for f, n in enumerate(orders)
        for k in range(n + 1)
    }
    equations = [setting.signed(_named(c, names)) for c in problem.equations]
    tops = [names[f, n] for f, n in enumerate(orders)]
    matrix = Matrix([[e.diff(top) for top in tops] for e in equations])
    if matrix.free_symbols & set(tops):
        return Verdict(None, "the equation is not linear in the highest derivative")
    rest = [e.xreplace(dict.fromkeys(tops, Rational(0))) for e in equations]
    if not all(setting.is_regular(e, values, [place]) for e in [*matrix, *rest]):
        return Verdict(None, f"the equation may not be Lipschitz around the solution ({shown})")
    if setting.sign(matrix.det().xreplace(values), [place]) is None:
        return Verdict(None, "the coefficient of the highest derivative may vanish")
    return Verdict(
        True,
        f"Picard-Lindelöf: all initial values are given at {shown}, and the equation is Lipschitz "
        "around the solution",
    )


def _only_place(conditions: Sequence[Constraint]) -> Expr | None:
    places = {t.point for c in conditions for t in c.traces}
    return next(iter(places))[0] if len(places) == 1 else None


def _orders(equations: Sequence[Constraint], count: int) -> list[int]:
    """The highest order of each unknown."""
    traces = [t for c in equations for t in c.traces]
    return [
        max((sum(t.orders) for t in traces if t.function == f), default=0) for f in range(count)
    ]


def _named(constraint: Constraint, names: dict[_Key, Symbol]) -> Expr:
    """The expression with one symbol for each derivative."""
    pairs = zip(constraint.slots, constraint.traces, strict=True)
    return constraint.expr.xreplace({s: names[t.function, t.orders[0]] for s, t in pairs})


def _determines(setting: Setting, orders: Sequence[int]) -> bool:
    """Whether the conditions fix all derivatives below the highest, one after the other."""
    wanted = {(f, k) for f, n in enumerate(orders) for k in range(n)}
    waiting = list(setting.problem.conditions)
    found: set[_Key] = set()
    while True:
        solved = None
        for condition in waiting:
            keys = {s: (t.function, t.orders[0]) for s, t in _slots(condition)}
            free = [s for s, key in keys.items() if key not in found]
            if len(free) == 1 and keys[free[0]] in wanted and _fixes(condition, free[0], setting):
                solved = condition
                found.add(keys[free[0]])
                break
        if solved is None:
            return wanted <= found or _has_full_rank(setting, sorted(wanted))
        waiting.remove(solved)


def _slots(constraint: Constraint) -> list[tuple[Symbol, Trace]]:
    return list(zip(constraint.slots, constraint.traces, strict=True))


def _fixes(condition: Constraint, slot: Symbol, setting: Setting) -> bool:
    """Whether a condition has one value for a trace: it is linear, with a factor that isn't 0."""
    factor = setting.signed(condition.expr.diff(slot))
    if factor.free_symbols & set(condition.slots):
        return False
    return setting.signs.sign(factor) is not None


def _has_full_rank(setting: Setting, wanted: Sequence[_Key]) -> bool:
    """The same for several conditions together, with rational coefficients."""
    rows = []
    for condition in setting.problem.conditions:
        keys = {(t.function, t.orders[0]): s for s, t in _slots(condition)}
        row = [condition.expr.diff(keys[key]) if key in keys else Rational(0) for key in wanted]
        if set(keys) <= set(wanted) and all(e.is_Rational for e in row):
            rows.append(row)
    return len(rows) >= len(wanted) and Matrix(rows).rank() == len(wanted)
