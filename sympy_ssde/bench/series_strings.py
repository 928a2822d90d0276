"""Series for strings, beams and membranes."""

from sympy import Eq, Min, Piecewise, Rational, cos, oo, pi, sin, symbols

from sympy_ssde.bench.letters import t, u, x, y
from sympy_ssde.bench.series_kinds import U, at_rest, ends, named, stated

a, b, c, h, L = symbols("a b c h L", positive=True)
WAVE = Eq(U.diff(t, 2), U.diff(x, 2))
UNIT = {x: (0, 1), t: (0, oo)}
STRING = {x: (0, L), t: (0, oo)}
TIED = ends(U, x, (0, 1))
VELOCITY = U.diff(t).subs(t, 0)
MEMBRANE = u(x, y, t)


PROBLEMS = {
    "string_plucked": stated(
        "wave",
        "Strauss, 4.1 and 5.1; Kreyszig, Advanced Engineering Mathematics, 12.3: triangular pluck",
        Eq(U.diff(t, 2), c**2 * U.diff(x, 2)),
        U,
        {
            **ends(U, x, (0, L)),
            u(x, 0): Piecewise((2 * h * x / L, x < L / 2), (2 * h * (L - x) / L, True)),
            **at_rest(),
        },
        STRING,
    ),
    "string_plucked_off_centre": stated(
        "wave",
        "Asmar, 3.3: a string plucked at a third of its length",
        WAVE,
        U,
        {**TIED, u(x, 0): Min(3 * x, Rational(3, 2) * (1 - x)), **at_rest()},
        UNIT,
    ),
    "string_parabola": stated(
        "wave",
        "Boyce & DiPrima, 10.7: vibrations of an elastic string",
        WAVE,
        U,
        {**TIED, u(x, 0): x * (1 - x), **at_rest()},
        UNIT,
    ),
    "string_struck": stated(
        "wave",
        "Haberman, 4.4: a string with an initial velocity",
        Eq(U.diff(t, 2), c**2 * U.diff(x, 2)),
        U,
        {
            **ends(U, x, (0, L)),
            u(x, 0): 0,
            VELOCITY: Piecewise((0, x < L / 4), (h, x < 3 * L / 4), (0, True)),
        },
        STRING,
    ),
    "string_both": stated(
        "wave",
        "Powers, 3.2: displacement and velocity given",
        WAVE,
        U,
        {**ends(U, x, (0, pi)), u(x, 0): x * (pi - x), VELOCITY: 1},
        {x: (0, pi), t: (0, oo)},
    ),
    "string_free_ends": stated(
        "wave",
        "Strauss, 4.2: Neumann ends, the zero mode grows",
        WAVE,
        U,
        {**ends(U, x, (0, 1), 1), u(x, 0): x, VELOCITY: 1},
        UNIT,
    ),
    "string_one_free_end": stated(
        "wave",
        "Churchill & Brown: longitudinal vibrations of a bar with one free end, released stretched",
        WAVE,
        U,
        {u(0, t): 0, U.diff(x).subs(x, 1): 0, u(x, 0): x, **at_rest()},
        UNIT,
    ),
    "string_gravity": stated(
        "wave",
        "Churchill & Brown: a string that falls under its own weight",
        Eq(U.diff(t, 2), U.diff(x, 2) - 1),
        U,
        {**TIED, u(x, 0): 0, **at_rest()},
        UNIT,
    ),
    "string_forced": stated(
        "wave",
        "Haberman, 8.5: forced vibrations, off resonance",
        Eq(U.diff(t, 2), U.diff(x, 2) + cos(t)),
        U,
        {**TIED, u(x, 0): 0, **at_rest()},
        UNIT,
    ),
    "string_resonance": stated(
        "wave",
        "Haberman, 8.5: periodic forcing with the frequency of a mode",
        Eq(U.diff(t, 2), U.diff(x, 2) + x * sin(pi * t)),
        U,
        {**TIED, u(x, 0): 0, **at_rest()},
        UNIT,
    ),
    "string_damped": stated(
        "damped wave",
        "Strauss, 4.1, exercises: waves in a resistant medium",
        Eq(U.diff(t, 2) + U.diff(t), U.diff(x, 2)),
        U,
        {**TIED, u(x, 0): x * (1 - x), **at_rest()},
        UNIT,
    ),
    "string_overdamped": stated(
        "damped wave",
        "Haberman, 4.4, exercises: a damped string, whose first mode doesn't oscillate",
        Eq(U.diff(t, 2) + 10 * U.diff(t), U.diff(x, 2)),
        U,
        {**TIED, u(x, 0): x * (1 - x), **at_rest()},
        UNIT,
    ),
    "telegraph": stated(
        "telegraph",
        "Asmar, 3.3, exercises: the telegraph equation",
        Eq(U.diff(t, 2) + 2 * U.diff(t) + U, U.diff(x, 2)),
        U,
        {**TIED, u(x, 0): x * (1 - x), **at_rest()},
        UNIT,
    ),
    "klein_gordon": stated(
        "wave",
        "Strauss, chapter 4: separation with a mass term",
        Eq(U.diff(t, 2), U.diff(x, 2) - 4 * U),
        U,
        {**TIED, u(x, 0): x * (1 - x), **at_rest()},
        UNIT,
    ),
    "beam": stated(
        "beam",
        "Farlow, lesson 21: the vibrating beam, simply supported",
        Eq(U.diff(t, 2) + U.diff(x, 4), 0),
        U,
        {**TIED, **ends(U, x, (0, 1), 2), u(x, 0): x * (1 - x), **at_rest()},
        UNIT,
    ),
    "membrane": stated(
        "membrane",
        "Kreyszig, 12.9; Haberman, 7.3: the rectangular membrane",
        Eq(MEMBRANE.diff(t, 2), c**2 * (MEMBRANE.diff(x, 2) + MEMBRANE.diff(y, 2))),
        MEMBRANE,
        {
            **ends(MEMBRANE, x, (0, a)),
            **ends(MEMBRANE, y, (0, b)),
            u(x, y, 0): x * (a - x) * y * (b - y),
            MEMBRANE.diff(t).subs(t, 0): 0,
        },
        {x: (0, a), y: (0, b), t: (0, oo)},
    ),
}
ENTRIES = named(PROBLEMS)
