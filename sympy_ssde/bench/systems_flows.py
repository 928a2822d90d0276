"""Systems of fluid dynamics: Navier-Stokes and Euler, Burgers, shallow water, gas."""

from collections.abc import Iterator
from typing import Any

from sympy import Eq, Expr, Function, Rational, Symbol, cos, exp, pi, sin, sqrt, symbols, tanh

from sympy_ssde.bench.letters import t, u, x, y, z
from sympy_ssde.bench.literature_kinds import named
from sympy_ssde.bench.systems_kinds import of_xt, of_xy, of_xyt, of_xyzt, of_zt, periodic, walls

nu = symbols("nu", positive=True)
v, w, p, h = map(Function, "v w p h".split())
U, V, H = u(x, t), v(x, t), h(x, t)
U2, V2, P2, H2 = (f(x, y, t) for f in (u, v, p, h))
U3, V3, W3, P3 = (f(x, y, z, t) for f in (u, v, w, p))
US, VS, PS = u(x, y), v(x, y), p(x, y)


def momentum(
    velocity: dict[Symbol, Expr], pressure: Any = 0, viscosity: Any = 0, time: Symbol | None = t
) -> Iterator[Eq]:
    """The momentum equations of a flow of density one; steady ones without a time."""
    for place, f in velocity.items():
        change = f.diff(time) if time else 0
        carried = sum(g * f.diff(s) for s, g in velocity.items())
        push = pressure.diff(place) if pressure else 0
        spread = sum(f.diff(s, 2) for s in velocity)
        yield Eq(change + carried + push, viscosity * spread)


def divergence(velocity: dict[Symbol, Expr]) -> Eq:
    """No sources in an incompressible flow."""
    return Eq(sum(f.diff(place) for place, f in velocity.items()), 0)


FLOW2 = {x: U2, y: V2}
FLOW3 = {x: U3, y: V3, z: W3}
STEADY = {x: US, y: VS}
RADIAL = 5 - 3 * cos(t)
SOLENOIDAL2 = divergence(FLOW2)

PROBLEMS = {
    "stokes_rotating": of_zt(
        difficulty=4,
        source="Greenspan, The Theory of Rotating Fluids: Stokes' second problem, plate that turns",
        eq=[
            Eq(u(z, t).diff(t) - v(z, t), u(z, t).diff(z, 2)),
            Eq(v(z, t).diff(t) + u(z, t), v(z, t).diff(z, 2)),
        ],
        func=[u(z, t), v(z, t)],
        domain={z: (0, pi), t: (0, 2)},
        exact=[exp(-z) * cos(t - z), exp(-z) * sin(t - z)],
        notes="the velocity of the plate has a constant size and direction t",
    ),
    "taylor_green": of_xyt(
        difficulty=4,
        source="Taylor & Green 1937, Proc. R. Soc. A 158:499; 2-D vortex that decays, smooth walls",
        eq=[*momentum(FLOW2, P2, nu), SOLENOIDAL2],
        func=[U2, V2, P2],
        bcs={
            **walls(U2, V2, pi),
            u(x, y, 0): sin(x) * cos(y),
            v(x, y, 0): -cos(x) * sin(y),
            p(0, 0, t): exp(-4 * nu * t) / 2,
        },
        domain={x: (0, pi), y: (0, pi), t: (0, 1)},
        params={nu: (Rational(1, 10), 1)},
        exact=[
            exp(-2 * nu * t) * sin(x) * cos(y),
            -exp(-2 * nu * t) * cos(x) * sin(y),
            exp(-4 * nu * t) * (cos(2 * x) + cos(2 * y)) / 4,
        ],
    ),
    "kovasznay": of_xy(
        difficulty=5,
        source="Kovasznay 1948, Proc. Camb. Phil. Soc. 44:58: laminar flow behind a grid, Re = 40",
        eq=[*momentum(STEADY, PS, Rational(1, 40), time=None), divergence(STEADY)],
        func=[US, VS, PS],
        faces=[US, VS],
        also={p(0, 0): 0},
        domain={x: (Rational(-1, 2), 1), y: (Rational(-1, 2), Rational(1, 2))},
        exact=[
            1 - exp((20 - sqrt(400 + 4 * pi**2)) * x) * cos(2 * pi * y),
            (20 - sqrt(400 + 4 * pi**2))
            * exp((20 - sqrt(400 + 4 * pi**2)) * x)
            * sin(2 * pi * y)
            / (2 * pi),
            (1 - exp(2 * (20 - sqrt(400 + 4 * pi**2)) * x)) / 2,
        ],
    ),
    "abc_flow": of_xyzt(
        difficulty=5,
        source="Dombre et al. 1986, J. Fluid Mech. 167:353: ABC (Beltrami) flow, with viscosity",
        eq=[*momentum(FLOW3, P3, 1), divergence(FLOW3)],
        func=[U3, V3, W3, P3],
        bcs={
            u(x, y, z, 0): sin(z) + cos(y),
            v(x, y, z, 0): sin(x) + cos(z),
            w(x, y, z, 0): sin(y) + cos(x),
            p(0, 0, 0, t): 0,
            **periodic(x, 2 * pi, U3, V3, W3, P3, U3.diff(x), V3.diff(x), W3.diff(x)),
            **periodic(y, 2 * pi, U3, V3, W3, P3, U3.diff(y), V3.diff(y), W3.diff(y)),
            **periodic(z, 2 * pi, U3, V3, W3, P3, U3.diff(z), V3.diff(z), W3.diff(z)),
        },
        domain={x: (0, 2 * pi), y: (0, 2 * pi), z: (0, 2 * pi), t: (0, 1)},
        exact=[
            exp(-t) * (sin(z) + cos(y)),
            exp(-t) * (sin(x) + cos(z)),
            exp(-t) * (sin(y) + cos(x)),
            -exp(-2 * t) * (sin(z) * cos(y) + sin(x) * cos(z) + sin(y) * cos(x)),
        ],
    ),
    "ethier_steinman": of_xyzt(
        difficulty=5,
        source="Ethier & Steinman 1994, Int. J. Numer. Meth. Fluids 19:369: 3-D flow, a = d = 1",
        eq=[*momentum(FLOW3, P3, 1), divergence(FLOW3)],
        func=[U3, V3, W3, P3],
        faces=[U3, V3, W3],
        also={p(0, 0, 0, t): -3 * exp(-2 * t) / 2},
        domain={x: (0, 1), y: (0, 1), z: (0, 1), t: (0, 1)},
        exact=[
            -exp(-t) * (exp(x) * sin(y + z) + exp(z) * cos(x + y)),
            -exp(-t) * (exp(y) * sin(x + z) + exp(x) * cos(y + z)),
            -exp(-t) * (exp(z) * sin(x + y) + exp(y) * cos(x + z)),
            -exp(-2 * t)
            * (
                exp(2 * x) / 2
                + exp(2 * y) / 2
                + exp(2 * z) / 2
                + exp(y + z) * sin(x + y) * cos(x + z)
                + exp(x + z) * sin(y + z) * cos(x + y)
                + exp(x + y) * sin(x + z) * cos(y + z)
            ),
        ],
    ),
    "poiseuille_settling": of_xyt(
        difficulty=3,
        source="Batchelor, Introduction to Fluid Dynamics: flow in a channel that settles",
        eq=[*momentum(FLOW2, P2, 1), SOLENOIDAL2],
        func=[U2, V2, P2],
        bcs={
            u(x, 0, t): 0,
            u(x, 1, t): 0,
            v(x, 0, t): 0,
            v(x, 1, t): 0,
            u(x, y, 0): y * (1 - y) + sin(pi * y),
            v(x, y, 0): 0,
            U2.diff(x).subs(x, 0): 0,
            U2.diff(x).subs(x, 1): 0,
            v(0, y, t): 0,
            v(1, y, t): 0,
            p(0, y, t): 2,
            p(1, y, t): 0,
        },
        domain={x: (0, 1), y: (0, 1), t: (0, 1)},
        exact=[y * (1 - y) + exp(-(pi**2) * t) * sin(pi * y), 0, 2 - 2 * x],
        notes="the pressure is given at both ends",
    ),
    "stagnation_steady": of_xy(
        difficulty=2,
        source="Batchelor, Introduction to Fluid Dynamics ch. 6: inviscid stagnation point",
        eq=[
            *momentum(STEADY, PS, time=None),
            divergence(STEADY),
            Eq(VS.diff(x), US.diff(y)),
        ],
        func=[US, VS, PS],
        bcs={u(0, y): 0, v(x, 0): 0, u(1, y): 1, v(x, 1): -1, p(0, 0): 1},
        domain={x: (0, 1), y: (0, 1)},
        exact=[x, -y, 1 - (x**2 + y**2) / 2],
        notes="without vorticity",
    ),
    "stagnation_fading": of_xyt(
        difficulty=3,
        source="Drazin & Riley, The Navier-Stokes Equations: unsteady flow linear in space",
        eq=[*momentum(FLOW2, P2), SOLENOIDAL2],
        func=[U2, V2, P2],
        bcs={
            u(x, y, 0): x,
            v(x, y, 0): -y,
            u(0, y, t): 0,
            v(x, 0, t): 0,
            u(1, y, t): 1 / (1 + t),
            v(x, 1, t): -1 / (1 + t),
            u(x, 1, t): x / (1 + t),
            p(0, 0, t): 0,
        },
        domain={x: (0, 1), y: (0, 1), t: (0, 2)},
        exact=[x / (1 + t), -y / (1 + t), -(y**2) / (1 + t) ** 2],
        notes="Euler's equations; the flow comes in at y = 1",
    ),
    "asymptotic_suction": of_xy(
        difficulty=3,
        source="Schlichting, Boundary-Layer Theory: plate with uniform suction",
        eq=[Eq(US * US.diff(x) + VS * US.diff(y), US.diff(y, 2)), divergence(STEADY)],
        func=[US, VS],
        bcs={u(x, 0): 0, v(x, 0): -1, u(0, y): 1 - exp(-y), u(x, 3): 1 - exp(-3)},
        domain={x: (0, 1), y: (0, 3)},
        exact=[1 - exp(-y), -1],
    ),
    "burgers_2d": of_xyt(
        difficulty=4,
        source="Fletcher 1983, Int. J. Numer. Meth. Fluids 3:213: 2-D Burgers pair, Re = 32",
        eq=list(momentum(FLOW2, 0, Rational(1, 32))),
        func=[U2, V2],
        domain={x: (0, 1), y: (0, 1), t: (0, 1)},
        exact=[
            Rational(3, 4) - 1 / (4 + 4 * exp(4 * y - 4 * x - t)),
            Rational(3, 4) + 1 / (4 + 4 * exp(4 * y - 4 * x - t)),
        ],
    ),
    "burgers_coupled_decay": of_xt(
        difficulty=3,
        source="Kaya 2001, Int. J. Math. Math. Sci. 27:675: coupled Burgers equations",
        eq=[
            Eq(U.diff(t), U.diff(x, 2) + 2 * U * U.diff(x) - (U * V).diff(x)),
            Eq(V.diff(t), V.diff(x, 2) + 2 * V * V.diff(x) - (U * V).diff(x)),
        ],
        func=[U, V],
        domain={x: (-pi, pi), t: (0, 1)},
        exact=[exp(-t) * sin(x), exp(-t) * sin(x)],
    ),
    "burgers_coupled_front": of_xt(
        difficulty=4,
        source="Soliman 2006, Physica A 361:394: fronts of coupled Burgers equations",
        eq=[
            Eq(U.diff(t) + U * U.diff(x) + (U * V).diff(x), U.diff(x, 2)),
            Eq(V.diff(t) + V * V.diff(x) + 2 * (U * V).diff(x), V.diff(x, 2)),
        ],
        func=[U, V],
        domain={x: (-3, 3), t: (0, 1)},
        exact=[(1 - tanh((x - t) / 2)) / 7, 3 * (1 - tanh((x - t) / 2)) / 7],
    ),
    "dam_break": of_xt(
        difficulty=3,
        source="Stoker, Water Waves / Ritter 1892: dam break over a dry bed, from t = 1 on",
        eq=[Eq(H.diff(t) + (H * U).diff(x), 0), Eq(U.diff(t) + U * U.diff(x) + H.diff(x), 0)],
        func=[H, U],
        bcs={
            h(x, 1): (2 - x) ** 2 / 9,
            u(x, 1): 2 * (1 + x) / 3,
            h(-1, t): (2 + 1 / t) ** 2 / 9,
        },
        domain={x: (-1, 1), t: (1, 2)},
        exact=[(2 - x / t) ** 2 / 9, 2 * (1 + x / t) / 3],
        notes="one characteristic comes in at the left end, none at the right one",
    ),
    "gas_rarefaction": of_xt(
        difficulty=3,
        source="Courant & Friedrichs, Supersonic Flow ch. III: centred simple wave, gamma = 7/5",
        eq=[
            Eq(H.diff(t) + U * H.diff(x) + H * U.diff(x) / 5, 0),
            Eq(U.diff(t) + U * U.diff(x) + 5 * H * H.diff(x), 0),
        ],
        func=[H, U],
        bcs={h(x, 1): (5 - x) / 6, u(x, 1): 5 * (1 + x) / 6, h(-1, t): (5 + 1 / t) / 6},
        domain={x: (-1, 1), t: (1, 2)},
        exact=[(5 - x / t) / 6, 5 * (1 + x / t) / 6],
        notes="h is the speed of sound",
    ),
    "thacker_planar": of_xt(
        difficulty=3,
        source="Thacker 1981, J. Fluid Mech. 107:499: plane surface in a parabolic canal",
        eq=[
            Eq(H.diff(t) + (H * U).diff(x), 0),
            Eq(U.diff(t) + U * U.diff(x) + H.diff(x) + x, 0),
        ],
        func=[H, U],
        bcs={
            h(x, 0): 1 - (x - Rational(1, 2)) ** 2 / 2,
            u(x, 0): 0,
            u(Rational(-1, 2), t): -sin(t) / 2,
            u(Rational(1, 2), t): -sin(t) / 2,
        },
        domain={x: (Rational(-1, 2), Rational(1, 2)), t: (0, 2)},
        exact=[1 - (x - cos(t) / 2) ** 2 / 2, -sin(t) / 2],
        notes="h is the depth",
    ),
    "thacker_radial": of_xyt(
        difficulty=5,
        source="Thacker 1981, J. Fluid Mech. 107:499: curved surface in a paraboloid, A = 3/5",
        eq=[
            Eq(H2.diff(t) + (H2 * U2).diff(x) + (H2 * V2).diff(y), 0),
            *momentum(FLOW2, H2 + (x**2 + y**2) / 8),
        ],
        func=[H2, U2, V2],
        bcs={
            h(x, y, 0): 2 - (x**2 + y**2) / 2,
            u(x, y, 0): 0,
            v(x, y, 0): 0,
            u(0, y, t): 0,
            v(x, 0, t): 0,
            u(1, y, t): 3 * sin(t) / (2 * RADIAL),
            v(x, 1, t): 3 * sin(t) / (2 * RADIAL),
        },
        domain={x: (0, 1), y: (0, 1), t: (0, 2)},
        exact=[
            4 / RADIAL - 2 * (x**2 + y**2) / RADIAL**2,
            3 * x * sin(t) / (2 * RADIAL),
            3 * y * sin(t) / (2 * RADIAL),
        ],
        notes="h is the depth; water flows out at x = 1 and y = 1",
    ),
}

ENTRIES = named(PROBLEMS)
