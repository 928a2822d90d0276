"""Everyday problems: waves, beams and transport."""

from sympy import Expr, Rational, S, Symbol, atan, cos, exp, oo, pi, sin, sqrt, tanh
from sympy.core.function import AppliedUndef

from sympy_ssde.bench.everyday_draw import MEMBRANES, Condition, Draw, Range, Stated, ends

_LINE = (-oo, oo)


def _begin(func: AppliedUndef, exact: Expr, t: Symbol) -> list[Condition]:
    """Position and speed at the beginning."""
    speed = exact.diff(t).subs(t, 0)
    return [(func.subs(t, 0), exact.subs(t, 0)), (func.diff(t).subs(t, 0), speed)]


def _domain(d: Draw, x: Symbol, length: Expr, t: Symbol) -> dict[Symbol, Range]:
    return d.pick({}, {x: (0, length), t: (0, 1)}, {x: (0, length), t: (0, oo)})


def _string(d: Draw, plucked: bool, struck: bool, free: bool = False) -> Stated:
    f, x, t = d.evolution()
    c, length = d.positive(), d.length()
    exact = S(0)
    for n, a in d.modes(3):
        w = n * pi / length
        swing = a * cos(c * w * t) if plucked else S(0)
        swing += d.amplitude() * sin(c * w * t) / (c * w) if struck else S(0)
        exact += swing * (cos(w * x) if free else sin(w * x))
    conditions = [*ends(f, x, 0, length, (1, 1) if free else (0, 0)), *_begin(f, exact, t)]
    domain = _domain(d, x, length, t)
    return d.state(f.diff(t, 2), c**2 * f.diff(x, 2), f, conditions, exact, domain)


def wave_plucked(d: Draw) -> Stated:
    """A string that is let go: one to three modes."""
    return _string(d, plucked=True, struck=False)


def wave_struck(d: Draw) -> Stated:
    """A string that is struck."""
    return _string(d, plucked=False, struck=True)


def wave_both(d: Draw) -> Stated:
    """A string with a shape and a speed at the beginning."""
    return _string(d, plucked=True, struck=True)


def wave_free_ends(d: Draw) -> Stated:
    """A pipe that is open at both ends."""
    return _string(d, plucked=True, struck=False, free=True)


def wave_damped(d: Draw) -> Stated:
    """A string in air: u_tt + 2a*u_t = c**2*u_xx."""
    f, x, t = d.evolution()
    a, c = d.pick(Rational(1, 2), S(1), Rational(1, 4)), d.integer(2, 3)
    exact = S(0)
    for n, b in d.modes(2):
        w = sqrt(c**2 * n**2 - a**2)
        exact += b * exp(-a * t) * (cos(w * t) + a / w * sin(w * t)) * sin(n * x)
    conditions = [*ends(f, x, 0, pi), *_begin(f, exact, t)]
    left = f.diff(t, 2) + 2 * a * f.diff(t)
    return d.state(left, c**2 * f.diff(x, 2), f, conditions, exact, _domain(d, x, pi, t))


def wave_forced(d: Draw) -> Stated:
    """A string with a steady or a swinging load."""
    f, x, t = d.evolution()
    n, q = d.integer(1, 3), d.integer(1, 6)
    v = d.pick(*(v for v in (1, 2, 3, 4) if v != n))
    load, swing = d.pick(
        (S(q), q * (1 - cos(n * t)) / n**2),
        (q * cos(v * t), q * (cos(v * t) - cos(n * t)) / (n**2 - v**2)),
        (q * sin(n * t), q * (sin(n * t) - n * t * cos(n * t)) / (2 * n**2)),
    )
    exact = swing * sin(n * x)
    conditions = [*ends(f, x, 0, pi), *_begin(f, exact, t)]
    right = f.diff(x, 2) + load * sin(n * x)
    return d.state(f.diff(t, 2), right, f, conditions, exact, _domain(d, x, pi, t))


def wave_line_shape(d: Draw) -> Stated:
    """d'Alembert: a shape that is let go on the line."""
    f, x, t = d.evolution()
    c, shape = d.positive(), d.data(x)
    exact = (shape.subs(x, x - c * t) + shape.subs(x, x + c * t)) / 2
    conditions = [(f.subs(t, 0), shape), (f.diff(t).subs(t, 0), S(0))]
    domain = {x: _LINE, t: (0, oo)}
    return d.state(f.diff(t, 2), c**2 * f.diff(x, 2), f, conditions, exact, domain)


def wave_line_speed(d: Draw) -> Stated:
    """d'Alembert: a speed at the beginning, at times with a shape."""
    f, x, t = d.evolution()
    c, k = d.pick(S(1), S(2), S(3)), d.pick(S(1), S(2))
    speed, integral = d.pick(
        (cos(k * x), sin(k * x) / k),
        (x * exp(-(x**2)), -exp(-(x**2)) / 2),
        (1 / (1 + x**2), atan(x)),
        (S(k), k * x),
        (2 * k * x, k * x**2),
        (exp(-x), -exp(-x)),
    )
    shape = d.pick(S(0), S(0), sin(x), exp(-(x**2)))
    exact = (integral.subs(x, x + c * t) - integral.subs(x, x - c * t)) / (2 * c)
    exact += (shape.subs(x, x + c * t) + shape.subs(x, x - c * t)) / 2
    conditions = [(f.subs(t, 0), shape), (f.diff(t).subs(t, 0), speed)]
    domain = {x: _LINE, t: (0, oo)}
    return d.state(f.diff(t, 2), c**2 * f.diff(x, 2), f, conditions, exact, domain)


def klein_gordon(d: Draw) -> Stated:
    """The linear Klein-Gordon equation: u_tt = c**2*u_xx - m**2*u."""
    f, x, t = d.evolution(("u x t", "phi x t", "psi x t"))
    c, m = d.pick(S(1), S(1), S(2)), d.integer(1, 3)
    exact = S(0)
    for n, a in d.modes(2):
        exact += a * cos(sqrt(c**2 * n**2 + m**2) * t) * sin(n * x)
    conditions = [*ends(f, x, 0, pi), *_begin(f, exact, t)]
    right = c**2 * f.diff(x, 2) - m**2 * f
    return d.state(f.diff(t, 2), right, f, conditions, exact, _domain(d, x, pi, t))


def telegraph(d: Draw) -> Stated:
    """The telegraph equation on a line of finite length."""
    f, x, t = d.evolution(("u x t", "V x t", "v x t"))
    a, b = d.integer(1, 2), d.integer(1, 3)
    c = d.integer(1, 2) if b >= a**2 else S(2)
    exact = S(0)
    for n, q in d.modes(2):
        w = sqrt(c**2 * n**2 + b - a**2)
        exact += q * exp(-a * t) * (cos(w * t) + a / w * sin(w * t)) * sin(n * x)
    conditions = [*ends(f, x, 0, pi), *_begin(f, exact, t)]
    left = f.diff(t, 2) + 2 * a * f.diff(t) + b * f
    return d.state(left, c**2 * f.diff(x, 2), f, conditions, exact, _domain(d, x, pi, t))


def telegraph_line(d: Draw) -> Stated:
    """A distortionless line: a signal that travels and decays."""
    f, x, t = d.evolution(("u x t", "V x t", "v x t"))
    a, c, shape = d.integer(1, 3), d.pick(S(1), S(2)), d.data(x)
    exact = exp(-a * t) * shape.subs(x, x - c * t)
    left = f.diff(t, 2) + 2 * a * f.diff(t) + a**2 * f
    domain = {x: _LINE, t: (0, oo)}
    return d.state(left, c**2 * f.diff(x, 2), f, _begin(f, exact, t), exact, domain)


def _bending(d: Draw, factor: Expr, names: tuple[str, ...]) -> Stated:
    f, x, t = d.evolution(names)
    length = d.pick(S(1), pi)
    exact = S(0)
    for n, a in d.modes(2):
        w = n * pi / length
        exact += a * sin(w * x) * cos(factor * w**2 * t)
    held = [*ends(f, x, 0, length), *ends(f, x, 0, length, (2, 2))]
    right = -(factor**2) * f.diff(x, 4)
    conditions = [*held, *_begin(f, exact, t)]
    return d.state(f.diff(t, 2), right, f, conditions, exact, _domain(d, x, length, t))


def beam_vibration(d: Draw) -> Stated:
    """A beam on two supports that vibrates."""
    return _bending(d, d.pick(S(1), S(2), S(3)), ("w x t", "u x t", "y x t"))


def schroedinger_well(d: Draw) -> Stated:
    """The real part of a wave function between two walls: u_tt = -u_xxxx/4."""
    return _bending(d, Rational(1, 2), ("u x t", "psi x t", "phi x t"))


def membrane(d: Draw) -> Stated:
    """A square membrane."""
    f = d.unknown(MEMBRANES)
    x, y, t = f.args
    c, length = d.pick(S(1), S(2), S(3)), d.pick(S(1), pi)
    exact = S(0)
    for n, a in d.modes(2):
        p, q = n * pi / length, d.integer(1, 3) * pi / length
        exact += a * cos(c * sqrt(p**2 + q**2) * t) * sin(p * x) * sin(q * y)
    conditions = [*ends(f, x, 0, length), *ends(f, y, 0, length), *_begin(f, exact, t)]
    right = c**2 * (f.diff(x, 2) + f.diff(y, 2))
    return d.state(f.diff(t, 2), right, f, conditions, exact)


def transport(d: Draw) -> Stated:
    """A shape that moves with constant speed."""
    f, x, t = d.evolution()
    c, shape = d.integer(-3, 4), d.data(x)
    conditions = [(f.subs(t, 0), shape)]
    domain = {x: _LINE, t: (0, oo)}
    exact = shape.subs(x, x - c * t)
    return d.state(f.diff(t) + c * f.diff(x), S(0), f, conditions, exact, domain)


def transport_source(d: Draw) -> Stated:
    """Transport with a source."""
    f, x, t = d.evolution()
    c, q, shape = d.integer(1, 3), d.integer(1, 4), d.data(x)
    source, gained = d.pick(
        (S(q), q * t),
        (q * t, q * t**2 / 2),
        (q * x, q * (x * t - c * t**2 / 2)),
        (q * exp(-t), q * (1 - exp(-t))),
        (q * cos(t), q * sin(t)),
        (q * sin(x), q * (cos(x - c * t) - cos(x)) / c),
    )
    exact = shape.subs(x, x - c * t) + gained
    conditions = [(f.subs(t, 0), shape)]
    domain = {x: _LINE, t: (0, oo)}
    return d.state(f.diff(t) + c * f.diff(x), source, f, conditions, exact, domain)


def transport_decay(d: Draw) -> Stated:
    """Transport with decay or growth."""
    f, x, t = d.evolution()
    c, k, shape = d.integer(-3, 4), d.integer(-2, 3), d.data(x)
    exact = exp(-k * t) * shape.subs(x, x - c * t)
    conditions = [(f.subs(t, 0), shape)]
    domain = {x: _LINE, t: (0, oo)}
    return d.state(f.diff(t) + c * f.diff(x) + k * f, S(0), f, conditions, exact, domain)


def transport_variable(d: Draw) -> Stated:
    """Transport whose speed depends on place or time."""
    f, x, t = d.evolution()
    a, shape = d.integer(1, 3), d.pick(sin(x), exp(-(x**2)), x**2, 1 / (1 + x**2), cos(x), x)
    speed, foot = d.pick(
        (a * x, x * exp(-a * t)),
        (2 * a * t, x - a * t**2),
        (cos(t), x - sin(t)),
        (-a * x, x * exp(a * t)),
        (exp(-t), x - 1 + exp(-t)),
    )
    conditions = [(f.subs(t, 0), shape)]
    domain = {x: _LINE, t: (0, oo)}
    exact = shape.subs(x, foot)
    return d.state(f.diff(t) + speed * f.diff(x), S(0), f, conditions, exact, domain)


def transport_plane(d: Draw) -> Stated:
    """First order in the plane: data on an axis, characteristics across it."""
    f = d.unknown(("u x y", "z x y", "w x y"))
    x, y = f.args
    a, b = d.integer(1, 3), d.integer(-3, 3)
    s = Symbol("s")
    shape = d.pick(sin(s), exp(-(s**2)), s**2, cos(s), exp(s))
    left, right, foot, factor = d.pick(
        (a * f.diff(x) + b * f.diff(y), S(0), y - b * x / a, S(1)),
        (f.diff(x) + b * f.diff(y), f, y - b * x, exp(x)),
        (f.diff(x) + y * f.diff(y), S(0), y * exp(-x), S(1)),
        (f.diff(x) + x * f.diff(y), S(0), y - x**2 / 2, S(1)),
        ((1 + x) * f.diff(x) + y * f.diff(y), f, y / (1 + x), 1 + x),
    )
    exact = factor * shape.subs(s, foot)
    return d.state(left, right, f, [(f.subs(x, 0), shape.subs(s, y))], exact)


def transport_inviscid(d: Draw) -> Stated:
    """Burgers' equation without viscosity, from a line."""
    f, x, t = d.evolution()
    a, b = d.integer(1, 4), d.integer(0, 3)
    exact = (a * x + b) / (1 + a * t)
    return d.state(f.diff(t) + f * f.diff(x), S(0), f, [(f.subs(t, 0), a * x + b)], exact)


def kink(d: Draw) -> Stated:
    """Burgers' equation with viscosity: a front that moves."""
    f, x, t = d.evolution(("u x t", "v x t", "w x t"))
    v, (low, high) = d.pick(S(1), Rational(1, 2), S(2)), d.distinct(2, 1, 5)
    c = (low + high) / 2
    exact = c - (high - low) / 2 * tanh((high - low) * (x - c * t) / (4 * v))
    domain = {x: _LINE, t: (0, oo)}
    conditions = [(f.subs(t, 0), exact.subs(t, 0))]
    return d.state(f.diff(t) + f * f.diff(x), v * f.diff(x, 2), f, conditions, exact, domain)


CLASSES = (
    wave_plucked,
    wave_struck,
    wave_both,
    wave_free_ends,
    wave_damped,
    wave_forced,
    wave_line_shape,
    wave_line_speed,
    klein_gordon,
    telegraph,
    telegraph_line,
    beam_vibration,
    schroedinger_well,
    membrane,
    transport,
    transport_source,
    transport_decay,
    transport_variable,
    transport_plane,
    transport_inviscid,
    kink,
)
