"""Everyday problems: heat and diffusion."""

from sympy import Expr, Rational, S, Symbol, cos, erf, erfc, exp, expand, oo, pi, sin, sqrt
from sympy.core.function import AppliedUndef

from sympy_ssde.bench.everyday_draw import MEMBRANES, Condition, Draw, Range, Stated, ends


def _domain(d: Draw, x: Symbol, length: Expr, t: Symbol) -> dict[Symbol, Range]:
    """Said, or left to be inferred from the conditions."""
    return d.pick({}, {x: (0, length), t: (0, 1)}, {x: (0, length), t: (0, oo)})


def _begin(func: AppliedUndef, exact: Expr, t: Symbol) -> list[Condition]:
    return [(func.subs(t, 0), exact.subs(t, 0))]


def _rod(d: Draw, shape: type, unit: Rational, orders: tuple[int, int]) -> Stated:
    """Modes with frequencies that are odd or whole multiples of ``unit`` over the length."""
    f, x, t = d.evolution()
    k, length = d.positive(), d.length()
    exact = S(0)
    for n, a in d.modes(3):
        w = (2 * n - 1 if unit == Rational(1, 2) else n) * unit * pi / length
        exact += a * exp(-k * w**2 * t) * shape(w * x)
    if orders == (1, 1) and d.chance():
        exact += d.integer(-3, 5)
    conditions = [*ends(f, x, 0, length, orders), *_begin(f, exact, t)]
    domain = _domain(d, x, length, t)
    return d.state(f.diff(t), k * f.diff(x, 2), f, conditions, exact, domain)


def heat_dirichlet(d: Draw) -> Stated:
    """A rod with both ends at zero, one to three modes."""
    return _rod(d, sin, S(1), (0, 0))


def heat_many_modes(d: Draw) -> Stated:
    """A rod with both ends at zero, four or five modes."""
    f, x, t = d.evolution()
    k, length = d.positive(), d.length()
    exact = S(0)
    for n in d.distinct(d.pick(4, 5), 1, 7):
        w = n * pi / length
        exact += d.amplitude() * exp(-k * w**2 * t) * sin(w * x)
    conditions = [*ends(f, x, 0, length), *_begin(f, exact, t)]
    return d.state(f.diff(t), k * f.diff(x, 2), f, conditions, exact, _domain(d, x, length, t))


def heat_insulated(d: Draw) -> Stated:
    """A rod with insulated ends."""
    return _rod(d, cos, S(1), (1, 1))


def heat_mixed(d: Draw) -> Stated:
    """A rod with one end at zero and the other insulated."""
    if d.chance():
        return _rod(d, sin, Rational(1, 2), (0, 1))
    return _rod(d, cos, Rational(1, 2), (1, 0))


def heat_ring(d: Draw) -> Stated:
    """A ring: periodic ends."""
    f, x, t = d.evolution()
    k, half = d.positive(), d.pick(pi, pi, S(1))
    low, high = d.pick((-half, half), (S(0), 2 * half))
    exact = d.pick(S(0), S(d.integer(1, 3)))
    for n, a in d.modes(2):
        w = n * pi / half
        exact += exp(-k * w**2 * t) * (a * cos(w * x) + d.pick(0, d.amplitude()) * sin(w * x))
    conditions = [(f.subs(x, low) - f.subs(x, high), S(0))]
    conditions.append((f.diff(x).subs(x, low) - f.diff(x).subs(x, high), S(0)))
    conditions += _begin(f, exact, t)
    domain = {x: (low, high), t: (0, 1)}
    return d.state(f.diff(t), k * f.diff(x, 2), f, conditions, exact, domain)


def heat_warm_ends(d: Draw) -> Stated:
    """Ends at different temperatures: a steady line and modes."""
    f, x, t = d.evolution()
    k, length = d.positive(), d.length()
    low, high = d.random.sample([S(0), S(1), S(2), S(5), S(10), S(100)], 2)
    line = low + (high - low) * x / length
    exact = line
    for n, a in d.modes(2):
        w = n * pi / length
        exact += a * exp(-k * w**2 * t) * sin(w * x)
    conditions = [(f.subs(x, 0), low), (f.subs(x, length), high), *_begin(f, exact, t)]
    return d.state(f.diff(t), k * f.diff(x, 2), f, conditions, exact, _domain(d, x, length, t))


def heat_flux(d: Draw) -> Stated:
    """A given flux at one end and a given temperature at the other."""
    f, x, t = d.evolution()
    k, length, flux, end = d.positive(), d.pick(S(1), S(2), pi), d.integer(-3, 4), d.integer(0, 5)
    exact = end + flux * (x - length)
    for n, a in d.modes(2):
        w = (2 * n - 1) * pi / (2 * length)
        exact += a * exp(-k * w**2 * t) * cos(w * x)
    exact = expand(exact)
    conditions = [(f.diff(x).subs(x, 0), flux), (f.subs(x, length), end), *_begin(f, exact, t)]
    return d.state(f.diff(t), k * f.diff(x, 2), f, conditions, exact, _domain(d, x, length, t))


def heat_source(d: Draw) -> Stated:
    """A steady source in the rod: a mode, or the same everywhere."""
    f, x, t = d.evolution()
    k, length, q = d.positive(), d.pick(S(1), pi, S(2)), d.integer(1, 6)
    w, (n, a) = pi / length, d.modes(2)[0]
    decaying = a * exp(-k * (n * w) ** 2 * t) * sin(n * w * x)
    source, steady, other = d.pick(
        (S(q), q * x * (length - x) / (2 * k), decaying),
        (q * sin(w * x), q * sin(w * x) / (k * w**2), decaying),
        (q * sin(w * x), q * sin(w * x) / (k * w**2) * (1 - exp(-k * w**2 * t)), S(0)),
    )
    exact = steady + other
    conditions = [*ends(f, x, 0, length), *_begin(f, exact, t)]
    right = k * f.diff(x, 2) + source
    return d.state(f.diff(t), right, f, conditions, exact, _domain(d, x, length, t))


def heat_source_in_time(d: Draw) -> Stated:
    """A source that decays, grows or swings in time."""
    f, x, t = d.evolution()
    q, n, a = d.integer(1, 4), d.integer(1, 3), d.integer(1, 3)
    r = n**2
    growth, swing = d.pick(
        (exp(-a * t), (exp(-a * t) - exp(-r * t)) / (r - a) if r != a else t * exp(-a * t)),
        (t, t / r - 1 / r**2 + exp(-r * t) / r**2),
        (cos(t), (r * cos(t) + sin(t) - r * exp(-r * t)) / (r**2 + 1)),
    )
    exact = q * swing * sin(n * x)
    conditions = [*ends(f, x, 0, pi), *_begin(f, exact, t)]
    right = f.diff(x, 2) + q * growth * sin(n * x)
    return d.state(f.diff(t), right, f, conditions, exact, _domain(d, x, pi, t))


def heat_reaction(d: Draw) -> Stated:
    """Diffusion with loss or gain: u_t = k*u_xx - h*u."""
    f, x, t = d.evolution()
    k, h, length = d.positive(), d.integer(-2, 4), d.length()
    insulated = d.chance(0.4)
    exact = S(0)
    for n, a in d.modes(3):
        w = n * pi / length
        exact += a * exp(-(k * w**2 + h) * t) * (cos(w * x) if insulated else sin(w * x))
    orders = (1, 1) if insulated else (0, 0)
    conditions = [*ends(f, x, 0, length, orders), *_begin(f, exact, t)]
    right = k * f.diff(x, 2) - h * f
    return d.state(f.diff(t), right, f, conditions, exact, _domain(d, x, length, t))


def heat_advection(d: Draw) -> Stated:
    """Diffusion in a flow: u_t + v*u_x = k*u_xx between two ends at zero."""
    f, x, t = d.evolution()
    k, v = d.pick(S(1), S(2), Rational(1, 2)), d.integer(-2, 4)
    exact = S(0)
    for n, a in d.modes(2):
        exact += a * exp(v * x / (2 * k) - (k * n**2 + v**2 / (4 * k)) * t) * sin(n * x)
    conditions = [*ends(f, x, 0, pi), *_begin(f, exact, t)]
    right = k * f.diff(x, 2)
    return d.state(f.diff(t) + v * f.diff(x), right, f, conditions, exact, _domain(d, x, pi, t))


def heat_plate(d: Draw) -> Stated:
    """A square plate with its edges at zero, or insulated."""
    f = d.unknown(MEMBRANES)
    x, y, t = f.args
    k, length = d.positive(), d.pick(S(1), pi)
    insulated = d.chance(0.3)
    shape = cos if insulated else sin
    exact = S(0)
    for n, a in d.modes(2):
        p, q = n * pi / length, d.integer(1, 3) * pi / length
        exact += a * exp(-k * (p**2 + q**2) * t) * shape(p * x) * shape(q * y)
    orders = (1, 1) if insulated else (0, 0)
    conditions = [*ends(f, x, 0, length, orders), *ends(f, y, 0, length, orders)]
    conditions += _begin(f, exact, t)
    return d.state(f.diff(t), k * (f.diff(x, 2) + f.diff(y, 2)), f, conditions, exact)


def heat_ball(d: Draw) -> Stated:
    """A ball that cools: u_t = k*(u_rr + 2*u_r/r), finite at its centre."""
    f, r, t = d.evolution(("u r t", "T r t", "theta r t"))
    k, radius = d.positive(), d.pick(S(1), pi, S(2))
    exact = S(0)
    for n, a in d.modes(2):
        w = n * pi / radius
        exact += a * exp(-k * w**2 * t) * sin(w * r) / r
    conditions = [(f.subs(r, radius), S(0)), (f.diff(r).subs(r, 0), S(0)), *_begin(f, exact, t)]
    right = k * (f.diff(r, 2) + 2 * f.diff(r) / r)
    return d.state(f.diff(t), right, f, conditions, exact, {r: (0, radius), t: (0, 1)})


def heat_line_gaussian(d: Draw) -> Stated:
    """A Gaussian that spreads on the line."""
    f, x, t = d.evolution()
    k, a, b = d.positive(), d.amplitude(), d.pick(S(1), S(1), S(2), Rational(1, 2), S(4))
    c = d.pick(0, 0, 1, -2)
    exact = a / sqrt(1 + 4 * k * b * t) * exp(-b * (x - c) ** 2 / (1 + 4 * k * b * t))
    domain = {x: (-oo, oo), t: (0, oo)}
    return d.state(f.diff(t), k * f.diff(x, 2), f, _begin(f, exact, t), exact, domain)


def heat_line_polynomial(d: Draw) -> Stated:
    """A polynomial, a sine or an exponential on the line."""
    f, x, t = d.evolution()
    k, a, b = d.positive(), d.amplitude(), d.integer(1, 3)
    exact = d.pick(
        a * (x**2 + 2 * k * t) + b * x,
        a * (x**3 + 6 * k * x * t) + b,
        a * exp(-k * b**2 * t) * sin(b * x) + d.integer(1, 3),
        a * exp(b * x + k * b**2 * t),
        a * x + b * exp(-k * t) * cos(x),
    )
    domain = {x: (-oo, oo), t: (0, oo)}
    return d.state(f.diff(t), k * f.diff(x, 2), f, _begin(f, exact, t), exact, domain)


def heat_half_line(d: Draw) -> Stated:
    """The half line whose end is brought to another temperature: erfc."""
    f, x, t = d.evolution()
    k, (end, begin) = d.positive(), d.random.sample([S(0), S(1), S(2), S(5), S(20), S(100)], 2)
    z = x / (2 * sqrt(k * t))
    exact = begin + (end - begin) * erfc(z) if begin else end * erfc(z)
    if end == 0:
        exact = begin * erf(z)
    conditions = [(f.subs(x, 0), end), (f.subs(t, 0), begin)]
    if d.chance():
        conditions.append((f.subs(x, oo), begin))
    domain = {x: (0, oo), t: (0, oo)}
    return d.state(f.diff(t), k * f.diff(x, 2), f, conditions, exact, domain)


def heat_half_line_swing(d: Draw) -> Stated:
    """The temperature below ground, when the surface swings with the seasons."""
    f, x, t = d.evolution(("T z t", "u x t", "theta x t"))
    w, a = d.pick(S(2), S(8), S(18)), d.integer(1, 10)
    k, mean = d.pick(S(1), S(1), S(4)), d.pick(S(0), S(10))
    b = sqrt(w / (2 * k))
    exact = mean + a * exp(-b * x) * cos(w * t - b * x)
    conditions = [(f.subs(x, 0), exact.subs(x, 0)), (f.subs(t, 0), exact.subs(t, 0))]
    conditions.append((f.subs(x, oo), mean))
    domain = {x: (0, oo), t: (0, oo)}
    return d.state(f.diff(t), k * f.diff(x, 2), f, conditions, exact, domain)


def schroedinger_imaginary_time(d: Draw) -> Stated:
    """Schroedinger's equation of the oscillator in imaginary time: levels decay."""
    f, x, t = d.evolution(("psi x t", "u x t", "phi x t"))
    levels = (S(1), x, 2 * x**2 - 1)
    exact = S(0)
    for n in sorted(d.random.sample(range(3), d.pick(1, 1, 2))):
        exact += d.integer(1, 3) * levels[n] * exp(-Rational(2 * n + 1, 2) * t - x**2 / 2)
    right = f.diff(x, 2) / 2 - x**2 / 2 * f
    domain = {x: (-oo, oo), t: (0, oo)}
    return d.state(f.diff(t), right, f, _begin(f, exact, t), exact, domain)


CLASSES = (
    heat_dirichlet,
    heat_many_modes,
    heat_insulated,
    heat_mixed,
    heat_ring,
    heat_warm_ends,
    heat_flux,
    heat_source,
    heat_source_in_time,
    heat_reaction,
    heat_advection,
    heat_plate,
    heat_ball,
    heat_line_gaussian,
    heat_line_polynomial,
    heat_half_line,
    heat_half_line_swing,
    schroedinger_imaginary_time,
)
