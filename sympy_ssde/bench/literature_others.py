"""Systems of the literature, and problems with symbols as parameters."""

from sympy import Eq, Function, Rational, Subs, atan, cos, exp, pi, sech, sin, sqrt, symbols, tanh

from sympy_ssde.bench.letters import t, u, x, y
from sympy_ssde.bench.literature_kinds import desolver, kind, named, tlgp

c, k, nu, L, omega, gamma = symbols("c k nu L omega gamma", positive=True)
v, w, y1, y2, y3, y4, y5 = map(Function, "v w y1 y2 y3 y4 y5".split())

system = kind("system")
param_of_t = kind("param", t)
param_of_x = kind("param", x)
param_of_xt = kind("param", x, t)
param_of_xyt = kind("param", x, y, t)

PROBLEMS = {
    "tl_sode1": system(
        dims="1",
        difficulty=2,
        source=desolver("SODE1"),
        eq=[
            Eq(y1(x).diff(x), -(x**2) + y1(x) ** 2 + y2(x) - sin(x) ** 2 + cos(x)),
            Eq(y2(x).diff(x), -(x**2) * sin(x) + 2 * x + y1(x) * y2(x)),
        ],
        func=[y1(x), y2(x)],
        bcs={y1(0): 0, y2(0): 0},
        domain={x: (0, 1)},
        exact=[sin(x), x**2],
    ),
    "tl_sode3": system(
        dims="1",
        difficulty=2,
        source=desolver("SODE3"),
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
        exact=[sin(x), cos(x), sin(x), cos(x), sin(x)],
        sympy="solved",
    ),
    "sympy_system_ics": system(
        dims="1",
        difficulty=2,
        source="sympy test_ode.py::test_solve_ics",
        eq=[Eq(y1(x).diff(x), y1(x) - y2(x)), Eq(y2(x).diff(x), y1(x) + y2(x))],
        func=[y1(x), y2(x)],
        bcs={y1(0): 1, y2(0): 0},
        domain={x: (0, 1)},
        exact=[exp(x) * cos(x), exp(x) * sin(x)],
        sympy="solved",
    ),
    "cauchy_riemann": system(
        dims="2",
        difficulty=2,
        source="Ablowitz & Fokas, Complex Variables 2.1: Cauchy-Riemann, e^z",
        eq=[Eq(u(x, y).diff(x), v(x, y).diff(y)), Eq(u(x, y).diff(y), -v(x, y).diff(x))],
        func=[u(x, y), v(x, y)],
        bcs={u(x, 0): exp(x), v(x, 0): 0},
        domain={x: (0, 1), y: (0, 1)},
        exact=[exp(x) * cos(y), exp(x) * sin(y)],
    ),
    "np_wave_dae": system(
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
        exact=[exp(-t) * sin(pi * x), exp(-t) * cos(pi * x), (1 + pi**2) * exp(-t)],
    ),
    "nls_bright_soliton": system(
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
        exact=[cos(x) * sech(t - x), sin(x) * sech(t - x)],
    ),
    "schrodinger_free_gaussian": system(
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
        exact=[
            exp(-(x**2) / (2 * t**2 + 2))
            * cos(t * x**2 / (2 * t**2 + 2) + Rational(-1, 2) * atan(t))
            / (t**2 + 1) ** Rational(1, 4),
            exp(-(x**2) / (2 * t**2 + 2))
            * sin(t * x**2 / (2 * t**2 + 2) + Rational(-1, 2) * atan(t))
            / (t**2 + 1) ** Rational(1, 4),
        ],
    ),
    "par_beam": param_of_x(
        difficulty=2,
        source="Oh et al. 2023 PR-GPSR beam with symbolic load k and length L",
        eq=Eq(u(x).diff(x, 4), k),
        bcs={u(0): 0, u(L): 0, Subs(u(x).diff(x, 2), x, 0): 0, u(L).diff(L, 2): 0},
        domain={x: (0, L)},
        params={k: (Rational(1, 10), 1), L: (1, 10)},
        exact=Rational(1, 24) * (k * x * (L**3 - 2 * L * x**2 + x**3)),
        sympy="solved",
    ),
    "par_burgers_nu": param_of_xt(
        difficulty=3,
        source="Whitham ch. 4: viscous shock with viscosity nu",
        eq=Eq(u(x, t) * u(x, t).diff(x) + u(x, t).diff(t), nu * u(x, t).diff(x, 2)),
        domain={x: (-2, 2), t: (0, 1)},
        params={nu: (Rational(1, 10), 1)},
        exact=Rational(1, 2)
        + Rational(-1, 2) * tanh(Rational(1, 4) * ((Rational(-1, 2) * t + x) / nu)),
    ),
    "par_kdv_c": param_of_xt(
        difficulty=4,
        source="Drazin & Johnson: KdV soliton with speed c",
        eq=Eq(6 * u(x, t) * u(x, t).diff(x) + u(x, t).diff(t) + u(x, t).diff(x, 3), 0),
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
    ),
    "par_shm": param_of_x(
        difficulty=2,
        source="Oh et al. 2023 PR-GPSR, problems/simple/shm.py (frequency omega)",
        eq=Eq(omega**2 * u(x) + u(x).diff(x, 2), 0),
        bcs={u(0): 0, u(1): sin(omega)},
        domain={x: (0, 1)},
        params={omega: (Rational(1, 2), 3)},
        exact=sin(omega * x),
        sympy="solved",
    ),
    "par_heat_kernel": param_of_xyt(
        difficulty=5,
        source=tlgp("heat 2-D, symbolic k"),
        eq=Eq(u(x, y, t).diff(t), k * (u(x, y, t).diff(x, 2) + u(x, y, t).diff(y, 2))),
        domain={x: (0, 1), y: (0, 1), t: (Rational(1, 10), 1)},
        params={k: (Rational(2, 5), 1)},
        exact=Rational(1, 4) * (exp(Rational(1, 4) * ((-(x**2) - y**2) / (k * t))) / (pi * k * t)),
    ),
    "par_damped_oscillator": param_of_t(
        difficulty=3,
        source="Landau & Lifshitz Mechanics 25: damped oscillator",
        eq=Eq(2 * gamma * u(t).diff(t) + (gamma**2 + omega**2) * u(t) + u(t).diff(t, 2), 0),
        bcs={u(0): 0, Subs(u(t).diff(t), t, 0): 1},
        domain={t: (0, 5)},
        params={gamma: (Rational(1, 10), 1), omega: (1, 3)},
        exact=exp(-gamma * t) * sin(omega * t) / omega,
        sympy="solved",
    ),
    "par_advection_diffusion": param_of_xt(
        difficulty=3,
        source="LeVeque / Hundsdorfer & Verwer: advection-diffusion, periodic",
        eq=Eq(c * u(x, t).diff(x) + u(x, t).diff(t), nu * u(x, t).diff(x, 2)),
        bcs={
            u(x, 0): sin(x),
            u(0, t) - u(2 * pi, t): 0,
            Subs(u(x, t).diff(x), x, 0) - Subs(u(x, t).diff(x), x, 2 * pi): 0,
        },
        domain={x: (0, 2 * pi), t: (0, 1)},
        params={c: (Rational(1, 2), 2), nu: (Rational(1, 10), 1)},
        exact=-exp(-nu * t) * sin(c * t - x),
    ),
}

ENTRIES = named(PROBLEMS)
