"""Everyday problems: laws of physics with symbols for their constants."""

from sympy import S, cos, cosh, exp, pi, sin, sinh, sqrt, tanh

from sympy_ssde.bench.everyday_draw import Draw, Stated, values


def law_of_cooling(d: Draw) -> Stated:
    """Newton's law of cooling."""
    y, t = d.curve(("T t", "theta t", "u t", "y t"))
    k, room, begin = d.positives(d.pick("k,A,B", "k,T_a,T_0", "r,a,b"), loose=True)
    exact = room + (begin - room) * exp(-k * t)
    return d.state(y.diff(t), -k * (y - room), y, [(y.subs(t, 0), begin)], exact)


def radioactive_chain(d: Draw) -> Stated:
    """The daughter of a decaying substance."""
    y, t = d.curve(("N t", "y t", "B t"))
    a, b, n = d.positives(d.pick("a,b,n", "k_1,k_2,N_0", "p,q,A"))
    exact = a * n * (exp(-a * t) - exp(-b * t)) / (b - a)
    ranges = {a: (1, 2), b: (3, 4)}
    return d.state(
        y.diff(t) + b * y, a * n * exp(-a * t), y, [(y.subs(t, 0), 0)], exact, params=ranges
    )


def circuit_rc(d: Draw) -> Stated:
    """A capacitor that is charged through a resistor."""
    y, t = d.curve(("V t", "v t", "q t", "u t"))
    r, c, v = d.positives(d.pick("R,C,V_0", "R,C,E", "R,C,U"))
    left, right, exact = d.pick(
        (r * c * y.diff(t) + y, v, v * (1 - exp(-t / (r * c)))),
        (r * y.diff(t) + y / c, v, v * c * (1 - exp(-t / (r * c)))),
        (y.diff(t) + y / (r * c), S(0), v * exp(-t / (r * c))),
    )
    return d.state(left, right, y, values(y, exact, 0, [0]), exact)


def circuit_rl(d: Draw) -> Stated:
    """A coil and a resistor, with a battery or an alternating voltage."""
    y, t = d.curve(("i t", "y t", "J t"))
    r, coil, v, w = d.positives(d.pick("R,L,V,omega", "R,L,E,w"))
    steady = v * (r * sin(w * t) - w * coil * cos(w * t)) / (r**2 + w**2 * coil**2)
    left, right, exact = d.pick(
        (coil * y.diff(t) + r * y, v, v / r * (1 - exp(-r * t / coil))),
        (coil * y.diff(t) + r * y, v * sin(w * t), steady - steady.subs(t, 0) * exp(-r * t / coil)),
    )
    return d.state(left, right, y, [(y.subs(t, 0), 0)], exact)


def circuit_lc(d: Draw) -> Stated:
    """A coil and a capacitor."""
    y, t = d.curve(("q t", "V t", "Q t"))
    coil, c, q = d.positives("L,C,q_0")
    exact = q * cos(t / sqrt(coil * c))
    return d.state(coil * y.diff(t, 2) + y / c, S(0), y, values(y, exact, 0, [0, 1]), exact)


def spring(d: Draw) -> Stated:
    """A mass on a spring."""
    y, t = d.curve(("x t", "y t", "z t"))
    m, k, a, v = d.positives(d.pick("m,k,x_0,v_0", "m,k,A,B"))
    w = sqrt(k / m)
    exact = a * cos(w * t) + v / w * sin(w * t)
    conditions = [(y.subs(t, 0), a), (y.diff(t).subs(t, 0), v)]
    if d.chance():
        return d.state(m * y.diff(t, 2) + k * y, S(0), y, conditions, exact)
    (w,) = d.positives("omega")
    exact = a * cos(w * t) + v / w * sin(w * t)
    return d.state(y.diff(t, 2) + w**2 * y, S(0), y, conditions, exact)


def damped_spring(d: Draw) -> Stated:
    """A damped oscillation, a critical or a strong damping."""
    y, t = d.curve(("x t", "y t", "theta t"))
    g, w, a = d.positives(d.pick("gamma,omega,A", "c,w,x_0", "a,b,y_0"))
    left, exact = d.pick(
        (
            y.diff(t, 2) + 2 * g * y.diff(t) + (g**2 + w**2) * y,
            a * exp(-g * t) * (cos(w * t) + g / w * sin(w * t)),
        ),
        (y.diff(t, 2) + 2 * w * y.diff(t) + w**2 * y, a * (1 + w * t) * exp(-w * t)),
    )
    return d.state(left, S(0), y, values(y, exact, 0, [0, 1]), exact)


def forced_spring(d: Draw) -> Stated:
    """An oscillator that is forced, beside its frequency or at it."""
    y, t = d.curve(("x t", "y t", "u t"))
    w, force = d.positives(d.pick("omega,F", "w,F_0"))
    n = d.integer(2, 3)
    right, exact = d.pick(
        (force * cos(w * t), force * t * sin(w * t) / (2 * w)),
        (force * cos(n * w * t), force * (cos(w * t) - cos(n * w * t)) / ((n**2 - 1) * w**2)),
    )
    return d.state(y.diff(t, 2) + w**2 * y, right, y, values(y, exact, 0, [0, 1]), exact)


def drag_linear(d: Draw) -> Stated:
    """A fall with linear drag."""
    y, t = d.curve(("v t", "y t", "w t"))
    m, g, b = d.positives(d.pick("m,g,b", "m,g,k"))
    exact = m * g / b * (1 - exp(-b * t / m))
    return d.state(m * y.diff(t), m * g - b * y, y, [(y.subs(t, 0), 0)], exact)


def drag_quadratic(d: Draw) -> Stated:
    """A fall or a glide with quadratic drag."""
    y, t = d.curve(("v t", "y t", "u t"))
    m, g, c, v = d.positives(d.pick("m,g,c,v_0", "m,g,k,V"))
    left, right, exact = d.pick(
        (m * y.diff(t), m * g - c * y**2, sqrt(m * g / c) * tanh(sqrt(g * c / m) * t)),
        (m * y.diff(t), -c * y**2, m * v / (m + c * v * t)),
    )
    return d.state(left, right, y, values(y, exact, 0, [0]), exact)


def projectile(d: Draw) -> Stated:
    """A throw without drag, or against linear drag."""
    y, t = d.curve(("y t", "z t", "h t"))
    g, h, v, k = d.positives(d.pick("g,h,v,k", "g,y_0,v_0,c"))
    left, right, exact = d.pick(
        (y.diff(t, 2), -g, h + v * t - g * t**2 / 2),
        (y.diff(t, 2) + k * y.diff(t), -g, h - g * t / k + (v + g / k) * (1 - exp(-k * t)) / k),
    )
    conditions = [(y.subs(t, 0), h), (y.diff(t).subs(t, 0), v)]
    return d.state(left, right, y, conditions, exact)


def population(d: Draw) -> Stated:
    """Logistic growth with symbols."""
    y, t = d.curve(("P t", "N t", "y t"))
    r, top, begin = d.positives(d.pick("r,K,P_0", "r,K,N_0", "a,b,c"))
    exact = top * begin / (begin + (top - begin) * exp(-r * t))
    return d.state(y.diff(t), r * y * (1 - y / top), y, [(y.subs(t, 0), begin)], exact)


def fin(d: Draw) -> Stated:
    """The temperature along a cooling fin."""
    y, x = d.curve(("T x", "theta x", "u x"))
    m, length, base = d.positives(d.pick("m,L,T_b", "m,L,theta_0"))
    exact = base * cosh(m * (length - x)) / cosh(m * length)
    conditions = [(y.subs(x, 0), base), (y.diff(x).subs(x, length), 0)]
    return d.state(y.diff(x, 2) - m**2 * y, S(0), y, conditions, exact)


def cantilever(d: Draw) -> Stated:
    """A beam, clamped at one end, under its own weight or a load at its tip."""
    y, x = d.curve(("w x", "y x", "v x"))
    stiff, q, length = d.positives(d.pick("EI,q,L", "B,q,l"))
    right, shear, exact = d.pick(
        (q, S(0), q * x**2 * (6 * length**2 - 4 * length * x + x**2) / (24 * stiff)),
        (S(0), -q / stiff, q * x**2 * (3 * length - x) / (6 * stiff)),
    )
    conditions = [
        (y.subs(x, 0), 0),
        (y.diff(x).subs(x, 0), 0),
        (y.diff(x, 2).subs(x, length), 0),
        (y.diff(x, 3).subs(x, length), shear),
    ]
    return d.state(stiff * y.diff(x, 4), right, y, conditions, exact)


def supported_beam(d: Draw) -> Stated:
    """A beam on two supports under a uniform load."""
    y, x = d.curve(("w x", "y x", "v x"))
    stiff, q, length = d.positives(d.pick("EI,q,L", "B,q,l"))
    exact = q * x * (length**3 - 2 * length * x**2 + x**3) / (24 * stiff)
    conditions = [(y.diff(x, k).subs(x, end), 0) for end in (0, length) for k in (0, 2)]
    return d.state(stiff * y.diff(x, 4), q, y, conditions, exact)


def hanging_cable(d: Draw) -> Stated:
    """The catenary: y'' = sqrt(1 + y'**2)/a, lowest at 0."""
    y, x = d.curve(("y x", "h x", "z x"))
    (a,) = d.positives(d.pick("a", "c"))
    exact = a * cosh(x / a)
    right = sqrt(1 + y.diff(x) ** 2)
    return d.state(a * y.diff(x, 2), right, y, values(y, exact, 0, [0, 1]), exact)


def rod(d: Draw) -> Stated:
    """Heat in a rod of length L."""
    f, x, t = d.evolution()
    k, length = d.positives(d.pick("alpha,L", "k,L", "D,l"))
    exact = S(0)
    for n, a in d.modes(2):
        w = n * pi / length
        exact += a * exp(-k * w**2 * t) * sin(w * x)
    conditions = [(f.subs(x, 0), 0), (f.subs(x, length), 0), (f.subs(t, 0), exact.subs(t, 0))]
    return d.state(f.diff(t), k * f.diff(x, 2), f, conditions, exact)


def string(d: Draw) -> Stated:
    """A string of length L, plucked or struck."""
    f, x, t = d.evolution()
    c, length = d.positives(d.pick("c,L", "a,l"))
    struck = d.chance(0.4)
    exact = S(0)
    for n, a in d.modes(2):
        w = n * pi / length
        exact += a * sin(w * x) * (sin(c * w * t) / (c * w) if struck else cos(c * w * t))
    speed = exact.diff(t).subs(t, 0)
    conditions = [(f.subs(x, 0), 0), (f.subs(x, length), 0), (f.subs(t, 0), exact.subs(t, 0))]
    conditions.append((f.diff(t).subs(t, 0), speed))
    return d.state(f.diff(t, 2), c**2 * f.diff(x, 2), f, conditions, exact)


def rectangle(d: Draw) -> Stated:
    """Laplace's equation on a rectangle with sides a and b, one of them warm."""
    f = d.unknown(("u x y", "V x y", "T x y", "phi x y"))
    x, y = f.args
    a, b, v = d.positives("a,b,V_0")
    w = d.integer(1, 3) * pi / a
    exact = v * sin(w * x) * sinh(w * y) / sinh(w * b)
    conditions = [(f.subs(x, 0), 0), (f.subs(x, a), 0), (f.subs(y, 0), 0)]
    conditions.append((f.subs(y, b), v * sin(w * x)))
    return d.state(f.diff(x, 2) + f.diff(y, 2), S(0), f, conditions, exact)


def advected(d: Draw) -> Stated:
    """Transport with speed c, at times with a decay."""
    f, x, t = d.evolution()
    c, k = d.positives(d.pick("c,k", "v,lamda"), loose=True)
    shape = d.data(x)
    decays = d.chance()
    exact = shape.subs(x, x - c * t) * (exp(-k * t) if decays else 1)
    right = -k * f if decays else S(0)
    return d.state(f.diff(t) + c * f.diff(x), right, f, [(f.subs(t, 0), shape)], exact)


CLASSES = (
    law_of_cooling,
    radioactive_chain,
    circuit_rc,
    circuit_rl,
    circuit_lc,
    spring,
    damped_spring,
    forced_spring,
    drag_linear,
    drag_quadratic,
    projectile,
    population,
    fin,
    cantilever,
    supported_beam,
    hanging_cable,
    rod,
    string,
    rectangle,
    advected,
)
