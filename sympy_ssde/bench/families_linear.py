"""Linear partial equations without conditions."""

from sympy import exp, sin

from sympy_ssde.bench.families_kinds import Entry, a, b, c, k, kind, m, named
from sympy_ssde.bench.letters import t, u, x, y, z

_linear = kind("linear")
_EVANS = "Evans 2010, Partial Differential Equations, {}"
_STRAUSS = "Strauss 2008, Partial Differential Equations: An Introduction, {}"
_POLYANIN = "Polyanin & Nazaikinskii 2016, Handbook of Linear Partial Differential Equations, {}"

U, V, W = u(x, t), u(x, y), u(x, y, t)

ENTRIES: tuple[Entry, ...] = named(
    {
        "heat": _linear(_EVANS.format("2.3"), U.diff(t) - k * U.diff(x, 2), U, constants=3),
        "heat_plane": _linear(_EVANS.format("2.3"), W.diff(t) - W.diff(x, 2) - W.diff(y, 2), W),
        "heat_source": _linear(_POLYANIN.format("heat"), U.diff(t) - U.diff(x, 2) - sin(x), U),
        "heat_loss": _linear(_POLYANIN.format("heat"), U.diff(t) - a * U.diff(x, 2) + b * U, U),
        "wave": _linear(
            _EVANS.format("2.4"), U.diff(t, 2) - c**2 * U.diff(x, 2), U, constants=0, functions=2
        ),
        "wave_plane": _linear(
            _EVANS.format("2.4"), W.diff(t, 2) - W.diff(x, 2) - W.diff(y, 2), W, constants=2
        ),
        "wave_forced": _linear(
            _STRAUSS.format("3.4"), U.diff(t, 2) - U.diff(x, 2) - x * t, U, constants=0, functions=2
        ),
        "laplace": _linear(_EVANS.format("2.2"), V.diff(x, 2) + V.diff(y, 2), V, constants=3),
        "poisson": _linear(_EVANS.format("2.2"), V.diff(x, 2) + V.diff(y, 2) - x * y, V),
        "helmholtz": _linear(
            _STRAUSS.format("13.3"), V.diff(x, 2) + V.diff(y, 2) + k**2 * V, V, constants=2
        ),
        "telegraph": _linear(
            "Courant & Hilbert 1962, Methods of Mathematical Physics II, III.4",
            U.diff(t, 2) + 2 * a * U.diff(t) - c**2 * U.diff(x, 2),
            U,
        ),
        "airy": _linear(
            "Whitham 1974, Linear and Nonlinear Waves, 13.6", U.diff(t) + U.diff(x, 3), U
        ),
        "beam": _linear(
            "Timoshenko 1974, Vibration Problems in Engineering",
            U.diff(t, 2) + a**2 * U.diff(x, 4),
            U,
            constants=3,
        ),
        "advection_diffusion": _linear(
            _POLYANIN.format("convective heat"), U.diff(t) + a * U.diff(x) - b * U.diff(x, 2), U
        ),
        "klein_gordon": _linear(
            "Whitham 1974, 11.1", U.diff(t, 2) - U.diff(x, 2) + m**2 * U, U, constants=3
        ),
        "tricomi": _linear("Tricomi 1923", y * V.diff(x, 2) + V.diff(y, 2), V, constants=3),
        "transport": _linear(
            _EVANS.format("2.1"), U.diff(t) + c * U.diff(x), U, constants=0, functions=1
        ),
        "transport_space": _linear(
            _EVANS.format("2.1"),
            W.diff(t) + 2 * W.diff(x) - 3 * W.diff(y),
            W,
            constants=0,
            functions=1,
        ),
        "euler_homogeneous": _linear(
            "Courant & Hilbert 1962, I.5",
            x * V.diff(x) + y * V.diff(y) - 3 * V,
            V,
            constants=0,
            functions=1,
        ),
        "mixed": _linear(_STRAUSS.format("1.6"), V.diff(x, y), V, constants=0, functions=2),
        "parabolic_double": _linear(
            _STRAUSS.format("1.6"),
            V.diff(x, 2) + 4 * V.diff(x, y) + 4 * V.diff(y, 2),
            V,
            constants=0,
            functions=2,
        ),
        "black_scholes": _linear(
            "Black & Scholes 1973",
            U.diff(t) + a * x**2 * U.diff(x, 2) + b * x * U.diff(x) - b * U,
            U,
        ),
        "euler_darboux": _linear(
            "Copson 1975, Partial Differential Equations",
            U.diff(t, 2) - U.diff(x, 2) - 2 * U.diff(x) / x,
            U,
        ),
        "biharmonic": _linear(
            _POLYANIN.format("fourth order"),
            V.diff(x, 4) + 2 * V.diff(x, 2, y, 2) + V.diff(y, 4),
            V,
        ),
        "forced_decay": _linear(
            _POLYANIN.format("heat"), U.diff(t) - U.diff(x, 2) - exp(-t) * x, U
        ),
        "space_laplace": _linear(
            _EVANS.format("2.2"),
            u(x, y, z).diff(x, 2) + u(x, y, z).diff(y, 2) + u(x, y, z).diff(z, 2),
            u(x, y, z),
        ),
    }
)
