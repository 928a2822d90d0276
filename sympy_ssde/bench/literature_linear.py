"""Linear partial equations of the literature."""

from sympy import Eq, Rational, Subs, cos, exp, pi, sin, sqrt, symbols

from sympy_ssde.bench.letters import s, t, u, x, y, z
from sympy_ssde.bench.literature_kinds import desolver, kind, named, tlgp

s2, w = symbols("s2 w")

of_xy = kind("pde-linear", x, y)
of_xyt = kind("pde-linear", x, y, t)
of_xyz = kind("pde-linear", x, y, z)
of_xyzt = kind("pde-linear", x, y, z, t)
of_xyzw = kind("pde-linear", x, y, z, w)

PROBLEMS = {
    "tl_pde5": of_xy(
        difficulty=3,
        source=desolver("PDE5"),
        eq=Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), x * exp(-y) + (x - 2) * exp(-x)),
        domain={x: (0, 1), y: (0, 1)},
        exact=x * (exp(-y) + exp(-x)),
    ),
    "lagaris_p6": of_xy(
        difficulty=2,
        source="Lagaris, Likas & Fotiadis 1998, problem 6 (mixed BC)",
        eq=Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), (-(pi**2) * y**2 + 2) * sin(pi * x)),
        bcs={u(0, y): 0, u(1, y): 0, u(x, 0): 0, Subs(u(x, y).diff(y), y, 1): 2 * sin(pi * x)},
        domain={x: (0, 1), y: (0, 1)},
        exact=y**2 * sin(pi * x),
    ),
    "hdtlgp_poisson2": of_xyz(
        difficulty=3,
        source=tlgp("poisson2 (3-D)"),
        eq=Eq(
            u(x, y, z).diff(x, 2) + u(x, y, z).diff(y, 2) + u(x, y, z).diff(z, 2),
            -3 * pi**2 * sin(pi * x) * sin(pi * y) * sin(pi * z),
        ),
        domain={x: (0, 1), y: (0, 1), z: (0, 1)},
        exact=sin(pi * x) * sin(pi * y) * sin(pi * z),
    ),
    "hdtlgp_poisson3": of_xy(
        difficulty=1,
        source=tlgp("poisson3 (unit disk)"),
        eq=Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), -1),
        bcs={u(cos(s), sin(s)): 0},
        domain={x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)},
        exact=Rational(-1, 4) * x**2 + Rational(-1, 4) * y**2 + Rational(1, 4),
    ),
    "hdtlgp_poisson4": of_xyz(
        difficulty=2,
        source=tlgp("poisson4 (unit ball)"),
        eq=Eq(u(x, y, z).diff(x, 2) + u(x, y, z).diff(y, 2) + u(x, y, z).diff(z, 2), -1),
        bcs={u(sin(s) * cos(s2), sin(s) * sin(s2), cos(s)): 0},
        domain={
            x: (-1, 1),
            y: (-sqrt(1 - x**2), sqrt(1 - x**2)),
            z: (-sqrt(-(x**2) - y**2 + 1), sqrt(-(x**2) - y**2 + 1)),
            s: (0, pi),
            s2: (0, 2 * pi),
        },
        exact=Rational(-1, 6) * x**2
        + Rational(-1, 6) * y**2
        + Rational(-1, 6) * z**2
        + Rational(1, 6),
        notes="source rounds 1/6 to 0.167",
    ),
    "hdtlgp_advection4": of_xyzt(
        difficulty=4,
        source=tlgp("advection4"),
        eq=Eq(
            u(x, y, z, t).diff(t)
            + u(x, y, z, t).diff(x)
            + u(x, y, z, t).diff(y)
            + u(x, y, z, t).diff(z),
            0,
        ),
        bcs={
            u(x, y, z, 0): sin(x) + sin(y) + sin(z),
            u(0, y, z, t): -sin(t) - sin(t - y) - sin(t - z),
            u(x, 0, z, t): -sin(t) - sin(t - x) - sin(t - z),
            u(x, y, 0, t): -sin(t) - sin(t - x) - sin(t - y),
        },
        domain={x: (0, 1), y: (0, 1), z: (0, 1), t: (0, 2)},
        exact=-sin(t - x) - sin(t - y) - sin(t - z),
    ),
    "hdtlgp_heat2d": of_xyt(
        difficulty=4,
        source=tlgp("heat 2-D, k=1"),
        eq=Eq(u(x, y, t).diff(t), u(x, y, t).diff(x, 2) + u(x, y, t).diff(y, 2)),
        domain={x: (0, 1), y: (0, 1), t: (Rational(1, 10), 1)},
        exact=Rational(1, 4) * (exp(Rational(1, 4) * ((-(x**2) - y**2) / t)) / (pi * t)),
    ),
    "fex_poisson_d4": of_xyzw(
        difficulty=2,
        source="Liang & Yang FEX, github LeungSamWai/Finite-expression-method, fex/Poisson, d=4",
        eq=Eq(
            -u(x, y, z, w).diff(w, 2)
            - u(x, y, z, w).diff(x, 2)
            - u(x, y, z, w).diff(y, 2)
            - u(x, y, z, w).diff(z, 2),
            -4,
        ),
        domain={x: (-1, 1), y: (-1, 1), z: (-1, 1), w: (-1, 1)},
        exact=Rational(1, 2) * w**2
        + Rational(1, 2) * x**2
        + Rational(1, 2) * y**2
        + Rational(1, 2) * z**2,
    ),
    "fex_conservation_d3": of_xyt(
        difficulty=3,
        source="Liang & Yang FEX, github LeungSamWai/Finite-expression-method, fex/Conservationlaw, d=3",
        eq=Eq(
            Rational(1, 2) * (pi * u(x, y, t).diff(t)) - u(x, y, t).diff(x) - u(x, y, t).diff(y),
            0,
        ),
        bcs={
            u(x, y, 0): sin(Rational(1, 4) * (pi * x) + Rational(1, 4) * (pi * y)),
            u(1, y, t): sin(t + Rational(1, 4) * (pi * y) + Rational(1, 4) * pi),
            u(x, 1, t): sin(t + Rational(1, 4) * (pi * x) + Rational(1, 4) * pi),
        },
        domain={x: (-1, 1), y: (-1, 1), t: (0, 1)},
        exact=sin(t + Rational(1, 4) * (pi * x) + Rational(1, 4) * (pi * y)),
        notes="boundary data on inflow faces",
    ),
    "dx_helmholtz": of_xy(
        difficulty=3,
        source="DeepXDE examples/pinn_forward/Helmholtz_Dirichlet_2d.py (k0=4 pi) (lululxvi/deepxde)",
        eq=Eq(
            -16 * pi**2 * u(x, y) - u(x, y).diff(x, 2) - u(x, y).diff(y, 2),
            16 * pi**2 * sin(4 * pi * x) * sin(4 * pi * y),
        ),
        domain={x: (0, 1), y: (0, 1)},
        exact=sin(4 * pi * x) * sin(4 * pi * y),
    ),
    "np_mixed_derivative": of_xy(
        difficulty=1,
        source="NeuralPDE.jl (SciML) test/NNPDE1 PDE VI",
        eq=Eq(u(x, y).diff(x, 2) - 2 * u(x, y).diff(y, 2) + u(x, y).diff(x, y), -1),
        bcs={u(x, 0): x, Subs(u(x, y).diff(y), y, 0): x},
        domain={x: (0, 1), y: (0, 1)},
        exact=x * y + x + Rational(1, 2) * y**2,
    ),
    "fenics_heat": of_xyt(
        difficulty=1,
        source="Langtangen & Logg, FEniCS tutorial ft03 (alpha=3, beta=1.2)",
        eq=Eq(u(x, y, t).diff(t), u(x, y, t).diff(x, 2) + u(x, y, t).diff(y, 2) + Rational(-34, 5)),
        domain={x: (0, 1), y: (0, 1), t: (0, 2)},
        exact=Rational(6, 5) * t + x**2 + 3 * y**2 + 1,
    ),
    "firedrake_helmholtz": of_xy(
        difficulty=3,
        source="Firedrake demo helmholtz.py (pure Neumann)",
        eq=Eq(
            u(x, y) - u(x, y).diff(x, 2) - u(x, y).diff(y, 2),
            (1 + 8 * pi**2) * cos(2 * pi * x) * cos(2 * pi * y),
        ),
        bcs={
            Subs(u(x, y).diff(x), x, 0): 0,
            Subs(u(x, y).diff(x), x, 1): 0,
            Subs(u(x, y).diff(y), y, 0): 0,
            Subs(u(x, y).diff(y), y, 1): 0,
        },
        domain={x: (0, 1), y: (0, 1)},
        exact=cos(2 * pi * x) * cos(2 * pi * y),
    ),
}

ENTRIES = named(PROBLEMS)
