"""Everyday problems: ordinary equations of first order."""

from sympy import Expr, Rational, S, atan, cos, exp, expand, log, pi, sin, sqrt, tan, tanh

from sympy_ssde.bench.everyday_draw import Draw, Stated, values


def growth(d: Draw) -> Stated:
    """Exponential growth or decay."""
    y, x = d.curve()
    k, a = d.amplitude(), d.amplitude()
    exact = a * exp(k * x)
    return d.state(y.diff(x), k * y, y, values(y, exact, 0, [0]), exact)


def cooling(d: Draw) -> Stated:
    """Newton's law of cooling, with numbers."""
    y, t = d.curve(("T t", "theta t", "y t", "u t"))
    k, room, begin = d.pick(S(1), S(2), Rational(1, 2), Rational(1, 10)), *d.distinct(2, 2, 10)
    exact = 10 * room + 10 * (begin - room) * exp(-k * t)
    return d.state(y.diff(t), -k * (y - 10 * room), y, values(y, exact, 0, [0]), exact)


def mixing(d: Draw) -> Stated:
    """Salt in a tank that is flushed."""
    y, t = d.curve(("y t", "Q t", "c t", "A t"))
    inflow, rate, begin = d.integer(1, 6), Rational(1, d.pick(5, 10, 20, 50)), d.integer(1, 20)
    exact = inflow / rate + (begin - inflow / rate) * exp(-rate * t)
    return d.state(y.diff(t), inflow - rate * y, y, values(y, exact, 0, [0]), exact)


def integrating_factor_power(d: Draw) -> Stated:
    """Linear, with a power as integrating factor: x*y' + a*y = b*x**n."""
    y, x = d.curve()
    a, n, b = d.integer(1, 4), d.integer(1, 4), d.integer(-3, 6)
    exact = b * x**n / (a + n) + d.amplitude() / x**a
    left, right = (
        (x * y.diff(x) + a * y, b * x**n)
        if d.chance()
        else (
            y.diff(x) + a * y / x,
            b * x ** (n - 1),
        )
    )
    return d.state(left, right, y, values(y, exact, 1, [0]), exact, {x: (1, 2)})


def integrating_factor_exponential(d: Draw) -> Stated:
    """Linear with a constant coefficient and a polynomial, a sine or an exponential beside it."""
    y, x = d.curve()
    a, b, c = d.integer(-3, 4), d.integer(-3, 5), d.amplitude()
    w = d.integer(1, 3)
    particular = d.pick(
        b * x + d.integer(-2, 2),
        b * exp((a - 5 if a > 0 else a + 5) * x),
        b * x * exp(-a * x),
        b * (a * sin(w * x) - w * cos(w * x)) / (a**2 + w**2),
    )
    exact = particular + c * exp(-a * x)
    right = expand(particular.diff(x) + a * particular)
    return d.state(y.diff(x) + a * y, right, y, values(y, exact, 0, [0]), exact)


def integrating_factor_gaussian(d: Draw) -> Stated:
    """Linear with a variable coefficient: y' + 2a*x*y = b*x."""
    y, x = d.curve()
    a, b, c = d.integer(-2, 3), d.integer(-4, 4), d.amplitude()
    exact = b / (2 * a) + c * exp(-a * x**2)
    return d.state(y.diff(x) + 2 * a * x * y, b * x, y, values(y, exact, 0, [0]), exact)


def integrating_factor_trigonometric(d: Draw) -> Stated:
    """Linear, with tan or cos as coefficient."""
    y, x = d.curve()
    c, b = d.amplitude(), d.integer(1, 4)
    coefficient, right, exact = d.pick(
        (tan(x), b * cos(x), (b * x + c) * cos(x)),
        (cos(x), b * cos(x), b + c * exp(-sin(x))),
        (tan(x), b * cos(x) ** 2, (b * sin(x) + c) * cos(x)),
    )
    return d.state(y.diff(x) + coefficient * y, right, y, values(y, exact, 0, [0]), exact)


def separable(d: Draw) -> Stated:
    """Separable, with a solution that can be written down."""
    y, x = d.curve()
    a, c, n = d.integer(1, 4), d.integer(1, 4), d.integer(1, 3)
    right, exact = d.pick(
        (a * x**n * y, c * exp(a * x ** (n + 1) / (n + 1))),
        (a * x / y, sqrt(a * x**2 + c**2)),
        (-a * x**n * y**2, 1 / (a * x ** (n + 1) / (n + 1) + c)),
        (a * x**n * exp(-y), log(a * x ** (n + 1) / (n + 1) + c)),
        (y * cos(a * x), c * exp(sin(a * x) / a)),
        ((y + n) / (x + a), c * (x + a) - n),
        (a * y * log(y), exp(c * exp(a * x))),
    )
    return d.state(y.diff(x), right, y, values(y, exact, 0, [0]), exact)


def separable_tangent(d: Draw) -> Stated:
    """y' = a*(k**2 + y**2), and its relatives: tangents and their inverses."""
    y, x = d.curve()
    a, k = d.pick(S(1), Rational(1, 2), Rational(1, 3)), d.pick(S(1), S(2))
    shift = d.pick(S(0), S(0), pi / 4)
    right, exact = d.pick(
        (a * (k**2 + y**2), k * tan(a * k * x + shift)),
        (k**2 - y**2, k * tanh(k * x)),
        (1 / (1 + x**2), d.integer(0, 3) + atan(x)),
        (2 * a * x * (1 + y**2), tan(a * x**2 + shift)),
    )
    return d.state(y.diff(x), right, y, values(y, exact, 0, [0]), exact, {x: (0, Rational(1, 2))})


def torricelli(d: Draw) -> Stated:
    """A tank that runs empty: y' = -k*sqrt(y)."""
    y, t = d.curve(("h t", "y t", "z t"))
    k, root = d.pick(S(1), S(2), Rational(1, 2), Rational(1, 5)), d.integer(2, 5)
    exact = (root - k * t / 2) ** 2
    return d.state(y.diff(t), -k * sqrt(y), y, values(y, exact, 0, [0]), exact, {t: (0, 1)})


def logistic(d: Draw) -> Stated:
    """Logistic growth towards a capacity."""
    y, t = d.curve(("P t", "N t", "y t", "x t", "p t"))
    r, top, begin = d.positive(), d.pick(S(1), S(2), S(4), S(10), S(100)), d.pick(2, 3, 4, 5, 10)
    exact = top / (1 + (begin - 1) * exp(-r * t))
    return d.state(y.diff(t), r * y * (1 - y / top), y, values(y, exact, 0, [0]), exact)


def gompertz(d: Draw) -> Stated:
    """Growth of a tumour: y' = -r*y*log(y/K)."""
    y, t = d.curve(("N t", "y t", "V t"))
    r, top, share = d.pick(S(1), S(2), Rational(1, 2)), d.pick(S(1), S(2), S(10)), d.pick(2, 3, 4)
    exact = top * exp(-log(share) * exp(-r * t))
    return d.state(y.diff(t), -r * y * log(y / top), y, values(y, exact, 0, [0]), exact)


def bernoulli(d: Draw) -> Stated:
    """Bernoulli's equation with a square or a cube."""
    y, x = d.curve()
    a, b, c = d.integer(1, 4), d.integer(1, 4), d.integer(1, 4)
    left, right, exact = d.pick(
        (y.diff(x) + a * y, -b * y**2, a / ((c * a + b) * exp(a * x) - b)),
        (y.diff(x) - a * y, -b * y**3, sqrt(a) / sqrt(b + c * exp(-2 * a * x))),
        (y.diff(x) + y, x * y**2, 1 / (x + 1 + (c - S(1) / 2) * exp(x))),
        (2 * y.diff(x) + 2 * a * y, a * c / y, sqrt(c / 2 + d.integer(1, 4) * exp(-2 * a * x))),
    )
    return d.state(left, right, y, values(y, exact, 0, [0]), exact)


def bernoulli_singular(d: Draw) -> Stated:
    """Bernoulli's equation with 1/x: x*y' + y = a*x**2*y**2 and others."""
    y, x = d.curve()
    a, c = d.integer(1, 4), d.integer(6, 9)
    left, right, exact = d.pick(
        (x * y.diff(x) + y, a * x**2 * y**2, 1 / (x * (c - a * x))),
        (y.diff(x) - y / x, -a * y**2, 2 * x / (a * x**2 + c)),
        (x * y.diff(x) + y, -a * y**2, 1 / ((c + a) * x - a)),
    )
    return d.state(left, right, y, values(y, exact, 1, [0]), exact, {x: (1, Rational(5, 4))})


def riccati(d: Draw) -> Stated:
    """Riccati's equation, of which a simple solution can be seen."""
    y, x = d.curve()
    a, b, c = d.integer(-2, 3), d.integer(-2, 3), d.integer(2, 5)
    seen: Expr = d.pick(a * x, a * x + b, S(1) * b, a * x**2)
    exact = seen + 1 / (c - x)
    right = expand((y - seen) ** 2 + seen.diff(x))
    return d.state(y.diff(x), right, y, values(y, exact, 0, [0]), exact)


def riccati_singular(d: Draw) -> Stated:
    """Riccati's equation with powers of 1/x."""
    y, x = d.curve()
    c = d.integer(2, 5)
    right, exact, end = d.pick(
        (y**2 - y / x - 1 / x**2, 1 / x + 2 * x / (2 * c - x**2), 1 + Rational(1, 4)),
        (2 / x**2 - y**2, (2 * c * x**3 - 1) / (x * (c * x**3 + 1)), 2),
        (1 + y / x - y**2 / x**2, x * (c * x**2 - 1) / (c * x**2 + 1), 2),
    )
    return d.state(y.diff(x), right, y, values(y, exact, 1, [0]), exact, {x: (1, end)})


def homogeneous(d: Draw) -> Stated:
    """y' is a function of y/x."""
    y, x = d.curve()
    a, c = d.integer(1, 4), d.integer(1, 5)
    left, right, exact = d.pick(
        (x * y.diff(x), y + a * x, x * (a * log(x) + c)),
        (y.diff(x), (x**2 + y**2) / (x * y), x * sqrt(2 * log(x) + c**2)),
        (y.diff(x), y / x + (y / x) ** 2, x / (c - log(x))),
        (x * y.diff(x), y + a * x * exp(-y / x), x * log(a * log(x) + c)),
        (y.diff(x), (x + y) / x, x * (log(x) + c)),
        (2 * x * y * y.diff(x), x**2 + y**2, sqrt(x**2 + c * x)),
    )
    return d.state(left, right, y, values(y, exact, 1, [0]), exact, {x: (1, 2)})


def exact_form(d: Draw) -> Stated:
    """An exact equation, with a potential that can be solved for y."""
    y, x = d.curve()
    a, b, c = d.integer(1, 4), d.integer(-3, 4), d.integer(1, 4)
    left, exact = d.pick(
        ((x**2 + a) * y.diff(x) + 2 * x * y + b * x, (c - b * x**2 / 2) / (x**2 + a)),
        ((2 * y + a) * y.diff(x) + 2 * x, -a / 2 + sqrt(4 * (c + 1) - x**2)),
        (exp(x) * y.diff(x) + exp(x) * y + b, (c - b * x) * exp(-x)),
        ((x + a) * y.diff(x) + y - 2 * b * x, (b * x**2 + c) / (x + a)),
    )
    return d.state(left, S(0), y, values(y, exact, 0, [0]), exact)


def linear_substitution(d: Draw) -> Stated:
    """y' is a function of x + y."""
    y, x = d.curve()
    a = d.integer(1, 4)
    right, exact = d.pick(
        ((x + y) ** 2, tan(x + d.pick(0, pi / 4)) - x),
        ((x - y) ** 2, x + (exp(-2 * x) * (a + 1) - a) / (exp(-2 * x) * (a + 1) + a)),
        (a * x + y, (d.integer(1, 4) + a) * exp(x) - a * (x + 1)),
        (exp(x + y), -log(a + 3 - exp(x))),
    )
    return d.state(y.diff(x), right, y, values(y, exact, 0, [0]), exact, {x: (0, Rational(1, 2))})


def fall_with_drag(d: Draw) -> Stated:
    """A fall against quadratic drag, with numbers: v' = g - k*v**2."""
    y, t = d.curve(("v t", "y t", "u t"))
    root, final = d.pick(S(1), S(2), Rational(1, 2)), d.pick(S(1), S(2), S(4), S(5))
    exact = final * tanh(root * final * t)
    return d.state(y.diff(t), root * final**2 - root * y**2, y, values(y, exact, 0, [0]), exact)


CLASSES = (
    growth,
    cooling,
    mixing,
    integrating_factor_power,
    integrating_factor_exponential,
    integrating_factor_gaussian,
    integrating_factor_trigonometric,
    separable,
    separable_tangent,
    torricelli,
    logistic,
    gompertz,
    bernoulli,
    bernoulli_singular,
    riccati,
    riccati_singular,
    homogeneous,
    exact_form,
    linear_substitution,
    fall_with_drag,
)
