"""Equations of higher order that a substitution makes smaller.

Without y: ``p = y1``.  Without x: ``y1 = p(y)``, Newton's energy integral.  Homogeneous in y and
its derivatives: ``y = exp(int z)``.  Riccati's equation goes the other way, to a linear one.
"""

from collections.abc import Callable, Iterator

import sympy
from sympy import Add, Dummy, Eq, Expr, Mul, S, Symbol, cos, exp, expand, sin, sqrt
from sympy.core.function import AppliedUndef, Function

from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.reduction.inverse import shorter
from sympy_ssde.reduction.ordinary_branches import beside, grown
from sympy_ssde.reduction.ordinary_first import integrated, slopes
from sympy_ssde.reduction.ordinary_form import (
    Equation,
    General,
    Start,
    constant,
    inside,
    is_zero,
    value,
)
from sympy_ssde.reduction.ordinary_integrals import antiderivative
from sympy_ssde.reduction.reduction import Line

#: Solutions of a smaller equation, with its initial values put in if it has them.
Solve = Callable[[Equation], Iterator[General]]


def without_y(equation: Equation, solve: Solve) -> Iterator[General]:
    """``p = y1`` where y itself doesn't occur, or a higher derivative where more are missing."""
    lowest = next((i for i, y in enumerate(equation.jets) if equation.expr.has(y)), 0)
    if lowest == 0 or lowest == equation.order:
        return
    x, start = equation.x, equation.start
    initial = None if start is None else Start(start.point, start.values[lowest:])
    p = _named("p", x)
    small = Equation(equation.expr, x, equation.jets[lowest:], equation.domain, p, initial)
    for found in solve(small):
        expr: Expr | None = found.expr
        constants = found.constants
        for i in reversed(range(lowest)):
            expr = None if expr is None else antiderivative(expr, x, equation.domain)
            if expr is None:
                break
            if start is not None:
                expr = _beginning(expr, x, start, i)
            else:
                free = Symbol(f"C{len(constants) + 1}", real=True)
                expr, constants = expr + free, (*constants, free)
        if expr is not None:
            words = f"the unknown occurs by its derivative of order {lowest} only; for p it says"
            lines = (Line(words, (small.shown(),)), *found.lines)
            yield General(shorter(expr), constants, lines)


def _beginning(expr: Expr, x: Symbol, start: Start, i: int) -> Expr | None:
    moved = grown(expr, x, start.point)
    return None if moved is None else moved + start.values[i]


def _named(name: str, x: Symbol) -> AppliedUndef:
    applied: AppliedUndef = Function(name)(x)
    return applied


def without_x(equation: Equation, solve: Solve) -> Iterator[General]:
    """``y1 = p(y)`` where x doesn't occur: ``y2 = p*dp/dy``, of first order in p."""
    start = equation.start
    if equation.order != 2 or equation.expr.has(equation.x) or start is None:
        return
    y, y1, _ = equation.jets
    for force in equation.solved():
        if is_zero(force.subs({y: start.values[0], y1: start.values[1]}), equation.domain) and (
            is_zero(start.values[1], equation.domain)
        ):
            line = Line("the initial value is an equilibrium")
            yield General(start.values[0], (), (line,))
            return
        for speed, lines in _speeds(equation, force, solve):
            flow = Equation(
                y1 - speed,
                equation.x,
                (y, y1),
                equation.domain,
                equation.func,
                Start(start.point, start.values[:1]),
            )
            for found in integrated(S.One, speed, flow, at_rest=start.values[1] == 0):
                yield General(found.expr, found.constants, (*lines, *found.lines))


def _speeds(
    equation: Equation, force: Expr, solve: Solve
) -> Iterator[tuple[Expr, tuple[Line, ...]]]:
    """y1 as a function of y, with its sign."""
    start = equation.start
    assert start is not None
    y, y1, _ = equation.jets
    at_start = equation.parameters
    begin = value(start.values[1], at_start)
    rate = value(force.subs({y: start.values[0], y1: start.values[1]}), at_start)
    upwards = bool((begin and begin.real > 0) or (not begin and rate and rate.real > 0))
    domain = beside(start.values[0], y, equation.domain, upwards=upwards)
    if not force.has(y1):
        energy = antiderivative(2 * force, y, domain)
        square = None if energy is None else grown(energy, y, start.values[0])
        if square is not None:
            square = tidy_square(square + start.values[1] ** 2)
            speed = _root(square, domain) if upwards else -_root(square, domain)
            words = "multiplied by the derivative and integrated, the equation says"
            shown = Eq(_derivative(equation) ** 2, square.subs(y, equation.func), evaluate=False)
            yield sympy.powsimp(speed), (Line(words, (shown,)),)
        return
    if expand(force - force.subs(y1, -y1)) == 0:
        yield from _by_square(equation, force, solve, domain, upwards=upwards)
        return
    p, p1 = Dummy("p", real=True), Dummy("p1", real=True)
    slope = sympy.together(force.subs(y1, p) / p)
    slope = sympy.cancel(slope) if slope.is_rational_function() else slope
    initial = Start(start.values[0], (start.values[1],))
    func = _named("p", y)
    small = Equation(p1 - slope, y, (p, p1), domain, func, initial)
    line = Line("x doesn't occur; the derivative as a function p of the unknown fulfils")
    for found in solve(small):
        if not found.constants:
            shown = tuple(Line(a.words, ()) for a in found.lines)
            yield found.expr, (line, *shown)


def _by_square(
    equation: Equation, force: Expr, solve: Solve, domain: Domain, *, upwards: bool
) -> Iterator[tuple[Expr, tuple[Line, ...]]]:
    """The square of y1 as a function of y, where the force depends on that square."""
    start = equation.start
    assert start is not None
    y, y1, _ = equation.jets
    q, q1 = Dummy("q", nonnegative=True), Dummy("q1", real=True)
    slope = expand(2 * force.subs(y1, sqrt(q)))
    initial = Start(start.values[0], (start.values[1] ** 2,))
    small = Equation(q1 - slope, y, (q, q1), domain, _named("q", y), initial)
    line = Line("x doesn't occur; the squared derivative as a function q of the unknown fulfils")
    for found in solve(small):
        if not found.constants:
            speed = _root(tidy_square(found.expr), domain)
            shown = tuple(Line(a.words, ()) for a in found.lines)
            yield (speed if upwards else -speed), (line, *shown)


def tidy_square(expr: Expr) -> Expr:
    """Factored, so that a square is seen as one.

    >>> from sympy import Symbol, cos
    >>> tidy_square(2 + 2*cos(Symbol("y")))
    4*cos(y/2)**2
    """
    whole = expand(expr)
    factored = whole.factor() if whole.is_rational_function() else sympy.simplify(whole).factor()
    return factored.replace(lambda e: e.is_Add and e.has(cos), _half_angle)


def _half_angle(total: Expr) -> Expr:
    """``1 + cos(y) = 2*cos(y/2)**2``, and the other one."""
    fixed, wave = total.as_independent(cos, as_Add=True)
    factor, turned = wave.as_independent(cos, as_Add=False)
    if not isinstance(turned, cos):
        return total
    half = turned.args[0] / 2
    if _is_plainly_zero(fixed - factor):
        return 2 * fixed * cos(half) ** 2
    return 2 * fixed * sin(half) ** 2 if _is_plainly_zero(fixed + factor) else total


def _is_plainly_zero(expr: Expr) -> bool:
    """Whether expansion makes nothing of it."""
    return bool(expand(expr) == 0)


def _root(square: Expr, domain: Domain) -> Expr:
    """The root of a square, with moduli as they are next to the initial value."""
    outside, within = S.One, S.One
    for part in Mul.make_args(square):
        base, power = part.as_base_exp()
        v = inside(base, domain) if base.free_symbols else None
        if v is None or not v.real or not (power / 2).is_Integer:
            within *= part
        else:
            outside *= (base if v.real > 0 else -base) ** (power / 2)
    return outside * sqrt(expand(within))


def _derivative(equation: Equation) -> Expr:
    return equation.func.diff(equation.x)


def scaling(equation: Equation, solve: Solve) -> Iterator[General]:
    """``y = exp(int z)`` where every term has the same degree in y and its derivatives."""
    start = equation.start
    if equation.order != 2 or start is None or equation.linear is not None:
        return
    if is_zero(start.values[0], equation.domain):
        return
    x, (y, y1, y2) = equation.x, equation.jets
    z, z1 = Dummy("z", real=True), Dummy("z1", real=True)
    put = {y1: z * y, y2: (z1 + z**2) * y}
    whole = sympy.together(equation.expr.xreplace(put))
    above = (
        expand(whole.as_numer_denom()[0]) if whole.is_rational_function(y) else sympy.powsimp(whole)
    )
    degree = sympy.simplify(y * above.diff(y) / above) if above != 0 else y
    if degree.has(y, z, z1, x):
        return
    small_expr = expand(sympy.simplify(above / y**degree))
    if small_expr.has(y):
        return
    initial = Start(start.point, (start.values[1] / start.values[0],))
    small = Equation(small_expr, x, (z, z1), equation.domain, _named("z", x), initial)
    for found in solve(small):
        if found.constants:
            continue
        integral = antiderivative(found.expr, x, equation.domain)
        moved = None if integral is None else grown(integral, x, start.point)
        if moved is None:
            continue
        line = Line(
            "every term has the same degree in the unknown: with z = y1/y", (small.shown(),)
        )
        expr = shorter(start.values[0] * sympy.powsimp(exp(moved)))
        yield General(expr, (), (line, *found.lines))


def liouville(equation: Equation) -> Iterator[General]:
    """``y2 + g(y)*y1**2 + h(x)*y1 = 0``, separable after one integration."""
    if equation.order != 2 or equation.linear is not None:
        return
    x, start = equation.x, equation.start
    y, y1, _ = equation.jets
    for force in equation.solved():
        poly = expand(force).as_poly(y1)
        if poly is None or poly.degree() != 2 or poly.coeff_monomial(1) != 0:
            continue
        g, h = -poly.coeff_monomial(y1**2), -poly.coeff_monomial(y1)
        if g.has(x) or h.has(y):
            continue
        begin = start.values[0] if start is not None else S.One
        above = antiderivative(g, y, beside(begin, y, equation.domain, upwards=True))
        decay = antiderivative(h, x, equation.domain)
        if above is None or decay is None:
            continue
        of_x, of_y = sympy.powsimp(exp(-decay)), sympy.powsimp(exp(-above))
        scale: Expr = constant(2)
        initial = None
        if start is not None:
            there = (of_x.subs(x, start.point) * of_y).subs(y, start.values[0])
            if there == 0 or not is_finite(there):
                continue
            scale = start.values[1] / there
            initial = Start(start.point, start.values[:1])
        line = Line(
            "one integration gives",
            (Eq(_derivative(equation), scale * of_x * of_y, evaluate=False),),
        )
        flow = Equation(y1, x, (y, y1), equation.domain, equation.func, initial)
        for found in integrated(scale * of_x, of_y, flow):
            extra = (constant(2),) if start is None else ()
            yield General(found.expr, (*found.constants, *extra), (line, *found.lines))


def clairaut(equation: Equation) -> Iterator[General]:
    """``y = x*y1 + g(y1)``: straight lines."""
    if equation.order != 1 or equation.linear is not None:
        return
    x, (y, y1) = equation.x, equation.jets
    slope = equation.expr.diff(y)
    if slope.has(y) or slope == 0:
        return
    rest = simplify_light(-equation.expr.xreplace({y: S.Zero}) / slope - x * y1)
    if rest.has(x):
        return
    free = constant(1)
    line = Line("the equation is Clairaut's: its general solution are straight lines")
    yield General(free * x + rest.subs(y1, free), (free,), (line,))


def riccati(equation: Equation, solve: Solve) -> Iterator[General]:
    """``y1 = a + b*y + c*y**2``: with ``y = -w1/(c*w)`` linear of second order."""
    start = equation.start
    if equation.order != 1 or start is None:
        return
    x, y = equation.x, equation.jets[0]
    for slope in slopes(equation):
        poly = expand(slope).as_poly(y) if slope.is_polynomial(y) else None
        if poly is None or poly.degree() != 2:
            continue
        c, b, a = (simplify_light(e) for e in poly.all_coeffs())
        w = tuple(Dummy(f"w{i}", real=True) for i in range(3))
        decay = simplify_light(b + c.diff(x) / c)
        expr = Add(w[2], -decay * w[1], simplify_light(a * c) * w[0])
        first = -(c * start.values[0]).subs(x, start.point)
        if not is_finite(first):
            continue
        func = _named("w", x)
        initial = Start(start.point, (S.One, first))
        small = Equation(expr, x, w, equation.domain, func, initial)
        line = Line("with y = -w'/(c*w) the equation (Riccati's) is linear", (small.shown(),))
        for found in solve(small):
            if not found.constants:
                solution = -found.expr.diff(x) / (c * found.expr)
                yield General(_ratio(solution), (), (line, *found.lines))


def _ratio(expr: Expr) -> Expr:
    whole = sympy.together(expr)
    forms = [expr, whole, sympy.cancel(sympy.powsimp(expand(whole)))]
    return min(forms, key=lambda e: e.count_ops())


def simplify_light(expr: Expr) -> Expr:
    """Cancelled, where it is a quotient of polynomials."""
    return (
        sympy.cancel(sympy.together(expr))
        if expr.is_rational_function()
        else sympy.powsimp(sympy.together(expr))
    )
