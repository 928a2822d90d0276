"""Nonlinear partial equations without conditions."""

from sympy import exp, sin, sinh

from sympy_ssde.bench.families_kinds import Entry, a, b, c, kind, n, named, nu
from sympy_ssde.bench.letters import t, u, x, y

_nonlinear = kind("nonlinear")
_DRAZIN = "Drazin & Johnson 1989, Solitons: An Introduction, {}"
_POLYANIN = "Polyanin & Zaitsev 2012, Handbook of Nonlinear Partial Differential Equations, {}"
_EVANS = "Evans 2010, Partial Differential Equations, {}"

U, V, W = u(x, t), u(x, y), u(x, y, t)

ENTRIES: tuple[Entry, ...] = named(
    {
        "burgers": _nonlinear("Burgers 1948", U.diff(t) + U * U.diff(x) - nu * U.diff(x, 2), U),
        "kdv": _nonlinear(
            "Korteweg & de Vries 1895", U.diff(t) + 6 * U * U.diff(x) + U.diff(x, 3), U, constants=2
        ),
        "mkdv": _nonlinear(
            _DRAZIN.format("5.2"), U.diff(t) + 6 * U**2 * U.diff(x) + U.diff(x, 3), U
        ),
        "mkdv_defocusing": _nonlinear(
            _DRAZIN.format("5.2"), U.diff(t) - 6 * U**2 * U.diff(x) + U.diff(x, 3), U
        ),
        "kadomtsev_petviashvili": _nonlinear(
            "Kadomtsev & Petviashvili 1970",
            (W.diff(t) + 6 * W * W.diff(x) + W.diff(x, 3)).diff(x) + 3 * W.diff(y, 2),
            W,
            constants=2,
        ),
        "boussinesq": _nonlinear(
            "Boussinesq 1872",
            U.diff(t, 2) - U.diff(x, 2) - 3 * (U**2).diff(x, 2) - U.diff(x, 4),
            U,
        ),
        "bbm": _nonlinear(
            "Benjamin, Bona & Mahony 1972",
            U.diff(t) + U.diff(x) + U * U.diff(x) - U.diff(x, 2, t),
            U,
        ),
        "fisher": _nonlinear(
            "Ablowitz & Zeppetella 1979", U.diff(t) - U.diff(x, 2) - U * (1 - U), U
        ),
        "huxley": _nonlinear(
            "Nagumo, Arimoto & Yoshizawa 1962",
            U.diff(t) - U.diff(x, 2) - U * (1 - U) * (U - a),
            U,
        ),
        "newell_whitehead": _nonlinear(
            "Newell & Whitehead 1969", U.diff(t) - U.diff(x, 2) - a * U + b * U**3, U
        ),
        "sine_gordon": _nonlinear(_DRAZIN.format("5.3"), U.diff(x, t) - sin(U), U),
        "sine_gordon_laboratory": _nonlinear(
            _DRAZIN.format("5.3"), U.diff(t, 2) - U.diff(x, 2) + sin(U), U
        ),
        "sinh_gordon": _nonlinear(_POLYANIN.format("sinh-Gordon"), U.diff(x, t) - sinh(U), U),
        "liouville": _nonlinear(
            "Liouville 1853", U.diff(x, t) - exp(U), U, constants=0, functions=2
        ),
        "tzitzeica": _nonlinear("Tzitzeica 1907", U.diff(x, t) - exp(U) + exp(-2 * U), U),
        "porous_medium": _nonlinear("Barenblatt 1952", U.diff(t) - (U * U.diff(x)).diff(x), U),
        "porous_medium_power": _nonlinear(
            "Vazquez 2007, The Porous Medium Equation", U.diff(t) - (U**n * U.diff(x)).diff(x), U
        ),
        "hunter_saxton": _nonlinear(
            "Hunter & Saxton 1991", (U.diff(t) + U * U.diff(x)).diff(x) - U.diff(x) ** 2 / 2, U
        ),
        "hamilton_jacobi": _nonlinear(
            _EVANS.format("3.3"), U.diff(t) + U.diff(x) ** 2 / 2, U, constants=2
        ),
        "eikonal": _nonlinear(
            _EVANS.format("3.1"), V.diff(x) ** 2 + V.diff(y) ** 2 - 1, V, constants=2
        ),
        "monge_ampere": _nonlinear(
            _POLYANIN.format("Monge-Ampere"),
            V.diff(x, y) ** 2 - V.diff(x, 2) * V.diff(y, 2),
            V,
            constants=2,
        ),
        "monge_ampere_source": _nonlinear(
            _POLYANIN.format("Monge-Ampere"),
            V.diff(x, y) ** 2 - V.diff(x, 2) * V.diff(y, 2) - a**2,
            V,
            constants=2,
        ),
        "minimal_surface": _nonlinear(
            "Scherk 1835",
            (1 + V.diff(y) ** 2) * V.diff(x, 2)
            - 2 * V.diff(x) * V.diff(y) * V.diff(x, y)
            + (1 + V.diff(x) ** 2) * V.diff(y, 2),
            V,
        ),
        "kuramoto_sivashinsky": _nonlinear(
            "Kuramoto & Tsuzuki 1976",
            U.diff(t) + U * U.diff(x) + U.diff(x, 2) + U.diff(x, 4),
            U,
        ),
        "cahn_allen": _nonlinear("Allen & Cahn 1979", U.diff(t) - U.diff(x, 2) - U + U**3, U),
        "phi_four": _nonlinear(
            "Rajaraman 1982, Solitons and Instantons, 2.3",
            U.diff(t, 2) - U.diff(x, 2) - U + U**3,
            U,
        ),
        "reaction_power": _nonlinear(
            "Wang 1988, J. Phys. A 21:L1", U.diff(t) - U.diff(x, 2) - U * (1 - U**n), U
        ),
        "reaction_quintic": _nonlinear(
            _POLYANIN.format("heat with powers"), U.diff(t) - U.diff(x, 2) - U * (1 - U**4), U
        ),
        "burgers_huxley": _nonlinear(
            "Satsuma 1987",
            U.diff(t) + U * U.diff(x) - U.diff(x, 2) - U * (1 - U) * (U - a),
            U,
        ),
        "burgers_fisher": _nonlinear(
            "Kaya & El-Sayed 2004", U.diff(t) + U * U.diff(x) - U.diff(x, 2) - U * (1 - U), U
        ),
        "kdv_burgers": _nonlinear(
            "Johnson 1970",
            U.diff(t) + a * U * U.diff(x) + b * U.diff(x, 3) - c * U.diff(x, 2),
            U,
        ),
        "gardner": _nonlinear(
            "Miura, Gardner & Kruskal 1968",
            U.diff(t) + 6 * U * U.diff(x) - 6 * U**2 * U.diff(x) + U.diff(x, 3),
            U,
        ),
        "kawahara": _nonlinear(
            "Kawahara 1972", U.diff(t) + U * U.diff(x) + U.diff(x, 3) - U.diff(x, 5), U
        ),
        "sawada_kotera": _nonlinear(
            "Sawada & Kotera 1974",
            U.diff(t)
            + 45 * U**2 * U.diff(x)
            + 15 * U.diff(x) * U.diff(x, 2)
            + 15 * U * U.diff(x, 3)
            + U.diff(x, 5),
            U,
        ),
        "inviscid_burgers": _nonlinear(
            "Whitham 1974, Linear and Nonlinear Waves, 2.1", U.diff(t) + U * U.diff(x), U
        ),
        "potential_burgers": _nonlinear("Cole 1951", U.diff(t) - U.diff(x, 2) - U.diff(x) ** 2, U),
        "clairaut_plane": _nonlinear(
            "Courant & Hilbert 1962, I.4",
            x * V.diff(x) + y * V.diff(y) + V.diff(x) * V.diff(y) - V,
            V,
            constants=2,
        ),
        "fast_diffusion": _nonlinear(
            _POLYANIN.format("heat with powers"), U.diff(t) - (U.diff(x) / U).diff(x), U
        ),
        "klein_gordon_cubic": _nonlinear(
            _POLYANIN.format("Klein-Gordon"), U.diff(t, 2) - U.diff(x, 2) + a * U - b * U**3, U
        ),
    }
)
