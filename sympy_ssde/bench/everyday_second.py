"""Everyday problems: ordinary equations of second and higher order."""

from sympy import (
    Expr,
    Mul,
    Poly,
    Rational,
    S,
    Symbol,
    atan,
    cos,
    cosh,
    exp,
    expand,
    hermite,
    legendre,
    log,
    pi,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)
from sympy.core.function import AppliedUndef

from sympy_ssde.bench.everyday_draw import Draw, Stated, values


def _operator(y: Expr, x: Symbol, *roots: Expr) -> Expr:
    """The operator with constant coefficients that has these characteristic roots."""
    k = Symbol("k")
    coefficients = Poly(expand(Mul(*(k - r for r in roots))), k).all_coeffs()[::-1]
    return sum((c * y.diff(x, n) for n, c in enumerate(coefficients)), S(0))


def _initial(d: Draw, y: AppliedUndef, left: Expr, right: Expr, exact: Expr, order: int) -> Stated:
    return d.state(left, right, y, values(y, exact, 0, range(order)), exact)


def underdamped(d: Draw) -> Stated:
    """A damped oscillation."""
    y, t = d.curve()
    a, w = d.pick(S(1), S(2), S(3), Rational(1, 2)), d.integer(1, 5)
    p, q = d.integer(-3, 4), d.integer(-4, 4)
    exact = exp(-a * t) * (p * cos(w * t) + (q + a * p) / w * sin(w * t))
    left = y.diff(t, 2) + 2 * a * y.diff(t) + (a**2 + w**2) * y
    return _initial(d, y, left, S(0), exact, 2)


def underdamped_irrational(d: Draw) -> Stated:
    """A damped oscillation whose frequency is a square root."""
    y, t = d.curve()
    b, c, p = d.integer(1, 2), d.integer(2, 6), d.integer(1, 4)
    w = sqrt(4 * c - b**2) / 2
    exact = p * exp(-b * t / 2) * (cos(w * t) + b / (2 * w) * sin(w * t))
    return _initial(d, y, y.diff(t, 2) + b * y.diff(t) + c * y, S(0), exact, 2)


def overdamped(d: Draw) -> Stated:
    """Two different real roots."""
    y, t = d.curve()
    one, two = d.distinct(2, -5, 3)
    exact = d.amplitude() * exp(one * t) + d.amplitude() * exp(two * t)
    return _initial(d, y, _operator(y, t, one, two), S(0), exact, 2)


def critically_damped(d: Draw) -> Stated:
    """A double root."""
    y, t = d.curve()
    r = d.integer(-4, 3)
    exact = (d.integer(-4, 5) + d.integer(-4, 5) * t) * exp(r * t)
    return _initial(d, y, _operator(y, t, r, r), S(0), exact, 2)


def oscillator(d: Draw) -> Stated:
    """No damping."""
    y, t = d.curve()
    w = d.pick(S(1), S(2), S(3), S(4), pi, sqrt(2), Rational(1, 2))
    exact = d.integer(-4, 5) * cos(w * t) + d.integer(-4, 5) * sin(w * t)
    return _initial(d, y, y.diff(t, 2) + w**2 * y, S(0), exact, 2)


def forced(d: Draw) -> Stated:
    """An oscillator forced beside its own frequency, from rest or not."""
    y, t = d.curve()
    w, v = d.random.sample([S(1), S(2), S(3), S(4), S(5)], 2)
    force = d.integer(1, 6)
    p, q = d.pick((0, 0), (1, 0), (d.integer(-3, 3), d.integer(-3, 3)))
    shape, slope = d.pick((cos(v * t), (S(1), S(0))), (sin(v * t), (S(0), v)))
    gain = force / (w**2 - v**2)
    exact = (p - gain * slope[0]) * cos(w * t) + (q - gain * slope[1]) / w * sin(w * t)
    return _initial(d, y, y.diff(t, 2) + w**2 * y, force * shape, exact + gain * shape, 2)


def resonant(d: Draw) -> Stated:
    """An oscillator forced at its own frequency."""
    y, t = d.curve()
    w, force, p = d.integer(1, 4), d.integer(1, 6), d.pick(0, 0, 1, 2)
    shape, particular = d.pick(
        (cos(w * t), force * t * sin(w * t) / (2 * w)),
        (sin(w * t), force * (sin(w * t) - w * t * cos(w * t)) / (2 * w**2)),
    )
    exact = p * cos(w * t) + particular
    return _initial(d, y, y.diff(t, 2) + w**2 * y, force * shape, exact, 2)


def damped_forced(d: Draw) -> Stated:
    """A damped oscillator with a periodic force."""
    y, t = d.curve()
    a, w, v = d.integer(1, 2), d.integer(1, 3), d.integer(1, 3)
    b, c = 2 * a, a**2 + w**2
    force = d.integer(1, 4) * ((c - v**2) ** 2 + (b * v) ** 2) / d.pick(1, 2, 5)
    size = force / ((c - v**2) ** 2 + (b * v) ** 2)
    steady = size * ((c - v**2) * cos(v * t) + b * v * sin(v * t))
    exact = exp(-a * t) * (d.integer(-3, 3) * cos(w * t) + d.integer(-3, 3) * sin(w * t)) + steady
    return _initial(d, y, y.diff(t, 2) + b * y.diff(t) + c * y, force * cos(v * t), exact, 2)


def undetermined_polynomial(d: Draw) -> Stated:
    """Constant coefficients, a polynomial on the right."""
    y, x = d.curve()
    one, two = d.distinct(2, -4, 4)
    particular = d.integer(-3, 3) * x**2 + d.integer(-3, 3) * x + d.integer(-3, 3)
    exact = d.integer(-3, 3) * exp(one * x) + d.integer(-3, 3) * exp(two * x) + particular
    left = _operator(y, x, one, two)
    return _initial(d, y, left, expand(_operator(particular, x, one, two)), exact, 2)


def undetermined_exponential(d: Draw) -> Stated:
    """Constant coefficients, an exponential on the right, at times one of the solutions."""
    y, x = d.curve()
    one, two, other = d.random.sample([S(n) for n in range(-4, 5)], 3)
    resonates = d.chance(0.4)
    particular = d.integer(-3, 4) * (x * exp(two * x) if resonates else exp(other * x))
    exact = d.integer(-3, 3) * exp(one * x) + d.integer(-3, 3) * exp(two * x) + particular
    right = expand(_operator(particular, x, one, two))
    return _initial(d, y, _operator(y, x, one, two), right, exact, 2)


def undetermined_product(d: Draw) -> Stated:
    """An exponential times a sine or a power on the right."""
    y, x = d.curve()
    w, a = d.integer(1, 3), d.integer(-2, 2)
    particular = d.pick(
        exp(a * x) * (x + d.integer(-2, 2)),
        exp(a * x) * sin(x) * d.integer(1, 3),
        x * d.integer(1, 4) + exp(a * x),
    )
    exact = d.integer(-3, 3) * cos(w * x) + d.integer(-3, 3) * sin(w * x) + particular
    left = y.diff(x, 2) + w**2 * y
    right = expand(particular.diff(x, 2) + w**2 * particular)
    return _initial(d, y, left, right, exact, 2)


def third_order(d: Draw) -> Stated:
    """Constant coefficients, third order."""
    y, x = d.curve()
    roots = d.pick(
        tuple(d.distinct(3, -3, 3)),
        (d.integer(-2, 2), S(0), S(0)),
        (d.integer(-3, 3), 2 * S.ImaginaryUnit, -2 * S.ImaginaryUnit),
        (d.integer(-2, 2),) * 3,
    )
    return _higher(d, y, x, roots)


def fourth_order(d: Draw) -> Stated:
    """Constant coefficients, fourth order."""
    y, x = d.curve()
    a, b = d.distinct(2, 1, 3)
    i = S.ImaginaryUnit
    roots = d.pick(
        (a, -a, a * i, -a * i), (a, -a, b, -b), (a * i, -a * i, b * i, -b * i), (a, -b, 0, 0)
    )
    return _higher(d, y, x, roots)


def _higher(d: Draw, y: AppliedUndef, x: Symbol, roots: tuple[Expr, ...]) -> Stated:
    exact = S(0)
    seen: list[Expr] = []
    for root in map(S, roots):
        w = root / S.ImaginaryUnit
        shape = exp(root * x) if root.is_real else cos(w * x) if w > 0 else sin(-w * x)
        exact += d.integer(-3, 3) * x ** seen.count(root) * shape
        seen.append(root)
    return _initial(d, y, _operator(y, x, *map(S, roots)), S(0), exact, len(roots))


def two_point(d: Draw) -> Stated:
    """Values at both ends."""
    y, x = d.curve(("y x", "u x", "phi x", "T x"))
    k, low, high = d.integer(1, 3), d.integer(-3, 3), d.integer(-3, 5)
    left, exact, end = d.pick(
        (y.diff(x, 2) - k**2 * y, high * sinh(k * x) / sinh(k), 1),
        (y.diff(x, 2) + k**2 * y, low * cos(k * x) + high * sin(k * x), pi / (2 * k)),
        (y.diff(x, 2) - k**2 * y, low * exp(-k * x) + high * exp(k * x), 1),
    )
    conditions = values(y, exact, 0, [0]) + values(y, exact, end, [0])
    return d.state(left, S(0), y, conditions, exact)


def two_point_source(d: Draw) -> Stated:
    """A source between two ends: y'' = f(x)."""
    y, x = d.curve(("y x", "u x", "phi x", "T x"))
    c, low, high, end = d.integer(1, 6), d.integer(-3, 3), d.integer(-3, 5), d.pick(S(1), S(2), pi)
    source, twice = d.pick(
        (S(1), x**2 / 2), (x, x**3 / 6), (sin(pi * x / end), -sin(pi * x / end) * end**2 / pi**2)
    )
    exact = low + (high - low - c * (twice - twice.subs(x, 0)).subs(x, end)) * x / end
    exact = expand(exact + c * (twice - twice.subs(x, 0)))
    conditions = [(y.subs(x, 0), low), (y.subs(x, end), high)]
    return d.state(y.diff(x, 2), c * source, y, conditions, exact)


def two_point_mixed(d: Draw) -> Stated:
    """A value at one end, a slope at the other."""
    y, x = d.curve(("y x", "u x", "phi x", "T x"))
    k, c = d.integer(1, 3), d.integer(-4, 5)
    left, right, exact = d.pick(
        (y.diff(x, 2) - k**2 * y, S(0), c * cosh(k * (1 - x)) / cosh(k)),
        (y.diff(x, 2), S(c), c * x**2 / 2 - c * x + k),
        (y.diff(x, 2) + y.diff(x), S(c), c * x + k - c * exp(1) + c * exp(1 - x)),
    )
    conditions = values(y, exact, 0, [0]) + values(y, exact, 1, [1])
    return d.state(left, right, y, conditions, exact)


def boundary_layer(d: Draw) -> Stated:
    """A small factor at the highest derivative."""
    y, x = d.curve(("y x", "u x"))
    e = Rational(1, d.pick(10, 20, 25, 50, 100))
    a, b = d.integer(0, 3), d.integer(1, 4)
    left, right, exact = d.pick(
        (e * y.diff(x, 2) + y.diff(x), S(0), a + (b - a) * (1 - exp(-x / e)) / (1 - exp(-1 / e))),
        (-e * y.diff(x, 2) + y.diff(x), S(1), x - (exp(x / e) - 1) / (exp(1 / e) - 1)),
        (e**2 * y.diff(x, 2) - y, S(0), b * sinh(x / e) / sinh(1 / e)),
    )
    conditions = [(y.subs(x, 0), exact.subs(x, 0)), (y.subs(x, 1), exact.subs(x, 1))]
    return d.state(left, right, y, conditions, exact)


def euler_real(d: Draw) -> Stated:
    """Euler's equation with real exponents."""
    y, x = d.curve()
    m, n = d.distinct(2, -4, 4)
    exact = d.amplitude() * x**m + d.amplitude() * x**n
    left = x**2 * y.diff(x, 2) + (1 - m - n) * x * y.diff(x) + m * n * y
    return d.state(left, S(0), y, values(y, exact, 1, [0, 1]), exact, {x: (1, 2)})


def euler_complex(d: Draw) -> Stated:
    """Euler's equation with complex exponents."""
    y, x = d.curve()
    a, b = d.pick(S(0), S(-1), S(1), S(2)), d.integer(1, 3)
    exact = x**a * (d.integer(-3, 4) * cos(b * log(x)) + d.integer(-3, 4) * sin(b * log(x)))
    left = x**2 * y.diff(x, 2) + (1 - 2 * a) * x * y.diff(x) + (a**2 + b**2) * y
    return d.state(left, S(0), y, values(y, exact, 1, [0, 1]), exact, {x: (1, 2)})


def euler_double(d: Draw) -> Stated:
    """Euler's equation with a double exponent."""
    y, x = d.curve()
    m = d.integer(-3, 3)
    exact = x**m * (d.integer(-3, 4) + d.integer(-3, 4) * log(x))
    left = x**2 * y.diff(x, 2) + (1 - 2 * m) * x * y.diff(x) + m**2 * y
    return d.state(left, S(0), y, values(y, exact, 1, [0, 1]), exact, {x: (1, 2)})


def euler_forced(d: Draw) -> Stated:
    """Euler's equation with a power or a logarithm on the right."""
    y, x = d.curve()
    m, n, k = d.random.sample([S(i) for i in (-3, -2, -1, 1, 2, 3, 4)], 3)
    particular = d.integer(-3, 3) * d.pick(x**k, log(x))
    exact = d.integer(-3, 3) * x**m + d.integer(-3, 3) * x**n + particular

    def left(f: Expr) -> Expr:
        return x**2 * f.diff(x, 2) + (1 - m - n) * x * f.diff(x) + m * n * f

    conditions = values(y, exact, 1, [0, 1])
    return d.state(left(y), expand(left(particular)), y, conditions, exact, {x: (1, 2)})


def variation_secant(d: Draw) -> Stated:
    """Variation of parameters: y'' + w**2*y with a secant or a tangent."""
    y, x = d.curve()
    w, p, q = d.pick(S(1), S(1), S(2)), d.integer(-2, 3), d.integer(-2, 3)
    right, particular = d.pick(
        (1 / cos(w * x), cos(w * x) * log(cos(w * x)) / w**2 + x * sin(w * x) / w),
        (tan(w * x), -cos(w * x) * log((1 + sin(w * x)) / cos(w * x)) / w**2),
        (1 / cos(w * x) ** 2, (sin(w * x) * log((1 + sin(w * x)) / cos(w * x)) - 1) / w**2),
    )
    exact = p * cos(w * x) + q * sin(w * x) + particular
    left = y.diff(x, 2) + w**2 * y
    return d.state(left, right, y, values(y, exact, 0, [0, 1]), exact, {x: (0, Rational(1, 2))})


def variation_cosecant(d: Draw) -> Stated:
    """Variation of parameters: y'' + y = csc(x), with conditions at pi/2."""
    y, x = d.curve()
    c, p, q = d.integer(1, 3), d.integer(-2, 3), d.integer(-2, 3)
    exact = p * cos(x) + q * sin(x) + c * (sin(x) * log(sin(x)) - (x - pi / 2) * cos(x))
    conditions = values(y, exact, pi / 2, [0, 1])
    return d.state(y.diff(x, 2) + y, c / sin(x), y, conditions, exact, {x: (pi / 2, 2)})


def variation_exponential(d: Draw) -> Stated:
    """Variation of parameters: a double root with exp(a*x) over a power or 1 + x**2."""
    y, x = d.curve()
    a, b, p, q = d.integer(-2, 2), d.integer(1, 3), d.integer(-2, 3), d.integer(-2, 3)
    over, part, at = d.pick(
        (x, x * log(x), 1), (x**2, -log(x), 1), (1 + x**2, x * atan(x) - log(1 + x**2) / 2, 0)
    )
    exact = exp(a * x) * (p + q * (x - at) + b * part)
    left = y.diff(x, 2) - 2 * a * y.diff(x) + a**2 * y
    conditions = values(y, exact, at, [0, 1])
    return d.state(left, b * exp(a * x) / over, y, conditions, exact, {x: (at, at + 1)})


def autonomous(d: Draw) -> Stated:
    """Second order, nonlinear, without x."""
    y, x = d.curve()
    c, k, b = d.integer(2, 5), d.pick(S(1), S(2)), d.integer(1, 4)
    left, right, exact = d.pick(
        (y.diff(x, 2), 2 * y**3, 1 / (c - x)),
        (y * y.diff(x, 2), y.diff(x) ** 2, c * exp(k * x)),
        (y.diff(x, 2), -2 * y * y.diff(x), k * tanh(k * x)),
        (y * y.diff(x, 2) + y.diff(x) ** 2, S(0), sqrt(c**2 + 2 * b * x)),
        (y.diff(x, 2), 6 * y**2, 1 / (x + c) ** 2),
        (y.diff(x, 2), exp(2 * y), -log(c - x)),
    )
    return d.state(left, right, y, values(y, exact, 0, [0, 1]), exact)


def without_unknown(d: Draw) -> Stated:
    """Second order without y itself: p = y' solves an equation of first order."""
    y, x = d.curve()
    c, b = d.integer(1, 4), d.integer(1, 4)
    left, right, exact = d.pick(
        (y.diff(x, 2) + y.diff(x) ** 2, S(0), b + log(1 + c * x)),
        ((x + 1) * y.diff(x, 2) + y.diff(x), S(0), b + c * log(x + 1)),
        (y.diff(x, 2) - y.diff(x), 2 * c * x, b * exp(x) - c * x**2 - 2 * c * x),
        ((1 + x**2) * y.diff(x, 2) + 2 * x * y.diff(x), S(0), b + c * atan(x)),
        ((x + 1) * y.diff(x, 2), c * y.diff(x), b + (x + 1) ** (c + 1)),
    )
    return d.state(left, right, y, values(y, exact, 0, [0, 1]), exact)


def reduction_of_order(d: Draw) -> Stated:
    """Variable coefficients, where one solution can be seen."""
    y, x = d.curve()
    p, q = d.integer(-3, 4), d.integer(-3, 4)
    left, exact = d.pick(
        (x**2 * y.diff(x, 2) - x * (x + 2) * y.diff(x) + (x + 2) * y, x * (p + q * exp(x - 1))),
        (x * y.diff(x, 2) - (x + 1) * y.diff(x) + y, p * (x + 1) + q * exp(x - 1)),
        (x * y.diff(x, 2) + 2 * y.diff(x) + x * y, (p * sin(x - 1) + q * cos(x - 1)) / x),
        ((x + 1) * y.diff(x, 2) - (x + 2) * y.diff(x) + y, p * (x + 2) + q * exp(x - 1)),
    )
    return d.state(left, S(0), y, values(y, exact, 1, [0, 1]), exact, {x: (1, 2)})


def legendre_polynomial(d: Draw) -> Stated:
    """Legendre's equation, a polynomial of low degree."""
    y, x = d.curve(("y x", "P x", "u x", "y t"))
    n, c = d.integer(1, 5), d.pick(S(1), S(1), S(2))
    exact = c * legendre(n, x)
    left = (1 - x**2) * y.diff(x, 2) - 2 * x * y.diff(x) + n * (n + 1) * y
    return d.state(left, S(0), y, values(y, exact, 0, [0, 1]), exact)


def schroedinger_oscillator(d: Draw) -> Stated:
    """Schroedinger's stationary equation of the harmonic oscillator, a low level."""
    y, x = d.curve(("psi x", "phi x", "y x", "u x"))
    n = S(d.pick(0, 1, 2, 3))
    exact = hermite(n, x) * exp(-(x**2) / 2)
    left = -y.diff(x, 2) + x**2 * y
    return d.state(left, (2 * n + 1) * y, y, values(y, exact, 0, [0, 1]), exact)


CLASSES = (
    underdamped,
    underdamped_irrational,
    overdamped,
    critically_damped,
    oscillator,
    forced,
    resonant,
    damped_forced,
    undetermined_polynomial,
    undetermined_exponential,
    undetermined_product,
    third_order,
    fourth_order,
    two_point,
    two_point_source,
    two_point_mixed,
    boundary_layer,
    euler_real,
    euler_complex,
    euler_double,
    euler_forced,
    variation_secant,
    variation_cosecant,
    variation_exponential,
    autonomous,
    without_unknown,
    reduction_of_order,
    legendre_polynomial,
    schroedinger_oscillator,
)
