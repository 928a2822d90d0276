"""Whether a solution is smooth in the open domain: what its parts need is shown, or its boxes are.

Three ways to show it: signs of what must not vanish; boxes on which balls stay finite; and, where
neither helps because of a parameter without a stated range, a proviso on that parameter.
"""

import math
from dataclasses import dataclass
from random import Random
from typing import Any

import sympy
from flint import acb, arb
from sympy import Expr, Mul, Ne, Rational, Symbol, cancel
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.polys.polyerrors import BasePolynomialError

from sympy_ssde.problem.domain import Domain, Range
from sympy_ssde.proof.balls import Evaluation, NoValue, precision
from sympy_ssde.proof.evaluate import Interval, Undefined
from sympy_ssde.proof.needs import Kind, Need, for_smoothness, for_value, may_jump, nodes
from sympy_ssde.proof.points import NoPoint, Point, sample
from sympy_ssde.proof.signs import Signs, bounding_box, closure, halved
from sympy_ssde.proof.zeros import find_zero, is_pole

#: How many boxes balls may look at for one part of a solution, and with how many bits.
MAX_BALLS = 1500
BITS = 64
#: Values of parameters that are tried for a proviso.
TRIES = 4

#: SymPy's ways not to reduce a fraction.
_NOT_REDUCED = (BasePolynomialError, NotImplementedError, ValueError, TypeError, AttributeError)

#: Function -> its poles off the real line, as zeros of an expression of its argument.
_COMPLEX_POLES = {
    sympy.tanh: sympy.cosh,
    sympy.sech: sympy.cosh,
    sympy.atan: lambda a: 1 + a**2,
    sympy.asinh: lambda a: 1 + a**2,
}


@dataclass(frozen=True)
class Singularity:
    """Where a solution may be, or is, singular: ``point`` is None if it is only not excluded."""

    expr: Expr
    point: Point | None


@dataclass(frozen=True)
class Regularity:
    """What is known: a singularity found or not excluded, and what parameters must fulfil."""

    singularity: Singularity | None = None
    provisos: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Space:
    """Where a solution has to be smooth.

    ``signs`` knows the domain; ``unbounded`` are the parameters without a stated range; at zeros of
    ``poles`` one of the ``equations`` itself may have no value; ``stated`` are these and the
    conditions.
    """

    signs: Signs
    variables: frozenset[Symbol]
    unbounded: frozenset[Symbol] = frozenset()
    poles: tuple[Expr, ...] = ()
    is_real: bool = True
    equations: tuple[Expr, ...] = ()
    stated: tuple[Expr, ...] = ()

    @property
    def domain(self) -> Domain:
        """Of the variables and parameters."""
        return self.signs.domain


def is_smooth(expr: Expr, signs: Signs) -> bool:
    """Whether ``expr`` is proved to have no singular point in the open domain.

    >>> from sympy import Symbol, log
    >>> x = Symbol("x", positive=True)
    >>> signs = Signs(Domain((Range(x, 0, 1),)))
    >>> is_smooth(log(x), signs), is_smooth(log(x - 1/sympy.S(2)), signs)
    (True, False)
    """
    space = Space(signs, frozenset(signs.domain.by_symbol))
    return all(_is_shown(node, space) for node in nodes(expr))


def equation_poles(expr: Expr, unknowns: set[Symbol]) -> list[Expr]:
    """Expressions at whose zeros an equation has no value: denominators, arguments of logarithms.

    >>> from sympy import Abs, log, symbols
    >>> u, x, y = symbols("u x y")
    >>> equation_poles(u/x + log(y)*u + Abs(x - y), {u})
    [x, y]
    """
    found: dict[Expr, None] = {}
    for node in nodes(expr):
        if node.is_Pow and node.exp.is_negative:
            found.setdefault(node.base)
        elif isinstance(node, sympy.log):
            found.setdefault(node.args[0])
        elif isinstance(node, (sympy.tan, sympy.sec)):
            found.setdefault(sympy.cos(node.args[0]))
        elif isinstance(node, (sympy.cot, sympy.csc)):
            found.setdefault(sympy.sin(node.args[0]))
        elif isinstance(node, (sympy.coth, sympy.csch)):
            found.setdefault(node.args[0])
    return [e for e in found if not e.free_symbols & unknowns]


def is_pole_of_all(expr: Expr, equation: Expr) -> bool:
    """Whether zeros of a denominator in an equation are poles of the whole of it.

    >>> from sympy.abc import u, x
    >>> is_pole_of_all(x, u + 1/x), is_pole_of_all(x, x*u*(1 + 1/x))
    (True, False)
    """
    powers = [n.exp for n in nodes(equation) if n.is_Pow and n.base == expr and n.exp.is_negative]
    if not powers or not all(p.is_Rational for p in powers):
        return True
    try:
        below = sympy.fraction(cancel(sympy.together(equation)))[1]
        return bool(sympy.fraction(cancel(below * expr ** max(powers)))[1].is_number)
    except _NOT_REDUCED:
        return False


def examine(solution: Expr, space: Space, anywhere: bool = False) -> Regularity:
    """What is known of singular points of the solution in the open domain.

    Where the equation has no value the solution needs none.  A part that depends on parameters
    alone is a constant, which must only be defined.  With ``anywhere``, singular points are where
    the solution isn't defined, but for jumps and kinks, where it is.

    >>> from sympy import Symbol, tan, pi
    >>> x, k = Symbol("x", real=True), Symbol("k", real=True)
    >>> signs = Signs(Domain((Range(k, -sympy.oo, sympy.oo), Range(x, 0, 1))))
    >>> space = Space(signs, frozenset([x]), frozenset([k]))
    >>> examine(tan(x)/k, space)
    Regularity(singularity=None, provisos=(Ne(k, 0),))
    >>> examine(tan(3*x), space).singularity.expr
    cos(3*x)
    """
    provisos: dict[Any, None] = {}
    doubtful = next((Singularity(n, None) for n in _doubtful_numbers(solution, space)), None)
    inner_jumps = {n for n in nodes(_without_walls(solution)) if may_jump(n)} if anywhere else set()
    for node in nodes(solution):
        if not node.free_symbols & space.variables:
            provisos |= dict.fromkeys(_of_constant(node, space))
            if not _is_known(node, space):
                doubtful = doubtful or Singularity(node, None)
            continue
        jumps = anywhere and node in inner_jumps
        if anywhere and not jumps and for_smoothness(node, set(space.variables)) is not None:
            continue
        if _is_shown(node, space):
            continue
        unmet = _unmet(node, space)
        own = _provisos(unmet, node, space)
        if own:
            provisos |= dict.fromkeys(own)
            continue
        found = _located(solution, node, unmet, space)
        if found.point is not None and not jumps:
            return Regularity(found, tuple(provisos))
        doubtful = doubtful or Singularity(found.expr, None)
    return Regularity(doubtful, tuple(provisos))


def _without_walls(expr: Expr) -> Expr:
    """Without the moduli at whose zeros the expression is infinite, as ``log(Abs(x))``."""

    def opened(part: Expr) -> Expr:
        return Mul(*(f.args[0] if isinstance(f, sympy.Abs) else f for f in Mul.make_args(part)))

    found = expr.replace(sympy.log, lambda a: sympy.log(opened(a)))
    return found.replace(
        lambda e: e.is_Pow and e.exp.is_negative, lambda e: opened(e.base) ** e.exp
    )


def _unmet(node: Expr, space: Space) -> list[Need]:
    needs = for_smoothness(node, set(space.variables)) or []
    return [n for n in needs if not _is_excused(n, space) and not space.signs.is_fulfilled(n)]


def _is_shown(node: Expr, space: Space) -> bool:
    known = for_smoothness(node, set(space.variables)) is not None
    if known and not _unmet(node, space):
        return True
    return is_analytic(node, space.signs)


def _is_excused(need: Need, space: Space) -> bool:
    if need.kind is not Kind.SIGNED or not space.poles or not space.signs.is_real(need.expr):
        return False
    poles = [e for e in space.poles if need.expr == e or cancel(need.expr / e).is_number]
    if not space.equations:
        return bool(poles)
    return any(
        is_pole_of_all(e, equation) and _is_seen(e, equation, space)
        for e in poles
        for equation in space.equations
    )


def _is_seen(pole: Expr, equation: Expr, space: Space) -> bool:
    """Whether the equation grows there, with numbers for its unknowns: sin(x)/x does not."""
    center = find_zero(pole, space.domain, Random(3))
    if center is None:
        return True
    unknowns = sorted(equation.free_symbols - set(space.domain.by_symbol), key=str)
    values = {s: Rational(3 * i + 2, 2 * i + 5) for i, s in enumerate(unknowns)}
    return is_pole(equation.xreplace(values), pole, center, space.domain, real=False)


def is_analytic(expr: Expr, signs: Signs) -> bool:
    """Whether balls show that ``expr`` is analytic on the closed, bounded domain.

    >>> from sympy import I, Symbol, atan, exp
    >>> x = Symbol("x", real=True)
    >>> signs = Signs(Domain((Range(x, 0, 3),)))
    >>> is_analytic(1/(exp(I*x) + 1), signs), is_analytic(atan(x + 2*I + 1), signs)
    (True, True)
    >>> is_analytic(atan(x + 2*I - 1), signs)
    False
    """
    used = closure(expr.free_symbols, signs.domain)
    box = bounding_box(used)
    if box is None or any(math.isinf(e) for ends in box.values() for e in ends):
        return False
    waiting, seen = [box], 0
    with precision(BITS):
        while waiting:
            current = waiting.pop()
            seen += 1
            if seen > MAX_BALLS:
                return False
            if _is_finite(expr, current):
                continue
            halves = halved(current, expr.free_symbols)
            if halves is None or seen + len(waiting) > MAX_BALLS:
                return False
            waiting += halves
    return True


def _is_finite(expr: Expr, box: dict[Symbol, Interval]) -> bool:
    at = {s: _ball(*ends) for s, ends in box.items()}
    try:
        return bool(Evaluation(at, analytic=True).value(expr).is_finite())
    except (Undefined, NoValue):
        return False


def _ball(low: float, high: float) -> Any:
    middle = low + (high - low) / 2
    return acb(arb(middle, max(high - middle, middle - low) * (1 + 1e-12)))


# parameters --------------------------------------------------------------------------------------


def _of_constant(node: Expr, space: Space) -> list[Any]:
    """What parameters must fulfil for a constant part to be defined."""
    if node.is_Pow and space.signs.sign(node.exp) == 1:
        return []
    if isinstance(node, (sympy.Abs, sympy.sign, sympy.Heaviside)):
        return []
    if not node.free_symbols <= set(space.domain.by_symbol):
        return []  # a part of an integral, which is examined as a whole
    unmet = [n for n in for_value(node) or [] if not space.signs.is_fulfilled(n)]
    return [p for n in unmet for p in _proviso(n, space)]


def _is_known(node: Expr, space: Space) -> bool:
    """Whether it is known where a constant part is defined, or the statement has the same."""
    if not node.free_symbols <= set(space.domain.by_symbol) or for_value(node) is not None:
        return True
    return any(e.has(node) for e in space.stated)


def _doubtful_numbers(solution: Expr, space: Space) -> list[Expr]:
    """Integrals, sums and limits that may not exist; nothing else is a number without a value."""
    numbers = (n for n in solution.atoms(ExprWithLimits, sympy.Limit) if not n.free_symbols)
    stated = (n for n in numbers if not any(e.has(n) for e in space.stated))
    return [n for n in stated if for_smoothness(n, set()) is None]


def _proviso(need: Need, space: Space) -> list[Any]:
    if need.kind is Kind.SIGNED:
        return [Ne(need.expr, 0)]
    if need.kind is Kind.POSITIVE:
        return [need.expr > 0]
    return real_provisos(need.expr, space)


def real_provisos(expr: Expr, space: Space) -> list[Any]:
    """Radicands and arguments of logarithms that are constants without a known sign, as positive.

    >>> from sympy import Symbol, sqrt
    >>> x, k = Symbol("x", real=True), Symbol("k", real=True)
    >>> signs = Signs(Domain((Range(k, -sympy.oo, sympy.oo), Range(x, 0, 1))))
    >>> real_provisos(sqrt(k)*x, Space(signs, frozenset([x]), frozenset([k])))
    [k > 0]
    """
    found: dict[Any, None] = {}
    for node in nodes(expr):
        inside = None
        if node.is_Pow and not node.exp.is_integer:
            inside = node.base
        elif isinstance(node, sympy.log):
            inside = node.args[0]
        if inside is None or not inside.free_symbols or inside.free_symbols & space.variables:
            continue
        if space.signs.sign(inside) is None:
            found.setdefault(inside > 0)
    return list(found)


def _provisos(unmet: list[Need], node: Expr, space: Space) -> list[Any]:
    """Conditions on parameters without a range under which the needs hold; [] if there are none."""
    if not unmet or not node.free_symbols & space.unbounded:
        return []
    if not any(_holds(unmet, space, turn) for turn in range(TRIES)):
        return []
    found = [_proviso(need, space) for need in unmet]
    return [p for some in found for p in some] if all(found) else []


def _holds(needs: list[Need], space: Space, turn: int) -> bool:
    """Whether the needs hold on the domain for some values of the parameters."""
    try:
        at = sample(space.domain, Random(turn), turn)
    except NoPoint:
        return False
    fixed = {s: v for s, v in at.items() if s not in space.variables}
    ranges = (r for r in space.domain if r.symbol in space.variables)
    rest = Domain(
        tuple(Range(r.symbol, r.low.xreplace(fixed), r.high.xreplace(fixed)) for r in ranges)
    )
    signs = Signs(rest)
    return all(signs.is_fulfilled(Need(n.kind, n.expr.xreplace(fixed))) for n in needs)


# refutation --------------------------------------------------------------------------------------


def _located(solution: Expr, node: Expr, unmet: list[Need], space: Space) -> Singularity:
    """The singular point of a part, if numbers find one."""
    criticals = [n.expr for n in unmet if n.kind is not Kind.REAL]
    if not criticals and node.func in _COMPLEX_POLES:
        criticals = [_COMPLEX_POLES[node.func](node.args[0])]
    for critical in criticals:
        point = find_zero(critical, space.domain, Random(3))
        real = space.is_real and not node.free_symbols & space.unbounded
        if point is not None and is_pole(solution, critical, point, space.domain, real):
            return Singularity(critical, point)
    return Singularity(criticals[0] if criticals else node, None)
