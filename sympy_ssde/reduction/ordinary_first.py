"""Nonlinear equations of first order: separable ones, and those that a substitution makes so."""

from collections.abc import Callable, Iterator
from itertools import combinations

from sympy import (
    Dummy,
    Eq,
    Expr,
    Integer,
    Mul,
    Pow,
    S,
    Symbol,
    cancel,
    expand,
    factor,
    powsimp,
    simplify,
    tan,
    tanh,
    together,
)

from sympy_ssde.problem.domain import Domain
from sympy_ssde.problem.numbers import is_finite
from sympy_ssde.reduction.inverse import shorter
from sympy_ssde.reduction.ordinary_branches import begins_at, beside, branches, grown
from sympy_ssde.reduction.ordinary_form import (
    Equation,
    General,
    Start,
    constant,
    inside,
    is_zero,
    sample,
    value,
)
from sympy_ssde.reduction.ordinary_integrals import antiderivative
from sympy_ssde.reduction.ordinary_linear import exponential, first_order
from sympy_ssde.reduction.ordinary_modes import oscillates, root, tidy
from sympy_ssde.reduction.reduction import Line


def separable(equation: Equation) -> Iterator[General]:
    """``y1 = X(x)*Y(y)``: both sides are integrated, and solved for y."""
    for slope in slopes(equation):
        parts = _separated(slope, equation)
        if parts is not None:
            yield from integrated(*parts, equation)


def homogeneous(equation: Equation) -> Iterator[General]:
    """``y1 = f(y/x)``: separable for ``v = y/x``."""
    x, y = equation.x, equation.jets[0]
    for slope in slopes(equation):
        scale = Dummy("s", positive=True)
        if not _same(
            slope, slope.subs({x: scale * x, y: scale * y}, simultaneous=True), equation, scale
        ):
            continue
        v = Dummy("v", real=True)
        ratio = _shorter_slope(slope.subs(y, v * x))
        if ratio.has(x):
            ratio = _shorter_slope(slope.subs({x: S.One, y: v}))
        line = Line("with v = y/x the equation is separable", ())
        yield from _substituted(equation, v, (ratio - v) / x, y / x, x * v, line)


def of_a_line(equation: Equation) -> Iterator[General]:
    """``y1 = f(a*x + y)``: separable for ``v = a*x + y``."""
    x, y = equation.x, equation.jets[0]
    for slope in slopes(equation):
        across = slope.diff(y)
        if across == 0 or not slope.has(x):
            continue
        a = _constant_ratio(slope.diff(x), across, equation)
        if a is None:
            continue
        v = Dummy("v", real=True)
        new = _shorter_slope(a + slope.subs(y, v - a * x))
        if new.has(x):
            new = _shorter_slope(a + slope.subs({x: S.Zero, y: v}))
        line = Line("the right side is a function of v alone, where v is", (a * x + equation.func,))
        yield from _substituted(equation, v, new, a * x + y, v - a * x, line)


def linear_fractions(equation: Equation) -> Iterator[General]:
    """A function of ``(a*x + b*y + c)/(d*x + e*y + f)``: homogeneous about the common zero."""
    x, y = equation.x, equation.jets[0]
    for slope in slopes(equation):
        numerator, denominator = together(slope).as_numer_denom()
        place = _common_zero(numerator, denominator, x, y)
        if place is None:
            continue
        h, k = place
        moved = slope.subs({x: x + h, y: y + k}, simultaneous=True)
        v = Dummy("v", real=True)
        ratio = _shorter_slope(moved.subs({y: v * x}))
        if ratio.has(x):
            continue
        line = Line(f"about the point ({h}, {k}), with v = (y - {k})/(x - {h}), it is separable")
        back = k + (x - h) * v
        yield from _substituted(equation, v, (ratio - v) / (x - h), (y - k) / (x - h), back, line)


def bernoulli(equation: Equation) -> Iterator[General]:
    """``y1 = p(x)*y + q(x)*y**n``: linear for ``v = y**(1 - n)``."""
    y = equation.jets[0]
    for slope in slopes(equation):
        terms = _powers(slope, y)
        if terms is None or len(terms) != 2 or S.One not in terms:
            continue
        p = terms[S.One]
        n = next(e for e in terms if e != 1)
        q = terms[n]
        if n == 0:
            continue
        v = Dummy("v", real=True)
        new = (1 - n) * (p * v + q)
        for side in _sides(equation, n):
            back = side * v ** (1 / (1 - n))
            line = Line(f"with v = y**({1 - n}) the equation is linear (Bernoulli)")
            yield from _substituted(
                equation, v, new, (side * y) ** (1 - n), back, line, linear=True
            )


def _sides(equation: Equation, n: Expr) -> list[Expr]:
    """Signs of y that are possible; an odd root of v has y's own."""
    if equation.start is not None:
        parameters = Domain(tuple(r for r in equation.domain if r.symbol != equation.x))
        v = inside(equation.start.values[0], parameters)
        if v is not None and v.real:
            return [S.One if v.real > 0 else S.NegativeOne]
    return [S.One, S.NegativeOne]


def _powers(slope: Expr, y: Symbol) -> dict[Expr, Expr] | None:
    """Coefficient of each power of y."""
    found: dict[Expr, Expr] = {}
    for term in expand(slope).as_ordered_terms():
        coefficient, rest = term.as_independent(y, as_Add=False)
        base, exponent = rest.as_base_exp() if rest != 1 else (y, S.Zero)
        if base != y or exponent.has(y):
            return None
        found[exponent] = found.get(exponent, S.Zero) + coefficient
    return found


def _substituted(
    equation: Equation,
    v: Symbol,
    slope: Expr,
    forward: Expr,
    back: Expr,
    line: Line,
    *,
    linear: bool = False,
) -> Iterator[General]:
    """Solutions of ``v' = slope(x, v)``, put into ``y = back(x, v)``."""
    v1 = Dummy("v1", real=True)
    initial = None
    if equation.start is not None:
        point = equation.start.point
        first = forward.subs({equation.jets[0]: equation.start.values[0]}).subs(equation.x, point)
        if not is_finite(first):
            return
        initial = Start(point, (first,))
    shown = Symbol("v")
    small = Equation(
        v1 - slope,
        equation.x,
        (v, v1),
        equation.domain,
        shown,
        initial,
    )
    method: Callable[[Equation], Iterator[General]] = first_order if linear else separable
    for general in method(small):
        expr = shorter(back.xreplace({v: general.expr}))
        lines = (
            line,
            *general.lines,
            Line("so the unknown is", (Eq(equation.func, expr, evaluate=False),)),
        )
        yield General(expr, general.constants, lines)


def slopes(equation: Equation) -> list[Expr]:
    """What y1 may be, for an equation of first order."""
    return equation.solved() if equation.order == 1 else []


def _separated(slope: Expr, equation: Equation) -> tuple[Expr, Expr] | None:
    """Factors ``X(x)`` and ``Y(y)`` of the slope, if it is such a product."""
    x, y = equation.x, equation.jets[0]
    if not slope.has(x):
        return S.One, slope
    if not slope.has(y):
        return slope, S.One
    if not _is_product(slope, equation):
        return None
    for form in (slope, factor(slope), factor(powsimp(expand(slope)))):
        of_x: list[Expr] = []
        of_y: list[Expr] = []
        for part in Mul.make_args(form):
            (of_x if not part.has(y) else of_y).append(part)
        if not Mul(*of_y).has(x):
            return Mul(*of_x), Mul(*of_y)
    for place in (S.One, S.Zero, Integer(2), Integer(3)):
        only_y = slope.subs(x, place)
        if not is_finite(only_y) or only_y == 0:
            continue
        only_x = simplify(slope / only_y)
        if not only_x.has(y):
            return only_x, only_y
    return None


def _is_product(slope: Expr, equation: Equation) -> bool:
    """Whether the cross ratio of four values is 1."""
    x, y = equation.x, equation.jets[0]
    at = sample(equation.domain, 1)
    other = sample(equation.domain, 2)[x]
    heights = _heights(equation)
    low, high = heights
    corners = ((at[x], low), (other, high), (at[x], high), (other, low))
    values = [value(slope, at | {x: place, y: height}) for place, height in corners]
    if any(v is None for v in values):
        return True
    a, b, c, d = (v for v in values if v is not None)
    return abs(a * b - c * d) <= 1e-9 * (abs(a * b) + abs(c * d))


def _heights(equation: Equation) -> tuple[Expr, Expr]:
    """Two values of y next to the initial one."""
    middle = S.Zero
    if equation.start is not None and equation.start.values[0].is_Rational:
        middle = equation.start.values[0]
    return middle + S(13) / 37, middle + S(29) / 31


def _same(first: Expr, second: Expr, equation: Equation, scale: Symbol) -> bool:
    at = sample(equation.domain, 1) | {scale: S(17) / 13}
    for height in _heights(equation):
        a, b = (value(e, at | {equation.jets[0]: height}) for e in (first, second))
        if a is None or b is None or abs(a - b) > 1e-9 * (abs(a) + abs(b)):
            return False
    return True


def _constant_ratio(above: Expr, below: Expr, equation: Equation) -> Expr | None:
    """The quotient, if it doesn't depend on x and y."""
    x, y = equation.x, equation.jets[0]
    ratio = cancel(together(above / below))
    if ratio.has(x, y):
        ratio = simplify(ratio)
    return None if ratio.has(x, y) else ratio


def _common_zero(above: Expr, below: Expr, x: Symbol, y: Symbol) -> tuple[Expr, Expr] | None:
    for e in (above, below):
        if not e.is_polynomial(x, y):
            return None
    lines = [p for e in (above, below) for p in _line_factors(e, x, y)]
    for (a, b, c), (d, e, f) in combinations(lines, 2):
        determinant = a * e - b * d
        if determinant != 0 and (c != 0 or f != 0):
            return (b * f - c * e) / determinant, (c * d - a * f) / determinant
    return None


def _line_factors(expr: Expr, x: Symbol, y: Symbol) -> list[tuple[Expr, Expr, Expr]]:
    found = []
    for part in Mul.make_args(factor(expr)):
        base, _ = part.as_base_exp()
        poly = base.as_poly(x, y) if base.has(x, y) else None
        if poly is not None and poly.total_degree() == 1:
            found.append(tuple(poly.coeff_monomial(m) for m in (x, y, 1)))
    return found


def _shorter_slope(slope: Expr) -> Expr:
    return factor(cancel(together(slope))) if slope.is_rational_function() else simplify(slope)


def integrated(
    of_x: Expr, of_y: Expr, equation: Equation, *, at_rest: bool = False
) -> Iterator[General]:
    """Solutions of ``y1 = of_x*of_y``; one that begins at rest need not stay there."""
    x, y, start = equation.x, equation.jets[0], equation.start
    if (
        not at_rest
        and start is not None
        and is_zero(of_y.subs(y, start.values[0]), equation.domain)
    ):
        line = Line("the right side vanishes for the initial value, which stays", ())
        yield General(start.values[0], (), (line,))
        return
    right = antiderivative(of_x, x, equation.domain)
    if right is not None:
        yield from _of_quadratic(of_y, right, equation)
    begin = start.values[0] if start is not None else S.One
    upwards = True
    if start is not None:
        around = beside(begin, y, equation.domain, upwards=True)
        rate = inside(of_x * of_y, around)
        upwards = rate is None or rate.real > 0
    domain = beside(begin, y, equation.domain, upwards=upwards)
    left = antiderivative(_inverted(of_y), y, domain)
    if left is None or right is None:
        return
    yield from solved_for_y(left, right, equation, (of_x, of_y))


def _of_quadratic(of_y: Expr, right: Expr, equation: Equation) -> Iterator[General]:
    """``y1 = X(x)*a*((y - m)**2 ± s**2)`` with irrational roots, by tanh or tan."""
    y, start = equation.jets[0], equation.start
    poly = of_y.as_poly(y) if of_y.is_polynomial(y) else None
    if start is None or poly is None or poly.degree() != 2:
        return
    a, b, c = poly.all_coeffs()
    square = tidy(b**2 / (4 * a**2) - c / a)
    time = _from(right, equation.x, start.point)
    width = root(square)
    if time is None or is_zero(square, equation.domain) or not _is_irrational(width):
        return
    middle = -b / (2 * a)
    begin = tidy(start.values[0] - middle)
    if oscillates(square, equation.domain):
        width = root(-square)
        turned = tan(a * width * time)
        quotient = width * (begin + width * turned) / (width - begin * turned)
    else:
        turned = tanh(a * width * time)
        quotient = width * (begin - width * turned) / (width - begin * turned)
    shown = Eq(equation.func, shorter(middle + quotient), evaluate=False)
    yield General(
        shown.rhs, (), (Line("separated and integrated, with the initial value", (shown,)),)
    )


def _is_irrational(width: Expr) -> bool:
    """Whether it has a root in it; else partial fractions lead to exponentials."""
    return any(not p.exp.is_Integer for p in width.atoms(Pow))


def _inverted(expr: Expr) -> Expr:
    inverse = together(1 / expr)
    return cancel(inverse) if inverse.is_rational_function() else powsimp(inverse)


def solved_for_y(
    left: Expr, right: Expr, equation: Equation, sides: tuple[Expr, Expr] | None = None
) -> Iterator[General]:
    """Explicit solutions of ``left(y) = right(x) + constant``."""
    x, y, start = equation.x, equation.jets[0], equation.start
    shown = Eq(left.subs(y, equation.func), right + constant(1), evaluate=False)
    lines: tuple[Line, ...] = (Line("the variables are separated and integrated", (shown,)),)
    if start is None:
        free = constant(1)
        for expr in branches(left, y, right + free):
            yield General(expr, (free,), lines)
        return
    begin = start.values[0]
    new_left = grown(left, y, begin)
    new_right = _from(right, x, start.point)
    if new_left is None or new_right is None:
        return
    line = Line(
        "with the initial value", (Eq(new_left.subs(y, equation.func), new_right, evaluate=False),)
    )
    for expr in branches(new_left, y, new_right):
        if begins_at(expr, x, start.point, begin, equation.domain):
            yield General(expr, (), (*lines, line))


def _from(expr: Expr, x: Symbol, point: Expr) -> Expr | None:
    if point.is_infinite:
        return None
    return grown(expr, x, point)


def exact(equation: Equation) -> Iterator[General]:
    """``M + N*y1 = 0`` with a potential, after a factor of x alone or of y alone if needed."""
    x, y, start = equation.x, equation.jets[0], equation.start
    if equation.order != 1 or start is None:
        return
    slope = equation.expr.diff(equation.jets[1])
    if slope.has(equation.jets[1]):
        return
    m, n = equation.expr.xreplace({equation.jets[1]: S.Zero}), slope
    factor_ = _integrating_factor(m, n, x, y, equation.domain)
    if factor_ is None:
        return
    begin = start.values[0]
    domain = beside(begin, y, equation.domain, upwards=True)
    of_x = antiderivative(expand(factor_ * m), x, domain)
    if of_x is None:
        return
    rest = expand(factor_ * n - of_x.diff(y))
    if rest.has(x):
        rest = simplify(rest)
    of_y = antiderivative(rest, y, domain)
    if of_y is None or rest.has(x):
        return
    potential = of_x + of_y
    there = potential.subs({x: start.point, y: begin})
    if not is_finite(there):
        return
    shown = Eq(potential.subs(y, equation.func), there, evaluate=False)
    line = Line("the equation is the derivative of a potential, which stays constant", (shown,))
    for expr in branches(potential, y, there):
        if begins_at(expr, x, start.point, begin, equation.domain):
            yield General(expr, (), (line,))


def _integrating_factor(m: Expr, n: Expr, x: Symbol, y: Symbol, domain: Domain) -> Expr | None:
    """1, or a function of one variable that makes the equation exact."""
    gap = expand(m.diff(y) - n.diff(x))
    if gap == 0 or simplify(gap) == 0:
        return S.One
    of_x = cancel(together(gap / n))
    if not of_x.has(y):
        exponent = antiderivative(of_x, x, domain)
        return None if exponent is None else exponential(exponent)
    of_y = cancel(together(-gap / m)) if m != 0 else of_x
    if not of_y.has(x):
        exponent = antiderivative(of_y, y, beside(S.One, y, domain, upwards=True))
        return None if exponent is None else exponential(exponent)
    return None
