"""Series for potentials: rectangles, boxes, strips, disks, wedges and annuli."""

from sympy import Abs, Eq, Heaviside, Rational, oo, pi, symbols

from sympy_ssde.bench.letters import u, x, y, z
from sympy_ssde.bench.series_kinds import (
    AROUND,
    CIRCLE,
    LAPLACE,
    POLAR,
    V,
    W,
    ends,
    named,
    r,
    stated,
    theta,
)

a, b = symbols("a b", positive=True)
SQUARE = {x: (0, 1), y: (0, 1)}
COLD = ends(V, x, (0, 1))
GROUND = ends(V, x, (0, 1)) | ends(V, y, (0, 1))
SPACE = u(x, y, z)
DISK = {r: (0, 1), theta: CIRCLE}


PROBLEMS = {
    "square_one_warm_side": stated(
        "Laplace",
        "Haberman, 2.5.1: Laplace's equation inside a rectangle",
        LAPLACE,
        V,
        {**COLD, u(x, 0): 0, u(x, 1): 100},
        SQUARE,
    ),
    "rectangle_one_warm_side": stated(
        "Laplace",
        "Strauss, 6.2: rectangles",
        LAPLACE,
        V,
        {**ends(V, x, (0, a)), u(x, b): 0, u(x, 0): x * (a - x)},
        {x: (0, a), y: (0, b)},
    ),
    "square_two_warm_sides": stated(
        "Laplace",
        "Asmar, 3.8: the Dirichlet problem in a rectangle, data on several sides",
        LAPLACE,
        V,
        {u(0, y): 0, u(1, y): 1, u(x, 0): x * (1 - x), u(x, 1): 0},
        SQUARE,
    ),
    "square_four_sides": stated(
        "Laplace",
        "Powers, 4.2: potential in a rectangle, superposition",
        LAPLACE,
        V,
        {u(0, y): y * (1 - y), u(1, y): 1, u(x, 0): x**2, u(x, 1): x},
        SQUARE,
    ),
    "square_insulated_side": stated(
        "Laplace",
        "Boyce & DiPrima, 10.8: mixed conditions",
        LAPLACE,
        V,
        {**COLD, V.diff(y).subs(y, 0): 0, u(x, 1): x},
        SQUARE,
    ),
    "square_insulated_sides": stated(
        "Laplace",
        "Strauss, 6.2: Neumann sides, with the mode that is constant",
        LAPLACE,
        V,
        {**ends(V, x, (0, pi), 1), u(x, 0): 0, u(x, 2): x**2},
        {x: (0, pi), y: (0, 2)},
    ),
    "strip": stated(
        "Laplace",
        "Haberman, 2.5, exercises: a semi-infinite strip",
        LAPLACE,
        V,
        {**ends(V, x, (0, pi)), u(x, 0): x, u(x, oo): 0},
        {x: (0, pi), y: (0, oo)},
    ),
    "box": stated(
        "Laplace",
        "Strauss, 6.2: cubes, a double series",
        Eq(SPACE.diff(x, 2) + SPACE.diff(y, 2) + SPACE.diff(z, 2), 0),
        SPACE,
        {**ends(SPACE, x, (0, 1)), **ends(SPACE, y, (0, 1)), u(x, y, 0): 0, u(x, y, 1): 1},
        {x: (0, 1), y: (0, 1), z: (0, 1)},
    ),
    "poisson_constant": stated(
        "Poisson",
        "Asmar, 3.9: Poisson's equation in a square, a constant source",
        Eq(V.diff(x, 2) + V.diff(y, 2), -1),
        V,
        GROUND,
        SQUARE,
    ),
    "poisson_product": stated(
        "Poisson",
        "Haberman, 8.6: Poisson's equation, a one-dimensional expansion",
        Eq(V.diff(x, 2) + V.diff(y, 2), x * y),
        V,
        GROUND,
        SQUARE,
    ),
    "helmholtz": stated(
        "Helmholtz",
        "Asmar, 3.9: the eigenfunction expansion with a term in u",
        Eq(V.diff(x, 2) + V.diff(y, 2) - 3 * V, 0),
        V,
        {**COLD, u(x, 0): 0, u(x, 1): x * (1 - x)},
        SQUARE,
    ),
    "helmholtz_waves": stated(
        "Helmholtz",
        "Courant & Hilbert, Methods of Mathematical Physics I, chapter V: reduced wave equation",
        Eq(V.diff(x, 2) + V.diff(y, 2) + 20 * V, 0),
        V,
        {**COLD, u(x, 0): 0, u(x, 1): x * (1 - x)},
        SQUARE,
    ),
    "disk_modulus": stated(
        "disk",
        "Strauss, 6.3; Farlow, lesson 33: the interior Dirichlet problem for a circle",
        POLAR,
        W,
        [*AROUND, Eq(u(1, theta), Abs(theta))],
        DISK,
    ),
    "disk_step": stated(
        "disk",
        "Asmar, 4.4: steady temperature of a disk, half of whose rim is warm",
        POLAR,
        W,
        [*AROUND, Eq(u(1, theta), 100 * Heaviside(theta))],
        DISK,
    ),
    "disk_square": stated(
        "disk",
        "Powers, 4.5: potential in a disk",
        POLAR,
        W,
        [*AROUND, Eq(u(2, theta), theta**2)],
        {r: (0, 2), theta: CIRCLE},
    ),
    "disk_radius": stated(
        "disk",
        "Strauss, 6.3: Poisson's formula, a circle of radius a",
        POLAR,
        W,
        [*AROUND, Eq(u(a, theta), Abs(theta))],
        {r: (0, a), theta: CIRCLE},
    ),
    "disk_flux": stated(
        "disk",
        "Strauss, 6.3, exercises: the Neumann problem of a disk",
        POLAR,
        W,
        [*AROUND, Eq(W.diff(r).subs(r, 1), theta)],
        DISK,
    ),
    "disk_source": stated(
        "disk",
        "Haberman, 8.6, exercises: Poisson's equation in a disk",
        Eq(POLAR.lhs, -1),
        W,
        [*AROUND, Eq(u(1, theta), theta**2)],
        DISK,
    ),
    "disk_outside": stated(
        "disk",
        "Strauss, 6.4: the exterior of a circle",
        POLAR,
        W,
        [*AROUND, Eq(u(1, theta), Abs(theta))],
        {r: (1, oo), theta: CIRCLE},
    ),
    "wedge": stated(
        "wedge",
        "Strauss, 6.4: the wedge",
        POLAR,
        W,
        {u(r, 0): 0, u(r, pi / 3): 0, u(1, theta): theta * (pi / 3 - theta)},
        {r: (0, 1), theta: (0, pi / 3)},
    ),
    "annulus": stated(
        "annulus",
        "Farlow, lesson 34: the Dirichlet problem in an annulus",
        POLAR,
        W,
        [*AROUND, Eq(u(1, theta), 0), Eq(u(2, theta), Abs(theta))],
        {r: (1, 2), theta: CIRCLE},
    ),
    "annulus_both": stated(
        "annulus",
        "Strauss, 6.4: the annulus, data on both circles",
        POLAR,
        W,
        [*AROUND, Eq(u(Rational(1, 2), theta), theta**2), Eq(u(1, theta), theta)],
        {r: (Rational(1, 2), 1), theta: CIRCLE},
    ),
}
ENTRIES = named(PROBLEMS)
