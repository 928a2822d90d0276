"""Linear systems of ordinary equations: kinetics, oscillators, circuits, and what Jordan forms do.

All of them have constant coefficients but the last ones.
"""

from sympy import Eq, Function, Rational, cos, cosh, exp, log, pi, sin, sinh, sqrt, symbols, tanh

from sympy_ssde.bench.letters import s, t, u, y, z
from sympy_ssde.bench.literature_kinds import named
from sympy_ssde.bench.systems_kinds import systems

k, m, alpha, omega, H = symbols("k m alpha omega H", positive=True)
v, w, r = map(Function, "v w r".split())
U, V, W, R = u(t), v(t), w(t), r(t)

of_t = systems(t)
of_s = systems(s)
of_y = systems(y)
of_z = systems(z)

PROBLEMS = {
    "kinetics_chain": of_t(
        difficulty=3,
        source="Atkins & de Paula, Physical Chemistry: consecutive first-order reactions A->B->C",
        eq=[
            Eq(U.diff(t), -k * U),
            Eq(V.diff(t), k * U - m * V),
            Eq(W.diff(t), m * V),
        ],
        func=[U, V, W],
        bcs={u(0): 1, v(0): 0, w(0): 0},
        domain={t: (0, 2)},
        params={k: (1, 2), m: (3, 4)},
        exact=[
            exp(-k * t),
            k * (exp(-k * t) - exp(-m * t)) / (m - k),
            1 + (k * exp(-m * t) - m * exp(-k * t)) / (m - k),
        ],
    ),
    "kinetics_chain_equal": of_t(
        difficulty=2,
        source="Atkins & de Paula, Physical Chemistry: A->B->C with equal rates (a Jordan block)",
        eq=[Eq(U.diff(t), -U), Eq(V.diff(t), U - V), Eq(W.diff(t), V)],
        func=[U, V, W],
        bcs={u(0): 1, v(0): 0, w(0): 0},
        domain={t: (0, 3)},
        exact=[exp(-t), t * exp(-t), 1 - (1 + t) * exp(-t)],
    ),
    "kinetics_reversible": of_t(
        difficulty=2,
        source="Atkins & de Paula, Physical Chemistry: reversible reaction A<->B, rates 2 and 1",
        eq=[Eq(U.diff(t), V - 2 * U), Eq(V.diff(t), 2 * U - V)],
        func=[U, V],
        bcs={u(0): 1, v(0): 0},
        domain={t: (0, 2)},
        exact=[(1 + 2 * exp(-3 * t)) / 3, 2 * (1 - exp(-3 * t)) / 3],
    ),
    "bateman_chain": of_t(
        difficulty=2,
        source="Bateman 1910, Proc. Camb. Phil. Soc. 15:423: radioactive chain, rates 1, 2, 3",
        eq=[
            Eq(U.diff(t), -U),
            Eq(V.diff(t), U - 2 * V),
            Eq(W.diff(t), 2 * V - 3 * W),
            Eq(R.diff(t), 3 * W),
        ],
        func=[U, V, W, R],
        bcs={u(0): 1, v(0): 0, w(0): 0, r(0): 0},
        domain={t: (0, 2)},
        exact=[
            exp(-t),
            exp(-t) * (1 - exp(-t)),
            exp(-t) * (1 - exp(-t)) ** 2,
            (1 - exp(-t)) ** 3,
        ],
    ),
    "two_compartments": of_t(
        difficulty=2,
        source="Gibaldi & Perrier, Pharmacokinetics: two compartments after a single dose",
        eq=[Eq(U.diff(t), 3 * V - 4 * U), Eq(V.diff(t), 2 * U - 3 * V)],
        func=[U, V],
        bcs={u(0): 5, v(0): 0},
        domain={t: (0, 2)},
        exact=[2 * exp(-t) + 3 * exp(-6 * t), 2 * exp(-t) - 2 * exp(-6 * t)],
    ),
    "brine_tanks": of_t(
        difficulty=3,
        source="Edwards & Penney, Differential Equations: cascade of three brine tanks",
        eq=[
            Eq(U.diff(t), -U / 2),
            Eq(V.diff(t), U / 2 - V / 4),
            Eq(W.diff(t), V / 4 - W / 5),
        ],
        func=[U, V, W],
        bcs={u(0): 15, v(0): 0, w(0): 0},
        domain={t: (0, 10)},
        exact=[
            15 * exp(-t / 2),
            30 * exp(-t / 4) - 30 * exp(-t / 2),
            25 * exp(-t / 2) - 150 * exp(-t / 4) + 125 * exp(-t / 5),
        ],
    ),
    "two_masses": of_t(
        difficulty=2,
        source="Taylor, Classical Mechanics ch. 11: two equal masses and three equal springs",
        eq=[Eq(U.diff(t, 2), V - 2 * U), Eq(V.diff(t, 2), U - 2 * V)],
        func=[U, V],
        bcs={u(0): 1, v(0): 0, U.diff(t).subs(t, 0): 0, V.diff(t).subs(t, 0): 0},
        domain={t: (0, 6)},
        exact=[(cos(t) + cos(sqrt(3) * t)) / 2, (cos(t) - cos(sqrt(3) * t)) / 2],
    ),
    "foucault_pendulum": of_t(
        difficulty=3,
        source="Landau & Lifshitz, Mechanics 39: Foucault's pendulum, small swings, let go at rest",
        eq=[
            Eq(U.diff(t, 2), 6 * V.diff(t) - 16 * U),
            Eq(V.diff(t, 2), -6 * U.diff(t) - 16 * V),
        ],
        func=[U, V],
        bcs={u(0): 1, v(0): 0, U.diff(t).subs(t, 0): 0, V.diff(t).subs(t, 0): 0},
        domain={t: (0, 3)},
        exact=[
            cos(3 * t) * cos(5 * t) + Rational(3, 5) * sin(3 * t) * sin(5 * t),
            Rational(3, 5) * cos(3 * t) * sin(5 * t) - sin(3 * t) * cos(5 * t),
        ],
    ),
    "rotating_frame": of_t(
        difficulty=3,
        source="Landau & Lifshitz, Mechanics 39: free particle in a rotating frame, at rest in it",
        eq=[Eq(U.diff(t, 2), 2 * V.diff(t) + U), Eq(V.diff(t, 2), V - 2 * U.diff(t))],
        func=[U, V],
        bcs={u(0): 1, v(0): 0, U.diff(t).subs(t, 0): 0, V.diff(t).subs(t, 0): 0},
        domain={t: (0, 3)},
        exact=[cos(t) + t * sin(t), t * cos(t) - sin(t)],
    ),
    "cycloid_drift": of_t(
        difficulty=3,
        source="Griffiths, Introduction to Electrodynamics, example 5.2: cycloid in crossed fields",
        eq=[
            Eq(U.diff(t, 2), omega * V.diff(t)),
            Eq(V.diff(t, 2), omega * (1 - U.diff(t))),
        ],
        func=[U, V],
        bcs={u(0): 0, v(0): 0, U.diff(t).subs(t, 0): 0, V.diff(t).subs(t, 0): 0},
        domain={t: (0, 3)},
        params={omega: (1, 3)},
        exact=[t - sin(omega * t) / omega, (1 - cos(omega * t)) / omega],
    ),
    "magnetic_helix": of_t(
        difficulty=2,
        source="Jackson, Classical Electrodynamics ch. 12: charge in a uniform magnetic field",
        eq=[
            Eq(U.diff(t, 2), 2 * V.diff(t)),
            Eq(V.diff(t, 2), -2 * U.diff(t)),
            Eq(W.diff(t, 2), 0),
        ],
        func=[U, V, W],
        bcs={
            u(0): 0,
            v(0): 0,
            w(0): 0,
            U.diff(t).subs(t, 0): 2,
            V.diff(t).subs(t, 0): 0,
            W.diff(t).subs(t, 0): 3,
        },
        domain={t: (0, 3)},
        exact=[sin(2 * t), cos(2 * t) - 1, 3 * t],
    ),
    "projectile_drag": of_t(
        difficulty=2,
        source="Marion & Thornton, Classical Dynamics ch. 2: projectile with linear drag",
        eq=[Eq(U.diff(t, 2), -U.diff(t)), Eq(V.diff(t, 2), -1 - V.diff(t))],
        func=[U, V],
        bcs={u(0): 0, v(0): 0, U.diff(t).subs(t, 0): 1, V.diff(t).subs(t, 0): 1},
        domain={t: (0, 2)},
        exact=[1 - exp(-t), 2 - 2 * exp(-t) - t],
    ),
    "bloch_relaxation": of_t(
        difficulty=2,
        source="Bloch 1946, Phys. Rev. 70:460: nuclear magnetisation after a quarter turn",
        eq=[
            Eq(U.diff(t), 2 * V - U),
            Eq(V.diff(t), -2 * U - V),
            Eq(W.diff(t), (1 - W) / 2),
        ],
        func=[U, V, W],
        bcs={u(0): 1, v(0): 0, w(0): 0},
        domain={t: (0, 3)},
        exact=[exp(-t) * cos(2 * t), -exp(-t) * sin(2 * t), 1 - exp(-t / 2)],
    ),
    "parallel_rlc": of_t(
        difficulty=2,
        source="Boyce & DiPrima, Elementary Differential Equations ch. 7: parallel RLC circuit",
        eq=[Eq(U.diff(t), V), Eq(V.diff(t), -2 * U - 2 * V)],
        func=[U, V],
        bcs={u(0): 2, v(0): 2},
        domain={t: (0, 3)},
        exact=[exp(-t) * (2 * cos(t) + 4 * sin(t)), exp(-t) * (2 * cos(t) - 6 * sin(t))],
        notes="u is the inductor's current, v the voltage",
    ),
    "coupled_coils": of_t(
        difficulty=3,
        source="Feynman Lectures on Physics II 17: mutual inductance, a voltage switched on",
        eq=[
            Eq(2 * U.diff(t) + V.diff(t) + 3 * U, 3),
            Eq(U.diff(t) + 2 * V.diff(t) + 3 * V, 0),
        ],
        func=[U, V],
        bcs={u(0): 0, v(0): 0},
        domain={t: (0, 3)},
        exact=[1 - (exp(-t) + exp(-3 * t)) / 2, (exp(-3 * t) - exp(-t)) / 2],
    ),
    "predator_prey_small": of_t(
        difficulty=2,
        source="Murray, Mathematical Biology I, 3.1: Lotka-Volterra linearised at coexistence",
        eq=[Eq(U.diff(t), -V), Eq(V.diff(t), alpha * U)],
        func=[U, V],
        bcs={u(0): 1, v(0): 0},
        domain={t: (0, 3)},
        params={alpha: (Rational(1, 2), 2)},
        exact=[cos(sqrt(alpha) * t), sqrt(alpha) * sin(sqrt(alpha) * t)],
    ),
    "defective_three": of_t(
        difficulty=3,
        source="Edwards & Penney, Differential Equations: triple eigenvalue of defect two",
        eq=[
            Eq(U.diff(t), V + 2 * W),
            Eq(V.diff(t), -5 * U - 3 * V - 7 * W),
            Eq(W.diff(t), U),
        ],
        func=[U, V, W],
        bcs={u(0): 1, v(0): 0, w(0): 0},
        domain={t: (0, 3)},
        exact=[(1 + t - t**2) * exp(-t), (-5 * t - t**2) * exp(-t), (t + t**2) * exp(-t)],
    ),
    "cyclic_three": of_t(
        difficulty=3,
        source="Kamke, Differentialgleichungen, systems: x'=cy-bz, y'=az-cx, z'=bx-ay at a=b=c=1",
        eq=[Eq(U.diff(t), V - W), Eq(V.diff(t), W - U), Eq(W.diff(t), U - V)],
        func=[U, V, W],
        bcs={u(0): 1, v(0): 0, w(0): 0},
        domain={t: (0, 3)},
        exact=[
            (1 + 2 * cos(sqrt(3) * t)) / 3,
            (1 - cos(sqrt(3) * t) - sqrt(3) * sin(sqrt(3) * t)) / 3,
            (1 - cos(sqrt(3) * t) + sqrt(3) * sin(sqrt(3) * t)) / 3,
        ],
    ),
    "resonant_four": of_t(
        difficulty=3,
        source="Hirsch & Smale, Differential Equations: double pair of imaginary eigenvalues",
        eq=[Eq(U.diff(t), V), Eq(V.diff(t), W - U), Eq(W.diff(t), R), Eq(R.diff(t), -W)],
        func=[U, V, W, R],
        bcs={u(0): 0, v(0): 0, w(0): 2, r(0): 0},
        domain={t: (0, 5)},
        exact=[t * sin(t), sin(t) + t * cos(t), 2 * cos(t), -2 * sin(t)],
    ),
    "forced_pair": of_t(
        difficulty=3,
        source="Boyce & DiPrima, Elementary Differential Equations 7.9: forcing 2 exp(-t) and 3 t",
        eq=[Eq(U.diff(t), V - 2 * U + 2 * exp(-t)), Eq(V.diff(t), U - 2 * V + 3 * t)],
        func=[U, V],
        bcs={u(0): 0, v(0): 0},
        domain={t: (0, 2)},
        exact=[
            -2 * exp(-3 * t) / 3 + (2 + t) * exp(-t) + t - Rational(4, 3),
            2 * exp(-3 * t) / 3 + (1 + t) * exp(-t) + 2 * t - Rational(5, 3),
        ],
    ),
    "frenet_helix": of_s(
        difficulty=2,
        source="do Carmo, Differential Geometry 1.5: Frenet's formulas, curvature 3/5, torsion 4/5",
        eq=[
            Eq(u(s).diff(s), 3 * v(s) / 5),
            Eq(v(s).diff(s), 4 * w(s) / 5 - 3 * u(s) / 5),
            Eq(w(s).diff(s), -4 * v(s) / 5),
        ],
        func=[u(s), v(s), w(s)],
        bcs={u(0): 1, v(0): 0, w(0): 0},
        domain={s: (0, 6)},
        exact=[(16 + 9 * cos(s)) / 25, -3 * sin(s) / 5, 12 * (1 - cos(s)) / 25],
        notes="one component of the tangent, the normal and the binormal",
    ),
    "ekman_spiral": of_z(
        difficulty=3,
        source="Pedlosky, Geophysical Fluid Dynamics ch. 4: Ekman layer over a flat bottom",
        eq=[
            Eq(u(z).diff(z, 2), -2 * v(z)),
            Eq(v(z).diff(z, 2), 2 * u(z) - 2),
        ],
        func=[u(z), v(z)],
        bcs={u(0): 0, v(0): 0, u(pi): 1 + exp(-pi), v(pi): 0},
        domain={z: (0, pi)},
        exact=[1 - exp(-z) * cos(z), exp(-z) * sin(z)],
        notes="the solution's values where the velocity is parallel to the wind above",
    ),
    "hartmann_flow": of_y(
        difficulty=4,
        source="Davidson, Introduction to Magnetohydrodynamics: Hartmann flow, insulating walls",
        eq=[
            Eq(u(y).diff(y, 2) + H * v(y).diff(y), -1),
            Eq(v(y).diff(y, 2) + H * u(y).diff(y), 0),
        ],
        func=[u(y), v(y)],
        bcs={u(-1): 0, u(1): 0, v(-1): 0, v(1): 0},
        domain={y: (-1, 1)},
        params={H: (1, 3)},
        exact=[
            (1 - cosh(H * y) / cosh(H)) / (H * tanh(H)),
            (sinh(H * y) / sinh(H) - y) / H,
        ],
        notes="v is the induced magnetic field, H the Hartmann number",
    ),
    "slot_convection": of_y(
        difficulty=2,
        source="Bird, Stewart & Lightfoot, Transport Phenomena: free convection between walls",
        eq=[Eq(v(y).diff(y, 2), 0), Eq(u(y).diff(y, 2), -v(y))],
        func=[u(y), v(y)],
        bcs={u(-1): 0, u(1): 0, v(-1): -1, v(1): 1},
        domain={y: (-1, 1)},
        exact=[(y - y**3) / 6, y],
    ),
    "euler_real": of_t(
        difficulty=2,
        source="Boyce & DiPrima, Elementary Differential Equations 7.5, problems: t x' = A x",
        eq=[Eq(t * U.diff(t), 2 * U - V), Eq(t * V.diff(t), 3 * U - 2 * V)],
        func=[U, V],
        bcs={u(1): 2, v(1): 4},
        domain={t: (1, 3)},
        exact=[t + 1 / t, t + 3 / t],
    ),
    "euler_spiral": of_t(
        difficulty=3,
        source="Boyce & DiPrima, Elementary Differential Equations 7.6, problems: t x' = A x",
        eq=[Eq(t * U.diff(t), -U - V), Eq(t * V.diff(t), 2 * U - V)],
        func=[U, V],
        bcs={u(1): 1, v(1): 0},
        domain={t: (1, 3)},
        exact=[cos(sqrt(2) * log(t)) / t, sqrt(2) * sin(sqrt(2) * log(t)) / t],
    ),
    "variable_symmetric": of_t(
        difficulty=3,
        source="Polyanin & Zaitsev, Handbook: x'=f(t)x+g(t)y, y'=g(t)x+f(t)y; f=-1, g=2t",
        eq=[Eq(U.diff(t), 2 * t * V - U), Eq(V.diff(t), 2 * t * U - V)],
        func=[U, V],
        bcs={u(0): 1, v(0): 0},
        domain={t: (0, 1)},
        exact=[exp(-t) * cosh(t**2), exp(-t) * sinh(t**2)],
    ),
    "variable_rotation": of_t(
        difficulty=3,
        source="Polyanin & Zaitsev, Handbook: x'=f(t)x+g(t)y, y'=-g(t)x+f(t)y; f=1/(1+t), g=2t",
        eq=[
            Eq(U.diff(t), U / (1 + t) + 2 * t * V),
            Eq(V.diff(t), V / (1 + t) - 2 * t * U),
        ],
        func=[U, V],
        bcs={u(0): 1, v(0): 0},
        domain={t: (0, 2)},
        exact=[(1 + t) * cos(t**2), -(1 + t) * sin(t**2)],
    ),
}

ENTRIES = named(PROBLEMS)
