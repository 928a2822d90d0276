"""Series for heat in rods, rings and plates, and what else diffuses."""

from sympy import (
    Abs,
    Eq,
    Function,
    Heaviside,
    Min,
    Piecewise,
    Rational,
    exp,
    oo,
    pi,
    sin,
    symbols,
)

from sympy_ssde.bench.letters import t, u, x, y
from sympy_ssde.bench.series_kinds import U, ends, named, period, stated

k, L, T = symbols("k L T", positive=True)
v = Function("v")
HEAT = Eq(U.diff(t), U.diff(x, 2))
ROD = {x: (0, L), t: (0, oo)}
UNIT = {x: (0, 1), t: (0, oo)}
COLD = ends(U, x, (0, 1))
SQUARE = u(x, y, t)
COLD_SQUARE = ends(SQUARE, x, (0, 1)) | ends(SQUARE, y, (0, 1))
PLATE = {x: (0, 1), y: (0, 1), t: (0, oo)}


PROBLEMS = {
    "rod_parabola": stated(
        "heat",
        "Strauss, Partial Differential Equations, 4.1 and 5.1: Dirichlet ends",
        HEAT,
        U,
        {**COLD, u(x, 0): x * (1 - x)},
        UNIT,
    ),
    "rod_constant": stated(
        "heat",
        "Haberman, Applied Partial Differential Equations, 2.3: initially constant temperature",
        Eq(U.diff(t), k * U.diff(x, 2)),
        U,
        {**ends(U, x, (0, L)), u(x, 0): 100},
        ROD,
    ),
    "rod_linear": stated(
        "heat",
        "Farlow, Partial Differential Equations for Scientists and Engineers, lesson 5",
        HEAT,
        U,
        {**COLD, u(x, 0): x},
        UNIT,
    ),
    "rod_tent": stated(
        "heat",
        "Asmar, Partial Differential Equations, 3.5: triangular initial temperature",
        HEAT,
        U,
        {**ends(U, x, (0, pi)), u(x, 0): Min(x, pi - x)},
        {x: (0, pi), t: (0, oo)},
    ),
    "rod_half_hot": stated(
        "heat",
        "Powers, Boundary Value Problems, chapter 2: a bar that is hot in one half",
        HEAT,
        U,
        {**COLD, u(x, 0): Piecewise((T, x < Rational(1, 2)), (0, True))},
        UNIT,
    ),
    "rod_exponential": stated(
        "heat",
        "Boyce & DiPrima, Elementary Differential Equations, 10.5: heat conduction in a rod",
        HEAT,
        U,
        {**COLD, u(x, 0): exp(x)},
        UNIT,
    ),
    "rod_insulated": stated(
        "heat",
        "Strauss, 4.2: Neumann ends; the zero mode is the mean",
        Eq(U.diff(t), k * U.diff(x, 2)),
        U,
        {**ends(U, x, (0, L), 1), u(x, 0): x},
        ROD,
    ),
    "rod_insulated_step": stated(
        "heat",
        "Haberman, 2.4.1: insulated ends, a step",
        HEAT,
        U,
        {**ends(U, x, (0, 1), 1), u(x, 0): Heaviside(x - Rational(1, 2))},
        UNIT,
    ),
    "rod_mixed": stated(
        "heat",
        "Strauss, 4.2, exercises: one end cold, the other insulated",
        HEAT,
        U,
        {u(0, t): 0, U.diff(x).subs(x, L): 0, u(x, 0): T},
        ROD,
    ),
    "rod_mixed_other": stated(
        "heat",
        "Churchill & Brown, Fourier Series and Boundary Value Problems: one face insulated",
        HEAT,
        U,
        {U.diff(x).subs(x, 0): 0, u(1, t): 0, u(x, 0): 1 - x**2},
        UNIT,
    ),
    "ring": stated(
        "heat",
        "Haberman, 2.4.2: heat conduction in a thin circular ring",
        HEAT,
        U,
        [*period(U, x, -pi, pi), Eq(u(x, 0), Abs(x))],
        {x: (-pi, pi), t: (0, oo)},
    ),
    "rod_warm_ends": stated(
        "heat",
        "Farlow, lesson 6: ends at different temperatures, the steady state is split off",
        HEAT,
        U,
        {u(0, t): 1, u(1, t): 3, u(x, 0): 0},
        UNIT,
    ),
    "rod_warm_ends_symbols": stated(
        "heat",
        "Powers, 2.3: fixed end temperatures",
        Eq(U.diff(t), k * U.diff(x, 2)),
        U,
        {u(0, t): 0, u(L, t): T, u(x, 0): 0},
        ROD,
    ),
    "rod_source": stated(
        "heat",
        "Haberman, 8.2: a constant source, the equilibrium is split off",
        Eq(U.diff(t), U.diff(x, 2) + 1),
        U,
        {**COLD, u(x, 0): 0},
        UNIT,
    ),
    "rod_source_in_time": stated(
        "heat",
        "Farlow, lesson 9: a source that oscillates, eigenfunction expansion",
        Eq(U.diff(t), U.diff(x, 2) + x * sin(t)),
        U,
        {**COLD, u(x, 0): 0},
        UNIT,
    ),
    "rod_source_decays": stated(
        "heat",
        "Haberman, 8.3: eigenfunction expansion with a source exp(-t)",
        Eq(U.diff(t), U.diff(x, 2) + exp(-t)),
        U,
        {**ends(U, x, (0, pi)), u(x, 0): 0},
        {x: (0, pi), t: (0, oo)},
    ),
    "rod_end_in_time": stated(
        "heat",
        "Strauss, 5.6: inhomogeneous boundary conditions",
        HEAT,
        U,
        {u(0, t): 0, u(1, t): t, u(x, 0): 0},
        UNIT,
    ),
    "rod_flux": stated(
        "heat",
        "Asmar, 3.6: heat that flows in at an insulated bar's end",
        HEAT,
        U,
        {U.diff(x).subs(x, 0): 0, U.diff(x).subs(x, 1): 1, u(x, 0): 0},
        UNIT,
    ),
    "rod_loses_heat": stated(
        "heat",
        "Farlow, lesson 8: lateral heat loss",
        Eq(U.diff(t), U.diff(x, 2) - U),
        U,
        {**COLD, u(x, 0): x},
        UNIT,
    ),
    "drift": stated(
        "advection-diffusion",
        "Farlow, lesson 8: transforming hard equations, diffusion with convection",
        Eq(U.diff(t), U.diff(x, 2) - 2 * U.diff(x)),
        U,
        {**COLD, u(x, 0): 1},
        UNIT,
    ),
    "plate_cools": stated(
        "heat in a plate",
        "Asmar, 3.7: the two-dimensional heat equation",
        Eq(SQUARE.diff(t), SQUARE.diff(x, 2) + SQUARE.diff(y, 2)),
        SQUARE,
        {**COLD_SQUARE, u(x, y, 0): x * (1 - x) * y * (1 - y)},
        PLATE,
    ),
    "plate_constant": stated(
        "heat in a plate",
        "Haberman, chapter 7: a rectangular plate that starts at a constant temperature",
        Eq(SQUARE.diff(t), SQUARE.diff(x, 2) + SQUARE.diff(y, 2)),
        SQUARE,
        {**COLD_SQUARE, u(x, y, 0): 1},
        PLATE,
    ),
    "plate_insulated": stated(
        "heat in a plate",
        "Haberman, 7.3, exercises: a rectangle, two sides cold and two insulated",
        Eq(SQUARE.diff(t), SQUARE.diff(x, 2) + SQUARE.diff(y, 2)),
        SQUARE,
        {**ends(SQUARE, x, (0, 1)), **ends(SQUARE, y, (0, 1), 1), u(x, y, 0): x * y},
        PLATE,
    ),
    "square_well": stated(
        "Schroedinger",
        "Griffiths, Introduction to Quantum Mechanics, 2.2: infinite square well, psi = x*(1 - x)",
        [Eq(U.diff(t), -v(x, t).diff(x, 2)), Eq(v(x, t).diff(t), U.diff(x, 2))],
        [U, v(x, t)],
        {**COLD, **ends(v(x, t), x, (0, 1)), u(x, 0): x * (1 - x), v(x, 0): 0},
        UNIT,
    ),
}
ENTRIES = named(PROBLEMS)
