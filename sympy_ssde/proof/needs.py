"""What an expression needs to be smooth, or at least continuous: signs of some of its parts.

Each node of a tree (a power, a function) is smooth wherever its arguments are, if its own needs are
fulfilled: ``log(a)`` needs an ``a`` that has one sign, ``atan(a)`` one that is real.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from sympy_ssde.proof.behaviour import Cut, argument, behaviour, is_whole


class Kind(Enum):
    """What must be shown of an expression, on the whole domain or at the whole face."""

    REAL = "it has real values"
    SIGNED = "it has real values, and no zero"
    POSITIVE = "it has positive values"


@dataclass(frozen=True)
class Need:
    """Something that must be shown of ``expr``."""

    kind: Kind
    expr: Expr


Needs = list[Need] | None  # None: nobody knows what the node needs

_NO_VALUES = (sympy.Tuple, sympy.logic.boolalg.Boolean)
_REAL, _SIGNED, _POSITIVE = Kind.REAL, Kind.SIGNED, Kind.POSITIVE


def nodes(expr: Expr) -> list[Expr]:
    """The powers, functions and other parts that can have needs, each once, outermost first.

    >>> from sympy import exp, log
    >>> from sympy.abc import x, y
    >>> nodes(exp(log(x)/y))
    [exp(log(x)/y), 1/y, log(x)]
    """
    found: dict[Expr, None] = {}
    waiting = [expr]
    seen: set[Any] = set()
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        waiting += reversed(node.args)
        plain = node.is_Atom or node.is_Add or node.is_Mul or isinstance(node, _NO_VALUES)
        if not plain and node.free_symbols:
            found.setdefault(node)
    return list(found)


def for_smoothness(node: Expr, variables: set[Symbol]) -> Needs:
    """What the node needs to be smooth in the variables where its arguments are.

    >>> from sympy import sqrt, tan
    >>> from sympy.abc import x
    >>> [(n.kind.name, n.expr) for n in for_smoothness(tan(x), {x})]
    [('REAL', x), ('SIGNED', cos(x))]
    >>> [(n.kind.name, n.expr) for n in for_smoothness(sqrt(x), {x})]
    [('SIGNED', x)]
    """
    if node.is_Pow:
        return _power(node)
    if isinstance(node, (sympy.Integral, sympy.Sum)):
        return [] if _is_proper(node) else None
    known = behaviour(node) if node.is_Function else None
    if known is None:
        return None
    a = argument(node)
    if any(b is not a and b.free_symbols & variables for b in node.args):
        return None  # as a function of its order nothing is known of it
    orders = for_orders(node) or []
    if known.entire:
        return orders
    if isinstance(node, (sympy.gamma, sympy.digamma)):
        return [Need(_POSITIVE, a)]
    rule = _RULES.get(known.cut)
    if isinstance(node, sympy.LambertW) and len(node.args) > 1 and node.args[1] == -1:
        return [Need(_POSITIVE, 1 + S.Exp1 * a), Need(_POSITIVE, -a)]
    if isinstance(node, (sympy.log, sympy.Ei, sympy.acot)):
        return [Need(_SIGNED, a)]
    if rule is None:
        return None
    poles = [] if known.poles is None else [Need(_SIGNED, known.poles(a))]
    return rule(a) + poles + orders


def may_jump(node: Expr) -> bool:
    """Whether a function has values where it is not smooth: moduli, steps, and SymPy's acot at 0.

    >>> from sympy import Abs, log
    >>> from sympy.abc import x
    >>> may_jump(Abs(x)), may_jump(log(x))
    (True, False)
    """
    known = behaviour(node) if node.is_Function else None
    return known is not None and (known.cut is Cut.STEP or isinstance(node, sympy.acot))


def for_orders(node: Expr) -> Needs:
    """What orders that are no numbers must fulfil for the function to be defined at all.

    >>> from sympy import beta, hyper
    >>> from sympy.abc import k, x
    >>> [n.expr for n in for_orders(hyper([1], [k], x))], [n.expr for n in for_orders(beta(k, 2))]
    ([k], [k])
    """
    rule = next((r for kinds, r in _ORDERS.items() if isinstance(node, kinds)), None)
    if rule is None:
        return None
    return [Need(_POSITIVE, e) for e in rule(*node.args) if e.free_symbols]


#: Functions with poles in arguments that may be parameters -> what is positive beside these.
_ORDERS: dict[Any, Callable[..., list[Expr]]] = {
    sympy.hyper: lambda upper, lower, z: list(lower),
    sympy.lowergamma: lambda s, z: [s],
    sympy.beta: lambda p, q: [p, q],
    sympy.factorial: lambda n: [n + 1],
    sympy.binomial: lambda n, k: [n + 1],
    sympy.zeta: lambda s, *shift: [*shift, *(s - 1 for _ in shift)],
}
#: Functions without smoothness that have a value everywhere.
_EVERYWHERE = (
    sympy.floor,
    sympy.ceiling,
    sympy.frac,
    sympy.re,
    sympy.im,
    sympy.conjugate,
    sympy.arg,
    sympy.atan2,
    sympy.Max,
    sympy.Min,
    sympy.Piecewise,
)


def for_value(node: Expr) -> Needs:
    """What a constant part needs to be defined; None if nobody knows.

    >>> from sympy import Function, floor
    >>> from sympy.abc import k
    >>> for_value(floor(k)), for_value(Function("f")(k))
    ([], None)
    """
    if isinstance(node, _EVERYWHERE):
        return []
    needs = for_smoothness(node, set())
    return for_orders(node) if needs is None else needs


def _is_proper(node: Any) -> bool:
    """Whether an integral or a sum is one of a smooth function between finite ends."""
    limits = [lim for lim in node.limits if len(lim) == 3]
    if len(limits) != len(node.limits) or any(e.is_infinite for lim in limits for e in lim[1:]):
        return False
    if isinstance(node, sympy.Sum) and not all(e.is_Integer for lim in limits for e in lim[1:]):
        return False
    bound = set(node.variables)
    return all(for_smoothness(n, bound) == [] for n in nodes(node.function))


_RULES: dict[Cut, Callable[[Expr], list[Need]]] = {
    Cut.NOWHERE: lambda a: [Need(_REAL, a)],
    Cut.NEGATIVE: lambda a: [Need(_POSITIVE, a)],
    Cut.ABOVE_ONE: lambda a: [Need(_POSITIVE, 1 - a)],
    Cut.BELOW_ONE: lambda a: [Need(_POSITIVE, a - 1)],
    Cut.OUTSIDE: lambda a: [Need(_POSITIVE, 1 - a), Need(_POSITIVE, 1 + a)],
    Cut.INSIDE: lambda a: [Need(_POSITIVE, a**2 - 1)],
    Cut.IMAGINARY: lambda a: [Need(_REAL, a)],
    Cut.LAMBERT: lambda a: [Need(_POSITIVE, 1 + S.Exp1 * a)],
    Cut.STEP: lambda a: [Need(_SIGNED, a)],
}


def _power(node: Expr) -> list[Need]:
    base, exponent = node.args
    if base is S.Exp1 or is_whole(exponent) or (base.is_number and base.is_zero is False):
        return []
    return [Need(_SIGNED, base)]


def for_continuity(node: Expr, variables: set[Symbol]) -> list[list[Need]]:
    """What the node needs to be continuous at a face, towards which its arguments are.

    Ways to show it: any one of them is enough.  A need for something real is one in the open
    domain, the others are needs at the face.
    """
    ways: list[Needs] = [for_smoothness(node, variables)]
    if node.is_Pow:
        ways.append([Need(_REAL, node.base), Need(_POSITIVE, node.exp)])
    elif isinstance(node, (sympy.Abs, sympy.Max, sympy.Min)):
        ways.append([])
    elif isinstance(node, (sympy.asin, sympy.acos, sympy.acosh, sympy.LambertW)):
        if len(node.args) == 1:
            ways.append([Need(_REAL, node)])
    elif isinstance(node, (sympy.besselj, sympy.besseli)):
        ways.append([Need(_POSITIVE, node.args[0]), Need(_REAL, node)])
    return [w for w in ways if w is not None]
