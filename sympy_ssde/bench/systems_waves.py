"""Linear systems of partial equations: waves of all kinds, and the Cauchy-Riemann equations."""

from sympy import Eq, Function, Rational, atan, cos, exp, log, pi, sin, sqrt, symbols

from sympy_ssde.bench.letters import t, u, x, y, z
from sympy_ssde.bench.literature_kinds import named
from sympy_ssde.bench.systems_kinds import of_xt, of_xy, of_xyt, of_xyzt, of_zt, periodic, walls

c, rho, g, h, nu = symbols("c rho g h nu", positive=True)
v, w, p, q = map(Function, "v w p q".split())
U, V, W, Q = u(x, t), v(x, t), w(x, t), q(x, t)
U2, V2, W2 = u(x, y, t), v(x, y, t), w(x, y, t)
U3, V3, W3, P3 = (f(x, y, z, t) for f in (u, v, w, p))
F, G = u(x, y), v(x, y)


def elastic(stiffness: int) -> list[Eq]:
    """Waves in an elastic plane with a shear modulus of 1."""
    mixed = stiffness - 1
    return [
        Eq(U2.diff(t, 2), stiffness * U2.diff(x, 2) + U2.diff(y, 2) + mixed * V2.diff(x, y)),
        Eq(V2.diff(t, 2), V2.diff(x, 2) + stiffness * V2.diff(y, 2) + mixed * U2.diff(x, y)),
    ]


PROBLEMS = {
    "acoustic_tube": of_xt(
        difficulty=2,
        source="Morse & Ingard, Theoretical Acoustics: first mode of a tube with closed ends",
        eq=[Eq(U.diff(t), -V.diff(x)), Eq(V.diff(t), -U.diff(x))],
        func=[U, V],
        bcs={v(0, t): 0, v(1, t): 0, u(x, 0): cos(pi * x), v(x, 0): 0},
        domain={x: (0, 1), t: (0, 2)},
        exact=[cos(pi * x) * cos(pi * t), sin(pi * x) * sin(pi * t)],
        notes="u is the pressure, v the velocity",
    ),
    "acoustic_pulse": of_xt(
        difficulty=4,
        source="LeVeque, Finite Volume Methods ch. 2: acoustics, a simple wave to the right",
        eq=[Eq(U.diff(t) + rho * c**2 * V.diff(x), 0), Eq(rho * V.diff(t) + U.diff(x), 0)],
        func=[U, V],
        bcs={
            u(x, 0): exp(-(x**2)),
            v(x, 0): exp(-(x**2)) / (rho * c),
            u(-2, t) + rho * c * v(-2, t): 2 * exp(-((2 + c * t) ** 2)),
            u(2, t) - rho * c * v(2, t): 0,
        },
        domain={x: (-2, 2), t: (0, 1)},
        params={c: (Rational(1, 2), 2), rho: (1, 2)},
        exact=[exp(-((x - c * t) ** 2)), exp(-((x - c * t) ** 2)) / (rho * c)],
        notes="the characteristic variable that comes in is given at each end",
    ),
    "acoustic_plane_3d": of_xyzt(
        difficulty=4,
        source="Landau & Lifshitz, Fluid Mechanics: plane sound wave along (1, 2, 2)",
        eq=[
            Eq(P3.diff(t), -U3.diff(x) - V3.diff(y) - W3.diff(z)),
            Eq(U3.diff(t), -P3.diff(x)),
            Eq(V3.diff(t), -P3.diff(y)),
            Eq(W3.diff(t), -P3.diff(z)),
        ],
        func=[P3, U3, V3, W3],
        faces=[P3],
        also={
            u(x, y, z, 0): sin(x + 2 * y + 2 * z),
            v(x, y, z, 0): 2 * sin(x + 2 * y + 2 * z),
            w(x, y, z, 0): 2 * sin(x + 2 * y + 2 * z),
        },
        domain={x: (0, 1), y: (0, 1), z: (0, 1), t: (0, 1)},
        exact=[
            3 * sin(x + 2 * y + 2 * z - 3 * t),
            sin(x + 2 * y + 2 * z - 3 * t),
            2 * sin(x + 2 * y + 2 * z - 3 * t),
            2 * sin(x + 2 * y + 2 * z - 3 * t),
        ],
    ),
    "telegraph_distortionless": of_xt(
        difficulty=3,
        source="Heaviside 1887, Electrical Papers: line without distortion (R C = L G), matched",
        eq=[Eq(U.diff(x), -V.diff(t) - V), Eq(V.diff(x), -U.diff(t) - U)],
        func=[U, V],
        bcs={
            u(x, 0): sin(x),
            v(x, 0): sin(x),
            u(0, t): -exp(-t) * sin(t),
            u(1, t) - v(1, t): 0,
        },
        domain={x: (0, 1), t: (0, 2)},
        exact=[exp(-t) * sin(x - t), exp(-t) * sin(x - t)],
        notes="u is the voltage, v the current",
    ),
    "telegraph_ringing": of_xt(
        difficulty=4,
        source="Stratton, Electromagnetic Theory: line with resistance only, short-circuited ends",
        eq=[Eq(U.diff(x), -V.diff(t) - 6 * V / 5), Eq(V.diff(x), -U.diff(t))],
        func=[U, V],
        bcs={u(0, t): 0, u(pi, t): 0, u(x, 0): 4 * sin(x), v(x, 0): 0},
        domain={x: (0, pi), t: (0, 3)},
        exact=[
            exp(-3 * t / 5) * (4 * cos(4 * t / 5) + 3 * sin(4 * t / 5)) * sin(x),
            -5 * exp(-3 * t / 5) * sin(4 * t / 5) * cos(x),
        ],
        notes="u is the voltage, v the current",
    ),
    "maxwell_pulse": of_xt(
        difficulty=4,
        source="Taflove & Hagness, Computational Electrodynamics: 1-D pulse that splits in two",
        eq=[Eq(U.diff(t), -V.diff(x)), Eq(V.diff(t), -U.diff(x))],
        func=[U, V],
        bcs={
            u(x, 0): exp(-(x**2)),
            v(x, 0): 0,
            u(-2, t) + v(-2, t): exp(-((2 + t) ** 2)),
            u(2, t) - v(2, t): exp(-((2 + t) ** 2)),
        },
        domain={x: (-2, 2), t: (0, 1)},
        exact=[
            (exp(-((x - t) ** 2)) + exp(-((x + t) ** 2))) / 2,
            (exp(-((x - t) ** 2)) - exp(-((x + t) ** 2))) / 2,
        ],
        notes="u is E_y, v is B_z, c = 1",
    ),
    "maxwell_cavity": of_xyt(
        difficulty=3,
        source="Jackson, Classical Electrodynamics ch. 8: TM mode of a square cavity",
        eq=[
            Eq(U2.diff(t), W2.diff(x) - V2.diff(y)),
            Eq(V2.diff(t), -U2.diff(y)),
            Eq(W2.diff(t), U2.diff(x)),
        ],
        func=[U2, V2, W2],
        faces=[U2],
        also={v(x, y, 0): 0, w(x, y, 0): 0},
        domain={x: (0, pi), y: (0, pi), t: (0, 1)},
        exact=[
            sqrt(2) * sin(x) * sin(y) * cos(sqrt(2) * t),
            -sin(x) * cos(y) * sin(sqrt(2) * t),
            cos(x) * sin(y) * sin(sqrt(2) * t),
        ],
        notes="u is E_z, which vanishes on the walls; v and w are H_x and H_y",
    ),
    "maxwell_circular": of_zt(
        difficulty=3,
        source="Jackson, Classical Electrodynamics ch. 7: circularly polarised plane wave",
        eq=[
            Eq(u(z, t).diff(t), -q(z, t).diff(z)),
            Eq(v(z, t).diff(t), p(z, t).diff(z)),
            Eq(p(z, t).diff(t), v(z, t).diff(z)),
            Eq(q(z, t).diff(t), -u(z, t).diff(z)),
        ],
        func=[u(z, t), v(z, t), p(z, t), q(z, t)],
        bcs={
            u(z, 0): cos(z),
            v(z, 0): sin(z),
            p(z, 0): -sin(z),
            q(z, 0): cos(z),
            u(0, t): cos(t),
            v(0, t): -sin(t),
            u(3, t) - q(3, t): 0,
            v(3, t) + p(3, t): 0,
        },
        domain={z: (0, 3), t: (0, 2)},
        exact=[cos(z - t), sin(z - t), -sin(z - t), cos(z - t)],
        notes="E_x, E_y, B_x, B_y; nothing comes back from the far end",
    ),
    "dirac_plane": of_xt(
        difficulty=3,
        source="Thaller, The Dirac Equation: 1+1 dimensions, mass 4, momentum 3, real form",
        eq=[
            Eq(U.diff(t) + U.diff(x), 4 * Q),
            Eq(V.diff(t) + V.diff(x), -4 * W),
            Eq(W.diff(t) - W.diff(x), 4 * V),
            Eq(Q.diff(t) - Q.diff(x), -4 * U),
        ],
        func=[U, V, W, Q],
        bcs={
            u(x, 0): 2 * cos(3 * x),
            v(x, 0): 2 * sin(3 * x),
            w(x, 0): cos(3 * x),
            q(x, 0): sin(3 * x),
            **periodic(x, 2 * pi, U, V, W, Q),
        },
        domain={x: (0, 2 * pi), t: (0, 1)},
        exact=[
            2 * cos(3 * x - 5 * t),
            2 * sin(3 * x - 5 * t),
            cos(3 * x - 5 * t),
            sin(3 * x - 5 * t),
        ],
    ),
    "cauchy_riemann_log": of_xy(
        difficulty=3,
        source="Ahlfors, Complex Analysis: Cauchy-Riemann equations, the logarithm",
        eq=[Eq(F.diff(x), G.diff(y)), Eq(F.diff(y), -G.diff(x))],
        func=[F, G],
        bcs={u(x, 0): log(x), v(x, 0): 0},
        domain={x: (1, 2), y: (0, 1)},
        exact=[log(x**2 + y**2) / 2, atan(y / x)],
    ),
    "cylinder_potential": of_xy(
        difficulty=3,
        source="Batchelor, Introduction to Fluid Dynamics ch. 6: potential flow past a cylinder",
        eq=[Eq(F.diff(x), G.diff(y)), Eq(F.diff(y), -G.diff(x))],
        func=[F, G],
        bcs={u(x, 0): x + 1 / x, v(x, 0): 0},
        domain={x: (1, 2), y: (0, 1)},
        exact=[x + x / (x**2 + y**2), y - y / (x**2 + y**2)],
        notes="u is the potential, v the stream function; behind the cylinder",
    ),
    "frobenius_pair": of_xy(
        difficulty=2,
        source="Spivak, Differential Geometry I: completely integrable first-order system",
        eq=[
            Eq(F.diff(x), G),
            Eq(F.diff(y), 2 * y * F),
            Eq(G.diff(x), -F),
            Eq(G.diff(y), 2 * y * G),
        ],
        func=[F, G],
        bcs={u(0, 0): 0, v(0, 0): 1},
        domain={x: (0, 2), y: (0, 1)},
        exact=[exp(y**2) * sin(x), exp(y**2) * cos(x)],
        notes="all first derivatives are given, so that values at one point are enough",
    ),
    "exact_gradient": of_xy(
        difficulty=3,
        source="Ince, Ordinary Differential Equations: total differential equations",
        eq=[
            Eq(F.diff(x), y * F),
            Eq(F.diff(y), x * F),
            Eq(G.diff(x), (1 + x * y) * F),
            Eq(G.diff(y), x**2 * F),
        ],
        func=[F, G],
        bcs={u(0, 0): 1, v(0, 0): 0},
        domain={x: (0, 1), y: (0, 1)},
        exact=[exp(x * y), x * exp(x * y)],
    ),
    "seiche": of_xt(
        difficulty=3,
        source="Lamb, Hydrodynamics ch. VIII: standing long wave in a canal with closed ends",
        eq=[Eq(U.diff(t), -h * V.diff(x)), Eq(V.diff(t), -g * U.diff(x))],
        func=[U, V],
        bcs={v(0, t): 0, v(1, t): 0, u(x, 0): cos(pi * x), v(x, 0): 0},
        domain={x: (0, 1), t: (0, 1)},
        params={g: (1, 2), h: (Rational(1, 2), 1)},
        exact=[
            cos(pi * x) * cos(pi * sqrt(g * h) * t),
            sqrt(g) * sin(pi * x) * sin(pi * sqrt(g * h) * t) / sqrt(h),
        ],
        notes="u is the elevation, v the velocity",
    ),
    "poincare_wave": of_xt(
        difficulty=3,
        source="Pedlosky, Geophysical Fluid Dynamics ch. 3: Poincare wave, f = 3, k = 4",
        eq=[
            Eq(U.diff(t) - 3 * V, -W.diff(x)),
            Eq(V.diff(t) + 3 * U, 0),
            Eq(W.diff(t) + U.diff(x), 0),
        ],
        func=[U, V, W],
        bcs={
            u(x, 0): 5 * cos(4 * x),
            v(x, 0): 3 * sin(4 * x),
            w(x, 0): 4 * cos(4 * x),
            **periodic(x, pi / 2, U, W),
        },
        domain={x: (0, pi / 2), t: (0, 1)},
        exact=[5 * cos(4 * x - 5 * t), 3 * sin(4 * x - 5 * t), 4 * cos(4 * x - 5 * t)],
        notes="w is the elevation",
    ),
    "kelvin_wave": of_xyt(
        difficulty=3,
        source="Pedlosky, Geophysical Fluid Dynamics ch. 3: Kelvin wave in a channel",
        eq=[
            Eq(U2.diff(t) - V2, -W2.diff(x)),
            Eq(V2.diff(t) + U2, -W2.diff(y)),
            Eq(W2.diff(t) + U2.diff(x) + V2.diff(y), 0),
        ],
        func=[U2, V2, W2],
        bcs={
            u(x, y, 0): exp(-y) * sin(x),
            v(x, y, 0): 0,
            w(x, y, 0): exp(-y) * sin(x),
            v(x, 0, t): 0,
            v(x, 1, t): 0,
            **periodic(x, 2 * pi, U2, W2),
        },
        domain={x: (0, 2 * pi), y: (0, 1), t: (0, 1)},
        exact=[exp(-y) * sin(x - t), 0, exp(-y) * sin(x - t)],
        notes="w is the elevation",
    ),
    "elastic_p_wave": of_xyt(
        difficulty=4,
        source="Achenbach, Wave Propagation in Elastic Solids: plane P-wave, lambda=2, mu=1",
        eq=elastic(4),
        func=[U2, V2],
        also={f.diff(t).subs(t, 0): -10 * k * cos(3 * x + 4 * y) for f, k in ((U2, 3), (V2, 4))},
        domain={x: (0, 1), y: (0, 1), t: (0, 1)},
        exact=[3 * sin(3 * x + 4 * y - 10 * t), 4 * sin(3 * x + 4 * y - 10 * t)],
    ),
    "lame_mode": of_xyt(
        difficulty=3,
        source="Graff, Wave Motion in Elastic Solids: shear mode of a square between smooth walls",
        eq=elastic(3),
        func=[U2, V2],
        bcs={
            **walls(U2, V2, pi),
            u(x, y, 0): sin(x) * cos(y),
            v(x, y, 0): -cos(x) * sin(y),
            U2.diff(t).subs(t, 0): 0,
            V2.diff(t).subs(t, 0): 0,
        },
        domain={x: (0, pi), y: (0, pi), t: (0, 2)},
        exact=[sin(x) * cos(y) * cos(sqrt(2) * t), -cos(x) * sin(y) * cos(sqrt(2) * t)],
    ),
    "pure_bending": of_xy(
        difficulty=3,
        source="Timoshenko & Goodier, Theory of Elasticity: pure bending, plane stress",
        eq=[
            2 * F.diff(x, 2) + (1 - nu) * F.diff(y, 2) + (1 + nu) * G.diff(x, y),
            2 * G.diff(y, 2) + (1 - nu) * G.diff(x, 2) + (1 + nu) * F.diff(x, y),
        ],
        func=[F, G],
        bcs={
            u(0, y): 0,
            u(1, y): y,
            G.diff(x).subs(x, 0): 0,
            G.diff(x).subs(x, 1): -1,
            G.diff(y).subs(y, -1) + nu * F.diff(x).subs(y, -1): 0,
            G.diff(y).subs(y, 1) + nu * F.diff(x).subs(y, 1): 0,
            F.diff(y).subs(y, -1) + G.diff(x).subs(y, -1): 0,
            F.diff(y).subs(y, 1) + G.diff(x).subs(y, 1): 0,
            v(0, 0): 0,
        },
        domain={x: (0, 1), y: (-1, 1)},
        params={nu: (Rational(1, 10), Rational(1, 2))},
        exact=[x * y, -(x**2 + nu * y**2) / 2],
        notes="no stress on the sides y = -1 and y = 1; ends turn without shear",
    ),
}

ENTRIES = named(PROBLEMS)
