"""Solutions for the tests of pictures and pages: made by hand, checked by the prover."""

from sympy import Eq, Float, Function, Rational, Symbol, cos, exp, oo, pi, sin, sqrt, symbols

from sympy_ssde import Problem, Solution, Status
from sympy_ssde.proof.verify import verify
from sympy_ssde.result.solution import History, Record, Step

x, y, z, t, s = symbols("x y z t s")
k = Symbol("k", positive=True)
u = Function("u")

HISTORY = History(
    tuple(
        Record(i // 4, "policy", 1000 * i + 10, 0.1 * i, 1 - 1 / (i + 1.5), 0.1**i, "x + sin(x)")
        for i in range(12)
    ),
    ((1, 0.5, "x"), (3, 1e-2, "sin x"), (7, 0.0, "x + sin(x)")),
)


def solution(problem, expr, *, checked=True, **rest):
    """A solution with its proof, or an approximation that nobody has checked."""
    proof = verify(problem, (expr,)) if checked else None
    status = Status.UNDECIDED if proof is None else proof.status
    residuals = {"equation": 0.0 if proof else 0.25, "boundary": 0.0 if proof else 0.125}
    return Solution(problem, expr, status, proof, residuals, 7, 1.5, 12345, "direct", **rest)


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
