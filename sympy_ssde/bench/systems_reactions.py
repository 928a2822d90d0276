"""Parabolic systems of partial equations: heat that is exchanged, reactions with diffusion."""

from sympy import Eq, Function, Rational, cos, exp, pi, sin, sqrt, symbols, tanh

from sympy_ssde.bench.letters import t, u, x, y
from sympy_ssde.bench.literature_kinds import named
from sympy_ssde.bench.systems_kinds import fixed, of_xt, of_xyt

epsilon, k = symbols("epsilon k", positive=True)
v, w = map(Function, "v w".split())
U, V, W = u(x, t), v(x, t), w(x, t)
U2, V2 = u(x, y, t), v(x, y, t)


PROBLEMS = {
    "two_temperatures": of_xt(
        difficulty=4,
        source="Anisimov et al. 1974, Sov. Phys. JETP 39:375: electrons and lattice, insulated",
        eq=[Eq(U.diff(t), 3 * U.diff(x, 2) / 2 - U + V), Eq(V.diff(t), U - V)],
        func=[U, V],
        bcs={
            U.diff(x).subs(x, 0): 0,
            U.diff(x).subs(x, pi): 0,
            u(x, 0): 5 + 5 * cos(x),
            v(x, 0): 5,
        },
        domain={x: (0, pi), t: (0, 2)},
        exact=[
            5 + (exp(-t / 2) + 4 * exp(-3 * t)) * cos(x),
            5 + 2 * (exp(-t / 2) - exp(-3 * t)) * cos(x),
        ],
        notes="u is the electrons' temperature; only electrons conduct",
    ),
    "heat_exchange": of_xt(
        difficulty=3,
        source="Carslaw & Jaeger, Conduction of Heat in Solids: two rods that exchange heat",
        eq=[
            Eq(U.diff(t), U.diff(x, 2) - k * (U - V)),
            Eq(V.diff(t), V.diff(x, 2) - k * (V - U)),
        ],
        func=[U, V],
        bcs={
            **fixed([U, V], x, 0, pi),
            u(x, 0): 2 * sin(x),
            v(x, 0): 0,
        },
        domain={x: (0, pi), t: (0, 1)},
        params={k: (Rational(1, 2), 2)},
        exact=[
            exp(-t) * (1 + exp(-2 * k * t)) * sin(x),
            exp(-t) * (1 - exp(-2 * k * t)) * sin(x),
        ],
    ),
    "diffusion_rotation": of_xt(
        difficulty=3,
        source="Murray, Mathematical Biology II: lambda-omega system, linear part, no flux",
        eq=[Eq(U.diff(t), U.diff(x, 2) - 2 * V), Eq(V.diff(t), V.diff(x, 2) + 2 * U)],
        func=[U, V],
        bcs={
            U.diff(x).subs(x, 0): 0,
            U.diff(x).subs(x, pi): 0,
            V.diff(x).subs(x, 0): 0,
            V.diff(x).subs(x, pi): 0,
            u(x, 0): cos(x),
            v(x, 0): 0,
        },
        domain={x: (0, pi), t: (0, 2)},
        exact=[exp(-t) * cos(2 * t) * cos(x), exp(-t) * sin(2 * t) * cos(x)],
    ),
    "cross_diffusion": of_xt(
        difficulty=3,
        source="Crank, The Mathematics of Diffusion: simultaneous diffusion, cross coefficients",
        eq=[
            Eq(U.diff(t), 2 * U.diff(x, 2) + V.diff(x, 2)),
            Eq(V.diff(t), U.diff(x, 2) + 2 * V.diff(x, 2)),
        ],
        func=[U, V],
        bcs={
            **fixed([U, V], x, 0, pi),
            u(x, 0): 2 * sin(x),
            v(x, 0): 0,
        },
        domain={x: (0, pi), t: (0, 1)},
        exact=[
            (exp(-3 * t) + exp(-t)) * sin(x),
            (exp(-3 * t) - exp(-t)) * sin(x),
        ],
    ),
    "diffusing_chain": of_xt(
        difficulty=3,
        source="Crank, The Mathematics of Diffusion: diffusion with chain of reactions A->B->C",
        eq=[
            Eq(U.diff(t), U.diff(x, 2) - U),
            Eq(V.diff(t), V.diff(x, 2) + U - V),
            Eq(W.diff(t), W.diff(x, 2) + V),
        ],
        func=[U, V, W],
        bcs={
            U.diff(x).subs(x, 0): 0,
            U.diff(x).subs(x, 1): 0,
            V.diff(x).subs(x, 0): 0,
            V.diff(x).subs(x, 1): 0,
            W.diff(x).subs(x, 0): 0,
            W.diff(x).subs(x, 1): 0,
            u(x, 0): 1 + cos(pi * x),
            v(x, 0): 0,
            w(x, 0): 0,
        },
        domain={x: (0, 1), t: (0, 1)},
        exact=[
            exp(-t) * (1 + exp(-(pi**2) * t) * cos(pi * x)),
            t * exp(-t) * (1 + exp(-(pi**2) * t) * cos(pi * x)),
            (1 - (1 + t) * exp(-t)) * (1 + exp(-(pi**2) * t) * cos(pi * x)),
        ],
    ),
    "thermoelastic_slow": of_xt(
        difficulty=3,
        source="Boley & Weiner, Theory of Thermal Stresses: coupled slab without inertia",
        eq=[Eq(U.diff(x, 2), V.diff(x)), Eq(V.diff(t) + epsilon * U.diff(x, t), V.diff(x, 2))],
        func=[U, V],
        bcs={
            **fixed([U, V.diff(x)], x, 0, pi),
            v(x, 0): cos(x),
        },
        domain={x: (0, pi), t: (0, 2)},
        params={epsilon: (Rational(1, 10), 1)},
        exact=[exp(-t / (1 + epsilon)) * sin(x), exp(-t / (1 + epsilon)) * cos(x)],
        notes="u is the displacement, v the temperature",
    ),
    "thermoelastic_fast": of_xt(
        difficulty=3,
        source="Biot 1956, J. Appl. Phys. 27:240: coupled thermoelasticity, mode that only decays",
        eq=[
            Eq(U.diff(t, 2), U.diff(x, 2) - V.diff(x)),
            Eq(V.diff(t) + 5 * U.diff(x, t) / 4, V.diff(x, 2)),
        ],
        func=[U, V],
        bcs={
            **fixed([U, V.diff(x)], x, 0, pi),
            u(x, 0): 4 * sin(x),
            U.diff(t).subs(t, 0): -2 * sin(x),
            v(x, 0): 5 * cos(x),
        },
        domain={x: (0, pi), t: (0, 2)},
        exact=[4 * exp(-t / 2) * sin(x), 5 * exp(-t / 2) * cos(x)],
        notes="u is the displacement, v the temperature",
    ),
    "brusselator": of_xyt(
        difficulty=4,
        source="Siraj-ul-Islam, Ali & Haq 2010, Appl. Math. Model. 34:3896: diffusive Brusselator",
        eq=[
            Eq(U2.diff(t), U2**2 * V2 - 2 * U2 + (U2.diff(x, 2) + U2.diff(y, 2)) / 4),
            Eq(V2.diff(t), U2 - U2**2 * V2 + (V2.diff(x, 2) + V2.diff(y, 2)) / 4),
        ],
        func=[U2, V2],
        domain={x: (0, 1), y: (0, 1), t: (0, 2)},
        exact=[exp(-x - y - t / 2), exp(x + y + t / 2)],
    ),
    "gray_scott_front": of_xt(
        difficulty=5,
        source="Gray & Scott, Chemical Oscillations and Instabilities: no decay, F = 3/16",
        eq=[
            Eq(U.diff(t), U.diff(x, 2) - U * V**2 + 3 * (1 - U) / 16),
            Eq(V.diff(t), V.diff(x, 2) + U * V**2 - 3 * V / 16),
        ],
        func=[U, V],
        domain={x: (-5, 5), t: (0, 2)},
        exact=[
            Rational(5, 8) + 3 * tanh(3 * sqrt(2) * (x - sqrt(2) * t / 8) / 16) / 8,
            Rational(3, 8) - 3 * tanh(3 * sqrt(2) * (x - sqrt(2) * t / 8) / 16) / 8,
        ],
        notes="equal diffusion: u + v = 1, so that v is a front of Nagumo's equation",
    ),
    "cubic_autocatalysis": of_xt(
        difficulty=4,
        source="Billingham & Needham 1991, Phil. Trans. R. Soc. A 334:1: A+2B->3B, equal diffusion",
        eq=[
            Eq(U.diff(t), U.diff(x, 2) - U * V**2),
            Eq(V.diff(t), V.diff(x, 2) + U * V**2),
        ],
        func=[U, V],
        domain={x: (-5, 5), t: (0, 2)},
        exact=[
            1 / (1 + exp((t / sqrt(2) - x) / sqrt(2))),
            1 / (1 + exp((x - t / sqrt(2)) / sqrt(2))),
        ],
    ),
    "squirrel_competition": of_xt(
        difficulty=5,
        source="Okubo et al. 1989, Proc. R. Soc. B 238:113: squirrels, competition with sum 2",
        eq=[
            Eq(U.diff(t), U.diff(x, 2) + U * (1 - U - V / 3)),
            Eq(V.diff(t), V.diff(x, 2) + V * (1 - 5 * U / 3 - V)),
        ],
        func=[U, V],
        domain={x: (-5, 5), t: (0, 2)},
        exact=[
            (1 + exp(x / 3 - 5 * t / 9)) ** -2,
            1 - (1 + exp(x / 3 - 5 * t / 9)) ** -2,
        ],
        notes="u + v = 1, so that u is the known front of Fisher's equation with rate 2/3",
    ),
    "nagumo_flux": of_xt(
        difficulty=4,
        source="Murray, Mathematical Biology I: FitzHugh-Nagumo without recovery, front",
        eq=[
            Eq(V, U.diff(x)),
            Eq(U.diff(t), V.diff(x) + U * (1 - U) * (U - Rational(1, 4))),
        ],
        func=[U, V],
        faces=[U],
        domain={x: (-5, 5), t: (0, 2)},
        exact=[
            (1 - tanh((x - t * sqrt(2) / 4) / sqrt(8))) / 2,
            (tanh((x - t * sqrt(2) / 4) / sqrt(8)) ** 2 - 1) / (2 * sqrt(8)),
        ],
        notes="v is the gradient of u",
    ),
    "keller_segel_band": of_xt(
        difficulty=5,
        source="Keller & Segel 1971, J. Theor. Biol. 30:235: travelling band of bacteria",
        eq=[
            Eq(U.diff(t), U.diff(x, 2) - 2 * (U * V.diff(x) / V).diff(x)),
            Eq(V.diff(t), -U),
        ],
        func=[U, V],
        faces=[U],
        also={v(x, 0): 1 / (1 + exp(-x))},
        domain={x: (-3, 3), t: (0, 1)},
        exact=[exp(t - x) / (1 + exp(t - x)) ** 2, 1 / (1 + exp(t - x))],
        notes="u are the bacteria, v is what they eat",
    ),
}

ENTRIES = named(PROBLEMS)
