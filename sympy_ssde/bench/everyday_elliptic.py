"""Everyday problems: the equations of Laplace, Poisson and Helmholtz."""

from sympy import Expr, Rational, S, cos, cosh, exp, log, oo, pi, sin, sinh, sqrt

from sympy_ssde.bench.everyday_draw import BOXES, PLANES, POLES, Condition, Draw, Stated, ends


def _laplacian(f: Expr) -> Expr:
    return sum((f.diff(v, 2) for v in f.args), S(0))


def _warm(d: Draw, low: Expr, high: Expr, v: Expr, w: Expr, span: Expr) -> Expr:
    """Modes in ``v`` that vanish at one end of ``w`` and have given values at the other."""
    exact = S(0)
    for n, a in d.modes(2):
        k = n * pi / span
        exact += a * sin(k * v) * sinh(k * (w - low)) / sinh(k * (high - low))
    return exact


def laplace_square(d: Draw) -> Stated:
    """A rectangle with one warm side."""
    f = d.unknown(PLANES)
    x, y = f.args if d.chance(0.7) else f.args[::-1]
    a, b = d.pick((S(1), S(1)), (pi, pi), (S(1), S(2)), (pi, S(1)), (S(2), S(1)))
    low, high = (S(0), b) if d.chance(0.7) else (b, S(0))
    exact = _warm(d, low, high, x, y, a)
    conditions = [*ends(f, x, 0, a), (f.subs(y, low), S(0)), (f.subs(y, high), exact.subs(y, high))]
    domain = d.pick({}, {x: (0, a), y: (0, b)})
    return d.state(_laplacian(f), S(0), f, conditions, exact, domain)


def laplace_two_sides(d: Draw) -> Stated:
    """A square with two warm sides."""
    f = d.unknown(PLANES)
    x, y = f.args
    a = d.pick(S(1), pi)
    up, right = _warm(d, S(0), a, x, y, a), _warm(d, S(0), a, y, x, a)
    conditions = [
        (f.subs(x, 0), S(0)),
        (f.subs(x, a), right.subs(x, a)),
        (f.subs(y, 0), S(0)),
        (f.subs(y, a), up.subs(y, a)),
    ]
    return d.state(_laplacian(f), S(0), f, conditions, up + right, {x: (0, a), y: (0, a)})


def laplace_insulated(d: Draw) -> Stated:
    """A rectangle with two insulated sides."""
    f = d.unknown(PLANES)
    x, y = f.args
    a, b = d.pick((S(1), S(1)), (pi, pi), (pi, S(1)))
    mean = d.integer(-2, 4)
    exact = mean * y / b
    for n, q in d.modes(2):
        k = n * pi / a
        exact += q * cos(k * x) * sinh(k * y) / sinh(k * b)
    conditions = [*ends(f, x, 0, a, (1, 1)), (f.subs(y, 0), S(0)), (f.subs(y, b), exact.subs(y, b))]
    return d.state(_laplacian(f), S(0), f, conditions, exact)


def laplace_polynomial(d: Draw) -> Stated:
    """Polynomial data on all sides of a square."""
    f = d.unknown(PLANES)
    x, y = f.args
    a, b, c = d.amplitude(), d.amplitude(), d.integer(-3, 3)
    exact = d.pick(
        a * (x**2 - y**2) + b * x + c,
        a * x * y + b * y + c,
        a * (x**3 - 3 * x * y**2) + b,
        a * x * y + b * (x**2 - y**2),
    )
    sides = [(v, end) for v in (x, y) for end in (0, 1)]
    conditions = [(f.subs(v, end), exact.subs(v, end)) for v, end in sides]
    return d.state(_laplacian(f), S(0), f, conditions, exact, {x: (0, 1), y: (0, 1)})


def laplace_strip(d: Draw) -> Stated:
    """A half-infinite strip, at zero far away."""
    f = d.unknown(PLANES)
    x, y = f.args
    a = d.pick(S(1), pi, S(2))
    exact = S(0)
    for n, q in d.modes(3):
        exact += q * sin(n * pi * x / a) * exp(-n * pi * y / a)
    conditions = [*ends(f, x, 0, a), (f.subs(y, 0), exact.subs(y, 0)), (f.subs(y, oo), S(0))]
    return d.state(_laplacian(f), S(0), f, conditions, exact, {x: (0, a), y: (0, oo)})


def laplace_half_plane(d: Draw) -> Stated:
    """The half plane, with periodic data or a pole's on its edge."""
    f = d.unknown(PLANES)
    x, y = f.args
    k, a, b = d.integer(1, 4), d.amplitude(), d.pick(S(1), S(2), S(3))
    exact = d.pick(
        a * cos(k * x) * exp(-k * y),
        a * sin(k * x) * exp(-k * y) + cos(x) * exp(-y),
        a * (y + b) / (x**2 + (y + b) ** 2),
    )
    conditions = [(f.subs(y, 0), exact.subs(y, 0)), (f.subs(y, oo), S(0))]
    return d.state(_laplacian(f), S(0), f, conditions, exact, {x: (-oo, oo), y: (0, oo)})


def _polar(d: Draw, f: Expr) -> Expr:
    """The Laplace operator in polar coordinates; some multiply it by r**2."""
    r, phi = f.args
    plain = f.diff(r, 2) + f.diff(r) / r + f.diff(phi, 2) / r**2
    return d.pick(plain, r**2 * f.diff(r, 2) + r * f.diff(r) + f.diff(phi, 2))


def _around(f: Expr) -> list[Condition]:
    """The same at both ends of the angle."""
    phi = f.args[1]
    return [
        (f.subs(phi, 0) - f.subs(phi, 2 * pi), S(0)),
        (f.diff(phi).subs(phi, 0) - f.diff(phi).subs(phi, 2 * pi), S(0)),
    ]


def laplace_disk(d: Draw) -> Stated:
    """A disk with given values on its edge, finite at its centre."""
    f = d.unknown(POLES)
    r, phi = f.args
    radius, mean = d.pick(S(1), S(1), S(2), S(3)), d.pick(S(0), d.integer(1, 4))
    exact = mean
    for n, a in d.modes(2):
        exact += a * (r / radius) ** n * d.pick(cos, sin)(n * phi)
    conditions = [(f.subs(r, radius), exact.subs(r, radius)), (f.subs(r, 0), mean), *_around(f)]
    domain = {r: (0, radius), phi: (0, 2 * pi)}
    return d.state(_polar(d, f), S(0), f, conditions, exact, domain)


def laplace_sector(d: Draw) -> Stated:
    """A wedge with cold sides."""
    f = d.unknown(POLES)
    r, phi = f.args
    radius, opening = d.pick(S(1), S(2)), d.pick(pi, pi / 2, pi / 3)
    exact = S(0)
    for n, a in d.modes(2):
        m = n * pi / opening
        exact += a * (r / radius) ** m * sin(m * phi)
    conditions = [*ends(f, phi, 0, opening), (f.subs(r, radius), exact.subs(r, radius))]
    conditions.append((f.subs(r, 0), S(0)))
    domain = {r: (0, radius), phi: (0, opening)}
    return d.state(_polar(d, f), S(0), f, conditions, exact, domain)


def laplace_outside(d: Draw) -> Stated:
    """Outside of a disk, at rest far away."""
    f = d.unknown(POLES)
    r, phi = f.args
    radius = d.pick(S(1), S(2))
    exact = S(0)
    for n, a in d.modes(2):
        exact += a * (radius / r) ** n * d.pick(cos, sin)(n * phi)
    conditions = [(f.subs(r, radius), exact.subs(r, radius)), (f.subs(r, oo), S(0)), *_around(f)]
    domain = {r: (radius, oo), phi: (0, 2 * pi)}
    return d.state(_polar(d, f), S(0), f, conditions, exact, domain)


def laplace_annulus(d: Draw) -> Stated:
    """A ring between two circles: logarithms and powers."""
    f = d.unknown(POLES)
    r, phi = f.args
    outer, n = d.pick(S(2), S(2), S(3)), d.integer(1, 2)
    low, high = d.random.sample([S(0), S(1), S(2), S(5)], 2)
    p, q = d.pick((0, d.integer(1, 4)), (d.integer(1, 4), 0), (d.integer(-2, 2), d.integer(1, 3)))
    gap = outer**n - outer**-n
    wave = ((q - p * outer**-n) * r**n + (p * outer**n - q) * r**-n) / gap
    exact = low + (high - low) * log(r) / log(outer)
    exact += wave * cos(n * phi) if d.chance(0.8) else 0
    sides = [(f.subs(r, end), exact.subs(r, end)) for end in (1, outer)]
    domain = {r: (1, outer), phi: (0, 2 * pi)}
    return d.state(_polar(d, f), S(0), f, [*sides, *_around(f)], exact, domain)


def laplace_box(d: Draw) -> Stated:
    """A cube with one warm face."""
    f = d.unknown(BOXES)
    x, y, z = f.args
    a = d.pick(S(1), pi)
    exact = S(0)
    for n, q in d.modes(2):
        p, s = n * pi / a, d.integer(1, 3) * pi / a
        k = sqrt(p**2 + s**2)
        exact += q * sin(p * x) * sin(s * y) * sinh(k * z) / sinh(k * a)
    conditions = [*ends(f, x, 0, a), *ends(f, y, 0, a), (f.subs(z, 0), S(0))]
    conditions.append((f.subs(z, a), exact.subs(z, a)))
    return d.state(_laplacian(f), S(0), f, conditions, exact)


def laplace_radial(d: Draw) -> Stated:
    """Between two spheres or cylinders: an ordinary equation in r."""
    f, r = d.curve(("u r", "V r", "T r", "phi r"))
    outer = d.pick(S(2), S(3), S(4))
    low, high = d.random.sample([S(0), S(1), S(5), S(10)], 2)
    left, exact = d.pick(
        (
            f.diff(r, 2) + 2 * f.diff(r) / r,
            low + (high - low) * outer * (1 - 1 / r) / (outer - 1),
        ),
        (f.diff(r, 2) + f.diff(r) / r, low + (high - low) * log(r) / log(outer)),
    )
    conditions = [(f.subs(r, 1), low), (f.subs(r, outer), high)]
    return d.state(left, S(0), f, conditions, exact, {r: (1, outer)})


def poisson_square(d: Draw) -> Stated:
    """A square with a source made of modes."""
    f = d.unknown(PLANES)
    x, y = f.args
    a = d.pick(S(1), pi, S(2))
    exact, source = S(0), S(0)
    for n, q in d.modes(2):
        p, s = n * pi / a, d.integer(1, 3) * pi / a
        mode = q * sin(p * x) * sin(s * y)
        source += mode
        exact += mode / (p**2 + s**2)
    conditions = [*ends(f, x, 0, a), *ends(f, y, 0, a)]
    left, right = (-_laplacian(f), source) if d.chance() else (_laplacian(f), -source)
    return d.state(left, right, f, conditions, exact, d.pick({}, {x: (0, a), y: (0, a)}))


def poisson_strip(d: Draw) -> Stated:
    """A source that depends on one variable, and a warm side."""
    f = d.unknown(PLANES)
    x, y = f.args
    n, q = d.integer(1, 3), d.integer(1, 4)
    b = d.pick(S(1), S(2))
    part = q * sin(n * x) / n**2
    warm = part * (1 - (sinh(n * y) + sinh(n * (b - y))) / sinh(n * b))
    conditions = [*ends(f, x, 0, pi), *ends(f, y, 0, b)]
    return d.state(_laplacian(f), -q * sin(n * x), f, conditions, warm)


def poisson_polynomial(d: Draw) -> Stated:
    """A polynomial source on a square with a polynomial solution."""
    f = d.unknown(PLANES)
    x, y = f.args
    a = d.amplitude()
    exact = a * d.pick(x * (1 - x) * y * (1 - y), x**2 * y**2, x**2 + y**2, x**3 * y, x * y**2)
    sides = [(v, end) for v in (x, y) for end in (0, 1)]
    conditions = [(f.subs(v, end), exact.subs(v, end)) for v, end in sides]
    right = _laplacian_of(exact, (x, y))
    return d.state(_laplacian(f), right, f, conditions, exact, {x: (0, 1), y: (0, 1)})


def _laplacian_of(expr: Expr, variables: tuple[Expr, ...]) -> Expr:
    return sum((expr.diff(v, 2) for v in variables), S(0)).expand()


def poisson_disk(d: Draw) -> Stated:
    """A disk with a constant source, at times with a wave on its edge."""
    f = d.unknown(POLES)
    r, phi = f.args
    radius, q = d.pick(S(1), S(2)), d.integer(1, 4)
    wave = d.pick(S(0), d.integer(1, 3) * (r / radius) ** 2 * cos(2 * phi))
    exact = q * (radius**2 - r**2) / 4 + wave
    left = f.diff(r, 2) + f.diff(r) / r + f.diff(phi, 2) / r**2
    conditions = [(f.subs(r, radius), wave.subs(r, radius)), (f.subs(r, 0), q * radius**2 / 4)]
    domain = {r: (0, radius), phi: (0, 2 * pi)}
    return d.state(left, S(-q), f, [*conditions, *_around(f)], exact, domain)


def helmholtz(d: Draw) -> Stated:
    """Helmholtz' equation on a square with one given side; below resonance."""
    f = d.unknown(PLANES)
    x, y = f.args
    k, n = d.pick(Rational(1, 2), S(1), sqrt(2)), d.integer(2, 4)
    w, a = sqrt(n**2 - k**2), d.amplitude()
    exact = a * sin(n * x) * sinh(w * y) / sinh(w * pi)
    conditions = [*ends(f, x, 0, pi), (f.subs(y, 0), S(0)), (f.subs(y, pi), a * sin(n * x))]
    return d.state(_laplacian(f) + k**2 * f, S(0), f, conditions, exact)


def screened(d: Draw) -> Stated:
    """The screened Laplace equation: u_xx + u_yy = k**2*u."""
    f = d.unknown(PLANES)
    x, y = f.args
    k, n, a = d.integer(1, 3), d.integer(1, 3), d.amplitude()
    w = sqrt(n**2 + k**2)
    exact = a * cos(n * x) * cosh(w * y) / cosh(w)
    conditions = [*ends(f, x, 0, pi, (1, 1)), (f.diff(y).subs(y, 0), S(0))]
    conditions.append((f.subs(y, 1), a * cos(n * x)))
    return d.state(_laplacian(f), k**2 * f, f, conditions, exact)


CLASSES = (
    laplace_square,
    laplace_two_sides,
    laplace_insulated,
    laplace_polynomial,
    laplace_strip,
    laplace_half_plane,
    laplace_disk,
    laplace_sector,
    laplace_outside,
    laplace_annulus,
    laplace_box,
    laplace_radial,
    poisson_square,
    poisson_strip,
    poisson_polynomial,
    poisson_disk,
    helmholtz,
    screened,
)
