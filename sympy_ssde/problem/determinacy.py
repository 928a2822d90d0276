"""Do a system's equations and conditions suffice for one solution?

What can be told without solving anything: equations that say the same, and the number of conditions
that ordinary equations need.
"""

from collections.abc import Sequence
from itertools import combinations

from sympy import Matrix, Symbol, cancel
from sympy.core.function import AppliedUndef

from sympy_ssde.errors import warn_user
from sympy_ssde.problem.constraints import Constraint

_LONGEST = 60  # operations in equations that are compared


def check_determinacy(
    functions: Sequence[AppliedUndef],
    equations: Sequence[Constraint],
    conditions: Sequence[Constraint],
) -> None:
    """Warn where a system's equations or conditions leave something open.

    >>> import warnings
    >>> from sympy import Eq, Function
    >>> from sympy.abc import t
    >>> from sympy_ssde import Problem
    >>> u, v = Function("u"), Function("v")
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always")
    ...     circle = Problem([Eq(u(t).diff(t), v(t)), Eq(v(t).diff(t), -u(t))], bcs={u(0): 1})
    >>> print(told[0].message)
    the equations for u, v need 2 conditions together and have 1: there are further solutions; ...
    """
    if len(functions) < 2:
        return
    names = ", ".join(str(f.func) for f in functions)
    kept = list(equations)
    for first, second in combinations(equations, 2):
        if second in kept and _say_the_same(first, second):
            kept.remove(second)
            warn_user(
                f"the equations {first.source} and {second.source} say the same"
                + f", which leaves too few for {names}" * (len(kept) < len(functions))
            )
    needed = _needed(functions, kept)
    if needed is not None and len(conditions) < needed:
        warn_user(
            f"the equations for {names} need {needed} conditions together and have "
            f"{len(conditions)}: there are further solutions; give an initial or boundary value "
            "for each derivative below the highest one"
        )


def _say_the_same(first: Constraint, second: Constraint) -> bool:
    """Whether one equation is a multiple of the other."""
    if first.traces != second.traces or first.expr.count_ops() > _LONGEST:
        return False
    ratio = cancel(first.expr / second.expr)
    return bool(ratio.is_number and ratio != 0)


def _needed(functions: Sequence[AppliedUndef], equations: Sequence[Constraint]) -> int | None:
    """The number of conditions that ordinary equations need, if it is plain."""
    if len(functions[0].args) != 1 or len(equations) != len(functions):
        return None
    orders = [0] * len(functions)
    for trace in (t for e in equations for t in e.traces):
        orders[trace.function] = max(orders[trace.function], trace.orders[0])

    def slope(equation: Constraint, f: int) -> object:
        for slot, trace in zip(equation.slots, equation.traces, strict=True):
            if trace.function == f and trace.orders[0] == orders[f]:
                return equation.expr.diff(slot)
        return 0

    leading = Matrix([[slope(e, f) for f in range(len(functions))] for e in equations])
    if leading.atoms(Symbol) or leading.det() == 0:  # it may vanish somewhere
        return None
    return sum(orders)
