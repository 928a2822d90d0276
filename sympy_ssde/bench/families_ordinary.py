"""Ordinary equations of the usual classes without conditions."""

from sympy import cos, exp, log, sin, tan

from sympy_ssde.bench.families_kinds import Entry, a, b, k, kind, m, named
from sympy_ssde.bench.letters import t, u, x

_ordinary = kind("ordinary", general=True)
_BOYCE = "Boyce & DiPrima 2012, Elementary Differential Equations, {}"
_INCE = "Ince 1926, Ordinary Differential Equations, {}"

U, T = u(x), u(t)
U1, U2, U3, U4 = (U.diff(x, i) for i in range(1, 5))

ENTRIES: tuple[Entry, ...] = named(
    {
        "growth": _ordinary(_BOYCE.format("1.1"), T.diff(t) - a * T, T),
        "first_order_linear": _ordinary(_BOYCE.format("2.1"), U1 + 2 * x * U - x, U),
        "tangent_coefficient": _ordinary(_BOYCE.format("2.1"), U1 - tan(x) * U - cos(x), U),
        "separable": _ordinary(_BOYCE.format("2.2"), U1 - x * U**2, U),
        "separable_exponential": _ordinary(_BOYCE.format("2.2"), U1 - exp(2 * x - U), U),
        "logistic": _ordinary(_BOYCE.format("2.5"), T.diff(t) - a * T * (1 - T / k), T),
        "bernoulli": _ordinary(_BOYCE.format("2.4"), U1 + U / x - x * U**3, U),
        "homogeneous": _ordinary(_BOYCE.format("2.2"), x * U1 - U - x * exp(U / x), U),
        "exact": _ordinary(_BOYCE.format("2.6"), 2 * x * U + (x**2 + 2 * U) * U1, U),
        "riccati": _ordinary(_INCE.format("2.15"), U1 - 1 - x**2 + 2 * x * U - U**2, U),
        "riccati_bessel": _ordinary(_INCE.format("2.15"), U1 - x - U**2, U),
        "clairaut": _ordinary(_INCE.format("2.4"), U - x * U1 - U1**2, U),
        "of_a_line": _ordinary(_BOYCE.format("2"), U1 - (x + U) ** 2, U),
        "oscillator": _ordinary(_BOYCE.format("3.7"), T.diff(t, 2) + 2 * T.diff(t) + 10 * T, T),
        "oscillator_symbols": _ordinary(_BOYCE.format("3.7"), T.diff(t, 2) + k**2 * T, T),
        "resonance": _ordinary(_BOYCE.format("3.8"), T.diff(t, 2) + T - cos(t), T),
        "variation_of_parameters": _ordinary(_BOYCE.format("3.6"), U2 + U - 1 / cos(x), U),
        "euler": _ordinary(_BOYCE.format("5.4"), x**2 * U2 + 3 * x * U1 + 5 * U, U),
        "euler_source": _ordinary(_BOYCE.format("5.4"), x**2 * U2 - 2 * U - log(x), U),
        "airy": _ordinary(_BOYCE.format("5.2"), U2 - x * U, U),
        "bessel": _ordinary(_BOYCE.format("5.7"), x**2 * U2 + x * U1 + (x**2 - m**2) * U, U),
        "legendre": _ordinary(_BOYCE.format("5.3"), (1 - x**2) * U2 - 2 * x * U1 + 2 * U, U),
        "third_order": _ordinary(_BOYCE.format("4.2"), U3 - 3 * U2 + 3 * U1 - U, U),
        "fourth_order": _ordinary(_BOYCE.format("4.2"), U4 + 4 * U, U),
        "without_unknown": _ordinary(_INCE.format("2.6"), x * U2 - U1 - x**2, U),
        "without_variable": _ordinary(_INCE.format("2.6"), U * U2 - U1**2, U),
        "autonomous": _ordinary(_INCE.format("2.6"), U2 - 2 * U * U1, U),
        "liouville": _ordinary(_INCE.format("6"), U2 + U1**2 + U1 / x, U),
        "reduction_of_order": _ordinary(_BOYCE.format("3.4"), x * U2 - (x + 1) * U1 + U, U),
        "forced_sine": _ordinary(_BOYCE.format("3.5"), U2 - 3 * U1 + 2 * U - sin(x) * exp(x), U),
        "gompertz": _ordinary("Gompertz 1825", T.diff(t) - a * T * log(b / T), T),
        "square_root": _ordinary(_BOYCE.format("2.8"), U1**2 - 4 * U, U),
    }
)
