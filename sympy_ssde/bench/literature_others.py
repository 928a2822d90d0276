"""Systems of the literature, and problems with symbols as parameters."""
# ruff: noqa: I001

from sympy import Eq, Function, Rational, Subs, atan, cos, exp, pi, sech, sin, sqrt, symbols, tanh  # fmt: skip

from sympy_ssde.bench.catalogue import Entry

x, y, t = symbols("x y t")
c, k, nu, L, omega, gamma = symbols("c k nu L omega gamma", positive=True)
u, v, w, y1, y2, y3, y4, y5 = map(Function, "u v w y1 y2 y3 y4 y5".split())

ENTRIES = (
    Entry(
        id="tl_sode1",
        family="system",
        dims="1",
        difficulty=2,
        source="Tsoulos & Lagaris 2006, GPEM 7:33-54, SODE1 (also github itsoulos/DeSolver)",
        eq=[
            Eq(y1(x).diff(x), -(x**2) + y1(x) ** 2 + y2(x) - sin(x) ** 2 + cos(x)),
            Eq(y2(x).diff(x), -(x**2) * sin(x) + 2 * x + y1(x) * y2(x)),
        ],
        func=[y1(x), y2(x)],
        bcs={y1(0): 0, y2(0): 0},
        domain={x: (0, 1)},
        params={},
        exact=[sin(x), x**2],
        sympy="not_implemented",
    ),
    Entry(
        id="tl_sode3",
        family="system",
        dims="1",
        difficulty=2,
        source="Tsoulos & Lagaris 2006, GPEM 7:33-54, SODE3 (also github itsoulos/DeSolver)",
        eq=[
            Eq(y1(x).diff(x), cos(x)),
            Eq(y2(x).diff(x), -y1(x)),
            Eq(y3(x).diff(x), y2(x)),
            Eq(y4(x).diff(x), -y3(x)),
            Eq(y5(x).diff(x), y4(x)),
        ],
        func=[y1(x), y2(x), y3(x), y4(x), y5(x)],
        bcs={y1(0): 0, y2(0): 1, y3(0): 0, y4(0): 1, y5(0): 0},
        domain={x: (0, 1)},
        params={},
        exact=[sin(x), cos(x), sin(x), cos(x), sin(x)],
        sympy="solved",
    ),
    Entry(
        id="sympy_system_ics",
        family="system",
        dims="1",
        difficulty=2,
        source="sympy test_ode.py::test_solve_ics",
        eq=[Eq(y1(x).diff(x), y1(x) - y2(x)), Eq(y2(x).diff(x), y1(x) + y2(x))],
        func=[y1(x), y2(x)],
        bcs={y1(0): 1, y2(0): 0},
        domain={x: (0, 1)},
        params={},
        exact=[exp(x) * cos(x), exp(x) * sin(x)],
        sympy="solved",
    ),
    Entry(
        id="cauchy_riemann",
        family="system",
        dims="2",
        difficulty=2,
        source="Ablowitz & Fokas, Complex Variables 2.1: Cauchy-Riemann, e^z",
        eq=[Eq(u(x, y).diff(x), v(x, y).diff(y)), Eq(u(x, y).diff(y), -v(x, y).diff(x))],
        func=[u(x, y), v(x, y)],
        bcs={u(x, 0): exp(x), v(x, 0): 0},
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=[exp(x) * cos(y), exp(x) * sin(y)],
        sympy="not_implemented",
    ),
    Entry(
        id="np_wave_dae",
        family="system",
        dims="1+1",
        difficulty=5,
        source="NeuralPDE.jl (SciML) docs/src/tutorials/systems.md",
        eq=[
            Eq(u(x, t).diff(t, 2), w(x, t) * sin(pi * x) + u(x, t).diff(x, 2)),
            Eq(v(x, t).diff(t, 2), w(x, t) * cos(pi * x) + v(x, t).diff(x, 2)),
            Eq(u(x, t) * sin(pi * x) + v(x, t) * cos(pi * x) - exp(-t), 0),
        ],
        func=[u(x, t), v(x, t), w(x, t)],
        bcs={
            u(x, 0): sin(pi * x),
            v(x, 0): cos(pi * x),
            Subs(u(x, t).diff(t), t, 0): -sin(pi * x),
            Subs(v(x, t).diff(t), t, 0): -cos(pi * x),
            u(0, t): 0,
            v(0, t): exp(-t),
            u(1, t): 0,
            v(1, t): -exp(-t),
        },
        domain={x: (0, 1), t: (0, 1)},
        params={},
        exact=[exp(-t) * sin(pi * x), exp(-t) * cos(pi * x), (1 + pi**2) * exp(-t)],
        sympy="not_implemented",
    ),
    Entry(
        id="nls_bright_soliton",
        family="system",
        dims="1+1",
        difficulty=4,
        source="Zakharov & Shabat 1972: focusing NLS bright soliton v=1, real form",
        eq=[
            Eq(
                (u(x, t) ** 2 + v(x, t) ** 2) * u(x, t)
                + Rational(1, 2) * u(x, t).diff(x, 2)
                - v(x, t).diff(t),
                0,
            ),
            Eq(
                (u(x, t) ** 2 + v(x, t) ** 2) * v(x, t)
                + u(x, t).diff(t)
                + Rational(1, 2) * v(x, t).diff(x, 2),
                0,
            ),
        ],
        func=[u(x, t), v(x, t)],
        bcs={
            u(-4, t): cos(4) * sech(t + 4),
            u(4, t): cos(4) * sech(t - 4),
            u(x, 0): cos(x) * sech(x),
            v(-4, t): -sin(4) * sech(t + 4),
            v(4, t): sin(4) * sech(t - 4),
            v(x, 0): sin(x) * sech(x),
        },
        domain={x: (-4, 4), t: (0, 1)},
        params={},
        exact=[cos(x) * sech(t - x), sin(x) * sech(t - x)],
        sympy="not_implemented",
    ),
    Entry(
        id="schrodinger_free_gaussian",
        family="system",
        dims="1+1",
        difficulty=5,
        source="Griffiths, Quantum Mechanics problem 2.21: free Gaussian packet, real form",
        eq=[
            Eq(v(x, t).diff(t), Rational(1, 2) * u(x, t).diff(x, 2)),
            Eq(u(x, t).diff(t), Rational(-1, 2) * v(x, t).diff(x, 2)),
        ],
        func=[u(x, t), v(x, t)],
        bcs={
            u(-2, t): exp(-4 / (2 * t**2 + 2))
            * cos(4 * t / (2 * t**2 + 2) + Rational(-1, 2) * atan(t))
            / (t**2 + 1) ** Rational(1, 4),
            u(2, t): exp(-4 / (2 * t**2 + 2))
            * cos(4 * t / (2 * t**2 + 2) + Rational(-1, 2) * atan(t))
            / (t**2 + 1) ** Rational(1, 4),
            u(x, 0): exp(Rational(-1, 2) * x**2),
            v(-2, t): exp(-4 / (2 * t**2 + 2))
            * sin(4 * t / (2 * t**2 + 2) + Rational(-1, 2) * atan(t))
            / (t**2 + 1) ** Rational(1, 4),
            v(2, t): exp(-4 / (2 * t**2 + 2))
            * sin(4 * t / (2 * t**2 + 2) + Rational(-1, 2) * atan(t))
            / (t**2 + 1) ** Rational(1, 4),
            v(x, 0): 0,
        },
        domain={x: (-2, 2), t: (0, 2)},
        params={},
        exact=[
            exp(-(x**2) / (2 * t**2 + 2))
            * cos(t * x**2 / (2 * t**2 + 2) + Rational(-1, 2) * atan(t))
            / (t**2 + 1) ** Rational(1, 4),
            exp(-(x**2) / (2 * t**2 + 2))
            * sin(t * x**2 / (2 * t**2 + 2) + Rational(-1, 2) * atan(t))
            / (t**2 + 1) ** Rational(1, 4),
        ],
        sympy="not_implemented",
    ),
    Entry(
        id="par_beam",
        family="param",
        dims="1",
        difficulty=2,
        source="Oh et al. 2023 PR-GPSR beam with symbolic load k and length L",
        eq=Eq(u(x).diff(x, 4), k),
        func=u(x),
        bcs={u(0): 0, u(L): 0, Subs(u(x).diff(x, 2), x, 0): 0, u(L).diff(L, 2): 0},
        domain={x: (0, L)},
        params={k: (Rational(1, 10), 1), L: (1, 10)},
        exact=Rational(1, 24) * (k * x * (L**3 - 2 * L * x**2 + x**3)),
        sympy="solved",
    ),
    Entry(
        id="par_burgers_nu",
        family="param",
        dims="1+1",
        difficulty=3,
        source="Whitham ch. 4: viscous shock with viscosity nu",
        eq=Eq(u(x, t) * u(x, t).diff(x) + u(x, t).diff(t), nu * u(x, t).diff(x, 2)),
        func=u(x, t),
        bcs={
            u(-2, t): Rational(1, 2)
            + Rational(-1, 2) * tanh(Rational(1, 4) * ((Rational(-1, 2) * t - 2) / nu)),
            u(2, t): Rational(1, 2)
            + Rational(-1, 2) * tanh(Rational(1, 4) * ((2 + Rational(-1, 2) * t) / nu)),
            u(x, 0): Rational(1, 2) + Rational(-1, 2) * tanh(Rational(1, 4) * (x / nu)),
        },
        domain={x: (-2, 2), t: (0, 1)},
        params={nu: (Rational(1, 10), 1)},
        exact=Rational(1, 2)
        + Rational(-1, 2) * tanh(Rational(1, 4) * ((Rational(-1, 2) * t + x) / nu)),
        sympy="not_implemented",
    ),
    Entry(
        id="par_kdv_c",
        family="param",
        dims="1+1",
        difficulty=4,
        source="Drazin & Johnson: KdV soliton with speed c",
        eq=Eq(6 * u(x, t) * u(x, t).diff(x) + u(x, t).diff(t) + u(x, t).diff(x, 3), 0),
        func=u(x, t),
        bcs={
            u(-4, t): Rational(1, 2) * (c * sech(Rational(1, 2) * (sqrt(c) * (-c * t - 4))) ** 2),
            u(4, t): Rational(1, 2) * (c * sech(Rational(1, 2) * (sqrt(c) * (-c * t + 4))) ** 2),
            u(x, 0): Rational(1, 2) * (c * sech(Rational(1, 2) * (sqrt(c) * x)) ** 2),
            Subs(u(x, t).diff(x), x, 4): Rational(-1, 2)
            * (
                c ** Rational(3, 2)
                * tanh(Rational(1, 2) * (sqrt(c) * (-c * t + 4)))
                * sech(Rational(1, 2) * (sqrt(c) * (-c * t + 4))) ** 2
            ),
        },
        domain={x: (-4, 4), t: (0, 1)},
        params={c: (Rational(1, 2), 2)},
        exact=Rational(1, 2) * (c * sech(Rational(1, 2) * (sqrt(c) * (-c * t + x))) ** 2),
        sympy="not_implemented",
    ),
    Entry(
        id="par_shm",
        family="param",
        dims="1",
        difficulty=2,
        source="Oh et al. 2023 PR-GPSR, problems/simple/shm.py (frequency omega)",
        eq=Eq(omega**2 * u(x) + u(x).diff(x, 2), 0),
        func=u(x),
        bcs={u(0): 0, u(1): sin(omega)},
        domain={x: (0, 1)},
        params={omega: (Rational(1, 2), 3)},
        exact=sin(omega * x),
        sympy="solved",
    ),
    Entry(
        id="par_heat_kernel",
        family="param",
        dims="2+1",
        difficulty=5,
        source="Cao et al. 2024 HD-TLGP (AAAI 38:20640), github grassdeerdeer/HD-TLGP, heat 2-D, symbolic k",
        eq=Eq(u(x, y, t).diff(t), k * (u(x, y, t).diff(x, 2) + u(x, y, t).diff(y, 2))),
        func=u(x, y, t),
        bcs={
            u(0, y, t): Rational(1, 4) * (exp(Rational(-1, 4) * (y**2 / (k * t))) / (pi * k * t)),
            u(1, y, t): Rational(1, 4)
            * (exp(Rational(1, 4) * ((-(y**2) - 1) / (k * t))) / (pi * k * t)),
            u(x, 0, t): Rational(1, 4) * (exp(Rational(-1, 4) * (x**2 / (k * t))) / (pi * k * t)),
            u(x, 1, t): Rational(1, 4)
            * (exp(Rational(1, 4) * ((-(x**2) - 1) / (k * t))) / (pi * k * t)),
            u(x, y, Rational(1, 10)): Rational(5, 2)
            * (exp(Rational(5, 2) * ((-(x**2) - y**2) / k)) / (pi * k)),
        },
        domain={x: (0, 1), y: (0, 1), t: (Rational(1, 10), 1)},
        params={k: (Rational(2, 5), 1)},
        exact=Rational(1, 4) * (exp(Rational(1, 4) * ((-(x**2) - y**2) / (k * t))) / (pi * k * t)),
        sympy="not_implemented",
    ),
    Entry(
        id="par_damped_oscillator",
        family="param",
        dims="1",
        difficulty=3,
        source="Landau & Lifshitz Mechanics 25: damped oscillator",
        eq=Eq(2 * gamma * u(t).diff(t) + (gamma**2 + omega**2) * u(t) + u(t).diff(t, 2), 0),
        func=u(t),
        bcs={u(0): 0, Subs(u(t).diff(t), t, 0): 1},
        domain={t: (0, 5)},
        params={gamma: (Rational(1, 10), 1), omega: (1, 3)},
        exact=exp(-gamma * t) * sin(omega * t) / omega,
        sympy="solved",
    ),
    Entry(
        id="par_advection_diffusion",
        family="param",
        dims="1+1",
        difficulty=3,
        source="LeVeque / Hundsdorfer & Verwer: advection-diffusion, periodic",
        eq=Eq(c * u(x, t).diff(x) + u(x, t).diff(t), nu * u(x, t).diff(x, 2)),
        func=u(x, t),
        bcs={
            u(x, 0): sin(x),
            u(0, t) - u(2 * pi, t): 0,
            Subs(u(x, t).diff(x), x, 0) - Subs(u(x, t).diff(x), x, 2 * pi): 0,
        },
        domain={x: (0, 2 * pi), t: (0, 1)},
        params={c: (Rational(1, 2), 2), nu: (Rational(1, 10), 1)},
        exact=-exp(-nu * t) * sin(c * t - x),
        sympy="not_implemented",
    ),
)
