"""Linear partial equations of the literature: classics, and SymPy's own tests."""

from sympy import Eq, Rational, Subs, cos, exp, pi, sin, sqrt

from sympy_ssde.bench.letters import s, t, u, x, y, z
from sympy_ssde.bench.literature_kinds import kind, named

of_xt = kind("pde-linear", x, t)
of_xy = kind("pde-linear", x, y)
of_xyz = kind("pde-linear", x, y, z)

PROBLEMS = {
    "heat_robin": of_xt(
        difficulty=2,
        source="Haberman, Applied PDE 5.8 / Strauss 4.3: convective end",
        eq=Eq(u(x, t).diff(t), u(x, t).diff(x, 2)),
        bcs={
            Subs(u(x, t).diff(x), x, 0): 0,
            u(Rational(1, 4) * pi, t) + Subs(u(x, t).diff(x), x, Rational(1, 4) * pi): 0,
            u(x, 0): cos(x),
        },
        domain={x: (0, Rational(1, 4) * pi), t: (0, 1)},
        exact=exp(-t) * cos(x),
    ),
    "heat_ring": of_xt(
        difficulty=2,
        source="Haberman, Applied PDE 2.4.2: circular ring",
        eq=Eq(u(x, t).diff(t), u(x, t).diff(x, 2)),
        bcs={
            u(0, t) - u(2 * pi, t): 0,
            Subs(u(x, t).diff(x), x, 0) - Subs(u(x, t).diff(x), x, 2 * pi): 0,
            u(x, 0): sin(x) + 2,
        },
        domain={x: (0, 2 * pi), t: (0, 2)},
        exact=2 + exp(-t) * sin(x),
    ),
    "navier_plate": of_xy(
        difficulty=2,
        source="Timoshenko & Woinowsky-Krieger, Plates and Shells, art. 27: simply supported square plate, sinusoidal load",
        eq=Eq(
            u(x, y).diff(x, 4) + u(x, y).diff(y, 4) + 2 * u(x, y).diff(x, 2, y, 2),
            4 * pi**4 * sin(pi * x) * sin(pi * y),
        ),
        bcs={
            u(0, y): 0,
            u(1, y): 0,
            u(x, 0): 0,
            u(x, 1): 0,
            Subs(u(x, y).diff(x, 2), x, 0): 0,
            Subs(u(x, y).diff(x, 2), x, 1): 0,
            Subs(u(x, y).diff(y, 2), y, 0): 0,
            Subs(u(x, y).diff(y, 2), y, 1): 0,
        },
        domain={x: (0, 1), y: (0, 1)},
        exact=sin(pi * x) * sin(pi * y),
    ),
    "clamped_disk_plate": of_xy(
        difficulty=2,
        source="Timoshenko & Woinowsky-Krieger, art. 16: clamped circular plate, uniform load",
        eq=Eq(u(x, y).diff(x, 4) + u(x, y).diff(y, 4) + 2 * u(x, y).diff(x, 2, y, 2), 1),
        bcs={
            u(cos(s), sin(s)): 0,
            sin(s) * Subs(u(x, y).diff(y), (x, y), (cos(s), sin(s)))
            + cos(s) * Subs(u(x, y).diff(x), (x, y), (cos(s), sin(s))): 0,
        },
        domain={x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)},
        exact=Rational(1, 64) * (-(x**2) - y**2 + 1) ** 2,
    ),
    "laplace_disk_strauss3": of_xy(
        difficulty=2,
        source="Strauss, PDE exercise 6.3.3 (a=1, Cartesian form)",
        eq=Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), 0),
        bcs={u(cos(s), sin(s)): sin(s) ** 3},
        domain={x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)},
        exact=Rational(-3, 4) * (x**2 * y) + Rational(1, 4) * y**3 + Rational(3, 4) * y,
    ),
    "helmholtz_spherical": of_xyz(
        difficulty=5,
        source="Morse & Feshbach / DLMF 10.49: spherical wave j_0(r)",
        eq=Eq(
            u(x, y, z) + u(x, y, z).diff(x, 2) + u(x, y, z).diff(y, 2) + u(x, y, z).diff(z, 2),
            0,
        ),
        domain={x: (1, 2), y: (1, 2), z: (1, 2)},
        exact=sin(sqrt(x**2 + y**2 + z**2)) / sqrt(x**2 + y**2 + z**2),
    ),
    "tricomi": of_xy(
        difficulty=1,
        source="Polyanin, Handbook of Linear PDEs: Tricomi equation, polynomial solution",
        eq=Eq(y * u(x, y).diff(x, 2) + u(x, y).diff(y, 2), 0),
        bcs={
            u(x, 0): x**3,
            Subs(u(x, y).diff(y), y, 0): 0,
            u(-1, y): y**3 - 1,
            u(1, y): 1 - y**3,
        },
        domain={x: (-1, 1), y: (-1, 1)},
        exact=x**3 - x * y**3,
    ),
    "euler_poisson_darboux": of_xt(
        difficulty=2,
        source="Evans, PDE 2.4 / John: spherical means (EPD) equation",
        eq=Eq(u(x, t).diff(t, 2) + 2 * u(x, t).diff(t) / t, u(x, t).diff(x, 2)),
        bcs={u(x, 0): sin(x), Subs(u(x, t).diff(t), t, 0): 0, u(0, t): 0, u(pi, t): 0},
        domain={x: (0, pi), t: (0, 3)},
        exact=sin(t) * sin(x) / t,
        notes="t=0 conditions as limits",
    ),
    "fokker_planck_ou": of_xt(
        difficulty=5,
        source="Risken 5.3: time-dependent Ornstein-Uhlenbeck, Gaussian start (variance 2)",
        eq=Eq(u(x, t).diff(t), x * u(x, t).diff(x) + u(x, t) + u(x, t).diff(x, 2)),
        domain={x: (-3, 3), t: (0, 2)},
        exact=Rational(1, 2)
        * (sqrt(2) * exp(-(x**2) / (2 + 2 * exp(-2 * t))) / (sqrt(pi) * sqrt(1 + exp(-2 * t)))),
    ),
    "sympy_pde_const": of_xy(
        difficulty=3,
        source="sympy test_pde.py::test_pde_1st_linear_constant_coeff_homogeneous, data chosen for the arbitrary function",
        eq=Eq(2 * u(x, y) + u(x, y).diff(x) + u(x, y).diff(y), 0),
        bcs={u(x, 0): exp(-x) * sin(x)},
        domain={x: (-1, 1), y: (0, 1)},
        exact=exp(-x - y) * sin(x - y),
        sympy="general_only",
    ),
    "sympy_pde_inhom": of_xy(
        difficulty=2,
        source="sympy test_pde.py::test_pde_1st_linear_constant_coeff, data chosen for the arbitrary function",
        eq=Eq(5 * u(x, y) - 2 * u(x, y).diff(x) + 4 * u(x, y).diff(y), exp(x + 3 * y)),
        bcs={u(x, 0): Rational(1, 15) * exp(x)},
        domain={x: (0, 1), y: (0, 1)},
        exact=Rational(1, 15) * exp(x + 3 * y),
        sympy="general_only",
    ),
    "sympy_pde_varcoeff": of_xy(
        difficulty=3,
        source="sympy test_pde.py::test_pdsolve_variable_coeff, data chosen for the arbitrary function",
        eq=Eq(x * u(x, y).diff(x) + y**2 * u(x, y) - y**2 - y * u(x, y).diff(y), 0),
        bcs={u(1, y): y * exp(Rational(1, 2) * y**2) + 1},
        domain={x: (1, 2), y: (0, 1)},
        exact=x * y * exp(Rational(1, 2) * y**2) + 1,
        sympy="general_only",
    ),
}

ENTRIES = named(PROBLEMS)
