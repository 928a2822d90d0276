"""Which functions are unknown, and what they depend on."""

from collections.abc import Sequence
from typing import Any

from sympy import AccumBounds, Derivative, Expr, Subs, Symbol, Tuple, nan, oo, zoo
from sympy.core.function import AppliedUndef, UndefinedFunction

from sympy_ssde.errors import ProblemError, UnsupportedError, warn_user
from sympy_ssde.problem.advice import another_function, no_function


def find_functions(relations: Sequence[Expr], func: Any, system: bool) -> tuple[AppliedUndef, ...]:
    """Find the unknown functions with their arguments."""
    calls: set[AppliedUndef] = set().union(*(r.atoms(AppliedUndef) for r in relations))
    generic = {c for c in calls if _is_generic(c)}
    if func is None:
        names = sorted({c.func for c in generic}, key=str)
        if not names:
            raise ProblemError(
                "the equation has no unknown function such as u(x, y); write it with "
                "u = Function('u')"
            )
        if len(names) > 1 and not system:
            raise ProblemError(
                f"the equation has the functions {', '.join(map(str, names))}; say with func= "
                "which one is unknown"
            )
        wanted: list[Any] = list(names)
    else:
        wanted = list(func) if isinstance(func, (list, tuple, Tuple)) else [func]
    several = len(relations) > 1 or len(wanted) > 1
    found = tuple(_applied(f, generic, several) for f in wanted)
    if len({f.func for f in found}) < len(found):
        raise ProblemError(f"func= names a function twice: {found}")
    if len({f.args for f in found}) > 1:
        raise UnsupportedError(f"the unknowns {found} must all depend on the same variables")
    return found


def _is_generic(call: AppliedUndef) -> bool:
    return all(isinstance(a, Symbol) for a in call.args) and len(set(call.args)) == len(call.args)


def check_count(functions: Sequence[AppliedUndef], equations: int) -> None:
    """Warn if there are fewer equations than unknown functions."""
    if equations < len(functions):
        names = ", ".join(str(f.func) for f in functions)
        warn_user(
            f"there are {len(functions)} unknown functions ({names}) and {equations} "
            f"equation{'s' * (equations != 1)}, which can't determine them in general; state an "
            "equation for each of them",
        )


def _applied(func: Any, generic: set[AppliedUndef], several: bool) -> AppliedUndef:
    if isinstance(func, AppliedUndef):
        if not _is_generic(func):
            raise ProblemError(f"func is {func}; distinct symbols were expected as its arguments")
        if func not in generic:
            advice = another_function(func, generic)
            raise ProblemError(advice or _not_contained(func, several))
        return func
    if isinstance(func, UndefinedFunction):
        found = sorted((c for c in generic if c.func == func), key=str)
        if not found:
            raise ProblemError(_not_contained(func, several))
        if len(found) > 1:
            raise ProblemError(f"the equation has {func} at different arguments: {found}")
        return found[0]
    raise ProblemError(no_function(func, generic))


def _not_contained(func: Any, several: bool) -> str:
    if several:
        return f"no equation contains {func}, which func= names; add its equation or leave it out"
    return f"func is {func}, but the equation does not contain it"


def has_infinite_number(expr: Expr) -> bool:
    """Whether a number is not finite; the places of unknowns may be.

    >>> from sympy import Function
    >>> u = Function("u")
    >>> has_infinite_number(u(oo) - 1), has_infinite_number(u(0) - oo)
    (False, True)
    """
    if expr in (nan, zoo, oo, -oo) or isinstance(expr, AccumBounds):
        return True
    is_trace = isinstance(expr, (AppliedUndef, Subs, Derivative))
    return not is_trace and any(map(has_infinite_number, expr.args))
