"""Solutions for the tests of pictures and pages: made by hand, checked by the prover."""

from sympy import Eq, Float, Function, Rational, Symbol, Tuple, cos, exp, oo, pi, sin, sqrt, symbols

from sympy_ssde import Problem, Solution, Status
from sympy_ssde.proof.verify import verify
from sympy_ssde.result.solution import History, Record, Step

x, y, z, t, s = symbols("x y z t s")
k = Symbol("k", positive=True)
u, v, w, p = map(Function, "uvwp")

HISTORY = History(
    tuple(
        Record(i // 4, "policy", 1000 * i + 10, 0.1 * i, 1 - 1 / (i + 1.5), 0.1**i, "x + sin(x)")
        for i in range(12)
    ),
    ((1, 0.5, "x"), (3, 1e-2, "sin x"), (7, 0.0, "x + sin(x)")),
)


def solution(problem, *exprs, checked=True, **rest):
    """A solution with its proof, or an approximation that nobody has checked."""
    proof = verify(problem, exprs) if checked else None
    status = Status.UNDECIDED if proof is None else proof.status
    residuals = {"equation": 0.0 if proof else 0.25, "boundary": 0.0 if proof else 0.125}
    known = (problem, exprs[0], status, proof, residuals, 7, 1.5, 12345, "direct")
    return Solution(*known, exprs=exprs, **rest)


def laplacian(f, *variables):
    return sum(f.diff(v, 2) for v in variables)


def oscillator(**rest):
    conditions = {u(0): 0, u(x).diff(x).subs(x, 0): 1}
    problem = Problem(laplacian(u(x), x) + u(x), u(x), conditions, {x: (0, 2 * pi)})
    return solution(problem, sin(x), **rest)


def decay():
    problem = Problem(u(x).diff(x) + k * u(x), u(x), {u(0): 1}, {x: (0, oo)}, params={k: (1, 3)})
    return solution(problem, exp(-k * x))


def pole():
    problem = Problem(u(x).diff(x) + u(x) ** 2, u(x), {u(1): 1}, {x: (0, 2)})
    return solution(problem, 1 / x)


def disk():
    edge = sqrt(1 - x**2)
    domain = {x: (-1, 1), y: (-edge, edge), s: (0, 2 * pi)}
    problem = Problem(laplacian(u(x, y), x, y) - 4, u(x, y), {u(cos(s), sin(s)): 1}, domain)
    return solution(problem, x**2 + y**2)


COOLING = exp(-(pi**2) * t) * sin(pi * x)
QUARTER = Rational(1, 4)


def heat(expr=COOLING, *, end=QUARTER, **rest):
    problem = Problem(
        Eq(u(x, t).diff(t), u(x, t).diff(x, 2)),
        u(x, t),
        {u(0, t): 0, u(1, t): 0, u(x, 0): sin(pi * x)},
        {x: (0, 1), t: (0, end)},
    )
    return solution(problem, expr, **rest)


def rough_heat():
    """An approximation of the heat equation's solution, on an infinite range of time."""
    guess = Float("3.9") * x * (1 - x) * exp(-Float("9.8") * t)
    return heat(guess, end=oo, checked=False, history=HISTORY, reason="out of time")


def heat_in_a_square():
    at = {u(0, y, t): 0, u(1, y, t): 0, u(x, 0, t): 0, u(x, 1, t): 0}
    at[u(x, y, 0)] = sin(pi * x) * sin(pi * y)
    problem = Problem(
        u(x, y, t).diff(t) - laplacian(u(x, y, t), x, y),
        u(x, y, t),
        at,
        {x: (0, 1), y: (0, 1), t: (0, Rational(1, 8))},
    )
    return solution(problem, exp(-2 * pi**2 * t) * sin(pi * x) * sin(pi * y))


def poisson_in_a_cube():
    """Poisson3D of the paper, with the steps of its table."""
    exact = Rational(5, 2) * x**4 - Rational(13, 10) * y**3 + z**2 / 2
    problem = Problem(
        Eq(laplacian(u(x, y, z), x, y, z), 30 * x**2 - Rational(39, 5) * y + 1),
        u(x, y, z),
        [Eq(u(x, y, z), exact)],
        dict.fromkeys((x, y, z), (-1, 1)),
    )
    first, second = symbols("alpha_1 alpha_2")
    steps = (
        Step(1, x, Float("2.5") * x**4 + first, (first,)),
        Step(2, y, Float("2.5") * x**4 - Float("1.3") * y**3 + second, (second,)),
        Step(3, z, Float("2.5") * x**4 - Float("1.3") * y**3 + Float("0.5") * z**2),
    )
    return solution(problem, exact, steps=steps, history=HISTORY)


def nothing():
    problem = oscillator().problem
    return Solution(problem, None, Status.UNDECIDED, None, {}, 0, 1.0, 0, "direct")


SHAPES = {
    f.__name__: f
    for f in (
        oscillator, decay, pole, disk, heat, rough_heat, heat_in_a_square, poisson_in_a_cube
    )
}  # fmt: skip


# systems ----------------------------------------------------------------------------------------


def rotation(**rest):
    """Two functions of one variable."""
    equations = [u(t).diff(t) - v(t), v(t).diff(t) + u(t)]
    problem = Problem(equations, [u(t), v(t)], {u(0): 1, v(0): 0}, {t: (0, 6)})
    return solution(problem, cos(t), -sin(t), **rest)


def decay_chain():
    """Three functions of one variable, with a parameter."""
    equations = [u(t).diff(t) + k * u(t), v(t).diff(t) - k * u(t) + v(t), w(t).diff(t) - v(t)]
    problem = Problem(
        equations,
        [u(t), v(t), w(t)],
        {u(0): 1, v(0): 0, w(0): 0},
        {t: (0, 4)},
        {k: (2, 3)},
    )
    first, second = exp(-k * t), k * (exp(-t) - exp(-k * t)) / (k - 1)
    return solution(problem, first, second, 1 - first - second)


def two_masses():
    """Four functions of one variable."""
    a, b, c, d = (f(t) for f in (u, v, w, p))
    equations = [a.diff(t) - b, b.diff(t) + a, c.diff(t) - d, d.diff(t) + 4 * c]
    start = {u(0): 0, v(0): 1, w(0): 1, p(0): 0}
    problem = Problem(equations, [a, b, c, d], start, {t: (0, 2 * pi)})
    return solution(problem, sin(t), cos(t), cos(2 * t), -2 * sin(2 * t))


def waves(*exprs, **rest):
    """Two functions of a variable and time, with a condition that couples them."""
    equations = [u(x, t).diff(t) - v(x, t).diff(x), v(x, t).diff(t) - u(x, t).diff(x)]
    problem = Problem(
        equations,
        [u(x, t), v(x, t)],
        [
            Eq(u(x, 0), sin(x)),
            Eq(v(x, 0), 0),
            Eq(u(0, t), 0),
            Eq(u(x, t).diff(x).subs(x, pi / 2), v(x, t).diff(t).subs(x, pi / 2)),
        ],
        {x: (0, pi / 2), t: (0, 2)},
    )
    return solution(problem, *(exprs or (sin(x) * cos(t), cos(x) * sin(t))), **rest)


def waves_step_by_step():
    """The same, found along one variable after the other."""
    first, second = symbols("alpha_1 alpha_2")
    steps = (
        Step(1, x, Tuple(first * sin(x), second * cos(x)), (first, second)),
        Step(2, t, Tuple(sin(x) * cos(t), sin(t) * cos(x))),
    )
    return waves(steps=steps)


def rough_waves():
    """An approximation of the solution of a system."""
    return waves(x * (1 - t / 2), Float("0.9") * t * cos(x), checked=False, reason="out of time")


def vortex():
    """Two functions of two variables: the components of a vector."""
    equations = [u(x, y).diff(x) + v(x, y).diff(y), v(x, y).diff(x) - u(x, y).diff(y) - 2]
    problem = Problem(
        equations,
        [u(x, y), v(x, y)],
        [Eq(u(x, y), -y), Eq(v(x, y), x)],
        {x: (-1, 1), y: (-1, 1)},
    )
    return solution(problem, -y, x)


def taylor_green():
    """Velocity and pressure: three functions of two variables and time, with a parameter."""
    a, b, c = (f(x, y, t) for f in (u, v, p))
    equations = [
        f.diff(t) + a * f.diff(x) + b * f.diff(y) + c.diff(place) - k * laplacian(f, x, y)
        for f, place in ((a, x), (b, y))
    ]
    exact = (
        exp(-2 * k * t) * sin(x) * cos(y),
        -exp(-2 * k * t) * cos(x) * sin(y),
        exp(-4 * k * t) * (cos(2 * x) + cos(2 * y)) / 4,
    )
    start = [Eq(f.subs(t, 0), e.subs(t, 0)) for f, e in zip((a, b, c), exact, strict=True)]
    problem = Problem(
        [*equations, a.diff(x) + b.diff(y)],
        [a, b, c],
        start,
        {x: (0, pi), y: (0, pi), t: (0, 1)},
        {k: (Rational(1, 5), 1)},
    )
    return solution(problem, *exact)


SYSTEMS = {
    f.__name__: f
    for f in (
        rotation,
        decay_chain,
        two_masses,
        waves,
        waves_step_by_step,
        rough_waves,
        vortex,
        taylor_green,
    )
}
