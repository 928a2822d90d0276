"""What kind of expression a solution is, and the form in which it is examined."""

from collections.abc import Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from sympy import (
    AccumBounds,
    Derivative,
    DiracDelta,
    Expr,
    Function,
    Heaviside,
    I,
    Piecewise,
    Pow,
    Product,
    SingularityFunction,
    Subs,
    Sum,
    Symbol,
    arg,
    atan2,
    ceiling,
    floor,
    frac,
    nan,
    oo,
    preorder_traversal,
    zoo,
)
from sympy.concrete.expr_with_limits import ExprWithLimits

from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.rough import ROUGH
from sympy_ssde.proof.finding import REFUTED, UNDECIDED, Finding
from sympy_ssde.proof.needs import may_jump

if TYPE_CHECKING:
    from sympy_ssde.proof.check import Check

#: Terms of a sum that is written out.
SHORT = 40

_JUMPING = (*ROUGH, floor, ceiling, frac, arg, atan2)


def is_expression(expr: Expr) -> bool:
    """Whether it may be finite somewhere: infinite are only ends of integrals, or cases.

    >>> from sympy import Piecewise
    >>> from sympy.abc import x
    >>> is_expression(x + oo), is_expression(Piecewise((x, x < 1), (oo, True)))
    (False, True)
    """
    if isinstance(expr, Piecewise):
        return any(is_expression(value) for value, _ in expr.args)
    if isinstance(expr, Heaviside):  # its second argument is the value at a single point
        return is_expression(expr.args[0])
    if isinstance(expr, ExprWithLimits):
        return not expr.has(nan, zoo, AccumBounds) and is_expression(expr.function)
    if expr in (oo, -oo, nan, zoo) or isinstance(expr, AccumBounds):
        return False
    return all(is_expression(a) for a in expr.args if isinstance(a, Expr))


def has_impulses(expr: Expr) -> bool:
    """Whether there is an impulse in it, or a derivative that may be one where something jumps.

    >>> from sympy import Heaviside, sin
    >>> from sympy.abc import x
    >>> has_impulses(Derivative(Heaviside(x), x)), has_impulses(Derivative(sin(x), x))
    (True, False)
    """
    if expr.has(DiracDelta, SingularityFunction):
        return True
    return any(_jumps(d.expr, d.variables) for d in expr.atoms(Derivative))


def _jumps(expr: Expr, variables: Sequence[Symbol]) -> bool:
    rough = (n for n in preorder_traversal(expr) if isinstance(n, _JUMPING) or may_jump(n))
    return any(n.has(*variables) for n in rough)


def is_complex(expr: Expr) -> bool:
    """Whether there is a number in it that is not real, as the third root of -1.

    >>> from sympy import Integer, Rational
    >>> is_complex((-1)**Rational(1, 3)), is_complex(I + 1), is_complex(Integer(2)**Rational(1, 3))
    (True, True, False)
    """
    parts = (n for n in preorder_traversal(expr) if isinstance(n, (Pow, Function)) and n.is_number)
    return expr.has(I) or any(n.is_extended_real is False or _is_root(n) for n in parts)


def _is_root(number: Expr) -> bool:
    """Whether it is a power of something negative that is not a whole one."""
    return bool(number.is_Pow and number.base.is_negative and not number.exp.is_integer)


def written_out(expr: Expr) -> Expr:
    """With derivatives that can be computed, and short sums term by term.

    >>> from sympy.abc import n, x
    >>> written_out(Sum(x**n, (n, 0, 2)) + Derivative(x**2, x))
    x**2 + 3*x + 1
    """
    renamed = expr.replace(_is_ambiguous, lambda e: e.as_dummy())
    return renamed.replace(
        lambda e: isinstance(e, (Derivative, Subs)) or _is_short_sum(e), lambda e: e.doit()
    )


def _is_ambiguous(expr: Any) -> bool:
    """Whether the variable of an integral stands in its ends too, where it means another one."""
    return isinstance(expr, ExprWithLimits) and bool(expr.free_symbols & set(expr.variables))


def _is_short_sum(expr: Any) -> bool:
    if not isinstance(expr, (Sum, Product)):
        return False
    ends = [limit[1:] for limit in expr.limits]
    if not all(len(e) == 2 and e[0].is_Integer and e[1].is_Integer for e in ends):
        return False
    return prod(max(int(high - low) + 1, 0) for low, high in ends) <= SHORT


def find_objections(task: "Check") -> Iterator[Finding]:
    """What can be said without a look at the constraints; nothing if they have to be examined."""
    reason = _objection(task.solution, task.domain, task.variables + task.params)
    constraints = task.equations + task.conditions
    if reason:
        yield Finding(0, REFUTED, reason=reason)
    elif any(map(has_impulses, (*task.solution, *(c.expr for c in constraints)))):
        words = "impulses like these, and derivatives of what jumps or bends, are not examined"
        yield from (Finding(i, UNDECIDED, reason=words) for i in range(len(constraints)))


def _objection(solution: Sequence[Expr], domain: Domain, own: Sequence[Symbol]) -> str:
    """Why these can't be a solution at all; empty if they may be one.

    ``own`` are the variables and parameters; the domain's other symbols name points of conditions.
    """
    bad = next((e for e in solution if not is_expression(e)), None)
    if bad is not None:
        return f"the solution {bad} is not a finite number anywhere"
    found: set[Symbol] = set().union(*(e.free_symbols for e in solution))
    stray = sorted(found & (domain.by_symbol.keys() - set(own)), key=str)
    return f"the solution depends on {stray[0]}, which names points of a condition" if stray else ""
