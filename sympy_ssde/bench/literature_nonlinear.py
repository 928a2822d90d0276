"""Nonlinear partial equations of the literature."""
# ruff: noqa: I001

from sympy import E, Eq, Function, Rational, Subs, acosh, atan, cos, exp, log, pi, sech, sin, sqrt, symbols, tanh  # fmt: skip

from sympy_ssde.bench.catalogue import Entry

x, y, t = symbols("x y t")
u = Function("u")

ENTRIES = (
    Entry(
        id="tl_pde6",
        family="pde-nonlinear",
        dims="2",
        difficulty=2,
        source="Tsoulos & Lagaris 2006, GPEM 7:33-54, PDE6 (also github itsoulos/DeSolver)",
        eq=Eq(
            exp(u(x, y)) + u(x, y).diff(x, 2) + u(x, y).diff(y, 2),
            x**2 + y**2 + 1 + 4 / (x**2 + y**2 + 1) ** 2,
        ),
        func=u(x, y),
        bcs={
            u(0, y): log(y**2 + 1),
            u(1, y): log(y**2 + 2),
            u(x, 0): log(x**2 + 1),
            u(x, 1): log(x**2 + 2),
        },
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=log(x**2 + y**2 + 1),
        sympy="not_implemented",
    ),
    Entry(
        id="burgers_wood",
        family="pde-nonlinear",
        dims="1+1",
        difficulty=5,
        source="Wood 2006, Commun. Numer. Meth. Eng. 22:797, a=2, nu=1/10",
        eq=Eq(u(x, t) * u(x, t).diff(x) + u(x, t).diff(t), Rational(1, 10) * u(x, t).diff(x, 2)),
        func=u(x, t),
        bcs={u(0, t): 0, u(1, t): 0, u(x, 0): pi * sin(pi * x) / (5 * cos(pi * x) + 10)},
        domain={x: (0, 1), t: (0, 1)},
        params={},
        exact=Rational(1, 5)
        * (
            pi
            * exp(Rational(-1, 10) * (pi**2 * t))
            * sin(pi * x)
            / (2 + exp(Rational(-1, 10) * (pi**2 * t)) * cos(pi * x))
        ),
        sympy="not_implemented",
    ),
    Entry(
        id="kdv_soliton",
        family="pde-nonlinear",
        dims="1+1",
        difficulty=3,
        source="Drazin & Johnson, Solitons: KdV one-soliton, c=4",
        eq=Eq(6 * u(x, t) * u(x, t).diff(x) + u(x, t).diff(t) + u(x, t).diff(x, 3), 0),
        func=u(x, t),
        bcs={
            u(-4, t): 2 * sech(4 * t + 4) ** 2,
            u(4, t): 2 * sech(4 * t - 4) ** 2,
            u(x, 0): 2 * sech(x) ** 2,
            Subs(u(x, t).diff(x), x, 4): 4 * tanh(4 * t - 4) * sech(4 * t - 4) ** 2,
        },
        domain={x: (-4, 4), t: (0, 1)},
        params={},
        exact=2 * sech(4 * t - x) ** 2,
        sympy="not_implemented",
    ),
    Entry(
        id="mkdv_soliton",
        family="pde-nonlinear",
        dims="1+1",
        difficulty=2,
        source="Drazin & Johnson: mKdV soliton",
        eq=Eq(6 * u(x, t) ** 2 * u(x, t).diff(x) + u(x, t).diff(t) + u(x, t).diff(x, 3), 0),
        func=u(x, t),
        bcs={
            u(-4, t): sech(t + 4),
            u(4, t): sech(t - 4),
            u(x, 0): sech(x),
            Subs(u(x, t).diff(x), x, 4): tanh(t - 4) * sech(t - 4),
        },
        domain={x: (-4, 4), t: (0, 1)},
        params={},
        exact=sech(t - x),
        sympy="not_implemented",
    ),
    Entry(
        id="sg_double_pole",
        family="pde-nonlinear",
        dims="1+1",
        difficulty=3,
        source="Wazwaz, PDEs and Solitary Waves Theory: sine-Gordon u(x,0)=0, u_t(x,0)=4 sech x",
        eq=Eq(sin(u(x, t)) + u(x, t).diff(t, 2) - u(x, t).diff(x, 2), 0),
        func=u(x, t),
        bcs={
            u(x, 0): 0,
            Subs(u(x, t).diff(t), t, 0): 4 * sech(x),
            u(-3, t): 4 * atan(t * sech(3)),
            u(3, t): 4 * atan(t * sech(3)),
        },
        domain={x: (-3, 3), t: (0, 2)},
        params={},
        exact=4 * atan(t * sech(x)),
        sympy="not_implemented",
    ),
    Entry(
        id="fisher_az",
        family="pde-nonlinear",
        dims="1+1",
        difficulty=3,
        source="Ablowitz & Zeppetella 1979, Bull. Math. Biol. 41:835: Fisher-KPP",
        eq=Eq(u(x, t).diff(t), (1 - u(x, t)) * u(x, t) + u(x, t).diff(x, 2)),
        func=u(x, t),
        bcs={
            u(-3, t): (exp(Rational(-5, 6) * t + Rational(-1, 2) * sqrt(6)) + 1) ** (-2),
            u(3, t): (exp(Rational(-5, 6) * t + Rational(1, 2) * sqrt(6)) + 1) ** (-2),
            u(x, 0): (exp(Rational(1, 6) * (sqrt(6) * x)) + 1) ** (-2),
        },
        domain={x: (-3, 3), t: (0, 2)},
        params={},
        exact=(exp(Rational(-5, 6) * t + Rational(1, 6) * (sqrt(6) * x)) + 1) ** (-2),
        sympy="not_implemented",
    ),
    Entry(
        id="ssde_wave2d",
        family="pde-nonlinear",
        dims="2+1",
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
        func=u(x, y, t),
        bcs={
            u(-1, y, t): E * exp(Rational(-1, 2) * t) * sin(y),
            u(1, y, t): E * exp(Rational(-1, 2) * t) * sin(y),
            u(x, -1, t): -exp(Rational(-1, 2) * t) * exp(x**2) * sin(1),
            u(x, 1, t): exp(Rational(-1, 2) * t) * exp(x**2) * sin(1),
            u(x, y, 0): exp(x**2) * sin(y),
            Subs(u(x, y, t).diff(t), t, 0): Rational(-1, 2) * (exp(x**2) * sin(y)),
        },
        domain={x: (-1, 1), y: (-1, 1), t: (0, 1)},
        params={},
        exact=exp(Rational(-1, 2) * t) * exp(x**2) * sin(y),
        sympy="not_implemented",
    ),
    Entry(
        id="phi4_moving_kink",
        family="pde-nonlinear",
        dims="1+1",
        difficulty=3,
        source="Rajaraman 1982: phi^4 kink boosted to v=3/5",
        eq=Eq(u(x, t).diff(t, 2) - u(x, t).diff(x, 2), -(u(x, t) ** 3) + u(x, t)),
        func=u(x, t),
        bcs={
            u(-3, t): tanh(Rational(1, 8) * (sqrt(2) * (-3 * t - 15))),
            u(3, t): tanh(Rational(1, 8) * (sqrt(2) * (15 - 3 * t))),
            u(x, 0): tanh(Rational(5, 8) * (sqrt(2) * x)),
            Subs(u(x, t).diff(t), t, 0): Rational(-3, 8)
            * (sqrt(2) * (1 - tanh(Rational(5, 8) * (sqrt(2) * x)) ** 2)),
        },
        domain={x: (-3, 3), t: (0, 2)},
        params={},
        exact=tanh(Rational(1, 8) * (sqrt(2) * (-3 * t + 5 * x))),
        sympy="not_implemented",
    ),
    Entry(
        id="liouville_hyperbolic",
        family="pde-nonlinear",
        dims="2",
        difficulty=2,
        source="Liouville 1853; Polyanin & Zaitsev 2004, 3.5: u_xy=e^u",
        eq=Eq(u(x, y).diff(x, y), exp(u(x, y))),
        func=u(x, y),
        bcs={u(1, y): log(2 / (y + 1) ** 2), u(x, 1): log(2 / (x + 1) ** 2)},
        domain={x: (1, 2), y: (1, 2)},
        params={},
        exact=log(2 / (x + y) ** 2),
        sympy="not_implemented",
        notes="Goursat problem",
    ),
    Entry(
        id="eikonal_distance",
        family="pde-nonlinear",
        dims="2",
        difficulty=2,
        source="Sethian / Evans 2.1: eikonal, distance to a point",
        eq=Eq(u(x, y).diff(x) ** 2 + u(x, y).diff(y) ** 2, 1),
        func=u(x, y),
        bcs={
            u(1, y): sqrt(y**2 + 1),
            u(2, y): sqrt(y**2 + 4),
            u(x, 1): sqrt(x**2 + 1),
            u(x, 2): sqrt(x**2 + 4),
        },
        domain={x: (1, 2), y: (1, 2)},
        params={},
        exact=sqrt(x**2 + y**2),
        sympy="not_implemented",
    ),
    Entry(
        id="scherk",
        family="pde-nonlinear",
        dims="2",
        difficulty=3,
        source="Scherk 1835: doubly periodic minimal surface",
        eq=Eq(
            (u(x, y).diff(x) ** 2 + 1) * u(x, y).diff(y, 2)
            + (u(x, y).diff(y) ** 2 + 1) * u(x, y).diff(x, 2)
            - 2 * u(x, y).diff(x) * u(x, y).diff(y) * u(x, y).diff(x, y),
            0,
        ),
        func=u(x, y),
        bcs={
            u(-1, y): log(cos(y) / cos(1)),
            u(1, y): log(cos(y) / cos(1)),
            u(x, -1): log(cos(1) / cos(x)),
            u(x, 1): log(cos(1) / cos(x)),
        },
        domain={x: (-1, 1), y: (-1, 1)},
        params={},
        exact=log(cos(y) / cos(x)),
        sympy="not_implemented",
    ),
    Entry(
        id="catenoid",
        family="pde-nonlinear",
        dims="2",
        difficulty=3,
        source="Euler 1744: catenoid as a graph",
        eq=Eq(
            (u(x, y).diff(x) ** 2 + 1) * u(x, y).diff(y, 2)
            + (u(x, y).diff(y) ** 2 + 1) * u(x, y).diff(x, 2)
            - 2 * u(x, y).diff(x) * u(x, y).diff(y) * u(x, y).diff(x, y),
            0,
        ),
        func=u(x, y),
        bcs={
            u(1, y): acosh(sqrt(y**2 + 1)),
            u(2, y): acosh(sqrt(y**2 + 4)),
            u(x, 1): acosh(sqrt(x**2 + 1)),
            u(x, 2): acosh(sqrt(x**2 + 4)),
        },
        domain={x: (1, 2), y: (1, 2)},
        params={},
        exact=acosh(sqrt(x**2 + y**2)),
        sympy="not_implemented",
    ),
    Entry(
        id="monge_ampere_exp",
        family="pde-nonlinear",
        dims="2",
        difficulty=3,
        source="Dean & Glowinski 2006 / Froese & Oberman 2011: Monge-Ampere test 1",
        eq=Eq(
            u(x, y).diff(x, 2) * u(x, y).diff(y, 2) - u(x, y).diff(x, y) ** 2,
            (x**2 + y**2 + 1) * exp(x**2 + y**2),
        ),
        func=u(x, y),
        bcs={
            u(0, y): exp(Rational(1, 2) * y**2),
            u(1, y): exp(Rational(1, 2) * y**2 + Rational(1, 2)),
            u(x, 0): exp(Rational(1, 2) * x**2),
            u(x, 1): exp(Rational(1, 2) * x**2 + Rational(1, 2)),
        },
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=exp(Rational(1, 2) * x**2 + Rational(1, 2) * y**2),
        sympy="not_implemented",
        notes="convex solution selected",
    ),
    Entry(
        id="monge_ampere_sphere",
        family="pde-nonlinear",
        dims="2",
        difficulty=3,
        source="Dean & Glowinski 2006: Monge-Ampere spherical cap, R=2",
        eq=Eq(
            u(x, y).diff(x, 2) * u(x, y).diff(y, 2) - u(x, y).diff(x, y) ** 2,
            4 / (-(x**2) - y**2 + 4) ** 2,
        ),
        func=u(x, y),
        bcs={
            u(0, y): -sqrt(4 - y**2),
            u(1, y): -sqrt(3 - y**2),
            u(x, 0): -sqrt(4 - x**2),
            u(x, 1): -sqrt(3 - x**2),
        },
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=-sqrt(-(x**2) - y**2 + 4),
        sympy="not_implemented",
        notes="convex solution selected",
    ),
    Entry(
        id="viscous_hj",
        family="pde-nonlinear",
        dims="1+1",
        difficulty=3,
        source="Hopf-Cole (Evans 4.4.1): u_t=u_xx+u_x^2 (deterministic KPZ), periodic",
        eq=Eq(u(x, t).diff(t), u(x, t).diff(x) ** 2 + u(x, t).diff(x, 2)),
        func=u(x, t),
        bcs={
            u(x, 0): log(sin(x) + 2),
            u(0, t) - u(2 * pi, t): 0,
            Subs(u(x, t).diff(x), x, 0) - Subs(u(x, t).diff(x), x, 2 * pi): 0,
        },
        domain={x: (0, 2 * pi), t: (0, 1)},
        params={},
        exact=log(2 + exp(-t) * sin(x)),
        sympy="not_implemented",
    ),
    Entry(
        id="np_kuramoto_sivashinsky",
        family="pde-nonlinear",
        dims="1+1",
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
        func=u(x, t),
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
        params={},
        exact=-15 * tanh(t + Rational(-1, 2) * x) ** 3
        - 15 * tanh(t + Rational(-1, 2) * x) ** 2
        + 15 * tanh(t + Rational(-1, 2) * x)
        + 11,
        sympy="not_implemented",
    ),
    Entry(
        id="fenics_nonlinear_poisson",
        family="pde-nonlinear",
        dims="2",
        difficulty=1,
        source="Langtangen & Logg, FEniCS tutorial ft05, q(u)=1+u^2",
        eq=Eq(
            (-(u(x, y) ** 2) - 1) * u(x, y).diff(x, 2)
            + (-(u(x, y) ** 2) - 1) * u(x, y).diff(y, 2)
            - 2 * u(x, y) * u(x, y).diff(x) ** 2
            - 2 * u(x, y) * u(x, y).diff(y) ** 2,
            -10 * x - 20 * y - 10,
        ),
        func=u(x, y),
        bcs={u(0, y): 2 * y + 1, u(1, y): 2 * y + 2, u(x, 0): x + 1, u(x, 1): x + 3},
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=x + 2 * y + 1,
        sympy="not_implemented",
    ),
    Entry(
        id="fex_schrodinger_d2",
        family="pde-nonlinear",
        dims="2",
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
        func=u(x, y),
        bcs={
            u(-1, y): Rational(1, 3) * exp(Rational(1, 2) * cos(y) + Rational(1, 2) * cos(1)),
            u(1, y): Rational(1, 3) * exp(Rational(1, 2) * cos(y) + Rational(1, 2) * cos(1)),
            u(x, -1): Rational(1, 3) * exp(Rational(1, 2) * cos(x) + Rational(1, 2) * cos(1)),
            u(x, 1): Rational(1, 3) * exp(Rational(1, 2) * cos(x) + Rational(1, 2) * cos(1)),
        },
        domain={x: (-1, 1), y: (-1, 1)},
        params={},
        exact=Rational(1, 3) * exp(Rational(1, 2) * cos(x) + Rational(1, 2) * cos(y)),
        sympy="not_implemented",
        notes="u=0 solves the PDE too; the data exclude it",
    ),
    Entry(
        id="hunter_saxton",
        family="pde-nonlinear",
        dims="1+1",
        difficulty=1,
        source="Hunter & Saxton 1991, SIAM J. Appl. Math. 51:1498",
        eq=Eq(
            u(x, t) * u(x, t).diff(x, 2) + u(x, t).diff(x) ** 2 + u(x, t).diff(t, x),
            Rational(1, 2) * u(x, t).diff(x) ** 2,
        ),
        func=u(x, t),
        bcs={u(x, 1): 2 * x, u(-1, t): -2 / t, u(1, t): 2 / t},
        domain={x: (-1, 1), t: (1, 2)},
        params={},
        exact=2 * x / t,
        sympy="not_implemented",
    ),
)
