"""The problems of SIGS (Oikonomou et al., ICML 2026), stated without the Ansatz that it is given.

Data are those of the published solutions, which it approximates to 6.6e-14 (Burgers), 7e-13
(diffusion), 6.6e-6 (KdV) and 1.2e-13 (damped wave, whose source is manufactured).
"""

from typing import Any

from sympy import Eq, Expr, Rational, Symbol, cos, exp, expand, pi, sech, sin, sqrt, tanh

from sympy_ssde.bench.letters import t, u, x, y
from sympy_ssde.bench.literature_kinds import kind, named

of_xt = kind("sigs", x, t)
of_xyt = kind("sigs", x, y, t)
U, V = u(x, t), u(x, y, t)

_LENGTH, _DIFFUSIVITY, _SIZE = Rational(1397, 1000), Rational(697, 1000), Rational(1987, 500)


def _mode(n: int) -> Expr:
    rate = _DIFFUSIVITY * (n * pi / _LENGTH) ** 2
    return _SIZE * sin(n * pi * x / _LENGTH) * exp(-rate * t)


def _damped(w: Any, laplacian: Any) -> Any:
    return w.diff(t, 2) + w.diff(t) - Rational(16, 25) * laplacian


_R, _RADIUS = Symbol("r"), sqrt((x + 5) ** 2 + (y - 5) ** 2)
_RINGS = cos(_R / 2 - 2 * t / 5) * exp(-9 * t / 20)
_CIRCLES = _RINGS.subs(_R, _RADIUS)
_SOURCE = expand(_damped(_RINGS, _RINGS.diff(_R, 2) + _RINGS.diff(_R) / _R)).subs(_R, _RADIUS)
_SIDES = [(x, -4), (x, 8), (y, -8), (y, 4)]

PROBLEMS = {
    "sigs_burgers": of_xt(
        difficulty=3,
        source="SIGS (Oikonomou et al., ICML 2026): Burgers' equation",
        eq=Eq(U.diff(t) + U * U.diff(x) - U.diff(x, 2) / 100, 0),
        domain={x: (-5, 5), t: (0, 2)},
        exact=Rational(43, 50)
        + Rational(3, 5) * tanh(Rational(129, 5) * t - 30 * x + Rational(99, 10)),
    ),
    "sigs_diffusion": of_xt(
        difficulty=3,
        source="SIGS (Oikonomou et al., ICML 2026): diffusion of three modes",
        eq=Eq(U.diff(t), _DIFFUSIVITY * U.diff(x, 2)),
        domain={x: (0, _LENGTH), t: (0, 1)},
        exact=_mode(1) - _mode(3) + _mode(5),
    ),
    "sigs_kdv": of_xt(
        difficulty=3,
        source="SIGS (Oikonomou et al., ICML 2026): a soliton of the KdV equation",
        eq=Eq(U.diff(t) + 6 * U * U.diff(x) + U.diff(x, 3), 0),
        domain={x: (-10, 10), t: (0, 1)},
        exact=2 * sech(x - 4 * t) ** 2,
    ),
    "sigs_damped_wave": of_xyt(
        difficulty=3,
        source="SIGS (Oikonomou et al., ICML 2026): a damped wave around a point",
        eq=Eq(_damped(V, V.diff(x, 2) + V.diff(y, 2)), _SOURCE),
        bcs={
            **{V.subs(side, at): _CIRCLES.subs(side, at) for side, at in _SIDES},
            V.subs(t, 0): _CIRCLES.subs(t, 0),
            V.diff(t).subs(t, 0): _CIRCLES.diff(t).subs(t, 0),
        },
        domain={x: (-4, 8), y: (-8, 4), t: (0, 4)},
        exact=_CIRCLES,
    ),
}

ENTRIES = named(PROBLEMS)
