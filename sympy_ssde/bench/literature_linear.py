"""Linear partial equations of the literature."""

from sympy import Eq, Function, Rational, Subs, cos, exp, pi, sin, sqrt, symbols  # fmt: skip

from sympy_ssde.bench.catalogue import Entry

x, y, z, t, s, s2, w_ = symbols("x y z t s s2 w")
u = Function("u")

ENTRIES = (
    Entry(
        id="tl_pde5",
        family="pde-linear",
        dims="2",
        difficulty=3,
        source="Tsoulos & Lagaris 2006, GPEM 7:33-54, PDE5 (also github itsoulos/DeSolver)",
        eq=Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), x * exp(-y) + (x - 2) * exp(-x)),
        func=u(x, y),
        bcs={
            u(0, y): 0,
            u(1, y): exp(-1) + exp(-y),
            u(x, 0): x * (1 + exp(-x)),
            u(x, 1): x * (exp(-1) + exp(-x)),
        },
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=x * (exp(-y) + exp(-x)),
        sympy="not_implemented",
    ),
    Entry(
        id="lagaris_p6",
        family="pde-linear",
        dims="2",
        difficulty=2,
        source="Lagaris, Likas & Fotiadis 1998, problem 6 (mixed BC)",
        eq=Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), (-(pi**2) * y**2 + 2) * sin(pi * x)),
        func=u(x, y),
        bcs={u(0, y): 0, u(1, y): 0, u(x, 0): 0, Subs(u(x, y).diff(y), y, 1): 2 * sin(pi * x)},
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=y**2 * sin(pi * x),
        sympy="not_implemented",
    ),
    Entry(
        id="hdtlgp_poisson2",
        family="pde-linear",
        dims="3",
        difficulty=3,
        source="Cao et al. 2024 HD-TLGP (AAAI 38:20640), github grassdeerdeer/HD-TLGP, poisson2 (3-D)",
        eq=Eq(
            u(x, y, z).diff(x, 2) + u(x, y, z).diff(y, 2) + u(x, y, z).diff(z, 2),
            -3 * pi**2 * sin(pi * x) * sin(pi * y) * sin(pi * z),
        ),
        func=u(x, y, z),
        bcs={
            u(0, y, z): 0,
            u(1, y, z): 0,
            u(x, 0, z): 0,
            u(x, 1, z): 0,
            u(x, y, 0): 0,
            u(x, y, 1): 0,
        },
        domain={x: (0, 1), y: (0, 1), z: (0, 1)},
        params={},
        exact=sin(pi * x) * sin(pi * y) * sin(pi * z),
        sympy="not_implemented",
    ),
    Entry(
        id="hdtlgp_poisson3",
        family="pde-linear",
        dims="2",
        difficulty=1,
        source="Cao et al. 2024 HD-TLGP (AAAI 38:20640), github grassdeerdeer/HD-TLGP, poisson3 (unit disk)",
        eq=Eq(u(x, y).diff(x, 2) + u(x, y).diff(y, 2), -1),
        func=u(x, y),
        bcs={u(cos(s), sin(s)): 0},
        domain={x: (-1, 1), y: (-sqrt(1 - x**2), sqrt(1 - x**2)), s: (0, 2 * pi)},
        params={},
        exact=Rational(-1, 4) * x**2 + Rational(-1, 4) * y**2 + Rational(1, 4),
        sympy="not_implemented",
    ),
    Entry(
        id="hdtlgp_poisson4",
        family="pde-linear",
        dims="3",
        difficulty=2,
        source="Cao et al. 2024 HD-TLGP (AAAI 38:20640), github grassdeerdeer/HD-TLGP, poisson4 (unit ball)",
        eq=Eq(u(x, y, z).diff(x, 2) + u(x, y, z).diff(y, 2) + u(x, y, z).diff(z, 2), -1),
        func=u(x, y, z),
        bcs={u(sin(s) * cos(s2), sin(s) * sin(s2), cos(s)): 0},
        domain={
            x: (-1, 1),
            y: (-sqrt(1 - x**2), sqrt(1 - x**2)),
            z: (-sqrt(-(x**2) - y**2 + 1), sqrt(-(x**2) - y**2 + 1)),
            s: (0, pi),
            s2: (0, 2 * pi),
        },
        params={},
        exact=Rational(-1, 6) * x**2
        + Rational(-1, 6) * y**2
        + Rational(-1, 6) * z**2
        + Rational(1, 6),
        sympy="not_implemented",
        notes="source rounds 1/6 to 0.167",
    ),
    Entry(
        id="hdtlgp_advection4",
        family="pde-linear",
        dims="3+1",
        difficulty=4,
        source="Cao et al. 2024 HD-TLGP (AAAI 38:20640), github grassdeerdeer/HD-TLGP, advection4",
        eq=Eq(
            u(x, y, z, t).diff(t)
            + u(x, y, z, t).diff(x)
            + u(x, y, z, t).diff(y)
            + u(x, y, z, t).diff(z),
            0,
        ),
        func=u(x, y, z, t),
        bcs={
            u(x, y, z, 0): sin(x) + sin(y) + sin(z),
            u(0, y, z, t): -sin(t) - sin(t - y) - sin(t - z),
            u(x, 0, z, t): -sin(t) - sin(t - x) - sin(t - z),
            u(x, y, 0, t): -sin(t) - sin(t - x) - sin(t - y),
        },
        domain={x: (0, 1), y: (0, 1), z: (0, 1), t: (0, 2)},
        params={},
        exact=-sin(t - x) - sin(t - y) - sin(t - z),
        sympy="not_implemented",
    ),
    Entry(
        id="hdtlgp_heat2d",
        family="pde-linear",
        dims="2+1",
        difficulty=4,
        source="Cao et al. 2024 HD-TLGP (AAAI 38:20640), github grassdeerdeer/HD-TLGP, heat 2-D, k=1",
        eq=Eq(u(x, y, t).diff(t), u(x, y, t).diff(x, 2) + u(x, y, t).diff(y, 2)),
        func=u(x, y, t),
        bcs={
            u(0, y, t): Rational(1, 4) * (exp(Rational(-1, 4) * (y**2 / t)) / (pi * t)),
            u(1, y, t): Rational(1, 4) * (exp(Rational(1, 4) * ((-(y**2) - 1) / t)) / (pi * t)),
            u(x, 0, t): Rational(1, 4) * (exp(Rational(-1, 4) * (x**2 / t)) / (pi * t)),
            u(x, 1, t): Rational(1, 4) * (exp(Rational(1, 4) * ((-(x**2) - 1) / t)) / (pi * t)),
            u(x, y, Rational(1, 10)): Rational(5, 2)
            * (exp(Rational(-5, 2) * x**2 + Rational(-5, 2) * y**2) / pi),
        },
        domain={x: (0, 1), y: (0, 1), t: (Rational(1, 10), 1)},
        params={},
        exact=Rational(1, 4) * (exp(Rational(1, 4) * ((-(x**2) - y**2) / t)) / (pi * t)),
        sympy="not_implemented",
    ),
    Entry(
        id="fex_poisson_d4",
        family="pde-linear",
        dims="4",
        difficulty=2,
        source="Liang & Yang FEX, github LeungSamWai/Finite-expression-method, fex/Poisson, d=4",
        eq=Eq(
            -u(x, y, z, w_).diff(w_, 2)
            - u(x, y, z, w_).diff(x, 2)
            - u(x, y, z, w_).diff(y, 2)
            - u(x, y, z, w_).diff(z, 2),
            -4,
        ),
        func=u(x, y, z, w_),
        bcs={
            u(-1, y, z, w_): Rational(1, 2) * w_**2
            + Rational(1, 2) * y**2
            + Rational(1, 2) * z**2
            + Rational(1, 2),
            u(1, y, z, w_): Rational(1, 2) * w_**2
            + Rational(1, 2) * y**2
            + Rational(1, 2) * z**2
            + Rational(1, 2),
            u(x, -1, z, w_): Rational(1, 2) * w_**2
            + Rational(1, 2) * x**2
            + Rational(1, 2) * z**2
            + Rational(1, 2),
            u(x, 1, z, w_): Rational(1, 2) * w_**2
            + Rational(1, 2) * x**2
            + Rational(1, 2) * z**2
            + Rational(1, 2),
            u(x, y, -1, w_): Rational(1, 2) * w_**2
            + Rational(1, 2) * x**2
            + Rational(1, 2) * y**2
            + Rational(1, 2),
            u(x, y, 1, w_): Rational(1, 2) * w_**2
            + Rational(1, 2) * x**2
            + Rational(1, 2) * y**2
            + Rational(1, 2),
            u(x, y, z, -1): Rational(1, 2) * x**2
            + Rational(1, 2) * y**2
            + Rational(1, 2) * z**2
            + Rational(1, 2),
            u(x, y, z, 1): Rational(1, 2) * x**2
            + Rational(1, 2) * y**2
            + Rational(1, 2) * z**2
            + Rational(1, 2),
        },
        domain={x: (-1, 1), y: (-1, 1), z: (-1, 1), w_: (-1, 1)},
        params={},
        exact=Rational(1, 2) * w_**2
        + Rational(1, 2) * x**2
        + Rational(1, 2) * y**2
        + Rational(1, 2) * z**2,
        sympy="not_implemented",
    ),
    Entry(
        id="fex_conservation_d3",
        family="pde-linear",
        dims="2+1",
        difficulty=3,
        source="Liang & Yang FEX, github LeungSamWai/Finite-expression-method, fex/Conservationlaw, d=3",
        eq=Eq(
            Rational(1, 2) * (pi * u(x, y, t).diff(t)) - u(x, y, t).diff(x) - u(x, y, t).diff(y), 0
        ),
        func=u(x, y, t),
        bcs={
            u(x, y, 0): sin(Rational(1, 4) * (pi * x) + Rational(1, 4) * (pi * y)),
            u(1, y, t): sin(t + Rational(1, 4) * (pi * y) + Rational(1, 4) * pi),
            u(x, 1, t): sin(t + Rational(1, 4) * (pi * x) + Rational(1, 4) * pi),
        },
        domain={x: (-1, 1), y: (-1, 1), t: (0, 1)},
        params={},
        exact=sin(t + Rational(1, 4) * (pi * x) + Rational(1, 4) * (pi * y)),
        sympy="not_implemented",
        notes="boundary data on inflow faces",
    ),
    Entry(
        id="dx_helmholtz",
        family="pde-linear",
        dims="2",
        difficulty=3,
        source="DeepXDE examples/pinn_forward/Helmholtz_Dirichlet_2d.py (k0=4 pi) (lululxvi/deepxde)",
        eq=Eq(
            -16 * pi**2 * u(x, y) - u(x, y).diff(x, 2) - u(x, y).diff(y, 2),
            16 * pi**2 * sin(4 * pi * x) * sin(4 * pi * y),
        ),
        func=u(x, y),
        bcs={u(0, y): 0, u(1, y): 0, u(x, 0): 0, u(x, 1): 0},
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=sin(4 * pi * x) * sin(4 * pi * y),
        sympy="not_implemented",
    ),
    Entry(
        id="np_mixed_derivative",
        family="pde-linear",
        dims="2",
        difficulty=1,
        source="NeuralPDE.jl (SciML) test/NNPDE1 PDE VI",
        eq=Eq(u(x, y).diff(x, 2) - 2 * u(x, y).diff(y, 2) + u(x, y).diff(x, y), -1),
        func=u(x, y),
        bcs={u(x, 0): x, Subs(u(x, y).diff(y), y, 0): x},
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=x * y + x + Rational(1, 2) * y**2,
        sympy="not_implemented",
    ),
    Entry(
        id="fenics_heat",
        family="pde-linear",
        dims="2+1",
        difficulty=1,
        source="Langtangen & Logg, FEniCS tutorial ft03 (alpha=3, beta=1.2)",
        eq=Eq(u(x, y, t).diff(t), u(x, y, t).diff(x, 2) + u(x, y, t).diff(y, 2) + Rational(-34, 5)),
        func=u(x, y, t),
        bcs={
            u(0, y, t): Rational(6, 5) * t + 3 * y**2 + 1,
            u(1, y, t): Rational(6, 5) * t + 3 * y**2 + 2,
            u(x, 0, t): Rational(6, 5) * t + x**2 + 1,
            u(x, 1, t): Rational(6, 5) * t + x**2 + 4,
            u(x, y, 0): x**2 + 3 * y**2 + 1,
        },
        domain={x: (0, 1), y: (0, 1), t: (0, 2)},
        params={},
        exact=Rational(6, 5) * t + x**2 + 3 * y**2 + 1,
        sympy="not_implemented",
    ),
    Entry(
        id="firedrake_helmholtz",
        family="pde-linear",
        dims="2",
        difficulty=3,
        source="Firedrake demo helmholtz.py (pure Neumann)",
        eq=Eq(
            u(x, y) - u(x, y).diff(x, 2) - u(x, y).diff(y, 2),
            (1 + 8 * pi**2) * cos(2 * pi * x) * cos(2 * pi * y),
        ),
        func=u(x, y),
        bcs={
            Subs(u(x, y).diff(x), x, 0): 0,
            Subs(u(x, y).diff(x), x, 1): 0,
            Subs(u(x, y).diff(y), y, 0): 0,
            Subs(u(x, y).diff(y), y, 1): 0,
        },
        domain={x: (0, 1), y: (0, 1)},
        params={},
        exact=cos(2 * pi * x) * cos(2 * pi * y),
        sympy="not_implemented",
    ),
)
