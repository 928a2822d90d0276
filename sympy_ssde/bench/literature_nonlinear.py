"""Nonlinear partial equations of the literature."""

from sympy import E, Eq, Rational, Subs, acosh, atan, cos, exp, log, pi, sech, sin, sqrt, tanh

from sympy_ssde.bench.letters import t, u, x, y
from sympy_ssde.bench.literature_kinds import desolver, kind, named

of_xt = kind("pde-nonlinear", x, t)
of_xy = kind("pde-nonlinear", x, y)
of_xyt = kind("pde-nonlinear", x, y, t)

minimal_surface = Eq(
    (u(x, y).diff(x) ** 2 + 1) * u(x, y).diff(y, 2)
    + (u(x, y).diff(y) ** 2 + 1) * u(x, y).diff(x, 2)
    - 2 * u(x, y).diff(x) * u(x, y).diff(y) * u(x, y).diff(x, y),
    0,
)

PROBLEMS = {
    "tl_pde6": of_xy(
        difficulty=2,
        source=desolver("PDE6"),
        eq=Eq(
            exp(u(x, y)) + u(x, y).diff(x, 2) + u(x, y).diff(y, 2),
            x**2 + y**2 + 1 + 4 / (x**2 + y**2 + 1) ** 2,
        ),
        domain={x: (0, 1), y: (0, 1)},
        exact=log(x**2 + y**2 + 1),
    ),
    "burgers_wood": of_xt(
        difficulty=5,
        source="Wood 2006, Commun. Numer. Meth. Eng. 22:797, a=2, nu=1/10",
        eq=Eq(u(x, t) * u(x, t).diff(x) + u(x, t).diff(t), Rational(1, 10) * u(x, t).diff(x, 2)),
        bcs={u(0, t): 0, u(1, t): 0, u(x, 0): pi * sin(pi * x) / (5 * cos(pi * x) + 10)},
        domain={x: (0, 1), t: (0, 1)},
        exact=Rational(1, 5)
        * (
            pi
            * exp(Rational(-1, 10) * (pi**2 * t))
            * sin(pi * x)
            / (2 + exp(Rational(-1, 10) * (pi**2 * t)) * cos(pi * x))
        ),
    ),
    "kdv_soliton": of_xt(
        difficulty=3,
        source="Drazin & Johnson, Solitons: KdV one-soliton, c=4",
        eq=Eq(6 * u(x, t) * u(x, t).diff(x) + u(x, t).diff(t) + u(x, t).diff(x, 3), 0),
        bcs={
            u(-4, t): 2 * sech(4 * t + 4) ** 2,
            u(4, t): 2 * sech(4 * t - 4) ** 2,
            u(x, 0): 2 * sech(x) ** 2,
            Subs(u(x, t).diff(x), x, 4): 4 * tanh(4 * t - 4) * sech(4 * t - 4) ** 2,
        },
        domain={x: (-4, 4), t: (0, 1)},
        exact=2 * sech(4 * t - x) ** 2,
    ),
    "mkdv_soliton": of_xt(
        difficulty=2,
        source="Drazin & Johnson: mKdV soliton",
        eq=Eq(6 * u(x, t) ** 2 * u(x, t).diff(x) + u(x, t).diff(t) + u(x, t).diff(x, 3), 0),
        bcs={
            u(-4, t): sech(t + 4),
            u(4, t): sech(t - 4),
            u(x, 0): sech(x),
            Subs(u(x, t).diff(x), x, 4): tanh(t - 4) * sech(t - 4),
        },
        domain={x: (-4, 4), t: (0, 1)},
        exact=sech(t - x),
    ),
    "sg_double_pole": of_xt(
        difficulty=3,
        source="Wazwaz, PDEs and Solitary Waves Theory: sine-Gordon u(x,0)=0, u_t(x,0)=4 sech x",
        eq=Eq(sin(u(x, t)) + u(x, t).diff(t, 2) - u(x, t).diff(x, 2), 0),
        bcs={
            u(x, 0): 0,
            Subs(u(x, t).diff(t), t, 0): 4 * sech(x),
            u(-3, t): 4 * atan(t * sech(3)),
            u(3, t): 4 * atan(t * sech(3)),
        },
        domain={x: (-3, 3), t: (0, 2)},
        exact=4 * atan(t * sech(x)),
    ),
    "fisher_az": of_xt(
        difficulty=3,
        source="Ablowitz & Zeppetella 1979, Bull. Math. Biol. 41:835: Fisher-KPP",
        eq=Eq(u(x, t).diff(t), (1 - u(x, t)) * u(x, t) + u(x, t).diff(x, 2)),
        domain={x: (-3, 3), t: (0, 2)},
        exact=(exp(Rational(-5, 6) * t + Rational(1, 6) * (sqrt(6) * x)) + 1) ** (-2),
    ),
    "ssde_wave2d": of_xyt(
        difficulty=3,
        source="Wei et al. 2025 SSDE (ICML), github Hintonein/SSDE NonlinearWave2d",
        eq=Eq(
            u(x, y, t).diff(t, 2),
            (Rational(1, 4) - 4 * x**2) * exp(Rational(-1, 2) * t) * exp(x**2) * sin(y)
            - u(x, y, t) ** 3
            - u(x, y, t)
            + u(x, y, t).diff(x, 2)
            + u(x, y, t).diff(y, 2)
            + exp(Rational(-3, 2) * t) * exp(3 * x**2) * sin(y) ** 3,
        ),
        bcs={
            u(-1, y, t): E * exp(Rational(-1, 2) * t) * sin(y),
            u(1, y, t): E * exp(Rational(-1, 2) * t) * sin(y),
            u(x, -1, t): -exp(Rational(-1, 2) * t) * exp(x**2) * sin(1),
            u(x, 1, t): exp(Rational(-1, 2) * t) * exp(x**2) * sin(1),
            u(x, y, 0): exp(x**2) * sin(y),
            Subs(u(x, y, t).diff(t), t, 0): Rational(-1, 2) * (exp(x**2) * sin(y)),
        },
        domain={x: (-1, 1), y: (-1, 1), t: (0, 1)},
        exact=exp(Rational(-1, 2) * t) * exp(x**2) * sin(y),
    ),
    "phi4_moving_kink": of_xt(
        difficulty=3,
        source="Rajaraman 1982: phi^4 kink boosted to v=3/5",
        eq=Eq(u(x, t).diff(t, 2) - u(x, t).diff(x, 2), -(u(x, t) ** 3) + u(x, t)),
        bcs={
            u(-3, t): tanh(Rational(1, 8) * (sqrt(2) * (-3 * t - 15))),
            u(3, t): tanh(Rational(1, 8) * (sqrt(2) * (15 - 3 * t))),
            u(x, 0): tanh(Rational(5, 8) * (sqrt(2) * x)),
            Subs(u(x, t).diff(t), t, 0): Rational(-3, 8)
            * (sqrt(2) * (1 - tanh(Rational(5, 8) * (sqrt(2) * x)) ** 2)),
        },
        domain={x: (-3, 3), t: (0, 2)},
        exact=tanh(Rational(1, 8) * (sqrt(2) * (-3 * t + 5 * x))),
    ),
    "liouville_hyperbolic": of_xy(
        difficulty=2,
        source="Liouville 1853; Polyanin & Zaitsev 2004, 3.5: u_xy=e^u",
        eq=Eq(u(x, y).diff(x, y), exp(u(x, y))),
        bcs={u(1, y): log(2 / (y + 1) ** 2), u(x, 1): log(2 / (x + 1) ** 2)},
        domain={x: (1, 2), y: (1, 2)},
        exact=log(2 / (x + y) ** 2),
        notes="Goursat problem",
    ),
    "eikonal_distance": of_xy(
        difficulty=2,
        source="Sethian / Evans 2.1: eikonal, distance to a point",
        eq=Eq(u(x, y).diff(x) ** 2 + u(x, y).diff(y) ** 2, 1),
        domain={x: (1, 2), y: (1, 2)},
        exact=sqrt(x**2 + y**2),
    ),
    "scherk": of_xy(
        difficulty=3,
        source="Scherk 1835: doubly periodic minimal surface",
        eq=minimal_surface,
        domain={x: (-1, 1), y: (-1, 1)},
        exact=log(cos(y) / cos(x)),
    ),
    "catenoid": of_xy(
        difficulty=3,
        source="Euler 1744: catenoid as a graph",
        eq=minimal_surface,
        domain={x: (1, 2), y: (1, 2)},
        exact=acosh(sqrt(x**2 + y**2)),
    ),
    "monge_ampere_exp": of_xy(
        difficulty=3,
        source="Dean & Glowinski 2006 / Froese & Oberman 2011: Monge-Ampere test 1",
        eq=Eq(
            u(x, y).diff(x, 2) * u(x, y).diff(y, 2) - u(x, y).diff(x, y) ** 2,
            (x**2 + y**2 + 1) * exp(x**2 + y**2),
        ),
        domain={x: (0, 1), y: (0, 1)},
        exact=exp(Rational(1, 2) * x**2 + Rational(1, 2) * y**2),
        notes="convex solution selected",
    ),
    "monge_ampere_sphere": of_xy(
        difficulty=3,
        source="Dean & Glowinski 2006: Monge-Ampere spherical cap, R=2",
        eq=Eq(
            u(x, y).diff(x, 2) * u(x, y).diff(y, 2) - u(x, y).diff(x, y) ** 2,
            4 / (-(x**2) - y**2 + 4) ** 2,
        ),
        domain={x: (0, 1), y: (0, 1)},
        exact=-sqrt(-(x**2) - y**2 + 4),
        notes="convex solution selected",
    ),
    "viscous_hj": of_xt(
        difficulty=3,
        source="Hopf-Cole (Evans 4.4.1): u_t=u_xx+u_x^2 (deterministic KPZ), periodic",
        eq=Eq(u(x, t).diff(t), u(x, t).diff(x) ** 2 + u(x, t).diff(x, 2)),
        bcs={
            u(x, 0): log(sin(x) + 2),
            u(0, t) - u(2 * pi, t): 0,
            Subs(u(x, t).diff(x), x, 0) - Subs(u(x, t).diff(x), x, 2 * pi): 0,
        },
        domain={x: (0, 2 * pi), t: (0, 1)},
        exact=log(2 + exp(-t) * sin(x)),
    ),
    "np_kuramoto_sivashinsky": of_xt(
        difficulty=5,
        source="NeuralPDE.jl (SciML) docs/src/examples/ks.md",
        eq=Eq(
            u(x, t) * u(x, t).diff(x)
            + u(x, t).diff(t)
            + u(x, t).diff(x, 2)
            + 4 * u(x, t).diff(x, 3)
            + u(x, t).diff(x, 4),
            0,
        ),
        bcs={
            u(-10, t): -15 * tanh(t + 5) ** 3 - 15 * tanh(t + 5) ** 2 + 15 * tanh(t + 5) + 11,
            u(10, t): -15 * tanh(t - 5) ** 3 - 15 * tanh(t - 5) ** 2 + 15 * tanh(t - 5) + 11,
            u(x, 0): 15 * tanh(Rational(1, 2) * x) ** 3
            - 15 * tanh(Rational(1, 2) * x) ** 2
            - 15 * tanh(Rational(1, 2) * x)
            + 11,
            Subs(u(x, t).diff(x), x, -10): (15 - 15 * tanh(t + 5) ** 2) * tanh(t + 5)
            - 15 * (Rational(3, 2) * tanh(t + 5) ** 2 + Rational(-3, 2)) * tanh(t + 5) ** 2
            + Rational(15, 2) * tanh(t + 5) ** 2
            + Rational(-15, 2),
            Subs(u(x, t).diff(x), x, 10): (15 - 15 * tanh(t - 5) ** 2) * tanh(t - 5)
            - 15 * (Rational(3, 2) * tanh(t - 5) ** 2 + Rational(-3, 2)) * tanh(t - 5) ** 2
            + Rational(15, 2) * tanh(t - 5) ** 2
            + Rational(-15, 2),
        },
        domain={x: (-10, 10), t: (0, 1)},
        exact=-15 * tanh(t + Rational(-1, 2) * x) ** 3
        - 15 * tanh(t + Rational(-1, 2) * x) ** 2
        + 15 * tanh(t + Rational(-1, 2) * x)
        + 11,
    ),
    "fenics_nonlinear_poisson": of_xy(
        difficulty=1,
        source="Langtangen & Logg, FEniCS tutorial ft05, q(u)=1+u^2",
        eq=Eq(
            (-(u(x, y) ** 2) - 1) * u(x, y).diff(x, 2)
            + (-(u(x, y) ** 2) - 1) * u(x, y).diff(y, 2)
            - 2 * u(x, y) * u(x, y).diff(x) ** 2
            - 2 * u(x, y) * u(x, y).diff(y) ** 2,
            -10 * x - 20 * y - 10,
        ),
        domain={x: (0, 1), y: (0, 1)},
        exact=x + 2 * y + 1,
    ),
    "fex_schrodinger_d2": of_xy(
        difficulty=4,
        source="Liang & Yang FEX, github LeungSamWai/Finite-expression-method, fex/Schrodinger (cubic, d=2, c=3)",
        eq=Eq(
            (
                Rational(-1, 9) * exp(cos(x) + cos(y))
                + Rational(1, 4) * sin(x) ** 2
                + Rational(1, 4) * sin(y) ** 2
                + Rational(-1, 2) * cos(x)
                + Rational(-1, 2) * cos(y)
            )
            * u(x, y)
            + u(x, y) ** 3
            - u(x, y).diff(x, 2)
            - u(x, y).diff(y, 2),
            0,
        ),
        domain={x: (-1, 1), y: (-1, 1)},
        exact=Rational(1, 3) * exp(Rational(1, 2) * cos(x) + Rational(1, 2) * cos(y)),
        notes="u=0 solves the PDE too; the data exclude it",
    ),
    "hunter_saxton": of_xt(
        difficulty=1,
        source="Hunter & Saxton 1991, SIAM J. Appl. Math. 51:1498",
        eq=Eq(
            u(x, t) * u(x, t).diff(x, 2) + u(x, t).diff(x) ** 2 + u(x, t).diff(t, x),
            Rational(1, 2) * u(x, t).diff(x) ** 2,
        ),
        bcs={u(x, 1): 2 * x, u(-1, t): -2 / t, u(1, t): 2 / t},
        domain={x: (-1, 1), t: (1, 2)},
        exact=2 * x / t,
    ),
}

ENTRIES = named(PROBLEMS)
