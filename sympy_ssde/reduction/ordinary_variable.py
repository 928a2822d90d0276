"""Linear equations with variable coefficients: exact ones, one known solution, other variables."""

from collections.abc import Callable, Iterator

import sympy
from sympy import Add, Dummy, Eq, Expr, Mul, Poly, S, Symbol, cos, exp, expand, sin, sqrt

from sympy_ssde.problem.domain import Domain
from sympy_ssde.reduction.constants import solve_linear
from sympy_ssde.reduction.ordinary_form import Equation, General, Linear, constant, inside, is_zero
from sympy_ssde.reduction.ordinary_integrals import antiderivative
from sympy_ssde.reduction.ordinary_linear import combined, exponential, first_order, variation
from sympy_ssde.reduction.ordinary_modes import oscillates, root, tidy
from sympy_ssde.reduction.reduction import Line

#: Highest degree of polynomials that are tried.
DEGREE = 12


def exact(equation: Equation) -> Iterator[General]:
    """``(b*y1 + c*y)' = source``, integrated once."""
    linear = equation.linear
    if linear is None or equation.order != 2:
        return
    x = equation.x
    a0, a1, a2 = linear.coefficients
    if not is_zero(a0 - a1.diff(x) + a2.diff(x, 2), equation.domain):
        return
    integral = antiderivative(linear.source, x, equation.domain)
    if integral is None:
        return
    free = constant(2)
    y, y1, _ = equation.jets
    expr = a2 * y1 + (a1 - a2.diff(x)) * y - integral - free
    small = Equation(expr, x, (y, y1), equation.domain, equation.func)
    for general in first_order(small):
        line = Line("the left side is a derivative; one integration gives", (small.shown(),))
        yield General(general.expr, (*general.constants, free), (line, *general.lines))


def known_solution(equation: Equation) -> Iterator[General]:
    """A simple solution of the homogeneous equation, and the second one from it."""
    linear = equation.normal
    if linear is None or equation.order != 2:
        return
    for first in _simple_solutions(equation):
        line = Line("a solution of the homogeneous equation is", (first,))
        if linear.source == 0:
            yield combined(equation, [[first]], S.Zero, [line])
        second = _second(linear, first, equation)
        if second is None:
            continue
        basis = [first, second]
        special = variation(linear, basis, equation) if linear.source != 0 else S.Zero
        if special is not None:
            lines = [line, Line("and another one, by reduction of the order", (second,))]
            yield combined(equation, [basis], special, lines)
            return


def polynomial(equation: Equation) -> Iterator[General]:
    """Polynomial solutions: with coefficients that are polynomials, by comparing powers."""
    linear = equation.linear
    if linear is None:
        return
    x = equation.x
    cleared = _cleared(linear, x)
    if cleared is None:
        return
    for degree in _degrees(cleared, equation):
        unknown = [Dummy(f"c{i}") for i in range(degree + 1)]
        ansatz = Add(*(c * x**i for i, c in enumerate(unknown)))
        residual = Poly(expand(cleared.applied(ansatz, x) - cleared.source), x)
        rows = [[expand(e).diff(c) for c in unknown] for e in residual.all_coeffs()]
        sides = [-e.xreplace(dict.fromkeys(unknown, S.Zero)) for e in residual.all_coeffs()]
        free = _families(rows, sides, unknown, equation)
        if free is None:
            continue
        special, basis = free
        if special == 0 and not basis:
            continue
        exprs = [sum((v * x**i for i, v in enumerate(b)), S.Zero) for b in basis]
        line = Line("a polynomial is tried; comparing the powers gives its coefficients", ())
        constants = tuple(constant(i + 1) for i in range(len(exprs)))
        whole = Add(special, *(c * e for c, e in zip(constants, exprs, strict=True)))
        yield General(
            whole,
            constants,
            (line, Line("so a solution is", (Eq(equation.func, whole, evaluate=False),))),
        )


def particular(
    equation: Equation, solve: Callable[[Equation], Iterator[General]]
) -> Iterator[General]:
    """A polynomial that fulfils the equation, and what the homogeneous equation adds to it."""
    linear = equation.linear
    if linear is None or linear.source == 0:
        return
    for found in polynomial(equation):
        special = found.expr.xreplace(dict.fromkeys(found.constants, S.Zero))
        rest = equation.expr + linear.source
        small = Equation(rest, equation.x, equation.jets, equation.domain, equation.func)
        line = Line("a polynomial fulfils the equation; the rest is homogeneous", (special,))
        for general in solve(small):
            if general.implicit is None:
                lines = (line, *general.lines)
                yield General(general.expr + special, general.constants, lines)
        return


def _degrees(cleared: Linear, equation: Equation) -> list[int]:
    """Degrees that are possible, from the highest powers of x."""
    x, n = equation.x, Dummy("n")
    raised: dict[int, Expr] = {}
    for i, c in enumerate(cleared.coefficients):
        if c != 0:
            poly = c.as_poly(x)
            shift = poly.degree() - i
            falling = Mul(*(n - j for j in range(i)))
            raised[shift] = raised.get(shift, S.Zero) + poly.LC() * falling
    top = max(raised)
    found = {d for d in range(DEGREE + 1) if is_zero(raised[top].subs(n, d), equation.domain)}
    if cleared.source != 0:
        found.add(cleared.source.as_poly(x).degree() - top)
    return sorted(d for d in found if 0 <= d <= DEGREE)


def _families(
    rows: list[list[Expr]], sides: list[Expr], unknown: list[Symbol], equation: Equation
) -> tuple[Expr, list[list[Expr]]] | None:
    """A polynomial for the source, and those of the homogeneous equation with a leading 1."""
    x, domain = equation.x, equation.domain
    found = solve_linear(rows, sides, unknown, domain)
    if found is None:
        return None
    special = Add(*(found[c] * x**i for i, c in enumerate(unknown)))
    top = [S.Zero] * len(unknown)
    top[-1] = S.One
    homogeneous = solve_linear([*rows, top], [S.Zero] * len(rows) + [S.One], unknown, domain)
    basis = [[homogeneous[c] for c in unknown]] if homogeneous is not None else []
    if not basis and (special == 0 or special.as_poly(x).degree() < len(unknown) - 1):
        return None
    return special, basis


def _cleared(linear: Linear, x: Symbol) -> Linear | None:
    """Without denominators, if the coefficients and the source are rational in x."""
    everything = (*linear.coefficients, linear.source)
    if not all(e.is_rational_function(x) for e in everything):
        return None
    denominator = S.One
    for e in everything:
        denominator = sympy.together(e).as_numer_denom()[1] * denominator if e != 0 else denominator
    scaled = [sympy.cancel(sympy.together(e * denominator)) for e in everything]
    if not all(e.is_polynomial(x) for e in scaled):
        return None
    return Linear(tuple(scaled[:-1]), scaled[-1])


def _simple_solutions(equation: Equation) -> Iterator[Expr]:
    """Powers, exponentials and polynomials that solve the homogeneous equation."""
    linear, x = equation.linear, equation.x
    assert linear is not None
    homogeneous = Linear(linear.coefficients, S.Zero)
    for k in (1, -1, 2, -2, 3):
        if _solves(homogeneous, exp(k * x), equation):
            yield exp(k * x)
    for k in (1, -1, 2, -2, 3, S.Half, -S.Half):
        if _solves(homogeneous, x**k, equation):
            yield x**k
    for extra in (
        x * exp(x),
        x * exp(-x),
        exp(x**2 / 2),
        exp(-(x**2) / 2),
        exp(x**2),
        exp(-(x**2)),
    ):
        if _solves(homogeneous, extra, equation):
            yield extra
    for trial in (sin(x), cos(x), sin(x) / x, exp(x) / x, exp(-x) / x):
        if _solves(homogeneous, trial, equation):
            yield trial
    bare = Equation(
        Add(*(c * y for c, y in zip(linear.coefficients, equation.jets, strict=True))),
        x,
        equation.jets,
        equation.domain,
        equation.func,
    )
    for general in polynomial(bare):
        if general.constants:
            yield sympy.factor(general.expr.xreplace({general.constants[0]: S.One}))
            return


def _solves(linear: Linear, expr: Expr, equation: Equation) -> bool:
    return is_zero(sympy.powsimp(linear.applied(expr, equation.x) / expr), equation.domain)


def _second(linear: Linear, first: Expr, equation: Equation) -> Expr | None:
    x, domain = equation.x, equation.domain
    decay = antiderivative(linear.coefficients[1], x, domain)
    if decay is None:
        return None
    integrand = sympy.powsimp(exponential(-decay) / first**2)
    if integrand.is_rational_function():
        integrand = sympy.cancel(integrand)
    integral = antiderivative(integrand, x, domain)
    if integral is None:
        return None
    terms = [sympy.powsimp(t * first) for t in Add.make_args(expand(integral))]
    return Add(*terms)


def normal_form(
    equation: Equation, solve: Callable[[Equation], Iterator[General]]
) -> Iterator[General]:
    """``y = v*exp(-int p/2)`` removes the first derivative; what is left may be simpler."""
    linear = equation.normal
    if linear is None or equation.order != 2 or linear.coefficients[1] == 0:
        return
    x, domain = equation.x, equation.domain
    q, p, _ = linear.coefficients
    if not (p.has(x) or q.has(x)):
        return
    invariant = sympy.simplify(q - p.diff(x) / 2 - p**2 / 4)
    if invariant.has(x) and (x**2 * invariant).simplify().has(x):
        return
    half = antiderivative(p / 2, x, domain)
    if half is None:
        return
    factor_ = exponential(-half)
    v = tuple(Dummy(f"v{i}", real=True) for i in range(3))
    source = sympy.simplify(linear.source / factor_)
    small = Equation(v[2] + invariant * v[0] - source, x, v, domain, equation.func)
    line = Line("y = v*m removes the first derivative, with m and the equation for v", (factor_,))
    for general in solve(small):
        expr = Add(*(sympy.powsimp(factor_ * t) for t in Add.make_args(expand(general.expr))))
        yield General(expr, general.constants, (line, *general.lines))


def other_variable(equation: Equation) -> Iterator[General]:
    """``z = int sqrt(q)`` makes the coefficients constant (Chebyshev's equation, for one)."""
    if equation.homogeneous_second is None:
        return
    x, domain = equation.x, equation.domain
    p, q = equation.homogeneous_second
    if not q.has(x):
        return
    test = sympy.simplify((q.diff(x) + 2 * p * q) ** 2 / q**3)
    if test.has(x):
        return
    coefficient, moving = sympy.factor(q).as_independent(x, as_Add=False)
    above, below = moving.as_numer_denom()
    for part in (above, below):
        v = inside(part, domain)
        if v is not None and v.real < 0:
            coefficient = -coefficient
    moving = _positive(above, domain) / _positive(below, domain)
    speed = _half_power(_positive(above, domain)) / _half_power(_positive(below, domain))
    z = antiderivative(speed, x, domain)
    if z is None:
        return
    damping = sympy.simplify((speed.diff(x) + p * speed) / moving)
    if damping.has(x):
        return
    yield from _in_variable(equation, z, damping, coefficient)


def _positive(expr: Expr, domain: Domain) -> Expr:
    v = inside(expr, domain)
    return expand(-expr) if v is not None and v.real < 0 else expr


def _half_power(expr: Expr) -> Expr:
    """The root, without the absolute values of squares."""
    powers = sympy.factor(expr).as_powers_dict()
    if all(e.is_Integer and e % 2 == 0 for b, e in powers.items() if b.free_symbols):
        return Mul(*(b ** (e / 2) for b, e in powers.items()))
    return sqrt(expr)


def _in_variable(equation: Equation, z: Expr, damping: Expr, stiffness: Expr) -> Iterator[General]:
    """``v'' + damping*v' + stiffness*v = 0`` in z."""
    d = tidy(damping**2 / 4 - stiffness)
    centre = -damping / 2
    if is_zero(d, equation.domain):
        basis = [exp(centre * z), z * exp(centre * z)]
    elif oscillates(d, equation.domain):
        w = root(-d)
        basis = [exp(centre * z) * cos(w * z), exp(centre * z) * sin(w * z)]
    else:
        w = root(d)
        basis = [exp((centre + w) * z), exp((centre - w) * z)]
    basis = [sympy.powsimp(sympy.expand_log(b)) for b in basis]
    line = Line("in the variable z the coefficients are constant, z =", (z,))
    yield combined(equation, [basis], S.Zero, [line])


def gaussian(equation: Equation) -> Iterator[General]:
    """``y = v*exp(c*x**2)`` with a polynomial v, as for Hermite functions."""
    if equation.homogeneous_second is None:
        return
    x, (p, q) = equation.x, equation.homogeneous_second
    if not (p.is_polynomial(x) and q.is_polynomial(x)):
        return
    if p.diff(x, 2) != 0 or q.diff(x, 3) != 0 or q.diff(x, 2) == 0:
        return
    slope, square = p.diff(x), q.diff(x, 2) / 2
    d = tidy(slope**2 / 4 - square)
    if oscillates(d, equation.domain):
        return
    for c in (tidy((-slope / 2 - root(d)) / 2), tidy((-slope / 2 + root(d)) / 2)):
        y, y1, y2 = equation.jets
        rest = expand(4 * c**2 * x**2 + 2 * c + 2 * c * x * p + q)
        expr = y2 + (4 * c * x + p) * y1 + rest * y
        small = Equation(expr, x, equation.jets, equation.domain, equation.func)
        words = "the unknown may be a polynomial times a Gaussian, which is"
        line = Line(words, (exp(c * x**2),))
        for general in polynomial(small):
            yield General(general.expr * exp(c * x**2), general.constants, (line,))
