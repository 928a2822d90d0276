"""Integrable systems of partial equations: solitary waves, plane waves, breathers."""

from typing import Any

from sympy import (
    Eq,
    Expr,
    Function,
    Rational,
    atan,
    cos,
    exp,
    pi,
    sech,
    sin,
    sqrt,
    symbols,
    tanh,
)

from sympy_ssde.bench.letters import t, u, x
from sympy_ssde.bench.literature_kinds import named
from sympy_ssde.bench.systems_kinds import of_xt, periodic

k = symbols("k", positive=True)
v, w, r = map(Function, "v w r".split())
U, V, W, R = u(x, t), v(x, t), w(x, t), r(x, t)


def schroedinger(real: Expr, imaginary: Expr, potential: Expr) -> list[Eq]:
    """Real and imaginary part of i psi_t + psi_xx/2 = potential psi."""
    return [
        Eq(real.diff(t), -imaginary.diff(x, 2) / 2 + potential * imaginary),
        Eq(imaginary.diff(t), real.diff(x, 2) / 2 - potential * real),
    ]


INTENSITY = U**2 + V**2
PEREGRINE = 1 + 4 * x**2 + 4 * t**2


def nonlinear_schroedinger(potential: Expr) -> dict[str, Any]:
    """Real and imaginary part on a short line, for a short time."""
    return {
        "eq": schroedinger(U, V, potential),
        "func": [U, V],
        "domain": {x: (-2, 2), t: (0, 1)},
        "notes": "real and imaginary part",
    }


PROBLEMS = {
    "hirota_satsuma": of_xt(
        difficulty=4,
        source="Hirota & Satsuma 1981, Phys. Lett. A 85:407: coupled KdV, solitary wave",
        eq=[
            Eq(U.diff(t), (U.diff(x, 3) + 6 * U * U.diff(x)) / 2 - 12 * V * V.diff(x)),
            Eq(V.diff(t), -V.diff(x, 3) - 3 * U * V.diff(x)),
        ],
        func=[U, V],
        also={
            U.diff(x).subs(x, -3): 4 * sech(t + 3) ** 2 * tanh(t + 3),
            V.diff(x).subs(x, 3): sech(t - 3) * tanh(t - 3),
        },
        domain={x: (-3, 3), t: (0, 1)},
        exact=[2 * sech(x - t) ** 2, sech(x - t)],
    ),
    "hirota_satsuma_three": of_xt(
        difficulty=5,
        source="Wu et al. 1999, Phys. Lett. A 255:259: generalised Hirota-Satsuma coupled KdV",
        eq=[
            Eq(U.diff(t), U.diff(x, 3) / 2 - 3 * U * U.diff(x) + 3 * (V * W).diff(x)),
            Eq(V.diff(t), -V.diff(x, 3) + 3 * U * V.diff(x)),
            Eq(W.diff(t), -W.diff(x, 3) + 3 * U * W.diff(x)),
        ],
        func=[U, V, W],
        also={
            U.diff(x).subs(x, -3): 4 * sech(t / 2 - 3) ** 2 * tanh(t / 2 - 3),
            V.diff(x).subs(x, 3): sech(t / 2 + 3) ** 2,
            W.diff(x).subs(x, 3): 2 * sech(t / 2 + 3) ** 2,
        },
        domain={x: (-3, 3), t: (0, 1)},
        exact=[
            Rational(3, 2) - 2 * sech(x + t / 2) ** 2,
            tanh(x + t / 2),
            2 * tanh(x + t / 2),
        ],
    ),
    "broer_kaup": of_xt(
        difficulty=4,
        source="Broer 1975, Appl. Sci. Res. 31:377; Kaup 1975: dispersive long waves, kink",
        eq=[
            Eq(U.diff(t) + U * U.diff(x) + V.diff(x), 0),
            Eq(V.diff(t) + (U * V).diff(x) + U.diff(x, 3), 0),
        ],
        func=[U, V],
        domain={x: (-3, 3), t: (0, 1)},
        exact=[1 + tanh((x - t) / 2), sech((x - t) / 2) ** 2 / 2],
        notes="u and v at both ends and at the beginning",
    ),
    "kaup_solitary": of_xt(
        difficulty=4,
        source="Kaup 1975, Prog. Theor. Phys. 54:396: long waves with the other sign of dispersion",
        eq=[
            Eq(U.diff(t) + U * U.diff(x) + V.diff(x), 0),
            Eq(V.diff(t) + (U * V).diff(x) - U.diff(x, 3), 0),
        ],
        func=[U, V],
        domain={x: (-3, 3), t: (0, 1)},
        exact=[1 + 2 * sech(x - t), 1 - 2 * sech(x - t) ** 2],
    ),
    "boussinesq_solitary": of_xt(
        difficulty=5,
        source="Chen 1998, Appl. Math. Lett. 11(5):45: regularised Boussinesq system, speed 5/2",
        eq=[
            Eq(V.diff(t) + U.diff(x) + (U * V).diff(x), V.diff(x, 2, t) / 6),
            Eq(U.diff(t) + V.diff(x) + U * U.diff(x), U.diff(x, 2, t) / 6),
        ],
        func=[V, U],
        domain={x: (-2, 2), t: (0, 1)},
        exact=[
            Rational(15, 4)
            * (
                2 * sech(3 * (x - 5 * t / 2) / sqrt(10)) ** 2
                - 3 * sech(3 * (x - 5 * t / 2) / sqrt(10)) ** 4
            ),
            Rational(15, 2) * sech(3 * (x - 5 * t / 2) / sqrt(10)) ** 2,
        ],
        notes="v is the elevation, u the velocity",
    ),
    "nls_plane_wave": of_xt(
        difficulty=3,
        source="Ablowitz & Segur, Solitons and the Inverse Scattering Transform: NLS plane wave",
        eq=schroedinger(U, V, -INTENSITY),
        func=[U, V],
        bcs={
            u(x, 0): cos(2 * x),
            v(x, 0): sin(2 * x),
            **periodic(x, pi, U, V, U.diff(x), V.diff(x)),
        },
        domain={x: (0, pi), t: (0, 2)},
        exact=[cos(2 * x - t), sin(2 * x - t)],
        notes="real and imaginary part; focusing",
    ),
    "nls_black_soliton": of_xt(
        difficulty=3,
        source="Zakharov & Shabat 1973, Sov. Phys. JETP 37:823: defocusing NLS, black soliton",
        **nonlinear_schroedinger(INTENSITY),
        exact=[tanh(x) * cos(t), -tanh(x) * sin(t)],
    ),
    "nls_grey_soliton": of_xt(
        difficulty=5,
        source="Zakharov & Shabat 1973, Sov. Phys. JETP 37:823: defocusing NLS, grey soliton",
        **nonlinear_schroedinger(INTENSITY),
        exact=[
            Rational(4, 5) * tanh(4 * x / 5 - 12 * t / 25) * cos(t) + Rational(3, 5) * sin(t),
            Rational(3, 5) * cos(t) - Rational(4, 5) * tanh(4 * x / 5 - 12 * t / 25) * sin(t),
        ],
    ),
    "nls_peregrine": of_xt(
        difficulty=5,
        source="Peregrine 1983, J. Austral. Math. Soc. B 25:16: focusing NLS, rational breather",
        **nonlinear_schroedinger(-INTENSITY),
        exact=[
            cos(t) - 4 * (cos(t) - 2 * t * sin(t)) / PEREGRINE,
            sin(t) - 4 * (sin(t) + 2 * t * cos(t)) / PEREGRINE,
        ],
    ),
    "manakov_soliton": of_xt(
        difficulty=5,
        source="Manakov 1974, Sov. Phys. JETP 38:248: vector NLS, soliton with two polarisations",
        eq=[
            *schroedinger(U, V, -INTENSITY - W**2 - R**2),
            *schroedinger(W, R, -INTENSITY - W**2 - R**2),
        ],
        func=[U, V, W, R],
        domain={x: (-3, 3), t: (0, 1)},
        exact=[
            Rational(3, 5) * cos(x) * sech(x - t),
            Rational(3, 5) * sin(x) * sech(x - t),
            Rational(4, 5) * cos(x) * sech(x - t),
            Rational(4, 5) * sin(x) * sech(x - t),
        ],
        notes="real and imaginary parts of both components",
    ),
    "zakharov_soliton": of_xt(
        difficulty=5,
        source="Zakharov 1972, Sov. Phys. JETP 35:908: Langmuir soliton at rest in its well",
        eq=[
            Eq(U.diff(t), -V.diff(x, 2) + W * V),
            Eq(V.diff(t), U.diff(x, 2) - W * U),
            Eq(W.diff(t, 2), W.diff(x, 2) + (U**2 + V**2).diff(x, 2)),
        ],
        func=[U, V, W],
        also={W.diff(t).subs(t, 0): 0},
        domain={x: (-2, 2), t: (0, 1)},
        exact=[sqrt(2) * cos(t) * sech(x), sqrt(2) * sin(t) * sech(x), -2 * sech(x) ** 2],
        notes="real and imaginary part of the field, and the density",
    ),
    "spin_wave": of_xt(
        difficulty=3,
        source="Lakshmanan 1977, Phys. Lett. A 61:53: Heisenberg chain S_t = S x S_xx, spin wave",
        eq=[
            Eq(U.diff(t), V * W.diff(x, 2) - W * V.diff(x, 2)),
            Eq(V.diff(t), W * U.diff(x, 2) - U * W.diff(x, 2)),
            Eq(W.diff(t), U * V.diff(x, 2) - V * U.diff(x, 2)),
        ],
        func=[U, V, W],
        bcs={
            u(x, 0): 3 * cos(x) / 5,
            v(x, 0): 3 * sin(x) / 5,
            w(x, 0): Rational(4, 5),
            **periodic(x, 2 * pi, U, V, W, U.diff(x), V.diff(x), W.diff(x)),
        },
        domain={x: (0, 2 * pi), t: (0, 2)},
        exact=[3 * cos(x - 4 * t / 5) / 5, 3 * sin(x - 4 * t / 5) / 5, Rational(4, 5)],
    ),
    "sine_gordon_pair": of_xt(
        difficulty=4,
        source="Ablowitz & Segur, Solitons: sine-Gordon in light-cone coordinates, kink, as a pair",
        eq=[Eq(U.diff(x), V), Eq(V.diff(t), sin(U))],
        func=[U, V],
        bcs={u(0, t): 4 * atan(exp(t / k)), v(x, 0): 2 * k * sech(k * x)},
        domain={x: (0, 1), t: (0, 1)},
        params={k: (Rational(1, 2), 2)},
        exact=[4 * atan(exp(k * x + t / k)), 2 * k * sech(k * x + t / k)],
    ),
    "self_induced_transparency": of_xt(
        difficulty=4,
        source="McCall & Hahn 1969, Phys. Rev. 183:457: Maxwell-Bloch equations, 2 pi pulse",
        eq=[
            Eq(U.diff(x), -V),
            Eq(V.diff(t), U * W),
            Eq(W.diff(t), -U * V),
        ],
        func=[U, V, W],
        bcs={
            u(0, t): 2 * sech(t),
            v(x, 0): 2 * sech(x) * tanh(x),
            w(x, 0): 1 - 2 * sech(x) ** 2,
        },
        domain={x: (0, 2), t: (0, 2)},
        exact=[
            2 * sech(t - x),
            -2 * sech(t - x) * tanh(t - x),
            1 - 2 * sech(t - x) ** 2,
        ],
        notes="field, polarisation and inversion, in retarded time",
    ),
}

ENTRIES = named(PROBLEMS)
